"""Positions with exact labels, and the scores of answers to them."""
import collections.abc
import json
import os

from . import _sapper
from ._arguments import ArgumentTypeError, flag, json_value, text, whole_number
from ._experiments import MOST_FIRST_GAME, config_of, file_name, progress_of, run_settings

_MOST_POSITIONS = 10**9


def positions(
    config,
    *,
    where="all",
    count=1000,
    one_per_game=False,
    first=0,
    games=None,
    seed=None,
    threads=None,
    progress=None,
    allow_commands=False,
):
    """Positions from the games of an experiment with exact labels, as `sapper positions` writes them: a list of dicts, see
    data/schema/positions.schema.json.

    where: "guess" (no cell is certainly safe), "forced" (some cell is) or "all". count: positions, at most. one_per_game: one
    of each strategy's game, chosen at random. first: the number of the first game; with games, splits of different ranges
    share no game. progress: a function that is called now and then with the positions found and count, or True. config and
    the other arguments are as of run(). Ctrl-C ends it with a KeyboardInterrupt.
    """
    given, name, folder = config_of(config)
    lines = _sapper.positions(
        given,
        run_settings(name, folder, threads, allow_commands, games, seed),
        text("where", where),
        whole_number("count", count, 1, _MOST_POSITIONS),
        flag("one_per_game", one_per_game),
        whole_number("first", first, 0, MOST_FIRST_GAME),
        progress_of(progress, "positions"),
    )
    return [_with_floats(json.loads(line)) for line in lines]


def _as_floats(values):
    """Of a list that may hold lists, as of rows, or nothing."""
    if isinstance(values, list):
        return [_as_floats(value) for value in values]
    return None if values is None else float(values)


def _with_floats(position):
    """With probabilities 0 and 1 as floats too: tables ask for columns of one type."""
    position["p_mine"] = _as_floats(position["p_mine"])
    if position["values"] is not None:
        position["win_probability"] = float(position["win_probability"])
        position["values"] = _as_floats(position["values"])
    return position


def score(positions, answers, *, other=None):
    """How good answers to labelled positions are, as `sapper score --json` prints it: a dict, see data/schema/score.schema.json.

    positions: what positions() returns, or the name of a file of JSON lines. answers: dicts, or a file of such lines, with the
    "id" of a position and any of "safe" and "mine" (lists of [row, col]), "dig" ([row, col]) and "text", which is passed over.
    other: the answers of another player, compared with the first position by position.
    """
    players = [_json_lines("answers", answers)] + ([] if other is None else [_json_lines("other", other)])
    return json.loads(_sapper.score(_json_lines("positions", positions), players))


def _json_lines(name, value):
    if isinstance(value, (str, os.PathLike)):
        if os.fspath(value) in ("-", b"-"):
            raise ValueError(f'{name} is "-"; expected the name of a file, or dicts')
        return _sapper.JsonLines(file_name(value), None)
    expected = "expected dicts, or the name of a file of JSON lines"
    if isinstance(value, (bytes, collections.abc.Mapping)) or not isinstance(value, collections.abc.Iterable):
        raise ArgumentTypeError(f"{name} is {value!r:.60}; {expected}")
    lines = []
    for i, one in enumerate(value):
        if not isinstance(one, collections.abc.Mapping):
            raise ArgumentTypeError(f"{name}[{i}] is {one!r:.60}; {expected}")
        lines.append(json.dumps(json_value(f"{name}[{i}]", one)))
    return _sapper.JsonLines(name, lines)

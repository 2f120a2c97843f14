"""Games judged dig by dig, and strategies' guesses judged on common layouts."""
import json
import os
import pathlib
import tempfile
import warnings

import numpy

from . import _sapper
from ._arguments import ArgumentTypeError, flag, text, whole_number
from ._experiments import MOST_FIRST_GAME, config_of, file_name, progress_of, run_settings, thread_count
from .game import Game

_MOST_LAYOUTS = 1_000_000


def review(
    files, *, game=None, effort=4, layouts=400, first_click=None, threads=None, allow_commands=False, on_error="raise"
):
    """Judges games dig by dig, as `sapper review --json` does: a list of dicts, see data/schema/review.schema.json.

    files: a name or a list of names, of people's replays (`sapper review --help` has their formats), of sapper's own (sapper-replay/1),
    of a report or config with game="CASE:GAME", or of a report followed by records of its games; or a sapper.Game that is over,
    or a list of them. effort: of the strategy expert, which chooses the best cell. layouts: sampled layouts on which a dig is
    judged where its value is not exact. first_click: the rule of the games, in place of what their files say. threads,
    allow_commands: as of run().

    on_error: "raise" a ValueError for the first file that cannot be read, or "warn" and go on with the others.
    """
    expected = "expected the name of a file, or a list of names; or a sapper.Game, or a list of them"
    given = [files] if isinstance(files, (str, os.PathLike, Game)) else files
    try:
        given = list(given)
        names = [None if isinstance(one, Game) else os.fspath(one) for one in given]
    except TypeError:
        raise ArgumentTypeError(f"files is {files!r:.60}; {expected}") from None
    if not names:
        raise ValueError(f"files is empty; {expected}")
    if on_error not in ("raise", "warn"):
        raise ValueError(f'on_error is {on_error!r:.60}; expected "raise" or "warn"')
    settings = (
        None if game is None else text("game", game),
        whole_number("effort", effort, 0, 4),
        whole_number("layouts", layouts, 2, _MOST_LAYOUTS),
        None if first_click is None else text("first_click", first_click),
        thread_count(threads),
        flag("allow_commands", allow_commands),
    )
    with tempfile.TemporaryDirectory() as folder:
        played = {}  # the games by the names of their replays
        for i, one in enumerate(given):
            if isinstance(one, Game):
                names[i] = str(pathlib.Path(folder, f"{i}.json"))
                played[names[i]] = repr(one)
                pathlib.Path(names[i]).write_text(json.dumps(_replay_of(one)), encoding="utf-8")
        lines, errors = _sapper.review([file_name(name) for name in names], *settings)
    for error in errors:
        for name, title in played.items():
            error = error.replace(name, title)
        if on_error == "raise":
            raise ValueError(error)
        warnings.warn(error, stacklevel=2)
    reviews = [json.loads(line) for line in lines]
    for one in reviews:
        one["file"] = played.get(one["file"], one["file"])
    return reviews


def _replay_of(game):
    """The game, which is over, as sapper-replay/1."""
    if game.status == "playing":
        raise ValueError(f"{game!r} is not over; expected games that are")
    if not game._board.has_flags:
        raise ValueError(f"{game!r} is on a lattice or graph; expected a replay of `sapper run CONFIG --replay`")
    rows, cols, mines, seed, number, topology, first_click, reveal, motion, *_ = game._settings
    replayed = game._board.game(seed, number, motion)
    digs = []
    for name, row, col in game._actions:
        before = replayed.view
        getattr(replayed, name)(row * cols + col)
        if name != "dig" or before[row, col] != -1:
            continue
        lost = replayed.status == "lost"
        after = before if lost else replayed.view
        shown = [[r, c, int(after[r, c])] for r, c in numpy.argwhere((after != before) & (after >= 0)).tolist()]
        why = "guess" if digs else "first"
        digs.append({"cell": [row, col], "why": why, "p_mine": None, "opened": len(shown), "shown": shown})
    board = {"rows": rows, "cols": cols, "mines": mines, "topology": topology, "layout": "random"}
    player = {
        "strategy": "sapper.Game",
        "won": game.status == "won",
        "end": game.status,
        "mines": numpy.argwhere(game.layout).tolist(),
        "exploded": digs[-1]["cell"] if game.status == "lost" else None,
        "digs": digs,
    }
    return {
        "schema": "sapper-replay/1",
        "name": "sapper.Game",
        "case": 0,
        "case_name": "",
        "game": number,
        "seed": seed,
        "board": board,
        "first_click": first_click,
        "reveal": reveal,
        "motion": motion,
        "players": [player],
    }


def judge(
    config,
    *,
    first=0,
    layouts=400,
    continue_by="progress",
    games=None,
    seed=None,
    threads=None,
    progress=None,
    allow_commands=False,
):
    """What the choices of the other strategies would gain in the guesses of an experiment's first one, as `sapper judge --json`
    prints it: a dict, see data/schema/judge.schema.json.

    first: the number of the first game. layouts: sampled layouts on which each guess is judged. continue_by: how play-outs go
    on, "progress" or "expert". progress: a function that is called now and then with the games judged and all games, or True.
    config, which may be a report, and the other arguments are as of run(). Ctrl-C ends it with a KeyboardInterrupt.
    """
    given, name, folder = config_of(config)
    judged = _sapper.judge(
        given,
        run_settings(name, folder, threads, allow_commands, games, seed),
        whole_number("first", first, 0, MOST_FIRST_GAME),
        whole_number("layouts", layouts, 1, _MOST_LAYOUTS),
        text("continue_by", continue_by),
        progress_of(progress),
    )
    return json.loads(judged)

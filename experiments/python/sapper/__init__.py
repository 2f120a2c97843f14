"""Minesweeper for research: exact mine probabilities, games, experiments.

    >>> import sapper
    >>> sapper.posterior([".1.1.", ".1.1."], mines=2)
    array([[0.5, nan, 0. , nan, 0.5],
           [0.5, nan, 0. , nan, 0.5]])

A view is what a player sees of a board: a list of strings, one for each row, with 0 to 8 for shown numbers, "." for hidden
cells and "F" for flagged ones; or an array of whole numbers, -1 for hidden and -2 for flagged cells. Cells are (row, column),
from 0. What is wrong with an argument is a ValueError, which is a TypeError too where the type is wrong. Numbers and arrays of
NumPy are accepted like those of Python.
"""
import collections.abc
import contextlib
import json
import numbers
import os
import pathlib

import numpy

from . import _sapper
from ._arguments import ArgumentTypeError, flag, text, whole_number
from ._experiments import config_of, file_name, progress_of, records_wanted, run_settings
from ._sapper import InconsistentPosition, __version__
from .game import MOST_SEED, Game
from .judging import judge, review
from .labels import positions, score
from .vector_env import VectorEnv, register

__all__ = [
    "Game",
    "InconsistentPosition",
    "VectorEnv",
    "analyze",
    "certain_cells",
    "evaluate",
    "judge",
    "load",
    "positions",
    "posterior",
    "register",
    "review",
    "run",
    "score",
    "strategies",
    "__version__",
]

_MOST_BATCH = 2**20
_MOST_MINES = 2**64 - 1
_SIGNS = {-1: ".", -2: "F", **{number: str(number) for number in range(9)}}


def _position(view, mines, topology, first_click, trust_flags, density=None):
    if density is None and isinstance(mines, str) and mines == "*":
        mines, density = None, 0.5
    if density is not None:
        if mines is not None:
            raise ValueError("mines and density are given; expected one of them")
        if not (isinstance(density, numbers.Real) and 0 < density < 1):
            raise ValueError(f"density is {density!r:.60}; expected a number between 0 and 1, both exclusive")
    return _sapper.Position(
        _rows(view),
        whole_number("mines", mines, 0, _MOST_MINES) if density is None else 0,
        None if density is None else float(density),
        text("topology", topology),
        text("first_click", first_click),
        flag("trust_flags", trust_flags),
    )


def _rows(view):
    """The rows as strings, as in position files."""
    expected = "expected a list of strings, one for each row, or a two-dimensional array of whole numbers"
    if isinstance(view, (str, bytes)):
        raise ArgumentTypeError(f"the view is one string; {expected}")
    try:
        rows = list(view)
    except TypeError:
        raise ArgumentTypeError(f"the view is {view!r:.60}; {expected}") from None
    if not all(isinstance(row, str) for row in rows):
        try:
            cells = numpy.asarray(rows if isinstance(view, collections.abc.Iterator) else view)
        except ValueError:
            raise ValueError(f"the view has rows of several lengths; {expected}") from None
        if cells.ndim != 2 or (cells.size and cells.dtype.kind not in "iu"):
            raise ArgumentTypeError(f"the view is an array of {cells.dtype} of the shape {list(cells.shape)}; {expected}")
        wrong = set(numpy.unique(cells).tolist()) - set(_SIGNS)
        if wrong:
            raise ValueError(f"the view holds {min(wrong)}; expected -2 (flagged), -1 (hidden) or 0 to 8 (shown)")
        rows = ["".join(_SIGNS[cell] for cell in row) for row in cells.tolist()]
    if not any(rows):
        raise ValueError(f"the view has no cells; {expected}")
    return [text("a row of the view", row) for row in rows]


def posterior(
    view, mines=None, *, density=None, topology="square", first_click="unprotected", trust_flags=False
):
    """P(mine) of every hidden cell, exactly: an array [rows, columns] of floats, NaN where a number is shown.

    All layouts of this many mines that are consistent with the view are equally likely. Where their number is not known,
    mines is "*" (all layouts that are consistent with the numbers are equally likely), or density is given in its place:
    each cell is a mine with this probability, independently. 0 and 1 mean certainty. With trust_flags a flag is evidence
    of a mine, otherwise it is only a mark. InconsistentPosition, a ValueError, says what cannot be met where no layout is
    consistent.
    """
    return _sapper.posterior(_position(view, mines, topology, first_click, trust_flags, density))


def analyze(
    view,
    mines=None,
    *,
    density=None,
    topology="square",
    first_click="unprotected",
    trust_flags=False,
    moves=True,
    seed=1,
):
    """What `sapper analyze --json` prints of the position, as a dict: see data/schema/analysis.schema.json.

    The number of layouts, P(mine), certain cells, components and, unless moves is False, what each strategy would dig: none
    without a mine count. mines and density as in posterior().
    """
    position = _position(view, mines, topology, first_click, trust_flags, density)
    return json.loads(_sapper.analyze(position, whole_number("seed", seed, 0, MOST_SEED), flag("moves", moves)))


def certain_cells(view, mines, *, topology="square", first_click="unprotected"):
    """Every certain cell with the least inference that finds it: {"safe": [(row, col, inference)], "mine": the same}.

    "one_number": steps that each look at one shown number; "two_numbers": at two together; "component": all numbers;
    "mine_count": these and the number of mines; "given": the rule first_click keeps the cell free. Flags are only marks.
    """
    count = whole_number("mines", mines, 0, _MOST_MINES)
    position = _position(view, count, topology, first_click, False)
    safe, mine = _sapper.certain_cells(position)
    return {"safe": safe, "mine": mine}


def __dir__():
    return sorted(__all__)


def run(
    config,
    *,
    games=None,
    seed=None,
    threads=None,
    progress=None,
    allow_commands=False,
    games_out=None,
    games_where="all",
):
    """Plays an experiment and returns its report, as `sapper run` writes it, as a dict.

    config: a dict, as data/schema/config.schema.json describes it, or the name of a file with one. Files that the config
    names are relative to that file, or to the current folder. games, seed: in place of those of the config. threads: all
    cores unless given. progress: a function that is called now and then with the games played and all games, or True for a
    line on standard error.
    allow_commands: whether the programs that the config names as players may run. games_out: a new file for the records of
    the games, as of --games-out, which keeps those of games played before a failure; games_where: which of them.

    Ctrl-C ends it with a KeyboardInterrupt; the games played are lost. For runs of hours use the program, which saves
    checkpoints.
    """
    given, name, folder = config_of(config)
    settings = run_settings(name, folder, threads, allow_commands, games, seed)
    return json.loads(_sapper.run(given, settings, records_wanted(games_out, games_where), progress_of(progress)))


def evaluate(
    policy,
    config,
    *,
    label="policy",
    batch_size=256,
    games=None,
    seed=None,
    threads=None,
    progress=None,
    allow_commands=False,
    games_out=None,
    games_where="all",
):
    """Plays an experiment in which a function takes part, such as a trained network, and returns its report, as a dict.

    policy(obs, action_mask) returns the cell that it digs in each of n games, row * cols + col: obs is int8 [n, rows, cols]
    (-1 hidden, 0 to 8 shown), action_mask is bool [n, rows * cols] (True where hidden). Both are its own to keep and change.
    On lattices in layers obs is [n, layers, rows, cols], on graphs [n, cells]; cells are numbered in that order, and numbers may
    be larger than 8.
    It plays every game of every case beside the config's strategies (`min_risk` if it names none) as {"name": "policy",
    "label": label}: the same boards, so that comparisons are paired; with exact risks and, where the config says
    {"judge": N}, N judged games of each case. A dict of functions by label plays them all, paired with one another.

    n is at most batch_size, and changes as games end. As long as the function depends on each row by itself, the report has
    the same bytes for any batch_size and threads. It is called by the thread that calls evaluate(), one batch at a time;
    what it raises ends the run and is passed on. A dig of a shown cell is a RuntimeError, unless the config's own entry for
    the policy says {"on_failure": "lose"}. The other arguments are as of run().
    """
    if isinstance(policy, collections.abc.Mapping):
        policies = {text("a label of policy", name): one for name, one in policy.items()}
        if not policies:
            raise ValueError("policy is an empty dict; expected functions by their labels")
    else:
        policies = {text("label", label): policy}
    for name, one in policies.items():
        if not callable(one):
            raise ArgumentTypeError(f"the policy {name!r:.60} is {one!r:.60}; expected a function of (obs, action_mask)")
    given, name, folder = config_of(config)
    settings = run_settings(name, folder, threads, allow_commands, games, seed)
    records = records_wanted(games_out, games_where)
    given = _checked_with_policies(given, settings, list(policies))

    def choose(label, obs, action_mask):
        count = len(obs)
        actions = numpy.asarray(policies[label](obs, action_mask))
        if actions.shape != (count,):
            raise ValueError(f"the policy {label!r:.60} returned the shape {list(actions.shape)}; expected {[count]}")
        if actions.dtype.kind not in "iu":
            raise ArgumentTypeError(f"the policy {label!r:.60} returned {actions.dtype}; expected whole numbers")
        return numpy.ascontiguousarray(actions, dtype=numpy.int64)

    batch_size = whole_number("batch_size", batch_size, 1, _MOST_BATCH)
    return json.loads(_sapper.evaluate(given, settings, records, progress_of(progress), choose, batch_size))


def _checked_with_policies(given, settings, labels):
    """_with_policies() of a text. A ValueError names the line of what is wrong in the text as it was given."""
    try:
        _sapper.check_config(given, settings)
    except ValueError:
        with contextlib.suppress(Exception):  # The stop rule may name policies that the config does not list.
            changed = _with_policies(json.loads(given.lstrip("\ufeff"), object_pairs_hook=_unique), labels)
            _sapper.check_config(changed, settings)
            return changed
        raise
    return _with_policies(json.loads(given.lstrip("\ufeff")), labels)


def _unique(pairs):
    """The dict of these pairs; ValueError if a key is duplicate."""
    if len(dict(pairs)) != len(pairs):
        raise ValueError("duplicate key")
    return dict(pairs)


def _with_policies(config, labels):
    """The text of the config with an entry for each label that has none."""
    if config.get("game", "minesweeper") != "minesweeper":
        raise ValueError(f"config: game is {config['game']!r:.60}; policies play minesweeper")
    strategies = config.get("strategies", ["min_risk"])
    strategies = list(strategies) if isinstance(strategies, list) else [strategies]
    named = set()
    for i, entry in enumerate(strategies):
        if entry == "policy":
            named.add(entry)
        elif isinstance(entry, dict) and entry["name"] == "policy":
            strategies[i] = {"label": "policy", **entry}  # without a label the program would derive one from its settings
            named.add(strategies[i]["label"])
    for label in named - set(labels):
        raise ValueError(f"config: strategies has the policy {label!r:.60}, but the policies given are {labels!r:.200}")
    entries = [{"name": "policy", "label": label} for label in labels if label not in named]
    return json.dumps({**config, "strategies": strategies + entries})


def load(file):
    """The report in a file that `sapper run` or `sapper merge` wrote, as a dict.

    ValueError says what is wrong with a report that was damaged or edited, or that another version wrote.
    """
    if not isinstance(file, (str, os.PathLike)):
        raise ArgumentTypeError(f"file is {file!r:.60}; expected the name of a file")
    _sapper.check_report(file_name(file))
    return json.loads(pathlib.Path(file).read_text(encoding="utf-8-sig"))  # with or without a byte order mark


def strategies():
    """The strategies that a config may name, each with a one-line explanation."""
    return dict(_sapper.strategies())

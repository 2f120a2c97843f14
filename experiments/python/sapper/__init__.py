"""Minesweeper for research: exact mine probabilities, games, experiments.

    >>> import sapper
    >>> sapper.posterior([".1.1.", ".1.1."], mines=2)
    array([[0.5, nan, 0. , nan, 0.5],
           [0.5, nan, 0. , nan, 0.5]])

A view is what a player sees of a board: a list of strings, one for each row, with 0 to 8 for shown numbers, "." for hidden
cells and "F" for flagged ones; or an array of whole numbers, -1 for hidden and -2 for flagged cells. Cells are (row, column),
from 0. What is wrong with an argument is a ValueError; an argument of another type is a TypeError.
"""
import json
import operator
import os
import pathlib
import sys

import numpy

from . import _sapper
from ._sapper import Game, InconsistentPosition, __version__
from .vector_env import VectorEnv, register

__all__ = [
    "Game",
    "InconsistentPosition",
    "VectorEnv",
    "analyze",
    "certain_cells",
    "load",
    "posterior",
    "register",
    "run",
    "strategies",
    "__version__",
]

_MOST = 2**64 - 1
_MOST_THREADS = 4096  # as of --threads
_SIGNS = {-1: ".", -2: "F", **{number: str(number) for number in range(9)}}


def _whole_number(name, value, least=0, most=_MOST):
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r:.60}; expected a whole number") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; expected a whole number from {least} to {most}")
    return number


def _name(name, value):
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r:.60}; expected a string")
    return value.encode("utf-8", "replace").decode()


def _position(view, mines, topology, first_click, trust_flags):
    if isinstance(view, str):
        raise ValueError("the view is one string; expected a list of them, one for each row, or an array")
    rows = list(view)
    if not all(isinstance(row, str) for row in rows):
        cells = numpy.asarray(view)
        if cells.ndim != 2 or cells.dtype.kind not in "iu":
            raise ValueError("the view is neither a list of strings nor a two-dimensional array of whole numbers")
        wrong = set(numpy.unique(cells).tolist()) - set(_SIGNS)
        if wrong:
            raise ValueError(f"the view holds {min(wrong)}; expected -2 (flagged), -1 (hidden) or 0 to 8 (shown)")
        rows = ["".join(_SIGNS[cell] for cell in row) for row in cells.tolist()]
    rows = [_name("a row of the view", row) for row in rows]
    topology, first_click = _name("topology", topology), _name("first_click", first_click)
    return _sapper.Position(rows, _whole_number("mines", mines), topology, first_click, bool(trust_flags))


def posterior(view, mines, *, topology="square", first_click="unprotected", trust_flags=False):
    """P(mine) of every hidden cell, exactly: an array [rows, columns] of floats, NaN where a number is shown.

    All layouts of so many mines that are consistent with the view are equally likely. 0 and 1 mean certainty. With
    trust_flags a flag is evidence of a mine, otherwise it is only a mark. InconsistentPosition, a ValueError, says what
    cannot be met where no layout is consistent.
    """
    return _sapper.posterior(_position(view, mines, topology, first_click, trust_flags))


def analyze(view, mines, *, topology="square", first_click="unprotected", trust_flags=False, moves=True, seed=1):
    """What `sapper analyze --json` prints of the position, as a dict: see data/schema/analysis.schema.json.

    The number of layouts, P(mine), certain cells, components and, unless moves is False, what each strategy would dig.
    """
    position = _position(view, mines, topology, first_click, trust_flags)
    return json.loads(_sapper.analyze(position, _whole_number("seed", seed), bool(moves)))


def certain_cells(view, mines, *, topology="square", first_click="unprotected"):
    """Every certain cell with the least inference that finds it: {"safe": [(row, col, inference)], "mine": likewise}.

    "one_number": steps that each look at one shown number; "two_numbers": at two together; "component": all numbers;
    "mine_count": these and the number of mines; "given": the rule first_click keeps the cell free. Flags are only marks.
    """
    position = _position(view, mines, topology, first_click, False)
    safe, mine = _sapper.certain_cells(position)
    return {"safe": safe, "mine": mine}


def run(config, *, threads=None, progress=None, allow_commands=False):
    """Plays an experiment and returns its report, as `sapper run` writes it, as a dict.

    config: a dict, as data/schema/config.schema.json describes it, or the name of a file with one. Files that the config
    names are relative to that file, or to the current folder. threads: all cores unless given. progress: a function
    that is called now and then with the games played and all games, or True for a line on standard error.
    allow_commands: whether the programs that the config names as players may run.

    Ctrl-C ends it with a KeyboardInterrupt; the games played are lost. For runs of hours use the program, which saves
    checkpoints.
    """
    if isinstance(config, (str, os.PathLike)):
        path = pathlib.Path(config)
        text, name, folder = path.read_text(encoding="utf-8"), str(path), path.parent
    else:
        text, name, folder = json.dumps(config), "config", pathlib.Path()
    if progress is True:
        progress = _show_progress
    threads = 0 if threads is None else _whole_number("threads", threads, 1, _MOST_THREADS)
    if progress is not None and progress is not False and not callable(progress):
        raise TypeError(f"progress is {progress!r:.60}; expected a function, or True")
    report = _sapper.run(text, name, str(folder), threads, bool(allow_commands), progress or None)
    return json.loads(report)


def load(file):
    """The report in a file that `sapper run` or `sapper merge` wrote, as a dict.

    ValueError says what is wrong with a report that was damaged or edited, or that another version wrote.
    """
    _sapper.check_report(os.fspath(file))
    return json.loads(pathlib.Path(file).read_text(encoding="utf-8-sig"))  # with or without a byte order mark


def _show_progress(played, games):
    end = "\n" if played == games else ""
    print(f"\r{played:,} of {games:,} games", end=end, file=sys.stderr, flush=True)


def strategies():
    """The strategies that a config may name, each with a one-line explanation."""
    return dict(_sapper.strategies())

#!/usr/bin/env python3
"""What labels miss that find mines by single numbers alone: missed_mines.py [PUZZLES] [SEED]

Puzzles of n x n cells, 4 to 16 a side, of which 30 to 40 % are mines and 30 to 40 % of the others are shown at random.
Labels as such generators make them: where a number equals the hidden cells around it, all of these are mines. They are
compared with all mines that the shown numbers prove, the number of mines aside.
"""
import sys

import numpy

import sapper

puzzles = int(sys.argv[1]) if len(sys.argv) > 1 else 400
random = numpy.random.default_rng(int(sys.argv[2]) if len(sys.argv) > 2 else 1)


def around(row, col, side):
    return [
        (r, c)
        for r in range(max(0, row - 1), min(side, row + 2))
        for c in range(max(0, col - 1), min(side, col + 2))
        if (r, c) != (row, col)
    ]


def puzzle():
    """A view and its number of mines."""
    side = int(random.integers(4, 17))
    cells = [divmod(int(cell), side) for cell in random.permutation(side * side)]
    mines = int(side * side * random.uniform(0.3, 0.4))
    laid, free = set(cells[:mines]), cells[mines:]
    view = numpy.full((side, side), -1)
    for cell in free[: max(1, int(len(free) * random.uniform(0.3, 0.4)))]:
        view[cell] = sum(neighbor in laid for neighbor in around(*cell, side))
    return view, mines


def labelled_mines(view):
    """Mines by `the hidden cells around a number are as many as it says`."""
    found = set()
    for row, col in numpy.argwhere(view > 0).tolist():
        hidden = [cell for cell in around(row, col, len(view)) if view[cell] < 0]
        if len(hidden) == view[row, col]:
            found.update(hidden)
    return found


incomplete = accepted = missed = certain = 0
while accepted < puzzles:
    view, mines = puzzle()
    labels = labelled_mines(view)
    if not labels:
        continue  # a puzzle needs a mine to be found
    proven = {(r, c) for r, c, inference in sapper.certain_cells(view, mines)["mine"] if inference != "mine_count"}
    assert labels <= proven
    accepted += 1
    incomplete += labels != proven
    missed += len(proven - labels)
    certain += len(proven)
print(f"{incomplete} of {accepted} puzzles have a certain mine that their labels lack ({incomplete / accepted:.1%})")
print(f"the labels lack {missed} of {certain} certain mines ({missed / certain:.1%})")

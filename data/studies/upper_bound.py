#!/usr/bin/env python3
"""A bound from above on the win rate of any player: what is lost to patterns that nothing can resolve.

    ./dev python data/studies/upper_bound.py --first-click opening --cell 3 3
    ./dev python data/studies/upper_bound.py --rows 16 --cols 16 --mines 40 --first-click safe --cell 0 0

Two layouts look the same until they are told apart by a dig that one of them does not survive if each cell that is free in
both shows the same number. No player wins both: where they differ, each has cells that must be dug. So of layouts that all
look the same in pairs a player wins at most one.

Layouts are linked where the mines of an ambiguous pattern (ambiguous_patterns.py) lie on its other cells, and that is how the
first click allows them. All layouts that can be reached from one form a class, which is divided into sets of layouts that look
the same; the number of these sets over the number of layouts, in the mean over all layouts, bounds the win rate. The
interval is 95 %, of the sample of layouts.
"""
import argparse
import functools
import itertools
import math

import numpy

import ambiguous_patterns
import stuck_patterns

MOST = {"inside": 8, "edge": 6, "corner": 5}


@functools.cache
def patterns():
    return ambiguous_patterns.patterns("square", MOST)


def placements(found, rows, cols):
    """(cells of a, of b, mines), as indices of cells, of every pattern wherever it may lie on the board."""
    placed = []
    for pattern in found:
        cells = pattern.a + pattern.b
        first_row, first_col = min(c[0] for c in cells), min(c[1] for c in cells)

        def starts(size, extent, low, high):
            if extent >= size:
                return []  # it touches both borders
            if low in pattern.sides:
                return [0]
            return [size - extent] if high in pattern.sides else range(1, size - extent)

        for row in starts(rows, pattern.height, "top", "bottom"):
            for col in starts(cols, pattern.width, "left", "right"):
                place = [
                    [(r - first_row + row) * cols + c - first_col + col for r, c in some]
                    for some in (pattern.a, pattern.b, sorted(pattern.mines))
                ]
                placed.append(tuple(map(tuple, place)))
    return placed


def patterns_of(layouts, placed):
    """Of each layout, a boolean row, the list of the patterns that it holds, as indices into `placed`."""
    held = [[] for _ in layouts]
    columns = numpy.ascontiguousarray(layouts.T)
    for index, (a, b, mines) in enumerate(placed):
        on_a = columns[a[0]] & ~columns[b[0]]
        on_b = columns[b[0]] & ~columns[a[0]]
        for cell in a[1:]:
            on_a &= columns[cell]
            on_b &= ~columns[cell]
        for cell in b[1:]:
            on_a &= ~columns[cell]
            on_b &= columns[cell]
        present = on_a | on_b
        for cell in mines:
            present &= columns[cell]
        for layout in numpy.flatnonzero(present).tolist():
            held[layout].append(index)
    return held


def exchanged(layout, pattern):
    """The layout with the mines of the pattern on its other cells."""
    other = layout.copy()
    cells = list(pattern[0] + pattern[1])
    other[cells] = ~other[cells]
    return other


def classes_of(layouts, placed):
    """Of each layout, a boolean row, all layouts of its class, in an order that depends on the class alone."""
    classes = [{layout.tobytes(): layout} for layout in layouts]
    new = [(number, layout) for number, layout in enumerate(layouts)]
    while new:
        held = patterns_of(numpy.array([layout for _, layout in new]), placed)
        found = []
        for (number, layout), indices in zip(new, held):
            for index in indices:
                other = exchanged(layout, placed[index])
                if other.tobytes() not in classes[number]:
                    classes[number][other.tobytes()] = other
                    found.append((number, other))
        new = found
    return [[some[key] for key in sorted(some)] for some in classes]


def numbers_of(layout, rows, cols):
    """The numbers of mines around all cells."""
    return stuck_patterns.neighbour_sum(layout.reshape(rows, cols).astype(int), "square").ravel()


def indistinguishable_sets(layouts, rows, cols):
    """The layouts, divided into lists of which any two look the same."""
    numbers = [numbers_of(layout, rows, cols) for layout in layouts]

    def look_the_same(i, j):
        return bool((layouts[i] | layouts[j] | (numbers[i] == numbers[j])).all())

    sets = []
    for i in range(len(layouts)):
        for some in sets:
            if all(look_the_same(i, j) for j in some):
                some.append(i)
                break
        else:
            sets.append([i])
    return [[layouts[i] for i in some] for some in sets]


def winnable_share(layouts, rows, cols):
    """The greatest share of a class that a player may win, as far as the division shows."""
    return len(indistinguishable_sets(layouts, rows, cols)) / len(layouts) if len(layouts) > 1 else 1.0


def board_of(rows, cols, first_click, cell):
    """(the cells kept free by the first dig, the patterns that do not touch them)"""
    row, col = cell
    reach = {"opening": 1, "safe": 0}[first_click]
    free = {
        r * cols + c
        for r in range(max(row - reach, 0), min(row + reach + 1, rows))
        for c in range(max(col - reach, 0), min(col + reach + 1, cols))
    }
    placed = placements(patterns(), rows, cols)
    return free, [place for place in placed if free.isdisjoint(place[0] + place[1])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--cols", type=int, default=30)
    parser.add_argument("--mines", type=int, default=99)
    parser.add_argument("--first-click", choices=["opening", "safe"], default="opening")
    parser.add_argument("--cell", type=int, nargs=2, default=[3, 3], metavar=("ROW", "COL"))
    parser.add_argument("--layouts", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    free, placed = board_of(args.rows, args.cols, args.first_click, args.cell)
    allowed = numpy.array([cell for cell in range(args.rows * args.cols) if cell not in free])
    random = numpy.random.default_rng(args.seed)
    shares = []
    while len(shares) < args.layouts:
        layouts = numpy.zeros((min(2000, args.layouts - len(shares)), args.rows * args.cols), bool)
        for layout in layouts:
            layout[random.choice(allowed, args.mines, replace=False)] = True
        shares += [winnable_share(some, args.rows, args.cols) for some in classes_of(layouts, placed)]
    mean = numpy.mean(shares)
    half = 1.96 * numpy.std(shares) / math.sqrt(len(shares))
    print(f"at most {100 * mean:.2f} ± {100 * half:.2f} % of games can be won ({len(shares)} layouts)")


if __name__ == "__main__":
    main()

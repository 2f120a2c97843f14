#!/usr/bin/env python3
"""A census of the places at which complete inference is stuck, beside the expected numbers of ambiguous patterns.

    ./dev python data/studies/stuck_patterns.py --side 128 --density 0.1687 --games 1000
    ./dev python data/studies/stuck_patterns.py --topology hex --side 64 --density 0.1593 --games 300

Each game opens at the centre and digs all that is certain: by the rule of single numbers, applied to the whole board at once, and
where that finds nothing by the exact posterior. What is then uncertain falls into pieces, cells at most two rows and
columns apart belonging together, which are counted: on a torus by shape up to turns and mirror images, on boards with
borders by the number of borders that they touch. Expected numbers are those of ambiguous_patterns.py. Intervals are 95 %, Poisson (normal from 20 on, exact below).
"""
import argparse
import collections
import itertools
import math

import numpy

import ambiguous_patterns
import sapper

HIDDEN = -1


def neighbour_sum(plane, topology):
    """Of each cell, the sum over its neighbours."""
    if topology == "torus":
        padded = numpy.pad(plane, 1, mode="wrap")
    else:
        padded = numpy.pad(plane, 1)
    rows, cols = plane.shape
    total = numpy.zeros_like(plane)
    for i, j in itertools.product((0, 1, 2), repeat=2):
        if (i, j) != (1, 1):
            part = padded[i : i + rows, j : j + cols].copy()
            if topology == "hex" and i != 1 and j != 1:  # odd rows are shifted to the right
                part[1 if j == 0 else 0 :: 2] = 0
            total += part
    return total


def uncertain_cells(game, topology="torus"):
    """Digs all that is certain; the mask of cells that may be mines or not. None if the game is won."""

    def around(mask):
        return neighbour_sum(mask.astype(numpy.int8), topology)

    mine = numpy.zeros((game.rows, game.cols), bool)
    while game.status == "playing":
        view = game.view
        shown = view != HIDDEN
        unknown = ~shown & ~mine
        missing = view - around(mine)
        unknown_around = around(unknown)
        found = unknown & (around(shown & (missing == unknown_around)) > 0)
        safe = unknown & (around(shown & (missing == 0)) > 0)
        if not found.any() and not safe.any():
            risk = game.posterior()
            found = unknown & (risk == 1)
            safe = unknown & (risk == 0)
            if not safe.any():
                return unknown & ~found
        mine |= found
        for row, col in numpy.argwhere(safe).tolist():
            if game.status == "playing":  # the last opening may show the rest of the list
                game.dig(row, col)
    assert game.status == "won"
    return None


def pieces_of(mask, topology="torus"):
    """The cells in pieces: lists of cells, whose coordinates may leave a torus so that a piece is in one."""
    rows, cols = mask.shape
    left = set(map(tuple, numpy.argwhere(mask).tolist()))
    while left:
        first = left.pop()
        piece, queue = [first], [first]
        while queue:
            row, col = queue.pop()
            for i in range(-2, 3):
                for j in range(-2, 3):
                    other = (row + i, col + j)
                    if topology == "torus":
                        other = (other[0] % rows, other[1] % cols)
                    if other in left:
                        left.remove(other)
                        piece.append((row + i, col + j))
                        queue.append((row + i, col + j))
        yield piece


def place_of(piece, side):
    """By the number of borders that it touches, as in ambiguous_patterns.py; more than two are `corner` too."""
    rows, cols = [c[0] for c in piece], [c[1] for c in piece]
    touched = (min(rows) == 0) + (max(rows) == side - 1) + (min(cols) == 0) + (max(cols) == side - 1)
    return ("inside", "edge", "corner")[min(touched, 2)]


def census(side, mines, games, seed, most_cells, topology="torus"):
    """({kind: number}, {place: number of larger pieces}, games that need no guess); the kind of a piece is its shape or place."""
    counts, larger = collections.Counter(), collections.Counter()
    finished = 0
    for number in range(games):
        game = sapper.Game(side, side, mines, topology=topology, first_click="opening", seed=seed, number=number)
        game.dig(side // 2, side // 2)
        mask = uncertain_cells(game, topology)
        if mask is None:
            finished += 1
            continue
        for piece in pieces_of(mask, topology):
            place = "inside" if topology == "torus" else place_of(piece, side)
            if len(piece) > most_cells:
                larger[place] += 1
            else:
                counts[ambiguous_patterns.shape_of(piece) if topology == "torus" else place] += 1
    return counts, larger, finished


def interval(count):
    """95 % of the mean of a Poisson number."""
    if count >= 20:
        return count - 1.96 * math.sqrt(count), count + 1.96 * math.sqrt(count)

    def tail(mean, upto):  # P(X <= upto)
        return sum(math.exp(-mean) * mean**k / math.factorial(k) for k in range(upto + 1))

    def solve(holds):  # the least mean for which it holds
        low, high = 0.0, 60.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (low, middle) if holds(middle) else (middle, high)
        return high

    return (0.0 if count == 0 else solve(lambda m: tail(m, count - 1) < 0.975)), solve(lambda m: tail(m, count) < 0.025)


def drawing(shape):
    rows, cols = max(c[0] for c in shape) + 1, max(c[1] for c in shape) + 1
    return "/".join("".join("?" if (r, c) in shape else "." for c in range(cols)) for r in range(rows))


def per_100(count, games):
    low, high = (100 * bound / games for bound in interval(count))
    return f"{100 * count / games:.2f} ({low:.2f} to {high:.2f})"


def print_shapes(args, mines, counts, larger):
    expected = collections.Counter()
    fewest = {}
    for pattern in ambiguous_patterns.patterns("torus", {"inside": 9}, borders=False):
        shape = ambiguous_patterns.shape_of(pattern.a + pattern.b)
        expected[shape] += args.side**2 * pattern.probability(mines / args.side**2)
        fewest[shape] = min(pattern.mine_count, fewest.get(shape, 99))
    print("uncertain cells               mines  seen  per 100 boards        expected")
    rare = 0
    for shape in sorted(set(counts) | set(expected), key=lambda s: (-counts[s], -expected[s], s)):
        if counts[shape] < 3 and expected[shape] * args.games < 3:
            rare += counts[shape]
            continue
        known = f"{fewest[shape]:5d}" if shape in fewest else "    -"
        seen = per_100(counts[shape], args.games)
        print(f"{drawing(shape):30s}{known} {counts[shape]:5d}  {seen:20s}  {100 * expected[shape]:.2f}")
    print(f"other shapes of at most {args.most_cells} cells: {rare}; larger pieces: {larger['inside']}")


def print_places(args, mines, counts, larger):
    most = {"inside": 9, "edge": 6, "corner": 5}
    found = ambiguous_patterns.patterns(args.topology, most)
    sums = ambiguous_patterns.expected(found, args.topology, args.side, mines / args.side**2)
    print(f"place   of at most {args.most_cells} cells, per 100 boards  expected  larger, per 100 boards")
    for place in most:
        expected = 100 * sum(n for (where, _), n in sums.items() if where == place)
        small, large = (per_100(some[place], args.games) for some in (counts, larger))
        print(f"{place:7s} {small:38s} {expected:8.2f}  {large}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--topology", choices=["torus", "square", "hex"], default="torus")
    parser.add_argument("--side", type=int, default=128)
    parser.add_argument("--density", type=float, default=0.1687)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=41)
    parser.add_argument("--most-cells", type=int, default=8, help="of a piece that is not counted as a larger one")
    args = parser.parse_args()
    mines = round(args.density * args.side**2)
    counts, larger, finished = census(args.side, mines, args.games, args.seed, args.most_cells, args.topology)
    print(f"{args.side} x {args.side} {args.topology}, {mines} mines, {args.games} games: {finished} need no guess")
    (print_shapes if args.topology == "torus" else print_places)(args, mines, counts, larger)


if __name__ == "__main__":
    main()

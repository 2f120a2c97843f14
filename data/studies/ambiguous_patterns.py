#!/usr/bin/env python3
"""The smallest patterns that no player can resolve, and how many a random board holds.

    ambiguous_patterns.py                                    # the patterns of squares, with drawings
    ambiguous_patterns.py --topology hex
    ambiguous_patterns.py --side 256 --density 0.126         # their expected numbers on a board

Two sets A and B of k cells each are ambiguous if the mines may lie on A or on B while nothing else changes: every cell
next to a different number of cells of A than of B is a mine itself (the set M), for a shown number would tell them apart.
With mine density p, a given pair is there with probability 2 p^(k + |M|) (1 - p)^k. Counted are pairs that contain no
smaller one, up to a number of mines: all with k of 1 and 2; with k = 3 those within 3 x 4 cells or 8 of a row or column;
with k = 4 those within 3 x 4 or 2 x 5 cells. Cells beyond a border show nothing, so that fewer mines do there.
Alternatives of three ways count as three pairs.
"""
import argparse
import collections
import itertools


def neighbours(cell, topology):
    row, col = cell
    if topology != "hex":
        return {(row + i, col + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)}
    # Odd rows are shifted by half a cell to the right.
    shift = row % 2
    return {(row, col - 1), (row, col + 1)} | {(row + i, col + j) for i in (-1, 1) for j in (shift - 1, shift)}


def telling(a, b, topology, is_on_board):
    """The cells outside of a and b that are next to different numbers of cells of a and of b."""
    sums = collections.Counter()
    for sign, cells in ((1, a), (-1, b)):
        for cell in cells:
            for other in neighbours(cell, topology):
                sums[other] += sign
    both = set(a) | set(b)
    return frozenset(c for c, n in sums.items() if n != 0 and c not in both and is_on_board(c))


def contains_smaller(a, b, mines, topology, is_on_board):
    """Whether, where the mines lie on a, some cells of a and of b alone are ambiguous too."""
    for k in range(1, len(a)):
        for some_a in itertools.combinations(a, k):
            known = mines | (set(a) - set(some_a))
            for some_b in itertools.combinations(b, k):
                if telling(some_a, some_b, topology, is_on_board) <= known:
                    return True
    return False


def shifted(cells, topology):
    """The set of cells shifted so that it starts in row 0 and column 0; on hex in row 0 or 1, as before."""
    row, col = min(c[0] for c in cells), min(c[1] for c in cells)
    if topology == "hex":
        row -= row % 2
    return frozenset((r - row, c - col) for r, c in cells)


def linked_sets(size, topology):
    """All sets of so many cells, up to shifts, in which no part is further than two rows and columns from the rest."""
    sets = {frozenset([(first_row, 0)]) for first_row in ((0, 1) if topology == "hex" else (0,))}
    for _ in range(size - 1):
        larger = set()
        for cells in sets:
            for row, col in cells:
                for i, j in itertools.product(range(-2, 3), repeat=2):
                    if (row + i, col + j) not in cells:
                        larger.add(shifted(cells | {(row + i, col + j)}, topology))
        sets = larger
    return sets


def sets_in_box(size, height, width, topology):
    for first_row in (0, 1) if topology == "hex" else (0,):
        cells = [(first_row + i, j) for i in range(height) for j in range(width)]
        yield from {shifted(some, topology) for some in itertools.combinations(cells, size)}


def pairs(topology):
    """All unordered pairs (a, b) up to shifts."""
    unions = linked_sets(2, topology) | linked_sets(4, topology)
    boxes = [(6, 3, 4), (6, 1, 8), (8, 3, 4), (8, 2, 5)]
    for size, height, width in boxes + [(size, width, height) for size, height, width in boxes]:
        unions |= set(sets_in_box(size, height, width, topology))
    for union in sorted(map(sorted, unions)):
        for rest in itertools.combinations(union[1:], len(union) // 2 - 1):
            a = (union[0], *rest)
            yield a, tuple(c for c in union if c not in a)


class Pattern:
    """A pair with its mines; `place` is inside, edge or corner; `count(side)` is the number of its places on a board."""

    def __init__(self, a, b, mines, sides):
        self.a, self.b, self.mines, self.sides = a, b, mines, sides
        rows, cols = {c[0] for c in a + b}, {c[1] for c in a + b}
        self.height, self.width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
        self.mine_count = len(a) + len(mines)
        self.place = ("inside", "edge", "corner")[len(sides)]

    def count(self, side, topology):
        vertical = 1 if {"top", "bottom"} & set(self.sides) else side - self.height - 1
        horizontal = 1 if {"left", "right"} & set(self.sides) else side - self.width - 1
        # Each of the two parities of the first row is a pattern of its own.
        share = 0.5 if topology == "hex" and not {"top", "bottom"} & set(self.sides) else 1
        return share * vertical * horizontal

    def probability(self, p):
        return 2 * p**self.mine_count * (1 - p) ** len(self.b)

    def drawing(self):
        cells = set(self.a) | set(self.b) | self.mines
        rows = range(min(c[0] for c in cells), max(c[0] for c in cells) + 1)
        cols = range(min(c[1] for c in cells), max(c[1] for c in cells) + 1)
        letters = {**{c: "a" for c in self.a}, **{c: "b" for c in self.b}, **{c: "*" for c in self.mines}}
        lines = []
        for row in rows:
            lines.append(" ".join(letters.get((row, col), ".") for col in cols))
        return lines


SIDES = [()] + [(v,) for v in ("top", "bottom", "left", "right")]
SIDES += [(v, h) for v in ("top", "bottom") for h in ("left", "right")]


def patterns(topology, most_mines, borders=True):
    """All patterns of at most most_mines[place] mines. A hex board has an even number of rows, the first one unshifted."""
    found = []
    for a, b in pairs(topology):
        rows, cols = [c[0] for c in a + b], [c[1] for c in a + b]
        first_row, last_row, first_col, last_col = min(rows), max(rows), min(cols), max(cols)
        everywhere = telling(a, b, topology, lambda cell: True)
        for sides in SIDES if borders else [()]:
            if topology == "hex" and ("top" in sides and first_row % 2 == 1 or "bottom" in sides and last_row % 2 == 0):
                continue

            def is_on_board(cell):
                return not (
                    ("top" in sides and cell[0] < first_row)
                    or ("bottom" in sides and cell[0] > last_row)
                    or ("left" in sides and cell[1] < first_col)
                    or ("right" in sides and cell[1] > last_col)
                )

            mines = frozenset(filter(is_on_board, everywhere)) if sides else everywhere
            pattern = Pattern(a, b, mines, sides)
            if pattern.mine_count <= most_mines[pattern.place]:
                if not contains_smaller(a, b, mines, topology, is_on_board):
                    found.append(pattern)
    return found


def expected(found, topology, side, p):
    """{(place, mines): expected number} on a board of side x side cells; a torus has patterns inside alone."""
    sums = collections.Counter()
    for pattern in found:
        places = side * side * (0.5 if topology == "hex" else 1) if topology == "torus" else pattern.count(side, topology)
        sums[pattern.place, pattern.mine_count] += places * pattern.probability(p)
    return dict(sums)


def shape_of(cells):
    """A set of cells up to shifts, turns and mirror images of the square lattice."""
    def normal(some):
        row, col = min(c[0] for c in some), min(c[1] for c in some)
        return tuple(sorted((c[0] - row, c[1] - col) for c in some))
    images = []
    for turned in (cells, [(c, -r) for r, c in cells], [(-r, -c) for r, c in cells], [(-c, r) for r, c in cells]):
        images += [normal(turned), normal([(r, -c) for r, c in turned])]
    return min(images)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--topology", choices=["square", "torus", "hex"], default="square")
    parser.add_argument("--inside", type=int, default=8, help="most mines of a pattern inside")
    parser.add_argument("--edge", type=int, default=5, help="most mines of a pattern on an edge")
    parser.add_argument("--corner", type=int, default=4, help="most mines of a pattern in a corner")
    parser.add_argument("--side", type=int, nargs="+", help="of the boards")
    parser.add_argument("--density", type=float, nargs="+", default=[], help="of the mines, one for each board")
    args = parser.parse_args()
    most = {"inside": args.inside, "edge": args.edge, "corner": args.corner}
    found = patterns(args.topology, most, args.topology != "torus")
    kinds = sorted({(p.place, p.mine_count, len(p.a)) for p in found})
    print("place   mines  k  patterns")
    for place, mines, k in kinds:
        some = [p for p in found if (p.place, p.mine_count, len(p.a)) == (place, mines, k)]
        print(f"{place:7s} {mines:5d} {k:2d}  {len(some)}")
        if not args.side:
            for shape in sorted({shape_of(p.a + p.b) for p in some}):
                one = next(p for p in some if shape_of(p.a + p.b) == shape)
                print(*("        " + line for line in [" ".join(one.sides)] + one.drawing()), "", sep="\n")
    for side, p in zip(args.side or [], args.density):
        sums = expected(found, args.topology, side, p)
        print(f"side {side}, p {p:.4f}:", ", ".join(f"{place} {mines}: {n:.4f}" for (place, mines), n in sorted(sums.items())))


if __name__ == "__main__":
    main()

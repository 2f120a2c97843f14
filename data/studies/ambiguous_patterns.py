#!/usr/bin/env python3
"""The smallest patterns that no player can resolve, and how many a random board holds.

    ambiguous_patterns.py                                    # the patterns of squares, with drawings
    ambiguous_patterns.py --topology hex
    ambiguous_patterns.py --side 256 --density 0.126         # their expected numbers on a board, by place and mines

Two sets A and B of k cells each are ambiguous if the mines may lie on A or on B while nothing else changes: every cell
next to a different number of cells of A than of B is a mine itself (the set M), for a shown number would tell them apart.
With mine density p the mines lie so, on A or on B, with probability p^(k + |M|) (1 - p)^k each. Cells beyond a border show
nothing, so that fewer mines do there.

Counted are all pairs up to a number of mines of which no part can be separated from the rest: from each cell of A and B the
others are reached in steps between cells that have a neighbour in common. A pair that contains a smaller one while the mines
lie on A is counted with its mines on B alone, and the other way round. Alternatives of three ways count as three pairs.
"""
import argparse
import collections
import functools
import itertools


@functools.cache
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


class Search:
    """All ambiguous pairs at some borders, of at most most_mines mines; a smaller pair may be in one, but none with its mines.

    A pair is found from its first cell, row by row from the border (column by column from a border at the left). As long as
    some cell tells the sets apart, one of these holds: it is a mine, or in A, or in B, or has another neighbour in the set
    that it sees less of. Each is tried in turn, those before it being false from then on, so that every pair is found once.
    """

    def __init__(self, topology, sides, most_mines):
        self.topology, self.sides, self.most_mines = topology, sides, most_mines
        # The end of the row of A and B that is furthest up or down sees one cell alone from outside, beyond the row: so do
        # both ends if there are no borders at their sides.
        self.ends = 2 - ("left" in sides or "right" in sides)
        self.found = []
        # Asked millions of times about few cells.
        self.around, self.order = functools.cache(self.around), functools.cache(self.order)

    def is_on_board(self, cell):
        return not (
            ("top" in self.sides and cell[0] < 0)
            or ("bottom" in self.sides and cell[0] > 1)
            or ("left" in self.sides and cell[1] < 0)
            or ("right" in self.sides and cell[1] > 0)
        )

    def around(self, cell):
        return sorted(filter(self.is_on_board, neighbours(cell, self.topology)))

    def order(self, cell):
        row = -cell[0] if "bottom" in self.sides else cell[0]
        col = -cell[1] if "right" in self.sides else cell[1]
        return (col, row) if self.sides in (("left",), ("right",)) else (row, col)

    def first_cells(self):
        row = 1 if "bottom" in self.sides else 0
        if len(self.sides) == 2:
            widest = 2 * (2 * self.most_mines - 1)
            return [(row, -col if "right" in self.sides else col) for col in range(widest)]
        # Up to shifts; on hexagons by an even number of rows.
        parities = (0, 1) if self.topology == "hex" and not {"top", "bottom"} & set(self.sides) else (row,)
        return [(parity, 0) for parity in parities]

    def pairs(self):
        """[(a, b, mines)], with the first cell in a."""
        for first in self.first_cells():
            self.first = self.order(first)
            self.visit({first: 1}, frozenset(), frozenset(), dict.fromkeys(self.around(first), 1))
        return self.found

    def fewest_mines(self, signs, mines):
        """Of all pairs of which this is a part."""
        a = sum(sign > 0 for sign in signs.values())
        b = len(signs) - a
        if len(self.sides) == 2:  # the cells on the way to the other border
            gap = min(abs(col) for _, col in signs)
            k = max(a, b, (a + b + (gap + 1) // 2 + 1) // 2)
        else:
            k = max(a, b)
        top, bottom = min(row for row, _ in signs), max(row for row, _ in signs)
        above, below = sum(row < top for row, _ in mines), sum(row > bottom for row, _ in mines)
        beyond = above if "top" in self.sides else max(above, self.ends)
        beyond += below if "bottom" in self.sides else max(below, self.ends)
        return k + len(mines) - above - below + beyond

    def is_open(self, fact, signs, mines, false):
        """Whether it may still hold that this cell is a mine outside of the sets (0), or in A (1) or B (-1)."""
        cell, kind = fact
        if fact in false or cell in signs:
            return False
        return kind == 0 or cell not in mines and self.order(cell) > self.first

    def next_facts(self, signs, mines, false, sums):
        """Of which one must hold, for the cell that leaves fewest; None if no cell tells the sets apart."""
        fewest = None
        for cell, seen in sums.items():
            if seen and cell not in signs and cell not in mines:
                less = -1 if seen > 0 else 1
                facts = [(cell, 0), (cell, 1), (cell, -1)] + [(other, less) for other in self.around(cell)]
                facts = [fact for fact in facts if self.is_open(fact, signs, mines, false)]
                if fewest is None or len(facts) < len(fewest):
                    fewest = facts
                    if len(facts) < 2:
                        break
        return fewest

    def visit(self, signs, mines, false, sums):
        """signs: 1 for cells of A, -1 for those of B; sums: of the signs around a cell; false: facts that do not hold."""
        if self.fewest_mines(signs, mines) > self.most_mines:
            return
        facts = self.next_facts(signs, mines, false, sums)
        if facts is None:
            a = frozenset(cell for cell, sign in signs.items() if sign > 0)
            b = frozenset(signs) - a
            if len(a) == len(b):  # larger pairs contain this one
                if telling(a, b, self.topology, self.is_on_board) == mines:
                    self.found.append((a, b, mines))
                return
            near = {other for cell in signs for middle in self.around(cell) for other in self.around(middle)}
            facts = [(cell, sign) for cell in sorted(near) for sign in (1, -1)]
            facts = [fact for fact in facts if self.is_open(fact, signs, mines, false)]
        for cell, kind in facts:
            if kind == 0:
                self.visit(signs, mines | {cell}, false, sums)
            else:
                changed = dict(sums)
                for other in self.around(cell):
                    changed[other] = changed.get(other, 0) + kind
                self.visit({**signs, cell: kind}, mines, false, changed)
            false = false | {(cell, kind)}


class Pattern:
    """A pair with its mines; `place` is inside, edge or corner; `count(side)` is the number of its places on a board.

    `ways`: 2, or 1 if it contains a smaller pattern when its mines lie on one of the two sets.
    """

    def __init__(self, a, b, mines, sides, ways):
        self.a, self.b, self.mines, self.sides, self.ways = a, b, mines, sides, ways
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
        return self.ways * p**self.mine_count * (1 - p) ** len(self.b)

    def drawing(self):
        cells = set(self.a) | set(self.b) | self.mines
        rows = range(min(c[0] for c in cells), max(c[0] for c in cells) + 1)
        cols = range(min(c[1] for c in cells), max(c[1] for c in cells) + 1)
        letters = {**{c: "a" for c in self.a}, **{c: "b" for c in self.b}, **{c: "*" for c in self.mines}}
        lines = []
        for row in rows:
            lines.append(" ".join(letters.get((row, col), ".") for col in cols))
        return lines

    def moved(self, move, sides):
        a, b = (tuple(sorted(map(move, some))) for some in (self.a, self.b))
        return Pattern(a, b, frozenset(map(move, self.mines)), sides, self.ways)


# Other borders by symmetries of the board: sides, those that are searched, and how cells move.
SQUARE_SIDES = [
    (("bottom",), ("top",), lambda cell: (-cell[0], cell[1])),
    (("left",), ("top",), lambda cell: (cell[1], cell[0])),
    (("right",), ("top",), lambda cell: (cell[1], -cell[0])),
    (("top", "right"), ("top", "left"), lambda cell: (cell[0], -cell[1])),
    (("bottom", "left"), ("top", "left"), lambda cell: (-cell[0], cell[1])),
    (("bottom", "right"), ("top", "left"), lambda cell: (-cell[0], -cell[1])),
]
# Half a turn leaves odd rows shifted to the right.
HEX_SIDES = [
    (opposite, sides, lambda cell: (1 - cell[0], -cell[1]))
    for opposite, sides in [
        (("bottom",), ("top",)),
        (("right",), ("left",)),
        (("bottom", "right"), ("top", "left")),
        (("bottom", "left"), ("top", "right")),
    ]
]


def patterns(topology, most_mines, borders=True):
    """All patterns of at most most_mines[place] mines. A hex board has an even number of rows, the first one unshifted."""
    symmetric = HEX_SIDES if topology == "hex" else SQUARE_SIDES
    searched = sorted({sides for _, sides, _ in symmetric}, key=lambda sides: (len(sides), sides))
    found = []
    for sides in [(), *searched] if borders else [()]:
        search = Search(topology, sides, most_mines[("inside", "edge", "corner")[len(sides)]])
        for a, b, mines in search.pairs():
            if len(sides) == 2 and all(cell[1] != 0 for cell in a | b):
                continue  # it touches one border alone
            a, b = tuple(sorted(a)), tuple(sorted(b))
            ways = sum(
                not contains_smaller(*some, mines, topology, search.is_on_board) for some in ((a, b), (b, a))
            )
            if ways:
                found.append(Pattern(a, b, mines, sides, ways))
    if borders:
        for sides, like, move in symmetric:
            found += [pattern.moved(move, sides) for pattern in found if pattern.sides == like]
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
    parser.add_argument("--inside", type=int, default=9, help="most mines of a pattern inside")
    parser.add_argument("--edge", type=int, default=6, help="most mines of a pattern on an edge")
    parser.add_argument("--corner", type=int, default=5, help="most mines of a pattern in a corner")
    parser.add_argument("--side", type=int, nargs="+", help="of the boards")
    parser.add_argument("--density", type=float, nargs="+", default=[], help="of the mines, one for each board")
    args = parser.parse_args()
    most = {"inside": args.inside, "edge": args.edge, "corner": args.corner}
    found = patterns(args.topology, most, args.topology != "torus")
    kinds = sorted({(p.place, p.mine_count, len(p.a)) for p in found})
    print("place   mines  k  patterns")
    for place, mines, k in kinds:
        some = [p for p in found if (p.place, p.mine_count, len(p.a)) == (place, mines, k)]
        one_way = sum(p.ways == 1 for p in some)
        print(f"{place:7s} {mines:5d} {k:2d}  {len(some)}" + (f", {one_way} of them with mines on one set alone" if one_way else ""))
        if not args.side:
            for shape in sorted({shape_of(p.a + p.b) for p in some}):
                one = next(p for p in some if shape_of(p.a + p.b) == shape)
                print(*("        " + line for line in [" ".join(one.sides)] + one.drawing()), "", sep="\n")
    for side, p in zip(args.side or [], args.density):
        sums = expected(found, args.topology, side, p)
        print(f"side {side}, p {p:.4f}:", ", ".join(f"{place} {mines}: {n:.4f}" for (place, mines), n in sorted(sums.items())))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""The smallest patterns that no player can resolve, and how many a random board holds.

    ambiguous_patterns.py                                    # the patterns of squares, with drawings
    ambiguous_patterns.py --topology hex
    ambiguous_patterns.py --side 256 --density 0.126         # their expected numbers on a board, by place and mines
    ambiguous_patterns.py --topology cairo --uneven          # of a lattice of data/lattices: inside alone
    ambiguous_patterns.py --smallest cairo knight            # the fewest mines of any pattern of these lattices
    ambiguous_patterns.py --smallest cairo knight --figure lattice_patterns.svg

Two sets A and B of k cells each are ambiguous if the mines may lie on A or on B while nothing else changes: every cell
next to a different number of cells of A than of B is a mine itself (the set M), for a shown number would tell them apart.
With mine density p the mines lie so, on A or on B, with probability p^(k + |M|) (1 - p)^k each. Cells beyond a border show
nothing, so that fewer mines do there.

Counted are all pairs up to a number of mines of which no part can be separated from the rest: from each cell of A and B the
others are reached in steps between cells that have a neighbour in common. A pair that contains a smaller one while the mines
lie on A is counted with its mines on B alone, and the other way round. Alternatives of three ways count as three pairs.

With --uneven the sets may also differ in size: then the total number of mines tells one such pair apart, but of many on a
board it only tells on how many the mines lie on the larger set. The mines of such a pattern are those with the larger set.
An enclosed cell is the simplest (A alone, B empty).
"""
import argparse
import collections
import functools
import itertools
import json
import math
import pathlib

LATTICES = pathlib.Path(__file__).resolve().parents[1] / "lattices"


class Lattice:
    """Of data/lattices. Cells are (row, column), on a lattice in layers (row, column, layer), as on boards without borders."""

    def __init__(self, name):
        data = json.loads((LATTICES / f"{name}.json").read_text())
        self.height, self.width = data["unit"]
        self.is_layered = data.get("layered", False)
        self.sees, self.steps, self.outlines = data["sees"], data["steps"], data["outlines"]
        last = (0,) if self.is_layered else ()
        self.unit = [(row, col) + last for row in range(self.height) for col in range(self.width)]
        self.most_neighbours = max(map(len, self.sees))

    def kind(self, cell):
        """Its number in its unit."""
        return cell[0] % self.height * self.width + cell[1] % self.width

    def neighbours(self, cell):
        row, col = cell[0] // self.height, cell[1] // self.width
        found = set()
        for down, right, kind, *layers in self.sees[self.kind(cell)]:
            place = ((row + down) * self.height + kind // self.width, (col + right) * self.width + kind % self.width)
            found.add(place + tuple(cell[2] + layer for layer in layers))
        return found

    def outline(self, cell):
        """The corners (x, y) of the cell in its layer."""
        (a, b), (c, d) = self.steps
        row, col = cell[0] // self.height, cell[1] // self.width
        return [(x + row * a + col * c, y + row * b + col * d) for x, y in self.outlines[self.kind(cell)]]

    def place(self, cell):
        """The centre of the cell: (x, y), in layers (x, y, z)."""
        corners = self.outline(cell)
        return (*(sum(corner[i] for corner in corners) / len(corners) for i in (0, 1)), *map(float, cell[2:]))

    @functools.cached_property
    def outer_mines(self):
        """Directions in which every pattern has a mine of its own beyond its furthest cell: [(direction, how far beyond)].

        Cell y has to be a mine if it is further than the furthest cell x of A and B and all other neighbours of y are
        further than x: then it sees x alone. Two directions give two mines if, whatever kind of cell x is, they differ
        where x is the same.
        """
        chosen = []
        for direction in directions(3 if self.is_layered else 2):
            along = functools.partial(distance_along, self, direction)
            beyond = []
            for x in self.unit:
                further = {y: along(y) - along(x) for y in self.neighbours(x)}
                others = {y: min(along(z) - along(x) for z in self.neighbours(y) if z != x) for y in further}
                beyond.append({y: by for y, by in further.items() if min(by, others[y]) > 1e-6})
            if all(beyond) and not any(one.keys() & two.keys() for _, some in chosen for one, two in zip(some, beyond)):
                chosen.append((direction, beyond))
        return [(direction, min(by for some in beyond for by in some.values())) for direction, beyond in chosen]


def directions(dimensions, count=120):
    """Some in general position: on a circle, or on a sphere along a spiral."""
    if dimensions == 2:
        return [(math.cos(angle), math.sin(angle)) for angle in (2 * math.pi * (i + 0.1234) / count for i in range(count))]
    heights = [1 - 2 * (i + 0.5) / count for i in range(count)]
    turns = [2.3999632 * i for i in range(count)]
    return [(math.sqrt(1 - z * z) * math.cos(t), math.sqrt(1 - z * z) * math.sin(t), z) for z, t in zip(heights, turns)]


def distance_along(lattice, direction, cell):
    return sum(a * b for a, b in zip(direction, lattice.place(cell)))


@functools.cache
def lattice_of(topology):
    return Lattice(topology)


@functools.cache
def neighbours(cell, topology):
    return frozenset(lattice_of(topology).neighbours(cell))


def has_borders(topology):
    """Whether its boards have borders here; those of other lattices are searched without."""
    return topology in ("square", "hex")


def telling(a, b, topology, is_on_board):
    """The cells outside of a and b that are next to different numbers of cells of a and of b."""
    sums = collections.Counter()
    for sign, cells in ((1, a), (-1, b)):
        for cell in cells:
            for other in neighbours(cell, topology):
                sums[other] += sign
    both = set(a) | set(b)
    return frozenset(c for c, n in sums.items() if n != 0 and c not in both and is_on_board(c))


def contains_smaller(a, b, mines, topology, is_on_board, uneven=False):
    """Whether, where the mines lie on a, some cells of a and of b alone are ambiguous too."""
    sizes = itertools.product(range(len(a) + 1), range(len(b) + 1)) if uneven else ((k, k) for k in range(1, len(a)))
    for size_a, size_b in sizes:
        if 0 < size_a + size_b < len(a) + len(b):
            for some_a in itertools.combinations(a, size_a):
                known = mines | (set(a) - set(some_a))
                for some_b in itertools.combinations(b, size_b):
                    if telling(some_a, some_b, topology, is_on_board) <= known:
                        return True
    return False


class Search:
    """All ambiguous pairs at some borders, of at most most_mines mines; a smaller pair may be in one, but none with its mines.

    A pair is found from its first cell, row by row from the border (column by column from a border at the left). As long as
    some cell tells the sets apart, one of these holds: it is a mine, or in A, or in B, or has another neighbour in the set
    that it sees less of. Each is tried in turn, those before it being false from then on, so that every pair is found once.
    Left out is what must get too many mines: by the mines around it, or by the cells that still tell its sets apart.
    """

    def __init__(self, topology, sides, most_mines, uneven=False):
        self.topology, self.sides, self.most_mines, self.uneven = topology, sides, most_mines, uneven
        self.lattice = lattice_of(topology)
        # The end of the row of A and B that is furthest up or down sees one cell alone from outside, beyond the row: so do
        # both ends if there are no borders at their sides.
        self.ends = 2 - ("left" in sides or "right" in sides)
        self.found = []
        # Asked millions of times about few cells.
        self.around, self.order = functools.cache(self.around), functools.cache(self.order)
        self.along = functools.cache(functools.partial(distance_along, self.lattice))

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
        if not self.sides:
            return cell
        row = -cell[0] if "bottom" in self.sides else cell[0]
        col = -cell[1] if "right" in self.sides else cell[1]
        return (col, row) if self.sides in (("left",), ("right",)) else (row, col)

    def first_cells(self):
        if not self.sides:  # up to shifts by units
            return self.lattice.unit
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

    def smallest_set(self, signs, sizes):
        """The larger set of all pairs of which this is a part has at least so many cells."""
        larger = max(sizes)
        if len(self.sides) == 2:  # the cells on the way to the other border
            gap = min(abs(col) for _, col in signs)
            larger = max(larger, (len(signs) + (gap + 1) // 2 + 1) // 2)
        return larger

    def fewest_mines(self, signs, mines):
        """Besides those of a set, of all pairs of which this is a part."""
        if not self.sides:
            outer = self.lattice.outer_mines
            limits = [(way, max(self.along(way, cell) for cell in signs) + by - 1e-6) for way, by in outer]
            beyond = sum(any(self.along(way, cell) > limit for way, limit in limits) for cell in mines)
            return len(mines) - beyond + max(beyond, len(outer))
        top, bottom = min(row for row, _ in signs), max(row for row, _ in signs)
        above, below = sum(row < top for row, _ in mines), sum(row > bottom for row, _ in mines)
        beyond = above if "top" in self.sides else max(above, self.ends)
        beyond += below if "bottom" in self.sides else max(below, self.ends)
        return len(mines) - above - below + beyond

    def may_be_completed(self, signs, mines, sizes, telling_count):
        """Whether as many mines as are left could do for the cells that tell the sets apart.

        A mine stops one cell from telling, a cell of A or B at most itself and its neighbours.
        """
        smallest = self.smallest_set(signs, sizes)
        fewest = self.fewest_mines(signs, mines)
        return any(
            telling_count
            <= (2 * larger - len(signs)) * (1 + self.lattice.most_neighbours) + self.most_mines - larger - len(mines)
            for larger in range(smallest, self.most_mines - fewest + 1)
        )

    def is_open(self, fact, signs, mines, false):
        """Whether it may still hold that this cell is a mine outside of the sets (0), or in A (1) or B (-1)."""
        cell, kind = fact
        if fact in false or cell in signs:
            return False
        return kind == 0 or cell not in mines and self.order(cell) > self.first

    def next_facts(self, signs, mines, false, telling_sums):
        """Of which one must hold, for the cell that leaves fewest."""
        fewest = None
        for cell, seen in telling_sums:
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
        more = sum(sign > 0 for sign in signs.values())
        sizes = (more, len(signs) - more)
        telling_sums = [(c, seen) for c, seen in sums.items() if seen and c not in signs and c not in mines]
        if not self.may_be_completed(signs, mines, sizes, len(telling_sums)):
            return
        if telling_sums:
            facts = self.next_facts(signs, mines, false, telling_sums)
        else:
            a = frozenset(cell for cell, sign in signs.items() if sign > 0)
            b = frozenset(signs) - a
            if len(a) == len(b) or self.uneven:  # larger pairs contain this one
                if telling(a, b, self.topology, self.is_on_board) == mines:
                    self.found.append((a, b, mines))
                return
            near = {middle for cell in signs for middle in self.around(cell)}
            near |= {other for middle in near for other in self.around(middle)}
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

    Of sets of different sizes a is the larger. `ways`: 2, or 1 if it contains a smaller pattern when its mines lie on one
    of two sets of a size; of different sizes 1, for the larger set.
    """

    def __init__(self, a, b, mines, sides, ways):
        self.a, self.b, self.mines, self.sides, self.ways = a, b, mines, sides, ways
        rows, cols = {c[0] for c in a + b}, {c[1] for c in a + b}
        self.height, self.width = max(rows) - min(rows) + 1, max(cols) - min(cols) + 1
        self.mine_count = len(a) + len(mines)
        self.place = ("inside", "edge", "corner")[len(sides)]

    @property
    def is_even(self):
        return len(self.a) == len(self.b)

    def count(self, side, topology):
        if not has_borders(topology):
            lattice = lattice_of(topology)
            return side ** (3 if lattice.is_layered else 2) / len(lattice.unit)
        vertical = 1 if {"top", "bottom"} & set(self.sides) else side - self.height - 1
        horizontal = 1 if {"left", "right"} & set(self.sides) else side - self.width - 1
        # Each of the two parities of the first row is a pattern of its own.
        share = 0.5 if topology == "hex" and not {"top", "bottom"} & set(self.sides) else 1
        return share * vertical * horizontal

    def probability(self, p):
        return self.ways * p**self.mine_count * (1 - p) ** len(self.b)

    def probability_of_smaller(self, p):
        """That its place has the mines on the smaller set."""
        return p ** (len(self.b) + len(self.mines)) * (1 - p) ** len(self.a)

    def letters(self):
        return {**{c: "a" for c in self.a}, **{c: "b" for c in self.b}, **{c: "*" for c in self.mines}}

    def drawing(self):
        """Row by row; layer after layer, if there are any."""
        letters = self.letters()
        rows, cols, *layers = (range(min(some), max(some) + 1) for some in zip(*letters))
        lines = []
        for layer in itertools.product(*layers):
            lines += [" ".join(letters.get((row, col, *layer), ".") for col in cols) for row in rows] + [""]
        return lines[:-1]

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


def patterns(topology, most_mines, borders=True, uneven=False):
    """All patterns of at most most_mines[place] mines. A hex board has an even number of rows, the first one unshifted."""
    symmetric = HEX_SIDES if topology == "hex" else SQUARE_SIDES
    searched = sorted({sides for _, sides, _ in symmetric}, key=lambda sides: (len(sides), sides))
    borders = borders and has_borders(topology)
    found = []
    for sides in [(), *searched] if borders else [()]:
        search = Search(topology, sides, most_mines[("inside", "edge", "corner")[len(sides)]], uneven)
        for a, b, mines in search.pairs():
            if len(sides) == 2 and all(cell[1] != 0 for cell in a | b):
                continue  # it touches one border alone
            a, b = tuple(sorted(a)), tuple(sorted(b))
            if len(a) < len(b):
                a, b = b, a
            ways = sum(
                not contains_smaller(*some, mines, topology, search.is_on_board, uneven)
                for some in ((a, b), (b, a))
                if len(some[0]) == len(a)
            )
            if ways:
                found.append(Pattern(a, b, mines, sides, ways))
    if borders:
        for sides, like, move in symmetric:
            found += [pattern.moved(move, sides) for pattern in found if pattern.sides == like]
    return found


@functools.cache
def smallest(topology):
    """The patterns inside of the fewest mines, of sets of the same and of different sizes."""
    return next(filter(None, (patterns(topology, {"inside": k}, False, uneven=True) for k in itertools.count(1))))


def expected(found, topology, side, p):
    """{(place, mines): expected number} on a board of side x side cells, or side layers of them."""
    sums = collections.Counter()
    for pattern in found:
        sums[pattern.place, pattern.mine_count] += pattern.count(side, topology) * pattern.probability(p)
    return dict(sums)


def ways_per_cell(found, topology):
    """{whether the sets are of a size: ways for the mines to lie so, for each cell of the lattice}."""
    sums = collections.Counter()
    for pattern in found:
        sums[pattern.is_even] += pattern.ways / len(lattice_of(topology).unit)
    return sums


def win_chance(found, topology, cells, p):
    """On a board of so many cells without borders, with no other places to guess at than these patterns.

    Two sets of a size are a guess at even odds. Of sets of different sizes let mines lie on the larger one at j places and on
    the smaller one at i others. The mine count tells j; what is dug in the end is one of (i + j choose j) ways, of which
    one is right. All numbers are taken for Poisson.
    """
    larger = smaller = even = 0.0
    for pattern in found:
        places = cells / len(lattice_of(topology).unit)
        if pattern.is_even:
            even += places * pattern.probability(p)
        else:
            larger += places * pattern.probability(p)
            smaller += places * pattern.probability_of_smaller(p)
    return sum(
        math.exp(log_poisson(larger, j) + log_poisson(smaller, i) - log_choose(i + j, j) - even / 2)
        for j in likely_numbers(larger)
        for i in likely_numbers(smaller)
    )


def log_choose(n, k):
    return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)


def log_poisson(mean, number):
    return number * math.log(mean) - mean - math.lgamma(number + 1) if mean else 0.0


def likely_numbers(mean):
    """Of which a Poisson number of this mean is another one with a negligible probability."""
    spread = 8 * math.sqrt(mean)
    return range(max(0, math.floor(mean - spread)), math.ceil(mean + spread) + 20) if mean else range(1)


def half_density(found, topology, cells):
    """At which half of the games are won."""
    high = 1e-3
    while win_chance(found, topology, cells, high) > 0.5:
        high *= 1.2
    low = high / 1.2
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if win_chance(found, topology, cells, middle) > 0.5 else (low, middle)
    return low


def shape_of(cells):
    """A set of cells up to shifts, turns and mirror images of the square lattice."""
    def normal(some):
        row, col = min(c[0] for c in some), min(c[1] for c in some)
        return tuple(sorted((c[0] - row, c[1] - col) for c in some))
    images = []
    for turned in (cells, [(c, -r) for r, c in cells], [(-r, -c) for r, c in cells], [(-c, r) for r, c in cells]):
        images += [normal(turned), normal([(r, -c) for r, c in turned])]
    return min(images)


def congruence_class(lattice, pattern):
    """The same for patterns that differ by a motion or mirror image of the lattice: all distances, by kinds of cells."""
    places = {cell: lattice.place(cell) for cell in pattern.letters()}

    def distances(letters):
        pairs = itertools.combinations(sorted(letters), 2)
        return tuple(
            sorted((*sorted((letters[x], letters[y])), round(math.dist(places[x], places[y]), 3)) for x, y in pairs)
        )

    letters = pattern.letters()
    swapped = {cell: {"a": "b", "b": "a"}.get(letter, letter) for cell, letter in letters.items()}
    return min(distances(letters), distances(swapped)) if pattern.is_even else distances(letters)


def by_shape(found, shape):
    """[[patterns of a shape]] in the order of their shapes."""
    shapes = collections.defaultdict(list)
    for pattern in found:
        shapes[shape(pattern)].append(pattern)
    return [some for _, some in sorted(shapes.items())]


def by_congruence(found, topology):
    return by_shape(found, functools.partial(congruence_class, lattice_of(topology)))


PANEL, LINE = 168, 13  # points


def panel(lattice, pattern, title):
    """SVG of the tiles around a pattern: mines dark, its sets with letters. Of layers the first is drawn at the top left."""
    letters = pattern.letters()
    layers = sorted({cell[2:] for cell in letters})
    across = math.ceil(math.sqrt(len(layers)))
    near = {other[:2] for cell in letters for other in [cell, *lattice.neighbours(cell)]}
    tiles = {cell: lattice.outline((*cell, *layers[0])) for cell in sorted(near)}
    corners = [corner for outline in tiles.values() for corner in outline]
    low, high = ([pick(corner[i] for corner in corners) for i in (0, 1)] for pick in (min, max))
    size = [1.1 * (high[i] - low[i]) for i in (0, 1)]  # of a layer, with a gap
    scale = min((PANEL - 8) / across / size[0], (PANEL - 2 * LINE) / across / size[1])
    font = min(10.67, 0.8 * scale)
    lines = [f'<text x="4" y="{LINE - 2}">{title}</text>']
    for number, layer in enumerate(layers):
        left, top = 4 + number % across * scale * size[0], LINE + 4 + number // across * scale * size[1]
        for cell, outline in tiles.items():
            letter = letters.get((*cell, *layer), "")
            points = [(left + scale * (x - low[0]), top + scale * (y - low[1])) for x, y in outline]
            fill = {"*": "#444444", "a": "#dddddd", "b": "#dddddd"}.get(letter, "white")
            text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            lines.append(f'<polygon points="{text}" fill="{fill}" stroke="#888888" stroke-width="0.5"/>')
            if letter:
                x, y = (sum(point[i] for point in points) / len(points) for i in (0, 1))
                ink = "white" if letter == "*" else "black"
                lines.append(
                    f'<text x="{x:.1f}" y="{y + 0.33 * font:.1f}" font-size="{font:.2f}" text-anchor="middle" '
                    f'fill="{ink}">{letter}</text>'
                )
    return lines


def figure(topologies, columns=3):
    """SVG of the smallest patterns of lattices, one of each shape."""
    panels = []
    for topology in topologies:
        for some in by_congruence(smallest(topology), topology):
            panels.append(panel(lattice_of(topology), some[0], f"{topology}: {some[0].mine_count} mines"))
    width, height = columns * PANEL, -(-len(panels) // columns) * (PANEL + 4)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="Helvetica" font-size="10.67">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, some in enumerate(panels):
        lines += [f'<g transform="translate({number % columns * PANEL},{number // columns * (PANEL + 4)})">', *some, "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def print_smallest(topologies):
    print("lattice    mines  |A|  |B|  of them outside  patterns, cells in a unit")
    for topology in topologies:
        for some in by_congruence(smallest(topology), topology):
            one = some[0]
            sizes = f"{one.mine_count:5d}  {len(one.a):3d}  {len(one.b):3d}  {len(one.mines):15d}"
            print(f"{topology:9s}  {sizes}  {len(some)}, {len(lattice_of(topology).unit)}")


def print_patterns(found, args):
    kinds = sorted({(p.place, p.mine_count, len(p.a), len(p.b)) for p in found})
    print("place   mines  k  patterns")
    for kind in kinds:
        some = [p for p in found if (p.place, p.mine_count, len(p.a), len(p.b)) == kind]
        place, mines, k, other = kind
        one_way = sum(p.is_even and p.ways == 1 for p in some)
        note = f", {one_way} of them with mines on one set alone" if one_way else ""
        note += f", the other set has {other} cell" + "s" * (other != 1) if other != k else ""
        print(f"{place:7s} {mines:5d} {k:2d}  {len(some)}{note}")
        if not args.side:
            on_planes = args.topology in ("square", "torus", "hex")
            shapes = by_shape(some, lambda p: shape_of(p.a + p.b)) if on_planes else by_congruence(some, args.topology)
            for one, *_ in shapes:
                print(*("        " + line for line in [" ".join(one.sides)] + one.drawing()), "", sep="\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = sorted(path.stem for path in LATTICES.glob("*.json"))
    parser.add_argument("--topology", choices=names, metavar="NAME", default="square", help=f"one of {', '.join(names)}")
    parser.add_argument("--inside", type=int, default=9, help="most mines of a pattern inside (9; some lattices take hours)")
    parser.add_argument("--edge", type=int, default=6, help="most mines of a pattern on an edge")
    parser.add_argument("--corner", type=int, default=5, help="most mines of a pattern in a corner")
    parser.add_argument("--uneven", action="store_true", help="also sets of different sizes")
    parser.add_argument("--side", type=int, nargs="+", help="of the boards")
    parser.add_argument("--density", type=float, nargs="+", default=[], help="of the mines, one for each board")
    parser.add_argument("--smallest", nargs="+", choices=names, metavar="NAME", help="patterns of the fewest mines of lattices")
    parser.add_argument("--figure", help="an SVG of them")
    args = parser.parse_args()
    if args.smallest:
        print_smallest(args.smallest)
        if args.figure:
            pathlib.Path(args.figure).write_text(figure(args.smallest))
        return
    most = {"inside": args.inside, "edge": args.edge, "corner": args.corner}
    found = patterns(args.topology, most, uneven=args.uneven)
    print_patterns(found, args)
    for side, p in zip(args.side or [], args.density):
        sums = expected(found, args.topology, side, p)
        print(f"side {side}, p {p:.4f}:", ", ".join(f"{place} {mines}: {n:.4f}" for (place, mines), n in sorted(sums.items())))


if __name__ == "__main__":
    main()

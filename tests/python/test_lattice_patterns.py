"""The smallest ambiguous patterns of lattices, against all pairs of sets in a box and against posteriors."""
import importlib
import itertools
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import xml.etree.ElementTree

import numpy
import pytest

PROGRAM = os.environ.get("SAPPER_PROGRAM")
DATA = pathlib.Path(__file__).resolve().parents[2] / "data"
sys.path.insert(0, str(DATA / "studies"))
ambiguous_patterns = importlib.import_module("ambiguous_patterns")

# Mines, larger set, smaller set, patterns of a unit.
SMALLEST = {
    "square": {(6, 2, 2): 1},
    "hex": {(7, 1, 1): 6, (7, 1, 0): 2},
    "triangle": {(7, 1, 1): 6},
    "triangle3": {(4, 1, 0): 4},
    "cairo": {(4, 2, 2): 2},
    "snub": {(5, 1, 1): 2},
    "kagome": {(6, 2, 1): 6},
    "knight": {(9, 1, 0): 1},
    "apart2": {(6, 2, 2): 1},
    "cube6": {(7, 1, 0): 1},
    "cube26": {(12, 4, 4): 1},
}


def kinds_of(found):
    kinds = [(p.mine_count, len(p.a), len(p.b)) for p in found]
    return {kind: kinds.count(kind) for kind in kinds}


@pytest.mark.parametrize("topology", SMALLEST)
def test_smallest_patterns(topology):
    found = ambiguous_patterns.smallest(topology)
    assert kinds_of(found) == SMALLEST[topology]
    assert all(pattern.ways == (2 if pattern.is_even else 1) for pattern in found)


# What a box holds, against the geometry of the tiles.

STEPS = {
    "knight": [(i, j) for i, j in itertools.product(range(-2, 3), repeat=2) if i * i + j * j == 5],
    "apart2": [(i, j) for i, j in itertools.product((-2, 0, 2), repeat=2) if (i, j) != (0, 0)],
    "cube6": [step for step in itertools.product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 1],
    "cube26": [step for step in itertools.product((-1, 0, 1), repeat=3) if any(step)],
}


def touching(topology, cells):
    """[i, j] whether the cells see one another: steps, or tiles with a corner, of triangle3 with two corners, in common."""
    if topology in STEPS:
        steps = set(STEPS[topology])
        return numpy.array([[tuple(p - q for p, q in zip(x, y)) in steps for x in cells] for y in cells])
    data = json.loads((DATA / "lattices" / f"{topology}.json").read_text())
    height, width = data["unit"]
    (a, b), (c, d) = data["steps"]
    outlines = []
    for row, col in cells:
        corners = data["outlines"][row % height * width + col % width]
        down, right = row // height, col // width
        outlines.append({(round(x + down * a + right * c, 3), round(y + down * b + right * d, 3)) for x, y in corners})
    shared = numpy.array([[len(x & y) for x in outlines] for y in outlines])
    numpy.fill_diagonal(shared, 0)
    return shared >= (2 if topology == "triangle3" else 1)


def pairs_in_a_box(topology, box, most_cells, most_mines):
    """{(A, B, mines, ways)} with the sets in the box, of at most so many cells each; without loss A is the larger one."""
    reach = 4
    around = list(itertools.product(*(range(-reach, size + reach) for size in box)))
    touches = touching(topology, around).astype(numpy.int8)
    index = {cell: i for i, cell in enumerate(around)}
    inside = [index[cell] for cell in itertools.product(*map(range, box))]
    members = [some for size in range(most_cells + 1) for some in itertools.combinations(inside, size)]
    is_in = numpy.zeros((len(members), len(around)), bool)
    for i, some in enumerate(members):
        is_in[i, list(some)] = True
    seen = is_in.astype(numpy.int8) @ touches
    sizes = is_in.sum(axis=1)
    mines_of = {}  # of pairs of which at least one side has at most so many mines
    for i in range(len(members)):
        tells = (seen != seen[i]) & ~is_in & ~is_in[i]
        good = (tells.sum(axis=1) + numpy.minimum(sizes, sizes[i]) <= most_mines) & ~(is_in & is_in[i]).any(axis=1)
        good[i] = False
        for j in numpy.flatnonzero(good):
            mines_of[members[i], members[j]] = frozenset(numpy.flatnonzero(tells[j]).tolist())

    def is_minimal(a, b):
        known = mines_of[a, b]
        return not any(
            mines_of.get((some_a, some_b), {None}) <= known | (set(a) - set(some_a))
            for i in range(len(a) + 1)
            for j in range(len(b) + 1)
            if 0 < i + j < len(a) + len(b)
            for some_a in itertools.combinations(a, i)
            for some_b in itertools.combinations(b, j)
        )

    def names(cells):
        return frozenset(around[cell] for cell in cells)

    result = set()
    for (a, b), mines in mines_of.items():
        if len(a) >= len(b) and len(a) + len(mines) <= most_mines:
            ways = is_minimal(a, b) + (len(a) == len(b) and is_minimal(b, a))
            if ways:
                result.add((frozenset([names(a), names(b)]), names(mines), ways))
    return result


@pytest.mark.parametrize(
    "topology, box, most_cells, most_mines",
    [
        ("square", (3, 4), 3, 9),
        ("hex", (4, 4), 2, 9),
        ("triangle", (4, 4), 2, 7),
        ("triangle3", (4, 4), 3, 7),
        ("cairo", (4, 3), 4, 6),
        ("snub", (4, 5), 2, 6),
        ("kagome", (4, 6), 2, 6),
        ("knight", (4, 4), 3, 12),
        ("apart2", (3, 5), 3, 7),
        ("cube6", (2, 3, 2), 3, 9),
    ],
)
def test_finds_all_patterns_within_a_box(topology, box, most_cells, most_mines):
    lattice = ambiguous_patterns.lattice_of(topology)
    keys = set()
    for pattern in ambiguous_patterns.patterns(topology, {"inside": most_mines}, uneven=True, borders=False):
        if len(pattern.a) > most_cells:
            continue
        cells = pattern.a + pattern.b
        shifts = [range(-12, 13, step) for step in (lattice.height, lattice.width, 1)][: len(box)]
        for shift in itertools.product(*shifts):
            def moved(some):
                return frozenset(tuple(p + q for p, q in zip(cell, shift)) for cell in some)

            if all(0 <= p < size for cell in moved(cells) for p, size in zip(cell, box)):
                keys.add((frozenset([moved(pattern.a), moved(pattern.b)]), moved(pattern.mines), pattern.ways))
    assert len(keys) > 0
    assert keys == pairs_in_a_box(topology, box, most_cells, most_mines)


@pytest.mark.skipif(PROGRAM is None, reason="SAPPER_PROGRAM names no program")
@pytest.mark.parametrize("topology", SMALLEST)
def test_posterior_leaves_smallest_patterns_open(topology, tmp_path):
    """Where all other cells are shown and nobody knows the number of mines."""
    lattice = ambiguous_patterns.lattice_of(topology)
    pattern = ambiguous_patterns.smallest(topology)[0]
    size = (12, 12, 8)[: len(pattern.a[0])]
    # The pattern is well inside; the shift is a multiple of every unit.
    a, b, mines = ([tuple(map(sum, zip(cell, (4, 6, 3)))) for cell in some] for some in (pattern.a, pattern.b, pattern.mines))
    board = sorted(itertools.product(*map(range, size)), key=lambda cell: (*cell[2:], *cell[:2]))
    hidden = {*a, *b, *mines}
    shown = [None if cell in hidden else sum(other in {*a, *mines} for other in lattice.neighbours(cell)) for cell in board]
    position = {
        "rows": size[0],
        "cols": size[1],
        **({"layers": size[2]} if lattice.is_layered else {}),
        "topology": topology,
        "mines": "*",
        "cells": [shown[i : i + size[1]] for i in range(0, len(shown), size[1])],
    }
    file = tmp_path / "position.json"
    file.write_text(json.dumps(position))
    said = subprocess.run([PROGRAM, "analyze", file, "--json"], check=True, capture_output=True, text=True).stdout
    risks = numpy.array(json.loads(said)["p_mine"], float).reshape(-1)
    risk = dict(zip(board, risks))
    assert all(0 < risk[cell] < 1 for cell in a + b)


@pytest.mark.parametrize("topology", SMALLEST)
def test_every_set_has_outer_mines(topology):
    """The cells outside that see exactly one of a set are no fewer than the search supposes, and mines of a pattern."""
    lattice = ambiguous_patterns.lattice_of(topology)
    generator = random.Random(7)
    for _ in range(200):
        some = {
            tuple(generator.randrange(6) for _ in lattice.unit[0]) for _ in range(generator.randrange(1, 12))
        }
        seen = [cell for one in some for cell in lattice.neighbours(one)]
        alone = {cell for cell in seen if seen.count(cell) == 1 and cell not in some}
        assert len(alone) >= len(lattice.outer_mines)
        for direction, beyond in lattice.outer_mines:
            def along(cell):
                return sum(p * q for p, q in zip(direction, lattice.place(cell)))

            furthest = max(map(along, some))
            assert any(along(cell) >= furthest + beyond - 1e-9 for cell in alone)


def test_win_chances_are_those_of_drawn_boards():
    generator = numpy.random.default_rng(5)
    found = ambiguous_patterns.smallest("hex")
    cells, p, draws = 4096, 0.25, 40000
    even, larger, smaller = cells * 6 * p**7 * (1 - p), cells * p**7, cells * p**6 * (1 - p)
    j, i = generator.poisson(larger, draws), generator.poisson(smaller, draws)
    chance = 0.5 ** generator.poisson(even, draws) / numpy.array([math.comb(m + n, m) for m, n in zip(j.tolist(), i.tolist())])
    error = chance.std() / math.sqrt(draws)
    computed = ambiguous_patterns.win_chance(found, "hex", cells, p)
    assert abs(chance.mean() - computed) < 5 * error
    half = ambiguous_patterns.half_density(found, "hex", cells)
    assert ambiguous_patterns.win_chance(found, "hex", cells, half) == pytest.approx(0.5, abs=1e-6)
    # n p^6 (1 - p)^2 = ln 2 on squares.
    p = ambiguous_patterns.half_density(ambiguous_patterns.smallest("square"), "square", 10**8)
    assert 10**8 * p**6 * (1 - p) ** 2 == pytest.approx(math.log(2), rel=1e-5)


def test_figure_shows_each_pattern_once():
    drawn = ambiguous_patterns.figure(["hex", "cube6"])
    root = xml.etree.ElementTree.fromstring(drawn)
    texts = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert [text for text in texts if "mines" in text] == ["hex: 7 mines"] * 2 + ["cube6: 7 mines"]
    assert sorted(text for text in texts if len(text) == 1) == sorted("a" + 6 * "*" + "ab" + 6 * "*" + "a" + 6 * "*")

"""sapper.graphs: what its boards promise, and that the program takes them."""
import collections
import json
import math
import os
import subprocess

import pytest
import sapper.graphs

PROGRAM = os.environ.get("SAPPER_PROGRAM")
GRAPHS = {
    "random": lambda: sapper.graphs.random_regular(40, 5, seed=2),
    "penrose": lambda: sapper.graphs.penrose(4),
    "heptagons": lambda: sapper.graphs.heptagons(3),
}


def degrees(graph):
    return collections.Counter(len(cells) for cells in graph["sees"])


@pytest.mark.parametrize("name", GRAPHS)
def test_cells_see_one_another_once(name):
    graph = GRAPHS[name]()
    assert graph == GRAPHS[name]()
    assert graph["schema"] == "sapper-graph/1" and len(graph["places"]) == len(graph["sees"])
    for cell, seen in enumerate(graph["sees"]):
        assert seen == sorted(set(seen)) and cell not in seen
        assert all(cell in graph["sees"][other] for other in seen)


def test_random_graphs_are_regular():
    for cells, degree in (1, 0), (2, 1), (8, 7), (10, 3), (100, 12), (500, 4):
        assert degrees(sapper.graphs.random_regular(cells, degree)) == {degree: cells}
    assert sapper.graphs.random_regular(30, 3) != sapper.graphs.random_regular(30, 3, seed=1)
    for arguments, message in ((5, 3), "even"), ((5, 5), "cells is 5"), ((200, 128), "degree is 128"):
        with pytest.raises(ValueError, match=message):
            sapper.graphs.random_regular(*arguments)


def test_random_regular_graphs_are_all_found():
    """Of 6 cells and degree 2: 60 hexagons and 10 pairs of triangles; by 5000 draws, chance misses one once in 10^27."""
    found = {json.dumps(sapper.graphs.random_regular(6, 2, seed=seed)["sees"]) for seed in range(5000)}
    assert len(found) == 70


def test_penrose_tilings_have_rhombs_of_one_edge():
    """Rhombs that share a corner are no farther apart than half of both long diagonals; the wheel has five spokes."""
    for deflations, cells in (1, 10), (2, 20), (3, 60), (4, 160), (5, 430):
        graph = sapper.graphs.penrose(deflations)
        assert len(graph["sees"]) == cells
        assert all(count % 5 == 0 for count in degrees(graph).values())
        assert max(degrees(graph)) <= 11
        for cell, seen in enumerate(graph["sees"]):
            distances = [math.dist(graph["places"][cell], graph["places"][other]) for other in range(cells)]
            assert all(distances[other] < 2 * math.cos(math.pi / 10) + 1e-5 for other in seen)
            # Whatever is as near as that touches it.
            assert all(other in seen for other in range(cells) if other != cell and distances[other] < 0.9)


def test_heptagons_lie_in_rings():
    """1, 7, 21, 56, 147 in ring after ring: from the second on, three times the last less the one before."""
    counts = [len(sapper.graphs.heptagons(rings)["sees"]) for rings in range(6)]
    assert counts == [1, 8, 29, 85, 232, 617]
    for rings in range(1, 6):
        assert degrees(sapper.graphs.heptagons(rings))[7] == counts[rings - 1]
    assert all(math.hypot(*place) < 20 for place in sapper.graphs.heptagons(5)["places"])


@pytest.mark.skipif(PROGRAM is None, reason="SAPPER_PROGRAM names no program")
@pytest.mark.parametrize("name", GRAPHS)
def test_the_program_takes_them(name, tmp_path):
    graph = GRAPHS[name]()
    cells = len(graph["sees"])
    (tmp_path / "g.json").write_text(json.dumps(graph))
    position = {"graph": "g.json", "mines": cells // 5, "shown": [1] + [None] * (cells - 1)}
    (tmp_path / "p.json").write_text(json.dumps(position))
    text = subprocess.run([PROGRAM, "analyze", tmp_path / "p.json", "--json"], check=True, capture_output=True).stdout
    analysis = json.loads(text)
    around = len(graph["sees"][0])
    assert analysis["p_mine"][graph["sees"][0][0]] == pytest.approx(1 / around, rel=1e-12)
    assert int(analysis["solutions"]) == around * math.comb(cells - 1 - around, cells // 5 - 1)

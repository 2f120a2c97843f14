"""data/studies/half_density.py on win rates that are known."""
import importlib
import json
import math
import pathlib
import random
import sys

import pytest
import sapper.graphs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "data" / "studies"))
half_density = importlib.import_module("half_density")
regular_graphs = importlib.import_module("regular_graphs")


def sizes_of(k, games, generator=None):
    """{side: (cells, points)} with win rates exp(-n p^k); drawn, or exact without a generator."""
    sizes = {}
    for side in (32, 64, 128):
        cells = side * side
        half = (math.log(2) / cells) ** (1 / k)
        points = []
        for factor in (0.85, 0.93, 1, 1.07, 1.15):
            p = half * factor
            rate = math.exp(-cells * p**k)
            wins = rate * games if generator is None else sum(generator.random() < rate for _ in range(games))
            points.append((p, games, wins))
        sizes[side] = (cells, points)
    return sizes


@pytest.mark.parametrize("k", [4, 7])
def test_exact_rates_give_the_law(k):
    for cells, points in sizes_of(k, 1000).values():
        fit = half_density.Fit(points)
        assert math.exp(fit.log_half) == pytest.approx((math.log(2) / cells) ** (1 / k), rel=1e-3)
        assert fit.slope == pytest.approx(k, rel=1e-2)
        assert fit.rate(math.exp(fit.log_half)) == pytest.approx(0.5)
    fits = [half_density.Fit(points) for _, points in sizes_of(k, 1000).values()]
    assert half_density.fewest_mines(fits, [1024, 4096, 16384]) == pytest.approx(k, rel=1e-2)


def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch):
    monkeypatch.setattr(half_density, "REPLICATES", 100)
    generator = random.Random(11)
    held = total = 0
    for _ in range(30):
        densities = half_density.HalfDensities(sizes_of(5, 64, generator))
        for side, (_, low, high) in densities.halves.items():
            held += low < (math.log(2) / side**2) ** (1 / 5) < high
            total += 1
        _, low, high = densities.k([32, 64, 128])
        held += low < 5 < high
        total += 1
    # 120 intervals of 95 %: 114 in the mean, above 100 with a probability of 1 - 1e-5 if they are right.
    assert 100 < held <= total


def test_win_rates_without_a_slope_have_a_fit():
    for wins in ([64] * 5, [0] * 5, [64, 0, 64, 0, 64], [0, 16, 32, 48, 64]):
        points = [(0.1 + 0.01 * i, 64, won) for i, won in enumerate(wins)]
        fit = half_density.Fit(points)
        assert all(map(math.isfinite, (fit.log_half, fit.variance, fit.slope)))
        assert fit.variance > 0
    equal = half_density.HalfDensities({32: (1024, points), 64: (4096, points)})
    k, low, high = equal.k([32, 64])
    assert k == math.inf == high and low > 0


def test_a_half_above_all_densities_is_not_extrapolated():
    for wins, is_reached in ([60, 50, 34], True), ([63, 60, 58], False), ([64, 64, 64], False), ([10, 5, 0], True):
        points = [(0.1 + 0.01 * i, 64, won) for i, won in enumerate(wins)]
        densities = half_density.HalfDensities({32: (1024, points)})
        assert densities.reached == ([32] if is_reached else [])
        value, low, high = densities.halves[32]
        if is_reached:
            assert low <= value <= high
        else:
            assert value == pytest.approx(0.12) and math.isnan(low) and math.isnan(high)


def test_regular_graphs_lie_beside_their_config(monkeypatch, tmp_path):
    monkeypatch.setattr(regular_graphs, "NEAR_THEORY", {3: {1024: (0.9, 1)}})
    monkeypatch.setattr(regular_graphs, "BELOW_THE_LIMIT", {})
    regular_graphs.write_graphs(tmp_path)
    (board,) = regular_graphs.config()["boards"]
    half = (math.log(2) / 1024) ** (1 / 4)
    assert board["density"] == pytest.approx([0.9 * half, half], abs=1e-4)
    graph = json.loads((tmp_path / board["graph"]).read_text())
    assert graph["sees"] == sapper.graphs.random_regular(1024, 3, seed=49)["sees"]
    assert half_density.place_of({"graph": board["graph"], "cells": 1024}) == ("regular3", 32, 1024)


def test_enclosed_cells_lose_as_many_games_as_their_law_says():
    assert regular_graphs.win_rate(3, 7 * 10**11, 0.001) == pytest.approx(math.exp(-0.7), abs=2e-3)  # among 700 free ones
    # Cells are enclosed one by one, and the player marks as many of them as are mines, whichever.
    generator, degree, cells, p, games = random.Random(3), 3, 1000, 0.16, 4000
    won = 0
    for _ in range(games):
        enclosed = [generator.random() < p for _ in range(cells) if generator.random() < p**degree]
        marked = set(generator.sample(range(len(enclosed)), sum(enclosed)))
        won += all((i in marked) == mine for i, mine in enumerate(enclosed))
    assert won / games == pytest.approx(regular_graphs.win_rate(degree, cells, p), abs=0.035)


def test_reports_are_read_by_lattice_and_strategy(capsys, tmp_path):
    def result(topology, rows, mines, wins):
        board = {"topology": topology, "rows": rows, "cols": rows, "mines": mines}
        return {"board": board, "label": "csp", "games": 64, "wins": wins}

    report = {"results": [result("cairo (joined rows, cols)", 10, m, w) for m, w in ((10, 60), (20, 30), (30, 2))]}
    report["results"] += [result("torus", 10, m, w) for m, w in ((10, 60), (20, 30), (30, 2))]
    halves = half_density.halves_of(report)
    assert list(halves) == [("cairo", "csp"), ("square", "csp")]
    assert halves["cairo", "csp"].halves == halves["square", "csp"].halves
    assert 0.15 < halves["cairo", "csp"].halves[10][0] < 0.22

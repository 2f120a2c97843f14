"""data/studies/half_density.py on win rates that are known."""
import importlib
import math
import pathlib
import random
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "data" / "studies"))
half_density = importlib.import_module("half_density")


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

#!/usr/bin/env python3
"""The mine density at which half of the games are won, by lattice and size, and how it falls with the size.

    half_density.py build/studies/lattices.report.json ...      # of reports of lattices, and of graphs of regular_graphs.py

At each size the win rate is fitted as exp(-ln 2 (p / h)^s) by maximum likelihood: theory has this form for large boards,
with s the fewest mines of a pattern; here h and s are free. The exponent is the slope of ln h against ln n, n the number of
cells, fitted with the weights of the errors of ln h; k = -1 / slope is what theory says are the fewest mines. Intervals are
95 %, by the parametric bootstrap: each case's wins are drawn again with its fitted win rate.

Written are lines of
    lattice  strategy  side  cells  density in %  its interval
and, of the sizes named by their sides,
    lattice  strategy  k  sides  k and its interval
with empty lines between lattices, for gnuplot. A graph is called like its file up to `_`, and its side is the root of its
cells. Where more than two thirds of the games are won at all densities the half is not extrapolated: the density is the
highest one that was played, and nan its interval.
"""
import argparse
import bisect
import collections
import itertools
import json
import math
import pathlib
import random

REPLICATES = 400
SEED = 1
MOST_WON = 2 / 3  # of the games at some density, where h is to be fitted


class Fit:
    """Of [(p, games, wins)]: ln h, its variance, s."""

    def __init__(self, points):
        losses = sum(games - wins for _, games, wins in points)
        games = sum(games for _, games, _ in points)
        middle = sum(math.log(p) for p, _, _ in points) / len(points)
        rate = min(max(losses / games, 0.01), 0.99)
        level, slope = math.log(-math.log(1 - rate)), 6.0  # of ln(-ln P) against ln p - middle
        for _ in range(50):
            # Fisher's information and the score; slightly drawn to the start, so that there is a maximum whatever is won.
            i00, i01, i11, u0, u1 = 0.0, 0.0, 1e-3, 0.0, 1e-3 * (6.0 - slope)
            for p, count, wins in points:
                x = math.log(p) - middle
                hazard = math.exp(min(max(level + slope * x, -30.0), 4.0))
                won = math.exp(-hazard)
                weight = count * hazard * hazard * won / (1 - won)
                change = hazard * ((count - wins) * won / (1 - won) - wins)
                i00, i01, i11 = i00 + weight, i01 + weight * x, i11 + weight * x * x
                u0, u1 = u0 + change, u1 + change * x
            i00 += 1e-6
            determinant = i00 * i11 - i01 * i01
            step0, step1 = (i11 * u0 - i01 * u1) / determinant, (i00 * u1 - i01 * u0) / determinant
            scale = min(1.0, 1.0 / max(abs(step0), abs(step1) / 5, 1e-9))
            level, slope = level + scale * step0, min(max(slope + scale * step1, 1.0), 40.0)
            if max(abs(step0), abs(step1)) < 1e-7:
                break
        to_half = (math.log(math.log(2)) - level) / slope
        self.log_half, self.slope = middle + to_half, slope
        gradient = (-1 / slope, -to_half / slope)
        self.variance = (
            gradient[0] ** 2 * i11 - 2 * gradient[0] * gradient[1] * i01 + gradient[1] ** 2 * i00
        ) / determinant

    def rate(self, p):
        return math.exp(-math.log(2) * math.exp(min(self.slope * (math.log(p) - self.log_half), 6.0)))


class Binomial:
    """Drawn by its cumulated probabilities."""

    def __init__(self, count, rate):
        rate = min(max(rate, 1e-12), 1 - 1e-12)
        logs = [
            math.lgamma(count + 1) - math.lgamma(i + 1) - math.lgamma(count - i + 1)
            + i * math.log(rate) + (count - i) * math.log(1 - rate)
            for i in range(count + 1)
        ]  # fmt: skip
        self.sums = list(itertools.accumulate(map(math.exp, logs)))

    def draw(self, generator):
        return min(bisect.bisect(self.sums, generator.random()), len(self.sums) - 1)


def fewest_mines(fits, cells):
    """k, of sizes: -1 / the slope of ln h against ln n."""
    weights = [1 / fit.variance for fit in fits]
    logs = [math.log(n) for n in cells]
    total = sum(weights)
    x = sum(w * log for w, log in zip(weights, logs)) / total
    y = sum(w * fit.log_half for w, fit in zip(weights, fits)) / total
    slope = sum(w * (log - x) * (fit.log_half - y) for w, log, fit in zip(weights, logs, fits))
    slope /= sum(w * (log - x) ** 2 for w, log in zip(weights, logs))
    return -1 / slope if slope < 0 else math.inf


def interval(values):
    values = sorted(values)
    return values[round(0.025 * (len(values) - 1))], values[round(0.975 * (len(values) - 1))]


class HalfDensities:
    """Of a strategy on a lattice: `halves` {side: (density, low, high)}, `cells` {side: cells}, `k(sides)`.

    `reached`: the sides at which the half is known; at others the density is the highest one, with nan as its bounds.
    """

    def __init__(self, sizes):
        """sizes: {side: (cells, [(p, games, wins)])}"""
        generator = random.Random(SEED)
        self.cells = {side: cells for side, (cells, _) in sizes.items()}
        self.fits = {side: Fit(points) for side, (_, points) in sizes.items()}
        self.drawn, self.halves = {}, {}
        for side, (_, points) in sizes.items():
            laws = [Binomial(games, self.fits[side].rate(p)) for p, games, _ in points]
            self.drawn[side] = [
                Fit([(p, games, law.draw(generator)) for (p, games, _), law in zip(points, laws)])
                for _ in range(REPLICATES)
            ]
            low, high = interval([math.exp(fit.log_half) for fit in self.drawn[side]])
            if any(wins < MOST_WON * games for _, games, wins in points):
                self.halves[side] = (math.exp(self.fits[side].log_half), low, high)
            else:
                self.halves[side] = (max(p for p, _, _ in points), math.nan, math.nan)
        self.reached = [side for side, (_, low, _) in self.halves.items() if not math.isnan(low)]

    def k(self, sides):
        """(k, low, high)"""
        cells = [self.cells[side] for side in sides]
        drawn = [fewest_mines([self.drawn[side][i] for side in sides], cells) for i in range(REPLICATES)]
        return fewest_mines([self.fits[side] for side in sides], cells), *interval(drawn)


def place_of(board):
    """(lattice, side, cells) of a board in a report."""
    if "graph" in board:  # "regular3_1024.json"
        return board["graph"].split("_")[0], math.isqrt(board["cells"]), board["cells"]
    lattice = board["topology"].split()[0].replace("torus", "square")  # "cairo (joined rows, cols)"
    return lattice, board["rows"], board["rows"] * board["cols"] * board.get("layers", 1)


def halves_of(report):
    """{(lattice, strategy): HalfDensities} of a report's JSON, in its order."""
    sizes = collections.defaultdict(dict)
    for result in report["results"]:
        lattice, side, cells = place_of(result["board"])
        _, points = sizes[lattice, result["label"]].setdefault(side, (cells, []))
        points.append((result["board"]["mines"] / cells, result["games"], result["wins"]))
    return {key: HalfDensities(some) for key, some in sizes.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reports", nargs="+", type=pathlib.Path)
    halves = {}
    for report in parser.parse_args().reports:
        halves.update(halves_of(json.loads(report.read_text())))
    for number, (lattice, some) in enumerate(itertools.groupby(halves.items(), key=lambda item: item[0][0])):
        if number:
            print("\n")
        for (_, strategy), one in some:
            for side, values in one.halves.items():
                numbers = " ".join(f"{100 * value:.4f}" for value in values)
                print(f"{lattice} {strategy} {side} {one.cells[side]} {numbers}")
            sides = one.reached
            for some_sides in (sides, sides[-2:]):
                if len(some_sides) > 1:
                    k, low, high = one.k(some_sides)
                    print(f"# {lattice} {strategy} k {'-'.join(map(str, some_sides))} {k:.2f} ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()

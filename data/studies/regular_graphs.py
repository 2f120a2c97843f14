#!/usr/bin/env python3
"""Random regular graphs and the config of their games, for the study of lattices.

    regular_graphs.py build/studies/graphs       # writes regular3_1024.json, ... and regular_graphs.json, the config

A graph of each degree and size, drawn from seed 49 as `sapper.graphs.random_regular` draws it. Densities lie around the one
at which half of the games are won if enclosed cells alone make them lost, (ln 2 / n)^(1 / (d + 1)); those of degree 8 and
more end below, where all components can still be counted, as do those of degree 7 on 65,536 cells and of degree 6 on 16,384.
"""
import argparse
import json
import math
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "experiments" / "python" / "sapper"))
from _random_regular import neighbors_at_random  # noqa: E402

SEED = 49
WIDE, NARROW, BELOW = (0.75, 0.9, 1.05, 1.2), (0.85, 0.92, 0.99, 1.06), (0.85, 0.9, 0.95, 0.99)
# {degree: {cells: densities, as multiples of theory's}}
NEAR_THEORY = {
    3: {1024: WIDE, 4096: WIDE, 16384: WIDE, 65536: WIDE},
    4: {1024: WIDE, 4096: WIDE, 16384: WIDE, 65536: WIDE},
    5: {4096: NARROW, 16384: NARROW, 65536: NARROW},
    6: {16384: BELOW, 65536: NARROW, 262144: NARROW},
    7: {65536: (0.84, 0.88, 0.92, 0.96), 262144: NARROW},
}
# {degree: densities} of 65,536 cells
BELOW_THE_LIMIT = {
    8: (0.17, 0.18, 0.19),
    9: (0.16, 0.17, 0.18),
    10: (0.15, 0.16, 0.17),
    11: (0.14, 0.15, 0.16),
    12: (0.13, 0.14, 0.15),
}


def half_density(degree, cells):
    """At which half of the games are won if enclosed cells alone make them lost."""
    return (math.log(2) / cells) ** (1 / (degree + 1))


def win_rate(degree, cells, p):
    """Of games that enclosed cells alone make lost, by players who know how many of these are mines from the mine count.

    With m mines among m + f enclosed cells one of (m + f choose m) choices wins; m and f are Poisson's, with means of
    n p^(d + 1) and n p^d (1 - p). On large boards, of many f, this is exp(-n p^(d + 1)).
    """
    mines, free = poisson(cells * p ** (degree + 1)), poisson(cells * p**degree * (1 - p))
    return sum(a * b / math.comb(m + f, m) for m, a in enumerate(mines) for f, b in enumerate(free))


def poisson(mean):
    """The chances of 0, 1, ... as far as they matter."""
    count = 20 + round(mean + 10 * math.sqrt(mean))
    return [math.exp(i * math.log(mean) - mean - math.lgamma(i + 1)) for i in range(count)]


def boards():
    """[(degree, cells, densities)]"""
    for degree, sizes in NEAR_THEORY.items():
        for cells, factors in sizes.items():
            yield degree, cells, [round(factor * half_density(degree, cells), 4) for factor in factors]
    for degree, densities in BELOW_THE_LIMIT.items():
        yield degree, 65536, list(densities)


def config():
    """Its graphs lie beside it."""
    return {
        "schema": "sapper-config/1",
        "name": "regular_graphs",
        "seed": SEED,
        "games": 64,
        "boards": [{"graph": f"regular{degree}_{cells}.json", "density": some} for degree, cells, some in boards()],
        "first_click": {"rule": "opening"},
        "strategies": ["csp", "min_risk"],
    }


def write_graphs(folder):
    """Those that are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for degree, cells, _ in boards():
        path = folder / f"regular{degree}_{cells}.json"
        if not path.exists():
            sees = neighbors_at_random(cells, degree, random.Random(SEED))
            graph = {"schema": "sapper-graph/1", "sees": [sorted(seen) for seen in sees]}
            part = path.with_suffix(".part")
            part.write_text(json.dumps(graph, separators=(",", ":")))
            part.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    folder = parser.parse_args().folder
    write_graphs(folder)
    (folder / "regular_graphs.json").write_text(json.dumps(config(), indent=2) + "\n")


if __name__ == "__main__":
    main()

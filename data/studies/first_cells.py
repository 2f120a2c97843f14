#!/usr/bin/env python3
"""The chance to win by the first cell on the levels, by which `sapper review` judges first digs.

    ./dev python data/studies/first_cells.py > data/reference/first_cells.json

Games of `expert` at effort 0, as the play-outs of a review continue, with win rates adjusted by their risks. In the first
round one cell of each class plays; in the second the best twelve of a board, of which the best by both rounds becomes
`best`. Its value is that of a third round alone, so that it is not biased by the choice; those of the others are of the first
round, in which nothing was chosen. The errors are standard errors, in percent as the values.
"""
import argparse
import itertools
import json
import sys

import sapper

Z = 1.959964
RULES = ("safe", "opening")
LEVELS = ("Beginner", "Intermediate", "Expert")


def play(level, rule, cells, games, seed, threads):
    """[((row, column), W, its standard error)] in percent."""
    config = {
        "schema": "sapper-config/1",
        "name": "first cells",
        "seed": seed,
        "games": games,
        "boards": [{"level": level}],
        "first_click": [{"rule": rule, "cell": cell} for cell in cells],
        "strategies": [{"name": "expert", "effort": 0}],
    }
    results = sapper.run(config, threads=threads)["results"]
    print(f"{level}, {rule}: {len(results)} cells, {games} games of each", file=sys.stderr)
    return [
        (
            tuple(result["first_click"]["cell"]),
            100 * result["win_rate_adjusted"],
            100 * (result["adjusted_ci_high"] - result["adjusted_ci_low"]) / (2 * Z),
        )
        for result in results
    ]


def pooled(first, second):
    """The mean of two values, each weighted by the inverse of its variance."""
    weights = first[2] ** -2, second[2] ** -2
    return (weights[0] * first[1] + weights[1] * second[1]) / sum(weights)


def board(level, rule, games, threads):
    sizes = {row["name"]: row for row in json.load(open(options.levels, encoding="utf-8"))["levels"]}[level]
    first = play(level, rule, ["all"], games, 61, threads)
    best = sorted(first, key=lambda value: -value[1])[:12]
    second = play(level, rule, [list(value[0]) for value in best], 5 * games, 62, threads)
    chosen = max(zip(best, second), key=lambda values: pooled(*values))[0]
    (third,) = play(level, rule, [list(chosen[0])], 20 * games, 63, threads)
    return {
        "rows": sizes["rows"],
        "cols": sizes["cols"],
        "mines": sizes["mines"],
        "first_click": rule,
        "best": line(third),
        "cells": [line(value) for value in first],
    }


def line(value):
    (row, col), w, error = value
    return [row, col, round(w, 2), round(error, 2)]


def text(boards, games):
    """JSON with up to five cells of a row to a line."""
    head = {"strategy": "expert(effort=0)", "games": games, "unit": "percent: [row, column, W, standard error]"}
    shown = []
    for each in boards:
        lines = []
        for _, cells in itertools.groupby(each["cells"], key=lambda cell: cell[0]):
            cells = list(map(json.dumps, cells))
            lines += [", ".join(cells[i : i + 5]) for i in range(0, len(cells), 5)]
        facts = ",\n     ".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in each.items() if key != "cells")
        cells = ",\n       ".join(lines)
        shown.append(f'    {{{facts},\n     "cells": [\n       {cells}]}}')
    facts = "".join(f"  {json.dumps(key)}: {json.dumps(value)},\n" for key, value in head.items())
    return "{\n" + facts + '  "boards": [\n' + ",\n".join(shown) + "\n  ]\n}\n"


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--games", type=int, default=10000, help="of each class in the first round")
parser.add_argument("--levels", default="data/levels.json")
parser.add_argument("--threads", type=int)
options = parser.parse_args()
print(text([board(level, rule, options.games, options.threads) for level in LEVELS for rule in RULES], options.games), end="")

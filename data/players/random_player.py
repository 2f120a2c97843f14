#!/usr/bin/env python3
"""A player for sapper that digs uniformly random hidden cells: the minimal sapper-player/1 program."""
import itertools
import json
import random
import sys


def answer(message):
    print(json.dumps(message), flush=True)


def cells_of(case):
    """Every cell: (row, col), on lattices in layers (layer, row, col), on graphs (number,)."""
    sides = ["cells"] if "graph" in case else [side for side in ("layers", "rows", "cols") if side in case]
    return list(itertools.product(*(range(case[side]) for side in sides)))


def written(cell):
    """A cell as answers have it: a list, or the number alone."""
    return list(cell) if len(cell) > 1 else cell[0]


def main():
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "case":
            cells = cells_of(message)
            answer({"type": "ready", "protocol": "sapper-player/1"})
        elif kind == "game":
            chance = random.Random(message["seed"])  # the same choices each time this game is played
            game, hidden = message["game"], set(cells)
        elif kind == "turn":
            hidden -= {tuple(cell) for *cell, number in message["shown"]}
            answer({"game": game, "turn": message["turn"], "dig": [written(chance.choice(sorted(hidden)))]})


main()

#!/usr/bin/env python3
"""A player for sapper by the single-point strategy: cells that one shown number makes certain, else a random one.

It plays on any board: the line of a case lists what each cell sees, but where the topology says it.
"""
import itertools
import json
import random
import sys


def answer(message):
    print(json.dumps(message), flush=True)


def cells_of(case):
    """Every cell by its number: (row, col), on lattices in layers (layer, row, col), on graphs (number,)."""
    sides = ["cells"] if "graph" in case else [side for side in ("layers", "rows", "cols") if side in case]
    return list(itertools.product(*(range(case[side]) for side in sides)))


def written(cell):
    """A cell as answers have it: a list, or the number alone."""
    return list(cell) if len(cell) > 1 else cell[0]


def seen_cells(case):
    """For each cell those whose mines its number counts."""
    if "sees" not in case:
        return neighbors(case["rows"], case["cols"], case["topology"])
    cells = cells_of(case)
    return {cell: {cells[other] for other in seen} for cell, seen in zip(cells, case["sees"])}


def neighbors(rows, cols, topology):
    """The neighbours of each cell on squares, tori and hexagons."""
    around = {}
    for row in range(rows):
        for col in range(cols):
            steps = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
            if topology == "hex":  # odd rows are shifted right
                steps = [(down, right) for down, right in steps if down == 0 or right != (-1 if row % 2 else 1)]
            cells = {(row + down, col + right) for down, right in steps}
            if topology == "torus":
                cells = {(r % rows, c % cols) for r, c in cells}
            around[row, col] = {(r, c) for r, c in cells if 0 <= r < rows and 0 <= c < cols} - {(row, col)}
    return around


def find_certain(numbers, around):
    """The hidden cells that are safe, and those that are mines, by one number at a time, until nothing new follows."""
    safe, mines = set(), set()
    while True:
        known = len(safe) + len(mines)
        for cell, number in numbers.items():
            hidden = {other for other in around[cell] if other not in numbers}
            if len(hidden - safe) == number:
                mines |= hidden - safe
            if len(hidden & mines) == number:
                safe |= hidden - mines
        if len(safe) + len(mines) == known:
            return safe, mines


def main():
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "case":
            around = seen_cells(message)
            answer({"type": "ready", "protocol": "sapper-player/1"})
        elif kind == "game":
            game, chance, numbers = message["game"], random.Random(message["seed"]), {}
        elif kind == "turn":
            numbers.update({tuple(cell): number for *cell, number in message["shown"]})
            safe, mines = find_certain(numbers, around)
            asked = {"game": game, "turn": message["turn"]}
            if safe:
                answer({**asked, "dig": [written(cell) for cell in sorted(safe)], "certain": True})
            else:
                answer({**asked, "dig": [written(chance.choice(sorted(around.keys() - numbers.keys() - mines)))]})


main()

#!/usr/bin/env python3
"""A player for sapper by the single-point strategy: cells that one shown number makes certain, else a random one."""
import json
import random
import sys


def answer(message):
    print(json.dumps(message), flush=True)


def neighbors(case):
    """The neighbours of each cell, by topology."""
    rows, cols, topology = case["rows"], case["cols"], case["topology"]
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
            around = neighbors(message)
            answer({"type": "ready", "protocol": "sapper-player/1"})
        elif kind == "game":
            game, chance, numbers = message["game"], random.Random(message["seed"]), {}
        elif kind == "turn":
            numbers.update({(row, col): number for row, col, number in message["shown"]})
            safe, mines = find_certain(numbers, around)
            asked = {"game": game, "turn": message["turn"]}
            if safe:
                answer({**asked, "dig": sorted(safe), "certain": True})
            else:
                answer({**asked, "dig": [chance.choice(sorted(around.keys() - numbers.keys() - mines))]})


main()

#!/usr/bin/env python3
"""A player for sapper on square boards with two settings, which `sapper tune` finds: how it guesses if nothing is certain."""
import json
import sys


def answer(message):
    print(json.dumps(message), flush=True)


def judge(numbers, around, mines):
    """Safe cells by one number at a time, else the share of mines that each number leaves to its unknown cells."""
    safe, shares, known = set(), {}, -1
    while known < len(mines):
        known = len(mines)
        for cell, number in numbers.items():
            unknown = [other for other in around[cell] if other not in numbers and other not in mines]
            left = number - sum(other in mines for other in around[cell])
            if left == len(unknown):
                mines.update(unknown)
            for other in unknown:
                shares.setdefault(other, {})[cell] = left / len(unknown)
            safe.update(unknown if left == 0 else ())
    return safe, {cell: list(seen.values()) for cell, seen in shares.items()}


def main():
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "case":
            case, settings, steps = message, message["settings"], (-1, 0, 1)
            if case.get("topology") != "square":
                sys.exit("two_numbers.py plays on square boards alone")
            cells = {(row, col) for row in range(case["rows"]) for col in range(case["cols"])}
            around = {(r, c): {(r + d, c + s) for d in steps for s in steps} & cells - {(r, c)} for r, c in cells}
            answer({"type": "ready", "protocol": "sapper-player/1"})
        elif message["type"] == "game":
            game, numbers, mines = message["game"], {}, set()
        elif message["type"] == "turn":
            numbers.update({(row, col): number for row, col, number in message["shown"]})
            safe, shares = judge(numbers, around, mines)
            hidden = cells - numbers.keys() - mines
            away = (case["mines"] - len(mines)) / max(1, len(hidden)) + settings["away"]
            risks = {cell: settings["caution"] * max(seen) + (1 - settings["caution"]) * sum(seen) / len(seen)
                     for cell, seen in shares.items()}
            dig = sorted(safe) or [min(sorted(hidden), key=lambda cell: risks.get(cell, away))]
            answer({"game": game, "turn": message["turn"], "dig": dig})


main()

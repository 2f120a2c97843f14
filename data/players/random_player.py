#!/usr/bin/env python3
"""A player for sapper that digs uniformly random hidden cells: the minimal sapper-player/1 program."""
import json
import random
import sys


def answer(message):
    print(json.dumps(message), flush=True)


def main():
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "case":
            cells = [(row, col) for row in range(message["rows"]) for col in range(message["cols"])]
            answer({"type": "ready", "protocol": "sapper-player/1"})
        elif kind == "game":
            chance = random.Random(message["seed"])  # the same choices each time this game is played
            game, hidden = message["game"], set(cells)
        elif kind == "turn":
            hidden -= {(row, col) for row, col, number in message["shown"]}
            answer({"game": game, "turn": message["turn"], "dig": [chance.choice(sorted(hidden))]})


main()

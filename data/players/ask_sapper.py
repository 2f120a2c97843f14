#!/usr/bin/env python3
"""A player for sapper that asks `sapper analyze -` for the exact risks and digs safe cells, else the safest one.
On boards of rows and columns, not in layers or on graphs.

    "command": ["python3", "ask_sapper.py", "sapper"]
"""
import json
import subprocess
import sys


def answer(message):
    print(json.dumps(message), flush=True)


class Analyst:
    """`sapper analyze -` as a service: a line with a position in, a line with its analysis out."""

    def __init__(self, program):
        command = [program, "analyze", "-", "--json", "--no-moves", "--threads", "1"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, position):
        self.process.stdin.write(json.dumps(position) + "\n")
        self.process.stdin.flush()
        analysis = json.loads(self.process.stdout.readline())
        if "error" in analysis:
            sys.exit(analysis["error"])
        return analysis


def main():
    analyst = Analyst(sys.argv[1] if len(sys.argv) > 1 else "sapper")
    for line in sys.stdin:
        message = json.loads(line)
        kind = message["type"]
        if kind == "case":
            case = message
            if "graph" in case or "layers" in case:
                sys.exit("ask_sapper.py plays on boards of rows and columns alone")
            answer({"type": "ready", "protocol": "sapper-player/1"})
        elif kind == "game":
            game, view = message["game"], [["."] * case["cols"] for _ in range(case["rows"])]
        elif kind == "turn":
            for row, col, number in message["shown"]:
                view[row][col] = str(number)
            position = {key: case[key] for key in ("rows", "cols", "mines", "topology")}
            analysis = analyst.ask(dict(position, first_click=case["first_click"]["rule"],
                                        cells=["".join(row) for row in view]))
            risks = {(r, c): p for r, row in enumerate(analysis["p_mine"]) for c, p in enumerate(row) if p is not None}
            cell = min(risks, key=lambda cell: (risks[cell], cell))
            asked = {"game": game, "turn": message["turn"]}
            if analysis["safe"]:
                answer({**asked, "dig": analysis["safe"], "certain": True, "p_mine": [0] * len(analysis["safe"])})
            else:
                answer({**asked, "dig": [cell], "p_mine": [risks[cell]]})


main()

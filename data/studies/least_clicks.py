#!/usr/bin/env python3
"""Least clicks by another program: OR-Tools' CP-SAT (pip install ortools) on boards in lines of `sapper boards`.

    sapper boards --level Beginner --count 100 --seed 7 -o boards.jsonl
    python3 data/studies/least_clicks.py boards.jsonl [SECONDS]

prints for each board what CP-SAT proves: `12`, or `40..44` where the time is over. Cell by cell, with the time at which
each is shown: nothing of sapper's units, sets and cores is in it. A cell is shown because it is dug, because a neighbour
that shows 0 was shown before, or because a neighbour shown before was chorded; a chord needs the flags around it.
"""

import json
import sys

from ortools.sat.python import cp_model


def neighbors(rows, cols, row, col):
    for r in range(max(row - 1, 0), min(row + 2, rows)):
        for c in range(max(col - 1, 0), min(col + 2, cols)):
            if (r, c) != (row, col):
                yield r, c


def least_clicks(board, seconds):
    """The proven bounds, both included, of a square board."""
    rows, cols = board["rows"], board["cols"]
    mines = {tuple(mine) for mine in board["mines"]}
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    free = [cell for cell in cells if cell not in mines]
    around = {cell: list(neighbors(rows, cols, *cell)) for cell in cells}
    number = {cell: sum(n in mines for n in around[cell]) for cell in free}

    model = cp_model.CpModel()
    dig = {cell: model.new_bool_var(f"dig {cell}") for cell in free}
    chord = {cell: model.new_bool_var(f"chord {cell}") for cell in free if number[cell] > 0}
    flag = {cell: model.new_bool_var(f"flag {cell}") for cell in mines}
    time = {cell: model.new_int_var(0, len(free), f"time {cell}") for cell in free}
    for cell in chord:
        for n in around[cell]:
            if n in mines:
                model.add_implication(chord[cell], flag[n])
    for cell in free:
        reasons = [dig[cell]]
        for n in around[cell]:
            if n in mines:
                continue
            reason = model.new_bool_var(f"{n} shows {cell}")
            reasons.append(reason)
            model.add(time[cell] > time[n]).only_enforce_if(reason)
            if number[n] > 0:
                model.add_implication(reason, chord[n])
        model.add_bool_or(reasons)
    model.minimize(sum(dig.values()) + sum(chord.values()) + sum(flag.values()))

    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 2
    solver.solve(model)
    return round(solver.best_objective_bound), round(solver.objective_value)


def main():
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 60
    with open(sys.argv[1], encoding="utf-8") as lines:
        for line in lines:
            low, high = least_clicks(json.loads(line), seconds)
            print(low if low == high else f"{low}..{high}", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Which small boards that need no guess single moves of mines join, and how repair and walk weigh them.

    ./dev python data/studies/joined_boards.py
    ./dev python data/studies/joined_boards.py --cell 0,1

For each method of `sapper boards --no-guess`, the percentage of its boards in each set of boards that are joined: two boards
are if they differ by one mine. Rejection is uniform, and draws each board so often that none is missing.
"""
import argparse
import collections
import json
import os
import pathlib
import subprocess

PROGRAM = os.environ.get("SAPPER_PROGRAM", str(pathlib.Path(__file__).resolve().parents[2] / "build/release/sapper"))


def boards(args, method):
    """The mines of each board, as many times as it is drawn."""
    command = [PROGRAM, "boards", "--rows", args.rows, "--cols", args.cols, "--mines", args.mines, "--rule", args.rule]
    command += ["--cell", args.cell, "--no-guess", "--method", method, "--count", args.count, "--seed", args.seed, "-o", "-"]
    lines = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout.splitlines()
    return collections.Counter(frozenset(map(tuple, json.loads(line)["mines"])) for line in lines)


def joined(layouts):
    """The layouts in sets that steps of one mine join, largest first."""
    left, sets = set(layouts), []
    while left:
        some = [left.pop()]
        for layout in some:  # which grows
            near = {other for other in left if len(layout & other) == len(layout) - 1}
            left -= near
            some += near
        sets.append(some)
    return sorted(sets, key=len, reverse=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in {"rows": 4, "cols": 4, "mines": 3, "count": 20000, "seed": 1}.items():
        parser.add_argument("--" + name, type=int, default=default)
    parser.add_argument("--rule", default="safe")
    parser.add_argument("--cell", default="1,1")
    args = parser.parse_args()
    uniform = boards(args, "rejection")
    sets = joined(uniform)
    print("boards joined to each other:", ", ".join(str(len(some)) for some in sets))
    for method in ("rejection", "repair", "walk"):
        drawn = uniform if method == "rejection" else boards(args, method)
        print(f"{method}:", ", ".join(f"{100 * sum(drawn[b] for b in some) / drawn.total():.2f} %" for some in sets))


if __name__ == "__main__":
    main()

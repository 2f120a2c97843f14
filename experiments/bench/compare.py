#!/usr/bin/env python3
"""Compares two files of `./dev bench --json FILE`: time ratios with their spread.

    ./dev bench --json before.json --benchmark_repetitions=5 --benchmark_enable_random_interleaving=true
    ./dev bench --json after.json  (the same options)
    experiments/bench/compare.py before.json after.json

A ratio is the second file's median time over the first's: below 1 is faster. Next to it are the minimum and the maximum
over the repetitions. A change is marked `faster` or `slower` only where the two files' times do not overlap: with five
repetitions on each side, chance alone does that once in 126 times, but so does a machine that runs faster for a while:
measure the same program twice to check. Without repetitions nothing is marked. Counters are compared in the same way
with --counters. `game/...` benchmarks hold `floors`, a strategy's time over the floor's in the same run, in which
changes of the machine cancel: it is the most reliable.
"""

import argparse
import json
import re
import statistics
import sys

NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
NOT_COUNTERS = {
    "name", "run_name", "run_type", "family_index", "per_family_instance_index", "repetitions", "repetition_index",
    "threads", "iterations", "real_time", "cpu_time", "time_unit", "label", "error_occurred", "error_message",
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("--filter", default="", help="only benchmarks whose names this regular expression finds")
    parser.add_argument("--wall", action="store_true", help="compare wall time; default: processor time where it counts")
    parser.add_argument("--counters", action="store_true", help="compare the counters too")
    options = parser.parse_args()
    try:
        wanted = re.compile(options.filter)
    except re.error as error:
        fail(f"--filter is not a valid regular expression: {error}")
    before, after = read(options.before, options), read(options.after, options)
    names = sorted(name for name in before if name in after and wanted.search(name))
    if not names:
        fail("the files have no benchmark in common")

    rows = [("benchmark", "before", "after", "ratio", "spread", "")]
    for name in names:
        rows.append((name, *comparison(before[name]["time"], after[name]["time"], as_time)))
        if options.counters:
            for counter in before[name]["counters"]:
                if counter in after[name]["counters"]:
                    old, new = before[name]["counters"][counter], after[name]["counters"][counter]
                    rows.append((f"  {counter}", *comparison(old, new, as_number, is_marked=False)))
    print_table(rows)
    for file, here, there in ((options.before, before, after), (options.after, after, before)):
        only = [name for name in here if name not in there and wanted.search(name)]
        if only:
            print(f"only in {file}: {', '.join(only)}")


def read(path, options):
    """{benchmark: {"time": [ns of each repetition], "counters": {counter: [value of each repetition]}}}"""
    try:
        with open(path, encoding="utf-8") as file:
            runs = json.load(file)["benchmarks"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        fail(f"{path} is not a benchmark file: {error}")
    benchmarks = {}
    for run in runs:
        if run.get("run_type", "iteration") != "iteration" or run.get("error_occurred"):
            continue
        name = run.get("run_name", run["name"])
        entry = benchmarks.setdefault(name, {"time": [], "counters": {}})
        # Manually timed benchmarks have their time in real_time.
        is_wall = options.wall or name.endswith(("/manual_time", "/real_time"))
        time = run["real_time" if is_wall else "cpu_time"]
        entry["time"].append(time * NANOSECONDS[run["time_unit"]])
        for key, value in run.items():
            if key not in NOT_COUNTERS and isinstance(value, (int, float)):
                entry["counters"].setdefault(key, []).append(value)
    return benchmarks


def comparison(before, after, written, is_marked=True):
    old, new = statistics.median(before), statistics.median(after)
    if old <= 0 or min(before) <= 0:
        return written(old), written(new), "", "", ""
    least, most = min(after) / max(before), max(after) / min(before)
    mark = ""
    if is_marked and len(before) > 1 and len(after) > 1:
        mark = "faster" if most < 1 else "slower" if least > 1 else ""
    spread = f"[{least:.3f}, {most:.3f}]" if len(before) > 1 or len(after) > 1 else ""
    return written(old), written(new), f"{new / old:.3f}", spread, mark


def as_time(nanoseconds):
    for unit, size in reversed(NANOSECONDS.items()):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.4g} {unit}"
    return f"{nanoseconds:.4g} ns"


def as_number(value):
    return f"{value:.4g}"


def print_table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())


def fail(message):
    sys.exit(f"compare.py: {message}")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()

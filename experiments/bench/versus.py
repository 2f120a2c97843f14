#!/usr/bin/env python3
"""Which of two builds is faster: plays both in turn and gives ratios of processor time with intervals.

    ./dev versus COMMIT [COMMIT] [--pairs N] [-- CONFIG [ARGS] | --benchmark_filter=REGEX]

builds the commits (with one, the second is the worktree) and calls this script. A round plays build A twice, A once more as
a control, twice, and B twice, in an order drawn at random and then reversed, such as A B A' A' B A, so that a machine that
slows down steadily cancels. B/A is the mean over the rounds of the ratio of their times (geometric); its 95 % interval is Student's, of the logarithms.
A'/A compares A with itself in the same way.

The rows are one experiment, with one verdict: where both builds are as fast, the chance that any row is called faster or
slower is 5 % at most, however the rows depend on each other (p values by Holm's correction; Scandinavian Journal of
Statistics 6, 1979). There is no verdict if A differs from itself in any row by the same rule: the machine was not quiet
enough. tests/python/test_versus.py simulates the levels.

There is no verdict either if other programs took cores that the plays needed, by the kernel's account of the processors'
time (/proc/stat), as for `sapper scale`; versus_instructions.py (--instructions) compares on any machine.

Times are per game and strategy for a config, and per iteration for benchmarks. For a config it also says whether the
builds' results are the same, and what differs otherwise.
"""

import argparse
import json
import math
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time

LEVEL = 0.05
FEWEST_PAIRS = 5
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
ARMS = ("a", "control", "b")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for arm in "ab":
        parser.add_argument(f"--name-{arm}", required=True)
        parser.add_argument(f"--program-{arm}", required=True, help="sapper, or sapper_bench with --benchmark_filter")
    parser.add_argument("--pairs", type=int, default=10, help=f"rounds, at least {FEWEST_PAIRS} (default: 10)")
    parser.add_argument("--benchmark_filter", help="compare these benchmarks")
    parser.add_argument("play", nargs="*", help="CONFIG and options of sapper run")
    options, rest = parser.parse_known_args()
    if options.pairs < FEWEST_PAIRS:
        fail(f"--pairs is {options.pairs}; expected at least {FEWEST_PAIRS}")
    if options.benchmark_filter is None and not options.play:
        fail("what is to be played is missing: a config, or --benchmark_filter=REGEX")
    programs = {"a": options.program_a, "control": options.program_a, "b": options.program_b}
    with tempfile.TemporaryDirectory(prefix="versus") as folder:
        play = Benchmarks(options.benchmark_filter, rest) if options.benchmark_filter is not None else Games(
            options.play + rest)
        rounds, load = [], Load()
        for number, order in enumerate(orders(options.pairs, random.Random(1))):
            rounds.append(one_round(order, load.watched(lambda arm: play.times(programs[arm], arm, folder))))
            progress(f"round {number + 1} of {options.pairs}")
        progress("")
    print(f"A: {options.name_a}   B: {options.name_b}   {options.pairs} rounds of 6 plays")
    print("processor time, B over A: below 1, B is faster; (95 % interval)\n")
    rows, said = table(rounds, play.unit, load.said(play.threads))
    print_table(rows)
    print(f"\n{said}")
    for line in play.differences():
        print(line)


def orders(pairs, numbers):
    """The arms of each round in the order of their plays, which reads the same backwards."""
    for _ in range(pairs):
        arms = list(ARMS)
        numbers.shuffle(arms)
        yield arms + arms[::-1]


def one_round(order, times):
    """{row: {arm: its time, of two plays}}"""
    round_ = {}
    for arm in order:
        for row, time in times(arm).items():
            entry = round_.setdefault(row, dict.fromkeys(ARMS, 0.0))
            entry[arm] += time
    return round_


def ratio(rounds, row, over, under):
    """The geometric mean over rounds, its 95 % interval, and the p value of a ratio of 1."""
    logs = [math.log(round_[row][over] / round_[row][under]) for round_ in rounds]
    mean, error = statistics.fmean(logs), statistics.stdev(logs) / math.sqrt(len(logs))
    half_width = student_975(len(logs) - 1) * error
    p_value = student_beyond(mean / error, len(logs) - 1) if error > 0 else float(mean == 0)
    return math.exp(mean), math.exp(mean - half_width), math.exp(mean + half_width), p_value


def student_beyond(t, freedom):
    """P(|T| > |t|) for Student's T, by its finite sums for a whole number of degrees of freedom (Abramowitz and Stegun
    26.7.3 and 26.7.4)."""
    angle = math.atan(abs(t) / math.sqrt(freedom))
    square = math.cos(angle) ** 2
    term = total = 1.0
    for k in range(2 + freedom % 2, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    if freedom % 2 == 0:
        return 1 - math.sin(angle) * total
    inner = math.sin(angle) * math.cos(angle) * total if freedom > 1 else 0
    return 1 - 2 / math.pi * (angle + inner)


def student_975(freedom):
    """The 97.5 % quantile of Student's t."""
    low, high = 0.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_beyond(middle, freedom) > LEVEL else (low, middle)
    return high


def holm(p_values):
    """The p values adjusted for their number, in their order."""
    adjusted, most = [0.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for rank, index in enumerate(order):
        most = max(most, min(1.0, (len(order) - rank) * p_values[index]))
        adjusted[index] = most
    return adjusted


class Load:
    """The cores that other programs took while something was played. How they are judged is that of is_disturbed in
    experiments/run/scaling.cpp."""
    MOST_TAKEN = 0.05

    def __init__(self):
        self.allowed = os.sched_getaffinity(0)
        self.wall_s = self.other_s = 0.0

    def watched(self, play):
        def watch(*arguments):
            busy_s, own_s, wall_s = self.busy_s(), own_time_s(), time.monotonic()
            played = play(*arguments)
            self.other_s += self.busy_s() - busy_s - (own_time_s() - own_s)
            self.wall_s += time.monotonic() - wall_s
            return played
        return watch

    def busy_s(self):
        """The time that the processors which this process may use were not idle; nan: the kernel does not tell."""
        ticks = [sum(int(word) for place, word in enumerate(words[1:9]) if place not in (3, 4))
                 for words in processor_lines() if int(words[0][3:]) in self.allowed]
        return sum(ticks) / os.sysconf("SC_CLK_TCK") if ticks else math.nan

    def other_cores(self):
        return max(0.0, self.other_s / self.wall_s) if self.wall_s > 0 else 0.0

    def said(self, threads):
        """Why other programs leave no verdict; nothing: they did not need the cores."""
        cores = len(self.allowed)
        needed = min(threads, cores)
        if not self.other_cores() > cores - needed + self.MOST_TAKEN * needed:
            return ""
        return (f"No verdict: THE MACHINE WAS BUSY, other programs took {self.other_cores():.1f} of {cores} cores. Repeat "
                "on a quiet machine, or count instructions (--instructions).")


def processor_lines():
    try:
        lines = pathlib.Path("/proc/stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return []
    return [words for words in map(str.split, lines) if words and words[0].startswith("cpu") and words[0] != "cpu"]


def own_time_s():
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def verdicts(b_over_a, control):
    """[row]: "faster", "slower" or nothing; and the sentence about all. Both: ratios by row."""
    unlike = sum(p_value < LEVEL for p_value in holm([estimate[3] for estimate in control]))
    if unlike:
        return [""] * len(b_over_a), f"No verdict: A differs from itself in {unlike} of {len(control)} rows."
    rows = [("faster" if estimate[0] < 1 else "slower") if p_value < LEVEL else ""
            for estimate, p_value in zip(b_over_a, holm([estimate[3] for estimate in b_over_a]))]
    found = ", ".join(f"{rows.count(word)} {word}" for word in ("faster", "slower") if word in rows)
    said = f"B is {found}" if found else "B does not differ from A"
    return rows, (f"Rows compared: {len(rows)}. {said}. Chance alone calls any row faster or slower in 5 % of "
                  "comparisons at most.")


def table(rounds, unit, withheld=""):
    """The rows of the table, its head first, and the verdict, or why it is withheld."""
    timed = [row for row in rounds[0]
             if all(row in round_ and min(round_[row].values()) > 0 for round_ in rounds)]
    ratios = [[ratio(rounds, row, arm, "a") for row in timed] for arm in ("b", "control")]
    found, said = ([""] * len(timed), withheld) if withheld else verdicts(*ratios)
    rows = [("", f"A, {unit}", "B/A", "", "A'/A", "", "")]
    for row in rounds[0]:
        if row not in timed:
            rows.append((row, "", "", "", "", "", "not in both"))
            continue
        index = timed.index(row)
        time = statistics.median(round_[row]["a"] / 2 for round_ in rounds)
        rows.append((row, f"{time:.4g}", *written(ratios[0][index]), *written(ratios[1][index]), found[index]))
    return rows, said


def written(estimate):
    value, low, high, _ = estimate
    return f"{value:.3f}", f"({low:.3f} to {high:.3f})"


class Games:
    """Plays a config; times per game of each case and strategy, in microseconds."""
    unit = "us/game"

    def __init__(self, arguments):
        self.arguments = arguments
        self.reports = {}
        self.threads = 1

    def times(self, program, arm, folder):
        report = self.play(program, folder)
        self.threads = report["timing"].get("threads", 1)
        self.reports[arm] = without_times(report)
        games = {(result["case"], result["label"]): result["games"] for result in report["results"]}
        names = {result["case"]: case_name(result) for result in report["results"]}
        times = {"all games": 1e6 * sum(row["core_s"] for row in report["timing"]["results"]) / sum(games.values())}
        for row in report["timing"]["results"]:
            case, label = row["case"], row["label"]
            times[f"{names[case]} #{case}, {label}"] = 1e6 * row["core_s"] / games[case, label]
        return times

    def play(self, program, folder):
        file = pathlib.Path(folder, "versus.report.json")
        call(program, "run", *self.arguments, "--quiet", "--force", "-o", str(file))
        return json.loads(file.read_text(encoding="utf-8"))

    def differences(self):
        a, b = self.reports["a"], self.reports["b"]
        if a == b:
            return ["The results are the same."]
        found = list(first_differences(a, b, ""))
        more = [f"  ... and {len(found) - 10} more"] if len(found) > 10 else []
        return ["The results differ (A, B):"] + ["  " + line for line in found[:10]] + more


class Benchmarks:
    """Runs benchmarks; times per iteration, in microseconds."""
    unit = "us"
    threads = 1

    def __init__(self, wanted, arguments):
        self.arguments = [f"--benchmark_filter={wanted}", *arguments]

    def times(self, program, _arm, folder):
        file = pathlib.Path(folder, "versus.bench.json")
        call(program, *self.arguments, f"--benchmark_out={file}", "--benchmark_out_format=json")
        times = {}
        for run in json.loads(file.read_text(encoding="utf-8"))["benchmarks"]:
            if run.get("run_type", "iteration") != "iteration" or run.get("error_occurred"):
                continue
            # Benchmarks that time themselves have their time in real_time.
            is_wall = run["name"].endswith(("/manual_time", "/real_time"))
            time = run["real_time" if is_wall else "cpu_time"] * NANOSECONDS[run["time_unit"]] * 1e-3
            times[run["name"]] = times.get(run["name"], 0.0) + time
        if not times:
            fail(f"{' '.join(self.arguments)} selects no benchmark")
        return times

    def differences(self):
        return []


def case_name(result):
    board = result.get("board") or result.get("size") or {}
    if not isinstance(board, dict):
        return str(board)
    level = board.get("level")
    size = f"{board['rows']} x {board['cols']}" if "rows" in board and "cols" in board else ""
    mines = f", {board['mines']} mines" if "mines" in board else ""
    return level or size + mines or "case"


def without_times(report):
    """What must not depend on the machine, in a report."""
    return {key: value for key, value in report.items() if key not in ("timing", "environment")}


def first_differences(a, b, path):
    """Where two JSON values differ: `results[3].wins: 502, 511`."""
    if isinstance(a, dict) and isinstance(b, dict):
        for key in a | b:
            inner = f"{path}.{key}" if path else key
            if key not in a or key not in b:
                yield f"{inner}: only in {'A' if key in a else 'B'}"
            else:
                yield from first_differences(a[key], b[key], inner)
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (x, y) in enumerate(zip(a, b)):
            yield from first_differences(x, y, f"{path}[{index}]")
    elif a != b:
        yield f"{path}: {shown(a)}, {shown(b)}"


def shown(value):
    text = json.dumps(value)
    return text if len(text) <= 40 else text[:37] + "..."


def call(program, *arguments):
    done = subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                          check=False)
    if done.returncode != 0:
        fail(f"{program} {' '.join(arguments)} ended with status {done.returncode}:\n{done.stderr.strip()}")


def print_table(rows):
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:-1], widths[1:-1])]
        print("  ".join(cells + [row[-1]]).rstrip())


def progress(text):
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def fail(message):
    sys.exit(f"versus: {message}")


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        sys.exit(130)

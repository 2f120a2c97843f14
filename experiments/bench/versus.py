#!/usr/bin/env python3
"""Which of two builds is faster: plays both in turn and gives ratios of processor time with intervals.

    ./dev versus COMMIT [COMMIT] [--pairs N] [-- CONFIG [ARGS] | --benchmark_filter=REGEX]

builds the commits (with one, the second is the worktree) and calls this script. A round plays build A twice, A once more as
a control, twice, and B twice, in an order drawn at random and then reversed, such as A B A' A' B A, so that a machine that
slows down steadily cancels. B/A is the mean over the rounds of the ratio of their times (geometric); its interval is that
of the bootstrap over rounds, with percentiles expanded for few rounds (Hesterberg, The American Statistician 69, 2015).
A'/A compares A with itself in the same way: where its interval excludes 1, the machine was not quiet enough for a verdict.
Of many rows, one in twenty would exclude 1 by chance.

Times are per game and strategy for a config, and per iteration for benchmarks. For a config it also says whether the
builds' results are the same, and what differs otherwise.
"""

import argparse
import json
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

RESAMPLES = 4000
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
        rounds = []
        for number, order in enumerate(orders(options.pairs, random.Random(1))):
            rounds.append(one_round(order, lambda arm: play.times(programs[arm], arm, folder)))
            progress(f"round {number + 1} of {options.pairs}")
        progress("")
    print(f"A: {options.name_a}   B: {options.name_b}   {options.pairs} rounds of 6 plays")
    print("processor time, B over A: below 1, B is faster; (95 % interval)\n")
    print_table(table(rounds, play.unit))
    print()
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
    """The geometric mean over rounds and its 95 % interval."""
    logs = [math.log(round_[row][over] / round_[row][under]) for round_ in rounds]
    low, high = interval(logs, random.Random(2))
    return math.exp(statistics.fmean(logs)), math.exp(low), math.exp(high)


def interval(values, numbers, resamples=RESAMPLES):
    """The 95 % interval of the mean: bootstrap percentiles, expanded so that few values keep the level."""
    count = len(values)
    tail = normal_below(-math.sqrt(count / (count - 1)) * student_975(count - 1))
    means = sorted(statistics.fmean(numbers.choices(values, k=count)) for _ in range(resamples))
    last = resamples - 1
    return means[round(tail * last)], means[round((1 - tail) * last)]


def normal_below(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def student_975(freedom):
    """The 97.5 % quantile of Student's t, by Hill's expansion (CACM 13, 1970); within 0.002 from 4 degrees on."""
    z = statistics.NormalDist().inv_cdf(0.975)
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + g1 / freedom + g2 / freedom**2 + g3 / freedom**3 + g4 / freedom**4


def verdict(b_over_a, control):
    if not control[1] <= 1 <= control[2]:
        return "no verdict: A differs from itself"
    return "faster" if b_over_a[2] < 1 else "slower" if b_over_a[1] > 1 else ""


def table(rounds, unit):
    rows = [("", f"A, {unit}", "B/A", "", "A'/A", "", "")]
    for row in rounds[0]:
        if any(row not in round_ or min(round_[row].values()) <= 0 for round_ in rounds):
            rows.append((row, "", "", "", "", "", "not in both"))
            continue
        b_over_a, control = ratio(rounds, row, "b", "a"), ratio(rounds, row, "control", "a")
        time = statistics.median(round_[row]["a"] / 2 for round_ in rounds)
        rows.append((row, f"{time:.4g}", *written(b_over_a), *written(control), verdict(b_over_a, control)))
    return rows


def written(estimate):
    value, low, high = estimate
    return f"{value:.3f}", f"({low:.3f} to {high:.3f})"


class Games:
    """Plays a config; times per game of each case and strategy, in microseconds."""
    unit = "us/game"

    def __init__(self, arguments):
        self.arguments = arguments
        self.reports = {}

    def times(self, program, arm, folder):
        report = self.play(program, folder)
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

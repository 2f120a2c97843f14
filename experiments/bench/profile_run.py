#!/usr/bin/env python3
"""Where the time of an experiment goes: samples it with perf and says what the samples show.

    ./dev profile CONFIG [ARGS]

builds sapper with frame pointers and calls this script, which plays the experiment on one thread for about half a minute
(or the games of --games) and prints the share of the time by phase and by function, callers of the hottest functions,
allocations, and, where the machine has counters, instructions per cycle and misses by strategy. It keeps in FOLDER perf.data
(for perf report, hotspot), stacks.folded (for speedscope and others) and flame_graph.html.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import textwrap

SECONDS = 25  # of the samples; with all else under a minute
PILOT_GAMES = 20
WIDTH = 100
MOST_FUNCTIONS = 25
D3_FLAME_GRAPH = "d3-flame-graph@4.1.3"  # of npm; its template holds all that the page needs
EVENTS = ("cycles", "instructions", "cache-misses", "branch-misses")

# A sample counts for the first of these to which the file of its innermost function belongs.
PHASES = (
    ("layout", r"sim/minesweeper/(layout|first_click)|sim/random/"),
    ("reveal", r"sim/"),
    ("local_rules", r"deduction/(local_rules|tiles)"),
    ("frontier", r"counting/frontier"),
    ("counting", r"counting/"),
    ("posterior", r"posterior/"),
    ("solving", r"deduction/sat|pinv|exact/"),
    ("choice", r"choice/|strategies/|solvers/"),
    ("referee and counts", r"experiments/kinds/"),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--counter", required=True, help="the library of count_allocations.c")
    parser.add_argument("--folder", required=True, type=pathlib.Path)
    parser.add_argument("--games", help="default: what takes about half a minute, at most the config's")
    parser.add_argument("config")
    options, arguments = parser.parse_known_args()
    folder = options.folder
    sapper = Sapper(options.program, folder, options.config, arguments)
    games = options.games or str(sapper.games_for(SECONDS))
    hardware = has_counters()
    report = sapper.play("profiled", games, before=("perf", "record", "-q", "-F", "997", "-g", "-e", "cycles" if hardware
                                                    else "cpu-clock", "-o", str(folder / "perf.data"), "--"))
    stacks = folded(output("perf", "script", "-i", str(folder / "perf.data"), "--no-inline", "-F", "period,ip,sym"))
    (folder / "stacks.folded").write_text("".join(f"{';'.join(stack)} {count}\n" for stack, count in stacks.items()),
                                          encoding="utf-8")
    files = files_of(options.program, {name for stack in stacks for name in stack})
    played = sum(result["games"] for result in report["results"])
    print(f"{played:,} games in {report['timing']['wall_s']:.1f} s on one thread, {sum(stacks.values()):,} samples\n")
    print("\n".join(phase_lines(stacks, files) + function_lines(stacks) + caller_lines(stacks)))
    print(allocation_line(sapper, options.counter, report["config"]["games"]) + "\n")
    print("\n".join(counter_lines(sapper, report, report["config"]["games"])) if hardware else
          "No hardware counters on this machine: instructions per cycle and misses are unknown.")
    print(f"\nIn {folder}: perf.data (perf report, hotspot), stacks.folded (speedscope), {flame_graph(stacks, folder)}")


class Sapper:
    """Plays the experiment on one thread."""

    def __init__(self, program, folder, config, arguments):
        self.program, self.folder, self.config, self.arguments = program, folder, config, arguments

    def play(self, name, games, before=(), config=None):
        """The report. `before`: the words of a program that runs it."""
        file = self.folder / f"{name}.report.json"
        output(*before, self.program, "run", config or self.config, *self.arguments, "--games", str(games), "--threads", "1",
               "--quiet", "--force", "-o", str(file))
        return json.loads(file.read_text(encoding="utf-8"))

    def games_for(self, seconds):
        most = json.loads(pathlib.Path(self.config).read_text(encoding="utf-8-sig")).get("games", 10_000)
        pilot_s = max(self.play("pilot", PILOT_GAMES)["timing"]["wall_s"], 1e-3)
        return max(PILOT_GAMES, min(int(most), int(PILOT_GAMES * seconds / pilot_s)))


def output(*words):
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        sys.exit(f"profile: {' '.join(words)} ended with status {done.returncode}:\n{done.stderr.strip()}")
    return done.stdout


def folded(samples):
    """{stack: samples} of perf script's samples; a stack is a tuple of names from the outermost function on."""
    stacks = collections.Counter()
    for sample in samples.split("\n\n"):
        frames = [line.split(None, 1)[1] for line in sample.strip().split("\n")[1:] if len(line.split(None, 1)) == 2]
        if frames:
            stacks[tuple(short(name) for name in reversed(frames) if name != "[unknown]")] += 1
    del stacks[()]
    return stacks


def short(name):
    """Without our namespaces and without arguments of templates, which fill lines."""
    name = name.replace("(anonymous namespace)::", "").replace(";", ",")
    name = re.sub(r"\bsapper::(sim|solvers|experiments)::(minesweeper::)?", "", name)
    while (shorter := re.sub(r"(?<!operator)<[^<>]*>", "", name)) != name:
        name = shorter
    return name


def files_of(program, names):
    """{name: file} of the functions whose file the program knows."""
    addresses = {}
    for line in subprocess.run(["c++filt", "-p"], input=output("nm", "--defined-only", program), capture_output=True,
                               text=True, check=True).stdout.splitlines():
        address, _, name = line.split(" ", 2)
        if short(name) in names:
            addresses[short(name)] = address
    lines = subprocess.run(["addr2line", "-e", program], input="\n".join(addresses.values()), capture_output=True, text=True,
                           check=True).stdout.splitlines()
    return dict(zip(addresses, lines))


def phase_of(stack, files):
    for name in reversed(stack):
        for phase, pattern in PHASES:
            if re.search(pattern, files.get(name, "")):
                return phase
    return "start, end and the rest"


def phase_lines(stacks, files):
    all_samples = sum(stacks.values())
    phases = collections.defaultdict(collections.Counter)
    for stack, count in stacks.items():
        phases[phase_of(stack, files)][stack[-1]] += count
    lines = ["share  phase, by the file of the innermost function, and its hottest functions"]
    for phase, functions in sorted(phases.items(), key=lambda item: -item[1].total()):
        hottest = ", ".join(f"{cut(name, 50)} {share(count, all_samples)}" for name, count in functions.most_common(3))
        lines += textwrap.wrap(f"{share(functions.total(), all_samples):>5}  {phase}: {hottest}", WIDTH, subsequent_indent=" " * 9,
                               break_long_words=False)
    return lines + [""]


def function_lines(stacks):
    all_samples = sum(stacks.values())
    own, inclusive = collections.Counter(), collections.Counter()
    for stack, count in stacks.items():
        own[stack[-1]] += count
        for name in set(stack):
            inclusive[name] += count
    lines = ["  own   with those that it calls"]
    for name, count in own.most_common(MOST_FUNCTIONS):
        lines.append(f"{share(count, all_samples):>5}  {share(inclusive[name], all_samples):>5}  {cut(name, WIDTH - 14)}")
    return lines + [""]


def caller_lines(stacks):
    own = collections.Counter()
    callers = collections.defaultdict(collections.Counter)
    for stack, count in stacks.items():
        own[stack[-1]] += count
        callers[stack[-1]][stack[-2] if len(stack) > 1 else "?"] += count
    lines = ["callers of the ten hottest, by their share of its own time"]
    for name, count in own.most_common(10):
        lines.append(cut(name, WIDTH))
        lines += [f"  {share(calls, count):>5}  {cut(caller, WIDTH - 9)}" for caller, calls in callers[name].most_common(3)]
    return lines + [""]


def share(part, whole):
    return f"{100 * part / whole:.1f}%"


def cut(name, width):
    return name if len(name) <= width else name[:width - 3] + "..."


def allocation_line(sapper, counter, most):
    """The difference of two runs: what starts and warms up the program is in both."""
    counts = []
    warm = max(1, min(1000, most // 8))
    for games in (warm, 2 * warm):
        file = sapper.folder / "allocations"
        report = sapper.play("allocations", games, before=("env", f"LD_PRELOAD={counter}", f"COUNT_ALLOCATIONS={file}"))
        counts.append((int(file.read_text(encoding="utf-8")), sum(result["games"] for result in report["results"])))
    (first, first_games), (second, second_games) = counts
    per_thousand = 1000 * (second - first) / max(1, second_games - first_games)
    return f"allocations per 1,000 games after the first {warm:,} of each case: {per_thousand:.1f}"


def has_counters():
    done = subprocess.run(["perf", "stat", "-x,", "-e", ",".join(EVENTS), "true"], capture_output=True, text=True, check=False)
    return done.returncode == 0 and len(counted_events(done.stderr)) == len(EVENTS)


def counted_events(text):
    """{event: count} of the output of perf stat -x,; events that the machine does not count are left out."""
    events = {}
    for line in text.splitlines():
        fields = line.split(",")
        if len(fields) > 2 and fields[0].isdigit():
            events[fields[2].split(":")[0]] = int(fields[0])
    return events


def counter_lines(sapper, report, games):
    """Each strategy plays alone, from the expanded config."""
    lines = [f"{'strategy':<40}  instructions/cycle  cache misses/game  branch misses/game"]
    for strategy in report["config"].get("strategies", []):
        config = {**report["config"], "strategies": [strategy]}
        config.pop("stop", None)
        file, stat = sapper.folder / "one_strategy.json", sapper.folder / "perf.stat"
        file.write_text(json.dumps(config), encoding="utf-8")
        alone = sapper.play("one_strategy", max(1, games // 2), config=str(file),
                            before=("perf", "stat", "-x,", "-e", ",".join(EVENTS), "-o", str(stat)))
        lines.append(counter_line(alone["results"][0]["label"], counted_events(stat.read_text(encoding="utf-8")),
                                  sum(result["games"] for result in alone["results"])))
    return lines


def counter_line(label, events, games):
    per_cycle = events["instructions"] / events["cycles"]
    return (f"{cut(label, 40):<40}  {per_cycle:18.2f}  {events['cache-misses'] / games:17,.1f}"
            f"  {events['branch-misses'] / games:18,.1f}")


def tree_of(stacks):
    """The nodes of d3-flame-graph: name, samples of its own, children."""
    root = {"n": "all", "v": 0, "c": []}
    for stack, count in stacks.items():
        node = root
        for name in stack:
            child = next((child for child in node["c"] if child["n"] == name), None)
            if child is None:
                child = {"n": name, "v": 0, "c": []}
                node["c"].append(child)
            node = child
        node["v"] += count
    return root


def flame_graph(stacks, folder):
    template = folder / "package" / "dist" / "templates" / "d3-flamegraph-base.html"
    try:
        if not template.exists():
            package = output("npm", "pack", "--silent", "--pack-destination", str(folder), D3_FLAME_GRAPH).strip()
            output("tar", "-xzf", str(folder / package), "-C", str(folder))
        page = template.read_text(encoding="utf-8")
    except (OSError, SystemExit):
        return f"no flame graph: it needs npm, and {D3_FLAME_GRAPH} from there"
    data = json.dumps(tree_of(stacks)).replace("<", "\\u003c")
    page = page.replace("/** @flamegraph_json **/", data).replace("/** @options_json **/", "{}")
    (folder / "flame_graph.html").write_text(page, encoding="utf-8")
    return "flame_graph.html (a browser)"


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        sys.exit(130)

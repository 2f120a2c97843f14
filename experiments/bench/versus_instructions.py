#!/usr/bin/env python3
"""Which of two builds needs fewer instructions: counts them with valgrind's callgrind, on any machine, however busy.

    ./dev versus COMMIT [COMMIT] --instructions [--pairs N] [-- CONFIG [ARGS]]

builds the commits without instructions that valgrind does not know and calls this script. Each pair plays other games (its
seed) by A, by B, and by A once more as a control, on one thread. Instructions per game are those of --games games minus
those of one, over one game less, so that starting and reporting do not count. B/A is the geometric mean over the pairs; its
95 % interval is Student's, of the logarithms, and says how the ratio varies with the games. Counts hardly vary between runs
of the same games: what does (chunks of games are sized by the clock) is what A'/A shows, and a difference that is not above
three times as much has no verdict.

Below the table, if it shows a difference, are the functions whose own instructions per game changed most, in percent of all
of A's. Instructions are not time: misses and mispredictions are not in them.
"""

import argparse
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from versus import LEVEL, fail, print_table, progress, ratio

FEWEST_PAIRS = 3
NOISE_FACTOR = 3
MOST_FUNCTIONS = 12
NAME_WIDTH = 90
ARMS = ("a", "b", "control")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for arm in "ab":
        parser.add_argument(f"--name-{arm}", required=True)
        parser.add_argument(f"--program-{arm}", required=True)
    parser.add_argument("--pairs", type=int, default=5, help=f"seeds, at least {FEWEST_PAIRS} (default: 5)")
    parser.add_argument("--games", type=int, default=100, help="of each case and pair (default: 100)")
    parser.add_argument("config")
    options, rest = parser.parse_known_args()
    if options.pairs < FEWEST_PAIRS:
        fail(f"--pairs is {options.pairs}; expected at least {FEWEST_PAIRS}")
    if options.games < 2:
        fail(f"--games is {options.games}; expected at least 2")
    if not shutil.which("valgrind"):
        fail("--instructions needs valgrind (Debian: apt-get install valgrind)")
    programs = {"a": options.program_a, "b": options.program_b, "control": options.program_a}
    pairs = []
    with tempfile.TemporaryDirectory(prefix="versus") as folder:
        for seed in range(1, options.pairs + 1):
            play = ["run", options.config, *rest, "--seed", str(seed)]
            alone = {arm: counted(programs[arm], [*play, "--games", "1"], folder) for arm in "ab"}
            alone["control"] = alone["a"]
            pairs.append({arm: per_game(counted(programs[arm], [*play, "--games", str(options.games)], folder), alone[arm],
                                        options.games) for arm in ARMS})
            progress(f"pair {seed} of {options.pairs}")
        progress("")
    print(f"A: {options.name_a}   B: {options.name_b}   {options.pairs} pairs, {options.games} games of each case")
    print("instructions, B over A: below 1, B needs fewer; (95 % interval)\n")
    rows, said, changed = findings(pairs)
    print_table(rows)
    print(f"\n{said}")
    if changed:
        print("\nFunctions whose own instructions changed most, in percent of all of A's:")
        for name, percent in changed:
            print(f"  {percent:+8.3f}  {name}")


def counted(program, arguments, folder):
    """{function: its own instructions}"""
    out = pathlib.Path(folder, "callgrind.out")
    command = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={out}", "--compress-strings=no",
               "--compress-pos=no", program, *arguments, "--threads", "1", "--quiet", "--force", "-o",
               str(pathlib.Path(folder, "versus.report.json"))]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        fail(f"{' '.join(command)} ended with status {done.returncode}:\n{done.stderr.strip()}")
    with open(out, encoding="utf-8", errors="replace") as lines:
        return own_instructions(lines)


def own_instructions(lines):
    """The same, from the lines of a file of callgrind whose names and positions are not compressed."""
    counts, name, is_call = {}, "", False
    for line in lines:
        if line.startswith("fn="):
            name = line[3:].rstrip("\n")
        elif line.startswith("calls="):
            is_call = True  # the next line has what the called function took
        elif line[:1].isdigit():
            if not is_call:
                counts[name] = counts.get(name, 0) + int(line.split()[1])
            is_call = False
    return counts


def per_game(many, one, games):
    """{function: its own instructions of a game}"""
    return {name: (many.get(name, 0) - one.get(name, 0)) / (games - 1) for name in many | one}


def findings(pairs):
    """The rows of the table, its head first; the verdict; and the functions that make the difference, if there is one."""
    totals = [{"all": {arm: sum(pair[arm].values()) for arm in ARMS}} for pair in pairs]
    if min(min(round_["all"].values()) for round_ in totals) <= 0:
        fail("games take no instructions: expected more --games")
    b_over_a, control = (ratio(totals, "all", arm, "a") for arm in ("b", "control"))
    mean = sum(round_["all"]["a"] for round_ in totals) / len(totals)
    rows = [("", "A, per game", "B/A", "", "A'/A", "", ""),
            ("all games", f"{mean:,.0f}", *written(b_over_a), *written(control), "")]
    noise = max(abs(math.log(round_["all"]["control"] / round_["all"]["a"])) for round_ in totals)
    if b_over_a[3] >= LEVEL or abs(math.log(b_over_a[0])) <= NOISE_FACTOR * noise:
        return rows, "B needs as many instructions as A: no difference beyond the spread.", []
    said = f"B needs {abs(b_over_a[0] - 1):.2%} {'fewer' if b_over_a[0] < 1 else 'more'} instructions than A."
    return rows, said, changed_functions(pairs)


def written(estimate):
    value, low, high, _ = estimate
    return f"{value:.5f}", f"({low:.5f} to {high:.5f})"


def changed_functions(pairs):
    """(name, change in percent of all of A's instructions) of those that changed beyond what A against A shows, most first."""
    whole = sum(sum(pair["a"].values()) for pair in pairs)
    names = {name for pair in pairs for arm in ARMS for name in pair[arm]}

    def change(arm, name):
        return 100 * sum(pair[arm].get(name, 0) - pair["a"].get(name, 0) for pair in pairs) / whole

    changes = [(shortened(name), change("b", name)) for name in names
               if abs(change("b", name)) > max(0.001, NOISE_FACTOR * abs(change("control", name)))]
    return sorted(changes, key=lambda entry: -abs(entry[1]))[:MOST_FUNCTIONS]


def shortened(name):
    """Without the arguments, and cut off."""
    name = re.sub(r"\(anonymous namespace\)::|sapper::(experiments|solvers|sim)::|sapper::", "", name)
    name = re.sub(r"(?<!operator)(?<=[\w>)])\(.*", "", name)
    return name if len(name) <= NAME_WIDTH else name[:NAME_WIDTH - 3] + "..."


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        sys.exit(130)

"""Measures sapper beside the packages of PyPI that people would use instead, on the same work, one after another.

    python3 data/peers/measure.py FOLDER PYTHONPATH PROGRAM TESTS

`./dev peers` calls it. FOLDER gets an environment for each package, the tables (peers.md) and the points of the figure
(peers.dat); PYTHONPATH has sapper's module, PROGRAM is sapper, TESTS its tests, which write replay files of every format.
Times are processor time, as other programs may use the machine meanwhile.
"""
import collections
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys

import exact

ROOT = pathlib.Path(__file__).resolve().parents[2]
PEER = pathlib.Path(__file__).with_name("peer.py")
READER = ROOT / "tests" / "python" / "read_replays.py"
PACKAGES = {
    "ms-toollib": "ms-toollib==1.5.20",
    "minegauler": "minegauler==4.2.0",
    "sweeping-view": "sweeping-view==0.4.0",
    "gym-minesweeper": "gym-minesweeper==0.0.1",
    "minesweeper-env-rl": "minesweeper-env-rl==0.12.0",
    "jumanji": "jumanji==1.1.2",
    "minesweepervariants": "minesweepervariants==1.2.3",
}
LEVELS = {"9 x 9, 10 mines": (9, 9, 10, 2, 2), "16 x 16, 40 mines": (16, 16, 40, 2, 2), "Expert": (16, 30, 99, 3, 3)}
BATCHES = 1, 64, 1024
SECONDS = 2  # for each speed
DISPUTED = 20  # boards that one holds for solvable and the other not, of which brute force decides


def say(text):
    print(f"peers: {text}", file=sys.stderr, flush=True)


class Peers:
    """The packages, each in an environment of its own."""

    def __init__(self, folder, module_path):
        self.pythons = {"sapper": pathlib.Path("/usr/bin/python3")}
        self.missing = {}
        self.folder = folder  # where peers may write, such as logs of their crashes
        self.environment = {**os.environ, "PYTHONPATH": str(module_path), "PYTHONDONTWRITEBYTECODE": "1",
                            "JAX_PLATFORMS": "cpu", "SDL_VIDEODRIVER": "dummy"}
        for name, requirement in PACKAGES.items():
            python = folder / name / "bin" / "python"
            say(f"installing {requirement}")
            subprocess.run(["/usr/bin/python3", "-m", "venv", folder / name], check=True)
            done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", requirement],
                                  capture_output=True, text=True)
            if done.returncode == 0:
                self.pythons[name] = python
            else:
                needed = re.search(r"Requires-Python ([^ ;]+)", done.stderr)
                self.missing[name] = (f"needs Python {needed[1]}, this is {platform.python_version()}" if needed
                                      else done.stderr.strip().splitlines()[-1][:200])

    def ask(self, name, *words, text=None, script=PEER, owner=None):
        """What the script prints, as JSON; an error in words where it ends badly."""
        environment = dict(self.environment) if name == "sapper" else {**self.environment, "PYTHONPATH": ""}
        if name not in self.pythons:
            return {"error": "not installed"}
        done = subprocess.run([self.pythons[name], script, *map(str, words)], input=text, capture_output=True, text=True,
                              env=environment, timeout=600, cwd=self.folder)
        if done.returncode != 0:
            return {"error": (done.stderr.strip() or "ends without a word").splitlines()[-1][:200]}
        return json.loads(done.stdout.splitlines()[-1])


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def time_text(seconds):
    return f"{seconds * 1e6:,.0f} µs" if seconds < 1e-3 else f"{seconds * 1e3:,.1f} ms"


def speed_text(speed):
    return f"{float(f'{speed:.2g}'):,.0f}"


def positions():
    of = {}
    for title, file in (("39 Expert positions", "positions"), ("10 hard positions", "hard_positions")):
        lines = (ROOT / "data" / "reference" / f"{file}.jsonl").read_text(encoding="utf-8").splitlines()
        all_of_file = [{key: value for key, value in json.loads(line).items() if key in ("rows", "cols", "mines", "cells")}
                       for line in lines]
        of[title] = [p for p in all_of_file if (p["rows"], p["cols"], p["mines"]) == (16, 30, 99) or file != "positions"]
    return of


def largest_error(p_mine, position, truth):
    return max(abs((p_mine[r][c] if p_mine[r][c] == p_mine[r][c] else 0) - float(truth[r][c]))
               for r in range(position["rows"]) for c in range(position["cols"]) if position["cells"][r][c] in ".F")


def measure_posteriors(peers, points):
    rows = []
    for title, those in positions().items():
        say(title)
        text = "".join(json.dumps(position) + "\n" for position in those)
        truths = [exact.posterior(position["cells"], position["mines"]) for position in those] if "Expert" in title else None
        reference = None
        for name in ("sapper", "ms-toollib", "minegauler"):
            answers = peers.ask(name, "posterior", name, text=text)
            if isinstance(answers, dict):
                rows.append((title, name, answers["error"], "", "", ""))
                continue
            reference = reference or answers
            good = [i for i, answer in enumerate(answers) if answer.get("p_mine")]
            times = [answers[i]["seconds"] for i in good]
            of = truths or [answer["p_mine"] for answer in reference]
            if times:
                points[title].append((name, statistics.median(times), max(times)))
            error = max((largest_error(answers[i]["p_mine"], those[i], of[i]) for i in good), default=float("nan"))
            rows.append((title, name, f"{len(good)} of {len(those)}", time_text(statistics.median(times)) if times else "",
                         time_text(max(times)) if times else "", f"{error:.0e}" if truths or name != "sapper" else "-"))
    return table(["", "", "answered", "median", "worst", "largest error of P(mine), of the hard ones difference from sapper"], rows)


def measure_steps(peers, points):
    rows = []
    for title in ("9 x 9, 10 mines", "Expert"):
        for name in ("sapper", "jumanji", "minesweeper-env-rl", "gym-minesweeper"):
            say(f"{name}, {title}")
            cells = []
            for batch in BATCHES:
                if batch > 1 and name not in ("sapper", "jumanji"):
                    cells.append("-")
                    continue
                speed = peers.ask(name, "steps", name, *LEVELS[title][:3], batch, SECONDS)
                cells.append(speed["error"] if isinstance(speed, dict) else speed_text(speed))
                if not isinstance(speed, dict):
                    points[title].append((name, batch, speed))
            rows.append((title, name, *cells))
    return table(["", "", *(f"{batch:,} at once" if batch > 1 else "one game" for batch in BATCHES)], rows)


def measure_replays(peers, folder, tests):
    files = folder / "replays"
    files.mkdir(exist_ok=True)
    subprocess.run([tests, "--gtest_filter=RecordedGame.IsWrittenForOtherReaders"],
                   env={**os.environ, "SAPPER_REPLAY_FILES": str(files)}, check=True, capture_output=True)
    read = json.loads((files / "read.json").read_text(encoding="utf-8"))
    formats = collections.defaultdict(list)
    for name in read:
        formats[name.rsplit(".", 1)[1]].append(name)
    rows = []
    for ending, names in sorted(formats.items()):
        cells = []
        for reader in ("ms-toollib", "sweeping-view"):
            say(f"{reader}, .{ending}")
            alike = 0
            for name in names:
                said = peers.ask(reader, reader.replace("-", "_"), files / name, script=READER)
                alike += "error" not in said and all(
                    abs(value - read[name][key]) < 0.011 if key == "time_s" else value == read[name][key]
                    for key, value in said.items())
            cells.append(f"{alike} of {len(names)}")
        rows.append((f".{ending}", f"{len(names)} of {len(names)}", *cells))
    return table(["format", "sapper", "ms-toollib", "sweeping-view"], rows)


def measure_no_guess(peers, folder, program):
    rows = []
    for title, (height, width, mines, row, col) in LEVELS.items():
        say(f"boards without a guess, {title}")
        count = {"9 x 9, 10 mines": 20000, "16 x 16, 40 mines": 10000, "Expert": 2000}[title]
        file = folder / "boards.jsonl"
        before = os.times()
        subprocess.run([program, "boards", "--rows", str(height), "--cols", str(width), "--mines", str(mines), "--cell",
                        f"{row},{col}", "--no-guess", "--count", str(count), "--force", "-o", file], check=True,
                       capture_output=True)
        after = os.times()
        seconds = (after.children_user + after.children_system - before.children_user - before.children_system) / count
        some = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[:500]]
        held = peers.ask("ms-toollib", "solvable", text="".join(json.dumps(board) + "\n" for board in some))
        theirs = peers.ask("ms-toollib", "no_guess", height, width, mines, row, col, SECONDS)
        if "boards" not in theirs:
            rows.append((title, time_text(seconds), theirs["error"], "", "", ""))
            continue
        disputed = [board for board, is_held in zip(some, held) if not is_held][:DISPUTED]
        say(f"{len(disputed)} boards by brute force")
        right = sum(exact.needs_no_guess(height, width, board["mines"], board["first"]) for board in disputed)
        boards = theirs["boards"][:500]
        config = {"schema": "sapper-config/1", "name": "theirs", "games": 1, "strategies": ["csp"],
                  "boards": [{"rows": height, "cols": width, "mines": mines, "layout": board} for board in boards],
                  "first_click": {"rule": "unprotected", "cell": [row, col]}}
        (folder / "theirs.json").write_text(json.dumps(config), encoding="utf-8")
        subprocess.run([program, "run", folder / "theirs.json", "--quiet", "--force", "-o", folder / "theirs.report.json"],
                       check=True, capture_output=True)
        results = json.loads((folder / "theirs.report.json").read_text(encoding="utf-8"))["results"]
        logical = sum(result["wins"] == 1 and result["guesses"]["total"] <= 1 for result in results)
        rows.append((title, time_text(seconds), time_text(theirs["seconds"]), f"{logical} of {len(boards)}",
                     f"{sum(held)} of {len(some)}", f"{right} of {len(disputed)}"))
    return table(["", "sapper, a board", "ms-toollib, a board", "of ms-toollib's, without a guess by sapper",
                  "of sapper's, solvable by ms-toollib", "of the others, without a guess by brute force"], rows)


def draw(folder, times, speeds):
    """The figure, by gnuplot: a block of the table for each solver, then one for each environment and board."""
    blocks = []
    solvers = dict.fromkeys(name for of in times.values() for name, _, _ in of)
    for name in solvers:
        blocks.append(f'"{name}"\n' + "".join(f"{place} {median:.3g} {worst:.3g}\n" for place, of in enumerate(times.values())
                                              for n, median, worst in of if n == name))
    first = len({name for name, _, _ in next(iter(speeds.values()), [])})
    for title, of in speeds.items():
        for name in dict.fromkeys(name for name, _, _ in of):
            blocks.append(f'"{name}, {title.split(",")[0]}"\n'
                          + "".join(f"{batch} {speed:.3g}\n" for n, batch, speed in of if n == name))
    (folder / "peers.dat").write_text("\n\n".join(blocks), encoding="utf-8")
    subprocess.run(["gnuplot", "-e", f"table='{folder}/peers.dat'; figure='{folder}/peers.svg'; solvers={len(solvers)}; "
                    f"environments={len(blocks) - len(solvers)}; first={first};  style='{ROOT}/data/studies/plots/style.gp'",
                    pathlib.Path(__file__).with_name("peers.gp")], check=True)


def main():
    folder, module_path, program, tests = map(pathlib.Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    peers = Peers(folder, module_path)
    times, speeds = collections.defaultdict(list), collections.defaultdict(list)
    parts = {"Posteriors": measure_posteriors(peers, times), "Environments": measure_steps(peers, speeds),
             "Replays": measure_replays(peers, folder, tests), "Boards without a guess": measure_no_guess(peers, folder, program)}
    text = "".join(f"## {title}\n\n{part}\n" for title, part in parts.items())
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    text += f"{version}; " + ", ".join(PACKAGES[name] for name in PACKAGES if name in peers.pythons) + ".\n"
    text += "".join(f"{name}: {why}.\n" for name, why in peers.missing.items())
    (folder / "peers.md").write_text(text, encoding="utf-8")
    draw(folder, times, speeds)
    print(text)


if __name__ == "__main__":
    main()

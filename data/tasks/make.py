"""The tasks for language models as files that harnesses read, from the frozen split.

    ./dev python data/tasks/make.py FOLDER           # the test set, and the folder of lm-eval
    ./dev python data/tasks/make.py FOLDER --train N # and N positions of other games for each set of the split
    ./dev python data/tasks/make.py --write          # the split anew: hashes, ceilings and baselines of split.json

split.json says which games the positions are of, and the hash of the positions, which must come out the same. Everything in
FOLDER is made: SET.FORM.jsonl has a row for each position (sapper.tasks.row), lm_eval/ a task for each of these files.
"""
import argparse
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

import sapper
from sapper import tasks

HERE = pathlib.Path(__file__).resolve().parent
SPLIT = HERE / "split.json"
TRAIN_FIRST = 1_000_000  # the first game of the training positions; the test set's games come before
STRATEGIES = "random", "rules", "csp", "min_risk", "pseq", "progress", "expert", "optimal"
# By the inferences that it makes, beginning with the least (data/positions.md).
REASONERS = {"one_number": ("given", "one_number"), "two_numbers": ("given", "one_number", "two_numbers"), "all": None}
BASELINE_GAMES = 20_000


def positions_of(name, split, first=0, count=None):
    """The positions of a set, of the test set or of other games."""
    one = split["sets"][name]
    wanted = count or one["count"]
    found, games = [], wanted * one.get("games_per_position", 2)
    while len(found) < wanted:
        batch = sapper.positions(one["config"], where=one["where"], one_per_game=True, first=first, games=games, count=games)
        found += [position for position in batch if one["where"] != "guess" or not one["solved"] or position["values"]]
        first += games
    return found[:wanted]


def hash_of(positions):
    """Of the positions and their order, not of their labels, which are exact whoever computes them."""
    text = "".join(f"{one['id']} {one['mines']} {'/'.join(one['cells'])}\n" for one in positions)
    return hashlib.sha256(text.encode()).hexdigest()


def mean(values):
    return round(sum(values) / len(values), 6)


def ceilings_of(task, positions):
    """What no answer can exceed, by exact labels."""
    if task == "safe_cells":
        return {"reward": 1.0, "exact_match": 1.0, "cells": sum(len(one["safe"]) for one in positions)}
    lowest = [min(p for risks in one["p_mine"] for p in risks if p is not None) for one in positions]
    ceilings = {"reward": 1.0, "survival": mean([1 - p for p in lowest])}
    if all(one["values"] for one in positions):
        ceilings["win_probability"] = mean([max(one["values"]) for one in positions])
    return ceilings


def baselines_of(task, positions):
    return {name: scored(task, positions, texts) for name, texts in texts_of(task, positions).items()}


def texts_of(task, positions):
    """The answers of the built-in players as a model would write them."""
    if task == "safe_cells":
        return {
            name: [json.dumps([cell for cell, why in zip(one["safe"], one["safe_inference"]) if known is None or why in known])
                   for one in positions]
            for name, known in REASONERS.items()
        }
    moves = [sapper.analyze(one["cells"], one["mines"], topology=one["topology"], first_click=one["first_click"])["moves"]
             for one in positions]
    return {name: [json.dumps(one[name]["cell"]) for one in moves] for name in STRATEGIES if all(name in one for one in moves)}


def scored(task, positions, texts):
    rewards = [tasks.reward(one, task, text) for one, text in zip(positions, texts)]
    score = sapper.score(positions, [tasks.answer(one, task, text) for one, text in zip(positions, texts)])
    figures = {"reward": mean(rewards)}
    if task == "safe_cells":
        return {**figures, "exact_match": round(score["safe"]["exact_match"], 6), "recall": round(score["safe"]["recall"], 6)}
    figures["survival"] = round(1 - score["dig"]["mean_risk"], 6)
    lost = score["dig"]["mean_win_chance_lost"]
    return figures if lost is None else {**figures, "win_chance_lost": round(lost, 6)}


def value_of(settings):
    """The exact chance to win under best play."""
    rows, cols, mines = settings["rows"], settings["cols"], settings["mines"]
    words = ["solve", "minesweeper", rows, cols, mines, "--rule", settings["first_click"], "--json"]
    solved = subprocess.run([os.environ["SAPPER_PROGRAM"], *map(str, words)], check=True, capture_output=True, text=True)
    exact = json.loads(solved.stdout)
    return {name: exact[name] for name in ("numerator", "denominator", "value")}


def win_rates_on(settings):
    """The share of games that built-in strategies win."""
    report = sapper.run({
        "schema": "sapper-config/1",
        "seed": 2,
        "games": BASELINE_GAMES,
        "boards": [{name: settings[name] for name in ("rows", "cols", "mines")}],
        "first_click": {"rule": settings["first_click"], "cell": "strategy"},
        "strategies": list(STRATEGIES),
    })
    return {one["label"]: round(one["win_rate"], 4) for one in report["results"]}


def table(split):
    """The baselines as in README.md: rewards of sets, win rates of games."""
    lines = []
    for name, one in split["sets"].items():
        rewards = ", ".join(f"`{label}` {100 * baseline['reward']:.1f}" for label, baseline in one["baselines"].items())
        lines.append(f"| `{name}` | 100 | {rewards} |")
    for name, one in split["games"].items():
        ceiling = f"{100 * one['ceiling']['value']:.2f} ({one['ceiling']['numerator']} of {one['ceiling']['denominator']})"
        rates = ", ".join(f"`{label}` {100 * rate:.1f}" for label, rate in one["baselines"].items())
        lines.append(f"| games on `{name}` | {ceiling} | {rates} |")
    return "\n".join(lines)


def write_split(split):
    for name, one in split["sets"].items():
        positions = positions_of(name, split)
        one["positions_sha256"] = hash_of(positions)
        one["ceilings"] = ceilings_of(one["task"], positions)
        one["baselines"] = baselines_of(one["task"], positions)
    for one in split["games"].values():
        one.update(ceiling=value_of(one), baseline_games=BASELINE_GAMES, baselines=win_rates_on(one))
    SPLIT.write_text(json.dumps(split, indent=1) + "\n")


def write_rows(file, task, form, positions):
    file.write_text("".join(json.dumps(tasks.row(one, task, form)) + "\n" for one in positions))


def make(folder, split, train):
    (folder / "lm_eval").mkdir(parents=True, exist_ok=True)
    names = []
    for name, one in split["sets"].items():
        positions = positions_of(name, split)
        if hash_of(positions) != one["positions_sha256"]:
            sys.exit(f"make: the positions of {name} are not those of {SPLIT}: another version plays other games")
        for form in tasks.FORMS:
            file = folder / f"{name}.{form}.jsonl"
            write_rows(file, one["task"], form, positions)
            names.append(write_lm_eval(folder / "lm_eval", name, form, one["task"], file))
            if train:
                others = positions_of(name, split, TRAIN_FIRST, train)
                write_rows(folder / f"{name}.{form}.train.jsonl", one["task"], form, others)
    shutil.copyfile(HERE / "lm_eval" / "utils.py", folder / "lm_eval" / "utils.py")
    lines = ["group: sapper", "task:", *(f"  - {name}" for name in names)]
    means = ["  - metric: reward\n    aggregation: mean\n    weight_by_size: true"]
    (folder / "lm_eval" / "sapper.yaml").write_text("\n".join([*lines, "aggregate_metric_list:", *means, ""]))


def write_lm_eval(folder, name, form, task, file):
    """The task of lm-eval that asks about the rows of a file; returns its name."""
    full = f"sapper_{name}_{form}"
    text = (HERE / "lm_eval" / "task.yaml").read_text()
    metric = "exact_match" if task == "safe_cells" else "survival"
    for key, value in {"TASK": full, "FILE": json.dumps(str(file.resolve())), "METRIC": metric}.items():
        text = text.replace(f"@{key}@", value)
    (folder / f"{full}.yaml").write_text(text)
    return full


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=pathlib.Path)
    parser.add_argument("--train", type=int, default=0, metavar="N", help="positions of other games for each set")
    parser.add_argument("--write", action="store_true", help="compute split.json anew")
    chosen = parser.parse_args()
    split = json.loads(SPLIT.read_text())
    if chosen.write:
        write_split(split)
        print(table(split))
    if chosen.folder:
        make(chosen.folder, split, chosen.train)
    elif not chosen.write:
        parser.error("FOLDER is missing")


if __name__ == "__main__":
    main()

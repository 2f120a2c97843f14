#!/usr/bin/env python3
"""The reference players of `sapper review`, and a check of what it says by them.

    python3 data/studies/reference_players.py build/release/sapper data/reference/players.json
    python3 data/studies/reference_players.py build/release/sapper --check

The first makes the table: each strategy plays games of each level, a safe start in a corner, and `sapper review
--reference-out` judges their digs, in a quarter of an hour of processor time. The second lets the strategies play half as
many other games (another seed), and prints how often the ranges of skill hold the player's place in the table, for single
games and for series of 20 games drawn from these, and how often the order of five strategies comes out right from 20 games
of each. It computes the ranges by itself, and shares no code with the program.
"""
import argparse
import json
import pathlib
import random
import subprocess
import tempfile

PLAYERS = ["random", "rules", "csp", "pinv", "min_risk", "pseq", "progress", "expert"]
# Not random on Expert: per decision that matters it gives away as much there as rules.
FIVE = {"Beginner": ["random", "rules", "csp", "min_risk", "progress"], "Intermediate": ["random", "rules", "csp", "min_risk", "progress"],
        "Expert": ["rules", "csp", "min_risk", "pseq", "expert"]}
GAMES = {"Beginner": 2000, "Intermediate": 500, "Expert": 250}
TABLE = pathlib.Path(__file__).parent.parent / "reference" / "players.json"
MOST_CHARGED = 0.2
TAIL = 0.005


def reviewed(sapper, folder, level, games, seed, out):
    """Plays and reviews games of a level; the lines of sapper-review/1 are in the folder."""
    config = {"schema": "sapper-config/1", "name": level, "seed": seed, "games": games, "boards": [{"level": level}],
              "first_click": {"rule": "safe", "cell": "corner"}, "strategies": PLAYERS}
    file, report, records = (folder / f"{level}{ending}" for ending in (".json", ".report.json", ".jsonl"))
    file.write_text(json.dumps(config))
    subprocess.run([sapper, "run", file, "-o", report, "--games-out", records, "--force", "--quiet"], check=True,
                   stdout=subprocess.DEVNULL)
    words = [sapper, "review", report, records, "--effort", "3", "--layouts", "200", "--json", "--quiet"]
    if out:
        words += ["--reference-out", out, "--force"]
    lines = folder / f"{level}.reviews.jsonl"
    with lines.open("w") as output:
        subprocess.run(words, check=True, stdout=output)
    return lines


def make(sapper, folder, seed, file):
    levels = []
    for level, games in GAMES.items():
        part = folder / f"{level}.players.json"
        reviewed(sapper, folder, level, games, seed, part)
        made = json.loads(part.read_text())
        levels += made["levels"]
    made_by = f"{made['made_by']}; games of seed {seed} (data/studies/reference_players.py)"
    text = '{\n  "schema": %s,\n  "made_by": %s,\n  "levels": [\n' % (json.dumps(made["schema"]), json.dumps(made_by))
    text += ",\n".join(
        "    {" + json.dumps({key: value for key, value in level.items() if key != "players"})[1:-1] + ', "players": [\n'
        + ",\n".join("      " + json.dumps(player) for player in level["players"]) + "\n    ]}" for level in levels)
    pathlib.Path(file).write_text(text + "\n  ]\n}\n")


def charges(game):
    return [min(dig["w_best"] - dig["w_dig"], MOST_CHARGED) for dig in game["digs"] if dig["dig"] > 1 and not dig["forced"]]


def drawn_range(players, decisions, charged, sums):
    """The range of skill by the table, with sums of draws as they come."""
    charged = max(charged, 0)

    def places(tail):
        inside = []
        for player in players:
            key = (player["player"], decisions)
            if key not in sums:
                values, weights = [loss for _, loss in player["losses"]], [share for share, _ in player["losses"]]
                sums[key] = [sum(random.choices(values, weights, k=decisions)) for _ in range(400)]
            inside.append(sum(map(tail, sums[key])) / len(sums[key]))
        return inside
    much, little = places(lambda total: max(total, 0) >= charged - 1e-9), places(lambda total: max(total, 0) <= charged + 1e-9)
    def cross(shares, i, j):
        return (i + 0.5 + (j - i) * (TAIL - shares[i]) / (shares[j] - shares[i])) * 100 / len(players)
    low = next((i for i, share in enumerate(little) if share >= TAIL), None)
    high = next((i for i in reversed(range(len(much))) if much[i] >= TAIL), None)
    last = len(players) - 1
    return (0 if low == 0 else (last + 0.5) * 100 / len(players) if low is None else cross(little, low - 1, low),
            100 if high == last else 50 / len(players) if high is None else cross(much, high, high + 1))


def check(sapper, folder, seed, have):
    random.seed(1)
    table = {level["level"]: level for level in json.loads(TABLE.read_text())["levels"]}
    print("| level | single games: in the range | its mean width | series of 20 games | mean width | the order of five |")
    print("|---|---|---|---|---|---|")
    for level, games in GAMES.items():
        lines = have / f"{level}.reviews.jsonl" if have else reviewed(sapper, folder, level, games // 2, seed, None)
        played = {}
        for line in lines.read_text().splitlines():
            game = json.loads(line)
            played.setdefault(game["player"], {})[game["file"]] = game
        players = sorted(table[level]["players"], key=lambda player: -sum(a * b for a, b in player["losses"]))
        place = {player["player"]: (i + 0.5) * 100 / len(players) for i, player in enumerate(players)}
        held, width, sums = [], [], {}
        for player, games_of in played.items():
            for game in list(games_of.values())[:200]:
                if losses := charges(game):
                    low, high = drawn_range(players, len(losses), sum(losses), sums)
                    held.append(low - 0.01 <= place[player] <= high + 0.01)
                    width.append(high - low)
        in_series, series_width = [], []
        for player, games_of in played.items():
            for _ in range(100):
                losses = [loss for game in random.sample(list(games_of.values()), 20) for loss in charges(game)]
                if losses:
                    low, high = drawn_range(players, len(losses), sum(losses), sums)
                    in_series.append(low - 0.01 <= place[player] <= high + 0.01)
                    series_width.append(high - low)
        right = 0
        tries = 1000
        for _ in range(tries):
            boards = random.sample(sorted(played["rules"]), 20)
            losses = [[loss for board in boards for loss in charges(played[player][board])] for player in FIVE[level]]
            rates = [sum(own) / max(1, len(own)) for own in losses]
            right += all(a > b for a, b in zip(rates, rates[1:]))
        mean = lambda values: sum(values) / len(values)
        print(f"| {level} | {100 * mean(held):.1f} % of {len(held):,} | {mean(width):.0f} | {100 * mean(in_series):.1f} % | "
              f"{mean(series_width):.0f} | {100 * right / tries:.1f} % |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sapper")
    parser.add_argument("file", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--have", type=pathlib.Path, help="the folder of LEVEL.reviews.jsonl that were made before")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        if options.check:
            check(options.sapper, pathlib.Path(temporary), 4901, options.have)
        else:
            make(options.sapper, pathlib.Path(temporary), 4800, options.file)

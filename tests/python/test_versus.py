"""./dev versus: intervals that keep their level, drifting machines, reports that differ."""
import importlib
import json
import math
import pathlib
import random
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "experiments" / "bench"))
versus = importlib.import_module("versus")


class Machine:
    """Gives the times of plays one after another: B takes `speed` times as long as A, the machine slows down steadily, and
    one play in ten is interrupted."""

    def __init__(self, seed, speed=1.0, noise=0.03):
        self.numbers = random.Random(seed)
        self.speed = speed
        self.noise = noise
        self.plays = 0

    def times(self, arm):
        self.plays += 1
        time = math.exp(self.numbers.gauss(0, self.noise) + 0.004 * self.plays)
        if self.numbers.random() < 0.1:
            time *= 1 + self.numbers.expovariate(10)
        return {"row": time * (self.speed if arm == "b" else 1)}

    def rounds(self, pairs):
        return [versus.one_round(order, self.times) for order in versus.orders(pairs, self.numbers)]


@pytest.mark.parametrize("pairs", [10, 20])
def test_intervals_of_a_program_against_itself_hold_their_level(pairs, monkeypatch):
    monkeypatch.setattr(versus, "RESAMPLES", 400)
    trials, held = 400, 0
    for seed in range(trials):
        rounds = Machine(seed).rounds(pairs)
        logs = [math.log(round_["row"]["control"] / round_["row"]["a"]) for round_ in rounds]
        low, high = versus.interval(logs, random.Random(seed), 400)
        held += low <= 0 <= high
    # The share of 400 intervals at a level of 95 % has a standard error of 0.011.
    assert 0.915 <= held / trials <= 0.985, held / trials


def test_finds_a_difference_of_a_few_percent_on_a_machine_that_slows_down():
    rounds = Machine(1, speed=0.95).rounds(20)
    b_over_a = versus.ratio(rounds, "row", "b", "a")
    control = versus.ratio(rounds, "row", "control", "a")
    assert b_over_a[1] < 0.95 < b_over_a[2] < 1
    assert versus.verdict(b_over_a, control) == "faster"
    assert versus.verdict((1.05, 1.02, 1.08), control) == "slower"
    assert versus.verdict((1.01, 0.99, 1.03), control) == ""


def test_gives_no_verdict_where_a_differs_from_itself():
    assert versus.verdict((0.8, 0.7, 0.9), (1.05, 1.01, 1.09)).startswith("no verdict")


def test_steady_drift_cancels():
    machine = Machine(3, noise=0)
    machine.numbers.random = lambda: 0.5  # no interruption
    for order in versus.orders(5, random.Random(4)):
        assert order == order[::-1]
        round_ = versus.one_round(order, machine.times)["row"]
        assert round_["b"] == pytest.approx(round_["a"], rel=1e-4)
        assert round_["control"] == pytest.approx(round_["a"], rel=1e-4)


def test_quantiles_of_student():
    for freedom, expected in ((4, 2.7764), (9, 2.2622), (19, 2.0930), (49, 2.0096)):
        assert versus.student_975(freedom) == pytest.approx(expected, abs=2e-3)


def test_says_where_results_differ():
    a = {"results": [{"wins": 1, "games": 5}], "hash": "x", "old": 1}
    b = {"results": [{"wins": 2, "games": 5}], "hash": "x", "new": 1}
    assert list(versus.first_differences(a, b, "")) == ["results[0].wins: 1, 2", "old: only in A", "new: only in B"]
    assert not list(versus.first_differences(a, json.loads(json.dumps(a)), ""))


def test_rows_that_one_program_lacks_have_no_ratio():
    rounds = Machine(5).rounds(5)
    for round_ in rounds:
        round_["new"] = {"a": 0.0, "control": 0.0, "b": 1.0}
    rows = versus.table(rounds, "us")
    assert rows[1][2] != "" and rows[2][0] == "new" and rows[2][-1] == "not in both"


PROGRAM = """#!{python}
import json, random, sys
core_s = {core_s} * random.uniform(0.99, 1.01)
result = {{"case": 0, "label": "rules", "games": 1000, "wins": {wins}, "board": {{"level": "Expert"}}}}
timing = {{"case": 0, "label": "rules", "core_s": core_s}}
with open(sys.argv[sys.argv.index("-o") + 1], "w", encoding="utf-8") as file:
    json.dump({{"results": [result], "timing": {{"results": [timing]}}, "environment": {{"host": "x"}}}}, file)
"""


def test_compares_two_programs_on_a_config(tmp_path):
    programs = []
    for name, core_s, wins in (("a", 2.0, 10), ("b", 1.5, 11)):
        programs.append(tmp_path / name)
        programs[-1].write_text(PROGRAM.format(python=sys.executable, core_s=core_s, wins=wins), encoding="utf-8")
        programs[-1].chmod(0o755)
    words = [sys.executable, "-B", versus.__file__, "--name-a", "old", "--program-a", programs[0], "--name-b", "new",
             "--program-b", programs[1], "--pairs", "5", "c.json", "--games", "1000"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    row = next(line for line in done.stdout.splitlines() if line.startswith("Expert #0, rules"))
    assert 0.74 <= float(row.split()[4]) <= 0.76, row
    assert row.endswith(("faster", "no verdict: A differs from itself")), row
    assert done.stdout.endswith("The results differ (A, B):\n  results[0].wins: 10, 11\n"), done.stdout

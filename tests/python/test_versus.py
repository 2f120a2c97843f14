"""./dev versus: intervals and verdicts that keep their level, drifting machines, reports that differ."""
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
    """Gives the times of plays one after another: B takes `speed` times as long as A, the machine slows down steadily, one
    row in ten is interrupted, and the rows of a play share noise that lasts from play to play."""

    def __init__(self, seed, speed=1.0, noise=0.03, rows=1, shared=0.0):
        self.numbers = random.Random(seed)
        self.speed = speed
        self.noise = noise
        self.names = ["row"] + [f"row {number}" for number in range(1, rows)]
        self.shared = shared
        self.state = self.numbers.gauss(0, 1)
        self.plays = 0

    def times(self, arm):
        self.plays += 1
        self.state = 0.8 * self.state + 0.6 * self.numbers.gauss(0, 1)
        times = {}
        for name in self.names:
            time = math.exp(self.numbers.gauss(0, self.noise) + 0.004 * self.plays + self.shared * self.state)
            if self.numbers.random() < 0.1:
                time *= 1 + self.numbers.expovariate(10)
            times[name] = time * (self.speed if arm == "b" else 1)
        return times

    def rounds(self, pairs):
        return [versus.one_round(order, self.times) for order in versus.orders(pairs, self.numbers)]


@pytest.mark.parametrize("pairs", [5, 10, 20])
def test_intervals_of_a_program_against_itself_hold_their_level(pairs):
    trials, held = 400, 0
    for seed in range(trials):
        _, low, high, p_value = versus.ratio(Machine(seed).rounds(pairs), "row", "control", "a")
        held += low <= 1 <= high
        assert (low <= 1 <= high) == (p_value > 0.05)
    # The share of 400 intervals at a level of 95 % has a standard error of 0.011.
    assert 0.915 <= held / trials, held / trials


@pytest.mark.parametrize("pairs, shared", [(5, 0), (5, 0.03), (10, 0.03)])
def test_calls_no_row_faster_or_slower_where_both_are_alike(pairs, shared):
    trials, called, withheld = 200, 0, 0
    for seed in range(trials):
        rows, said = versus.table(Machine(seed, rows=6, shared=shared).rounds(pairs), "us")
        called += any(row[-1] in ("faster", "slower") for row in rows)
        withheld += said.startswith("No verdict")
    # 5 % of 200 have a standard error of 0.015.
    assert called / trials <= 0.095 and withheld / trials <= 0.095, (called, withheld)


def test_finds_three_percent():
    trials, found = 40, 0
    for seed in range(trials):
        rows, _ = versus.table(Machine(seed, speed=1.03, noise=0.005, rows=3).rounds(20), "us")
        assert not any(row[-1] == "faster" for row in rows)
        found += any(row[-1] == "slower" for row in rows)
    assert found >= 0.6 * trials, found


def test_finds_a_difference_of_a_few_percent_on_a_machine_that_slows_down():
    rounds = Machine(1, speed=0.95).rounds(20)
    estimate = versus.ratio(rounds, "row", "b", "a")
    assert estimate[1] < 0.95 < estimate[2] < 1
    assert versus.table(rounds, "us")[0][1][-1] == "faster"


def test_one_verdict_for_all_rows():
    alike = (1.0, 0.9, 1.1, 0.8)
    rows, said = versus.verdicts([(0.9, 0.8, 0.95, 0.001), (1.1, 1.01, 1.2, 0.03), (1.0, 0.9, 1.1, 0.04)], [alike] * 3)
    assert rows == ["faster", "", ""] and said.startswith("Rows compared: 3. B is 1 faster. ")
    assert versus.verdicts([alike], [alike])[1].startswith("Rows compared: 1. B does not differ from A. ")
    rows, said = versus.verdicts([(0.8, 0.7, 0.9, 0.001)] * 2, [alike, (1.05, 1.01, 1.09, 0.01)])
    assert rows == ["", ""] and said == "No verdict: A differs from itself in 1 of 2 rows."


def load_of(other_s, wall_s, cores):
    load = versus.Load()
    load.allowed, load.other_s, load.wall_s = set(range(cores)), other_s, wall_s
    return load


def test_no_verdict_where_other_programs_took_the_cores():
    assert load_of(10.0, 10.0, cores=2).said(threads=1) == "", "one core is left"
    assert "took 1.5 of 2 cores" in load_of(15.0, 10.0, cores=2).said(threads=1)
    assert "took 0.2 of 2 cores" in load_of(2.0, 10.0, cores=2).said(threads=2)
    assert load_of(0.5, 10.0, cores=2).said(threads=8) == ""
    assert load_of(math.nan, 10.0, cores=2).said(threads=2) == "", "the kernel does not tell"
    rows, said = versus.table(Machine(1, speed=0.5).rounds(20), "us", "No verdict: busy")
    assert rows[1][-1] == "" and rows[1][2].startswith("0.5") and said == "No verdict: busy"


def test_sees_what_other_programs_take():
    load = versus.Load()
    load.watched(lambda: sum(range(2_000_000)))()
    assert load.wall_s > 0 and load.other_cores() <= len(load.allowed) + 1


def test_steady_drift_cancels():
    machine = Machine(3, noise=0)
    machine.numbers.random = lambda: 0.5  # no interruption
    for order in versus.orders(5, random.Random(4)):
        assert order == order[::-1]
        round_ = versus.one_round(order, machine.times)["row"]
        assert round_["b"] == pytest.approx(round_["a"], rel=1e-4)
        assert round_["control"] == pytest.approx(round_["a"], rel=1e-4)


def test_quantiles_of_student():
    for freedom, expected in ((1, 12.7062), (4, 2.7764), (9, 2.2622), (19, 2.0930), (49, 2.0096)):
        assert versus.student_975(freedom) == pytest.approx(expected, abs=1e-4)


def test_says_where_results_differ():
    a = {"results": [{"wins": 1, "games": 5}], "hash": "x", "old": 1}
    b = {"results": [{"wins": 2, "games": 5}], "hash": "x", "new": 1}
    assert list(versus.first_differences(a, b, "")) == ["results[0].wins: 1, 2", "old: only in A", "new: only in B"]
    assert not list(versus.first_differences(a, json.loads(json.dumps(a)), ""))


def test_rows_that_one_program_lacks_have_no_ratio():
    rounds = Machine(5).rounds(5)
    for round_ in rounds:
        round_["new"] = {"a": 0.0, "control": 0.0, "b": 1.0}
    rows, _ = versus.table(rounds, "us")
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
    assert row.endswith("faster") or "\nNo verdict: " in done.stdout, done.stdout
    assert done.stdout.endswith("The results differ (A, B):\n  results[0].wins: 10, 11\n"), done.stdout

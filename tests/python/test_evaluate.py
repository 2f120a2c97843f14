"""sapper.evaluate against an external program that chooses alike, and against what a perfect player would do."""
import json
import os
import subprocess
import sys
import textwrap
import threading

import numpy
import pytest

import sapper

PROGRAM = os.environ.get("SAPPER_PROGRAM")
CASES = [
    {"boards": [{"level": "Beginner"}, {"rows": [4, 5], "cols": 6, "mines": [3, 6]}], "first_click": [{"rule": "safe"}, {"rule": "unprotected", "cell": "strategy"}]},
    {"boards": [{"rows": 5, "mines": 5}], "topology": "torus", "reveal": ["flood", "ring", "single"], "motion": ["fixed", "moving"]},
    {"boards": [{"rows": 5, "mines": 3}], "topology": "hex", "first_click": {"rule": "relocate", "cell": "strategy"}},
    {"boards": [{"rows": 5, "mines": 4, "layout": "no_guess"}], "first_click": [{"rule": "opening"}, {"rule": "safe", "cell": "strategy"}]},
    {"boards": [{"rows": 3, "mines": 0}, {"rows": 2, "mines": 3}], "first_click": {"rule": "unprotected", "cell": [0, 1]}},
]

# Chooses by the position alone, and as well as at random.
PLAYER = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "case":
        rows, cols = message["rows"], message["cols"]
        print('{"type":"ready","protocol":"sapper-player/1"}', flush=True)
    elif message["type"] == "game":
        shown = {}
    elif message["type"] == "turn":
        shown.update(((r, c), number) for r, c, number in message["shown"])
        salt = 11 * len(shown) + 5 * sum(shown.values())
        hidden = [r * cols + c for r in range(rows) for c in range(cols) if (r, c) not in shown]
        cell = min(hidden, key=lambda cell: ((cell * 37 + salt) % 101, cell))
        print(json.dumps({"dig": [divmod(cell, cols)]}), flush=True)
"""


def salted(obs, action_mask):
    cells = numpy.arange(action_mask.shape[1])
    shown = obs.reshape(action_mask.shape).clip(min=0)
    salt = 11 * (~action_mask).sum(axis=1) + 5 * shown.sum(axis=1)
    key = ((cells * 37 + salt[:, None]) % 101) * len(cells) + cells
    return numpy.where(action_mask, key, 10**6).argmin(axis=1)


def config_of(case, **more):
    return {"schema": "sapper-config/1", "name": "c", "seed": 5, "games": 60, "strategies": ["rules", "min_risk"], **case, **more}


def without_times(report):
    """What is the same for any threads, and by whatever name a strategy plays."""
    report = json.loads(json.dumps(report))
    for key in "timing", "environment", "hash":
        report.pop(key, None)
    return report


def of_policy(report):
    report = without_times(report)
    for result in report["results"]:
        result["strategy"] = result["strategy"].replace("external", "policy")
    return report["results"], report["comparisons"], report["cases"]


@pytest.mark.parametrize("case", CASES)
def test_a_policy_is_judged_like_a_program_that_chooses_alike(case, tmp_path):
    (tmp_path / "player.py").write_text(PLAYER)
    external = {"name": "external", "label": "p", "command": [sys.executable, str(tmp_path / "player.py")]}
    config = config_of(case)
    records = tmp_path / "external.jsonl"
    program = sapper.run(
        {**config, "strategies": [*config["strategies"], external]}, allow_commands=True, games_out=records
    )
    for batch_size, threads in (1, 1), (7, 2), (1000, 1):
        own = tmp_path / f"{batch_size}.jsonl"
        report = sapper.evaluate(salted, config, label="p", batch_size=batch_size, threads=threads, games_out=own)
        assert of_policy(report) == of_policy(program)
        assert own.read_text() == records.read_text()
    assert any(result["label"] == "p" and result["guesses_per_game"] for result in report["results"])


def test_reports_depend_on_neither_batches_nor_threads():
    config = config_of(CASES[0], games=300, stop={"half_width": 0.06, "min_games": 40}, judge=2)
    expected = sapper.evaluate(salted, config, threads=1)
    assert any(result["games"] < 300 for result in expected["results"])
    for batch_size, threads in (1, 3), (5, 1), (64, 2):
        assert without_times(sapper.evaluate(salted, config, batch_size=batch_size, threads=threads)) == without_times(expected)


def test_the_least_risky_cell_has_no_excess_risk():
    def lowest_risk(obs, action_mask):
        return [int(numpy.nanargmin(sapper.posterior(view, 5))) for view in obs]

    def highest_risk(obs, action_mask):
        return [int(numpy.nanargmax(sapper.posterior(view, 5))) for view in obs]

    config = config_of({"boards": [{"rows": 5, "mines": 5}], "judge": 3}, games=80)
    report = sapper.evaluate({"low": lowest_risk, "high": highest_risk}, config)
    low, high = (next(r for r in report["results"] if r["label"] == label) for label in ("low", "high"))
    assert low["mean_excess_risk"] == 0 and low["decisions"]["missed_safe"] == 0 and low["wins"] > 20
    assert high["mean_excess_risk"] > 0.3 and high["wins"] < 10
    assert low["judged"]["games"] == high["judged"]["games"] == 3
    labels = [{one["a"], one["b"]} for one in report["comparisons"]]
    assert {"low", "high"} in labels and {"min_risk", "low"} in labels


def test_a_policy_is_called_by_the_callers_thread_with_arrays_of_its_own():
    sizes = []

    def policy(obs, action_mask):
        assert threading.get_ident() == caller
        assert obs.dtype == numpy.int8 and action_mask.dtype == bool
        assert obs.shape == (len(obs), 9, 9) and action_mask.shape == (len(obs), 81)
        numpy.testing.assert_array_equal(action_mask, obs.reshape(-1, 81) == -1)
        sizes.append(len(obs))
        actions = salted(obs, action_mask)
        obs[:], action_mask[:] = 0, False
        return actions

    caller = threading.get_ident()
    config = config_of({"boards": [{"level": "Beginner"}]}, games=200)
    report = sapper.evaluate(policy, config, batch_size=32)
    assert max(sizes) == 32
    assert without_times(report) == without_times(sapper.evaluate(salted, config))


def test_a_config_that_names_no_strategy_is_compared_with_min_risk(tmp_path):
    config = {key: value for key, value in config_of(CASES[2]).items() if key != "strategies"}
    report = sapper.evaluate(salted, config, label="net")
    assert [result["label"] for result in report["results"]] == ["min_risk", "net"]
    assert report["config"]["strategies"][1] == {"name": "policy", "label": "net", "on_failure": "stop"}
    (tmp_path / "c.json").write_text(json.dumps(config), encoding="utf-8-sig")
    assert without_times(sapper.evaluate(salted, tmp_path / "c.json", label="net")) == without_times(report)
    file = tmp_path / "r.json"
    file.write_text(json.dumps(report))
    assert sapper.load(file) == report
    if not PROGRAM:
        return
    assert "net" in subprocess.run([PROGRAM, "compare", file, file], capture_output=True, text=True, check=True).stdout
    for command in ("run", file, "--replay", "0:1"), ("verify", file), ("run", file, "-o", tmp_path / "x.json"):
        refused = subprocess.run([PROGRAM, *command], capture_output=True, text=True)
        assert refused.returncode == 2 and '"net" is a function of Python' in refused.stderr, refused.stderr
    assert not list(tmp_path.glob("x.json*"))
    one = subprocess.run([PROGRAM, "run", file, "--replay", "0:1", "--strategy", "min_risk"], capture_output=True, text=True)
    assert one.returncode == 0 and "min_risk" in one.stdout


def test_a_policy_without_a_label_is_named_policy():
    """Not by its other settings, as the program names strategies."""
    strategies = ["rules", {"name": "policy", "on_failure": "lose"}]
    report = sapper.evaluate(salted, {**config_of(CASES[2]), "strategies": strategies})
    assert [result["label"] for result in report["results"]] == ["rules", "policy"]
    assert report["config"]["strategies"][1] == {"name": "policy", "label": "policy", "on_failure": "lose"}


def test_a_stop_rule_may_name_policies():
    stop = {"sprt": {"strategies": ["net", "rules"], "d0": 0, "d1": 0.3}}
    config = {**config_of(CASES[2]), "strategies": ["rules"], "games": 2000, "stop": stop}
    report = sapper.evaluate(salted, config, label="net")
    assert report["config"]["stop"]["sprt"]["strategies"] == ["net", "rules"] and report["results"][0]["games"] < 2000
    with pytest.raises(ValueError, match='config:1:.*"net"'):
        sapper.evaluate(salted, config, label="other")


def test_records_of_a_failed_evaluation_are_kept_if_there_are_any(tmp_path):
    def failing(calls_before):
        calls = []

        def policy(obs, action_mask):
            calls.append(len(obs))
            if len(calls) > calls_before:
                raise OSError("failed")
            return salted(obs, action_mask)

        return policy

    records = tmp_path / "g.jsonl"
    config = config_of({"boards": [{"rows": 4, "mines": 2}]}, games=5000)
    with pytest.raises(OSError, match="failed"):
        sapper.evaluate(failing(0), config, games_out=records)
    assert not records.exists(), "nothing was played"
    with pytest.raises(OSError, match="failed"):
        sapper.evaluate(failing(200), config, games_out=records, threads=1, batch_size=16)
    games = [json.loads(line)["game"] for line in records.read_text().splitlines()]
    assert games and games == sorted(games)


def test_what_a_policy_raises_is_passed_on():
    class Unknown(Exception):
        pass

    for error in Unknown, KeyboardInterrupt:
        calls = []

        def policy(obs, action_mask):
            calls.append(len(obs))
            if len(calls) == 5:
                raise error("of its own")
            return salted(obs, action_mask)

        with pytest.raises(error, match="of its own"):
            sapper.evaluate(policy, config_of(CASES[0]), threads=2)
        assert len(calls) == 5


@pytest.mark.parametrize(
    "returned, message",
    [
        (lambda n: numpy.zeros((n, 1), dtype=int), r"the policy 'net' returned the shape \[\d+, 1\]; expected \[\d+\]"),
        (lambda n: numpy.zeros(n), "the policy 'net' returned float64; expected whole numbers"),
        (lambda n: None, r"the policy 'net' returned the shape \[\]"),
    ],
)
def test_wrong_arrays_are_value_errors(returned, message):
    with pytest.raises(ValueError, match=message):
        sapper.evaluate(lambda obs, action_mask: returned(len(obs)), config_of(CASES[2]), label="net")


def test_a_dig_of_a_shown_cell_ends_the_run_or_loses_the_game():
    def first_cell(obs, action_mask):
        return numpy.zeros(len(obs), dtype=int)

    config = config_of({"boards": [{"rows": 4, "mines": 3}], "first_click": {"rule": "safe", "cell": [0, 0]}})
    with pytest.raises(RuntimeError, match=r"game 0: policy: turn 1: the policy chose 0 \(row,col 0,0\), which is shown"):
        sapper.evaluate(first_cell, config)
    for cell in -1, 16, 2**62:
        with pytest.raises(RuntimeError, match=f"turn 1: the policy chose {cell}; expected a hidden cell"):
            sapper.evaluate(lambda obs, action_mask: numpy.full(len(obs), cell), config)
    lenient = {"name": "policy", "label": "net", "on_failure": "lose"}
    report = sapper.evaluate(first_cell, {**config, "strategies": [lenient]}, label="net")
    result = report["results"][0]
    assert result["decisions"]["forfeits"] + result["wins"] == 60 and result["wins"] < 30


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"policy": 5}, "the policy 'policy' is 5; expected a function"),
        ({"policy": {}}, "policy is an empty dict"),
        ({"policy": {"a": salted, "b": None}}, "the policy 'b' is None"),
        ({"label": 5}, "label is 5; expected a string"),
        ({"label": "min_risk"}, "min_risk.*already in the list"),
        ({"batch_size": 0}, "batch_size is 0; expected a whole number from 1"),
        ({"config": {**config_of(CASES[0]), "strategies": ["policy"]}, "label": "net"}, "has the policy 'policy', but the policies given are"),
        ({"config": {"schema": "sapper-config/1", "game": "go", "boards": [{"size": 5, "komi": 0.5}]}}, "policies play minesweeper"),
        ({"config": {"boards": []}}, "lacks the key \"schema\""),
        ({"games_where": "some"}, "games_where"),
        ({"games_out": 5}, "games_out is 5; expected the name of a file"),
        ({"games_out": __file__}, "is there already; expected a new file"),
    ],
)
def test_wrong_arguments_are_value_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        sapper.evaluate(**{"policy": salted, "config": config_of(CASES[0]), **arguments})


def test_ctrl_c_ends_an_evaluation():
    script = textwrap.dedent(
        """
        import os, signal, sapper, time

        def policy(obs, action_mask):
            if len(obs) == 16:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(60)
            return action_mask.argmax(axis=1)

        config = {"schema": "sapper-config/1", "games": 10**6, "boards": [{"level": "Expert"}]}
        try:
            sapper.evaluate(policy, config, batch_size=16)
        except KeyboardInterrupt:
            print("ended")
        """
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "ended\n", done.stderr

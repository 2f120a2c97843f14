"""Positions with labels and scores of answers, from Python: those of the program. SAPPER_PROGRAM names it."""
import json
import os
import signal
import subprocess
import threading

import numpy
import pytest

import sapper

PROGRAM = os.environ.get("SAPPER_PROGRAM")
CONFIG = {
    "schema": "sapper-config/1",
    "name": "labels",
    "games": 40,
    "boards": [{"rows": 5, "mines": 5}],
    "strategies": ["rules", "min_risk"],
}


def run(*words):
    return subprocess.run([PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout


@pytest.fixture
def config(tmp_path):
    file = tmp_path / "config.json"
    file.write_text(json.dumps(CONFIG))
    return file


@pytest.mark.skipif(PROGRAM is None, reason="SAPPER_PROGRAM names no program")
def test_positions_are_those_of_the_program(config):
    lines = run("positions", config, "--where", "guess", "--one-per-game", "--first", 3, "--games", 20, "--seed", 9, "-o", "-")
    expected = [json.loads(line) for line in lines.splitlines()]
    options = {"where": "guess", "one_per_game": True, "first": 3, "games": 20, "seed": 9}
    assert len(expected) > 5 and sapper.positions(CONFIG, **options) == expected
    assert sapper.positions(config, threads=2, count=5, **options) == expected[:5]


# Their lines name a graph's file from the current folder.
def test_positions_on_lattices_and_graphs(tmp_path, monkeypatch):
    (tmp_path / "sub").mkdir()
    ring = {"schema": "sapper-graph/1", "sees": [[(cell - 1) % 9, (cell + 1) % 9] for cell in range(9)]}
    (tmp_path / "sub" / "ring.json").write_text(json.dumps(ring))
    boards = [{"graph": "ring.json", "mines": 3}, {"rows": 3, "cols": 3, "layers": 2, "topology": "cube6", "mines": 4}]
    (tmp_path / "sub" / "config.json").write_text(json.dumps({**CONFIG, "boards": boards}))
    monkeypatch.chdir(tmp_path)
    positions = sapper.positions("sub/config.json", count=1000)
    assert {one.get("graph") for one in positions} == {"sub/ring.json", None}
    for one in positions:
        flat = numpy.array(one["p_mine"], dtype=float)
        assert flat.shape == ((9,) if "graph" in one else (2, 3, 3))
    answers = [{"id": one["id"], "safe": one["safe"], "mine": one["mine"]} for one in positions]
    scored = sapper.score(positions, answers)
    assert scored["positions"] == len(positions) == scored["answered"]


@pytest.mark.skipif(PROGRAM is None, reason="SAPPER_PROGRAM names no program")
def test_scores_are_those_of_the_program(tmp_path):
    positions = sapper.positions(CONFIG, count=30)
    answers = [{"id": one["id"], "safe": one["safe"][1:], "mine": numpy.array(one["mine"]), "dig": one["expert"], "text": "?"}
               for one in positions]
    others = [{"id": one["id"], "safe": one["safe"], "dig": [0, 0]} for one in positions[5:]]
    files = [tmp_path / name for name in ("positions.jsonl", "answers.jsonl", "others.jsonl")]
    for file, lines in zip(files, (positions, answers, others)):
        file.write_text("".join(json.dumps(line, default=numpy.ndarray.tolist) + "\n" for line in lines))
    expected = json.loads(run("score", *files[:2], "--other", files[2], "--json"))
    assert sapper.score(positions, answers, other=others) == expected
    assert sapper.score(files[0], iter(answers), other=files[2]) == expected
    alone = sapper.score(positions, answers)
    assert alone == json.loads(run("score", *files[:2], "--json")) and alone["safe"]["precision"] == 1


def test_wrong_answers_are_named():
    positions = sapper.positions(CONFIG, count=2)
    answer = {"id": positions[0]["id"], "dig": [0, 0]}
    for answers, message in [
        ([answer, {**answer, "id": "none"}], "^answers:2:"),
        ([answer, answer], "^answers:2:"),
        ([{**answer, "digs": 1}], "^answers:1:.*digs"),
        ([5], r"^answers\[0\] is 5; expected dicts"),
        (answer, "^answers is .*; expected dicts"),
        ("-", "^answers is .-.; expected the name of a file"),
        ([{"id": numpy.nan}], r"^answers\[0\]: id is nan; expected a finite number"),
    ]:
        with pytest.raises(ValueError, match=message):
            sapper.score(positions, answers)
    with pytest.raises(ValueError, match="^positions: holds no position"):
        sapper.score([], [answer])
    with pytest.raises(ValueError, match="^other:1:"):
        sapper.score(positions, [answer], other=[{"id": "none"}])


@pytest.mark.parametrize("arguments, message", [
    ({"where": "lost"}, "where"),
    ({"count": 0}, "^count is 0"),
    ({"one_per_game": 1}, "^one_per_game is 1; expected True or False"),
    ({"first": -1}, "^first is -1"),
    ({"games": 0}, "^games is 0"),
    ({"seed": 1.5}, "^seed is 1.5"),
    ({"config": {**CONFIG, "game": "go", "strategies": []}}, "^config:"),
    ({"config": {"schema": "sapper-config/1", "game": "tablet"}}, "^config"),
])
def test_wrong_arguments_of_positions(arguments, message):
    with pytest.raises(ValueError, match=message):
        sapper.positions(**{"config": CONFIG, **arguments})


def test_progress_counts_positions_up_to_their_number():
    calls = []
    found = sapper.positions(CONFIG, count=7, progress=lambda *numbers: calls.append(numbers))
    assert calls[-1] == (7, 7) and len(found) == 7


def test_ctrl_c_ends_a_collection():
    endless = {**CONFIG, "games": 10**9, "boards": [{"level": "Expert"}], "strategies": ["min_risk"]}
    timer = []

    def interrupt(*_):
        if not timer:
            timer.append(threading.Timer(0, signal.raise_signal, [signal.SIGINT]))
            timer[0].start()

    with pytest.raises(KeyboardInterrupt):
        sapper.positions(endless, count=10**9, progress=interrupt)

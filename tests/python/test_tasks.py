"""Prompts, answers and rewards of sapper.tasks, and the frozen split of data/tasks."""
import json
import os
import pathlib
import subprocess
import sys

import pytest

import sapper
from sapper import tasks

SOURCE = pathlib.Path(__file__).resolve().parents[2]
SPLIT = json.loads((SOURCE / "data/tasks/split.json").read_text())
POSITION = {"id": "a", "rows": 2, "cols": 5, "mines": 2, "topology": "square", "cells": [".1.1.", ".1.1."]}


def test_prompts_hold_the_position_in_each_form():
    start = (
        "Minesweeper on 2 rows and 5 columns with 2 mines in all. Rows and columns count from 0. "
        "A number says how many of the up to eight cells around it hold a mine. "
    )
    end = "\n\nWhich hidden cells are certainly safe? End with the list of all of them: [[row, column], ...]."
    grid = "A dot is a hidden cell.\n\n   0 1 2 3 4\n 0 . 1 . 1 .\n 1 . 1 . 1 ."
    assert tasks.prompt(POSITION, "safe_cells") == start + grid + end
    coordinates = (
        "\n\nShown: (0, 1) is 1, (0, 3) is 1, (1, 1) is 1, (1, 3) is 1.\n"
        "Hidden: (0, 0), (0, 2), (0, 4), (1, 0), (1, 2), (1, 4)."
    )
    assert tasks.prompt(POSITION, "safe_cells", "coordinates") == start + coordinates + end
    view = '{"rows": 2, "cols": 5, "mines": 2, "cells": [".1.1.", ".1.1."]}'
    assert tasks.prompt(POSITION, "safe_cells", "json") == f'{start}In "cells" a dot is a hidden cell.\n\n{view}{end}'
    dig = tasks.prompt({**POSITION, "topology": "hex", "mines": 1, "first_click": "safe_corners"}, "best_dig")
    assert "with 1 mine in" in dig and "hexagons" in dig and "The corners hold no mine." in dig and dig.endswith("[row, column].")
    for wrong in {"task": "safe"}, {"form": "xml"}:
        with pytest.raises(ValueError, match=f"^{next(iter(wrong))} is '{next(iter(wrong.values()))}'; expected"):
            tasks.prompt(**{"position": POSITION, "task": "best_dig", **wrong})


@pytest.mark.parametrize("task, text, cells", [
    ("safe_cells", "First [[9, 9]], but then: [[0,2], [1, 2]].", [[0, 2], [1, 2]]),
    ("safe_cells", "```json\n[\n [0, 2],\n [1, 2],\n]\n```", [[0, 2], [1, 2]]),
    ("safe_cells", "None of them: []", []),
    ("safe_cells", "(0, 2)", None),
    ("safe_cells", "[[0, 2], [1]]", None),
    ("best_dig", "Not [0, 1] but [ 1 ,2 ]!", [1, 2]),
    ("best_dig", f"[{'1' * 100000}, -2]", [-1, -2]),
    ("best_dig", "[" * 100000, None),
    ("safe_cells", "[[0, 0], " * 20000, None),
])
def test_the_last_list_of_cells_is_the_answer(task, text, cells):
    assert tasks.read_answer(task, text) == cells


def test_rewards_are_what_labels_say():
    config = {"schema": "sapper-config/1", "games": 60, "boards": [{"rows": 5, "mines": 6}]}
    for one in sapper.positions(config, where="forced", count=30):
        assert tasks.reward(one, "safe_cells", str(one["safe"])) == 1
        assert tasks.reward(one, "safe_cells", str(one["safe"] + one["mine"] or [[9, 9]])) < 1 or not one["mine"]
        assert tasks.reward(one, "safe_cells", "[]") == tasks.reward(one, "safe_cells", "?") == 0
    solved = 0
    for one in sapper.positions(config, where="guess", count=40):
        risks = {(r, c): p for r, row in enumerate(one["p_mine"]) for c, p in enumerate(row) if p is not None}
        best = (one["best"] or [list(min(risks, key=risks.get))])[0]
        assert tasks.reward(one, "best_dig", str(best)) == 1
        assert tasks.reward(one, "best_dig", "[5, 0]") == tasks.reward(one, "best_dig", "[-1, 0]") == 0
        shown = next((r, c) for r, row in enumerate(one["p_mine"]) for c, p in enumerate(row) if p is None)
        assert tasks.reward(one, "best_dig", str(list(shown))) == 0
        if one["values"]:
            solved += 1
            for cell, value in zip(one["value_cells"], one["values"]):
                assert tasks.reward(one, "best_dig", str(cell)) == value / max(one["values"])
        else:
            cell = max(risks, key=risks.get)
            assert tasks.reward(one, "best_dig", str(list(cell))) == (1 - risks[cell]) / (1 - min(risks.values()))
    assert 0 < solved


def test_answers_are_scored_and_the_signature_is_trls():
    config = {"schema": "sapper-config/1", "games": 20, "boards": [{"rows": 5, "mines": 6}]}
    positions = sapper.positions(config, where="forced", count=10)
    texts = [str(one["safe"]) if i % 2 else "no idea" for i, one in enumerate(positions)]
    score = sapper.score(positions, [tasks.answer(one, "safe_cells", text) for one, text in zip(positions, texts)])
    assert score["safe"]["exact_match"] == 0.5 and score["answered"] == 10
    dig = tasks.answer(positions[0], "best_dig", "no idea")
    assert sapper.score(positions, [dig])["dig"]["invalid"] == 1
    rows = [tasks.row(one, "safe_cells", "json") for one in positions]
    columns = {name: [one[name] for one in rows] for name in ("position", "task", "id", "form")}
    expected = [i % 2 for i in range(10)]
    assert tasks.trl_reward(prompts=[one["prompt"] for one in rows], completions=texts, completion_ids=[], **columns) == expected
    messages = [[{"role": "assistant", "content": text}] for text in texts]
    assert tasks.trl_reward(completions=messages, **columns) == expected


def test_conversations_play_the_game():
    talk = tasks.Conversation(sapper.Game(3, 3, 2, seed=2, first_click="safe"), form="json")
    assert '"cells": ["...", "...", "..."]' in talk.prompt()
    told = talk.reply("[7, 7]")
    assert told == "That names no hidden cell. " + talk.prompt() and talk.mistakes == 1
    while told is not None:
        cells = tasks.position_of(talk.game)["cells"]
        risks = talk.game.posterior()
        told = talk.reply(str(min((p, [r, c]) for r, row in enumerate(risks.tolist()) for c, p in enumerate(row) if p == p)[1]))
        assert tasks.position_of(talk.game)["cells"] != cells
    assert talk.is_over and talk.is_won == (talk.game.status == "won")
    with pytest.raises(ValueError, match="the conversation is over"):
        talk.reply("[0, 0]")


@pytest.mark.skipif("SAPPER_PROGRAM" not in os.environ, reason="SAPPER_PROGRAM names no program")
def test_the_split_is_frozen(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(SOURCE / "data/tasks"))
    command = [sys.executable, SOURCE / "data/tasks/make.py", tmp_path, "--train", "3"]
    subprocess.run(command, check=True)
    for name, one in SPLIT["sets"].items():
        for form in tasks.FORMS:
            rows = [json.loads(line) for line in (tmp_path / f"{name}.{form}.jsonl").open()]
            others = [json.loads(line) for line in (tmp_path / f"{name}.{form}.train.jsonl").open()]
            assert len(rows) == one["count"] and {row["form"] for row in rows} == {form}
            assert len(others) == 3 and not {row["id"] for row in others} & {row["id"] for row in rows}
    import make

    for name in "safe_beginner", "dig_small":
        one = SPLIT["sets"][name]
        positions = make.positions_of(name, SPLIT)
        assert make.ceilings_of(one["task"], positions) == one["ceilings"]
        assert make.baselines_of(one["task"], positions) == one["baselines"]
        for baseline in one["baselines"].values():
            assert all(baseline[key] <= value + 1e-6 for key, value in one["ceilings"].items() if key in baseline)


@pytest.mark.skipif("SAPPER_PROGRAM" not in os.environ, reason="SAPPER_PROGRAM names no program")
def test_the_ceilings_of_games_are_exact(monkeypatch):
    monkeypatch.syspath_prepend(str(SOURCE / "data/tasks"))
    import make

    assert make.value_of(SPLIT["games"]["4x4_4"]) == SPLIT["games"]["4x4_4"]["ceiling"]
    for one in SPLIT["games"].values():
        value = int(one["ceiling"]["numerator"]) / int(one["ceiling"]["denominator"])
        assert abs(value - one["ceiling"]["value"]) < 1e-12
        assert abs(one["baselines"]["optimal"] - value) < 0.02 and max(one["baselines"].values()) < value + 0.02
    assert make.table(SPLIT) in (SOURCE / "data/tasks/README.md").read_text()

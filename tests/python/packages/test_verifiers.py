"""The tasks of data/tasks under verifiers itself: loaded by their ids, scored, and played by an agent of a few lines."""
import asyncio
import contextlib
import json
import pathlib
import sys

import pytest
import verifiers.v1 as vf
from verifiers.v1.utils import loaders

import sapper
from sapper import tasks

SOURCE = pathlib.Path(__file__).resolve().parents[3]
CONFIG = {"schema": "sapper-config/1", "games": 50, "boards": [{"rows": 6, "mines": 7}]}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.syspath_prepend(str(SOURCE / "data/tasks/verifiers"))


def trace_of(text):
    return vf.Trace.model_construct(root_reply=text, rewards={}, metrics={})


def score(task, text):
    trace = trace_of(text)
    asyncio.run(task.score(trace))
    return trace


def test_positions_are_loaded_and_rewarded(tmp_path):
    positions = sapper.positions(CONFIG, where="forced", count=20)
    file = tmp_path / "rows.jsonl"
    file.write_text("".join(json.dumps(tasks.row(one, "safe_cells", "grid")) + "\n" for one in positions))
    kind = loaders.taskset_class("sapper-positions")
    config = sys.modules[kind.__module__].PositionConfig(id="sapper-positions", file=file)
    taskset = loaders.load_taskset(config)
    loaded = list(taskset)
    assert [task.data.id for task in loaded] == [one["id"] for one in positions]
    assert loaded[3].data.prompt == tasks.prompt(positions[3], "safe_cells", "grid") and loaded[3].data.idx == 3
    assert loaders.environment_class("sapper-positions") is vf.SingleAgentEnv
    for task, one in zip(loaded, positions):
        trace = score(task, f"These: {one['safe']}")
        assert trace.rewards["reward"].score == 1 and trace.metrics["is_answered"] == 1
        assert score(task, "None.").rewards["reward"].score == 0
    assert len(list(taskset.shuffle(seed=1).take(5))) == 5


class Player:
    """Plays the part of an agent: answers by a function of what it is told."""

    def __init__(self, answer):
        self.answer, self.trace, self.turns = answer, trace_of(None), 0

    @contextlib.asynccontextmanager
    async def interaction(self, task):
        self.told = task.data.prompt
        yield self

    async def turn(self, message=None):
        self.turns += 1
        self.told = message or self.told
        return type("Segment", (), {"terminated": False, "last_reply": self.answer(self.told)})()


def least_risky(told):
    position = json.loads(told[told.index("{") : told.rindex("}") + 1])
    risks = sapper.posterior(position["cells"], position["mines"])
    rows = [(risk, [r, c]) for r, row in enumerate(risks.tolist()) for c, risk in enumerate(row) if risk == risk]
    return f"I dig {min(rows)[1]}"


def test_games_are_played_to_their_end():
    kind = loaders.taskset_class("sapper-minesweeper")
    module = sys.modules[kind.__module__]
    assert loaders.environment_class("sapper-minesweeper") is module.MinesweeperEnv
    config = module.MinesweeperEnvConfig(taskset=module.MinesweeperConfig(id="sapper-minesweeper", form="json", seed=5))
    environment = loaders.load_environment(config)
    won = []
    for task in environment.taskset.take(20):
        player = Player(least_risky)
        asyncio.run(environment.run(task, type("Agents", (), {"player": player})()))
        won.append(player.trace.rewards["won"].score)
        assert player.trace.metrics["mistakes"] == 0 and player.turns >= 1
    assert 3 < sum(won) < 20
    silent = Player(lambda told: "I pass")
    asyncio.run(environment.run(next(iter(environment.taskset)), type("Agents", (), {"player": silent})()))
    assert silent.turns == 3 and silent.trace.rewards["won"].score == 0 and silent.trace.metrics["mistakes"] == 3

"""One question and one answer for each row of a file that make.py writes: the taskset `sapper-positions` of verifiers."""
import json
from collections.abc import Iterator
from pathlib import Path

import verifiers.v1 as vf
from sapper import tasks

__all__ = ["PositionTaskset"]


class PositionData(vf.TaskData):
    position: str
    """With its labels, as JSON."""
    question: str
    """The task of sapper.tasks."""


class PositionTask(vf.Task[PositionData]):
    @property
    def key(self) -> str:
        return self.data.id

    @vf.reward(weight=1.0)
    async def reward(self, trace: vf.Trace) -> float:
        return tasks.reward(json.loads(self.data.position), self.data.question, trace.last_reply)

    @vf.metric
    async def is_answered(self, trace: vf.Trace) -> float:
        return float(tasks.read_answer(self.data.question, trace.last_reply) is not None)


class PositionConfig(vf.TasksetConfig):
    file: Path | None = None
    """SET.FORM.jsonl, as make.py writes it."""


class PositionTaskset(vf.Taskset[PositionTask, PositionConfig]):
    def load(self) -> Iterator[PositionTask]:
        if self.config.file is None:
            raise ValueError("file is missing; expected SET.FORM.jsonl, as make.py writes it: --env.taskset.file FILE")
        for line in self.config.file.read_text().splitlines():
            row = json.loads(line)
            data = PositionData(id=row["id"], prompt=row["prompt"], position=row["position"], question=row["task"])
            yield PositionTask(data, self.config.task)

"""Whole games, a dig in each turn: the taskset `sapper-minesweeper` of verifiers and the environment that plays the user."""
import itertools
from collections.abc import Iterator
from typing import Literal

import sapper
import verifiers.v1 as vf
from sapper import tasks
from sapper._names import FirstClick

__all__ = ["MinesweeperEnv", "MinesweeperTaskset"]


class GameData(vf.TaskData):
    board: tuple[int, int, int]
    """Rows, columns, mines."""
    first_click: str
    seed: int
    number: int
    form: str

    def conversation(self) -> tasks.Conversation:
        game = sapper.Game(*self.board, seed=self.seed, number=self.number, first_click=self.first_click)
        return tasks.Conversation(game, self.form)


class GameTask(vf.Task[GameData]):
    pass


class MinesweeperConfig(vf.TasksetConfig):
    rows: int = 5
    cols: int = 5
    mines: int = 5
    first_click: FirstClick = "safe"
    seed: int = 1
    form: Literal["grid", "coordinates", "json"] = "grid"


class MinesweeperTaskset(vf.Taskset[GameTask, MinesweeperConfig]):
    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        config = self.config
        for number in itertools.count():
            data = GameData(
                name=f"{config.rows}x{config.cols}_{config.mines}#{number}",
                board=(config.rows, config.cols, config.mines),
                first_click=config.first_click,
                seed=config.seed,
                number=number,
                form=config.form,
            )
            yield GameTask(data.model_copy(update={"prompt": data.conversation().prompt()}), config.task)


class MinesweeperEnvConfig(vf.EnvConfig):
    player: vf.AgentConfig = vf.AgentConfig()


class MinesweeperEnv(vf.Env[MinesweeperEnvConfig]):
    async def run(self, task, agents):
        conversation = task.data.conversation()
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                told = conversation.reply(segment.last_reply)
                if told is None:
                    break
                segment = await interaction.turn(told)
        interaction.trace.record_reward("won", float(conversation.is_won))
        interaction.trace.record_metric("mistakes", conversation.mistakes)

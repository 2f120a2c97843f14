"""A game that a model plays in text, a dig in each step; the reward is 1 at a win."""
import uuid

import sapper
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field
from sapper import tasks


class Reply(Action):
    message: str = Field(description="What the model says; the last [row, column] in it is dug")


class Board(Observation):
    prompt: str = Field(description="What the model is told next; empty at the end")
    cells: list[str] = Field(description="The rows as a player sees them: 0 to 8, a dot where hidden")
    status: str = Field(description="playing, won or lost")
    mistakes: int = Field(description="Replies that named no hidden cell; the third one ends the game")


class MinesweeperEnvironment(Environment[Reply, Board, State]):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._conversation = None
        self._state = State()

    def reset(
        self,
        seed=None,
        episode_id=None,
        rows: int = 5,
        cols: int = 5,
        mines: int = 5,
        first_click: str = "safe",
        number: int = 0,
        form: str = "grid",
        **_,
    ) -> Board:
        """Starts the game with that number on that board in any experiment with that seed."""
        game = sapper.Game(rows, cols, mines, seed=1 if seed is None else seed, number=number, first_click=first_click)
        self._conversation = tasks.Conversation(game, form)
        self._state = State(episode_id=episode_id or uuid.uuid4().hex, step_count=0)
        return self._board(self._conversation.prompt())

    def step(self, action: Reply, timeout_s=None, **_) -> Board:
        if self._conversation is None:
            raise ValueError("no game has started; reset first")
        self._state.step_count += 1
        return self._board(self._conversation.reply(action.message))

    @property
    def state(self) -> State:
        return self._state

    def _board(self, told) -> Board:
        talk = self._conversation
        return Board(
            prompt=told or "",
            cells=tasks.position_of(talk.game)["cells"],
            status=talk.game.status,
            mistakes=talk.mistakes,
            done=talk.is_over,
            reward=float(talk.is_won),
        )

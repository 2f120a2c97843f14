from __future__ import annotations

import os
from typing import Any, Callable, Iterable, Literal, Mapping, Sequence, SupportsIndex, Tuple, Union

import numpy
import numpy.typing

from sapper._names import FirstClick, Topology

__version__: str

View = Union[Sequence[str], Sequence[Sequence[int]], numpy.typing.NDArray[numpy.integer[Any]]]
GamesWhere = Literal["all", "lost", "won", "guessed", "differ", "missed", "wrong", "excess"]
Policy = Callable[[numpy.typing.NDArray[numpy.int8], numpy.typing.NDArray[numpy.bool_]], numpy.typing.ArrayLike]

AnyTopology = Union[Topology, str, Mapping[str, Any]]
Graph = Union[Mapping[str, Any], str, os.PathLike[str]]

class InconsistentPosition(ValueError): ...

def posterior(
    view: View,
    mines: Union[SupportsIndex, Literal["*"], None] = ...,
    *,
    density: Union[float, None] = ...,
    topology: Topology = ...,
    first_click: FirstClick = ...,
    trust_flags: bool = ...,
) -> numpy.typing.NDArray[numpy.float64]: ...
def analyze(
    view: View,
    mines: Union[SupportsIndex, Literal["*"], None] = ...,
    *,
    density: Union[float, None] = ...,
    topology: Topology = ...,
    first_click: FirstClick = ...,
    trust_flags: bool = ...,
    moves: bool = ...,
    seed: SupportsIndex = ...,
) -> dict[str, Any]: ...
def certain_cells(
    view: View,
    mines: SupportsIndex,
    *,
    topology: Topology = ...,
    first_click: FirstClick = ...,
) -> dict[str, list[Tuple[int, int, str]]]: ...
def run(
    config: Union[Mapping[str, Any], str, os.PathLike[str]],
    *,
    games: Union[SupportsIndex, None] = ...,
    seed: Union[SupportsIndex, None] = ...,
    threads: Union[SupportsIndex, None] = ...,
    progress: Union[Callable[[int, int], object], bool, None] = ...,
    allow_commands: bool = ...,
    games_out: Union[str, os.PathLike[str], None] = ...,
    games_where: GamesWhere = ...,
) -> dict[str, Any]: ...
def evaluate(
    policy: Union[Policy, Mapping[str, Policy]],
    config: Union[Mapping[str, Any], str, os.PathLike[str]],
    *,
    label: str = ...,
    batch_size: SupportsIndex = ...,
    games: Union[SupportsIndex, None] = ...,
    seed: Union[SupportsIndex, None] = ...,
    threads: Union[SupportsIndex, None] = ...,
    progress: Union[Callable[[int, int], object], bool, None] = ...,
    allow_commands: bool = ...,
    games_out: Union[str, os.PathLike[str], None] = ...,
    games_where: GamesWhere = ...,
) -> dict[str, Any]: ...
def positions(
    config: Union[Mapping[str, Any], str, os.PathLike[str]],
    *,
    where: Literal["guess", "forced", "all"] = ...,
    count: SupportsIndex = ...,
    one_per_game: bool = ...,
    first: SupportsIndex = ...,
    games: Union[SupportsIndex, None] = ...,
    seed: Union[SupportsIndex, None] = ...,
    threads: Union[SupportsIndex, None] = ...,
    progress: Union[Callable[[int, int], object], bool, None] = ...,
    allow_commands: bool = ...,
) -> list[dict[str, Any]]: ...
def score(
    positions: Union[str, os.PathLike[str], Iterable[Mapping[str, Any]]],
    answers: Union[str, os.PathLike[str], Iterable[Mapping[str, Any]]],
    *,
    other: Union[str, os.PathLike[str], Iterable[Mapping[str, Any]], None] = ...,
) -> dict[str, Any]: ...
def judge(
    config: Union[Mapping[str, Any], str, os.PathLike[str]],
    *,
    first: SupportsIndex = ...,
    layouts: SupportsIndex = ...,
    continue_by: Literal["progress", "expert"] = ...,
    games: Union[SupportsIndex, None] = ...,
    seed: Union[SupportsIndex, None] = ...,
    threads: Union[SupportsIndex, None] = ...,
    progress: Union[Callable[[int, int], object], bool, None] = ...,
    allow_commands: bool = ...,
) -> dict[str, Any]: ...
def review(
    files: Union[str, os.PathLike[str], Game, Iterable[Union[str, os.PathLike[str], Game]]],
    *,
    game: Union[str, None] = ...,
    effort: SupportsIndex = ...,
    layouts: SupportsIndex = ...,
    first_click: Union[FirstClick, None] = ...,
    threads: Union[SupportsIndex, None] = ...,
    allow_commands: bool = ...,
    on_error: Literal["raise", "warn"] = ...,
) -> list[dict[str, Any]]: ...
def load(file: Union[str, os.PathLike[str]]) -> dict[str, Any]: ...
def strategies() -> dict[str, str]: ...

class Game:
    """One game: the game with this number on this board in any experiment with this seed."""

    def __init__(
        self,
        rows: Union[SupportsIndex, None] = ...,
        cols: Union[SupportsIndex, None] = ...,
        mines: Union[SupportsIndex, None] = ...,
        *,
        seed: SupportsIndex = ...,
        number: SupportsIndex = ...,
        topology: AnyTopology = ...,
        layers: Union[SupportsIndex, None] = ...,
        graph: Union[Graph, None] = ...,
        first_click: FirstClick = ...,
        reveal: Literal["flood", "ring", "single"] = ...,
        motion: Literal["fixed", "moving"] = ...,
    ) -> None: ...
    @property
    def rows(self) -> Union[int, Any]:
        """None on a graph, as cols."""
    @property
    def cols(self) -> Union[int, Any]: ...
    @property
    def layers(self) -> Union[int, None]: ...
    @property
    def graph(self) -> Union[Graph, None]: ...
    @property
    def mines(self) -> int: ...
    @property
    def seed(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def topology(self) -> Union[AnyTopology, None]: ...
    @property
    def first_click(self) -> FirstClick: ...
    @property
    def reveal(self) -> Literal["flood", "ring", "single"]: ...
    @property
    def motion(self) -> Literal["fixed", "moving"]: ...
    @property
    def status(self) -> Literal["playing", "won", "lost"]: ...
    @property
    def view(self) -> numpy.typing.NDArray[numpy.int8]:
        """[rows, cols], [layers, rows, cols] or [cells]: the number where shown, -1 hidden, -2 flagged."""
    @property
    def layout(self) -> numpy.typing.NDArray[numpy.bool_]:
        """Like the view: the layout; only once the game is over."""
    def dig(self, *cell: SupportsIndex, **named: SupportsIndex) -> Literal["playing", "won", "lost"]:
        """dig(row, col), dig(layer, row, col) or, on a graph, dig(cell). No effect on a shown or flagged cell."""
    def flag(self, *cell: SupportsIndex, **named: SupportsIndex) -> None:
        """flag(row, col)"""
    def unflag(self, *cell: SupportsIndex, **named: SupportsIndex) -> None:
        """unflag(row, col)"""
    def posterior(self) -> numpy.typing.NDArray[numpy.float64]:
        """P(mine) of every hidden cell: sapper.posterior of the view."""

class VectorEnv:
    """Many games of one board, stepped together, with the methods of Gymnasium's vector environments."""

    num_envs: int
    rows: Union[int, Any]  # None on a graph, as cols
    cols: Union[int, Any]
    layers: Union[int, None]
    graph: Union[Graph, None]
    mines: int
    dug_mine: int
    render_mode: Union[str, None]
    spec: Any

    def __init__(
        self,
        num_envs: SupportsIndex,
        rows: Union[SupportsIndex, None] = ...,
        cols: Union[SupportsIndex, None] = ...,
        mines: Union[SupportsIndex, None] = ...,
        *,
        topology: AnyTopology = ...,
        layers: Union[SupportsIndex, None] = ...,
        graph: Union[Graph, None] = ...,
        first_click: FirstClick = ...,
        reveal: Literal["flood", "ring", "single"] = ...,
        seed: SupportsIndex = ...,
        threads: SupportsIndex = ...,
        autoreset: Literal["next_step", "same_step", "disabled"] = ...,
        reward: Union[Literal["win", "progress"], Callable[[Mapping[str, Any]], numpy.typing.ArrayLike]] = ...,
        p_mine: bool = ...,
        copy: bool = ...,
        render_mode: Union[Literal["ansi"], None] = ...,
    ) -> None: ...
    @property
    def metadata(self) -> dict[str, Any]: ...
    @property
    def seed(self) -> Union[int, list[int]]: ...
    @property
    def single_observation_space(self) -> Any: ...
    @property
    def single_action_space(self) -> Any: ...
    @property
    def observation_space(self) -> Any: ...
    @property
    def action_space(self) -> Any: ...
    def action_masks(self) -> numpy.typing.NDArray[numpy.bool_]:
        """[num_envs, cells], True where a cell is hidden."""
    def reset(
        self, seed: Union[int, Sequence[Union[int, None]], None] = ..., *, options: Union[Mapping[str, Any], None] = ...
    ) -> Tuple[numpy.typing.NDArray[numpy.int8], dict[str, Any]]: ...
    def step(
        self, actions: numpy.typing.ArrayLike
    ) -> Tuple[
        numpy.typing.NDArray[numpy.int8],
        numpy.typing.NDArray[numpy.float64],
        numpy.typing.NDArray[numpy.bool_],
        numpy.typing.NDArray[numpy.bool_],
        dict[str, Any],
    ]:
        """Observations, rewards, terminated, truncated (never) and info."""
    def sample_actions(self) -> numpy.typing.NDArray[numpy.int32]:
        """A uniformly random hidden cell of each game."""
    def replay(self, slot: int, game: int, actions: Sequence[int] = ...) -> Game:
        """That game by itself, after these actions."""
    def render(self) -> Union[Tuple[str, ...], None]:
        """With render_mode="ansi" the games, a string each."""
    def drawn(self, observation: numpy.typing.NDArray[numpy.int8]) -> str:
        """The observation of one game as text."""
    def close(self) -> None: ...
    def __enter__(self) -> VectorEnv: ...
    def __exit__(self, *exception: object) -> None: ...

def register() -> None:
    """Registers "sapper/Minesweeper-v0" with Gymnasium, which must be installed."""

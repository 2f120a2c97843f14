"""Many games at once, stepped together: sapper.VectorEnv, and its registration with Gymnasium."""
import collections.abc
import functools

import numpy

from . import spaces
from ._arguments import ArgumentTypeError, NotCopied, flag, keys, text, whole_number
from ._boards import board_of
from .game import MOST_SEED, Game

_MAX_ENVS = 2**20
_GAME_BITS = 32
_REWARDS = "win", "progress"
_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"  # as in positions: a is 10


def _drawn(view, dug_mine):
    """An observation as text: a line for each row, an empty one between layers, "*" the mine that was dug."""
    if view.ndim == 3:
        return "\n\n".join(_drawn(layer, dug_mine) for layer in view)
    if dug_mine <= len(_LETTERS):
        signs, between = dict(enumerate(_LETTERS)), ""
    else:
        signs, between = {number: str(number) for number in range(dug_mine)}, " "
    signs.update({-1: ".", dug_mine: "*"})
    return "\n".join(between.join(signs[cell] for cell in row) for row in numpy.atleast_2d(view).tolist())


def _array(name, value):
    try:
        return numpy.asarray(value)
    except (TypeError, ValueError) as error:  # rows of several lengths, for one
        raise ValueError(f"{name} cannot be made an array: {error}") from None


class VectorEnv(NotCopied):
    """num_envs games of one board that are stepped together, with the methods of Gymnasium's vector environments.

    An action is the cell to dig, row * cols + col. Observations are int8 [num_envs, rows, cols]: -1 hidden, 0 to 8 shown,
    9 the mine that was dug. topology, layers and graph name lattices and graphs as those of sapper.Game do: there rows, cols are
    layers, rows, cols or cells alone, actions are the numbers of cells in their order, and where cells see more than 8 others the
    mine that was dug is dug_mine, one more than the largest number. The first dig is the player's own choice, and the rule first_click holds for it. A dig of a
    shown cell changes nothing and is counted. info holds arrays with a row for each game:

        action_mask  bool [num_envs, rows * cols], True where a cell is hidden
        game         int64, the number of the slot's game: 0, 1, 2, ...
        invalid      int64, digs of shown cells since reset()
        won, lost    bool, how the step ended the game
        p_mine       with p_mine=True: float64 [num_envs, rows, cols], the exact chance that a dig now hits a mine: before
                     the first dig by the rule first_click, 0 where shown, of a game that is over 1 where a mine lies
                     (NaN on a board whose frontier is too wide to be counted, which only large boards have)
        safe         with p_mine=True: bool [num_envs, rows, cols], True where a cell is hidden and certainly safe
        risk         with p_mine=True: float64, p_mine of the cell that the step dug; NaN where it dug none
        lowest_p_mine  with p_mine=True: float64, the lowest p_mine of any cell that was hidden before the step
        excess_risk  with p_mine=True: float64, how much more than that was risked: risk - lowest_p_mine

    autoreset: "next_step" (the step after the end starts the next game, whatever its action), "same_step" (the step that
    ends a game returns the next one; info["final_obs"] and info["final_info"] have what it showed, valid in the rows of
    info["_final_obs"]) or "disabled" (reset(options={"reset_mask": mask}) starts the next games; until then steps of a
    game that is over change nothing). reward: "win" (1 at the win), "progress" (the share of the safe cells that the step
    showed, minus 1 at a mine), or a function that gets a dict of arrays and returns the rewards [num_envs]: actions,
    opened (cells that the step showed), won, lost, invalid (True where it dug a shown cell), game (the number of
    the game that was stepped) and, with p_mine=True, risk, lowest_p_mine and excess_risk.

    Game k of slot i depends on the seed, i and k alone; the results are the same for any number of threads and any
    num_envs. reset(seed=[...]) gives each slot a seed, under which it plays the games of slot 0; None lets it go on.
    action_masks() is the present mask, as masked PPO (sb3-contrib) asks for it. observation_space and action_space, and
    single_... of one game, are Gymnasium's where it is installed and behave alike where not. With copy=False the arrays
    returned are the environment's own, which the next step or reset overwrites. With render_mode="ansi" render() draws the games.
    What is wrong with an argument is a ValueError, and then nothing has changed; nor has it where a reward function fails or
    returns something else than num_envs numbers. An environment cannot be copied.
    """

    _instead_of_a_copy = "make another environment with the same arguments; replay() returns single games"

    def __init__(
        self,
        num_envs,
        rows=None,
        cols=None,
        mines=None,
        *,
        topology="square",
        layers=None,
        graph=None,
        first_click="safe",
        reveal="flood",
        seed=0,
        threads=1,
        autoreset="next_step",
        reward="win",
        p_mine=False,
        copy=True,
        render_mode=None,
    ):
        self.num_envs = whole_number("num_envs", num_envs, 1, _MAX_ENVS)
        self._board = board_of(rows, cols, mines, layers, topology, graph, first_click, text("reveal", reveal))
        sides = self._board.sides
        self.layers = sides[0] if len(sides) == 3 else None
        self.rows, self.cols = sides[-2:] if len(sides) > 1 else (None, None)
        self.graph = graph
        self.mines = self._board.mines
        if not callable(reward) and not (isinstance(reward, str) and reward in _REWARDS):
            raise ValueError(f'reward is {reward!r:.60}; expected "win", "progress" or a function')
        self._reward = reward
        self._p_mine = flag("p_mine", p_mine)
        self._copy = flag("copy", copy)
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode is {render_mode!r:.60}; expected None or "ansi"')
        self.render_mode = render_mode
        self.spec = None  # of environments that gymnasium.make_vec makes
        self._autoreset = text("autoreset", autoreset)
        self._slots = self._board.slots(
            whole_number("seed", seed, 0, MOST_SEED),
            self.num_envs,
            whole_number("threads", threads, 1, 4096),
            self._autoreset,
            self._p_mine,
            callable(reward),
        )
        self._arrays = self._slots.arrays()
        self.dug_mine = self._slots.dug_mine
        self._is_reset = False
        self._has_own_seeds = False
        self._truncated = numpy.zeros(self.num_envs, dtype=bool)
        self._truncated.flags.writeable = False

    @property
    def seed(self):
        """Of the games that are played: one for all slots, or a list of one each."""
        slots = self._open()
        if self._has_own_seeds:
            return [slots.first_game(slot)[0] for slot in range(self.num_envs)]
        return slots.first_game(0)[0]

    @functools.cached_property
    def metadata(self):
        """As Gymnasium's wrappers ask for it: the render modes, and the mode of autoreset."""
        mode = spaces.autoreset_mode(self._autoreset)
        return {"render_modes": ["ansi"], "render_fps": 4, "autoreset_mode": mode}

    @functools.cached_property
    def single_observation_space(self):
        return spaces.box(-1, self.dug_mine, self._board.sides)

    @functools.cached_property
    def single_action_space(self):
        return spaces.discrete(self._board.cells)

    @functools.cached_property
    def observation_space(self):
        return spaces.box(-1, self.dug_mine, (self.num_envs, *self._board.sides))

    @functools.cached_property
    def action_space(self):
        return spaces.multi_discrete(self._board.cells, self.num_envs)

    def action_masks(self):
        """bool [num_envs, rows * cols], True where a cell is hidden: info["action_mask"] of the last reset or step."""
        self._open()
        return self._arrays["action_mask"].copy()

    def reset(self, seed=None, *, options=None):
        """Starts the next game of every slot, or game 0 if a seed is given or no game has been played.

        A list of seeds has one for each slot, or None where the slot goes on to its next game.

        options={"reset_mask": mask} starts the next game of some slots only: bool [num_envs].
        """
        slots = self._open()
        is_list = seed.ndim > 0 if isinstance(seed, numpy.ndarray) else isinstance(seed, collections.abc.Sequence)
        seeds = self._seeds_of(seed) if is_list else None
        if seeds is None and seed is not None:
            seed = whole_number("seed", seed, 0, MOST_SEED)
        mask = keys("options", options, ("reset_mask",)).get("reset_mask")
        if mask is not None:
            mask = _array("reset_mask", mask)
            if mask.dtype != bool or mask.shape != (self.num_envs,):
                raise ValueError(
                    f"reset_mask is {mask.dtype} {list(mask.shape)}; expected bool {[self.num_envs]}"
                )
            if seed is not None:
                raise ValueError("a seed and a reset_mask are mutually exclusive: a seed starts all slots over")
            if not self._is_reset:
                raise ValueError("no game has started; call reset() without a reset_mask first")
        if seeds is None:
            slots.reset(seed, mask)
            self._has_own_seeds = self._has_own_seeds and seed is None
        else:
            slots.reseed(seeds)
            slots.reset(None, None)
            self._has_own_seeds = True
        self._is_reset = True
        return self._given("obs"), self._info()

    def step(self, actions):
        """Digs one cell in each game: (obs, reward, terminated, truncated, info)."""
        slots = self._open()
        if not self._is_reset:
            raise ValueError("no game has started; call reset() first")
        actions = self._checked(actions)
        slots.step(actions)
        reward = self._rewards_of_caller(slots, actions) if callable(self._reward) else self._rewards()
        truncated = self._truncated.copy() if self._copy else self._truncated
        return self._given("obs"), reward, self._given("terminated"), truncated, self._info()

    def sample_actions(self):
        """A uniformly random hidden cell of each game, int32 [num_envs]; 0 where a game is over."""
        slots = self._open()
        if not self._is_reset:
            raise ValueError("no game has started; call reset() first")
        actions = numpy.empty(self.num_envs, dtype=numpy.int32)
        slots.sample(actions)
        return actions

    def replay(self, slot, game, actions=()):
        """Game `game` of slot `slot` by itself, a sapper.Game, after these actions."""
        slot = whole_number("slot", slot, 0, self.num_envs - 1)
        seed, first = self._open().first_game(slot)
        number = first + whole_number("game", game, 0, 2**_GAME_BITS - 1)
        first_click, reveal = self._board.rules
        replayed = Game._on(
            self._board,
            rows=self.rows,
            cols=self.cols,
            mines=self.mines,
            seed=seed,
            number=number,
            topology=self._board.topology,
            first_click=first_click,
            reveal=reveal,
            motion="fixed",
            layers=self.layers,
            graph=self.graph,
        )
        try:
            actions = iter(actions)
        except TypeError:
            raise ArgumentTypeError(f"actions is {actions!r:.60}; expected a list of cells") from None
        for action in actions:
            if replayed.status != "playing":
                break
            replayed.dig(*self._board.place_of(whole_number("action", action, 0, self._board.cells - 1)))
        return replayed

    def render(self):
        """With render_mode="ansi" the games as a tuple of strings, a line for each row; otherwise None."""
        self._open()
        if self.render_mode is None:
            return None
        if not self._is_reset:
            raise ValueError("no game has started; call reset() first")
        return tuple(map(self.drawn, self._arrays["obs"]))

    def drawn(self, observation):
        """The observation of one game as text: a line for each row, an empty one between layers, "*" the mine that was dug."""
        return _drawn(observation, self.dug_mine)

    def close(self):
        """Frees the games. Any use after that is a ValueError, except close()."""
        self._slots = None
        self._arrays = None

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def __repr__(self):
        return f"<sapper.VectorEnv: {self.num_envs} games of {self._board!r}{'' if self._slots else '; closed'}>"

    def _open(self):
        if self._slots is None:
            raise ValueError("the environment is closed")
        return self._slots

    def _seeds_of(self, seeds):
        if isinstance(seeds, (str, bytes)) or len(seeds) != self.num_envs:
            raise ValueError(f"seed is {seeds!r:.60}; expected a whole number, or a list of {self.num_envs}")
        return [None if one is None else whole_number(f"seed[{i}]", one, 0, MOST_SEED) for i, one in enumerate(seeds)]

    def _given(self, name):
        array = self._arrays[name]
        return array.copy() if self._copy else array

    def _checked(self, actions):
        given = _array("actions", actions)
        if given.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {list(given.shape)}; expected {[self.num_envs]}")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are {given.dtype}; expected whole numbers")
        cells = self._board.cells
        if given.min() < 0 or given.max() >= cells:
            slot = int(numpy.flatnonzero((given < 0) | (given >= cells))[0])
            raise ValueError(f"actions[{slot}] is {given[slot]}; expected a cell from 0 to {cells - 1}")
        return numpy.ascontiguousarray(given, dtype=numpy.int32)

    def _rewards(self):
        arrays = self._arrays
        if self._reward == "win":
            return arrays["won"].astype(numpy.float64)
        return arrays["opened"] / max(1, self._board.cells - self.mines) - arrays["lost"]

    def _rewards_of_caller(self, slots, actions):
        """What the reward function returns for the last step, which is taken back unless that is num_envs numbers."""
        arrays = self._arrays
        seen = {name: arrays[name].copy() for name in ("opened", "won", "lost")}
        seen.update(actions=actions.copy(), invalid=arrays["dug_shown"].copy(), game=arrays["stepped_game"].copy())
        if self._p_mine:
            seen.update(risk=arrays["risk"].copy(), lowest_p_mine=arrays["lowest_p_mine"].copy())
            seen["excess_risk"] = seen["risk"] - seen["lowest_p_mine"]
        try:
            reward = self._reward(seen)
            try:
                reward = numpy.array(reward, dtype=numpy.float64)
            except (TypeError, ValueError):
                raise ValueError(
                    f"the reward function returned {reward!r:.60}; expected {[self.num_envs]} numbers"
                ) from None
            if reward.shape != (self.num_envs,):
                raise ValueError(
                    f"the reward function returned the shape {list(reward.shape)}; expected {[self.num_envs]}"
                )
        except BaseException:
            slots.take_back()
            raise
        return reward

    def _info(self):
        names = ["action_mask", "game", "invalid", "won", "lost"]
        if self._p_mine:
            names += ["p_mine", "safe", "risk", "lowest_p_mine"]
        info = {name: self._given(name) for name in names}
        if self._p_mine:
            info["excess_risk"] = info["risk"] - info["lowest_p_mine"]
        if self._autoreset == "same_step" and self._arrays["terminated"].any():
            info["final_obs"] = self._given("final_obs")
            info["final_info"] = {
                "game": self._given("stepped_game"),
                "won": self._given("won"),
                "lost": self._given("lost"),
            }
            info["_final_obs"] = info["_final_info"] = self._arrays["terminated"].copy()
        return info


def register():
    """Registers "sapper/Minesweeper-v0" with Gymnasium, for gymnasium.make and make_vec.

    Its arguments are those of VectorEnv without num_envs (and copy, for make); ImportError where there is no Gymnasium.
    """
    try:
        import gymnasium
    except ImportError as error:
        raise ImportError("sapper.register() needs Gymnasium, which cannot be imported: pip install gymnasium") from error

    if "sapper/Minesweeper-v0" not in gymnasium.registry:
        gymnasium.register(
            id="sapper/Minesweeper-v0",
            # Names, which a spec can be written as JSON with.
            entry_point="sapper.gymnasium_env:MinesweeperEnv",
            vector_entry_point="sapper.gymnasium_env:MinesweeperVectorEnv",
        )

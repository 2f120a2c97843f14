"""sapper.VectorEnv as Gymnasium's environments; imported by sapper.register(), since sapper does not need Gymnasium."""
import gymnasium
import numpy
from ._arguments import NotCopied, keys, whole_number
from .game import MOST_SEED
from .vector_env import VectorEnv


def _for_spaces(info):
    """With the mask as the spaces' sample() takes it: int8."""
    return {**info, "action_mask": info["action_mask"].view(numpy.int8)}


def _infos(info):
    """Those of the only slot, without the dig's risks where nothing was dug: NaN differs from itself where infos are compared."""
    info = _for_spaces(info)
    of_dig = ("risk", "lowest_p_mine", "excess_risk")
    return {name: array[0] for name, array in info.items() if name not in of_dig or not numpy.isnan(array[0])}


def _size(rows, cols, mines, settings):
    """With the defaults of a board: 9 rows, 9 columns, 10 mines. A graph has no rows and columns."""
    if settings.get("graph") is None:
        rows, cols = 9 if rows is None else rows, 9 if cols is None else cols
    return rows, cols, 10 if mines is None else mines


class MinesweeperEnv(NotCopied, gymnasium.Env):
    """One game after another: VectorEnv's arguments but num_envs, threads, autoreset and copy. `info` has no `risk`,
    `lowest_p_mine` and `excess_risk` after a reset and an invalid step. Its `action_mask` is int8, for action_space.sample(info["action_mask"])."""

    _instead_of_a_copy = VectorEnv._instead_of_a_copy

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(self, rows=None, cols=None, mines=None, *, render_mode=None, **settings):
        self._env = VectorEnv(1, *_size(rows, cols, mines, settings), autoreset="disabled", **settings)
        self.observation_space = self._env.single_observation_space
        self.action_space = self._env.single_action_space
        self.render_mode = render_mode  # any: Stable-Baselines3 asks for pictures of whatever it makes
        self._view = None

    def reset(self, *, seed=None, options=None):
        keys("options", options, ())
        seed = None if seed is None else whole_number("seed", seed, 0, MOST_SEED)
        super().reset(seed=seed)
        view, info = self._env.reset(seed)
        return self._first(view), _infos(info)

    def step(self, action):
        view, reward, terminated, _, info = self._env.step(numpy.array([action]))
        return self._first(view), float(reward[0]), bool(terminated[0]), False, _infos(info)

    def action_masks(self):
        """bool [rows * cols], True where a cell is hidden, as masked PPO asks for it."""
        return self._env.action_masks()[0]

    def render(self):
        if self.render_mode != "ansi" or self._view is None:
            return None
        return self._env.drawn(self._view)

    def close(self):
        self._env.close()

    def _first(self, view):
        self._view = view[0].copy()
        return view[0]


class MinesweeperVectorEnv(NotCopied, gymnasium.vector.VectorEnv):
    """VectorEnv with the spaces and metadata that Gymnasium's wrappers ask for. The `action_mask` of `info` is int8, for
    action_space.sample(tuple(info["action_mask"]))."""

    _instead_of_a_copy = VectorEnv._instead_of_a_copy

    def __init__(self, num_envs=1, rows=None, cols=None, mines=None, **settings):
        self._env = VectorEnv(num_envs, *_size(rows, cols, mines, settings), **settings)
        for name in (
            "num_envs",
            "render_mode",
            "metadata",
            "single_observation_space",
            "single_action_space",
            "observation_space",
            "action_space",
        ):
            setattr(self, name, getattr(self._env, name))

    def reset(self, *, seed=None, options=None):
        obs, info = self._env.reset(seed, options=options)
        return obs, _for_spaces(info)

    def step(self, actions):
        *result, info = self._env.step(actions)
        return (*result, _for_spaces(info))

    def action_masks(self):
        return self._env.action_masks()

    def render(self):
        return self._env.render()

    def replay(self, slot, game, actions=()):
        return self._env.replay(slot, game, actions)

    def close_extras(self, **_):
        self._env.close()

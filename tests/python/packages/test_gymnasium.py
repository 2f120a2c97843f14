"""The environments under Gymnasium itself: its checker, its wrappers, its vector wrappers."""
import warnings

import gymnasium
import numpy
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import vector as wrappers

import sapper
import sapper.graphs

BOARD = {"rows": 5, "cols": 4, "mines": 3}
MODES = {
    "next_step": AutoresetMode.NEXT_STEP,
    "same_step": AutoresetMode.SAME_STEP,
    "disabled": AutoresetMode.DISABLED,
}


@pytest.fixture(autouse=True)
def registered():
    sapper.register()


def make_vec(num_envs=6, **settings):
    return gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=num_envs, **BOARD, **settings)


@pytest.mark.parametrize("p_mine", [False, True])
def test_the_checker_has_nothing_to_say(p_mine):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("sapper/Minesweeper-v0", **BOARD, p_mine=p_mine, render_mode="ansi")
        check_env(env.unwrapped)


@pytest.mark.parametrize("board, shape", [
    ({"mines": 4, "graph": sapper.graphs.random_regular(20, 9)}, (20,)),
    ({"rows": 3, "cols": 4, "mines": 4, "topology": "cube26", "layers": 2}, (2, 3, 4)),
])
def test_the_checker_has_nothing_to_say_about_lattices_and_graphs(board, shape):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("sapper/Minesweeper-v0", **board, p_mine=True, render_mode="ansi")
        check_env(env.unwrapped)
    assert env.observation_space.shape == shape and env.observation_space.high.max() > 9
    vectors = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=5, **board)
    obs, info = vectors.reset(seed=3)
    for _ in range(20):
        assert obs.shape == (5, *shape) and vectors.observation_space.contains(obs)
        obs, _, _, _, info = vectors.step(vectors.action_space.sample(tuple(info["action_mask"])))


def test_an_environment_of_another_render_mode_draws_nothing():
    # As Stable-Baselines3 makes environments, which cannot be had here: it brings gigabytes.
    env = gymnasium.make("sapper/Minesweeper-v0", **BOARD, render_mode="rgb_array", disable_env_checker=True)
    env.reset(seed=1)
    assert env.unwrapped.render() is None


def test_spaces_and_modes_are_gymnasiums():
    env = sapper.VectorEnv(3, 5, 4, 3)
    assert isinstance(env.single_observation_space, gymnasium.spaces.Box)
    assert isinstance(env.action_space, gymnasium.spaces.MultiDiscrete)
    for name, mode in MODES.items():
        assert sapper.VectorEnv(3, 5, 4, 3, autoreset=name).metadata["autoreset_mode"] is mode
        assert make_vec(autoreset=name).metadata["autoreset_mode"] is mode


def test_made_vectors_have_a_spec_and_draw():
    env = make_vec(render_mode="ansi")
    assert gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()).id == "sapper/Minesweeper-v0"
    env.reset(seed=3)
    assert len(env.render()) == 6


def played(env, steps=200, seed=1):
    """The rewards of random valid steps, [steps, num_envs]; each observation is one of the space."""
    obs, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    rewards = []
    for _ in range(steps):
        assert env.observation_space.contains(obs)
        obs, reward, terminated, truncated, info = env.step(env.action_space.sample(tuple(info["action_mask"])))
        assert not truncated.any()
        rewards.append(reward)
    return numpy.array(rewards)


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_vector_wrappers_see_the_episodes(autoreset):
    env = wrappers.RecordEpisodeStatistics(make_vec(autoreset=autoreset))
    rewards = played(env)
    assert env.episode_count > 20 and len(env.return_queue) > 20
    assert sum(env.return_queue) <= rewards.sum() + 6
    assert min(env.length_queue) >= 1


@pytest.mark.parametrize("wrap", [
    lambda env: wrappers.FlattenObservation(env),
    lambda env: wrappers.DtypeObservation(env, numpy.float32),
    lambda env: wrappers.RescaleObservation(wrappers.DtypeObservation(env, numpy.float32), 0, 1),
    lambda env: wrappers.ClipReward(env, 0, 1),
    lambda env: wrappers.TransformReward(env, lambda reward: reward * 2),
    lambda env: wrappers.NormalizeReward(env),
])
def test_vector_wrappers_pass_observations_of_their_spaces(wrap):
    assert played(wrap(make_vec(reward="progress")), steps=40).shape == (40, 6)


def test_infos_become_lists():
    env = wrappers.DictInfoToList(make_vec())
    _, infos = env.reset(seed=1)
    assert len(infos) == 6 and infos[2]["action_mask"].shape == (20,)


def test_vectors_of_gymnasium_play_the_same_games():
    sync = make_vec(num_envs=2, vectorization_mode="sync")
    own = make_vec(num_envs=2, vectorization_mode="vector_entry_point")
    first, _ = sync.reset(seed=[11, 12])
    again, _ = own.reset(seed=[11, 12])
    numpy.testing.assert_array_equal(first, again)
    for actions in ([0, 19], [7, 3], [12, 12]):
        one, other = sync.step(numpy.array(actions)), own.step(numpy.array(actions))
        for a, b in zip(one[:4], other[:4]):
            numpy.testing.assert_array_equal(a, b)

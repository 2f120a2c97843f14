"""sapper.VectorEnv against games played slowly in Python, from the same mines."""
import copy
import importlib
import inspect
import itertools
import json
import pickle
import sys
import types

import numpy
import pytest

import sapper


def around(rows, cols, row, col, topology):
    """The neighbours of a cell of a square or torus board, each once."""
    found = set()
    for r, c in itertools.product((row - 1, row, row + 1), (col - 1, col, col + 1)):
        if topology == "torus":
            r, c = r % rows, c % cols
        if (r, c) != (row, col) and 0 <= r < rows and 0 <= c < cols:
            found.add((r, c))
    return found


class SlowGame:
    """One game with known mines, a set of cells."""

    def __init__(self, rows, cols, mines, topology, reveal):
        self.rows, self.cols, self.mines, self.reveal = rows, cols, mines, reveal
        self.topology = topology
        self.view = {}
        self.invalid = 0
        self.outcome = None

    def number(self, cell):
        return len(around(self.rows, self.cols, *cell, self.topology) & self.mines)

    def dig(self, cell):
        """The number of cells that it showed."""
        if cell in self.view:
            self.invalid += 1
            return 0
        if cell in self.mines:
            self.view[cell], self.outcome = 9, "lost"
            return 0
        before = len(self.view)
        waiting, is_first = [cell], True
        while waiting:
            shown = waiting.pop()
            if shown in self.view:
                continue
            self.view[shown] = self.number(shown)
            if self.view[shown] == 0 and (self.reveal == "flood" or (self.reveal == "ring" and is_first)):
                waiting.extend(around(self.rows, self.cols, *shown, self.topology))
            is_first = False
        if len(self.view) + len(self.mines) == self.rows * self.cols:
            self.outcome = "won"
        return len(self.view) - before

    def array(self):
        view = numpy.full((self.rows, self.cols), -1, dtype=numpy.int8)
        for cell, number in self.view.items():
            view[cell] = number
        return view


def mines_of(env, slot, game, first):
    """Where the mines of that game lie after a first dig there, by playing it to its end."""
    alone = env.replay(slot, game, [first])
    for cell in range(env.rows * env.cols):
        if alone.status != "playing":
            break
        alone.dig(*divmod(cell, env.cols))
    return {tuple(cell) for cell in numpy.argwhere(alone.layout).tolist()}


BOARDS = [
    (4, 5, 4, {}),
    (4, 5, 4, {"first_click": "unprotected", "autoreset": "same_step"}),
    (5, 5, 3, {"first_click": "opening", "reveal": "ring", "autoreset": "disabled"}),
    (4, 4, 5, {"first_click": "relocate", "topology": "torus", "reward": "progress"}),
    (3, 4, 2, {"first_click": "unprotected", "reveal": "single", "reward": "progress"}),
    (3, 6, 4, {"first_click": "safe_corners", "autoreset": "same_step", "reward": "progress", "threads": 3}),
    (1, 1, 0, {"autoreset": "same_step"}),
]


@pytest.mark.parametrize("rows, cols, mines, settings", BOARDS)
def test_steps_are_those_of_games_played_slowly(rows, cols, mines, settings):
    slots, random = 70, numpy.random.default_rng(7)
    env = sapper.VectorEnv(slots, rows, cols, mines, seed=11, **settings)
    autoreset, reward_kind = settings.get("autoreset", "next_step"), settings.get("reward", "win")
    obs, info = env.reset()
    assert obs.dtype == numpy.int8 and obs.shape == (slots, rows, cols) and (obs == -1).all()
    assert info["action_mask"].dtype == bool and info["action_mask"].all()
    games = [None] * slots
    numbers, invalid = [0] * slots, [0] * slots
    ends = set()
    for _ in range(40):
        actions = random.integers(rows * cols, size=slots).astype(numpy.int32)
        obs, reward, terminated, truncated, info = env.step(actions)
        assert not truncated.any()
        for slot, action in enumerate(actions.tolist()):
            game = games[slot]
            shown, outcome, is_ignored = 0, None, False
            if game and game.outcome:
                is_ignored = True
                if autoreset == "next_step":
                    games[slot], numbers[slot] = None, numbers[slot] + 1
            else:
                if not game:
                    laid = mines_of(env, slot, numbers[slot], action)
                    assert len(laid) == mines
                    topology, reveal = settings.get("topology", "square"), settings.get("reveal", "flood")
                    game = games[slot] = SlowGame(rows, cols, laid, topology, reveal)
                before = game.invalid
                shown = game.dig(divmod(action, cols))
                invalid[slot] += game.invalid - before
                outcome = game.outcome
            expected = game.array() if games[slot] else numpy.full((rows, cols), -1)
            if outcome:
                ends.add(outcome)
            if outcome and autoreset == "same_step":
                numpy.testing.assert_array_equal(info["final_obs"][slot], expected)
                final = info["final_info"]
                assert final["game"][slot] == numbers[slot]
                assert (final["won"][slot], final["lost"][slot]) == (outcome == "won", outcome == "lost")
                expected = numpy.full((rows, cols), -1)
                games[slot], numbers[slot] = None, numbers[slot] + 1
            numpy.testing.assert_array_equal(obs[slot], expected)
            numpy.testing.assert_array_equal(info["action_mask"][slot], (expected == -1).ravel())
            assert terminated[slot] == (outcome is not None or (is_ignored and autoreset == "disabled"))
            assert (info["won"][slot], info["lost"][slot]) == (outcome == "won", outcome == "lost")
            assert info["game"][slot] == numbers[slot]
            assert info["invalid"][slot] == invalid[slot]
            won = float(outcome == "won")
            progress = shown / (rows * cols - mines) - (outcome == "lost")
            assert reward[slot] == pytest.approx(won if reward_kind == "win" else progress, abs=1e-12)
        if autoreset == "same_step":
            assert ("final_obs" in info) == bool(terminated.any())
            if terminated.any():
                numpy.testing.assert_array_equal(info["_final_obs"], terminated)
        if autoreset == "disabled" and terminated.sum() > slots // 2:
            obs, info = env.reset(options={"reset_mask": terminated})
            assert (obs[terminated] == -1).all()
            for slot in numpy.flatnonzero(terminated):
                games[slot], numbers[slot], invalid[slot] = None, numbers[slot] + 1, 0
            for slot in numpy.flatnonzero(~terminated):
                numpy.testing.assert_array_equal(obs[slot], games[slot].array())
    assert ends == ({"won", "lost"} if mines else {"won"})


def by_all_layouts(view, mines):
    """P(mine) of every hidden cell, by trying every layout."""
    rows, cols = view.shape
    hidden = [tuple(cell) for cell in numpy.argwhere(view < 0).tolist()]
    shown = [tuple(cell) for cell in numpy.argwhere(view >= 0).tolist()]
    count, total = numpy.zeros(view.shape), 0
    for chosen in itertools.combinations(hidden, mines):
        laid = set(chosen)
        if all(len(around(rows, cols, *cell, "square") & laid) == view[cell] for cell in shown):
            total += 1
            for cell in chosen:
                count[cell] += 1
    return count / total


@pytest.mark.parametrize("first_click, first", [("safe", 0), ("unprotected", 3 / 16), ("opening", 0)])
def test_p_mine_is_the_share_of_all_layouts(first_click, first):
    slots, mines = 6, 3
    env = sapper.VectorEnv(slots, 4, 4, mines, first_click=first_click, seed=2, p_mine=True)
    obs, info = env.reset()
    numpy.testing.assert_allclose(info["p_mine"], first, rtol=1e-15)
    assert info["safe"].all() == (first == 0)
    risks = info["p_mine"]
    for _ in range(25):
        actions = env.sample_actions()
        before = obs
        obs, _, terminated, _, info = env.step(actions)
        for slot in range(slots):
            if (before[slot] == 9).any() or (before[slot] == -1).sum() == mines:  # was over
                for name in "risk", "lowest_p_mine", "excess_risk":
                    assert numpy.isnan(info[name][slot])
                continue
            assert info["risk"][slot] == risks[slot].ravel()[actions[slot]]
            if (before[slot] == -1).all():
                lowest = first
            else:
                lowest = by_all_layouts(before[slot], mines)[before[slot] == -1].min()
            numpy.testing.assert_allclose(info["lowest_p_mine"][slot], lowest, rtol=1e-12, atol=0)
            numpy.testing.assert_allclose(info["excess_risk"][slot], info["risk"][slot] - lowest, rtol=0, atol=1e-12)
            if terminated[slot]:
                hidden_or_dug = (obs[slot] == -1) | (obs[slot] == 9)
                assert info["p_mine"][slot].sum() == mines and not (info["p_mine"][slot] > hidden_or_dug).any()
                assert not info["safe"][slot].any()
                continue
            expected = by_all_layouts(obs[slot], mines)
            numpy.testing.assert_allclose(info["p_mine"][slot], expected, rtol=1e-12, atol=0)
            numpy.testing.assert_array_equal(info["safe"][slot], (expected == 0) & (obs[slot] == -1))
        risks = info["p_mine"]


def played(steps=30, slots=130, **settings):
    """All that an environment returns, as bytes, under actions that depend on slot and step alone."""
    env = sapper.VectorEnv(slots, 6, 6, 6, seed=5, p_mine=True, **settings)
    parts = [env.reset()[0][:100].tobytes()]
    for step in range(steps):
        actions = (numpy.arange(slots) * 7 + step * 11) % 36
        obs, reward, terminated, _, info = env.step(actions)
        for array in (obs, reward, terminated, *(info[name] for name in sorted(info) if not name.endswith("_info"))):
            parts.append(array[:100].tobytes())
    return b"".join(parts)


def test_results_depend_on_neither_threads_nor_slots():
    expected = played()
    for settings in {"threads": 2}, {"threads": 5}, {"slots": 100}, {"slots": 513, "threads": 3}, {"copy": False}:
        assert played(**settings) == expected


def test_a_seed_starts_over_and_none_goes_on():
    env = sapper.VectorEnv(8, 5, 5, 5, seed=1)
    first = [env.reset()[1]["game"].tolist(), env.step([12] * 8)[0].tobytes()]
    assert env.reset()[1]["game"].tolist() == [1] * 8
    second = env.step([12] * 8)[0].tobytes()
    assert [env.reset(seed=1)[1]["game"].tolist(), env.step([12] * 8)[0].tobytes()] == first
    env.reset(seed=2)
    assert env.seed == 2 and second != first[1] != env.step([12] * 8)[0].tobytes()


def test_each_slot_may_have_its_seed():
    """It plays what the only slot of an environment with that seed plays."""
    seeds = [7, 8, 7, 2**64 - 1]
    env = sapper.VectorEnv(4, 5, 5, 5, seed=1, autoreset="same_step")
    alone = [sapper.VectorEnv(1, 5, 5, 5, seed=seed, autoreset="same_step") for seed in seeds]
    for one in alone:
        one.reset()
    _, info = env.reset(seed=numpy.array(seeds, dtype=numpy.uint64))
    assert env.seed == seeds and info["game"].tolist() == [0] * 4
    for step in range(40):
        obs = env.step([(7 * step) % 25] * 4)[0]
        for slot, one in enumerate(alone):
            numpy.testing.assert_array_equal(obs[slot], one.step([(7 * step) % 25])[0][0])
    games = env.reset(seed=[None, 3, None, 7])[1]["game"].tolist()
    assert games[0] > 1 and games[1] == games[3] == 0 and env.seed == [7, 3, 7, 7]
    env.step([12] * 4)
    game = sapper.Game(5, 5, 5, seed=7, first_click="safe")
    game.dig(2, 2)
    for slot in 0, 2, 3:  # whatever games came in between
        numpy.testing.assert_array_equal(env.replay(slot, 0, [12]).view, game.view)
    env.reset(seed=1)
    assert env.seed == 1
    env.reset(seed=numpy.array(5))
    assert env.seed == 5
    for wrong, message in [([1, 2], "seed is .*; expected a whole number, or a list of 4"), ("1234", "expected a whole number")]:
        with pytest.raises(ValueError, match=message):
            env.reset(seed=wrong)
    with pytest.raises(ValueError, match=r"seed\[2\] is -1; expected a whole number from 0"):
        env.reset(seed=[1, None, -1, 2])
    with pytest.raises(ValueError, match="are mutually exclusive"):
        env.reset(seed=[1] * 4, options={"reset_mask": numpy.ones(4, dtype=bool)})


def test_masks_are_the_present_ones():
    env = sapper.VectorEnv(3, 5, 5, 5, seed=1)
    _, info = env.reset()
    for _ in range(20):
        masks = env.action_masks()
        assert masks.dtype == bool and masks.shape == (3, 25)
        numpy.testing.assert_array_equal(masks, info["action_mask"])
        masks[:] = False  # a copy
        info = env.step(env.sample_actions())[4]


def test_spaces_without_gymnasium(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    env = sapper.VectorEnv(3, 5, 4, 3, seed=1)
    obs, info = env.reset()
    assert env.observation_space.shape == (3, 5, 4) and env.single_observation_space.shape == (5, 4)
    assert env.observation_space.contains(obs) and obs[0] in env.single_observation_space
    assert not env.observation_space.contains(obs + 11) and not env.observation_space.contains(obs[0])
    assert env.single_action_space.n == 20 and env.action_space.nvec.tolist() == [20] * 3
    assert env.action_space.contains(numpy.array([0, 19, 5])) and not env.action_space.contains(numpy.array([0, 20, 5]))
    for inside, values in (True, (0, 19, numpy.int64(3), numpy.array(7))), (False, (-1, 20, 1.0, True, None)):
        assert all(env.single_action_space.contains(value) == inside for value in values)
    env.single_action_space.seed(4)
    env.action_space.seed(4)
    drawn = {int(env.single_action_space.sample()) for _ in range(400)}
    assert drawn == set(range(20))
    mask = numpy.zeros(20, dtype=numpy.int8)
    assert env.single_action_space.sample(mask) == 0
    mask[[3, 7]] = 1
    assert {int(env.single_action_space.sample(mask)) for _ in range(50)} == {3, 7}
    for _ in range(50):
        actions = env.action_space.sample(tuple(info["action_mask"]))
        assert env.action_space.contains(actions) and info["action_mask"][range(3), actions].all()
        info = env.step(actions)[4]
    assert env.observation_space.contains(env.observation_space.sample())
    same = sapper.VectorEnv(3, 5, 4, 3)
    assert same.action_space == env.action_space and same.observation_space != env.single_observation_space
    assert repr(env.single_action_space) == "Discrete(20)"
    many = [type(env.action_space)(numpy.array([20] * 500 + [n] + [20] * 1000)) for n in (19, 20, 20)]
    assert many[0] != many[1] == many[2], "where NumPy abbreviates"


def test_spaces_are_gymnasiums_where_it_is(fake_gymnasium):
    env = sapper.VectorEnv(3, 5, 4, 3)
    assert isinstance(env.single_action_space, FakeDiscrete) and isinstance(env.observation_space, FakeSpace)
    alone = fake_gymnasium.MinesweeperEnv(5, 4, 3)
    alone.reset(seed=1)
    alone.step(7)
    assert alone.action_masks().dtype == bool and alone.action_masks().shape == (20,) and not alone.action_masks()[7]
    vector = fake_gymnasium.MinesweeperVectorEnv(3, 5, 4, 3)
    vector.reset(seed=[1, 2, 3])
    assert vector.action_masks().all()


def test_replays_are_the_games_that_were_played():
    env = sapper.VectorEnv(3, 6, 6, 5, seed=4, autoreset="same_step")
    env.reset()
    actions = []
    for _ in range(60):
        game = env._arrays["game"][2]
        if game > 3:
            break
        digs = env.sample_actions()
        actions.append((int(game), int(digs[2])))
        _, _, terminated, _, info = env.step(digs)
        if terminated[2]:
            alone = env.replay(2, int(game), [cell for number, cell in actions if number == game])
            assert alone.status == ("won" if info["won"][2] else "lost")
            shown = info["final_obs"][2]
            numpy.testing.assert_array_equal(alone.view == -1, (shown == -1) | (shown == 9))
    assert max(game for game, _ in actions) == 3
    by_number = sapper.Game(6, 6, 5, seed=4, number=(2 << 32) + 3, first_click="safe")
    for game, cell in actions:
        if game == 3 and by_number.status == "playing":
            by_number.dig(*divmod(cell, 6))
    numpy.testing.assert_array_equal(by_number.view, env.replay(2, 3, [c for g, c in actions if g == 3]).view)


def test_sampled_actions_are_hidden_cells_and_uniform():
    env = sapper.VectorEnv(4000, 3, 3, 2, seed=8, first_click="unprotected")
    _, info = env.reset()
    counts = numpy.bincount(env.sample_actions(), minlength=9)
    # Chi squared of 8 degrees of freedom: above 36 with a chance of 2e-5. The seed is fixed.
    assert ((counts - 4000 / 9) ** 2 / (4000 / 9)).sum() < 36
    for _ in range(12):
        actions = env.sample_actions()
        is_over = env._arrays["terminated"].copy()
        assert (info["action_mask"][numpy.arange(4000), actions] | is_over).all()
        _, _, _, _, info = env.step(actions)
        assert not info["invalid"].any()


def test_rewards_of_the_caller():
    seen = []

    def reward(step):
        seen.append(step)
        return step["opened"] - 10 * step["lost"] - step["invalid"] - numpy.nan_to_num(step["risk"])

    env = sapper.VectorEnv(50, 5, 5, 6, reward=reward, p_mine=True, autoreset="same_step", seed=3)
    _, info = env.reset()
    for step in range(10):
        before = info
        _, rewards, _, _, info = env.step(numpy.full(50, step))
        given = seen[-1]
        of_dig = {"risk", "lowest_p_mine", "excess_risk"}
        assert set(given) == {"actions", "opened", "won", "lost", "invalid", "game"} | of_dig
        for name in of_dig:
            numpy.testing.assert_array_equal(given[name], info[name])
        numpy.testing.assert_array_equal(given["game"], before["game"])
        numpy.testing.assert_array_equal(given["invalid"], ~before["action_mask"][:, step])
        expected = given["opened"] - 10.0 * given["lost"] - given["invalid"]
        risk = numpy.where(given["invalid"], 0, before["p_mine"].reshape(50, 25)[:, step])
        numpy.testing.assert_allclose(rewards, expected - risk)
    assert len(seen) == 10


class Refused(Exception):
    pass


def raises(step):
    raise Refused("no reward")


@pytest.mark.parametrize(
    "wrong, error, message",
    [
        (lambda step: [1.0], ValueError, r"the reward function returned the shape \[1\]; expected \[9\]"),
        (lambda step: 1.0, ValueError, r"shape \[\]; expected \[9\]"),
        (lambda step: None, ValueError, r"the reward function returned"),
        (lambda step: ["x"] * 9, ValueError, r"returned \['x'.*; expected \[9\] numbers"),
        (lambda step: [1j] * 9, ValueError, "numbers"),
        (lambda step: [[1], [1, 2]] + [1] * 7, ValueError, "numbers"),
        (raises, Refused, "no reward"),
    ],
)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step", "disabled"])
def test_a_step_without_rewards_is_not_played(autoreset, wrong, error, message):
    function = [lambda step: step["opened"]]
    settings = {"p_mine": True, "autoreset": autoreset, "seed": 3}
    env = sapper.VectorEnv(9, 3, 3, 2, reward=lambda step: function[0](step), copy=False, **settings)
    plain = sapper.VectorEnv(9, 3, 3, 2, copy=False, **settings)
    env.reset(), plain.reset()

    def compare():
        for name, array in env._arrays.items():
            numpy.testing.assert_array_equal(array, plain._arrays[name], err_msg=name)

    ended = 0
    for step in range(30):
        good, function[0] = function[0], wrong
        with pytest.raises(error, match=message):
            env.step([step % 9] * 9)
        function[0] = good
        compare()
        actions = plain.sample_actions()
        numpy.testing.assert_array_equal(env.sample_actions(), actions)
        obs = env.step(actions)[0]
        plain.step(actions)
        compare()
        ended += int(plain._arrays["terminated"].sum())
    assert ended > 20 and numpy.shares_memory(obs, env._arrays["obs"])


def test_reward_functions_get_and_give_copies():
    kept = numpy.zeros(3)

    def reward(step):
        for array in step.values():
            array[...] = 0
        kept[:] += 1
        return kept

    env = sapper.VectorEnv(3, 4, 4, 3, reward=reward, p_mine=True)
    env.reset()
    actions = numpy.array([5, 6, 7], dtype=numpy.int32)
    _, first, _, _, info = env.step(actions)
    assert actions.tolist() == [5, 6, 7] and not info["action_mask"][0, 5] and not numpy.isnan(info["risk"]).any()
    env.step(actions)
    assert first.tolist() == [1, 1, 1] and kept.tolist() == [2, 2, 2]


def test_environments_can_be_neither_copied_nor_pickled(fake_gymnasium):
    vector = sapper.VectorEnv(2, 4, 4, 3)
    for env in vector, fake_gymnasium.MinesweeperEnv(4, 4, 3), fake_gymnasium.MinesweeperVectorEnv(2, 4, 4, 3):
        for make in copy.copy, copy.deepcopy, pickle.dumps:
            with pytest.raises(TypeError, match="can be neither copied nor pickled; make another environment"):
                make(env)


def test_options_are_checked(fake_gymnasium):
    vector = sapper.VectorEnv(2, 4, 4, 3)
    for env in vector, fake_gymnasium.MinesweeperEnv(4, 4, 3), fake_gymnasium.MinesweeperVectorEnv(2, 4, 4, 3):
        for error in TypeError, ValueError:
            for options in "x", 5, [], [("reset_mask", 1)]:
                with pytest.raises(error, match="^options is .*; expected a dict, or None"):
                    env.reset(options=options)
        with pytest.raises(ValueError, match="^options has the key 'mask'; expected"):
            env.reset(options={"mask": None})
        for seed in -1, 2**64, 1.5, "1", True, [1, 2, 3]:
            with pytest.raises(ValueError, match="^seed is "):
                env.reset(seed=seed)
        env.reset(seed=numpy.uint64(2**63), options={})
        env.reset(options=types.MappingProxyType({}))


def test_arrays_are_the_environments_own_where_asked_for():
    env = sapper.VectorEnv(4, 4, 4, 3, copy=False)
    first, _ = env.reset()
    with pytest.raises(ValueError, match="read-only"):
        first[0] = 0
    later = env.step([5] * 4)[0]
    assert numpy.shares_memory(first, later) and (first != -1).any()
    copied = sapper.VectorEnv(4, 4, 4, 3)
    first, _ = copied.reset()
    copied.step([5] * 4)
    assert (first == -1).all() and first.flags.writeable
    env.close()
    assert (later[:, 1, 1] >= 0).all()  # the array outlives the environment


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"num_envs": 0}, "num_envs is 0; expected a whole number from 1"),
        ({"num_envs": 2.5}, "num_envs is 2.5"),
        ({"rows": True}, "rows is True"),
        ({"mines": 2.0}, "mines is 2.0; expected a whole number"),
        ({"mines": 2**70}, "holds at most 15"),
        ({"seed": 2**64}, "seed is 18446744073709551616"),
        ({"reward": [1]}, r"reward is \[1\]"),
        ({"reward": numpy.array(["win", "win"])}, "reward is array"),
        ({"copy": None}, "copy is None; expected True or False"),
        ({"rows": 5000}, "rows is 5000"),
        ({"mines": -1}, "mines is -1"),
        ({"mines": 16}, "holds at most 15"),
        ({"seed": -1}, "seed is -1"),
        ({"seed": None}, "seed is None"),
        ({"threads": 0}, "threads is 0"),
        ({"topology": "torsu"}, 'did you mean "torus"'),
        ({"first_click": 3}, "first_click is 3; expected a string"),
        ({"reveal": "floot"}, 'did you mean "flood"'),
        ({"autoreset": "nextstep"}, "autoreset is"),
        ({"reward": "wins"}, "reward is 'wins'"),
        ({"p_mine": 1}, "p_mine is 1; expected True or False"),
    ],
)
def test_wrong_settings_are_value_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        sapper.VectorEnv(**{"num_envs": 2, "rows": 4, "cols": 4, "mines": 3, **arguments})


def test_wrong_steps_are_value_errors_and_change_nothing():
    env = sapper.VectorEnv(2, 3, 3, 2)
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        env.step([0, 0])
    with pytest.raises(ValueError, match=r"call reset\(\) first"):
        env.sample_actions()
    with pytest.raises(ValueError, match="without a reset_mask"):
        env.reset(options={"reset_mask": numpy.ones(2, dtype=bool)})
    env.reset()
    for actions, message in [
        ([0], r"shape \[1\]; expected \[2\]"),
        ([[0, 0]], r"shape \[1, 2\]"),
        ([0.0, 1.0], "float64; expected whole numbers"),
        ([True, False], "bool; expected whole numbers"),
        ([0, 9], r"actions\[1\] is 9; expected a cell from 0 to 8"),
        ([-1, 0], r"actions\[0\] is -1"),
        ([0, 2**40], r"actions\[1\] is 1099511627776"),
        ([0, 2**64], "expected whole numbers"),
        ([[0], [0, 1]], "^actions cannot be made an array"),
        (numpy.array([0, 1], dtype="m8[s]"), "expected whole numbers"),
        (None, r"actions have the shape \[\]"),
    ]:
        with pytest.raises(ValueError, match=message):
            env.step(actions)
        assert (env._arrays["obs"] == -1).all() and not env._arrays["invalid"].any()
    for mask, message in [([1, 0], "reset_mask is int64"), (numpy.ones(3, dtype=bool), r"bool \[3\]")]:
        with pytest.raises(ValueError, match=message):
            env.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="are mutually exclusive"):
        env.reset(1, options={"reset_mask": numpy.ones(2, dtype=bool)})
    with pytest.raises(ValueError, match="slot is 2"):
        env.replay(2, 0)
    with pytest.raises(ValueError, match="action is 9"):
        env.replay(0, 0, [9])
    with pytest.raises(ValueError, match="actions is 9; expected a list"):
        env.replay(0, 0, 9)
    assert env.replay(0, 0, itertools.repeat(numpy.int8(0), 1)).status == "playing"
    env.step(numpy.array([0, 8], dtype=numpy.uint8))
    env.close()
    env.close()
    for use in env.reset, env.sample_actions, lambda: env.step([0, 0]), lambda: env.replay(0, 0), lambda: env.seed:
        with pytest.raises(ValueError, match="the environment is closed"):
            use()
    assert "closed" in repr(env)


def test_gymnasium_makes_environments():
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    sapper.register()
    sapper.register()
    env = gymnasium.make("sapper/Minesweeper-v0", rows=5, cols=4, mines=3, p_mine=True, render_mode="ansi")
    check_env(env.unwrapped)
    env.reset(seed=1)
    view, _, _, _, info = env.step(7)
    assert env.observation_space.contains(view) and info["p_mine"].shape == (5, 4)
    assert [len(line) for line in env.render().split("\n")] == [4] * 5
    assert gymnasium.envs.registration.EnvSpec.from_json(env.spec.to_json()).id == "sapper/Minesweeper-v0"
    env.reset()
    env.step(env.action_space.sample(info["action_mask"]))
    vector = gymnasium.make_vec("sapper/Minesweeper-v0", num_envs=3, rows=5, cols=4, mines=3, autoreset="same_step")
    assert vector.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    obs, info = vector.reset(seed=1)
    assert vector.observation_space.contains(obs)
    vector.action_space.sample(tuple(info["action_mask"]))
    obs, rewards, *_ = vector.step(vector.action_space.sample())
    assert vector.observation_space.contains(obs) and rewards.shape == (3,)
    vector.close()


class FakeSpace:
    """What Gymnasium's Box and Discrete check and draw, as far as the environments use them."""

    def __init__(self, low, high, shape, dtype):
        self.low, self.high, self.shape, self.dtype = low, high, shape, numpy.dtype(dtype)
        self.seed(0)

    def seed(self, seed):
        self.random = numpy.random.default_rng(seed)

    def sample(self, mask=None):
        if mask is not None:
            return self.masked(mask)
        return self.random.integers(self.low, self.high, self.shape or None, self.dtype.type, endpoint=True)

    def contains(self, value):
        value = numpy.asarray(value)
        inside = value.size == 0 or (self.low <= value.min() and value.max() <= self.high)
        return numpy.can_cast(value.dtype, self.dtype) and value.shape == self.shape and inside


class FakeDiscrete(FakeSpace):
    def __init__(self, n):
        super().__init__(0, n - 1, (), numpy.int64)
        self.n = n

    def masked(self, mask):
        """With the checks of gymnasium.spaces.Discrete 1.x."""
        assert isinstance(mask, numpy.ndarray) and mask.dtype == numpy.int8 and mask.shape == (self.n,)
        assert numpy.all(numpy.logical_or(mask == 0, mask == 1))
        return self.random.choice(numpy.flatnonzero(mask)) if mask.any() else numpy.int64(0)


class FakeMultiDiscrete(FakeSpace):
    """Equal parts."""

    def __init__(self, one, n):
        super().__init__(one.low, one.high, (n,), one.dtype)
        self.one = one

    def masked(self, mask):
        assert isinstance(mask, tuple) and len(mask) == self.shape[0]
        return numpy.array([self.one.masked(part) for part in mask], dtype=self.dtype)


class FakeEnv:
    """gymnasium.Env: a generator that a seed starts anew."""

    np_random = None

    def reset(self, *, seed=None, options=None):
        if seed is not None or self.np_random is None:
            self.np_random = numpy.random.default_rng(seed)


@pytest.fixture
def fake_gymnasium(monkeypatch):
    """sapper.gymnasium_env over a stand-in for Gymnasium, which Debian lacks."""
    names = ("gymnasium", "gymnasium.spaces", "gymnasium.vector")
    top, spaces, vector = (types.ModuleType(name) for name in names)
    top.Env, top.spaces, top.vector = FakeEnv, spaces, vector
    spaces.Box, spaces.Discrete = FakeSpace, FakeDiscrete
    spaces.MultiDiscrete = lambda nvec: FakeMultiDiscrete(FakeDiscrete(int(nvec[0])), len(nvec))
    vector.VectorEnv = type("VectorEnv", (), {"spec": None, "close": lambda self: self.close_extras()})
    vector.AutoresetMode = types.SimpleNamespace(NEXT_STEP="next", SAME_STEP="same", DISABLED="never")
    top.registry = {}

    def register(id, **spec):
        top.registry[id] = spec

    top.register = register
    for name, module in zip(names, (top, spaces, vector)):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "sapper.gymnasium_env", raising=False)
    yield importlib.import_module("sapper.gymnasium_env")
    sys.modules.pop("sapper.gymnasium_env", None)


def same(one, other):
    """Equal in value and type, arrays in shape and dtype too."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, numpy.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and bool((one == other).all())
    return bool(one == other)


@pytest.mark.parametrize("p_mine", [False, True])
def test_what_gymnasiums_env_checker_asks_for(fake_gymnasium, p_mine):
    """The demands of gymnasium.utils.env_checker.check_env 1.x and of its passive checks, one by one."""
    make = lambda **more: fake_gymnasium.MinesweeperEnv(5, 4, 3, p_mine=p_mine, **more)
    env = make()
    parameters = inspect.signature(env.reset).parameters
    assert parameters["seed"].default is None and "options" in parameters and "return_info" not in parameters
    assert not hasattr(env, "seed")
    space = env.observation_space
    assert (space.low, space.high, space.shape, space.dtype) == (-1, 9, (5, 4), numpy.int8)

    def reset(**arguments):
        result = env.reset(**arguments)
        assert isinstance(result, tuple) and len(result) == 2 and isinstance(result[1], dict)
        assert isinstance(result[0], numpy.ndarray) and result[0].dtype == numpy.int8 and space.contains(result[0])
        return result

    def step(action):
        result = env.step(action)
        assert isinstance(result, tuple) and len(result) == 5
        obs, reward, terminated, truncated, info = result
        assert isinstance(obs, numpy.ndarray) and obs.dtype == numpy.int8 and space.contains(obs)
        assert type(reward) is float and numpy.isfinite(reward)
        assert type(terminated) is bool and truncated is False and isinstance(info, dict)
        return result

    reset()
    reset(options={})
    # The same seed: the same generator, the same game and the same ones after it.
    runs = []
    for seed in (123, 123, 456):
        first = reset(seed=seed)
        state = env.np_random.bit_generator.state
        env.action_space.seed(seed)
        actions = [env.action_space.sample() for _ in range(30)]
        steps = []
        for action in actions:
            steps.append(step(action))
            if steps[-1][2]:
                steps.append(reset())
        assert env.np_random.bit_generator.state == state, "drawn from without need"
        runs.append((first, steps, state))
    (first_a, steps_a, state_a), (first_b, steps_b, state_b), (_, steps_c, state_c) = runs
    assert state_a == state_b != state_c
    assert len(steps_a) > 30, "a game ends"
    assert len(steps_a) == len(steps_b)
    for one, other in zip([first_a, *steps_a], [first_b, *steps_b]):
        assert all(same(a, b) for a, b in zip(one, other))
    assert len(steps_a) != len(steps_c) or not all(same(a[0], c[0]) for a, c in zip(steps_a, steps_c))
    # What has been returned is not written over.
    view = reset(seed=1)[0]
    before = view.copy()
    step(env.action_space.sample())
    assert same(view, before)
    # Render modes: a list of strings, each a kind of picture, and None.
    modes = env.metadata["render_modes"]
    assert modes and all(isinstance(mode, str) for mode in modes) and env.metadata["render_fps"] > 0
    assert env.render_mode is None and env.render() is None
    for mode in modes:
        drawn = make(render_mode=mode)
        drawn.reset()
        assert drawn.render_mode == mode and isinstance(drawn.render(), str)
        drawn.close()
    env.close()
    env.close()


def test_gymnasiums_vector_interface(fake_gymnasium):
    for autoreset, mode in (("next_step", "next"), ("same_step", "same"), ("disabled", "never")):
        env = fake_gymnasium.MinesweeperVectorEnv(3, 5, 4, 3, autoreset=autoreset)
        assert env.metadata["autoreset_mode"] == mode and env.num_envs == 3
        assert env.observation_space.shape == (3, 5, 4) and env.action_space.shape == (3,)
        obs, info = env.reset(seed=1, options=None)
        assert env.observation_space.contains(obs) and isinstance(info, dict)
        obs, rewards, terminated, truncated, info = env.step(env.action_space.sample())
        assert env.observation_space.contains(obs) and isinstance(info, dict)
        assert [a.shape for a in (rewards, terminated, truncated)] == [(3,)] * 3
        assert (terminated.dtype, truncated.dtype) == (numpy.bool_, numpy.bool_)
        env.close()
        env.close()


def test_masks_are_those_of_the_action_spaces(fake_gymnasium):
    env = fake_gymnasium.MinesweeperEnv(5, 4, 3)
    _, info = env.reset(seed=1)
    for _ in range(200):
        view, _, terminated, _, info = env.step(env.action_space.sample(info["action_mask"]))
        assert info["invalid"] == 0
        numpy.testing.assert_array_equal(info["action_mask"], view.ravel() == -1)
        if terminated:
            _, info = env.reset()
    vector = fake_gymnasium.MinesweeperVectorEnv(3, 5, 4, 3, autoreset="same_step")
    _, info = vector.reset(seed=1)
    ended = 0
    for _ in range(60):
        _, _, terminated, _, info = vector.step(vector.action_space.sample(tuple(info["action_mask"])))
        ended += terminated.sum()
        assert not info["invalid"].any()
    assert ended > 3


def test_registered_specs_can_be_written_as_json(fake_gymnasium):
    sapper.register()
    sapper.register()
    spec = json.loads(json.dumps(sys.modules["gymnasium"].registry["sapper/Minesweeper-v0"]))
    for key, name in ("entry_point", "MinesweeperEnv"), ("vector_entry_point", "MinesweeperVectorEnv"):
        module, _, attribute = spec[key].partition(":")
        assert getattr(importlib.import_module(module), attribute) is getattr(fake_gymnasium, name)


def test_register_without_gymnasium_is_an_import_error(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match="pip install gymnasium"):
        sapper.register()


@pytest.mark.parametrize("make", [sapper.VectorEnv, "MinesweeperVectorEnv"])
def test_vectors_draw_their_games(make, fake_gymnasium):
    make = make if callable(make) else getattr(fake_gymnasium, make)
    env = make(3, 4, 5, 4, render_mode="ansi", autoreset="same_step")
    assert env.render_mode == "ansi" and "ansi" in env.metadata["render_modes"] and env.spec is None
    with pytest.raises(ValueError, match="no game has started"):
        env.render()
    env.reset(seed=2)
    assert env.render() == ("\n".join(["....."] * 4),) * 3
    obs, *_ = env.step(numpy.array([0, 7, 19]))
    for view, text in zip(obs, env.render()):
        assert text == "\n".join("".join(".0123456789"[cell + 1] for cell in row) for row in view.tolist()).replace("9", "*")
    env.close()
    silent = make(3, 4, 5, 4)
    silent.reset()
    assert silent.render() is None
    with pytest.raises(ValueError, match="render_mode is 'human'"):
        make(3, 4, 5, 4, render_mode="human")


def test_metadata_without_gymnasium(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.setitem(sys.modules, "gymnasium.vector", None)
    modes = {mode: sapper.VectorEnv(1, 4, 4, 3, autoreset=mode).metadata["autoreset_mode"]
             for mode in ("next_step", "same_step", "disabled")}
    assert modes == {"next_step": "NextStep", "same_step": "SameStep", "disabled": "Disabled"}

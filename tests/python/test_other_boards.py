"""Games and environments on lattices and graphs: against games played slowly in Python, the program's replays, and planes."""
import copy
import itertools
import json
import os
import pickle
import subprocess
import sys
import tempfile

import numpy
import pytest

import sapper
import sapper.graphs

PROGRAM = os.environ.get("SAPPER_PROGRAM")


def square(rows, cols):
    """A board of squares as a graph."""
    return {
        "schema": "sapper-graph/1",
        "sees": [
            [
                r * cols + c
                for r in range(max(row - 1, 0), min(row + 2, rows))
                for c in range(max(col - 1, 0), min(col + 2, cols))
                if (r, c) != (row, col)
            ]
            for row in range(rows)
            for col in range(cols)
        ],
    }


# Each cell sees two others, which do not see it.
RING = {"schema": "sapper-graph/1", "sees": [[(cell + 1) % 75, (cell + 3) % 75] for cell in range(75)]}
HUBS = {"schema": "sapper-graph/1", "sees": [[other for other in range(24) if other != cell] if cell < 2 else [0, 1] for cell in range(24)]}

BOARDS = [
    ({"rows": 9, "cols": 8, "mines": 9, "topology": "triangle3"}, (9, 8)),
    ({"rows": 4, "cols": 4, "mines": 6, "layers": 5, "topology": "cube6"}, (5, 4, 4)),
    ({"rows": 4, "mines": 3, "cols": 4, "topology": {"name": "triangle", "joined": ["cols"]}}, (4, 4)),
    ({"mines": 9, "graph": RING}, (75,)),
    ({"mines": 3, "graph": HUBS}, (24,)),
]


def sees_of(board):
    """What each cell sees, as the program tells players."""
    if "graph" in board:
        return board["graph"]["sees"]
    sides = {name: board[name] for name in ("rows", "cols", "layers") if name in board}
    reader = "import sys; open(sys.argv[1], 'w').write(sys.stdin.readline())"
    with tempfile.TemporaryDirectory() as folder:
        line = os.path.join(folder, "case")
        config = {
            "schema": "sapper-config/1",
            "games": 1,
            "boards": [{**sides, "mines": board["mines"]}],
            "topology": board["topology"],
            "first_click": {"rule": "safe", "cell": "strategy"},
            "strategies": [{"name": "external", "command": [sys.executable, "-c", reader, line]}],
        }
        with pytest.raises(RuntimeError, match="did not acknowledge"):
            sapper.run(config, allow_commands=True, threads=1)
        with open(line) as file:
            return json.load(file)["sees"]


def played_slowly(sees, mines, digs, reveal, view):
    """The view after these digs, and whether the game was "won" or "lost"; digs go on from the view."""
    for cell in digs:
        if view[cell] != -1:
            continue
        if cell in mines:
            return view, "lost"
        waiting, is_first = [cell], True
        while waiting:
            shown = waiting.pop()
            if view[shown] != -1:
                continue
            view[shown] = len(mines & set(sees[shown]))
            if view[shown] == 0 and (reveal == "flood" or (reveal == "ring" and is_first)):
                waiting.extend(sees[shown])
            is_first = False
        if sum(number == -1 for number in view) == len(mines):
            return view, "won"
    return view, None


@pytest.mark.parametrize("board, sides", BOARDS)
@pytest.mark.parametrize("autoreset, reveal, rule", [("next_step", "flood", "safe"), ("same_step", "ring", "unprotected"), ("disabled", "single", "opening")])
def test_steps_are_those_of_games_played_slowly(board, sides, autoreset, reveal, rule):
    slots, random, sees = 70, numpy.random.default_rng(3), sees_of(board)
    cells = len(sees)
    if board.get("graph") is HUBS and rule == "opening":
        rule = "relocate"  # a hub sees all other cells
    settings = {"first_click": rule, "reveal": reveal}
    env = sapper.VectorEnv(slots, seed=5, autoreset=autoreset, threads=2, reward="progress", p_mine=True, **settings, **board)
    dug_mine = max(9, 1 + max(map(len, sees)))
    assert env.dug_mine == dug_mine and (env.layers, env.rows, env.cols)[-len(sides) :] in (sides, (None,))
    obs, info = env.reset()
    assert obs.shape == (slots, *sides) and info["action_mask"].shape == (slots, cells)
    assert env.single_observation_space.shape == sides and env.single_action_space.n == cells
    views, laid, numbers, over, ends = [[-1] * cells for _ in range(slots)], [None] * slots, [0] * slots, [False] * slots, set()
    for _ in range(30):
        actions = random.integers(cells, size=slots)
        before = info["p_mine"].reshape(slots, cells)
        obs, reward, terminated, _, info = env.step(actions)
        assert obs.shape == (slots, *sides)
        for slot, action in enumerate(actions.tolist()):
            outcome, shown = None, 0
            if over[slot]:
                if autoreset == "next_step":
                    views[slot], laid[slot], over[slot] = [-1] * cells, None, False
                    numbers[slot] += 1
            else:
                if laid[slot] is None:
                    alone = env.replay(slot, numbers[slot], [action])
                    for cell in range(cells):
                        if alone.status == "playing":
                            alone.dig(*numpy.unravel_index(cell, sides))
                    laid[slot] = set(numpy.flatnonzero(alone.layout.ravel()).tolist())
                    assert len(laid[slot]) == env.mines
                if views[slot][action] == -1:
                    assert info["risk"][slot] == pytest.approx(before[slot, action], abs=1e-12)
                hidden = views[slot].count(-1)
                views[slot], outcome = played_slowly(sees, laid[slot], [action], reveal, views[slot])
                shown = hidden - views[slot].count(-1)
            ends.add(outcome)
            expected = list(views[slot])
            if outcome == "lost":
                expected[action] = dug_mine
                views[slot] = expected
            if outcome and autoreset == "same_step":
                assert info["final_obs"][slot].ravel().tolist() == expected
                expected = views[slot] = [-1] * cells
                laid[slot] = None
                numbers[slot] += 1
            elif outcome:
                over[slot] = True
            assert obs[slot].ravel().tolist() == expected
            assert info["action_mask"][slot].tolist() == [number == -1 for number in expected]
            assert reward[slot] == pytest.approx(shown / max(1, cells - env.mines) - (outcome == "lost"), abs=1e-12)
            assert (info["won"][slot], info["lost"][slot]) == (outcome == "won", outcome == "lost")
        if autoreset == "disabled" and any(over):
            obs, info = env.reset(options={"reset_mask": numpy.array(over)})
            for slot in numpy.flatnonzero(over).tolist():
                views[slot], laid[slot], over[slot] = [-1] * cells, None, False
                numbers[slot] += 1
    assert "lost" in ends


@pytest.mark.parametrize("board, sides", BOARDS[1:])
def test_p_mine_is_the_share_of_layouts(board, sides):
    sees = sees_of(board)
    if len(sees) > 30:
        return
    env = sapper.VectorEnv(3, seed=2, p_mine=True, **board)
    env.reset()
    for _ in range(4):
        obs, _, terminated, _, info = env.step(env.sample_actions())
        for slot in range(3):
            view = obs[slot].ravel().tolist()
            if terminated[slot] or -1 not in view or max(view) == -1:
                continue
            hidden = [cell for cell, number in enumerate(view) if number == -1]
            count, with_mine = 0, [0] * len(view)
            for mines in itertools.combinations(hidden, env.mines):
                if all(number == -1 or len(set(sees[cell]) & set(mines)) == number for cell, number in enumerate(view)):
                    count += 1
                    for mine in mines:
                        with_mine[mine] += 1
            expected = [0 if number != -1 else many / count for number, many in zip(view, with_mine)]
            assert info["p_mine"][slot].ravel() == pytest.approx(numpy.array(expected), abs=1e-12)
            assert info["safe"][slot].ravel().tolist() == [number == -1 and many == 0 for number, many in zip(view, with_mine)]


def test_stepping_a_square_board_given_as_a_graph_is_stepping_it():
    """The layouts of a graph have a key of their own, so that games are compared from the same mines."""
    rows, cols, mines = 9, 20, 25
    plane = sapper.Game(rows, cols, mines, seed=1)
    graph = sapper.Game(mines=mines, graph=square(rows, cols), seed=1)
    assert plane.view.size == graph.view.size
    for seed in range(8):
        graph = sapper.Game(mines=mines, graph=square(rows, cols), seed=seed, first_click="safe")
        graph.dig(50)
        alone = copy.copy(graph)
        for cell in range(rows * cols):
            if alone.status == "playing":
                alone.dig(cell)
        layout = alone.layout.reshape(rows, cols)
        view, outcome = played_slowly(square(rows, cols)["sees"], set(numpy.flatnonzero(layout).tolist()), [50], "flood", [-1] * rows * cols)
        assert graph.view.tolist() == view
        assert outcome is None or graph.status == outcome
        numpy.testing.assert_allclose(graph.posterior().reshape(rows, cols), sapper.posterior(numpy.array(view).reshape(rows, cols), mines), atol=1e-12)


def test_a_lattice_that_sees_as_the_planes_do_is_one(tmp_path):
    eight = {"schema": "sapper-lattice/1", "name": "mine", "unit": [1, 1],
             "sees": [[[r, c, 0] for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]]}
    (tmp_path / "own lattice.json").write_text(json.dumps(eight))
    game = sapper.Game(6, 7, 8, topology={"file": str(tmp_path / "own lattice.json")}, seed=3)
    same = sapper.Game(6, 7, 8, seed=3)
    assert game.dig(3, 3) == same.dig(3, 3)
    numpy.testing.assert_array_equal(game.view, same.view)
    env, other = (sapper.VectorEnv(3, 6, 7, 8, topology=one) for one in ({"file": str(tmp_path / "own lattice.json")}, "square"))
    numpy.testing.assert_array_equal(env.reset()[0], other.reset()[0])
    for _ in range(20):
        actions = env.sample_actions()
        numpy.testing.assert_array_equal(env.step(actions)[0], other.step(actions)[0])


@pytest.mark.parametrize("board, sides", BOARDS)
@pytest.mark.parametrize("motion", ["fixed", "moving"])
def test_games_are_those_that_sapper_run_replays(board, sides, motion, tmp_path):
    if not PROGRAM:
        pytest.skip("SAPPER_PROGRAM is not set")
    shape = {name: board[name] for name in ("rows", "cols", "layers", "mines") if name in board}
    if "graph" in board:
        (tmp_path / "g.json").write_text(json.dumps(board["graph"]))
        shape["graph"] = "g.json"
    config = {"schema": "sapper-config/1", "seed": 6, "boards": [shape], "strategies": ["csp"], "first_click": {"rule": "safe", "cell": "strategy"}}
    config["motion"] = motion
    if "topology" in board:
        config["topology"] = board["topology"]
    (tmp_path / "c.json").write_text(json.dumps(config))
    for number in range(4):
        replay = json.loads(
            subprocess.run([PROGRAM, "run", "c.json", "--replay", f"0:{number}", "--json"], cwd=tmp_path, check=True, capture_output=True).stdout
        )
        game = sapper.Game(seed=6, number=number, first_click="safe", motion=motion, **board)
        env = sapper.VectorEnv(1, seed=6, autoreset="disabled", **board)
        obs, _ = env.reset()
        for _ in range(number):
            env.reset(options={"reset_mask": [True]})
        for dig in replay["players"][0]["digs"]:
            cell = dig["cell"] if isinstance(dig["cell"], list) else [dig["cell"]]
            before = game.view
            game.dig(*cell)
            obs, *_ = env.step([int(numpy.ravel_multi_index(cell, sides))])
            shown = {tuple(place): n for *place, n in dig["shown"]}
            after = game.view
            if motion == "moving":
                assert all(after[place] >= 0 for place in shown)
                continue
            assert {tuple(map(int, place)): int(after[tuple(place)]) for place in numpy.argwhere(after != before)} == shown
            if game.status != "lost":
                numpy.testing.assert_array_equal(obs[0], after)
        player = replay["players"][0]
        assert game.status == ("won" if player["won"] else "lost")
        mines = {tuple(mine) if isinstance(mine, list) else (mine,) for mine in player["mines"]}
        assert mines == {tuple(map(int, place)) for place in numpy.argwhere(game.layout)}


def test_seeds_threads_and_other_games_do_not_matter():
    board = {"mines": 9, "graph": RING}
    runs = []
    for threads, envs in (1, 150), (3, 70):
        env = sapper.VectorEnv(envs, seed=4, threads=threads, **board)
        env.reset(seed=77)
        for _ in range(15):
            env.step(env.sample_actions())  # another game
        env.reset(seed=4)
        runs.append([env.step(env.sample_actions())[0][:70].copy() for _ in range(25)])
    numpy.testing.assert_array_equal(runs[0], runs[1])


def test_copies_need_no_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "g.json").write_text(json.dumps(RING))
    game = sapper.Game(mines=9, graph="g.json", seed=4)
    game.note = ["kept"]
    game.dig(3)
    (tmp_path / "g.json").unlink()
    for copied in (copy.copy(game), copy.deepcopy(game)):
        numpy.testing.assert_array_equal(copied.view, game.view)
        assert copied.note == ["kept"]
        assert copied.status == game.status
    assert copy.copy(game).note is game.note and copy.deepcopy(game).note is not game.note


def test_games_are_copied_pickled_and_described():
    games = [sapper.Game(mines=9, graph=RING, seed=2), sapper.Game(4, 4, 6, layers=5, topology="cube6", number=1, reveal="ring")]
    for game, cell in zip(games, [(7,), (4, 3, 0)]):
        game.dig(*cell)
        for other in copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game)):
            numpy.testing.assert_array_equal(other.view, game.view)
            assert repr(other) == repr(game)
        assert game._repr_svg_() is None and "playing" in game._repr_html_()
    assert repr(games[0]) == "<sapper.Game(graph, 75 cells, 9 mines, seed=2, number=0): playing after 1 dig>"
    assert repr(games[1]) == "<sapper.Game(cube6 5 x 4 x 4, 6 mines, seed=1, number=1, reveal='ring'): playing after 1 dig>"
    assert (games[0].rows, games[0].cols, games[0].layers, games[0].topology) == (None, None, None, None)
    assert (games[1].rows, games[1].layers, games[1].topology, games[1].graph) == (4, 5, "cube6", None)
    assert games[1].dig(layer=4, row=3, col=1) in ("playing", "won", "lost")
    env = sapper.VectorEnv(2, render_mode="ansi", **BOARDS[1][0])
    assert repr(env) == "<sapper.VectorEnv: 2 games of cube6 5 x 4 x 4, 6 mines>"
    env.reset()
    assert env.render()[0] == "\n\n".join(["\n".join(["...."] * 4)] * 5)
    hubs = sapper.VectorEnv(1, mines=20, graph=HUBS, render_mode="ansi", first_click="unprotected")
    hubs.reset()
    hubs.step([0])
    assert set(hubs.render()[0]) <= set(".*0123456789abcdefghijk") and len(hubs.render()[0]) == 24


@pytest.mark.parametrize("message, make", [
    ("^rows is 3, but a graph has none", lambda: sapper.Game(3, 3, 1, graph=RING)),
    ("^layers is 2, but a graph has none", lambda: sapper.VectorEnv(1, mines=1, layers=2, graph=RING)),
    ("^topology is 'hex', but a graph has none", lambda: sapper.Game(mines=1, topology="hex", graph=RING)),
    ("^graph is 3; expected a dict of sapper.graphs, or the name of a file", lambda: sapper.Game(mines=1, graph=3)),
    ("expected the name of a file that exists", lambda: sapper.Game(mines=1, graph="none such.json")),
    ("sees", lambda: sapper.Game(mines=1, graph={"schema": "sapper-graph/1", "sees": [[0]]})),
    ("^topology is \"trangle\"; expected a topology; did you mean \"triangle\"", lambda: sapper.Game(4, 4, 1, topology="trangle")),
    ("^rows is None; expected a whole number", lambda: sapper.Game(mines=1)),
    ("^layers is 0; expected a whole number from 1 to 4096", lambda: sapper.Game(4, 4, 1, topology="cube6", layers=0)),
    ("layers", lambda: sapper.Game(4, 4, 1, topology="triangle", layers=2)),
    ("mines", lambda: sapper.Game(mines=76, graph=RING)),
    ("safe_corners", lambda: sapper.Game(mines=3, graph=RING, first_click="safe_corners")),
    ("motion is \"walking\"", lambda: sapper.Game(mines=3, graph=RING, motion="walking")),
    ("^graph, 75 cells, 3 mines has no flags", lambda: sapper.Game(mines=3, graph=RING).flag(1)),
    ("^cell is 75; expected a whole number from 0 to 74", lambda: sapper.Game(mines=3, graph=RING).dig(75)),
    (r"^the cell is \(1, 2\); expected cell", lambda: sapper.Game(mines=3, graph=RING).dig(1, 2)),
    (r"^the cell is \(1, 2\); expected layer, row, col", lambda: sapper.Game(4, 4, 1, topology="cube6").dig(1, 2)),
    ("a cell of graph, 128 cells, 3 mines sees 127 others; in an environment at most 126",
     lambda: sapper.VectorEnv(1, mines=3, graph={"schema": "sapper-graph/1", "sees": [[j for j in range(128) if j != i] for i in range(128)]})),
])
def test_what_is_wrong_is_named(message, make):
    with pytest.raises(ValueError, match=message):
        make()


def test_games_on_graphs_are_not_reviewed_by_themselves():
    game = sapper.Game(mines=3, graph=RING)
    while game.status == "playing":
        game.dig(int(numpy.nanargmin(game.posterior())))
    with pytest.raises(ValueError, match="is on a lattice or graph; expected a replay"):
        sapper.review(game)


def salted(obs, action_mask):
    """A hidden cell that follows from the position alone, as PLAYER chooses it."""
    shown = obs.reshape(action_mask.shape).clip(min=0)
    salt = 11 * (~action_mask).sum(axis=1) + 5 * shown.sum(axis=1)
    cells = numpy.arange(action_mask.shape[1])
    key = ((cells * 37 + salt[:, None]) % 101) * len(cells) + cells
    return numpy.where(action_mask, key, 10**7).argmin(axis=1)


PLAYER = """
import itertools, json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "case":
        names = ["cells"] if "graph" in message else [name for name in ("layers", "rows", "cols") if name in message]
        cells = list(itertools.product(*(range(message[name]) for name in names)))
        print('{"type":"ready","protocol":"sapper-player/1"}', flush=True)
    elif message["type"] == "game":
        shown = {}
    elif message["type"] == "turn":
        shown.update((tuple(cell), number) for *cell, number in message["shown"])
        salt = 11 * len(shown) + 5 * sum(shown.values())
        hidden = [number for number, cell in enumerate(cells) if cell not in shown]
        cell = cells[min(hidden, key=lambda number: ((number * 37 + salt) % 101, number))]
        print(json.dumps({"dig": [cell if len(cell) > 1 else cell[0]]}), flush=True)
"""


def test_a_policy_is_judged_like_a_program_that_chooses_alike(tmp_path):
    shapes = []

    def policy(obs, action_mask):
        assert action_mask.shape == (len(obs), obs[0].size) and (action_mask == (obs.reshape(len(obs), -1) == -1)).all()
        shapes.append(obs.shape[1:])
        return salted(obs, action_mask)

    (tmp_path / "player.py").write_text(PLAYER)
    config = {
        "schema": "sapper-config/1", "name": "c", "seed": 5, "games": 40, "strategies": ["min_risk"], "judge": 2,
        "topology": "triangle", "files": {"ring.json": RING, "hubs.json": HUBS},
        "boards": [{"rows": 5, "mines": 4}, {"rows": 3, "layers": 4, "mines": 6, "topology": "cube26"}, {"rows": 4, "mines": 3, "topology": "square"},
                   {"graph": "ring.json", "mines": 7}, {"graph": "hubs.json", "mines": 3}],
        "first_click": [{"rule": "safe"}, {"rule": "unprotected", "cell": "strategy"}],
    }
    external = {"name": "external", "label": "p", "command": [sys.executable, str(tmp_path / "player.py")]}
    program = sapper.run({**config, "strategies": ["min_risk", external]}, allow_commands=True, games_out=tmp_path / "e.jsonl")
    for batch_size, threads in (1, 1), (7, 2), (1000, 1):
        own = tmp_path / f"{batch_size}.jsonl"
        report = sapper.evaluate(policy, config, label="p", batch_size=batch_size, threads=threads, games_out=own)
        assert own.read_text() == (tmp_path / "e.jsonl").read_text()
        for one, other in zip(report["results"], program["results"]):
            assert {**one, "strategy": ""} == {**other, "strategy": ""}
    assert set(shapes) == {(5, 5), (4, 3, 3), (4, 4), (75,), (24,)}
    with pytest.raises(RuntimeError, match=r"the policy chose 99; expected a hidden cell, the number of one of 75"):
        sapper.evaluate(lambda obs, action_mask: [99] * len(obs), {**config, "boards": config["boards"][3:]})

"""The Python module, from outside. SAPPER_PROGRAM names the program of the same build."""
import copy
import fractions
import inspect
import itertools
import json
import os
import pathlib
import pickle
import re
import signal
import subprocess
import sys
import textwrap
import xml.etree.ElementTree

import numpy
import pytest

import sapper

SOURCE = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SAPPER_PROGRAM")
CONFIG = {
    "schema": "sapper-config/1",
    "name": "python",
    "games": 300,
    "boards": [{"level": "Beginner"}, {"rows": 5, "mines": [4, 6]}],
    "strategies": ["rules", "min_risk"],
}


def neighbors(rows, cols, row, col):
    for r, c in itertools.product(range(row - 1, row + 2), range(col - 1, col + 2)):
        if (r, c) != (row, col) and 0 <= r < rows and 0 <= c < cols:
            yield r, c


def by_all_layouts(view, mines):
    """P(mine) of every hidden cell of an array, by trying every layout; None if none is consistent."""
    rows, cols = view.shape
    hidden = [tuple(cell) for cell in numpy.argwhere(view < 0)]
    shown = [tuple(cell) for cell in numpy.argwhere(view >= 0)]
    count, total = numpy.zeros(view.shape), 0
    for chosen in itertools.combinations(hidden, mines):
        laid = set(chosen)
        if all(sum(n in laid for n in neighbors(rows, cols, *cell)) == view[cell] for cell in shown):
            total += 1
            for cell in chosen:
                count[cell] += 1
    return numpy.where(view < 0, count / total, numpy.nan) if total else None


def random_view(random, rows, cols, mines):
    laid = {divmod(int(i), cols) for i in random.choice(rows * cols, mines, replace=False)}
    view = numpy.full((rows, cols), -1)
    for cell in itertools.product(range(rows), range(cols)):
        if cell not in laid and random.random() < 0.4:
            view[cell] = sum(n in laid for n in neighbors(rows, cols, *cell))
    return view


def test_posterior_is_the_share_of_all_layouts():
    random = numpy.random.default_rng(5)
    for _ in range(60):
        view = random_view(random, 4, 4, mines=int(random.integers(1, 6)))
        mines = int(random.integers(1, 6))
        expected = by_all_layouts(view, mines)
        if expected is None:
            with pytest.raises(ValueError):
                sapper.posterior(view, mines)
            continue
        risks = sapper.posterior(view, mines)
        assert risks.dtype == numpy.float64
        numpy.testing.assert_allclose(risks, expected, rtol=1e-12, atol=0)


def test_views_are_strings_or_arrays():
    expected = numpy.array([[0.5, numpy.nan, 0, numpy.nan, 0.5]] * 2)
    for view in [".1.1.", ".1.1."], [[-1, 1, -1, 1, -1]] * 2, numpy.array([[-1, 1, -1, 1, -1]] * 2, dtype=numpy.int8):
        numpy.testing.assert_array_equal(sapper.posterior(view, 2), expected)
    trusted = sapper.posterior(["F1.1.", ".1.1."], 2, trust_flags=True)
    assert trusted[0, 0] == 1 and trusted[1, 0] == 0


def test_mines_need_not_be_counted():
    view = [".1.1.", ".1.1."]  # four layouts of two mines, two of one
    numpy.testing.assert_allclose(sapper.posterior(view, "*")[0], [1 / 3, numpy.nan, 1 / 6, numpy.nan, 1 / 3], rtol=1e-12)
    assert sapper.posterior(view, density=0.2)[0, 2] == pytest.approx(4 / 12, rel=1e-12)
    analysis = sapper.analyze(view, "*")
    assert analysis["mines"] == "*" and analysis["solutions"] == "6" and analysis["moves"] == {}
    assert sapper.analyze(view, density=0.2)["density"] == 0.2
    for mines in 1, "*":
        with pytest.raises(ValueError, match="mines and density are given"):
            sapper.posterior(view, mines, density=0.2)
    for density in 0, 1, "0.2", float("nan"):
        with pytest.raises(ValueError, match="density is"):
            sapper.posterior(view, density=density)
    with pytest.raises(ValueError, match="mines is"):
        sapper.certain_cells(view, "*")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"view": ".1."}, "one string"),
        ({"view": 5}, "the view is 5; expected a list of strings"),
        ({"view": []}, "the view has no cells"),
        ({"view": ["", ""]}, "the view has no cells"),
        ({"view": numpy.zeros((0, 3), dtype=int)}, "the view has no cells"),
        ({"view": numpy.zeros((1, 1, 1), dtype=int)}, r"shape \[1, 1, 1\]"),
        ({"view": [[1], [1, 1]]}, "rows of several lengths"),
        ({"view": [[True]]}, "array of bool"),
        ({"view": [".1", "..."]}, "position:2"),
        ({"view": ["\u26911", ".1"]}, "^position:1:1: .\u2691. is not a cell"),
        ({"view": [".1", ".\U0001f6a9\ufe0f"]}, "^position:2:2: .\U0001f6a9. is not a cell"),
        ({"view": [".1\r.1"]}, "^position:1:3: the character 0x0D is not a cell"),
        ({"view": [[0.5]]}, "whole numbers"),
        ({"view": [[-1, 9]]}, "holds 9"),
        ({"view": ["..."], "mines": -1}, "mines is -1"),
        ({"view": ["..."], "mines": 4}, "mines"),
        ({"view": ["..."], "topology": "torsu"}, 'did you mean "torus"'),
    ],
)
def test_wrong_arguments_are_value_errors(arguments, message):
    with pytest.raises(ValueError, match=message):
        sapper.posterior(**{"mines": 1, **arguments})


@pytest.mark.parametrize("mines", [-(2**70), -1, 2**64, 2**70])
def test_whole_numbers_have_their_range(mines):
    for call in sapper.posterior, sapper.analyze:
        with pytest.raises(ValueError, match=f"mines is {mines}"):
            call([".1."], mines)


def test_an_empty_view_is_not_spoken_of_as_a_file():
    with pytest.raises(ValueError) as error:
        sapper.posterior([], 2)
    assert "mines N" not in str(error.value)


OTHER_TYPES = [float("nan"), float("inf"), 1.0, "1", None, [1], numpy.array([1, 2]), numpy.float32(1), True, numpy.True_]


@pytest.mark.parametrize("error", [TypeError, ValueError])
@pytest.mark.parametrize("number", OTHER_TYPES)
def test_other_types_are_type_errors_and_value_errors_that_name_the_argument(number, error):
    game = sapper.Game(4, 4, 3)
    for name, call in [
        ("mines", lambda: sapper.posterior([".1."], number)),
        ("mines", lambda: sapper.certain_cells([".1."], number)),
        ("seed", lambda: sapper.analyze([".1."], 1, seed=number)),
        ("threads", lambda: sapper.run(CONFIG, threads=number if number is not None else "4")),
        ("rows", lambda: sapper.Game(number, 4, 3)),
        ("cols", lambda: sapper.Game(4, number, 3)),
        ("mines", lambda: sapper.Game(4, 4, number)),
        ("seed", lambda: sapper.Game(4, 4, 3, seed=number)),
        ("number", lambda: sapper.Game(4, 4, 3, number=number)),
        ("row", lambda: game.dig(number, 0)),
        ("col", lambda: game.flag(0, number)),
        ("col", lambda: game.unflag(0, number)),
    ]:
        with pytest.raises(error, match=f"^{name} is .*; expected a whole number"):
            call()
    assert (game.view == -1).all()


@pytest.mark.parametrize("error", [TypeError, ValueError])
def test_other_arguments_of_the_wrong_type(error):
    for message, call in [
        ("^topology is 3; expected a string", lambda: sapper.posterior([".1."], 1, topology=3)),
        ("^reveal is 3; expected a string", lambda: sapper.Game(4, 4, 3, reveal=3)),
        ("^trust_flags is 'no'; expected True or False", lambda: sapper.posterior([".1."], 1, trust_flags="no")),
        ("^moves is 2; expected True or False", lambda: sapper.analyze([".1."], 1, moves=2)),
        ("^allow_commands is 'no'", lambda: sapper.run(CONFIG, allow_commands="no")),
        ("^progress is 5", lambda: sapper.run(CONFIG, progress=5)),
        ("^config is 5; expected a dict", lambda: sapper.run(5)),
        ("^file is 5; expected the name", lambda: sapper.load(5)),
    ]:
        with pytest.raises(error, match=message):
            call()


def test_numbers_of_numpy_are_whole_numbers():
    expected = sapper.posterior([".1."], 1)
    for mines in numpy.int64(1), numpy.uint8(1), numpy.array(1):
        numpy.testing.assert_array_equal(sapper.posterior([".1."], mines), expected)
    with pytest.raises(ValueError, match="whole numbers"):
        sapper.posterior(numpy.array([[1]], dtype="m8[s]"), 1)
    game, same = sapper.Game(numpy.int16(4), numpy.uint64(5), numpy.array(3), seed=numpy.uint64(7)), sapper.Game(4, 5, 3, seed=7)
    for digging in game, same:
        assert digging.dig(numpy.int8(3), numpy.uint8(4)) == digging.status
    numpy.testing.assert_array_equal(game.view, same.view)


def test_configs_may_hold_numbers_and_arrays_of_numpy():
    plain = sapper.run({**CONFIG, "games": 20, "boards": [{"rows": [5, 6], "density": 0.25}]})
    for of_numpy in (
        {"games": numpy.int64(20), "boards": ({"rows": numpy.array([5, 6]), "density": numpy.float32(0.25)},)},
        {"games": numpy.uint8(20), "boards": [{"rows": [numpy.int8(5), numpy.array(6)], "density": numpy.float64(0.25)}]},
        {"games": 20, "boards": [{"rows": range(5, 7), "density": fractions.Fraction(1, 4)}]},
    ):
        assert sapper.run({**CONFIG, **of_numpy})["results"] == plain["results"]


@pytest.mark.parametrize(
    "config, message",
    [
        ({"boards": [{"rows": 5, "density": float("nan")}]}, r"^config: boards\[0\]\.density is nan; expected a finite number"),
        ({"boards": [{"rows": 5, "density": numpy.array([0.1, numpy.inf])}]}, r"boards\[0\]\.density\[1\] is inf"),
        ({"boards": [{"rows": {5}, "mines": 3}]}, r"boards\[0\]\.rows is \{5\}; expected a value of JSON"),
        ({"seed": numpy.datetime64("2026-01-01")}, "^config: seed is "),
        ({5: 1}, "has the key 5; expected strings"),
        ({"first_click": {b"rule": "safe"}}, "first_click has the key b'rule'"),
        ({"games": numpy.int64(-1)}, "games is -1"),
        ({"games": numpy.True_}, "games is true"),
    ],
)
def test_what_is_wrong_in_a_config_is_named_by_its_path(config, message):
    with pytest.raises(ValueError, match=message):
        sapper.run({**CONFIG, **config})


def test_a_config_that_contains_itself():
    config = dict(CONFIG)
    config["boards"] = [config]
    with pytest.raises(ValueError, match="contains itself"):
        sapper.run(config)


@pytest.mark.parametrize("threads", [-1, 0, 4097, 2**40, 2**64])
def test_threads_have_their_range(threads):
    with pytest.raises(ValueError, match=f"threads is {threads}; expected a whole number from 1 to 4096"):
        sapper.run(CONFIG, threads=threads)


def test_messages_hold_no_control_characters():
    with pytest.raises(ValueError, match=r"topology is .\\x1B"):
        sapper.posterior([".1."], 1, topology="\x1b[31m")
    with pytest.raises(ValueError, match=r"\.\.\."):
        sapper.posterior([".1."], 1, topology="x" * 1000)
    with pytest.raises(ValueError):
        sapper.posterior([".\ud800."], 1)


def test_certain_cells_are_those_of_all_layouts():
    random = numpy.random.default_rng(6)
    inferences = set()
    for _ in range(60):
        mines = int(random.integers(1, 6))
        view = random_view(random, 4, 4, mines)
        expected = by_all_layouts(view, mines)
        found = sapper.certain_cells(view, mines)
        for kind, share in ("safe", 0), ("mine", 1):
            cells = {(row, col) for row, col, _ in found[kind]}
            assert cells == {tuple(cell) for cell in numpy.argwhere(expected == share).tolist()}
            inferences |= {inference for _, _, inference in found[kind]}
    assert inferences >= {"one_number", "two_numbers", "mine_count"}
    with pytest.raises(ValueError):
        sapper.certain_cells(["10", ".."], 1)


def test_impossible_positions_say_what_cannot_be_met():
    with pytest.raises(sapper.InconsistentPosition, match="at 0,0"):
        sapper.posterior(["10", ".."], 1)
    assert issubclass(sapper.InconsistentPosition, ValueError)


def test_analysis_is_that_of_the_program():
    analysis = sapper.analyze([".1.1.", ".1.1."], 2)
    assert analysis["solutions"] == "4" and analysis["safe"] == [[0, 2], [1, 2]]
    assert set(analysis["moves"]) >= {"csp", "min_risk"}
    assert sapper.analyze([".1.1.", ".1.1."], 2, moves=False)["moves"] == {}
    if PROGRAM:
        position = SOURCE / "data/positions/one_two_one.txt"
        printed = subprocess.run([PROGRAM, "analyze", position, "--json"], capture_output=True, text=True, check=True)
        lines = [line.split("#")[0].strip() for line in position.read_text().splitlines()]
        lines = [line for line in lines if line]
        mines = next(int(line.split()[1]) for line in lines if line.startswith("mines"))
        rows = [line.replace(" ", "") for line in lines if re.fullmatch("[0-8.F ]+", line)]
        assert sapper.analyze(rows, mines) == json.loads(printed.stdout)


def test_report_is_that_of_the_program(tmp_path):
    report = sapper.run(CONFIG, threads=2)
    assert report["schema"] == "sapper-report/2" and len(report["results"]) == 6
    if not PROGRAM:
        return
    config = tmp_path / "python.json"
    config.write_text(json.dumps({key: value for key, value in CONFIG.items() if key != "name"}))
    subprocess.run([PROGRAM, "run", config, "-o", tmp_path / "r.json", "--quiet", "--threads", "1"], check=True)
    printed = json.loads((tmp_path / "r.json").read_text())
    for of_file in sapper.run(config), report:
        for part in "timing", "environment":
            of_file.pop(part)
    for part in "timing", "environment":
        printed.pop(part)
    assert report == printed == {k: v for k, v in sapper.run(config).items() if k not in ("timing", "environment")}


def test_a_report_is_loaded_and_an_edited_one_refused(tmp_path):
    if not PROGRAM:
        pytest.skip("without the program")
    config = tmp_path / "python.json"
    config.write_text(json.dumps({key: value for key, value in CONFIG.items() if key != "name"}))
    file = tmp_path / "r.json"
    subprocess.run([PROGRAM, "run", config, "-o", file, "--quiet"], check=True)
    text = file.read_text()
    assert sapper.load(file) == json.loads(text)
    config.write_text(config.read_text(), encoding="utf-8-sig")  # with a byte order mark
    file.write_text(text, encoding="utf-8-sig")
    assert sapper.load(file) == json.loads(text)
    assert sapper.run(config)["results"] == json.loads(text)["results"]
    file.write_text(text.replace('"wins": ', '"wins": 1', 1))
    with pytest.raises(ValueError, match="r.json: results.0..wins is"):
        sapper.load(str(file))
    file.write_text(text.replace("sapper-report/2", "sapper-report/1"))
    with pytest.raises(ValueError, match="rerun the experiment"):
        sapper.load(file)


def test_progress_grows_to_all_games():
    calls = []
    sapper.run(CONFIG, progress=lambda played, games: calls.append((played, games)))
    assert calls == sorted(calls) and calls[-1] == (900, 900)


def test_an_exception_of_progress_ends_the_run():
    def fail(played, games):
        raise KeyError("progress")

    with pytest.raises(KeyError, match="progress"):
        sapper.run({**CONFIG, "games": 10**9}, progress=fail)


def test_ctrl_c_ends_a_run():
    script = """
        import sapper
        try:
            sapper.run(%r, progress=lambda played, games: print(played, flush=True))
        except KeyboardInterrupt:
            print("interrupted")
    """ % {**CONFIG, "games": 10**9}
    process = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate(timeout=120)
    assert output.splitlines()[-1] == "interrupted"
    assert process.returncode == 0


AT_WORK = {
    "run": "sapper.run(config, threads=2, progress=lambda played, games: started.set())",
    "evaluate": "sapper.evaluate(lambda obs, action_mask: (started.set(), action_mask.argmax(axis=1))[1], config)",
    "blocked progress": """
def block(played, games):
    started.set()
    threading.Event().wait()
sapper.run(config, progress=block)""",
    "endless progress": """
def block(played, games):
    started.set()
    while True:
        pass
sapper.run(config, progress=block)""",
    "step": """
env = sapper.VectorEnv(64, 16, 30, 99, p_mine=True, threads=2)
env.reset()
started.set()
while True:
    env.step(env.sample_actions())""",
    "short step": """
env = sapper.VectorEnv(2, 4, 4, 3)
env.reset()
while True:
    env.step(env.sample_actions())
    started.set()""",
    "posterior": """
started.set()
while True:
    sapper.posterior([".1.1."] * 2, 2)
    sapper.analyze([".1.1."], 2)""",
}


@pytest.mark.parametrize("work", AT_WORK)
def test_python_ends_while_daemon_threads_are_at_work(work):
    """With status 0 and without a word, whenever it ends."""
    script = "import sapper, sys, threading\nstarted = threading.Event()\nconfig = %r\ndef work():\n%s\n" % (
        {**CONFIG, "games": 10**9},
        textwrap.indent(AT_WORK[work].strip(), "    "),
    )
    script += "for _ in range(3): threading.Thread(target=work, daemon=True).start()\nstarted.wait()\n"
    for wait in range(3 if "progress" in work else 12):
        end = f"for _ in range({wait} * 20000): pass\n"
        result = subprocess.run([sys.executable, "-c", script + end], capture_output=True, text=True, timeout=120)
        assert (result.returncode, result.stderr) == (0, "")


def test_functions_still_work_while_python_ends():
    script = """
        import atexit
        atexit.register(lambda: print(sapper.posterior([".1."], 1)[0, 0], sapper.run(config)["results"][0]["games"]))
        import sapper
        config = %r
    """ % {**CONFIG, "games": 20000}
    result = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True, timeout=120)
    assert (result.returncode, result.stdout, result.stderr) == (0, "0.5 20000\n", "")


def test_wrong_configs_name_the_place():
    with pytest.raises(ValueError, match=r"config:1:\d+: .*strategies"):
        sapper.run({**CONFIG, "strategies": ["cps"]})
    with pytest.raises(FileNotFoundError):
        sapper.run("no such file.json")
    player = {"name": "external", "command": ["true"]}
    with pytest.raises(ValueError, match="allow"):
        sapper.run({**CONFIG, "strategies": [player]})


def play(game):
    """Digs a cell of lowest risk until the game is over."""
    game.dig(game.rows // 2, game.cols // 2)
    while game.status == "playing":
        risks = game.posterior()
        view = game.view
        numpy.testing.assert_array_equal(risks, sapper.posterior(view, game.mines))
        row, col = numpy.unravel_index(numpy.nanargmin(risks), risks.shape)
        game.dig(int(row), int(col))


def test_games_keep_their_rules():
    outcomes = set()
    for number in range(20):
        game = sapper.Game(8, 9, 14, seed=3, number=number)
        with pytest.raises(ValueError, match="over"):
            game.layout
        play(game)
        outcomes.add(game.status)
        view, layout = game.view, game.layout
        assert layout.sum() == game.mines == 14
        for cell in itertools.product(range(8), range(9)):
            if view[cell] >= 0 and not layout[cell]:
                assert view[cell] == sum(layout[n] for n in neighbors(8, 9, *cell))
        assert (game.status == "won") == bool(((view >= 0) | layout).all() and not (layout & (view >= 0)).any())
        with pytest.raises(ValueError, match="over"):
            game.dig(0, 0)
    assert outcomes == {"won", "lost"}


def test_games_are_those_of_experiments(tmp_path):
    if not PROGRAM:
        pytest.skip("SAPPER_PROGRAM is not set")
    config = {
        **CONFIG,
        "seed": 9,
        "boards": [{"rows": 8, "cols": 9, "mines": 14}],
        "strategies": ["random"],
        "first_click": {"rule": "safe", "cell": [4, 4]},
    }
    (tmp_path / "c.json").write_text(json.dumps(config))
    for number in range(3):
        command = [PROGRAM, "run", tmp_path / "c.json", "--replay", f"0:{number}", "--json"]
        replay = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        game = sapper.Game(8, 9, 14, seed=9, number=number, first_click="safe")
        game.dig(4, 4)
        while game.status == "playing":
            hidden = numpy.argwhere(game.view == -1)
            game.dig(int(hidden[0][0]), int(hidden[0][1]))
        assert sorted(map(tuple, replay["players"][0]["mines"])) == [tuple(cell) for cell in numpy.argwhere(game.layout).tolist()]


def test_flags_keep_cells_from_being_dug():
    game = sapper.Game(4, 4, 3)
    game.flag(0, 0)
    assert game.view[0, 0] == -2
    game.dig(0, 0)
    assert game.view[0, 0] == -2
    game.unflag(0, 0)
    assert game.view[0, 0] == -1
    for mines in 16, -1, 2**40, -(2**70), 2**70:
        with pytest.raises(ValueError, match=f"mines is {mines}; the board holds at most 7"):
            sapper.Game(4, 4, mines)


def test_games_refuse_numbers_out_of_range_and_stay_as_they_are():
    game = sapper.Game(4, 5, 3)
    for number in -(2**70), -1, 2**31, 2**40, 2**64:
        for method in game.dig, game.flag, game.unflag:
            with pytest.raises(ValueError, match=f"^row is {number}; expected a whole number from 0 to 3"):
                method(number, 0)
            with pytest.raises(ValueError, match=f"^col is {number}; expected a whole number from 0 to 4"):
                method(0, number)
    for method in game.dig, game.flag, game.unflag:
        with pytest.raises(ValueError, match="^row is 4"):
            method(4, 0)
        with pytest.raises(ValueError, match="^col is 5"):
            method(0, 5)
    assert (game.view == -1).all() and game.status == "playing"
    for name, number in itertools.product(("seed", "number"), (-1, 2**64, 2**70)):
        with pytest.raises(ValueError, match=f"^{name} is {number}; expected a whole number from 0 to 18446744073709551615"):
            sapper.Game(4, 5, 3, **{name: number})
    assert sapper.Game(4, 5, 3, seed=2**64 - 1, number=2**64 - 1).dig(3, 4) in ("playing", "won")
    for side in -1, 0, 4097, 2**31, 2**64:
        with pytest.raises(ValueError, match=f"^rows is {side}; expected a whole number from 1 to 4096"):
            sapper.Game(side, 4, 1)
        with pytest.raises(ValueError, match=f"^cols is {side}"):
            sapper.Game(4, side, 1)


class NotedGame(sapper.Game):
    def __init__(self, notes):
        super().__init__(8, 8, 12, seed=6, topology="torus", motion="moving")
        self.notes = notes


def test_copies_and_pickles_go_on_alike_and_apart():
    makes = [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
    makes.append(lambda game: pickle.loads(pickle.dumps(game, protocol=0)))
    for make, fresh in itertools.product(makes, [lambda: sapper.Game(8, 8, 12, seed=6, number=2), lambda: NotedGame([1])]):
        game = fresh()
        for digs in itertools.count():
            assert type(make(game)) is type(game)
            before = game.view
            one, other = make(game), make(make(game))
            assert repr(one) == repr(game) and one.status == game.status
            numpy.testing.assert_array_equal(one.view, before)
            if game.status != "playing":
                numpy.testing.assert_array_equal(one.layout, game.layout)
                break
            row, col = map(int, numpy.argwhere(game.view == -1)[0])
            if digs % 2:
                row, col = map(int, numpy.argwhere(game.view == -1)[-1])
            one.flag(row, col)
            one.unflag(row, col)
            one.dig(row, col)
            numpy.testing.assert_array_equal(game.view, before)
            game.dig(row, col)
            numpy.testing.assert_array_equal(one.view, game.view)
            numpy.testing.assert_array_equal(other.view, before)
        assert digs > 0
    game = NotedGame([1])
    assert copy.copy(game).notes is game.notes
    assert copy.deepcopy(game).notes == [1] and copy.deepcopy(game).notes is not game.notes


# A pickle comes from a file, which may be damaged or not be from this program.
@pytest.mark.parametrize("changed, message", [
    ({"actions": [("flag", 400000000, 0)]}, "^row is 400000000; expected a whole number from 0 to 3"),
    ({"actions": [("dig", 0, -1)]}, "^col is -1; expected a whole number from 0 to 4"),
    ({"actions": [("dig", 0, 0.5)]}, "^col is 0.5; expected a whole number from 0 to 4"),
    ({"actions": [("posterior", 0, 0)]}, "^the game's state holds the action 'posterior'; expected dig, flag, unflag"),
    ({"actions": [(["dig"], 0, 0)]}, "^the game's state holds the action"),
    ({"settings": (400000000, 5, 3, 7, 0, "square", "opening", "flood", "fixed")}, "^rows is 400000000"),
    ({"settings": (4, 5, -3, 7, 0, "square", "opening", "flood", "fixed")}, "^mines is -3"),
    ({"settings": (4, 5, 3, 7, 2**64, "square", "opening", "flood", "fixed")}, "^number is 18446744073709551616"),
    ({"settings": (4, 5, 3, 7, 0, "square", "opening", "no rule", "fixed")}, "no rule"),
])
def test_the_state_of_a_pickle_is_checked_like_arguments(changed, message):
    game = sapper.Game(4, 5, 3, seed=7)
    game.flag(0, 0)
    settings, actions, others = game.__getstate__()
    state = changed.get("settings", settings), changed.get("actions", actions), others
    before = game.view
    for restored in game, object.__new__(sapper.Game):
        with pytest.raises(ValueError, match=message):
            restored.__setstate__(state)
    numpy.testing.assert_array_equal(game.view, before)
    game.__setstate__((settings, actions + [("flag", 1, 1)], {"_actions": [("flag", 400000000, 0)]}))
    assert game.view[1, 1] == -2 and copy.copy(game).view[1, 1] == -2


def test_games_describe_and_draw_themselves():
    game = sapper.Game(4, 5, 3, seed=7, topology="hex", first_click="safe")
    assert repr(game) == "<sapper.Game(4, 5, 3, seed=7, number=0, topology='hex', first_click='safe'): playing after 0 digs>"
    game.flag(0, 0)
    game.dig(3, 4)
    assert (game.seed, game.number) == (7, 0)
    picture = xml.etree.ElementTree.fromstring(game._repr_svg_())
    signs = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert signs == ["\u2691" if cell == -2 else str(cell) for cell in game.view.ravel() if cell == -2 or cell > 0]
    assert len(list(picture.iter("{http://www.w3.org/2000/svg}rect"))) == 20
    assert game._repr_html_().startswith("<svg ") and "playing after 1 dig&gt;" in game._repr_html_()
    while game.status == "playing":
        game.dig(*map(int, numpy.argwhere(numpy.nan_to_num(game.posterior()) == numpy.nanmax(game.posterior()))[0]))
    assert game.status == "lost" and game._repr_svg_().count("\u2739") == 3 - (game.view == -2).sum() * int(game.layout[0, 0])
    assert game._repr_svg_().count("#f2b8ae") == 1, "where it exploded"
    large = sapper.Game(65, 64, 3)
    assert large._repr_svg_() is None and "<svg" not in large._repr_html_() and "playing" in large._repr_html_()


@pytest.mark.parametrize("case", [
    {"boards": [{"rows": 7, "cols": 8, "mines": 10}], "first_click": {"rule": "relocate", "cell": [2, 2]}},
    {"boards": [{"level": "Beginner"}], "topology": "torus", "reveal": "ring"},
    {"boards": [{"level": "Beginner"}], "first_click": {"rule": "unprotected", "cell": "corner"}, "reveal": "single"},
    {"boards": [{"rows": 6, "mines": 6}], "topology": "hex", "motion": "moving", "first_click": {"rule": "safe", "cell": "strategy"}},
])
def test_a_game_is_the_reports_board_dig_by_dig(case, tmp_path):
    """What the replay of a report's game shows at each dig is what sapper.Game shows at the same digs."""
    if not PROGRAM:
        pytest.skip("SAPPER_PROGRAM is not set")
    report = sapper.run({**CONFIG, "seed": 11, "games": 5, **case})
    (tmp_path / "r.json").write_text(json.dumps(report))
    rules = {
        "topology": case.get("topology", "square"),
        "first_click": case.get("first_click", {"rule": "opening"})["rule"],
        "reveal": case.get("reveal", "flood"),
        "motion": case.get("motion", "fixed"),
    }
    for number in range(4):
        command = [PROGRAM, "run", tmp_path / "r.json", "--replay", f"0:{number}", "--json"]
        replay = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        board = replay["board"]
        for player in replay["players"]:
            game = sapper.Game(board["rows"], board["cols"], board["mines"], seed=report["config"]["seed"], number=number, **rules)
            view = game.view
            for dig in player["digs"]:
                game.dig(*dig["cell"])
                for row, col, shown in dig["shown"]:
                    view[row, col] = shown
                numpy.testing.assert_array_equal(game.view, view)
            assert game.status == ("won" if player["won"] else "lost")
            assert player["mines"] == numpy.argwhere(game.layout).tolist()


def test_reviews_add_up_to_what_a_run_judges(tmp_path):
    # On a board of which every value is exact.
    config = {
        "schema": "sapper-config/1",
        "games": 12,
        "judge": 5,
        "boards": [{"rows": 4, "cols": 4, "mines": 4}],
        "first_click": {"rule": "safe", "cell": "corner"},
        "strategies": ["random", "rules"],
    }
    file = tmp_path / "config.json"
    file.write_text(json.dumps(config))
    report = sapper.run(config)
    given_away = {"random": 0, "rules": 0}
    for game in range(5):
        reviews = sapper.review(file, game=f"0:{game}", threads=2)
        assert [review["player"] for review in reviews] == ["random", "rules"]
        for review in reviews:
            balance = review["w_start"] - review["given_away"] + review["luck"]
            assert abs(review["outcome"] - balance) < 1e-9
            assert all(dig["exact"] for dig in review["digs"])
            given_away[review["player"]] += review["given_away"]
    for result in report["results"]:
        assert abs(result["judged"]["given_away"] - given_away[result["label"]] / 5) < 1e-8
    assert given_away["random"] > 0


def test_files_that_cannot_be_reviewed(tmp_path):
    broken = tmp_path / "broken.avf"
    broken.write_bytes(b"nothing")
    with pytest.raises(ValueError, match="broken.avf"):
        sapper.review([str(broken)])
    with pytest.warns(UserWarning, match="broken.avf"):
        assert sapper.review([broken], on_error="warn") == []
    with pytest.raises(ValueError, match="files is empty"):
        sapper.review([])
    with pytest.raises(TypeError, match="files is 5"):
        sapper.review(5)
    with pytest.raises(ValueError, match="effort is 5"):
        sapper.review(broken, effort=5)
    with pytest.raises(ValueError, match="on_error is 'skip'"):
        sapper.review(broken, on_error="skip")
    with pytest.raises(ValueError, match='first_click is'):
        sapper.review(broken, first_click="opened")


def test_strategies_are_those_of_the_registry():
    strategies = sapper.strategies()
    assert list(strategies)[:3] == ["random", "rules", "csp"] and all(strategies.values())


def test_stubs_name_what_there_is():
    folder = pathlib.Path(sapper.__file__).parent
    assert (folder / "py.typed").exists()
    stubs = (folder / "__init__.pyi").read_text()
    declared = set(re.findall(r"^(?:def|class) (\w+)", stubs, re.MULTILINE)) | {"__version__"}
    assert declared == set(sapper.__all__)
    for described in sapper.Game, sapper.VectorEnv:
        text = re.search(rf"^class {described.__name__}:\n((?:    .*\n|\n)+)", stubs, re.MULTILINE).group(1)
        methods = {name for name in re.findall(r"^    def (\w+)", text, re.MULTILINE) if not name.startswith("_")}
        assert methods == {name for name, _ in inspect.getmembers(described) if not name.startswith("_")}
    functions = [name for name in sapper.__all__ if inspect.isfunction(getattr(sapper, name))]
    assert len(functions) > 10
    for name in functions:
        given = inspect.signature(getattr(sapper, name)).parameters
        text = re.search(rf"^def {name}\((.*?)\) ->", stubs, re.MULTILINE | re.DOTALL).group(1)
        assert set(re.findall(r"(\w+):", text)) == set(given)


def test_dir_is_what_is_public():
    assert dir(sapper) == sorted(sapper.__all__)


@pytest.mark.parametrize("play", [sapper.run, lambda config, **more: sapper.evaluate(lambda obs, mask: mask.argmax(1), config, **more)])
def test_games_and_seed_replace_those_of_the_config(play):
    report = play(CONFIG, games=20, seed=7)
    assert report["config"]["games"] == 20 and report["config"]["seed"] == 7
    assert report["results"] == play({**CONFIG, "games": 20, "seed": 7})["results"]
    with pytest.raises(ValueError, match="^games is 0"):
        play(CONFIG, games=0)


def test_example_draws_a_figure(tmp_path):
    pytest.importorskip("matplotlib")
    figure = tmp_path / "rates.svg"
    command = [sys.executable, SOURCE / "experiments/python/examples/win_rates.py", "20", figure]
    subprocess.run(command, check=True, cwd=tmp_path)
    assert "</svg>" in figure.read_text()

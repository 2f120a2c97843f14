"""The Python module, from outside. SAPPER_PROGRAM names the program of the same build."""
import inspect
import itertools
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import textwrap

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


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"view": ".1."}, "one string"),
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


@pytest.mark.parametrize("mines", [float("nan"), float("inf"), 1.0, "1", None, [1], numpy.array([1, 2]), numpy.float32(1)])
def test_other_types_are_type_errors_that_name_the_argument(mines):
    for call in sapper.posterior, sapper.analyze:
        with pytest.raises(TypeError, match="^mines is .*; expected a whole number"):
            call([".1."], mines)
    with pytest.raises(TypeError, match="^topology is 3"):
        sapper.posterior([".1."], 1, topology=3)
    with pytest.raises(TypeError, match="^threads is 1.5"):
        sapper.run(CONFIG, threads=1.5)
    with pytest.raises(TypeError, match="^progress is 5"):
        sapper.run(CONFIG, progress=5)


def test_numbers_of_numpy_are_whole_numbers():
    expected = sapper.posterior([".1."], 1)
    for mines in numpy.int64(1), numpy.uint8(1), numpy.array(1):
        numpy.testing.assert_array_equal(sapper.posterior([".1."], mines), expected)
    with pytest.raises(ValueError, match="whole numbers"):
        sapper.posterior(numpy.array([[1]], dtype="m8[s]"), 1)


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
    with pytest.raises(IndexError):
        game.dig(4, 0)
    for mines in 16, -1, 2**40:
        with pytest.raises(ValueError, match="holds at most 7"):
            sapper.Game(4, 4, mines)


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
    for name in "posterior", "analyze", "certain_cells", "run":
        given = inspect.signature(getattr(sapper, name)).parameters
        text = re.search(rf"^def {name}\((.*?)\) ->", stubs, re.MULTILINE | re.DOTALL).group(1)
        assert set(re.findall(r"(\w+):", text)) == set(given)


def test_example_draws_a_figure(tmp_path):
    pytest.importorskip("matplotlib")
    figure = tmp_path / "rates.svg"
    command = [sys.executable, SOURCE / "experiments/python/examples/win_rates.py", "20", figure]
    subprocess.run(command, check=True, cwd=tmp_path)
    assert "</svg>" in figure.read_text()

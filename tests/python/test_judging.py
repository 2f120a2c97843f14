"""Games and guesses judged from Python. SAPPER_PROGRAM names the program of the same build."""
import json
import os
import subprocess

import numpy
import pytest

import sapper

PROGRAM = os.environ.get("SAPPER_PROGRAM")
CONFIG = {
    "schema": "sapper-config/1",
    "name": "judging",
    "games": 30,
    "boards": [{"rows": 5, "mines": [5, 6]}],
    "strategies": ["min_risk", "progress", "expert"],
}


@pytest.mark.skipif(PROGRAM is None, reason="SAPPER_PROGRAM names no program")
def test_judgements_are_those_of_the_program(tmp_path):
    file = tmp_path / "config.json"
    file.write_text(json.dumps(CONFIG))
    words = ["--first", "2", "--layouts", "10", "--continue-by", "expert", "--seed", "4", "--games", "20", "--json"]
    expected = json.loads(
        subprocess.run([PROGRAM, "judge", file, *words], check=True, capture_output=True, cwd=tmp_path).stdout
    )
    calls = []
    options = {"first": 2, "layouts": 10, "continue_by": "expert", "seed": 4, "games": 20}
    judged = sapper.judge(CONFIG, threads=2, progress=lambda *numbers: calls.append(numbers), **options)
    assert judged == expected and judged["cases"][1]["games"] == 20
    assert calls[-1] == (40, 40)
    assert sapper.judge(file, **options) == expected


@pytest.mark.parametrize("arguments, message", [
    ({"continue_by": "rules"}, 'continue_by is "rules"; allowed: progress, expert'),
    ({"layouts": 0}, "^layouts is 0"),
    ({"config": {**CONFIG, "strategies": ["min_risk"]}}, "strateg"),
])
def test_wrong_arguments_of_judge(arguments, message):
    with pytest.raises(ValueError, match=message):
        sapper.judge(**{"config": CONFIG, **arguments})


def played(game, seed):
    """The game after digs at random cells, some flagged meanwhile, until it is over."""
    random = numpy.random.default_rng(seed)
    while game.status == "playing":
        row, col = (int(i) for i in random.choice(numpy.argwhere(game.view < 0)))
        if random.random() < 0.2:
            game.flag(row, col)
        else:
            game.unflag(row, col)
            game.dig(row, col)
    return game


@pytest.mark.parametrize("settings", [
    {},
    {"topology": "torus"},
    {"topology": "hex", "first_click": "safe"},
    {"first_click": "unprotected", "reveal": "ring"},
    {"reveal": "single"},
])
def test_games_of_python_are_reviewed_like_those_of_files(settings):
    games = [played(sapper.Game(4, 4, 4, seed=3, number=k, **settings), k) for k in range(6)]
    reviews = sapper.review(games, layouts=10)
    assert [one["file"] for one in reviews] == [repr(game) for game in games]
    for one, game in zip(reviews, games):
        assert one["outcome"] == (game.status == "won") and one["topology"] == settings.get("topology", "square")
        assert abs(one["outcome"] - (one["w_start"] - one["given_away"] + one["luck"])) < 1e-9
    assert {one["outcome"] for one in reviews} == {0, 1} or settings
    assert sapper.review(games[0], layouts=10) == reviews[:1]


def test_games_that_cannot_be_reviewed():
    game = sapper.Game(4, 4, 4)
    with pytest.raises(ValueError, match="^<sapper.Game.*is not over"):
        sapper.review(game)
    moving = played(sapper.Game(4, 4, 4, motion="moving"), 1)
    with pytest.raises(ValueError, match="<sapper.Game"):
        sapper.review([moving])

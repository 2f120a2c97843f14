"""The environment of data/tasks/openenv under OpenEnv itself: its server, its client, its validation."""
import json
import pathlib
import subprocess
import sys
import threading
import time

import pytest
import uvicorn

import sapper

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "data/tasks/openenv"


@pytest.fixture(scope="module")
def address():
    sys.path.insert(0, str(FOLDER))
    from server.app import app

    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()
    sys.path.remove(str(FOLDER))


def test_clients_play_games(address):
    from openenv import GenericEnvClient

    results = []
    with GenericEnvClient(base_url=address).sync() as client:
        for number in range(12):
            result = client.reset(seed=4, number=number, rows=4, cols=5, mines=4, form="json")
            assert not result.done and result.observation["cells"] == ["....."] * 4
            game = sapper.Game(4, 5, 4, seed=4, number=number, first_click="safe")
            while not result.done:
                risks = sapper.posterior(result.observation["cells"], 4)
                cell = min((risk, [r, c]) for r, row in enumerate(risks.tolist()) for c, risk in enumerate(row) if risk == risk)[1]
                assert result.observation["prompt"].startswith("Minesweeper on 4 rows")
                game.dig(*cell)
                result = client.step({"message": f"I dig {cell}"})
                assert result.observation["status"] == game.status
            results.append(result.reward)
            assert result.reward == (game.status == "won")
        assert {0, 1} == set(results)
        client.reset()
        for mistakes in 1, 2, 3:
            result = client.step({"message": "I pass"})
            assert result.observation["mistakes"] == mistakes
        assert result.done and result.reward == 0


def test_the_server_keeps_openenvs_rules(address):
    from openenv.cli._validation import validate_running_environment

    report = validate_running_environment(address)
    assert report["passed"], json.dumps(report["criteria"], indent=1)


def test_the_folder_is_an_environment():
    done = subprocess.run([sys.executable, "-m", "openenv.cli", "validate", str(FOLDER)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr

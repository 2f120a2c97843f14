"""Replay files of every format are read by sapper as by ms-toollib and sweeping-view, where pip can fetch these.

SAPPER_PROGRAM names the program of the build; the files are written by its tests, from descriptions of the formats.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

BUILD = pathlib.Path(os.environ.get("SAPPER_PROGRAM", "sapper")).resolve().parent
SCRIPT = pathlib.Path(__file__).with_name("read_replays.py")
# The files that a reader knows; others it refuses, or misreads.
KNOWN = {
    "ms_toollib": lambda name: not re.search(r"-[35]\.mvf$|rawvf$", name),  # of .mvf only version 0.97
    "sweeping_view": lambda name: re.search(r"\.(avf|rmv)$|-10\.evf$", name),  # of .evf only version 3
}
PACKAGES = {"ms_toollib": "ms-toollib", "sweeping_view": "sweeping-view"}


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    writer = BUILD / "tests" / "experiments_tests"
    if not writer.exists():
        pytest.skip(f"{writer} is not built")
    folder = tmp_path_factory.mktemp("replays")
    subprocess.run(
        [writer, "--gtest_filter=RecordedGame.IsWrittenForOtherReaders"],
        env={**os.environ, "SAPPER_REPLAY_FILES": str(folder)},
        check=True,
        capture_output=True,
    )
    return folder


def python_with(reader):
    """A Python that has the reader, in a virtual environment below build/; None if it cannot be had."""
    environment = BUILD.parent / "replay_readers"
    python = environment / "bin" / "python"
    has_it = [python, "-c", f"import {reader}"]
    if python.exists() and subprocess.run(has_it, capture_output=True).returncode == 0:
        return python
    for command in (
        [sys.executable, "-m", "venv", environment],
        [python, "-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "10", PACKAGES[reader]],
    ):
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
    return python


@pytest.mark.parametrize("reader", KNOWN)
def test_files_are_read_as_by(reader, files):
    python = python_with(reader)
    if python is None:
        pytest.skip(f"{PACKAGES[reader]} cannot be installed")
    read = json.loads((files / "read.json").read_text())
    names = [name for name in read if KNOWN[reader](name)]
    assert len(names) >= 6
    for name in names:
        # A process for each, because an error of ms-toollib ends it.
        said = subprocess.run([python, SCRIPT, reader, files / name], capture_output=True, text=True)
        assert said.returncode == 0, f"{name}: {said.stderr[-500:]}"
        for key, value in json.loads(said.stdout.splitlines()[-1]).items():
            expected = pytest.approx(read[name][key], abs=0.01) if key == "time_s" else read[name][key]
            assert value == expected, f"{name}: {key}"

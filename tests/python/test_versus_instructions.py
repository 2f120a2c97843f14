"""./dev versus --instructions: reads callgrind's counts, finds a function that needs 3 % more, and nothing where nothing is."""
import importlib
import pathlib
import shutil
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "experiments" / "bench"))
instructions = importlib.import_module("versus_instructions")

# Games of SEED, of which each takes a number of steps of its own; EXTRA is the share that `deduce` takes more.
PROGRAM = r"""
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
static volatile std::uint64_t sink;
[[gnu::noinline]] void deduce(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps + std::uint64_t(steps * EXTRA); ++i) sink = sink + i;
}
[[gnu::noinline]] void count(std::uint64_t steps) {
  for (std::uint64_t i = 0; i < steps; ++i) sink = sink ^ i;
}
int main(int size, char** words) {
  std::uint64_t games = 0, seed = 0;
  for (int i = 1; i + 1 < size; ++i) {
    if (!std::strcmp(words[i], "--games")) games = std::strtoull(words[i + 1], nullptr, 10);
    if (!std::strcmp(words[i], "--seed")) seed = std::strtoull(words[i + 1], nullptr, 10);
  }
  for (std::uint64_t i = 0; i < 100000; ++i) sink = i;  // starting
  for (std::uint64_t game = 0; game < games; ++game) {
    deduce(2000 + (game * seed) % 700);
    count(4000 + (game * seed) % 900);
  }
}
"""


@pytest.fixture(scope="module", name="programs")
def fixture_programs(tmp_path_factory):
    if not shutil.which("valgrind") or not shutil.which("g++"):
        pytest.skip("needs valgrind and g++")
    folder = tmp_path_factory.mktemp("programs")
    (folder / "p.cpp").write_text(PROGRAM, encoding="utf-8")
    made = {}
    for name, extra in (("a", 0), ("b", 0.03)):
        made[name] = folder / name
        subprocess.run(["g++", "-O1", f"-DEXTRA={extra}", folder / "p.cpp", "-o", made[name]], check=True)
    return made


def compare(first, second):
    done = subprocess.run([sys.executable, "-B", instructions.__file__, "--name-a", "old", "--program-a", first, "--name-b",
                           "new", "--program-b", second, "--pairs", "3", "--games", "20", "c.json"], capture_output=True,
                          text=True, check=True)
    return done.stdout


def test_finds_three_percent_of_one_function(programs):
    said = compare(programs["a"], programs["b"])
    row = next(line for line in said.splitlines() if line.startswith("all games"))
    ratio = float(row.split()[3])
    assert 1.005 < ratio < 1.02, said
    assert "more instructions than A." in said
    changed = said[said.index("Functions whose"):].splitlines()[1:]
    assert len(changed) == 1 and changed[0].endswith("  deduce"), said
    assert float(changed[0].split()[0]) == pytest.approx(100 * (ratio - 1), abs=0.01)


def test_finds_nothing_between_a_program_and_itself(programs):
    said = compare(programs["a"], programs["a"])
    assert "no difference beyond the spread" in said and "Functions" not in said, said


def test_lists_no_functions_where_there_is_no_difference():
    """`search` takes more in B in one pair and less in another: that is the spread of games, not B."""
    pairs = [{"a": {"deal": 900.0, "search": 100.0}, "control": {"deal": 900.0, "search": 100.0},
              "b": {"deal": 900.0, "search": 100.0 + more}} for more in (40, -10, 5)]
    _, said, changed = instructions.findings(pairs)
    assert "no difference beyond the spread" in said and changed == []
    for pair in pairs:
        pair["b"]["search"] = 150.0 + pair["b"]["search"] / 100
    _, said, changed = instructions.findings(pairs)
    assert "more instructions than A" in said and [name for name, _ in changed] == ["search"]


def test_reads_what_functions_take_themselves():
    lines = ["version: 1\n", "positions: line\n", "events: Ir\n", "fl=a.cpp\n", "fn=f(int)\n", "3 10\n", "4 5\n",
             "cfi=b.cpp\n", "cfn=g()\n", "calls=2 7\n", "4 1000\n", "fi=c.hpp\n", "9 2\n", "fn=g()\n", "7 1000\n", "totals: 1017\n"]
    assert instructions.own_instructions(lines) == {"f(int)": 17, "g()": 1000}


def test_names_of_functions_are_short():
    name = "sapper::solvers::(anonymous namespace)::apply<sapper::solvers::Square>(unsigned long, std::function<void ()>)"
    assert instructions.shortened(name) == "apply<Square>"
    assert instructions.shortened("sapper::sim::Game::operator()(int)") == "Game::operator()"


def test_says_what_to_install(tmp_path):
    words = [sys.executable, "-B", instructions.__file__, "--name-a", "x", "--program-a", "x", "--name-b", "x", "--program-b",
             "x", "c.json"]
    done = subprocess.run(words, env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "versus: --instructions needs valgrind (Debian: apt-get install valgrind)\n"

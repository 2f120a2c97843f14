"""./dev profile: what it says of samples."""
import importlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "experiments" / "bench"))
profile_run = importlib.import_module("profile_run")

SAMPLES = """   1002004
\t           10 sapper::solvers::(anonymous namespace)::apply_rules<sapper::sim::Grid, std::vector<int> >
\t           20 sapper::solvers::Reasoner::plan
\t           30 main

   1002004
\t           10 sapper::solvers::(anonymous namespace)::apply_rules<sapper::sim::Hex>
\t           20 sapper::solvers::Reasoner::plan
\t           30 [unknown]

   1002004
\t           40 sapper::experiments::minesweeper::Player::play
\t           30 main

"""
FILES = {"apply_rules": "/s/solvers/minesweeper/deduction/local_rules.cpp:7",
         "Reasoner::plan": "/s/solvers/minesweeper/choice/reasoner.cpp:9",
         "Player::play": "/s/experiments/kinds/minesweeper/game/player.cpp:1", "main": "??:0"}


def test_folds_samples_into_stacks():
    assert profile_run.folded(SAMPLES) == {("main", "Reasoner::plan", "apply_rules"): 1, ("Reasoner::plan", "apply_rules"): 1,
                                           ("main", "Player::play"): 1}


def test_shortens_names():
    short = profile_run.short
    assert short("std::vector<std::pair<int, int>, std::allocator<int> >::push_back") == "std::vector::push_back"
    assert short("sapper::solvers::operator<") == "operator<"
    assert short("sapper::sim::(anonymous namespace)::dig<false>") == "dig"


def test_finds_phases_functions_and_callers():
    stacks = profile_run.folded(SAMPLES)
    assert profile_run.phase_of(("main", "Reasoner::plan", "apply_rules", "memcpy"), FILES) == "local_rules"
    assert profile_run.phase_of(("main",), FILES) == "start, end and the rest"
    lines = profile_run.phase_lines(stacks, FILES) + profile_run.function_lines(stacks) + profile_run.caller_lines(stacks)
    assert "66.7%  local_rules: apply_rules 66.7%" in lines
    assert "33.3%  referee and counts: Player::play 33.3%" in lines
    assert "33.3%  33.3%  Player::play" in lines
    assert lines[-5:] == ["apply_rules", "  100.0%  Reasoner::plan", "Player::play", "  100.0%  main", ""]
    assert max(map(len, lines)) <= 100


def test_makes_the_tree_of_a_flame_graph():
    tree = profile_run.tree_of(profile_run.folded(SAMPLES))
    assert [child["n"] for child in tree["c"]] == ["main", "Reasoner::plan"]
    assert tree["c"][0]["c"][0]["c"] == [{"n": "apply_rules", "v": 1, "c": []}]


def test_reads_counters_and_leaves_out_those_that_are_not_counted():
    text = "1000,,cycles:u,5,100.00,,\n2500,,instructions:u,5,100.00,2.5,insn per cycle\n<not supported>,,branch-misses,0,100,,\n"
    assert profile_run.counted_events(text) == {"cycles": 1000, "instructions": 2500}
    events = {"cycles": 1000, "instructions": 2500, "cache-misses": 30, "branch-misses": 50}
    assert profile_run.counter_line("csp", events, 10).split() == ["csp", "2.50", "3.0", "5.0"]

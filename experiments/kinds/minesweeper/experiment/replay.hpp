// One game of an experiment, move by move, as text for people and as JSON for programs and pages
// (MinesweeperExperiment::replay_player and replay_json): played by every strategy of the experiment, or the one with the
// label; other labels may name any strategy, which then plays with default settings.
//
// The text has one line per dig, of certain cells with the shown numbers that prove them (proof.hpp; not on boards of more
// than 2500 cells, nor on lattices and graphs: graph_replay.hpp); before each guess the board as the player saw it, and after it the candidates. The JSON is
// `sapper-replay/1`:
//   {"schema", "name", "case", "case_name", "game", "seed",
//    "board": {"rows", "cols", "mines", "topology", "layout": "random", "given" by a file, or a kind that needs no guess; on
//      lattices also "layers" and "outlines"; of a graph "graph" (its file), "cells", "mines" and "places"},
//    "files" (what the file of the lattice or graph holds, as in reports),
//    "first_click" (the rule), "reveal", "motion",
//    "players": [{"strategy", "won", "end", "mines": [[r,c], ...], "exploded": [r,c] or null, "digs": [
//      {"cell": [r,c], "why", "p_mine" (of risky digs, else null), "opened", "shown": [[r,c,number], ...],
//       of an external player: "claimed_safe", "belief" (its P(mine), if it stated one);
//       of certain cells: "reason" (the argument in words, of a long one its numbers), "proved_by": [[r,c], ...] (shown
//       numbers);
//       of risky digs, which may have hit a mine: "lowest_p_mine" of any hidden cell, "excess_risk" (their difference),
//       "missed_safe" (the number of cells that were certainly safe), "mistake" (in words, where it is one: safe cells
//       were missed, the cell was wrongly held to be safe, or another had a lower risk),
//       "position" (as a position file), "risks": [[P(mine) or null, ...], ...] or null;
//       and of guesses the strategy's explanation: "reason", "win_probability",
//       "candidates": [{"cell", "p_mine", "value", "standard_error"}, ...]}]}]}
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/kinds/minesweeper/config/config.hpp"

namespace sapper::experiments::minesweeper {

// A strategy of the config by its label, or any other by its name, with default settings. InputError if there is none, or it
// cannot play the case; it calls the label what its user knows it by.
solvers::StrategyChoice find_player(const Config& config, std::size_t case_number, const std::string& label,
                                    std::string_view what = "--strategy");

// What a game of these rules, on layouts of that kind, is played by: the members `board`, `first_click`, `reveal` and
// `motion` of its replay.
boost::json::object rules_json(const sim::GameRules& rules, Guessing guessing);

// The game of a case, played by every strategy of the config, or by the one with the label, which errors call `what`: InputError for an unknown one.
boost::json::object replay_json(const Config& config, std::size_t case_number, std::uint64_t game,
                                const std::string* label, std::string_view what = "--strategy");

}  // namespace sapper::experiments::minesweeper

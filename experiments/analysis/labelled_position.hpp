// A position with exact labels: a line of JSON (`sapper-positions/1`), which is a position file too.
//
//   {"schema", "id", "rows", "cols", "mines", "topology", "first_click", "cells": [row strings],
//    "p_mine": [[P(mine), null where shown], ...],
//    "safe": [[r, c, inference], ...], "mine": [[r, c, inference], ...],
//    "best": [[r, c], ...] or null, "win_probability": number or null, "values": [[r, c, win chance], ...] or null,
//    "expert": [r, c], "source": {"name", "seed", "case", "game", "strategy", "digs"}}
//
// best: the certainly safe cells where there are any; else, where all layouts left can be searched, the digs with
// the highest win chance under best play, with that chance and those of the other cells that may be free.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/view.hpp"
#include "sim/random/stream.hpp"

namespace sapper::experiments::minesweeper {

// Where a position comes from: the view of a strategy after so many digs of a game of an experiment.
struct PositionSource {
  std::string_view experiment;
  std::size_t case_number = 0;
  std::string_view strategy;  // its label
  std::uint32_t digs = 0;
  sim::GameId game;
};

// With its line break. The view is that of a game that has begun and is not over. ComponentTooWide where counting
// passes its limits.
std::string labelled_position(const sim::View& view, const sim::GameRules& rules,
                              const PositionSource& source);

}  // namespace sapper::experiments::minesweeper

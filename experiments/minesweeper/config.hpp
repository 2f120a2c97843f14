// A Minesweeper experiment's config, every default filled in and every list expanded.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/engine/config.hpp"
#include "experiments/minesweeper/board.hpp"
#include "sim/minesweeper/game.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kKindOfGame = "minesweeper";

struct Config : CommonConfig {
  std::vector<Board> boards;
  // Defaults: an opening at the centre; under `safe_corners`, at the corner.
  FirstClick first_click;
  sim::Reveal reveal = sim::Reveal::flood;
  sim::MineMotion motion = sim::MineMotion::fixed;
  std::vector<std::string> strategies;  // default: min_risk

  sim::GameRules rules_of(const Board& board) const;
};

// InputError, with file, line, column and path, for whatever is wrong. Files are relative to `folder`.
Config read_config(const json::Document& document, const std::filesystem::path& folder,
                   const Overrides& overrides);

// A config that reads as the same Config. Boards from files hold their mines as `layout`.
boost::json::object to_json(const Config& config);
// Of one board: the rule, and the cell as [row, col] or `strategy`.
boost::json::object to_json(const FirstClick& first, const Board& board);

}  // namespace sapper::experiments::minesweeper

// A Minesweeper experiment's config with all defaults filled in and all lists expanded.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/run/case_property.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

class Policy;           // policy_player.hpp
class ProgramVersions;  // program_versions.hpp

inline constexpr std::string_view kKindOfGame = "minesweeper";

// One combination of the sweep: a board under one first click, reveal and motion.
struct Case {
  std::size_t board = 0;  // an index of Config::boards
  sim::FirstClickRule first_click = sim::FirstClickRule::opening;
  sim::Cell first_cell = sim::kNoCell;  // kNoCell: the strategy chooses
  sim::Reveal reveal = sim::Reveal::flood;
  sim::MineMotion motion = sim::MineMotion::fixed;
};

struct Config : CommonConfig {
  std::vector<Board> boards;
  // Defaults: an opening at the centre; under `safe_corners`, at the corner; where a board has its own first dig, that; on
  // graphs cell 0.
  std::vector<FirstClick> first_clicks{FirstClick{}};
  std::vector<sim::Reveal> reveals{sim::Reveal::flood};
  std::vector<sim::MineMotion> motions{sim::MineMotion::fixed};
  std::vector<solvers::StrategyChoice> strategies;  // default: min_risk
  std::uint64_t judged_games = 0;  // of each case and strategy, the first ones are judged dig by dig
  std::filesystem::path folder;    // of the config's file: the working folder of external players
  Policy* policy = nullptr;        // plays for the strategy `policy`; null: nobody does
  // What external players were run from first, also of the experiments made from this one; null: it does not matter.
  std::shared_ptr<ProgramVersions> programs;
  struct {
    bool rows = false, cols = false, layers = false, cells = false, mines = false, topology = false,
         shape = false, name = false;
  } varying;  // over the boards that have them
  // boards x first clicks (x their cells) x reveals x motions, boards outermost; a case's number is its index.
  std::vector<Case> cases;

  std::size_t case_count() const { return cases.size(); }
  // Boards are laid for the first click, which the strategy may choose.
  bool counts_for_first_player(std::size_t case_number) const {
    return cases[case_number].first_cell == sim::kNoCell;
  }
  const Board& board_of(std::size_t case_number) const { return boards[cases[case_number].board]; }
  sim::GameRules rules_of(const Case& played) const;  // on a board of the planes
  // On another one. InputError if its graph is missing.
  sim::GraphGameRules graph_rules_of(const Case& played) const;
  // Why the strategy cannot play the case, nullopt if it can.
  std::optional<std::string> refusal_of(const solvers::StrategyChoice& strategy, const Case& played) const;
  std::vector<std::string> labels() const;  // of the strategies
};

// The cases given by the config's boards, first clicks, reveals and motions. Nothing is checked.
std::vector<Case> expand_cases(const Config& config);

// Why the digs of a case's games cannot be judged; empty if they can be.
std::string refusal_to_judge(const Config& config, const Case& played);
// The first of these reasons, with the name of the board; empty if there is none.
std::string refusal_to_judge(const Config& config);

CaseProperties properties_of(const Config& config, std::size_t case_number);
// A case's label: `Expert (16 x 30, 99 mines)`, with everything else that the sweep varies: `, safe at row,col 0,0,
// ring`.
std::string name_of(const Config& config, std::size_t case_number);

// InputError, with file, line, column and path, for any error. Files are relative to `folder`.
Config read_config(const json::Document& document, const std::filesystem::path& folder,
                   const ConfigOverrides& overrides);

// A config that is read back as the same Config. Boards from files hold their mines as `layout`; what the files of
// lattices and graphs hold is in `files`.
boost::json::object to_json(const Config& config);
// The first click of a case: the rule, and the cell as [row, col] or `strategy`.
boost::json::object first_click_json(const Config& config, const Case& played);

}  // namespace sapper::experiments::minesweeper

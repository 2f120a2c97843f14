// A tablet experiment's config with all defaults filled in and all lists expanded. There are two studies:
//
// erring_player  The win rate of a player who plays a uniformly random move with probability e and otherwise a
//                uniformly random best move, against one who always plays a best move.
// algorithms     The states and the time that the algorithms need, and whether their values agree.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_property.hpp"
#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"

namespace sapper::experiments::tablet {

inline constexpr std::string_view kKindOfGame = "tablet";
inline constexpr int kMaxSide = 1000;
inline constexpr std::uint64_t kDefaultStudyStates = 20'000'000;  // of the study `algorithms`

enum class TabletStudy : std::uint8_t { erring_player, algorithms };
enum class FirstPlayer : std::uint8_t { random, erring, perfect };

struct Board {
  int cols = 1;
  int rows = 1;
  bool operator==(const Board&) const = default;
};
std::string name_of(const Board& board);  // `9 columns x 7 rows`
boost::json::object to_json(const Board& board);

// The place of the poison in each game.
struct PoisonPlacement {
  enum class Where : std::uint8_t { random, center, given };
  Where where = Where::random;
  int col = 0;  // where given
  int row = 0;
};
boost::json::value to_json(const PoisonPlacement& poison);

struct Config : CommonConfig {
  TabletStudy study = TabletStudy::erring_player;
  std::vector<Board> boards;
  PoisonPlacement poison;
  std::uint64_t max_states = solvers::nim::kDefaultMaxStates;
  bool varies_cols = false, varies_rows = false;  // over the boards
  // The study erring_player only.
  FirstPlayer first = FirstPlayer::random;
  std::vector<double> error_rates;  // default: 0.1
  // The study algorithms only.
  std::vector<solvers::nim::Algorithm> algorithms;  // default: all

  std::size_t case_count() const { return boards.size(); }
  std::vector<std::string> labels() const;  // of the players: `erring_0.1`, or the algorithms
};

// InputError, with file, line, column and path, for any error.
Config read_config(const json::Document& document, const ConfigOverrides& overrides);
// A config that is read back as the same Config.
boost::json::object to_json(const Config& config);
std::string_view name_of(FirstPlayer first);
CaseProperties properties_of(const Config& config, std::size_t case_number);

}  // namespace sapper::experiments::tablet

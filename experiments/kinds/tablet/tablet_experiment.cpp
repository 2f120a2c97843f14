#include "experiments/kinds/tablet/tablet_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cstdlib>
#include <string_view>

#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/kinds/tablet/algorithm_experiment.hpp"
#include "experiments/kinds/tablet/config.hpp"
#include "experiments/kinds/tablet/erring_experiment.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::tablet {

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const std::filesystem::path&,
                                            const ConfigOverrides& overrides) {
  Config config = read_config(document, overrides);
  if (config.study == TabletStudy::algorithms)
    return std::make_unique<AlgorithmExperiment>(std::move(config));
  return std::make_unique<ErringExperiment>(std::move(config));
}

// The start of each game of a tablet experiment.

namespace {

using sim::tablet::Tablet;

// The key of a board in random streams: `tabl` and its sides.
std::uint64_t key_of(const Board& board) {
  constexpr std::uint64_t kTablet = 0x7461626C;
  return kTablet << 32 | static_cast<std::uint64_t>(board.cols) << 16 |
         static_cast<std::uint64_t>(board.rows);
}

std::string_view name_of(sim::tablet::Cut cut) {
  return cut == sim::tablet::Cut::vertical ? "vertical" : "horizontal";
}

Tablet center_of(const Board& board) { return {board.cols, board.rows, board.cols / 2, board.rows / 2}; }

}  // namespace

sim::GameId game_id(const Config& config, std::size_t board, std::uint64_t game) {
  return {config.seed, key_of(config.boards[board]), game};
}

GameStart start_of(const Config& config, std::size_t board, std::uint64_t game) {
  sim::Stream random(game_id(config, board, game), sim::StreamPurpose::layout);
  GameStart start{center_of(config.boards[board]), config.first == FirstPlayer::erring};
  if (config.poison.where == PoisonPlacement::Where::given) {
    start.tablet.poison_col = config.poison.col;
    start.tablet.poison_row = config.poison.row;
  } else if (config.poison.where == PoisonPlacement::Where::random) {
    start.tablet.poison_col = static_cast<int>(random.below(static_cast<std::uint32_t>(start.tablet.cols)));
    start.tablet.poison_row = static_cast<int>(random.below(static_cast<std::uint32_t>(start.tablet.rows)));
  }
  if (config.first == FirstPlayer::random) start.erring_begins = random.below(2) == 1;
  return start;
}

std::vector<Tablet> starts_of(const Config& config, std::size_t board) {
  if (config.poison.where != PoisonPlacement::Where::random) return {start_of(config, board, 0).tablet};
  const auto [cols, rows] = config.boards[board];
  std::vector<Tablet> starts;
  for (int row = 0; row <= (rows - 1) / 2; ++row)
    for (int col = 0; col <= (cols - 1) / 2; ++col) starts.push_back({cols, rows, col, row});
  return starts;
}

std::string size_of(const sim::tablet::Tablet& tablet) {
  return fmt::format("{} x {}", tablet.cols, tablet.rows);
}

std::string name_of(const sim::tablet::Tablet& tablet) {
  return fmt::format("the {} tablet with its poison at column {}, row {}", size_of(tablet), tablet.poison_col,
                     tablet.poison_row);
}

std::string name_of(const sim::tablet::Move& move) {
  return fmt::format("{} cut before {} {}", name_of(move.cut),
                     move.cut == sim::tablet::Cut::vertical ? "column" : "row", move.where);
}

std::string meaning_of(int value) {
  if (value == 0) return "lost: no move is left";
  const int moves = std::abs(value);
  return fmt::format("{} in {} move{}", value > 0 ? "won" : "lost", moves, moves == 1 ? "" : "s");
}

std::string draw(const sim::tablet::Tablet& tablet) {
  const std::size_t width = std::to_string(tablet.cols - 1).size();
  const std::size_t margin = std::to_string(tablet.rows - 1).size();
  std::string text(margin, ' ');
  for (int col = 0; col < tablet.cols; ++col) text += fmt::format(" {:>{}}", col, width);
  text += '\n';
  for (int row = 0; row < tablet.rows; ++row) {
    text += fmt::format("{:>{}}", row, margin);
    for (int col = 0; col < tablet.cols; ++col) {
      const bool is_poison = col == tablet.poison_col && row == tablet.poison_row;
      text += fmt::format(" {:>{}}", is_poison ? 'X' : '.', width);
    }
    text += '\n';
  }
  return text;
}

boost::json::object to_json(const sim::tablet::Tablet& tablet) {
  return {{"cols", tablet.cols},
          {"rows", tablet.rows},
          {"poison", boost::json::array{tablet.poison_col, tablet.poison_row}}};
}

boost::json::object to_json(const sim::tablet::Move& move) {
  return {{"cut", name_of(move.cut)}, {"before", move.where}};
}

std::string outline_of(const Config& config) {
  std::string text = first_lines(config.boards.size(), "cases", [&](std::size_t i) {
    return fmt::format("  case {}: {}\n", i, name_of(config.boards[i]));
  });
  const PoisonPlacement& poison = config.poison;
  const char* const place =
      poison.where == PoisonPlacement::Where::random ? "on a random square" : "at the center";
  text += fmt::format("  poison {}\n", poison.where == PoisonPlacement::Where::given
                                           ? fmt::format("at column {}, row {}", poison.col, poison.row)
                                           : place);
  return text + fmt::format("  {}: {}\n  at most {} states\n",
                            config.study == TabletStudy::erring_player ? "players" : "algorithms",
                            fmt::join(config.labels(), " "), with_commas(config.max_states));
}

std::string replay_head(const Config& config, std::size_t case_number, std::uint64_t game) {
  return experiments::replay_head(config, case_number, game,
                                  name_of(start_of(config, case_number, game).tablet));
}

}  // namespace sapper::experiments::tablet

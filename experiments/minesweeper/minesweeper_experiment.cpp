#include "experiments/minesweeper/minesweeper_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/engine/statistics.hpp"
#include "experiments/minesweeper/replay.hpp"
#include "experiments/minesweeper/results.hpp"
#include "experiments/minesweeper/worker.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

const BoardTally& as_board_tally(const Tally& tally) { return dynamic_cast<const BoardTally&>(tally); }

}  // namespace

double MinesweeperExperiment::game_cost(std::size_t board) const {
  return config_.boards[board].cell_count();
}

std::uint64_t MinesweeperExperiment::first_chunk(std::size_t board) const {
  constexpr std::uint64_t kCells = 16384;
  constexpr std::uint64_t kMost = 64;
  return std::clamp<std::uint64_t>(kCells / config_.boards[board].cell_count(), 1, kMost);
}

std::unique_ptr<Worker> MinesweeperExperiment::make_worker() const {
  return std::make_unique<MinesweeperWorker>(*this, config_);
}

std::unique_ptr<Tally> MinesweeperExperiment::make_tally() const {
  return std::make_unique<BoardTally>(config_.strategies.size());
}

double MinesweeperExperiment::half_width(const Tally& tally) const {
  const BoardTally& board = as_board_tally(tally);
  double widest = 0;
  for (std::size_t i = 0; i < config_.strategies.size(); ++i)
    widest = std::max(widest, wilson_95(board.of(i).wins, board.games()).half_width());
  return widest;
}

boost::json::array MinesweeperExperiment::results(std::size_t board, const Tally& tally) const {
  return results_of(config_, board, as_board_tally(tally));
}

boost::json::array MinesweeperExperiment::comparisons(std::size_t board, const Tally& tally) const {
  return comparisons_of(config_, board, as_board_tally(tally));
}

boost::json::array MinesweeperExperiment::timings(std::size_t, const Tally& tally,
                                                  double wall_per_core_s) const {
  return timings_of(config_, as_board_tally(tally), wall_per_core_s);
}

double MinesweeperExperiment::core_s(const Tally& tally) const {
  const BoardTally& board = as_board_tally(tally);
  double ns = 0;
  for (std::size_t i = 0; i < board.strategy_count(); ++i) ns += static_cast<double>(board.of(i).core_ns);
  return ns * 1e-9;
}

std::string MinesweeperExperiment::headline(const Tally& tally) const {
  return headline_of(config_, as_board_tally(tally));
}

std::string MinesweeperExperiment::summary(const TallyOf& tally_of, double wall_per_core_s) const {
  return summary_of(config_, tally_of, wall_per_core_s);
}

std::string MinesweeperExperiment::replay(std::size_t board, std::uint64_t game,
                                          const std::string* strategy) const {
  return replay_game(config_, board, game, strategy);
}

std::string MinesweeperExperiment::outline() const {
  constexpr std::size_t kMostLines = 50;
  std::string text;
  for (std::size_t i = 0; i < std::min(config_.boards.size(), kMostLines); ++i) {
    const Board& board = config_.boards[i];
    const sim::Cell cell = first_cell_on(board, config_.first_click);
    const auto cols = static_cast<sim::Cell>(board.cols);
    text += fmt::format(
        "  board {}: {}, first click {}\n", i, name_of(board),
        cell == sim::kNoCell ? "by the strategy" : fmt::format("[{}, {}]", cell / cols, cell % cols));
  }
  if (config_.boards.size() > kMostLines)
    text += fmt::format("  ... and {} more boards\n", with_commas(config_.boards.size() - kMostLines));
  text += fmt::format("  first-click rule {}, reveal {}, mines {}\n", sim::name_of(config_.first_click.rule),
                      sim::name_of(config_.reveal), sim::name_of(config_.motion));
  return text + fmt::format("  strategies: {}\n", fmt::join(config_.strategies, ", "));
}

std::unique_ptr<Experiment> make_experiment(const json::Document& document,
                                            const std::filesystem::path& folder, const Overrides& overrides) {
  return std::make_unique<MinesweeperExperiment>(read_config(document, folder, overrides));
}

}  // namespace sapper::experiments::minesweeper

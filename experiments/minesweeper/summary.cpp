// What a person reads of results: the progress line's rates and the table at the end.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "experiments/engine/statistics.hpp"
#include "experiments/minesweeper/results.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

struct Row {
  std::string board;
  std::string strategy;
  std::string games;
  std::string win_rate;
  std::string guesses;
  std::string speed;
};

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.2f} %",
                     whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

Row row_of(const Config& config, std::size_t strategy, const CaseTally& tally, double wall_per_core_s) {
  const StrategyCounts& counts = tally.player(strategy);
  const auto games = static_cast<double>(tally.games());
  const double wall_s = static_cast<double>(counts.core_ns) * 1e-9 * wall_per_core_s;
  Row row;
  row.strategy = config.strategies[strategy].label;
  row.games = with_commas(tally.games());
  row.win_rate = fmt::format("{} ± {:.2f}", percent(counts.wins, tally.games()),
                             100 * wilson_95(counts.wins, tally.games()).half_width());
  row.guesses = fmt::format("{:.2f}", static_cast<double>(counts.guesses()) / games);
  row.speed = wall_s > 0 ? with_commas(static_cast<std::uint64_t>(games / wall_s)) : "-";
  return row;
}

// The strategy with most wins is marked.
std::vector<Row> rows_of(const Config& config, std::size_t case_number, const CaseTally& tally,
                         double wall_per_core_s) {
  std::vector<Row> rows;
  std::uint64_t most = 0;
  for (std::size_t i = 0; i < config.strategies.size(); ++i) most = std::max(most, tally.player(i).wins);
  for (std::size_t i = 0; i < config.strategies.size(); ++i) {
    rows.push_back(row_of(config, i, tally, wall_per_core_s));
    if (config.strategies.size() > 1 && most > 0 && tally.player(i).wins == most)
      rows.back().strategy += " *";
  }
  rows.front().board = name_of(config, config.cases[case_number]);
  return rows;
}

// The first row is the head; `is_spaced`: with a line between cases.
std::string table_of(const std::vector<Row>& rows, bool is_spaced) {
  const auto width = [&](std::string Row::*column) {
    std::size_t most = 0;
    for (const Row& row : rows) most = std::max(most, display_width(row.*column));
    return most;
  };
  const std::size_t board = width(&Row::board);
  const std::size_t strategy = width(&Row::strategy);
  const std::size_t games = width(&Row::games);
  const std::size_t rate = width(&Row::win_rate);
  const std::size_t guesses = width(&Row::guesses);
  const std::size_t speed = width(&Row::speed);
  std::string table;
  for (const Row& row : rows) {
    if (is_spaced && !row.board.empty() && &row > &rows[1]) table += '\n';
    table +=
        fmt::format("{:<{}}  {:<{}}  {:>{}}  {:>{}}  {:>{}}  {:>{}}\n", row.board, board, row.strategy,
                    strategy, row.games, games, row.win_rate, rate, row.guesses, guesses, row.speed, speed);
  }
  return table;
}

// How the losses that guesses caused fit what their risks predicted.
class Calibration {
 public:
  void add(const std::string& board, const std::string& strategy, const StrategyCounts& tally) {
    if (tally.guesses() == 0) return;
    ++results_;
    losses_ += tally.guess_losses;
    predicted_ += tally.guess_risk.value();
    const double error = std::sqrt(tally.guess_variance.value());
    if (error == 0) return;
    const double deviation = (static_cast<double>(tally.guess_losses) - tally.guess_risk.value()) / error;
    if (std::abs(deviation) > std::abs(worst_)) {
      worst_ = deviation;
      where_ = fmt::format("{} on {}", strategy, board);
    }
  }
  std::string line() const {
    if (results_ == 0) return "";
    std::string text = fmt::format("Guesses lost {} games; their risks predicted {}.", with_commas(losses_),
                                   with_commas(static_cast<std::uint64_t>(std::llround(predicted_))));
    if (!where_.empty())
      text +=
          fmt::format(" Largest deviation of {}: {:+.1f} standard errors ({}).", results_, worst_, where_);
    return text + "\n";
  }

 private:
  std::size_t results_ = 0;
  std::uint64_t losses_ = 0;
  double predicted_ = 0;
  double worst_ = 0;
  std::string where_;
};

}  // namespace

std::string headline_of(const Config& config, const CaseTally& tally) {
  std::string text;
  for (std::size_t i = 0; i < config.strategies.size(); ++i)
    text += fmt::format("{}{} {}", i == 0 ? "" : "  ", config.strategies[i].label,
                        percent(tally.player(i).wins, tally.games()));
  return text;
}

std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s) {
  std::vector<Row> rows{{"board", "strategy", "games", "win rate", "guesses/game", "games/s"}};
  Calibration calibration;
  for (std::size_t number = 0; number < config.cases.size(); ++number) {
    const CaseTally& tally = CaseTally::of(tally_of(number));
    for (Row& row : rows_of(config, number, tally, wall_per_core_s)) rows.push_back(std::move(row));
    if (config.boards[config.cases[number].board].fixed_mines) continue;
    for (std::size_t i = 0; i < config.strategies.size(); ++i)
      calibration.add(name_of(config, config.cases[number]), config.strategies[i].label, tally.player(i));
  }
  std::string text = table_of(rows, config.strategies.size() > 1) + "\n" + calibration.line();
  if (config.strategies.size() > 1) text += "* most wins on its board; ± 95 % interval\n";
  return text;
}

}  // namespace sapper::experiments::minesweeper

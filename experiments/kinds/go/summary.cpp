// Results for people: the rates in the progress line and the table at the end.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/kinds/go/results.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::go {
namespace {

// The columns after the pairing's.
std::vector<std::string> numbers_of(const CaseTally& tally, std::size_t pairing, double wall_per_core_s) {
  const PairingCounts& counts = tally.player(pairing);
  const auto games = static_cast<double>(std::max<std::uint64_t>(tally.games(), 1));
  const double wall_s = static_cast<double>(counts.core_ns) * 1e-9 * wall_per_core_s;
  const double margin =
      static_cast<double>(counts.black_margin_halves) - static_cast<double>(counts.white_margin_halves);
  const auto taken = static_cast<double>(counts.taken_by_black + counts.taken_by_white);
  return {with_commas(tally.games()),
          rate_text(counts.wins, tally.games()),
          percent_text(counts.draws, tally.games()),
          fmt::format("{:+.1f}", margin / 2 / games),
          fmt::format("{:.1f}", static_cast<double>(counts.moves) / games),
          fmt::format("{:.1f}", taken / games),
          wall_s > 0 ? with_commas(static_cast<std::uint64_t>(games / wall_s)) : "-"};
}

}  // namespace

std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width) {
  ResultsTable table(
      {"board", "strategy", "games", "Black wins", "draws", "margin", "moves", "taken", "games/s"});
  std::uint64_t capped = 0;
  for (std::size_t board = 0; board < config.boards.size(); ++board) {
    const CaseTally& tally = CaseTally::of(tally_of(board));
    if (tally.games() == 0) continue;  // interrupted run, or another shard
    table.begin_group(name_of(config.boards[board]));
    for (std::size_t i = 0; i < config.strategies.size(); ++i) {
      table.add_row(config.strategies[i].label, numbers_of(tally, i, wall_per_core_s));
      capped += tally.player(i).stops[static_cast<std::size_t>(GameStop::capped)];
    }
  }
  std::string text =
      table.text(width) + fmt::format("\n{}; margin: Black's lead in points, komi counted; {} scoring\n",
                                      rate_note(), name_of(config.scoring));
  if (capped > 0)
    text += fmt::format("{} games were stopped after {} moves per point and scored as they were.\n",
                        with_commas(capped), kMoveCapPerPoint);
  return text;
}

}  // namespace sapper::experiments::go

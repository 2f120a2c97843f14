#include "experiments/kinds/go/results.hpp"

#include <cmath>

#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::go {
namespace {

using json::rounded;
namespace bj = boost::json;

void add_length(bj::object& result, const PairingCounts& counts, int size, std::uint64_t games) {
  const auto count = static_cast<double>(games);
  const double mean = games == 0 ? 0 : static_cast<double>(counts.moves) / count;
  const double variance = games == 0 ? 0 : static_cast<double>(counts.moves_squared) / count - mean * mean;
  set_path(result, "length.mean", rounded(mean));
  set_path(result, "length.standard_deviation", rounded(std::sqrt(std::max(variance, 0.0))));
  set_path(result, "length.bin_width", length_bin_width(size));
}

double margin_of(const PairingCounts& tally, std::uint64_t games) {
  if (games == 0) return 0;
  const double halves =
      static_cast<double>(tally.black_margin_halves) - static_cast<double>(tally.white_margin_halves);
  return rounded(halves / 2 / static_cast<double>(games));
}

}  // namespace

Result result_of(const Config& config, std::size_t case_number, std::size_t player, const CaseTally& tally) {
  const Board& board = config.boards[case_number];
  const std::uint64_t games = tally.games();
  const Pairing& pairing = config.strategies[player];
  const PairingCounts& counts = tally.player(player);
  Result result;
  result.label = pairing.label;
  result.json = {{"case", case_number},
                 {"board", to_json(board)},
                 {"scoring", name_of(config.scoring)},
                 {"end", name_of(config.end)},
                 {"strategy", pairing.label},
                 {"label", pairing.label},
                 {"black", name_of(pairing.black)},
                 {"white", name_of(pairing.white)}};
  add_win_rate(result, config, counts.wins, games);
  set_path(result.json, "margin.mean", margin_of(counts, games));
  add_length(result.json, counts, board.size, games);
  set_path(result.json, "captures.mean", rounded_ratio(counts.taken_by_black + counts.taken_by_white, games));
  add_reported(result.json, counts);
  return result;
}

}  // namespace sapper::experiments::go

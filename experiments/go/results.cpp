#include "experiments/go/results.hpp"

#include <cmath>

#include "experiments/engine/statistics.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::go {
namespace {

using json::rounded;
namespace bj = boost::json;

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : rounded(static_cast<double>(part) / static_cast<double>(whole));
}

bj::object length_of(const PairingTally& tally, int size, std::uint64_t games) {
  const auto count = static_cast<double>(games);
  const double mean = games == 0 ? 0 : static_cast<double>(tally.moves) / count;
  const double variance = games == 0 ? 0 : static_cast<double>(tally.moves_squared) / count - mean * mean;
  bj::array histogram;
  for (const std::uint64_t bin : tally.lengths) histogram.emplace_back(bin);
  return {{"mean", rounded(mean)},
          {"standard_deviation", rounded(std::sqrt(std::max(variance, 0.0)))},
          {"longest", tally.longest},
          {"bin_width", length_bin_width(size)},
          {"histogram", std::move(histogram)}};
}

double margin_of(const PairingTally& tally, std::uint64_t games) {
  if (games == 0) return 0;
  const double halves =
      static_cast<double>(tally.black_margin_halves) - static_cast<double>(tally.white_margin_halves);
  return rounded(halves / 2 / static_cast<double>(games));
}

}  // namespace

bj::array results_of(const Config& config, std::size_t board_number, const BoardTally& tally) {
  const Board& board = config.boards[board_number];
  const std::uint64_t games = tally.games();
  bj::array results;
  for (std::size_t i = 0; i < config.strategies.size(); ++i) {
    const PairingTally& pairing = tally.of(i);
    const Interval interval = wilson_95(pairing.black_wins, games);
    bj::object endings;
    for (std::size_t stop = 0; stop < kGameStopNames.size(); ++stop)
      endings[kGameStopNames[stop]] = pairing.stops[stop];
    results.push_back(bj::object{
        {"board", to_json(board)},
        {"scoring", name_of(config.scoring)},
        {"end", name_of(config.end)},
        {"strategy", name_of(config.strategies[i])},
        {"black", name_of(config.strategies[i].black)},
        {"white", name_of(config.strategies[i].white)},
        {"games", games},
        {"wins", pairing.black_wins},
        {"draws", pairing.draws},
        {"win_rate", ratio(pairing.black_wins, games)},
        {"ci95", {rounded(interval.low), rounded(interval.high)}},
        {"margin", {{"mean", margin_of(pairing, games)}}},
        {"length", length_of(pairing, board.size, games)},
        {"captures",
         {{"by_black", pairing.taken_by_black},
          {"by_white", pairing.taken_by_white},
          {"mean", ratio(pairing.taken_by_black + pairing.taken_by_white, games)}}},
        {"endings", std::move(endings)},
    });
  }
  return results;
}

bj::array comparisons_of(const Config& config, std::size_t board, const BoardTally& tally) {
  bj::array comparisons;
  for (std::size_t a = 0; a < config.strategies.size(); ++a) {
    for (std::size_t b = a + 1; b < config.strategies.size(); ++b) {
      const std::uint64_t both = tally.both_won(a, b);
      const std::uint64_t only_a = tally.of(a).black_wins - both;
      const std::uint64_t only_b = tally.of(b).black_wins - both;
      comparisons.push_back(bj::object{{"board", board},
                                       {"a", name_of(config.strategies[a])},
                                       {"b", name_of(config.strategies[b])},
                                       {"both", both},
                                       {"only_a", only_a},
                                       {"only_b", only_b},
                                       {"neither", tally.games() - both - only_a - only_b},
                                       {"p_value", rounded(mcnemar_p_value(only_a, only_b))}});
    }
  }
  return comparisons;
}

bj::array timings_of(const BoardTally& tally, double wall_per_core_s) {
  bj::array timings;
  for (std::size_t i = 0; i < tally.pairing_count(); ++i) {
    const double core_s = static_cast<double>(tally.of(i).core_ns) * 1e-9;
    const double per_core_s = core_s > 0 ? static_cast<double>(tally.games()) / core_s : 0;
    timings.push_back(
        bj::object{{"games_per_s", wall_per_core_s > 0 ? rounded(per_core_s / wall_per_core_s) : 0.0},
                   {"games_per_core_s", rounded(per_core_s)},
                   {"core_s", rounded(core_s)},
                   {"phases", bj::object()}});
  }
  return timings;
}

}  // namespace sapper::experiments::go

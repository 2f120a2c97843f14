#include "experiments/kinds/paired/result_parts.hpp"

#include <fmt/format.h>

#include "experiments/run/interval_json.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

using json::rounded;

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  return fmt::format("{:.2f} %",
                     whole == 0 ? 0.0 : 100 * static_cast<double>(part) / static_cast<double>(whole));
}

namespace {

std::string speed_text(std::uint64_t games, double seconds) {
  return seconds > 0 ? with_commas(static_cast<std::uint64_t>(static_cast<double>(games) / seconds)) : "-";
}

}  // namespace

std::vector<std::string> SpeedColumns::heads(std::vector<std::string> heads) const {
  heads.emplace_back("games/core-s");
  if (wall_per_core_s_) heads.emplace_back("games/s");
  return heads;
}

std::vector<std::string> SpeedColumns::row(std::vector<std::string> numbers, std::uint64_t games,
                                           std::uint64_t core_ns, std::uint64_t thread_ns) const {
  numbers.push_back(speed_text(games, static_cast<double>(core_ns) * 1e-9));
  if (wall_per_core_s_)
    numbers.push_back(speed_text(games, static_cast<double>(thread_ns) * 1e-9 * *wall_per_core_s_));
  return numbers;
}

std::string replay_head(const CommonConfig& common, std::size_t case_number, std::uint64_t game,
                        std::string_view played) {
  return fmt::format("{}: game {} of case {}, {}; seed {}\n", common.name, game, case_number, played,
                     common.seed);
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double rounded_ratio(std::uint64_t part, std::uint64_t whole) { return rounded(ratio(part, whole)); }

void add_win_rate(boost::json::object& result, const CommonConfig& common, std::uint64_t wins,
                  std::uint64_t games) {
  result["games"] = games;
  result["wins"] = wins;
  result["win_rate"] = rounded_ratio(wins, games);
  set_interval(result, "", wilson_95(wins, games));
  result["stopped_by"] = stopped_by(common.stop, games, common.games);
}

Comparison comparison_of(std::size_t case_number, std::size_t board, std::string_view a, std::string_view b,
                         const PairedCounts& counts) {
  const Difference difference = paired_difference(counts.games, counts.only_a, counts.only_b);
  Comparison comparison;
  comparison.case_number = case_number;
  comparison.board = board;
  comparison.a = a;
  comparison.b = b;
  comparison.both = counts.both;
  comparison.only_a = counts.only_a;
  comparison.only_b = counts.only_b;
  comparison.neither = counts.games - counts.both - counts.only_a - counts.only_b;
  comparison.difference = rounded(difference.value);
  comparison.low = rounded(difference.interval.low);
  comparison.high = rounded(difference.interval.high);
  comparison.p_value = rounded(difference.p_value);
  return comparison;
}

Timing timing_of(std::size_t case_number, std::string_view label, std::uint64_t games, std::uint64_t core_ns,
                 std::uint64_t thread_ns, double wall_per_core_s) {
  const double core_s = static_cast<double>(core_ns) * 1e-9;
  const double wall_s = static_cast<double>(thread_ns) * 1e-9 * wall_per_core_s;
  Timing timing;
  timing.label = label;
  timing.games_per_s = wall_s > 0 ? rounded(static_cast<double>(games) / wall_s) : 0.0;
  timing.per_game.seconds = games > 0 ? core_s / static_cast<double>(games) : 0.0;
  timing.games_per_core_s = core_s > 0 ? rounded(static_cast<double>(games) / core_s) : 0.0;
  timing.json = {{"case", case_number},
                 {"label", label},
                 {"games_per_s", timing.games_per_s},
                 {"games_per_core_s", timing.games_per_core_s},
                 {"core_s", rounded(core_s)},
                 {"core_s_per_game", rounded(timing.per_game.seconds)},
                 {"phases", boost::json::object()}};
  return timing;
}

void add_interval(Timing& timing) {
  set_interval(timing.json, "core_s_per_game", timing.per_game.interval());
}

}  // namespace sapper::experiments

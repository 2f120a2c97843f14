#include "experiments/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "experiments/run/case_results.hpp"
#include "experiments/run/expected_games.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

Progress::Progress(const Report& report, ProgressMode mode, GameSet games)
    : report_(report),
      experiment_(*report.experiment),
      plays_per_game_(experiment_.labels().size()),
      games_(std::move(games)),
      line_(mode) {
  for (std::size_t number = 0; number < experiment_.case_count(); ++number) {
    const auto tally = report.tally_of(number);
    const GameRange range = range_of(number);
    games_before_.push_back(report.games_of(number));
    core_s_before_.push_back(core_s_of(number));
    if (tally != nullptr && is_finished(experiment_, *tally, range)) continue;
    total_cost_ += static_cast<double>(range.size() - games_before_.back()) * experiment_.game_cost(number);
  }
}

Progress::Amount Progress::done(std::size_t case_number) {
  const auto new_games = [&](std::size_t i) {
    return static_cast<double>(report_.games_of(i) - games_before_[i]);
  };
  for (; counted_cases_ < case_number; ++counted_cases_) {
    const std::size_t i = counted_cases_;
    const double games = new_games(i);
    const double cost = experiment_.game_cost(i);
    const GameRange range = range_of(i);
    counted_.plays += games;
    counted_.cost += games * cost;
    if (games > 0) counted_.core_s += core_s_of(i) - core_s_before_[i];
    if (const std::uint64_t all = report_.games_of(i); all > 0) {
      counted_.taken += static_cast<double>(all) * cost;
      counted_.most += static_cast<double>(range.size()) * cost;
    }
    if (games > 0) counted_.whole_cost += static_cast<double>(range.size() - games_before_[i]) * cost;
  }
  const double games = new_games(case_number);
  Amount now = counted_;
  now.plays += games;
  now.cost += games * experiment_.game_cost(case_number);
  now.core_s += core_s_of(case_number) - core_s_before_[case_number];
  return now;
}

double Progress::core_s_of(std::size_t case_number) const {
  const auto tally = report_.tally_of(case_number);
  return tally != nullptr ? experiment_.parts().results.core_s(*tally) : 0;
}

double Progress::cost_left(std::size_t case_number, const Tally& tally, const Amount& now) const {
  const double cost = experiment_.game_cost(case_number);
  const GameRange range = range_of(case_number);
  // A shard that starts mid-case defers the rule to the merge.
  const std::uint64_t end =
      range.first == 0 ? expected_games(experiment_, tally, range.size()) : range.size();
  const double whole = static_cast<double>(range.size() - games_before_[case_number]) * cost;
  const double share =
      (now.taken + static_cast<double>(end) * cost) / (now.most + static_cast<double>(range.size()) * cost);
  const double later = std::max(0.0, total_cost_ - now.whole_cost - whole);
  return static_cast<double>(end - tally.games()) * cost + share * later;
}

// The most important comes first: a narrow terminal cuts off the end.
std::string Progress::text(std::size_t case_number) {
  const double elapsed_s = line_.elapsed_s();
  const Amount now = done(case_number);
  const auto played = report_.tally_of(case_number);
  const Tally& tally = *played;
  const double left = cost_left(case_number, tally, now);
  std::string text = fmt::format("{:3.0f} %", now.cost + left > 0 ? 100 * now.cost / (now.cost + left) : 100);
  if (now.cost > 0) text += fmt::format("  {} left", as_duration(left * elapsed_s / now.cost));
  if (now.core_s > 0)
    text +=
        fmt::format("  {} games/core-s", with_commas(static_cast<std::uint64_t>(
                                             now.plays * static_cast<double>(plays_per_game_) / now.core_s)));
  if (experiment_.case_count() > 1)
    text += fmt::format("  case {}/{}", case_number + 1, experiment_.case_count());
  return text + fmt::format("  {}: game {} of {}  {}", experiment_.case_name(case_number),
                            with_commas(tally.games()), with_commas(range_of(case_number).size()),
                            experiment_.parts().texts.headline(tally));
}

void Progress::update(std::size_t case_number) {
  if (line_.is_due()) line_.show(text(case_number));
}

namespace {

static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

}  // namespace sapper::experiments

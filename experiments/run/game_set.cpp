#include "experiments/run/game_set.hpp"

#include <algorithm>
#include <stdexcept>

#include "experiments/config/config.hpp"
#include "experiments/run/experiment.hpp"

namespace sapper::experiments {

void GameSet::append(std::size_t case_number, GameRange games) {
  if (games.size() == 0) return;
  if (!ranges_.empty()) {
    Range& last = ranges_.back();
    const bool is_same_case = last.case_number == case_number;
    if (last.case_number > case_number || (is_same_case && last.games.last > games.first))
      throw std::logic_error("games are appended in their order");
    if (is_same_case && last.games.last == games.first) {
      last.games.last = games.last;
      return;
    }
  }
  ranges_.push_back({case_number, games});
}

GameSet GameSet::all_of(const Experiment& experiment) {
  return between(experiment, {}, {experiment.case_count(), 0});
}

GameSet GameSet::between(const Experiment& experiment, GamePlace begin, GamePlace end) {
  const std::uint64_t games = experiment.common().games;
  GameSet set;
  for (std::size_t number = begin.case_number; number < experiment.case_count() && number <= end.case_number;
       ++number) {
    const std::uint64_t first = number == begin.case_number ? std::min(begin.game, games) : 0;
    const std::uint64_t last = number == end.case_number ? std::min(end.game, games) : games;
    set.append(number, {first, std::max(first, last)});
  }
  return set;
}

GameSet GameSet::plus(const GameSet& other) const {
  std::vector<Range> all(ranges_);
  all.insert(all.end(), other.ranges_.begin(), other.ranges_.end());
  std::ranges::sort(all, [](const Range& a, const Range& b) {
    return a.case_number != b.case_number ? a.case_number < b.case_number : a.games.first < b.games.first;
  });
  GameSet sum;
  for (Range games : all) {
    if (const auto& last = sum.ranges_; !last.empty() && last.back().case_number == games.case_number)
      games.games.first = std::max(games.games.first, last.back().games.last);
    if (games.games.first < games.games.last) sum.append(games.case_number, games.games);
  }
  return sum;
}

GameSet GameSet::minus(const GameSet& other) const {
  GameSet rest;
  auto taken = other.ranges_.begin();
  for (Range left : ranges_) {
    const auto is_before = [&](const Range& games) {
      return games.case_number < left.case_number ||
             (games.case_number == left.case_number && games.games.last <= left.games.first);
    };
    while (taken != other.ranges_.end() && is_before(*taken)) ++taken;
    for (auto at = taken; at != other.ranges_.end() && at->case_number == left.case_number &&
                          at->games.first < left.games.last;
         ++at) {
      if (left.games.first < at->games.first)
        rest.append(left.case_number, {left.games.first, at->games.first});
      left.games.first = std::min(at->games.last, left.games.last);
    }
    if (left.games.first < left.games.last) rest.append(left.case_number, left.games);
  }
  return rest;
}

GameSet GameSet::common(const GameSet& other) const { return minus(minus(other)); }

std::uint64_t GameSet::size() const {
  std::uint64_t games = 0;
  for (const Range& range : ranges_) games += range.games.size();
  return games;
}

std::span<const GameSet::Range> GameSet::of_case(std::size_t case_number) const {
  const auto first = std::ranges::lower_bound(ranges_, case_number, {}, &Range::case_number);
  return {first, std::ranges::upper_bound(first, ranges_.end(), case_number, {}, &Range::case_number)};
}

GameRange GameSet::range_of(std::size_t case_number) const {
  const std::span<const Range> ranges = of_case(case_number);
  return ranges.empty() ? GameRange{} : ranges.front().games;
}

}  // namespace sapper::experiments

#include "experiments/stats/crossing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {
namespace {

double log_odds(double rate) { return std::log(rate / (1 - rate)); }

// The log odds of a point with their limits, less those of the level.
struct Odds {
  double x, value, low, high;
};

Odds odds_of(const RatePoint& point, double of_level) {
  const auto wins = static_cast<double>(point.wins), games = static_cast<double>(point.games);
  const auto [low, high] = wilson_95(point.wins, point.games);
  return {point.x, std::log((wins + 0.5) / (games - wins + 0.5)) - of_level,
          point.wins == 0 ? -HUGE_VAL : log_odds(low) - of_level,
          point.wins == point.games ? HUGE_VAL : log_odds(high) - of_level};
}

// A distance weighted with the share of its point, squared; no share of an infinite one is 0.
double part(double share, double distance) { return share == 0 ? 0 : share * distance * (share * distance); }

// True if the level is within the limits at this share of the way from a to b.
bool may_be_level(const Odds& a, const Odds& b, double share) {
  const double value = (1 - share) * a.value + share * b.value;
  const double below = std::sqrt(part(1 - share, a.value - a.low) + part(share, b.value - b.low));
  const double above = std::sqrt(part(1 - share, a.high - a.value) + part(share, b.high - b.value));
  return value - below <= 0 && value + above >= 0;
}

}  // namespace

std::optional<Crossing> level_crossing(std::span<const RatePoint> points, double level) {
  constexpr int kSteps = 64;  // between two points, where limits are looked for
  std::vector<Odds> odds;
  for (const RatePoint& point : points) odds.push_back(odds_of(point, log_odds(level)));
  std::optional<double> first, last;  // crossings
  std::optional<double> least, most;  // of the places that may have the level
  const auto take = [](double x, std::optional<double>& from, std::optional<double>& to) {
    from = std::min(x, from.value_or(x));
    to = std::max(x, to.value_or(x));
  };
  for (std::size_t i = 0; i + 1 < odds.size(); ++i) {
    const Odds &a = odds[i], &b = odds[i + 1];
    const auto x_at = [&](double share) { return a.x + share * (b.x - a.x); };
    if (a.value * b.value <= 0 && a.value != b.value) {
      const double x = x_at(a.value / (a.value - b.value));
      take(x, first, last);
      take(x, least, most);
    }
    // The places between two steps of which one may have the level and the other not are narrowed down by halving.
    for (int step = 0; step < kSteps; ++step) {
      double inside = static_cast<double>(step) / kSteps, outside = static_cast<double>(step + 1) / kSteps;
      const bool is_first_inside = may_be_level(a, b, inside), is_last_inside = may_be_level(a, b, outside);
      if (is_first_inside) take(x_at(inside), least, most);
      if (is_last_inside) take(x_at(outside), least, most);
      if (is_first_inside == is_last_inside) continue;
      if (is_last_inside) std::swap(inside, outside);
      for (int halving = 0; halving < 40; ++halving) {
        const double middle = (inside + outside) / 2;
        (may_be_level(a, b, middle) ? inside : outside) = middle;
      }
      take(x_at(inside), least, most);
    }
  }
  if (!first) return std::nullopt;
  Crossing crossing{(*first + *last) / 2, least, most};
  if (*least <= odds.front().x) crossing.low.reset();
  if (*most >= odds.back().x) crossing.high.reset();
  return crossing;
}

}  // namespace sapper::experiments

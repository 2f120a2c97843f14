#include "solvers/minesweeper/choice/playouts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// Variances of a layout's difference between two candidates: the minimum assumed, however similar the first layouts
// are, and the prior value, which counts as this many layouts.
constexpr double kLeastVariance = 0.01;
constexpr double kUsualVariance = 0.02;

// The mean of a normal variable's positive part.
double mean_positive_part(double mean, double deviation) {
  const double z = mean / deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  return mean * std::erfc(-z / std::numbers::sqrt2) / 2 + deviation * density;
}

}  // namespace

template <class Boards>
auto PlayoutsOf<Boards>::choose(Posterior& posterior, std::span<const Candidate> candidates,
                                const PlayoutLimits& limits, sim::Stream& random)
    -> std::span<const Candidate> {
  digs_.start(posterior);
  contenders_.clear();
  for (const Candidate& candidate : candidates.first(std::min(candidates.size(), limits.max_candidates))) {
    contenders_.push_back({candidate});
    digs_.add(std::span(&candidate.cell, 1), 1 - candidate.p_mine, candidate.value / 2);
  }
  std::size_t best = 0;
  judged_.clear();
  try {
    for (std::uint32_t layouts = 0; layouts < limits.max_layouts && left() > 1; layouts += limits.per_round) {
      digs_.play(limits.per_round, random);
      best = leader(limits.prior);
      drop_hopeless(best, limits);
    }
  } catch (const ComponentTooWide&) {
    digs_.release();
    return judged_;
  }
  digs_.release();
  list_judged(best);
  return judged_;
}

template <class Boards>
void PlayoutsOf<Boards>::list_judged(std::size_t best) {
  const double won = digs_.mean(best).value;
  contenders_[best].estimate = 0;
  judged_.clear();
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    const Contender& contender = contenders_[i];
    judged_.push_back({contender.candidate.cell, contender.candidate.p_mine, won + contender.estimate,
                       standard_error(i, best)});
  }
  std::swap(judged_[0], judged_[best]);
  std::sort(judged_.begin() + 1, judged_.end(), [](const auto& a, const auto& b) {
    return a.value != b.value ? a.value > b.value : a.cell < b.cell;
  });
}

// The values that list_judged() averages for a contender: on each of its layouts the best one's result, shifted by
// `weight` towards the contender's own.
template <class Boards>
double PlayoutsOf<Boards>::standard_error(std::size_t contender, std::size_t best) const {
  const std::span<const double> results = digs_.results(contender);
  const std::span<const double> best_results = digs_.results(best);
  const double weight = contenders_[contender].weight;
  return mean_over_layouts(
             std::min(results.size(), best_results.size()),
             [&](std::size_t i) { return best_results[i] + weight * (results[i] - best_results[i]); })
      .error;
}

template <class Boards>
std::size_t PlayoutsOf<Boards>::left() const {
  return static_cast<std::size_t>(
      std::count_if(contenders_.begin(), contenders_.end(),
                    [](const Contender& contender) { return !contender.is_dropped; }));
}

// The contender with the best mean of results and prior.
template <class Boards>
std::size_t PlayoutsOf<Boards>::leader(const PlayoutPrior& prior) const {
  // The mean over few layouts is unreliable: the prior counts as some layouts.
  std::size_t best = contenders_.size();
  double best_value = 0;
  const double prior_layouts = kUsualVariance / (prior.deviation * prior.deviation);
  for (std::size_t i = 0; i < contenders_.size(); ++i) {
    const Contender& contender = contenders_[i];
    if (contender.is_dropped) continue;
    const std::span<const double> results = digs_.results(i);
    double sum = 0;
    for (const double result : results) sum += result;
    const double value = (sum + prior_layouts * prior.share * contender.candidate.value) /
                         (static_cast<double>(results.size()) + prior_layouts);
    if (best != contenders_.size() && value <= best_value) continue;
    best = i;
    best_value = value;
  }
  return best;
}

// Fills the estimates of the differences to the leader.
template <class Boards>
void PlayoutsOf<Boards>::drop_hopeless(std::size_t leader, const PlayoutLimits& limits) {
  const PlayoutPrior& prior = limits.prior;
  const Contender& best = contenders_[leader];
  const std::span<const double> best_results = digs_.results(leader);
  const auto layouts = static_cast<double>(best_results.size());
  for (std::size_t at = 0; at < contenders_.size(); ++at) {
    Contender& contender = contenders_[at];
    if (contender.is_dropped || at == leader) continue;
    const std::span<const double> results = digs_.results(at);
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < best_results.size(); ++i) {
      const double difference = results[i] - best_results[i];
      sum += difference;
      squares += difference * difference;
    }
    const double mean = sum / layouts;
    const double variance = std::max(squares / layouts - mean * mean, kLeastVariance) / layouts;
    const double prior_mean = prior.share * (contender.candidate.value - best.candidate.value);
    const double prior_variance = prior.deviation * prior.deviation;
    const double weight = prior_variance / (prior_variance + variance);
    contender.weight = weight;
    contender.estimate = prior_mean + weight * (mean - prior_mean);
    const double deviation = std::sqrt(variance * weight);
    contender.is_dropped = mean_positive_part(contender.estimate, deviation) < limits.min_loss;
    if (contender.is_dropped) digs_.drop(at);
  }
}

template class PlayoutsOf<OnGrids>;
template class PlayoutsOf<OnGraphs>;

}  // namespace sapper::solvers

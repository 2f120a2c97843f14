#include "solvers/minesweeper/choice/playouts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sapper::solvers {
namespace {

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

std::span<const LookAhead::Candidate> Playouts::choose(Posterior& posterior,
                                                       std::span<const LookAhead::Candidate> candidates,
                                                       const PlayoutLimits& limits, sim::Stream& random) {
  contender_count_ = std::min(candidates.size(), limits.max_candidates);
  if (contenders_.size() < contender_count_) contenders_.resize(contender_count_);
  for (std::size_t i = 0; i < contender_count_; ++i) {
    Contender& contender = contenders_[i];
    contender.candidate = candidates[i];
    contender.results.clear();
    contender.won = contender.free = contender.estimate = 0;
    contender.weight = 1;
    contender.is_dropped = false;
  }
  sampler_.start(posterior);
  player_.start(posterior);
  std::size_t best = 0;
  for (std::uint32_t layouts = 0; layouts < limits.max_layouts && left() > 1;) {
    for (std::uint32_t i = 0; i < limits.per_round; ++i, ++layouts) {
      sampler_.draw(random, mines_);
      mines_.insert(mines_.end(), player_.known_mines().begin(), player_.known_mines().end());
      layout_.set_mines(mines_);
      player_.take_layout(layout_);
      for (std::size_t at = 0; at < contender_count_; ++at)
        if (!contenders_[at].is_dropped) play_layout(contenders_[at]);
    }
    best = leader(limits.prior);
    drop_hopeless(best, limits);
  }
  player_.release();
  list_judged(best);
  return judged_;
}

void Playouts::list_judged(std::size_t best) {
  const std::vector<double>& results = contenders_[best].results;
  double won = 0;
  for (const double result : results) won += result;
  won /= static_cast<double>(results.size());
  contenders_[best].estimate = 0;
  judged_.clear();
  for (std::size_t i = 0; i < contender_count_; ++i) {
    const Contender& contender = contenders_[i];
    judged_.push_back({contender.candidate.cell, contender.candidate.p_mine, won + contender.estimate,
                       standard_error(contender, contenders_[best])});
  }
  std::swap(judged_[0], judged_[best]);
  std::sort(judged_.begin() + 1, judged_.end(), [](const auto& a, const auto& b) {
    return a.value != b.value ? a.value > b.value : a.cell < b.cell;
  });
}

// The values that list_judged() averages for a contender: on each of its layouts the best one's result, shifted by
// `weight` towards the contender's own.
double Playouts::standard_error(const Contender& contender, const Contender& best) {
  const std::size_t layouts = std::min(contender.results.size(), best.results.size());
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < layouts; ++i) {
    const double result = best.results[i] + contender.weight * (contender.results[i] - best.results[i]);
    sum += result;
    squares += result * result;
  }
  const auto count = static_cast<double>(layouts);
  const double mean = sum / count;
  return std::sqrt(std::max(squares / count - mean * mean, 0.0) / std::max(count - 1, 1.0));
}

std::size_t Playouts::left() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < contender_count_; ++i) count += !contenders_[i].is_dropped;
  return count;
}

void Playouts::play_layout(Contender& contender) {
  const bool is_free = !layout_.is_mine(contender.candidate.cell);
  const double mean = contender.free > 0 ? contender.won / contender.free : contender.candidate.value / 2;
  double result = -((is_free ? 1 : 0) - (1 - contender.candidate.p_mine)) * mean;
  if (is_free) {
    const double won = player_.play(contender.candidate.cell);
    result += won;
    contender.won += won;
    contender.free += 1;
  }
  contender.results.push_back(result);
}

// The contender with the best mean of results and prior.
std::size_t Playouts::leader(const PlayoutPrior& prior) const {
  // The mean over few layouts is unreliable: the prior counts as some layouts.
  std::size_t best = contender_count_;
  double best_value = 0;
  const double prior_layouts = kUsualVariance / (prior.deviation * prior.deviation);
  for (std::size_t i = 0; i < contender_count_; ++i) {
    const Contender& contender = contenders_[i];
    if (contender.is_dropped) continue;
    double sum = 0;
    for (const double result : contender.results) sum += result;
    const double value = (sum + prior_layouts * prior.share * contender.candidate.value) /
                         (static_cast<double>(contender.results.size()) + prior_layouts);
    if (best != contender_count_ && value <= best_value) continue;
    best = i;
    best_value = value;
  }
  return best;
}

// Fills the estimates of the differences to the leader.
void Playouts::drop_hopeless(std::size_t leader, const PlayoutLimits& limits) {
  const PlayoutPrior& prior = limits.prior;
  const Contender& best = contenders_[leader];
  const auto layouts = static_cast<double>(best.results.size());
  for (std::size_t at = 0; at < contender_count_; ++at) {
    Contender& contender = contenders_[at];
    if (contender.is_dropped || at == leader) continue;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < best.results.size(); ++i) {
      const double difference = contender.results[i] - best.results[i];
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
  }
}

}  // namespace sapper::solvers

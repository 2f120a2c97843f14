#include "solvers/minesweeper/choice/playouts.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

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

void PlayoutPlayer::start(Posterior& base) {
  base_ = &base;
  const LocalRules& known = base.knowledge();
  known_mines_.clear();
  for (Cell cell = 0; cell < known.grid().cell_count(); ++cell)
    if (known.is_mine(cell)) known_mines_.push_back(cell);
  forget_entries();
  layout_number_ = 0;
  survived_ = survived_here_ = {};
}

void PlayoutPlayer::release() {
  if (!base_->combine()) throw std::logic_error("a position became impossible by play-outs");
}

void PlayoutPlayer::take_layout(const sim::Layout& layout) {
  layout_ = &layout;
  ++layout_number_;
  survived_.add(survived_here_);
  survived_here_ = {};
}

void PlayoutPlayer::Survived::add(const Survived& other) {
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    won[bin] += other.won[bin];
    count[bin] += other.count[bin];
  }
}

void PlayoutPlayer::forget_entries() {
  entries_.clear();
  slots_.assign(kSlots, 0);
  safe_.clear();
  guesses_.clear();
  exact_.clear();
}

double PlayoutPlayer::play(std::span<const Cell> first) {
  if (entries_.size() > kMostEntries) forget_entries();
  game_.resume(base_->knowledge().view(), *layout_);
  has_knowledge_ = false;
  made_.clear();
  luck_ = 0;
  key_.clear();
  in_key_ = 0;
  for (const Cell cell : first) game_.dig(cell);
  const double won = play_on();
  record_end(won);
  return won - luck_;
}

// If the rules of the game open less than a flood, the rest is certain and dug next.
double PlayoutPlayer::play_on() {
  using Status = sim::Game::Status;
  while (game_.status() == Status::playing) {
    const std::uint32_t hidden = game_.view().hidden_count();
    const Entry entry = look_up();
    if (entry.kind == Entry::Kind::exact) return exact_[entry.at];
    if (entry.kind == Entry::Kind::safe) {
      game_.dig(std::span(safe_).subspan(entry.at, entry.count));
    } else {
      const Guess& guess = guesses_[entry.at];
      if (guess.layout == layout_number_) {
        luck_ += guess.luck;
        return guess.won;
      }
      const bool is_free = !layout_->is_mine(guess.cell);
      made_.push_back({entry.at, luck_, is_free});
      luck_ += ((is_free ? 1 : 0) - guess.p_free) * mean_after(guess.bin);
      game_.dig(guess.cell);
    }
    if (game_.view().hidden_count() == hidden)
      return 0;  // a mine, or the entry of another position with the same key
  }
  return game_.status() == Status::won ? 1 : 0;
}

// A new entry takes its slot from the previous one.
PlayoutPlayer::Entry PlayoutPlayer::look_up() {
  const std::span<const sim::CellBlock> shown = game_.shown();
  for (; in_key_ < shown.size(); ++in_key_) key_.add(shown[in_key_], game_.view());
  const std::uint64_t key = key_.value();
  std::uint32_t& slot = slots_[key % kSlots];
  if (slot == 0 || entries_[slot - 1].key != key) {
    entries_.push_back(decide(key));
    slot = static_cast<std::uint32_t>(entries_.size());
  }
  return entries_[slot - 1];
}

PlayoutPlayer::Entry PlayoutPlayer::decide(std::uint64_t key) {
  if (!has_knowledge_) {
    reasoner_.adopt(*base_, game_.view());
    has_knowledge_ = true;
  }
  digs_.clear();
  shown_.clear();
  for (const sim::CellBlock& block : game_.shown())
    block.for_each_row([&](std::uint32_t row) {
      sim::add_cells(shown_, game_.view().grid(), block.first_word + row, block.bits[row]);
    });
  game_.forget_shown();
  in_key_ = 0;
  if (reasoner_.plan_by_rules(shown_, digs_) || reasoner_.plan_by_posterior(digs_)) return keep_safe(key);
  reasoner_.settle();
  const Posterior& posterior = reasoner_.posterior();
  if (endgame_.solve(posterior, endgame_layouts_)) {
    exact_.push_back(endgame_.win_probability());
    return {key, static_cast<std::uint32_t>(exact_.size()) - 1, 0, Entry::Kind::exact};
  }
  const Cell cell = look_ahead_ ? look_ahead_->judge(posterior, {}).front().cell : rule_.choose(posterior);
  const auto bin = static_cast<std::uint32_t>(posterior.log_layouts() / kLogLayoutsPerBin);
  guesses_.push_back({cell, std::min(bin, kBins - 1), 1 - posterior.p_mine(cell)});
  return {key, static_cast<std::uint32_t>(guesses_.size()) - 1, 0, Entry::Kind::guess};
}

PlayoutPlayer::Entry PlayoutPlayer::keep_safe(std::uint64_t key) {
  const auto first = static_cast<std::uint32_t>(safe_.size());
  safe_.insert(safe_.end(), digs_.safe.begin(), digs_.safe.end());
  return {key, first, static_cast<std::uint32_t>(digs_.safe.size()), Entry::Kind::safe};
}

// Records how the play-out ended, for other play-outs on this layout that reach its guesses, and for later layouts.
void PlayoutPlayer::record_end(double won) {
  for (const Made& made : made_) {
    Guess& guess = guesses_[made.guess];
    guess.layout = layout_number_;
    guess.won = won;
    guess.luck = luck_ - made.luck_before;
    if (!made.is_survived) continue;
    survived_here_.won[guess.bin] += won;
    survived_here_.count[guess.bin] += 1;
  }
}

// Prior mean until play-outs provide data.
double PlayoutPlayer::mean_after(std::size_t bin) const {
  constexpr double kSome = 4;
  constexpr double kMean = 0.6;
  return (survived_.won[bin] + kSome * kMean) / (survived_.count[bin] + kSome);
}

}  // namespace sapper::solvers

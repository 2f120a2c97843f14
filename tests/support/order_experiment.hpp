// An experiment whose games are their numbers, for tests of what plays, stores and joins games of any kind. Tallies notice
// when games are added up out of order.
#pragma once

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/game_failed.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/stats/differences.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {

using namespace experiments;

// A game is its number. Adding up in order is checked: a tally knows the first and the number after its last
// game.
class OrderTally final : public Tally {
 public:
  std::uint64_t games() const override { return next - first; }
  void clear() override { first = next = sum = 0; }
  void add(const Tally& tally) override {
    const auto& other = dynamic_cast<const OrderTally&>(tally);
    if (games() == 0) first = next = other.first;
    in_order = in_order && other.first == next;
    next = other.next;
    sum += other.sum;
  }
  std::vector<CounterName> names() const override {
    return {{"first"}, {"next"}, {"sum", true, "sum", {"sum"}}};
  }
  std::vector<std::uint64_t> counters() const override { return {first, next, sum}; }
  void set_counters(std::span<const std::uint64_t> counters) override {
    if (counters.size() != 3) throw std::invalid_argument("counters");
    first = counters[0];
    next = counters[1];
    sum = counters[2];
  }

  std::uint64_t first = 0;
  std::uint64_t next = 0;
  std::uint64_t sum = 0;
  bool in_order = true;
};

// Passes for the sum of any games, so that files are seen to hold the largest number.
inline constexpr std::uint64_t kLargestSum = ~std::uint64_t{0};

class OrderExperiment : public Experiment, public CaseResults, public ExperimentTexts {
 public:
  OrderExperiment(std::size_t boards, std::uint64_t games) : boards_(boards) { common_.games = games; }

  CommonConfig common_;
  std::uint64_t fails_at = ~std::uint64_t{0};
  bool is_slow = false;
  std::vector<double> costs;                      // of a game, by board; 1 where missing
  std::uint64_t first_chunk_ = 0;                 // 0: one more than the board's number
  std::uint64_t narrow_from = ~std::uint64_t{0};  // the half-width falls to 0 there
  std::atomic<std::uint64_t> never_ends_from = ~std::uint64_t{0};
  mutable std::atomic<bool> is_stuck = false;

  ExperimentParts parts() const override { return {.results = *this, .texts = *this, .has_records = true}; }
  const CommonConfig& common() const override { return common_; }
  std::size_t case_count() const override { return boards_; }
  CaseProperties properties(std::size_t board) const override {
    return {{"order", board, CaseProperty::Role::board, true, "order " + std::to_string(board)}};
  }
  std::vector<std::string> labels() const override { return {"order"}; }
  double game_cost(std::size_t board) const override { return board < costs.size() ? costs[board] : 1; }
  std::uint64_t first_chunk(std::size_t board) const override {
    return first_chunk_ != 0 ? first_chunk_ : board + 1;
  }
  std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const override;
  std::unique_ptr<Tally> make_tally() const override { return std::make_unique<OrderTally>(); }
  StopEvidence stop_evidence(const Tally& tally) const override {
    return {.half_width = tally.games() >= narrow_from ? 0.0 : 1.0, .pair = {}};
  }
  std::optional<PairedCounts> paired(const Tally&, std::size_t, std::size_t) const override { return {}; }
  std::string contradiction(const Tally& tally) const override {
    const auto& counts = dynamic_cast<const OrderTally&>(tally);
    const bool is_possible = counts.sum <= counts.next * counts.next || counts.sum == kLargestSum;
    return is_possible ? "" : "a sum of " + std::to_string(counts.sum);
  }
  boost::json::object config() const override { return {{"games", common_.games}, {"boards", boards_}}; }
  boost::json::array results(std::size_t board, const Tally& tally) const override {
    return {boost::json::object{{"case", board}, {"sum", dynamic_cast<const OrderTally&>(tally).sum}}};
  }
  std::vector<Comparison> comparisons_of(std::size_t, const Tally&) const override { return {}; }
  std::vector<Timing> timings_of(std::size_t, const Tally&, double) const override { return {}; }
  boost::json::object case_facts(std::size_t board, const Tally& tally) const override {
    return facts_of_case(*this, board, tally);
  }
  double core_s(const Tally&) const override { return 1; }
  std::optional<double> layout_s(const Tally&) const override { return {}; }
  std::string headline(const Tally&) const override { return ""; }
  std::string summary(const TallyOf&, std::optional<double>, std::size_t) const override { return ""; }
  std::string replay(std::size_t, std::uint64_t, const std::string*) const override { return ""; }
  std::string outline() const override { return ""; }

 private:
  std::size_t boards_;
};

class OrderWorker final : public Worker {
 public:
  OrderWorker(const OrderExperiment& experiment, bool has_records)
      : experiment_(experiment), has_records_(has_records) {}
  bool play(std::size_t board, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
            std::string& records) override {
    EXPECT_FALSE(busy_.exchange(true)) << "two chunks at once in one worker";
    auto& counts = dynamic_cast<OrderTally&>(tally);
    counts.first = counts.next = games.first;
    for (; counts.next < games.last; ++counts.next) {
      if (abandon) return busy_ = false;
      if (counts.next == experiment_.fails_at) {
        busy_ = false;
        throw GameFailed(experiment_, board, counts.next, "boom");
      }
      while (counts.next >= experiment_.never_ends_from) {
        experiment_.is_stuck = true;
        std::this_thread::yield();
      }
      // Chunks end out of order.
      if (experiment_.is_slow && counts.next % 7 == 0)
        std::this_thread::sleep_for(std::chrono::microseconds(200));
      counts.sum += counts.next;
      if (has_records_) records += std::to_string(board) + ':' + std::to_string(counts.next) + '\n';
    }
    busy_ = false;
    return true;
  }

 private:
  const OrderExperiment& experiment_;
  const bool has_records_;
  std::atomic<bool> busy_ = false;
};

inline std::unique_ptr<Worker> OrderExperiment::make_worker(std::optional<RecordFilter> records) const {
  return std::make_unique<OrderWorker>(*this, records.has_value());
}

}  // namespace sapper::tests

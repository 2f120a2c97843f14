// Judges digs, for every player alike: the exact P(mine) of the cell, given the view; whether a certainly safe
// cell was left aside; whether what was held for certain was. A strategy that has computed the posterior for
// its choice passes its risk on; for all others the referee computes it, in time of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/minesweeper/deduction/local_rules.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/support/thread_time.hpp"

namespace sapper::experiments::minesweeper {

// What a dig was worth before it was made.
struct Ruling {
  solvers::MoveKind kind = solvers::MoveKind::guess;  // rules, csp or guess
  double p_mine = 0;                                  // exact
  bool is_safe_missed = false;                        // it may be a mine, and another cell was certainly safe
};

class Referee {
 public:
  // The grid must outlive the object.
  explicit Referee(const sim::Grid& grid) : grid_(&grid) {}

  // Before each game, and when the shown numbers have changed.
  void forget() {
    is_following_ = false;
    seen_.clear();
  }
  // After each dig: the cells that it showed. They are considered at the next ruling, in its time.
  void see(std::span<const sim::Cell> shown) {
    if (is_following_) seen_.insert(seen_.end(), shown.begin(), shown.end());
  }

  // Of any hidden cell. Follows the game from its first call on. Where the frontier is too wide to be counted,
  // the risk is that of a uniformly random cell not known to be a mine, and nothing counts as missed.
  Ruling rule(const sim::View& view, sim::Cell cell);
  // Of a guess, by a posterior of the view alone. Where the frontier is too wide to be counted, the strategy's
  // own risk: the mean over the cells that its draw could hit, which is exact on average.
  Ruling judge_guess(const sim::View& view, const solvers::Move& guess);

  // What the thread does during its life counts as the referee's processor time.
  class Session {
   public:
    explicit Session(Referee& referee) : referee_(referee) {}
    ~Session() { referee_.spent_ns_ += solvers::thread_ns() - begin_ns_; }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

   private:
    Referee& referee_;
    std::uint64_t begin_ns_ = solvers::thread_ns();
  };
  // Of sessions since the last call.
  std::uint64_t take_spent_ns() { return std::exchange(spent_ns_, 0); }

 private:
  Ruling find_ruling(const sim::View& view, sim::Cell cell);

  const sim::Grid* grid_;
  std::optional<solvers::LocalRules> knowledge_;  // made, as the posteriors, when first needed
  std::optional<solvers::Posterior> posterior_;   // follows the knowledge
  std::optional<solvers::Posterior> posterior_of_view_;
  bool is_following_ = false;
  std::vector<sim::Cell> seen_;  // since the last ruling
  std::uint64_t spent_ns_ = 0;
};

}  // namespace sapper::experiments::minesweeper

// Judges digs of all players alike: the exact P(mine) of the cell, given the view, and the lowest of any hidden cell;
// whether a certainly safe cell was missed; whether a claim of certainty was right. A strategy that has computed the
// posterior for its choice passes on its risk; for all others the referee computes it, in separately counted time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments::minesweeper {

// The assessment of a dig before it is made.
struct DigAssessment {
  solvers::MoveKind kind = solvers::MoveKind::guess;  // rules, csp or guess
  double p_mine = 0;                                  // exact
  bool is_safe_missed = false;  // it may be a mine although another cell was certainly safe
  // The lowest exact P(mine) of any hidden cell, if the dig is a guess; nullopt where the frontier is too wide to count.
  std::optional<double> lowest_p_mine{};
};

// Boards: OnGrids or OnGraphs.
template <class Boards>
class RefereeOf {
 public:
  using View = typename Boards::View;
  using Posterior = typename Boards::Posterior;

  // The board must outlive the object.
  explicit RefereeOf(const typename Boards::Board& board) : board_(&board) {}

  // Call before each game, and when the shown numbers have changed.
  void forget() {
    is_following_ = false;
    seen_.clear();
  }
  // Call after each dig with the cells that it showed. They are processed at the next ruling, and counted in its time.
  void see(std::span<const typename Boards::Shown> shown) {
    if (is_following_) seen_.insert(seen_.end(), shown.begin(), shown.end());
  }

  // Judges any hidden cell. Follows the game from its first call on. If the frontier is too wide to count, the risk is
  // that of a uniformly random cell not known to be a mine, and nothing counts as missed.
  DigAssessment rule(const View& view, sim::Cell cell);
  // Judges a guess with a posterior computed from the view alone. If the frontier is too wide to count, it uses the
  // strategy's own risk: the mean over the cells that its draw could hit, which is exact on average.
  DigAssessment judge_guess(const View& view, const solvers::Move& guess);

  // The thread's processor time during its lifetime counts as the referee's.
  class Session {
   public:
    explicit Session(RefereeOf& referee) : referee_(referee) {}
    ~Session() { referee_.spent_ns_ += solvers::thread_ns() - begin_ns_; }
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

   private:
    RefereeOf& referee_;
    std::uint64_t begin_ns_ = solvers::thread_ns();
  };
  // The time of all sessions since the last call.
  std::uint64_t take_spent_ns() { return std::exchange(spent_ns_, 0); }

 private:
  DigAssessment find_ruling(sim::Cell cell);
  static DigAssessment ruling_on_guess(const Posterior& posterior, sim::Cell cell);

  const typename Boards::Board* board_;
  std::optional<typename Boards::Knowledge> knowledge_;  // created on first use, like the posteriors
  std::optional<Posterior> posterior_;                   // follows the knowledge
  std::optional<Posterior> posterior_of_view_;
  bool is_following_ = false;
  std::vector<typename Boards::Shown> seen_;  // since the last ruling
  std::uint64_t spent_ns_ = 0;
};
using Referee = RefereeOf<solvers::OnGrids>;

extern template class RefereeOf<solvers::OnGrids>;
extern template class RefereeOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper

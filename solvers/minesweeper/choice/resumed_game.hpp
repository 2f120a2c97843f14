// A position that is played on, on a known layout, by certainty and by digs of the caller's choice: the unit of play-outs
// and of the bound from above. It copies the knowledge of the position's posterior, and adds all that has been shown since,
// only where it is first asked for safe cells; callers that keep answers by key() mostly need neither.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::solvers {

// Boards: OnGrids or OnGraphs.
template <class Boards>
class ResumedGameOf {
 public:
  using Posterior = typename Boards::Posterior;
  using Shown = typename Boards::Shown;

  // The board must outlive the object.
  explicit ResumedGameOf(const typename Boards::Board& board)
      : game_(Boards::rules_on(board)), reasoner_(board, telemetry_), key_(board) {}
  ResumedGameOf(const ResumedGameOf&) = delete;
  ResumedGameOf& operator=(const ResumedGameOf&) = delete;

  // Goes back to a position, which is combined and has nothing pending; its posterior and the layout must stay in place.
  void resume(const Posterior& base, const typename Boards::Layout& layout) {
    base_ = &base;
    game_.resume(base.knowledge().view(), layout);
    has_knowledge_ = false;
    key_.clear();
    in_key_ = 0;
  }

  typename Boards::Game& game() { return game_; }
  // Of what is shown beyond the base; equal for equal positions, and different ones rarely share it.
  std::uint64_t key() {
    const std::span<const Shown> shown = game_.shown();
    for (; in_key_ < shown.size(); ++in_key_) key_.add(shown[in_key_], game_.view());
    return key_.value();
  }
  // The certainly safe cells. If there are none, posterior() is that of the position, settled. Looks for interruptions.
  const std::vector<Shown>& find_safe();
  Posterior& posterior() { return reasoner_.posterior(); }

 private:
  const Posterior* base_ = nullptr;
  typename Boards::Game game_;
  Telemetry telemetry_;  // not read
  ReasonerOf<Boards> reasoner_;
  typename Boards::ShownKey key_;
  std::size_t in_key_ = 0;      // elements of game_.shown() in key_
  bool has_knowledge_ = false;  // the reasoner follows this game
  std::vector<Shown> shown_;
  typename Boards::Digs digs_;
};
using ResumedGame = ResumedGameOf<OnGrids>;

extern template class ResumedGameOf<OnGrids>;
extern template class ResumedGameOf<OnGraphs>;

}  // namespace sapper::solvers

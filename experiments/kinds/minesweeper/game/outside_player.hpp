// Players from outside this program behind the interface of strategies: programs (external_player.hpp) and functions
// (policy_player.hpp). They say more of their play than strategies do, and may give up.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solvers/minesweeper/analysis/claim.hpp"
#include "solvers/minesweeper/choice/graph_strategy.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

// Strategy: solvers::Strategy, or solvers::GraphStrategy of players on lattices and graphs.
template <class Strategy>
class OutsidePlayerOf : public Strategy {
 public:
  // The claims about the digs of the last plan(), in their order.
  std::span<const solvers::Claim> claims() const { return claims_; }
  // Whether the last plan() resigned, with no dig: the game counts as lost.
  bool has_resigned() const { return has_resigned_; }

 protected:
  std::vector<solvers::Claim> claims_;
  bool has_resigned_ = false;
};
using OutsidePlayer = OutsidePlayerOf<solvers::Strategy>;
using OutsideGraphPlayer = OutsidePlayerOf<solvers::GraphStrategy>;

// A strategy or a player from outside, for a game.
template <class Strategy>
struct AnyPlayerOf {
  // NOLINTBEGIN(google-explicit-constructor): it is either of them.
  AnyPlayerOf(Strategy& built_in) : strategy(built_in) {}
  AnyPlayerOf(OutsidePlayerOf<Strategy>& other) : strategy(other), outside(&other) {}
  // NOLINTEND(google-explicit-constructor)

  bool has_resigned() const { return outside != nullptr && outside->has_resigned(); }
  std::span<const solvers::Claim> claims() const {
    return outside != nullptr ? outside->claims() : std::span<const solvers::Claim>();
  }

  Strategy& strategy;
  const OutsidePlayerOf<Strategy>* outside = nullptr;
};
using AnyPlayer = AnyPlayerOf<solvers::Strategy>;
using AnyGraphPlayer = AnyPlayerOf<solvers::GraphStrategy>;

// Owns the strategy or player that it points to.
template <class Strategy>
class AnyPlayerPointerOf {
 public:
  // NOLINTBEGIN(google-explicit-constructor): it is either of them.
  AnyPlayerPointerOf(std::unique_ptr<Strategy> built_in) : strategy_(std::move(built_in)) {}
  AnyPlayerPointerOf(std::unique_ptr<OutsidePlayerOf<Strategy>> other)
      : outside_(other.get()), strategy_(std::move(other)) {}
  // NOLINTEND(google-explicit-constructor)

  AnyPlayerOf<Strategy> operator*() const {
    if (outside_ != nullptr) return *outside_;
    return *strategy_;
  }
  Strategy* operator->() const { return strategy_.get(); }

 private:
  OutsidePlayerOf<Strategy>* outside_ = nullptr;  // the strategy, if it is one
  std::unique_ptr<Strategy> strategy_;
};
using AnyPlayerPointer = AnyPlayerPointerOf<solvers::Strategy>;
using AnyGraphPlayerPointer = AnyPlayerPointerOf<solvers::GraphStrategy>;

}  // namespace sapper::experiments::minesweeper

// Players from outside this program behind the interface of strategies: programs (external_player.hpp) and functions
// (policy_player.hpp). They say more of their play than strategies do, and may give up.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "solvers/minesweeper/analysis/claim.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

class OutsidePlayer : public solvers::Strategy {
 public:
  // The claims about the digs of the last plan(), in their order.
  std::span<const solvers::Claim> claims() const { return claims_; }
  // Whether the last plan() resigned, with no dig: the game counts as lost.
  bool has_resigned() const { return has_resigned_; }

 protected:
  std::vector<solvers::Claim> claims_;
  bool has_resigned_ = false;
};

// A strategy or a player from outside, for a game.
struct AnyPlayer {
  // NOLINTBEGIN(google-explicit-constructor): it is either of them.
  AnyPlayer(solvers::Strategy& built_in) : strategy(built_in) {}
  AnyPlayer(OutsidePlayer& other) : strategy(other), outside(&other) {}
  // NOLINTEND(google-explicit-constructor)

  bool has_resigned() const { return outside != nullptr && outside->has_resigned(); }
  std::span<const solvers::Claim> claims() const {
    return outside != nullptr ? outside->claims() : std::span<const solvers::Claim>();
  }

  solvers::Strategy& strategy;
  const OutsidePlayer* outside = nullptr;
};

// Owns the strategy or player that it points to.
class AnyPlayerPointer {
 public:
  // NOLINTBEGIN(google-explicit-constructor): it is either of them.
  AnyPlayerPointer(std::unique_ptr<solvers::Strategy> built_in) : strategy_(std::move(built_in)) {}
  AnyPlayerPointer(std::unique_ptr<OutsidePlayer> other)
      : outside_(other.get()), strategy_(std::move(other)) {}
  // NOLINTEND(google-explicit-constructor)

  AnyPlayer operator*() const { return outside_ != nullptr ? AnyPlayer(*outside_) : AnyPlayer(*strategy_); }
  solvers::Strategy* operator->() const { return strategy_.get(); }

 private:
  OutsidePlayer* outside_ = nullptr;  // the strategy, if it is one
  std::unique_ptr<solvers::Strategy> strategy_;
};

}  // namespace sapper::experiments::minesweeper

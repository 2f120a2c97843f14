// How the games of a case begin, for everything that plays them: their identity, the cell of the first dig, and the
// layout of their mines.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/strategies/no_guess.hpp"

namespace sapper::experiments::minesweeper {

// Boards: OnGrids or OnGraphs.
template <class Boards>
class DealerOf {
 public:
  using GameRules = typename Boards::GameRules;

  static constexpr std::uint64_t kMostTries = 10'000'000;
  static constexpr std::uint64_t kMostTriesForAPerson = 100'000;  // who waits for the layout

  // InputError if the case's graph is missing.
  DealerOf(const Config& config, const Case& played);
  // Deals the games of these rules, this seed and this key, whose layouts may need guesses. first_cell: of every first dig;
  // kNoCell: the player chooses.
  DealerOf(const GameRules& rules, std::uint64_t seed, std::uint64_t board_key,
           sim::Cell first_cell = sim::kNoCell);

  // The rules of the games that are dealt.
  const GameRules& rules() const { return rules_; }
  sim::GameId id_of(std::uint64_t game) const { return {seed_, board_key_, game}; }
  sim::Cell first_cell() const { return first_cell_; }  // kNoCell: the player chooses
  bool needs_no_guess() const { return no_guess_ != nullptr || repaired_ != nullptr; }

  // Lays the mines of a game with these rules that was started with this identity, for a first dig at `first`. Returns how
  // many layouts were drawn. std::runtime_error if none of `most_tries` needs no guess.
  std::uint64_t lay(typename Boards::Game& game, const sim::GameId& id, sim::Cell first,
                    std::uint64_t most_tries = kMostTries) {
    const std::uint64_t tries = needs_no_guess() ? draw_layout(id, first, most_tries) : 1;
    game.lay(first);
    return tries;
  }

 private:
  std::uint64_t draw_layout(const sim::GameId& id, sim::Cell first, std::uint64_t most_tries);

  std::uint64_t seed_;
  std::uint64_t board_key_;
  sim::Cell first_cell_;
  // The mines of the next game on a board that needs no guess, which are the fixed mines of the rules; else null.
  std::shared_ptr<std::vector<sim::Cell>> drawn_mines_;
  std::unique_ptr<solvers::NoGuessLayoutsOf<Boards>> no_guess_;
  std::unique_ptr<solvers::RepairedLayoutsOf<Boards>> repaired_;
  GameRules rules_;
};
using Dealer = DealerOf<solvers::OnGrids>;

// Deals the games of these rules and this seed, of any experiment.
inline Dealer dealer_of(const sim::GameRules& rules, std::uint64_t seed) {
  return {rules, seed, key_of(rules)};
}

extern template class DealerOf<solvers::OnGrids>;
extern template class DealerOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper

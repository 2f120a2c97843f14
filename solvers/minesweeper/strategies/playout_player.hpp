// Plays a position on to its end on a known layout, by the rule of `progress`, from where a posterior stands.
//
// The play-out's own posterior borrows the counted components of the base and counts again only those that
// change, so that starting one costs a copy of the knowledge. It ends when a mine is dug, when the game is
// won, or when few layouts are left: then with their exact value. The luck of its guesses is taken off (see
// playouts.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/endgame/endgame.hpp"
#include "solvers/minesweeper/strategies/deducing_strategy.hpp"
#include "solvers/minesweeper/strategies/informed_rule.hpp"

namespace sapper::solvers {

class PlayoutPlayer final : private DeducingStrategy {
 public:
  static constexpr std::uint32_t kEndgameLayouts = 64;

  explicit PlayoutPlayer(const sim::Grid& grid)
      : DeducingStrategy(grid), view_(grid, 0), posterior_(grid), endgame_(grid) {}

  // The position from which all play-outs start: combined, with nothing pending. Until finish(), the base's
  // risks mean nothing.
  void start(Posterior& base);
  void finish();
  std::span<const sim::Cell> known_mines() const { return known_mines_; }

  // What a play-out that digs this cell first wins, 0 to 1, less its luck. The layout has all mines of the
  // board, and none in the cell.
  double play(const sim::Layout& layout, sim::Cell first);

 private:
  static constexpr std::size_t kBins = 32;
  static constexpr double kLogLayoutsPerBin = 4;
  struct Guess {
    std::size_t bin;
    double p_mine;
  };

  void plan(std::span<const sim::Cell>, std::vector<Move>&) override {}
  void dig(const sim::Layout& layout, sim::Cell cell);
  double play_on(const sim::Layout& layout);
  double mean_after(std::size_t bin) const;

  Posterior* base_ = nullptr;
  std::vector<sim::Cell> known_mines_;
  sim::View view_;
  std::uint32_t safe_left_ = 0;  // hidden cells without a mine
  Posterior posterior_;
  Endgame endgame_;
  InformedRule rule_;
  std::vector<sim::Cell> shown_;
  std::vector<Move> digs_;
  std::vector<std::size_t> survived_;  // bins of the guesses survived
  double luck_ = 0;
  std::array<double, kBins> won_after_{}, count_after_{};
};

}  // namespace sapper::solvers

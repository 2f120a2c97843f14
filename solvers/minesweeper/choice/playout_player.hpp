// Plays a position on to its end on a known layout, by the rule of `progress`, from where a posterior stands.
//
// The play-out's own posterior borrows the counted components of the base and counts again only those that
// change, so that starting one costs a copy of the knowledge. It ends when a mine is dug, when the game is
// won, or when few layouts are left: then with their exact value. The luck of its guesses is taken off (see
// playouts.hpp).
//
// What follows from a position is remembered by a hash of what is shown, for all play-outs from the same
// start: safe cells, the guess, or the exact value. Of guesses also how the play-out ended on the layout at
// hand, as other candidates often come to the same position. Only at the first position that is not
// remembered does a play-out take over the base's knowledge and all that it has shown since; half of the
// play-outs never come to one. The hash has 64 bits; a collision could only spoil a play-out.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

namespace sapper::solvers {

class PlayoutPlayer {
 public:
  static constexpr std::uint32_t kEndgameLayouts = 64;

  explicit PlayoutPlayer(const sim::Grid& grid)
      : view_(grid, 0), reasoner_(grid, telemetry_), endgame_(grid) {}
  PlayoutPlayer(const PlayoutPlayer&) = delete;
  PlayoutPlayer& operator=(const PlayoutPlayer&) = delete;

  // The position from which all play-outs start: combined, with nothing pending. Until release(), the base's
  // risks mean nothing.
  void start(Posterior& base);
  void release();
  std::span<const sim::Cell> known_mines() const { return known_mines_; }

  // The layout of the play-outs that follow: all mines of the board. It must stay as it is meanwhile.
  void take_layout(const sim::Layout& layout);
  // What a play-out that digs this cell first wins, 0 to 1, less its luck. The cell holds no mine.
  double play(sim::Cell first);

 private:
  static constexpr std::size_t kBins = 32;
  static constexpr double kLogLayoutsPerBin = 4;
  static constexpr std::size_t kTableSize = 1 << 14;

  // What is known of a position.
  struct Entry {
    enum class Kind : std::uint8_t { safe, guess, exact };
    std::uint64_t key = 0;
    std::uint32_t generation = 0;  // valid from this start() on
    Kind kind = Kind::safe;
    std::uint8_t bin = 0;           // guess: of the logarithm of layouts
    sim::Cell cell = sim::kNoCell;  // guess
    std::uint32_t first_safe = 0;   // safe: in safe_cells_
    std::uint32_t safe_count = 0;
    double value = 0;          // guess: P(free); exact: what is won
    std::uint32_t layout = 0;  // guess: the layout for which the end is known
    double won = 0;            // the end
    double luck = 0;           // from here on
  };
  struct Guess {
    std::uint64_t key;
    std::size_t bin;
    double luck_before;
    bool is_survived;
  };

  void show(sim::Cell cell);
  void dig(sim::Cell cell);
  double play_on();
  Entry& look_up();
  void find_out(Entry& entry);
  void keep_safe(Entry& entry);
  void settle_accounts(double won);
  double mean_after(std::size_t bin) const;

  Posterior* base_ = nullptr;
  std::vector<sim::Cell> known_mines_;
  sim::View view_;
  Telemetry telemetry_;  // not read
  Reasoner reasoner_;
  Endgame endgame_;
  InformedRule rule_;
  std::vector<sim::Cell> pending_;  // shown, but not taken in by the knowledge yet
  std::vector<Move> digs_;
  const sim::Layout* layout_ = nullptr;
  std::uint32_t layout_number_ = 0;
  std::uint64_t key_ = 0;       // of what is shown beyond the base
  bool has_knowledge_ = false;  // of this play-out's own
  std::vector<Guess> guesses_;  // of this play-out
  double luck_ = 0;
  std::vector<Entry> table_;
  std::uint32_t generation_ = 0;
  std::vector<sim::Cell> safe_cells_;
  std::array<double, kBins> won_after_{}, count_after_{};
};

}  // namespace sapper::solvers

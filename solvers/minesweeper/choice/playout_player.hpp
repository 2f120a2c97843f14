// Plays a position to its end on a known layout, starting from a posterior: by the rule of `progress`, or, several
// times slower, by that of `expert` at effort 0.
//
// The play-out's posterior borrows the counted components of the base and recounts only those that change, so starting
// one costs a copy of the knowledge. It ends when a mine is dug, when the game is won, or, with the exact value, when
// few layouts are left. The luck of its guesses is removed by control variates (see playouts.hpp).
//
// The decision in a position is cached by a hash of what is shown, for all play-outs from the same start: safe cells,
// the guess, or the exact value. For guesses, the end of the play-out on the current layout is cached too, as other
// candidates often reach the same position. A play-out copies the base's knowledge, and adds all that it has shown
// since, only at the first position that is not cached; half of the play-outs never reach one. The hash has 64 bits; a
// collision could only distort one play-out.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/choice/reasoner.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

namespace sapper::solvers {

// How play-outs continue: by the rule that gives these strategies their guesses. Both solve positions with few layouts
// exactly, with as many layouts as the strategy's default.
enum class PlayoutRule : std::uint8_t {
  progress,  // `progress` (informed_rule.hpp)
  expert,    // `expert` at effort 0 (look_ahead.hpp)
};

class PlayoutPlayer {
 public:
  explicit PlayoutPlayer(const sim::Grid& grid, PlayoutRule rule = PlayoutRule::progress)
      : view_(grid, 0),
        reasoner_(grid, telemetry_),
        endgame_layouts_(rule == PlayoutRule::progress ? 64 : 512),
        endgame_(grid) {
    if (rule == PlayoutRule::expert) look_ahead_.emplace(grid);
  }
  PlayoutPlayer(const PlayoutPlayer&) = delete;
  PlayoutPlayer& operator=(const PlayoutPlayer&) = delete;

  // The position from which all play-outs start: combined, with nothing pending. Until release(), the base's risks are
  // invalid.
  void start(Posterior& base);
  void release();
  std::span<const sim::Cell> known_mines() const { return known_mines_; }

  // Sets the layout of the following play-outs: all mines of the board. It must not change meanwhile.
  void take_layout(const sim::Layout& layout);
  // The result of a play-out that digs this cell first, 0 to 1, minus its luck. The cell holds no mine.
  double play(sim::Cell first);

 private:
  static constexpr std::size_t kBins = 32;
  static constexpr double kLogLayoutsPerBin = 4;
  static constexpr std::size_t kTableSize = 1 << 14;

  // The cached decision for a position.
  struct alignas(64) Entry {
    enum class Kind : std::uint8_t { safe, guess, exact };
    std::uint64_t key = 0;
    std::uint32_t generation = 0;  // valid for the start() with this number
    Kind kind = Kind::safe;
    std::uint8_t bin = 0;           // guess: bin of the logarithm of the layouts
    sim::Cell cell = sim::kNoCell;  // guess
    std::uint32_t first_safe = 0;   // safe: index in safe_cells_
    std::uint32_t safe_count = 0;
    double value = 0;          // guess: P(free); exact: the value
    std::uint32_t layout = 0;  // guess: the layout that the following two are for
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
  std::uint32_t endgame_layouts_;
  Endgame endgame_;
  InformedRule rule_;
  std::optional<LookAhead> look_ahead_;         // in place of rule_
  std::vector<sim::Cell> pending_;              // shown, but not yet added to the knowledge
  std::vector<sim::CellBlock> pending_blocks_;  // scratch of find_out()
  Digs digs_;
  const sim::Layout* layout_ = nullptr;
  std::uint32_t layout_number_ = 0;
  std::uint64_t key_ = 0;       // hash of what is shown beyond the base
  bool has_knowledge_ = false;  // whether this play-out has its own
  std::vector<Guess> guesses_;  // of this play-out
  double luck_ = 0;
  std::vector<Entry> table_;
  std::uint32_t generation_ = 0;
  std::vector<sim::Cell> safe_cells_;
  std::array<double, kBins> won_after_{}, count_after_{};
};

}  // namespace sapper::solvers

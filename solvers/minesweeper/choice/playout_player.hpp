// Plays a position to its end on a known layout, with the luck taken off the result: the unit of all estimates by
// play-outs (dig_playouts.hpp).
//
// The game is continued by the cheap rule of `progress` or by that of `expert` at effort 0 until it is won, lost, or solved
// exactly (few layouts left). A control variate removes the luck of its guesses: at each, (survived - (1 - p)) W is
// subtracted, where p is the risk and W the mean of the results after surviving a guess, by bins of the logarithm of the
// number of layouts. The correction has mean zero: W depends only on earlier layouts, and given those and what a play-out
// has shown, the mine under its next guess is as likely as the posterior says. (W may not hold results of other play-outs
// on the same layout: they tell whether the guess survives.)
//
// Cost: about ten microseconds per play-out on an Expert board by the rule of `progress`, some thirty by that of `expert`.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/informed_rule.hpp"
#include "solvers/minesweeper/choice/look_ahead.hpp"
#include "solvers/minesweeper/choice/resumed_game.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"

namespace sapper::solvers {

// How play-outs continue: by the rule that gives these strategies their guesses, and with an exact end at few layouts.
enum class PlayoutRule : std::uint8_t {
  progress,  // `progress` (informed_rule.hpp)
  expert,    // `expert` at effort 0 (look_ahead.hpp)
};
// The layouts that end a play-out: as many as these strategies solve exactly by default.
constexpr std::uint32_t usual_endgame_layouts(PlayoutRule rule) {
  return rule == PlayoutRule::progress ? 64 : 512;
}
// By the rule of `expert` most of the time goes into ends of hundreds of layouts: with this limit play-outs take less than
// half of it.
inline constexpr std::uint32_t kQuickEndgameLayouts = 128;

// Plays a position to its end on a known layout, starting from a posterior: by the rule of `progress`, or, several
// times slower, by that of `expert` at effort 0.
//
// The play-out's posterior borrows the counted components of the base and recounts only those that change, so starting
// one costs a copy of the knowledge. It ends when a mine is dug, when the game is won, or, with the exact value, when
// few layouts are left.
//
// The decision in a position is cached by a hash of what is shown, for all play-outs from the same start: safe cells,
// the guess, or the exact value. For guesses, the end of the play-out on the current layout is cached too, as other
// candidates often reach the same position. A play-out copies the base's knowledge, and adds all that it has shown
// since, only at the first position that is not cached; half of the play-outs never reach one. A collision of hashes
// could only distort one play-out.
//
// Boards: OnGrids or OnGraphs.
template <class Boards>
class PlayoutPlayerOf {
 public:
  using Board = typename Boards::Board;
  using Layout = typename Boards::Layout;
  using Posterior = typename Boards::Posterior;

  explicit PlayoutPlayerOf(const Board& board, PlayoutRule rule = PlayoutRule::progress)
      : PlayoutPlayerOf(board, rule, usual_endgame_layouts(rule)) {}
  PlayoutPlayerOf(const Board& board, PlayoutRule rule, std::uint32_t endgame_layouts)
      : play_(board), endgame_layouts_(endgame_layouts), endgame_(board), rule_(board) {
    if (rule == PlayoutRule::expert) look_ahead_.emplace(board);
  }
  PlayoutPlayerOf(const PlayoutPlayerOf&) = delete;
  PlayoutPlayerOf& operator=(const PlayoutPlayerOf&) = delete;

  // The position from which all play-outs start: combined, with nothing pending. Until release(), the base's risks are
  // invalid.
  void start(Posterior& base);
  void release();
  std::span<const sim::Cell> known_mines() const { return known_mines_; }

  // Sets the layout of the following play-outs: all mines of the board. It must not change meanwhile. Play-outs on the
  // same layout do not depend on one another: their order is irrelevant.
  void take_layout(const Layout& layout);
  // The result of a play-out that digs this cell first, 0 to 1, minus its luck. The cell holds no mine.
  double play(sim::Cell first) { return play(std::span(&first, 1)); }
  // The same for several cells that are dug at once.
  double play(std::span<const sim::Cell> first);

 private:
  static constexpr std::uint32_t kBins = 32;
  static constexpr double kLogLayoutsPerBin = 4;
  static constexpr std::size_t kMostEntries = 1 << 16;  // then all are forgotten
  static constexpr std::size_t kSlots = 1 << 14;

  // The cached decision for a position.
  struct Entry {
    enum class Kind : std::uint8_t { safe, guess, exact };
    std::uint64_t key;
    std::uint32_t at;     // in safe_, guesses_ or exact_
    std::uint32_t count;  // safe: elements
    Kind kind;
  };
  struct Guess {
    sim::Cell cell;
    std::uint32_t bin;  // of the logarithm of the layouts
    double p_free;
    // The last play-out from here.
    std::uint32_t layout = 0;  // its number; 0: none
    double won = 0;            // its end
    double luck = 0;           // from here on
  };
  // A guess of the current play-out.
  struct MadeGuess {
    std::uint32_t guess;
    double luck_before;
    bool is_survived;
  };

  double play_on();
  void forget_entries();
  Entry look_up();
  Entry decide(std::uint64_t key);
  void record_end(double won);
  double mean_after(std::size_t bin) const;

  // The results after surviving guesses, by bin.
  struct SurvivalCounts {
    std::array<double, kBins> won{}, count{};
    void add(const SurvivalCounts& other);
  };

  Posterior* base_ = nullptr;
  std::vector<sim::Cell> known_mines_;
  ResumedGameOf<Boards> play_;
  std::uint32_t endgame_layouts_;
  EndgameOf<Posterior> endgame_;
  InformedRuleOf<Boards> rule_;
  std::optional<LookAheadOf<Boards>> look_ahead_;  // in place of rule_
  const Layout* layout_ = nullptr;
  std::uint32_t layout_number_ = 0;
  std::vector<MadeGuess> made_;
  double luck_ = 0;
  // The cache: entries in the order in which their positions were first reached, so that the many that are reached often
  // lie together; they are found by slots, [key % kSlots] the number of the last one with such a key, plus 1.
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;
  std::vector<typename Boards::Shown> safe_;
  std::vector<Guess> guesses_;
  std::vector<double> exact_;
  // survived_ holds earlier layouts, survived_here_ the current one, whose play-outs must not see its results.
  SurvivalCounts survived_, survived_here_;
};
using PlayoutPlayer = PlayoutPlayerOf<OnGrids>;

extern template class PlayoutPlayerOf<OnGrids>;
extern template class PlayoutPlayerOf<OnGraphs>;

}  // namespace sapper::solvers

// The interface between strategies and the driver. A strategy sees a view, never the mines.
//
// A game: begin(view) on the board before or during a game, then plan() at each turn. plan() returns one or more digs;
// the driver makes them in order, skipping cells that an earlier one has shown. If the mines move, the driver makes
// only the first dig and calls begin() again. What a dig shows, and what is certainly safe, is passed on in blocks of
// cells: a turn on a large board may show and dig a million of them.
//
// Strategies reuse their memory from game to game; one object serves one thread.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sim/minesweeper/view.hpp"
#include "sim/random/stream.hpp"
#include "solvers/support/phase_timer.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::solvers {

// Why a cell is dug.
enum class MoveKind : std::uint8_t {
  first,  // the first dig, if the rules protect it
  rules,  // safe by the local rules
  csp,    // safe in every layout consistent with the view
  pinv,   // safe according to the pseudo-inverse bot, which can be wrong
  guess,  // may be a mine
};
inline constexpr std::size_t kMoveKindCount = 5;
inline constexpr std::array<std::string_view, kMoveKindCount> kMoveKindNames{"first", "rules", "csp", "pinv",
                                                                             "guess"};

struct Move {
  sim::Cell cell = sim::kNoCell;
  MoveKind kind = MoveKind::guess;
  // For a guess: the exact P(mine) of the cell if is_judged; else the mean of P(mine) over the cells that a uniform
  // draw could hit, which the referee replaces by the exact value. Otherwise 0.
  double p_mine = 0;
  bool is_judged = true;
  // The lowest exact P(mine) of any hidden cell; nullopt where it is unknown.
  std::optional<double> lowest_p_mine{};
};

// The digs of one turn, in their order: first cells that are certainly safe, then single ones.
struct Digs {
  std::vector<sim::CellBlock> safe;
  MoveKind safe_kind = MoveKind::rules;  // of all cells in `safe`
  std::vector<Move> moves;

  bool empty() const { return safe.empty() && moves.empty(); }
  void clear() {
    safe.clear();
    moves.clear();
  }
  // Calls visit with each dig as a single move.
  template <class Visit>
  void for_each(Visit visit) const {
    sim::for_each_cell(safe, [&](sim::Cell cell) { visit(Move{cell, safe_kind, 0}); });
    for (const Move& move : moves) visit(move);
  }
  // The first dig; there must be one.
  Move front() const {
    if (safe.empty()) return moves.front();
    return {safe.front().front(), safe_kind, 0};
  }
};

// The frontiers that a strategy analysed. Integers: sums over analyses, and maxima.
struct FrontierTally {
  static constexpr std::size_t kWidthBins = 24;

  std::uint64_t analyses = 0;
  std::uint64_t components = 0;
  std::uint64_t cells = 0;
  std::uint64_t largest_component = 0;  // in cells
  // The width of a frontier is the number of states in the widest layer of its components' counting
  // (CountedComponent::width()); counting takes time and memory in proportion to the layers.
  std::uint64_t largest_width = 0;
  // [k] the analysed frontiers that are 2^k to 2^(k+1) - 1 states wide; [0] also those without a component, the last bin
  // also all wider ones.
  std::array<std::uint64_t, kWidthBins> widths{};

  // Counts one frontier.
  void add_width(std::size_t width) {
    largest_width = std::max<std::uint64_t>(largest_width, width);
    const auto bin = static_cast<std::size_t>(std::bit_width(std::max<std::size_t>(width, 1)) - 1);
    ++widths[std::min(bin, kWidthBins - 1)];
  }

  void add(const FrontierTally& other) {
    analyses += other.analyses;
    components += other.components;
    cells += other.cells;
    largest_component = std::max(largest_component, other.largest_component);
    largest_width = std::max(largest_width, other.largest_width);
    for (std::size_t i = 0; i < kWidthBins; ++i) widths[i] += other.widths[i];
  }
  bool operator==(const FrontierTally&) const = default;
};

// What a strategy reports about its work in addition to its moves; the driver reads and resets it.
struct Telemetry {
  PhaseTimer phases;
  FrontierTally frontier;
};

// The reason of the last guess, for people; play does not depend on it.
struct Explanation {
  // value: the criterion that `why` names; larger is better. standard_error: of a value estimated from play-outs; the
  // values of one guess come from the same layouts, so that their differences vary less.
  struct Candidate {
    sim::Cell cell = sim::kNoCell;
    double p_mine = 0;
    double value = 0;
    std::optional<double> standard_error = {};
  };
  std::string_view why;                   // empty: no guess, or no explanation
  std::optional<double> win_probability;  // that the strategy believes in
  std::span<const Candidate> candidates;  // best first, including the cell guessed; valid until plan()
};

class Strategy {
 public:
  virtual ~Strategy() = default;

  // Starts on the view, which must outlive the game; cells may already be shown. `random`: the stream of only this
  // strategy's choices, for the rest of the game.
  virtual void begin(const sim::View& view, sim::Stream& random) = 0;

  // The player's turn in an undecided game: adds at least one dig of a hidden cell to `digs`, which is empty. `shown`: the
  // cells shown since begin() or the last plan(), each once.
  virtual void plan(std::span<const sim::CellBlock> shown, Digs& digs) = 0;

  // The strategy's mine guesses that may be wrong, so that its errors can be counted; empty
  // otherwise.
  virtual std::span<const sim::Cell> fallible_flags() const { return {}; }

  // Explains the last plan(). May compute what play did not need.
  virtual Explanation explain() { return {}; }

  // Tells a player about its games: the game's number, before its first begin(), and its end.
  virtual void start_game(std::uint64_t /*game*/) {}
  virtual void finish(bool /*is_won*/) {}

  Telemetry& telemetry() { return telemetry_; }

 private:
  Telemetry telemetry_;
};

}  // namespace sapper::solvers

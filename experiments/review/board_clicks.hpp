// The fewest clicks that open a board, and those of its player, as `sapper clicks` and `sapper review` tell them.
#pragma once

#include <array>
#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/review/recorded_game.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/clicks/least_clicks.hpp"

namespace sapper::experiments {

struct ReviewedGame;

struct BoardClicks {
  // Where openings spread.
  std::optional<std::uint32_t> three_bv;
  std::optional<std::size_t> zini;
  solvers::LeastClicks least;
};

// 3BV / clicks, in the sequence that is known.
std::optional<double> efficiency_of(const BoardClicks& clicks);

// A board whose mines are known.
struct CountedBoard {
  std::string name;                       // the file, with `#K` or `:LINE` where it holds several
  std::shared_ptr<const sim::Grid> grid;  // of a board of the planes
  std::shared_ptr<const minesweeper::Board> on_graph;  // of another one; then the grid is null
  std::vector<sim::Cell> mines;
  sim::Reveal reveal = sim::Reveal::flood;
  std::optional<PlayerClicks> player = std::nullopt;  // of a game whose mouse events are known
  BoardClicks clicks = {};

  minesweeper::Board board() const;
  std::string name_of(sim::Cell cell) const;
};

// A kind of click is called `dig`, `flag` or `chord`, and in JSON by the mouse's buttons `left`, `right` or `chord`.
std::string_view name_of(solvers::ClickKind kind);
std::string_view button_of(solvers::ClickKind kind);

BoardClicks count_clicks(const sim::Layout& layout, sim::Reveal reveal, const solvers::ClickLimit& limit);
BoardClicks count_clicks(const CountedBoard& board, const solvers::ClickLimit& limit);
// Why least clicks are not defined there; empty if they are.
std::string refusal_to_count(const CountedBoard& board);

// The same on every machine: with bounds where the least is not found by little effort. nullopt if least clicks are not
// defined for the game's rules, or its board is large.
std::optional<BoardClicks> clicks_of(const RecordedGame& game);

// The kinds of a player's clicks and their names.
struct PlayerClickKind {
  std::string_view name;
  ClickTally PlayerClicks::*tally;
};
inline constexpr std::array<PlayerClickKind, 3> kPlayerClickKinds{
    {{"digs", &PlayerClicks::digs}, {"flags", &PlayerClicks::flags}, {"chords", &PlayerClicks::chords}}};

// `17 clicks (8 digs, 4 flags, 5 chords), 7 of them wasted (3 digs, 2 flags, 2 chords)`
std::string text_of(const PlayerClicks& clicks);
// `9`, or `40 to 43`
std::string text_of(const solvers::LeastClicks& least);
// A reviewed game's clicks in a line without its end; empty if they are not known.
std::string clicks_text(const ReviewedGame& reviewed);
// `3BV 10, ZiNi 9, least clicks 9; the player made 17 clicks (...)`
std::string clicks_text(const BoardClicks& clicks, const std::optional<PlayerClicks>& player);

boost::json::object to_json(const PlayerClicks& clicks);
// The line of a review with the clicks, which the browser's module does not count.
boost::json::object json_with_clicks(const ReviewedGame& reviewed);

}  // namespace sapper::experiments

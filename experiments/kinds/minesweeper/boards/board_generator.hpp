// Boards by number: board k is a function of the seed, the board's size and mines, the first click and k alone.
//
// Uniform over the layouts that the first-click rule allows and, if it has Guessing::none, that need no guess from the first
// cell (solvers/minesweeper/strategies/no_guess.hpp). With Guessing::repaired or walked they need none, but are not uniform
// (no_guess.hpp).
#pragma once

#include <atomic>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "sim/minesweeper/first_click.hpp"

namespace sapper::experiments::minesweeper {

struct BoardRequest {
  Board board;  // mines laid at random
  sim::FirstClickRule rule = sim::FirstClickRule::opening;
  sim::Cell first = 0;        // the rule leaves room for the mines
  bool is_certified = false;  // boards that need no guess carry a certificate
  std::uint64_t seed = 1;
  std::uint64_t most_tries = 1'000'000;   // per board
  std::uint32_t walk_steps = kWalkSteps;  // with Guessing::walked
};

// A dig of a certificate, and why its cell is safe.
struct CertifiedDig {
  sim::Cell cell = sim::kNoCell;
  // `first`: the first dig. `rule`: the first-click rule keeps the cell free. `rules`: the two local rules, applied to one
  // number of `numbers` after another. `numbers`: the cell is free in all layouts that meet these numbers together.
  // `mine_count`: in all that also have the right number of mines. `all`: in all that meet every shown number; no smaller
  // proof was found in time.
  std::string_view reason = "first";
  std::vector<sim::Cell> numbers = {};  // shown before the dig; ascending
};

struct GeneratedBoard {
  std::uint64_t number = 0;
  std::vector<sim::Cell> mines;  // ascending
  sim::BoardStatistics statistics;
  std::uint64_t tries = 1;        // layouts drawn
  std::uint64_t moved_mines = 0;  // since the last of them
  std::vector<CertifiedDig> certificate;
};

// Passes boards first, first + 1, ..., `count` of them, to `take` in this order, by one thread at a time.
// Ends early, without the boards that are being drawn, when `interrupt` becomes true. RunError if none of the most
// tries gave a board, after `take` has had all boards before it.
void generate_boards(const BoardRequest& request, std::uint64_t first, std::uint64_t count,
                     std::size_t threads, const std::atomic<bool>& interrupt,
                     const std::function<void(const GeneratedBoard&)>& take);

// A line of data/schema/boards.schema.json.
boost::json::object to_json(const BoardRequest& request, const GeneratedBoard& board);
// The board of such a line, without its certificate. std::invalid_argument if it is none of the request.
GeneratedBoard board_of(const BoardRequest& request, const boost::json::value& line);

}  // namespace sapper::experiments::minesweeper

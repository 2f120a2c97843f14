// The lines of `sapper-player/1`, as data/players/PROTOCOL.md describes them: those that a player is told, and
// its answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kPlayerProtocol = "sapper-player/1";

// Each appends one line. first_cell: where the first dig goes; kNoCell: the player chooses.
void append_case_line(std::string& lines, std::size_t case_number, const sim::GameRules& rules,
                      sim::Cell first_cell);
void append_game_line(std::string& lines, std::uint64_t game, std::uint64_t seed);
// The cells are shown in the view; of all of them, in their order, where `cells` is nothing.
void append_turn_line(std::string& lines, std::uint32_t turn, const sim::View& view,
                      std::optional<std::span<const sim::Cell>> cells);
void append_end_line(std::string& lines, bool is_won, std::uint32_t turns);

// No line that answers a case is longer, nor one that answers a turn on a board of so many cells: room for a dig of each
// cell with its P(mine) in full, and then half as much again.
inline constexpr std::size_t kLongestReady = 4096;
std::size_t longest_answer(sim::Cell cell_count);

// What is wrong with an answer, without the answer itself.
class WrongAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The answer to a case line. WrongAnswer if it is another.
void check_ready(std::string_view line);
// Which answer is awaited.
struct Turn {
  std::uint64_t game = 0;
  std::uint32_t number = 0;
};

// The answer to a turn line: appends at least one dig of hidden cells, each with its claim, to be judged.
// WrongAnswer for anything else. Needs no memory beyond that of the digs and their P(mine).
void read_digs(std::string_view line, const sim::View& view, const Turn& turn,
               std::vector<solvers::Move>& digs);

}  // namespace sapper::experiments::minesweeper

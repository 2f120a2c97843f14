// The lines of `sapper-player/1`, described in data/players/PROTOCOL.md: those sent to a player, and its answers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/analysis/claim.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kPlayerProtocol = "sapper-player/1";

// Each of these appends one line. settings: of the player; a line without any has no such key, as before there were
// settings. Boards on lattices and graphs come with what each cell sees: a line of some 7 bytes for each neighbour.
void append_case_line(std::string& lines, std::size_t case_number, const Board& board, const Case& played,
                      const std::vector<solvers::NamedNumber>& settings);
void append_game_line(std::string& lines, std::uint64_t game, std::uint64_t seed);
// The view is of the board. cells: newly shown in it; nullopt: all shown cells, in order.
void append_turn_line(std::string& lines, std::uint32_t turn, const Board& board, const sim::View& view,
                      std::optional<std::span<const sim::CellBlock>> cells);
void append_turn_line(std::string& lines, std::uint32_t turn, const Board& board,
                      const sim::GraphPosition& view, std::optional<std::span<const sim::Cell>> cells);
void append_end_line(std::string& lines, bool is_won, std::uint32_t turns);

// The longest answer to a case, and to a turn on a board of this many cells: space for a dig of each cell with its full
// P(mine), plus half of that.
inline constexpr std::size_t kLongestReady = 4096;
std::size_t longest_answer(sim::Cell cell_count);

// An error in an answer, without the answer itself.
class WrongAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Checks the answer to a case line. WrongAnswer if it is not `ready`.
void check_ready(std::string_view line);
// The turn whose answer is expected.
struct ExpectedTurn {
  std::uint64_t game = 0;
  std::uint32_t number = 0;
};

// The answer to a turn line: appends at least one dig of hidden cells, to be judged, and a claim for each.
// WrongAnswer for anything else. Needs no memory except for the digs and their P(mine).
void read_digs(std::string_view line, const Board& board, const sim::View& view, const ExpectedTurn& turn,
               std::vector<solvers::Move>& digs, std::vector<solvers::Claim>& claims);
void read_digs(std::string_view line, const Board& board, const sim::GraphPosition& view,
               const ExpectedTurn& turn, std::vector<solvers::Move>& digs,
               std::vector<solvers::Claim>& claims);

}  // namespace sapper::experiments::minesweeper

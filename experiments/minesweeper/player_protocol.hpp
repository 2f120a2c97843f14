// The lines of `sapper-player/1`, as data/players/PROTOCOL.md describes them: those that a player is told, and
// its answers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/view.hpp"
#include "solvers/minesweeper/strategies/strategy.hpp"

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

// What is wrong with an answer, without the answer itself.
class WrongAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The answer to a case line. WrongAnswer if it is another.
void check_ready(std::string_view line);
// The answer to a turn line: appends at least one dig of hidden cells, each with its claim, to be judged.
// WrongAnswer for anything else.
void read_digs(std::string_view line, const sim::View& view, std::vector<solvers::Move>& digs);

}  // namespace sapper::experiments::minesweeper

// The commands of a Minesweeper player.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sapper::experiments::minesweeper {

struct PlayCommand {
  enum class Kind : std::uint8_t { dig, flag, unflag, hint, save, help, quit, empty };
  Kind kind = Kind::empty;
  std::string argument;  // what follows the command's word: a cell, a file
};

// `d B7` or `dig B7`, `f B7`, `u B7`, `hint`, `hint B7`, `save FILE`, `help` or `?`, `quit`, `q` or `exit`,
// case-insensitive. Anything else is interpreted as a cell to dig.
PlayCommand parse_command(std::string_view line);

}  // namespace sapper::experiments::minesweeper

// The available width for text.
#pragma once

#include <cstddef>

namespace sapper::experiments {

// The size of the terminal behind this file descriptor; 0 if it is not a terminal or the size is unknown.
struct TerminalSize {
  std::size_t columns = 0;
  std::size_t lines = 0;
};
TerminalSize terminal_size(int descriptor);
std::size_t terminal_width(int descriptor);

// The width for text on standard output: COLUMNS in the environment, if it is a whole number from 1 to 10,000, else the
// terminal's width; 0 if unknown.
std::size_t text_width();

}  // namespace sapper::experiments

// How many columns text may take.
#pragma once

#include <cstddef>

namespace sapper::experiments {

// Of the terminal behind this file descriptor; 0 where it is none, or does not say.
struct TerminalSize {
  std::size_t columns = 0;
  std::size_t lines = 0;
};
TerminalSize terminal_size(int descriptor);
std::size_t terminal_width(int descriptor);

// For text on standard output: what COLUMNS in the environment says, if that is a whole number from 1 to 10,000,
// else its terminal; 0 if neither does.
std::size_t text_width();

}  // namespace sapper::experiments

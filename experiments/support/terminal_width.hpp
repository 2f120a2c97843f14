// How many columns text may take.
#pragma once

#include <cstddef>

namespace sapper::experiments {

// Of the terminal behind this file descriptor; 0 if it is none.
std::size_t terminal_width(int descriptor);

// For text on standard output: what COLUMNS in the environment says, if that is a whole number from 1 to 10,000,
// else its terminal; 0 if neither does.
std::size_t text_width();

}  // namespace sapper::experiments

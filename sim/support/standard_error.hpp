// Standard error: what is told to people, such as progress, warnings, errors and the words of players. It never decides
// about results: where it cannot be written (a full disk, a closed pipe or descriptor, a terminal that is gone) the text
// is lost and nothing else. No other code writes there (tests/whole/layering_test.cpp).
#pragma once

#include <sys/types.h>

#include <string_view>

namespace sapper::sim {

// Writes all of the text, or as much as can be written. May be called in signal handlers and while an exception is
// handled; leaves errno as it was.
void write_to_standard_error(std::string_view text) noexcept;

// As ::write, but a closed pipe and a file beyond its size limit are errors (EPIPE, EFBIG) even where the process has
// not ignored their signals.
ssize_t write_without_signal(int descriptor, std::string_view text) noexcept;

}  // namespace sapper::sim

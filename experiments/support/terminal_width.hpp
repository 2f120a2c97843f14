// The available width for text.
#pragma once

#include <cstddef>
#include <string_view>

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

// The capabilities of the user's locale.

// Whether text is shown as UTF-8, according to the first of LC_ALL, LC_CTYPE and LANG that is set; the C locale is
// ASCII.
bool is_utf8_locale();

// The sign before the half-width of an interval: ±, or +- if the locale lacks it.
std::string_view plus_minus();

// Whether a terminal obeys escape sequences: colours, the cursor, clearing. All output asks here.

// Whether the descriptor is a terminal and TERM is set to anything but `dumb`.
bool takes_escapes(int descriptor);

}  // namespace sapper::experiments

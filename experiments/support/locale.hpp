// What the user's locale can show.
#pragma once

#include <string_view>

namespace sapper::experiments {

// Whether text is shown as UTF-8, by the first set of LC_ALL, LC_CTYPE and LANG; the C locale's is ASCII.
bool is_utf8_locale();

// Stands before half the width of an interval: the sign ±, or +- where the locale has none.
std::string_view plus_minus();

}  // namespace sapper::experiments

// The capabilities of the user's locale.
#pragma once

#include <string_view>

namespace sapper::experiments {

// Whether text is shown as UTF-8, according to the first of LC_ALL, LC_CTYPE and LANG that is set; the C locale is
// ASCII.
bool is_utf8_locale();

// The sign before the half-width of an interval: ±, or +- if the locale lacks it.
std::string_view plus_minus();

}  // namespace sapper::experiments

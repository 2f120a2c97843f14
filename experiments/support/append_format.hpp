// fmt::format onto the end of a text.
#pragma once

#include <fmt/core.h>

#include <string>

namespace sapper::experiments {

void append_formatted(std::string& text, fmt::string_view format, fmt::format_args values);

// Like fmt::format_to with an inserter at the end of `text`, but fmt's formatter is compiled once, in
// text.cpp, instead of in every source that calls it (4 s each).
template <class... Values>
void append_format(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
  append_formatted(text, format, fmt::make_format_args(values...));
}

}  // namespace sapper::experiments

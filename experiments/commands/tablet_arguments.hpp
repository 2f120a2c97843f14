// Tablets as a command line gives them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sim/tablet/tablet.hpp"

namespace sapper::experiments::tablet {

// The whole number that a text is. InputError, beginning with `command`, unless it is one from `least` to
// `most`.
int read_number(std::string_view command, std::string_view what, const std::string& text, int least,
                int most);

// M N I J: columns, rows, the poison's column and row, from 0. InputError, beginning with `command`.
sim::tablet::Tablet read_tablet(const std::vector<std::string>& numbers, std::string_view command);
// M N only; the poison at column 0, row 0.
sim::tablet::Tablet read_size(const std::vector<std::string>& numbers, std::string_view command,
                              int most_side);

}  // namespace sapper::experiments::tablet

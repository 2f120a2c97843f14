// Boards in the formats of other programs that are not read, named so that their owner knows what to convert.
#pragma once

#include <optional>
#include <string_view>

#include "sim/support/input_text.hpp"

namespace sapper::sim {

// What the text is: a solved map (`12*`), a matrix of 0 and 1, or an id of Simon Tatham's Mines (`9x9n10:...`); nullopt
// if it is none of these. A list of row,col is none.
std::optional<std::string_view> name_foreign_board(const Input& input);

}  // namespace sapper::sim

// The published positions of data/reference/*.jsonl, one JSON object per line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/position_text.hpp"

namespace sapper::tests {

struct ReferencePosition {
  std::string name;  // file:line
  Position position;
  std::vector<double> p_mine;  // [rows*cols], row-major, NaN where shown
  std::string solutions;       // decimal; empty if the file does not say
};

// file_name: within data/reference/; std::runtime_error if it cannot be read.
std::vector<ReferencePosition> read_reference_positions(std::string_view file_name);

}  // namespace sapper::tests

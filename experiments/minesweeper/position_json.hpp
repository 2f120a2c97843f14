// Positions as JSON objects, one or more in a file (JSON Lines, or any blanks between them):
//
//   {"rows": 3, "cols": 3, "mines": 2, "cells": [".10", "F20", ".10"], "topology": "square"}
//
// The strings of `cells` are rows as in the text form (sim/minesweeper/position.hpp); `topology` may be left
// out. Other keys are passed over: a file of positions with answers beside them is a file of positions.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string_view>

#include "sim/minesweeper/position.hpp"

namespace sapper::experiments::minesweeper {

// Whether a position file is in JSON: its first character that is no blank is a brace.
bool is_json(const sim::Input& input);

class JsonPositionReader {
 public:
  // The input must outlive the reader. InputError if it is not UTF-8.
  explicit JsonPositionReader(const sim::Input& input);

  // The next position, nothing after the last; its cells are not checked yet. InputError with the place of
  // what is wrong.
  std::optional<sim::PositionText> next();

 private:
  sim::TextPlace place_of(std::size_t offset) const;
  boost::json::object parse_object();
  sim::PositionText read_members(const boost::json::object& object, std::string_view text) const;

  const sim::Input& input_;
  std::size_t begin_ = 0;       // of the object that is being read
  std::size_t end_ = 0;         // behind it
  sim::TextPlace place_{1, 1};  // of begin_
};

}  // namespace sapper::experiments::minesweeper

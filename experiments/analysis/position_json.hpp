// Positions as JSON objects, one or more in a file (JSON Lines, or any blanks between them):
//
//   {"rows": 3, "cols": 3, "mines": 2, "cells": [".10", "F20", ".10"], "topology": "square"}
//
// The strings of `cells` are rows as in the text form (sim/minesweeper/position.hpp); `topology` may be left
// out; `first_click` may name the game's first-click rule. Other keys are passed over: a file of positions
// with other keys is a file of positions too.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "experiments/support/json/document.hpp"
#include "sim/minesweeper/position.hpp"

namespace sapper::experiments::minesweeper {

// White space between the values of JSON.
inline bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Whether a position file is in JSON: its first character that is no blank is a brace.
bool is_json(const sim::Input& input);

// The position that an object describes; its cells are not checked yet. place: of the text's first character in
// the file. InputError with the place of what is wrong.
sim::PositionText parse_json_position(std::string text, const std::string& file, json::Place place);

class JsonPositionReader {
 public:
  // The input must outlive the reader.
  explicit JsonPositionReader(const sim::Input& input) : input_(input) {}

  // The next position, nothing after the last; its cells are not checked yet. InputError with the place of
  // what is wrong.
  std::optional<sim::PositionText> next();

 private:
  void advance_to(std::size_t offset);

  const sim::Input& input_;
  std::size_t offset_ = 0;  // of what is not read yet
  json::Place place_;       // of offset_
};

}  // namespace sapper::experiments::minesweeper

// Positions as JSON objects, one or more in a file (JSON Lines, or any blanks between them):
//
//   {"rows": 3, "cols": 3, "mines": 2, "cells": [".10", "F20", ".10"], "topology": "square"}
//
// The strings of `cells` are rows as in the text format (sim/minesweeper/position.hpp); `topology` may be omitted;
// `first_click` may name the game's first-click rule. Other keys are ignored, so that positions may carry additional
// data.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "experiments/support/json/document.hpp"
#include "sim/minesweeper/position.hpp"

namespace sapper::experiments::minesweeper {

// Whether the character is JSON white space.
inline bool is_json_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Whether a position file is JSON: its first character that is neither blank nor a byte order mark is a brace.
bool is_json(const sim::Input& input);

// The position that an object describes; its cells are not checked yet. place: of the text's first character in the
// file. InputError with the place of the error.
sim::PositionText parse_json_position(std::string text, const std::string& file, json::Place place);

class JsonPositionReader {
 public:
  // The input must outlive the reader.
  explicit JsonPositionReader(const sim::Input& input) : input_(input) {}

  // The next position, nullopt after the last; its cells are not checked yet. InputError with the place of the error.
  std::optional<sim::PositionText> next();

 private:
  void pass_to(std::size_t offset);
  void pass_blanks();

  const sim::Input& input_;
  std::size_t offset_ = 0;      // of the unread rest
  json::PlaceCounter counter_;  // at offset_
};

}  // namespace sapper::experiments::minesweeper

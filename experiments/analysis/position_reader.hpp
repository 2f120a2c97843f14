// Positions as JSON objects, one or more in a file or on standard input (JSON Lines, or any blanks between them):
//
//   {"rows": 3, "cols": 3, "mines": 2, "cells": [".10", "F20", ".10"], "topology": "square"}
//
// The strings of `cells` are rows as in the text format (sim/minesweeper/position.hpp); `topology` may be omitted;
// `first_click` may name the game's first-click rule. Other keys are ignored, so that positions may carry additional
// data. A line of `sapper boards` is the position after its first dig. In place of a mine count, `mines` may be "*", or
// `density` given: see kinds/minesweeper/boards/mine_prior_json.hpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/position.hpp"

namespace sapper::experiments::minesweeper {

// The text of one position, not yet parsed.
struct PositionRequest {
  std::string file;
  std::string text;
  json::Place place;  // of its first character in the file
};

// The position that an object describes, on rows and columns; its cells are not checked yet. InputError with the place of the
// error.
sim::PositionText parse_position(PositionRequest request);

// The same of the object's document, and that document.
sim::PositionText parse_position(const json::Document& document);
json::Document document_of(PositionRequest request);
// The name that the object gives the position; empty: none.
std::string name_in(const json::Node& root);

class PositionReader {
 public:
  // The positions of a file.
  explicit PositionReader(sim::Input input) : input_(std::move(input)) {}
  // Positions that arrive one by one on a descriptor: each is returned as soon as it is complete, and an invalid one does
  // not prevent the next from being read.
  explicit PositionReader(int descriptor)
      : input_{"standard input", {}}, descriptor_(descriptor), is_stream_(true) {}

  const std::string& file() const { return input_.name; }  // for messages
  // Waits for the first character that is neither blank nor a byte order mark; whether it opens an object. Otherwise the
  // input is a position as text.
  bool begins_with_object();
  // All of the input, if it does not begin with an object. InputError if it is too large.
  sim::Input take_all();

  // The next object: up to its closing bracket, or, if that is missing, all that follows; of a descriptor up to the next
  // line that begins with an object. Anything else: up to the end of its line. nullopt after the last. InputError if the
  // descriptor cannot be read.
  std::optional<PositionRequest> next_object();
  // The next position; its cells are not checked yet. InputError with the place of the error.
  std::optional<sim::PositionText> next();

 private:
  bool read_more();
  bool has(std::size_t index);
  char at(std::size_t index) const { return input_.content[begin_ + index]; }
  bool skip_byte_order_mark();
  bool skip_blanks();
  std::size_t find_end();
  std::string take(std::size_t size);

  sim::Input input_;
  std::size_t begin_ = 0;          // of the content that is not yet taken
  std::optional<int> descriptor_;  // nullopt: there is nothing more to read
  bool is_stream_ = false;
  json::PlaceCounter counter_;  // at begin_
};

}  // namespace sapper::experiments::minesweeper

// Positions that arrive one by one, as JSON objects on standard input: each is returned as soon as it is complete, and
// an invalid one does not prevent the next from being read.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "experiments/support/json/document.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::minesweeper {

// The text of one position, not yet parsed.
struct PositionRequest {
  std::string text;
  json::Place place;  // of its first character
};

class PositionStream {
 public:
  explicit PositionStream(int descriptor) : descriptor_(descriptor) {}

  // Waits for the first non-blank character; whether it opens an object.
  bool begins_with_object();
  // The whole stream, if it does not begin with an object. InputError if it is too large.
  sim::Input read_rest();

  // The next object: up to its closing bracket, or, if that is missing, up to the next line that begins with an object,
  // or the end. Anything else: up to the end of its line. nullopt after the last. InputError if the stream cannot be
  // read.
  std::optional<PositionRequest> next();

 private:
  bool read_more();
  bool skip_byte_order_mark();
  bool skip_blanks();
  std::size_t find_end();
  PositionRequest take(std::size_t size);

  int descriptor_;
  std::string buffer_;  // what follows the place of counter_
  json::PlaceCounter counter_;
  bool is_at_end_ = false;
};

}  // namespace sapper::experiments::minesweeper

// The program's standard streams. Standard output carries answers only; everything else goes to standard
// error.
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {

// Standard output takes no more: a full disk, a closed descriptor.
class OutputError : public RunError {
 public:
  using RunError::RunError;
};

// Whoever reads standard output has gone (`sapper list | head -1`): no failure, there is just nobody to tell.
class OutputClosed : public std::runtime_error {
 public:
  OutputClosed() : std::runtime_error("standard output is closed") {}
};

// Makes writing to a closed pipe an error like others rather than the end of the program, and keeps files
// from becoming a standard stream that the caller closed. Once, at the start.
void prepare_console();

// Writes to standard output. OutputError, OutputClosed.
void print(std::string_view text);
// Makes sure that all printed so far, by print() or stdio, is written. OutputError, OutputClosed.
void flush_output();

// The same as a stream, for games; flushing it writes. OutputError, OutputClosed.
std::ostream& output_stream();

// `sapper: message` on standard error.
void print_error(std::string_view message);

// Whether standard output is a terminal that has colours (TERM is not dumb) on which they are welcome
// (https://no-color.org).
bool are_colours_wanted();

}  // namespace sapper::experiments

// The program's standard streams. Results go to standard output, everything else to standard error.
#pragma once

#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {

// Standard output cannot be written: a full disk, a closed descriptor.
class OutputError : public RunError {
 public:
  using RunError::RunError;
};

// The reader closed the pipe (`sapper list | head -1`): not a failure.
class OutputClosed : public std::runtime_error {
 public:
  OutputClosed() : std::runtime_error("standard output is closed") {}
};

// Makes writing to a closed pipe an error rather than a fatal signal, and keeps files that are opened later from
// taking the place of a standard stream that the caller closed; a file that outgrows the process's limit becomes
// an error too. Call once, at the start.
void prepare_console();

// How the program was called, as words for a shell, for commands that it prints: what SAPPER_CALLED_AS says
// where a script sets that, else the name that it was started under.
void set_called_as(std::string_view program);
const std::string& called_as();

// Writes to standard output. OutputError, OutputClosed.
void print(std::string_view text);
// Writes all that was printed so far, by print() or stdio. OutputError, OutputClosed.
void flush_output();

// Standard output as a stream, for games; flushing it writes. OutputError, OutputClosed.
std::ostream& output_stream();

// The columns that text on standard output may take: those of its terminal, or what COLUMNS says, if
// they are more than 80, else 80.
std::size_t output_width();

// `sapper: message` on standard error.
void print_error(std::string_view message);

// Whether standard output is a terminal with colours (TERM is not dumb) and NO_COLOR is not set
// (https://no-color.org).
bool are_colours_wanted();

}  // namespace sapper::experiments

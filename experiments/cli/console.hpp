// The program's standard streams. Results go to standard output, everything else to standard error.
#pragma once

#include <iosfwd>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

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

// Makes writing to a closed pipe or beyond the file size limit an error rather than a fatal signal, and prevents files
// opened later from taking the descriptor of a standard stream that the caller closed. Call once, at the start.
void prepare_console();

// How the program was called, as shell words, for commands that it prints: SAPPER_CALLED_AS if a script sets it, else
// the name that it was started under. words: those after it, unquoted.
void set_called_as(std::string_view program, std::vector<std::string> words);
const std::string& called_as();
// The whole command line, quoted for a shell: without these options, which have values, and flags, and with `added`, which
// is quoted already and begins with a blank.
std::string changed_command(std::span<const std::string_view> options,
                            std::span<const std::string_view> flags, const std::string& added);

// Writes to standard output. OutputError, OutputClosed: what was printed since the last flush is then dropped, so that
// the same failure is not thrown again.
void print(std::string_view text);
// Flushes everything printed so far, by print() or stdio. OutputError, OutputClosed.
void flush_output();

// Standard output as a stream, for games; it writes when flushed. OutputError, OutputClosed.
std::ostream& output_stream();

// The width for text on standard output: that of its terminal, or COLUMNS, but at least 80 columns.
std::size_t output_width();

// `sapper: message` on standard error (sim/support/standard_error.hpp).
void print_error(std::string_view message) noexcept;

// Whether standard output is a terminal that takes escape sequences, and NO_COLOR is not set (https://no-color.org).
bool are_colours_wanted();

}  // namespace sapper::experiments

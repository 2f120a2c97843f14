// A dialogue asks a player line by line: questions, answers, and text that fits the terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace sapper::experiments {

// How a game ended for the person who played it.
enum class PlayEnd : std::uint8_t { won, lost, left };

// Thrown where input is read, when the player quits or the input ends.
struct QuitRequest {};

// Whether input is echoed, so that the output of a game played from a file looks like one at a terminal.
enum class EchoMode : std::uint8_t { no, yes };

class Dialogue {
 public:
  // columns: the width of the terminal, 0 if it is unlimited; queried before each text because it may change.
  Dialogue(std::istream& in, std::ostream& out, EchoMode echo = EchoMode::no,
           std::function<std::size_t()> columns = {})
      : in_(in), out_(out), echo_(echo), columns_(std::move(columns)) {}

  std::ostream& out() const { return out_; }
  std::size_t columns() const { return columns_ ? columns_() : 0; }
  // Prints text, wrapped between words to the width of the terminal.
  void say(std::string_view text) const;
  // Asks the question and reads a line, trimmed; nullopt at the end of the input. InputError for a line that is too
  // long (read_input_line).
  std::optional<std::string> ask(std::string_view question) const;

 private:
  std::istream& in_;
  std::ostream& out_;
  EchoMode echo_;
  std::function<std::size_t()> columns_;
};

// The text wrapped between words; unchanged for 0 columns.
std::string wrapped_to(std::string_view text, std::size_t columns);

// The line without blanks at its ends.
std::string_view trimmed(std::string_view line);

// The player's input quoted for a message: shortened, with non-printable characters escaped.
std::string quoted_input(std::string_view text);

}  // namespace sapper::experiments

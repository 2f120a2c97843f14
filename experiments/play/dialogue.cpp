#include "experiments/play/dialogue.hpp"

#include <istream>
#include <ostream>

#include "experiments/support/input_line.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

void Dialogue::say(std::string_view text) const { out_ << wrapped_to(text, columns()); }

std::optional<std::string> Dialogue::ask(std::string_view question) const {
  out_ << question << std::flush;
  const std::optional<std::string> line = read_input_line(in_);
  if (!line) {
    out_ << '\n';
    return std::nullopt;
  }
  const std::string_view answer = trimmed(*line);
  if (echo_ == EchoMode::yes) out_ << answer << '\n';
  return std::string(answer);
}

std::string wrapped_to(std::string_view text, std::size_t columns) {
  return columns > 0 ? wrapped(text, columns) : std::string(text);
}

std::string_view trimmed(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const auto first = line.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(kBlanks) + 1 - first);
}

std::string quoted_input(std::string_view text) {
  constexpr std::size_t kMostQuoted = 40;  // characters
  return '"' + printable(text, kMostQuoted) + '"';
}

}  // namespace sapper::experiments

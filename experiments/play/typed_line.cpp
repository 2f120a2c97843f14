#include "experiments/play/typed_line.hpp"

#include <istream>
#include <ostream>

#include "experiments/support/input_line.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kMostQuoted = 40;  // characters

bool is_blank_or_line_end(char c) { return sim::is_blank(c) || c == '\r' || c == '\n'; }

}  // namespace

std::optional<std::string> ask_line(std::string_view question, std::istream& in, std::ostream& out,
                                    Echo echo) {
  out << question << std::flush;
  const std::optional<std::string> line = read_input_line(in);
  if (!line) {
    out << '\n';
    return std::nullopt;
  }
  const std::string_view answer = trimmed(*line);
  if (echo == Echo::yes) out << answer << '\n';
  return std::string(answer);
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_blank_or_line_end(line.front())) line.remove_prefix(1);
  while (!line.empty() && is_blank_or_line_end(line.back())) line.remove_suffix(1);
  return line;
}

std::string quoted_input(std::string_view text) { return '"' + printable(text, kMostQuoted) + '"'; }

}  // namespace sapper::experiments

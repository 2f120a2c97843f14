#include "sim/minesweeper/foreign_board.hpp"

#include <algorithm>

namespace sapper::sim {
namespace {

bool consists_of(std::string_view text, std::string_view signs) {
  return text.find_first_not_of(signs) == std::string_view::npos;
}

// Skips digits; false if there are none.
bool skip_number(std::string_view& text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  text.remove_prefix(digits);
  return digits > 0;
}

// `9x9n10:2,3,...`, `30x16n99a`; the seed after a # is a comment here.
bool is_mines_id(std::string_view line) {
  if (!skip_number(line) || !line.starts_with('x')) return false;
  line.remove_prefix(1);
  if (!skip_number(line) || !line.starts_with('n')) return false;
  line.remove_prefix(1);
  if (!skip_number(line)) return false;
  if (line.starts_with('a')) line.remove_prefix(1);
  return line.empty() || line.starts_with(':');
}

}  // namespace

std::optional<std::string_view> name_foreign_board(const Input& input) {
  TextLines lines(input);
  bool is_matrix = true, is_map = true, has_mine = false, has_number = false;
  std::size_t cells = 0;
  bool is_first = true;
  while (const auto line = lines.next()) {
    const std::string_view text = line->text.substr(line->first);
    if (is_first && is_mines_id(text)) return "an id of Simon Tatham's Mines";
    is_first = false;
    const auto commas = std::count(text.begin(), text.end(), ',');
    is_matrix = is_matrix && consists_of(text, "01, \t") && commas != 1;
    is_map = is_map && consists_of(text, "012345678*. \t");
    has_mine = has_mine || text.find('*') != std::string_view::npos;
    has_number = has_number || text.find_first_of("012345678") != std::string_view::npos;
    cells += static_cast<std::size_t>(std::count(text.begin(), text.end(), '0') +
                                      std::count(text.begin(), text.end(), '1'));
    if (!is_matrix && !is_map) return std::nullopt;
  }
  if (is_matrix && cells > 1) return "a matrix of 0 and 1";
  if (is_map && has_mine && has_number) return "a solved map, with numbers";
  return std::nullopt;
}

}  // namespace sapper::sim

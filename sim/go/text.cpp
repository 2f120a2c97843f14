#include "sim/go/text.hpp"

#include <cctype>
#include <cstdlib>
#include <optional>

#include "sim/support/text.hpp"

namespace sapper::sim::go {
namespace {

constexpr std::string_view kLetters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

char upper(char letter) { return static_cast<char>(std::toupper(static_cast<unsigned char>(letter))); }

bool is_pass(std::string_view text) { return std::ranges::equal(text, std::string_view("PASS"), {}, upper); }

// Whether boards of this size have a handicap point on the line or column: the third or fourth from the edge,
// and the middle of odd boards.
bool is_handicap_line(int size, int line) {
  const int from_edge = std::min(line, size - 1 - line);
  if (size % 2 == 1 && from_edge == size / 2) return true;
  return from_edge == (size < 13 ? 2 : 3);
}

char sign_of(const Board& board, Point point) {
  if (board.color(point) != Color::empty) return board.color(point) == Color::black ? 'X' : 'O';
  const bool has_handicap_points = board.size() >= 9;
  const bool is_one = has_handicap_points && is_handicap_line(board.size(), board.row_of(point)) &&
                      is_handicap_line(board.size(), board.col_of(point));
  return is_one ? '+' : '.';
}

}  // namespace

std::string_view name_of(Color color) {
  constexpr std::array<std::string_view, 4> kNames{"black", "white", "empty", "outside"};
  return kNames[index_of(color)];
}

std::string to_text(const Board& board, Point point) {
  if (point == kPass) return "pass";
  return kLetters[static_cast<std::size_t>(board.col_of(point))] + std::to_string(board.row_of(point) + 1);
}

std::optional<Point> parse_point(const Board& board, std::string_view text) {
  if (is_pass(text)) return kPass;
  if (text.size() < 2) return std::nullopt;
  const std::size_t col = kLetters.find(upper(text.front()));
  const auto line = parse_number<int>(text.substr(1));
  if (col >= static_cast<std::size_t>(board.size()) || !line || *line < 1 || *line > board.size())
    return std::nullopt;
  return board.at(*line - 1, static_cast<int>(col));
}

std::string halves_to_text(int halves) {
  std::string text = std::to_string(std::abs(halves) / 2);
  if (halves < 0) text.insert(text.begin(), '-');
  if (halves % 2 != 0) text += ".5";
  return text;
}

std::optional<int> parse_halves(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const auto number = parse_number<double>(text);
  if (!number || !(*number >= -kMaxKomi && *number <= kMaxKomi)) return std::nullopt;
  const int halves = static_cast<int>(2 * *number);
  if (halves != 2 * *number) return std::nullopt;
  return halves;
}

std::string draw(const Board& board, Point last) {
  std::string letters = "   ";
  for (int col = 0; col < board.size(); ++col) {
    letters += ' ';
    letters += kLetters[static_cast<std::size_t>(col)];
  }
  std::string text = letters + '\n';
  for (int row = board.size() - 1; row >= 0; --row) {
    const std::string line = std::to_string(row + 1);
    text += std::string(2 - line.size(), ' ') + line + ' ';
    Point left = kNoPoint;
    for (int col = 0; col < board.size(); ++col) {
      const Point point = board.at(row, col);
      text += point == last ? '(' : left == last && left != kNoPoint ? ')' : ' ';
      text += sign_of(board, point);
      left = point;
    }
    text += left == last ? ')' : ' ';
    text += line + '\n';
  }
  return text + letters + '\n';
}

}  // namespace sapper::sim::go

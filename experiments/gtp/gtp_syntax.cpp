#include "experiments/gtp/gtp_syntax.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {
namespace {

std::vector<std::string> words_of(std::string_view text) {
  text = text.substr(0, text.find('#'));
  std::vector<std::string> words;
  bool is_inside = false;
  for (const char letter : text) {
    const bool is_control = static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F;
    if (letter == ' ' || letter == '\t') {
      is_inside = false;
    } else if (!is_control) {
      if (!is_inside) words.emplace_back();
      words.back() += letter;
      is_inside = true;
    }
  }
  return words;
}

bool is_id(const std::string& word) {
  return std::all_of(word.begin(), word.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
}

}  // namespace

GtpLine read_gtp_line(std::string_view text) {
  std::vector<std::string> words = words_of(text);
  GtpLine line;
  auto word = words.begin();
  if (word != words.end() && is_id(*word)) line.id = std::move(*word++);
  if (word != words.end()) line.command = std::move(*word++);
  line.arguments.assign(std::move_iterator(word), std::move_iterator(words.end()));
  return line;
}

std::string written_reply(std::string_view id, const GtpReply& reply) {
  std::string text(reply.is_done ? "=" : "?");
  text += id;
  text += ' ';
  text += reply.text;
  text += "\n\n";
  return text;
}

std::optional<sim::go::Color> parse_color(std::string_view word) {
  const std::string name = lower_case(word);
  if (name == "b" || name == "black") return sim::go::Color::black;
  if (name == "w" || name == "white") return sim::go::Color::white;
  return std::nullopt;
}

std::string written_points(const sim::go::Board& board, std::vector<sim::go::Point> points) {
  std::sort(points.begin(), points.end());
  std::string text;
  for (const sim::go::Point point : points) {
    if (!text.empty()) text += ' ';
    text += to_text(board, point);
  }
  return text;
}

}  // namespace sapper::experiments::go

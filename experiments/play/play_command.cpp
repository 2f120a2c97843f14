#include "experiments/play/play_command.hpp"

#include <algorithm>
#include <array>

#include "sim/input_text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using Kind = PlayCommand::Kind;

struct Word {
  std::string_view text;
  Kind kind;
};
constexpr std::array kWords{
    Word{"d", Kind::dig},     Word{"dig", Kind::dig},   Word{"f", Kind::flag},
    Word{"flag", Kind::flag}, Word{"u", Kind::unflag},  Word{"unflag", Kind::unflag},
    Word{"hint", Kind::hint}, Word{"save", Kind::save}, Word{"help", Kind::help},
    Word{"?", Kind::help},    Word{"quit", Kind::quit}, Word{"q", Kind::quit},
    Word{"exit", Kind::quit},
};

}  // namespace

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && (sim::is_blank(line.front()) || line.front() == '\n')) line.remove_prefix(1);
  while (!line.empty() && (sim::is_blank(line.back()) || line.back() == '\n')) line.remove_suffix(1);
  return line;
}

PlayCommand parse_command(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return {};
  const auto end = std::find_if(line.begin(), line.end(), sim::is_blank);
  std::string word(line.begin(), end);
  for (char& c : word)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  for (const Word& known : kWords)
    if (known.text == word) return {known.kind, std::string(trimmed({end, line.end()}))};
  return {Kind::dig, std::string(line)};
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/play/play_command.hpp"

#include <algorithm>
#include <array>

#include "experiments/play/typed_line.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

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

PlayCommand parse_command(std::string_view line) {
  line = trimmed(line);
  if (line.empty()) return {};
  const auto end = std::find_if(line.begin(), line.end(), sim::is_blank);
  const std::string word = lower_case({line.begin(), end});
  for (const Word& known : kWords)
    if (known.text == word) return {known.kind, std::string(trimmed({end, line.end()}))};
  return {Kind::dig, std::string(line)};
}

}  // namespace sapper::experiments::minesweeper

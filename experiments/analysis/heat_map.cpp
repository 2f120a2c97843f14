#include "experiments/analysis/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace sapper::experiments::minesweeper {
namespace {

// Backgrounds from low risk to almost certainly a mine: colours of the 256-colour palette.
constexpr std::array<int, 8> kHeat{22, 28, 64, 100, 136, 130, 124, 88};
// For the digits 1 to 8: shades that are readable on dark and light backgrounds (256-colour palette).
constexpr std::array<int, 8> kDigitColours{33, 34, 160, 63, 130, 37, 133, 102};
constexpr std::string_view kSafeColour = "\x1b[1;30;48;5;83m";
constexpr std::string_view kMineColour = "\x1b[1;97;48;5;160m";

}  // namespace

std::vector<Certainty> certainty_of(const solvers::Analysis& analysis) {
  std::vector<Certainty> certainty(analysis.p_mine.size(), Certainty::none);
  for (const sim::Cell cell : analysis.safe) certainty[cell] = Certainty::safe;
  for (const sim::Cell cell : analysis.mine) certainty[cell] = Certainty::mine;
  return certainty;
}

std::string risk_text(Certainty certainty, double p_mine) {
  if (certainty == Certainty::safe) return "o";
  if (certainty == Certainty::mine) return "*";
  if (p_mine < 0.005) return "<1%";
  if (p_mine > 0.995) return ">99";
  return fmt::format("{:.0f}%", 100 * p_mine);
}

std::string in_two_characters(std::string risk) {
  if (risk.back() == '%') risk.pop_back();
  if (risk == ">99") return "99";
  return risk.size() == 1 && risk.front() >= '0' && risk.front() <= '9' ? '0' + risk : risk;
}

std::string risk_colour(Certainty certainty, double p_mine) {
  if (certainty == Certainty::safe) return std::string(kSafeColour);
  if (certainty == Certainty::mine) return std::string(kMineColour);
  const auto steps = static_cast<double>(kHeat.size());
  const auto step = static_cast<std::size_t>(std::clamp(p_mine * steps, 0.0, steps - 1));
  return fmt::format("\x1b[97;48;5;{}m", kHeat[step]);
}

std::string number_colour(int number) {
  return fmt::format("\x1b[1;38;5;{}m", kDigitColours[static_cast<std::size_t>(number) - 1]);
}

}  // namespace sapper::experiments::minesweeper

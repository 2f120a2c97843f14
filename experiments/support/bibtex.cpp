#include "experiments/support/bibtex.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <string>

#include "experiments/support/environment.hpp"

namespace sapper::experiments {

namespace {

// Keeps the characters that versions and the output of `git describe` consist of.
std::string plain(std::string_view text) {
  constexpr std::string_view kPlain = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,+-/ ";
  std::string kept;
  for (const char letter : text)
    if (kPlain.find(letter) != std::string_view::npos) kept += letter;
  return kept;
}

}  // namespace

std::string bibtex(std::string_view version, std::string_view commits, std::string_view address) {
  std::string text = fmt::format(
      "@software{{sapper,\n  author = {{{{The sapper authors}}}},\n  title = {{{{sapper: a parallel Monte "
      "Carlo simulator for Minesweeper research}}}},\n  year = {{2026}},\n  version = {{{}}}",
      plain(version));
  if (!commits.empty()) text += fmt::format(",\n  note = {{commit {}}}", plain(commits));
  if (!address.empty()) text += fmt::format(",\n  url = {{{}}}", address);
  return text + "\n}\n";
}

}  // namespace sapper::experiments

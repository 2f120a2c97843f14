#include <fmt/format.h>

#include <algorithm>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using Means = solvers::Proof::Means;
using Size = solvers::Proof::Size;

std::string name_of(const sim::Grid& grid, sim::Cell cell) {
  return fmt::format("{},{}", grid.row_of(cell), grid.col_of(cell));
}

// For a proof of several numbers: what is known about its minimality.
std::string_view size_text(Size size) {
  switch (size) {
    case Size::smallest:
      return ", the smallest set that does";
    case Size::minimal:
      return ", none of which can be left out (another set may be smaller)";
    case Size::reduced:
      return " (a smaller set may)";
  }
  return "";
}

}  // namespace

std::optional<std::size_t> component_of(const solvers::Analysis& analysis, const solvers::Proof& proof) {
  std::optional<std::size_t> found;
  for (const sim::Cell number : proof.numbers)
    for (std::size_t i = 0; i < analysis.components.size(); ++i) {
      const std::vector<sim::Cell>& numbers = analysis.components[i].constraints;
      if (!std::binary_search(numbers.begin(), numbers.end(), number)) continue;
      if (found && *found != i) return std::nullopt;
      found = i;
    }
  return found;
}

std::string proof_text(const sim::View& view, const solvers::Proof& proof) {
  std::string text =
      fmt::format("{} is {}: ", name_of(view.grid(), proof.cell), proof.is_mine ? "a mine" : "safe");
  if (proof.means == Means::given)
    return text + (proof.is_mine ? "its flag is trusted" : "the first-click rule keeps it free");
  const bool needs_mine_count = proof.means == Means::mine_count;
  if (proof.numbers.empty()) return text + "the mine count alone proves it";
  const bool is_one = proof.numbers.size() == 1;
  text += fmt::format("{}{} {} it", counted(proof.numbers.size(), "number"),
                      needs_mine_count ? " and the mine count" : "",
                      is_one && !needs_mine_count ? "proves" : "prove");
  if (proof.means == Means::rules) text += is_one ? " by a local rule" : " by the local rules in turn";
  if (proof.means == Means::numbers) text += " together";
  if (!is_one) text += size_text(proof.size);
  text += ':';
  for (const sim::Cell number : proof.numbers)
    text += fmt::format(" {} ({})", name_of(view.grid(), number), view.number(number));
  return text;
}

}  // namespace sapper::experiments::minesweeper

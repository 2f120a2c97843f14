#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"

#include <fmt/format.h>

#include <string_view>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;
using Means = solvers::Proof::Means;
using Size = solvers::Proof::Size;

// Says what is known about the minimality of a proof of several numbers.
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

// View: of a board of any kind.
template <class View>
std::string numbers_in(const View& view, const solvers::Proof& proof, const NameCell& name) {
  std::string text;
  for (const Cell number : proof.numbers) text += fmt::format(" {} ({})", name(number), view.number(number));
  return text;
}

// numbers: the text of its numbers.
std::string words_of(const solvers::Proof& proof, const std::string& numbers) {
  if (proof.means == Means::given)
    return proof.is_mine ? "its flag is trusted" : "the first-click rule keeps it free";
  const bool needs_mine_count = proof.means == Means::mine_count;
  if (proof.numbers.empty()) return "the mine count alone proves it";
  const bool is_one = proof.numbers.size() == 1;
  std::string text = fmt::format("{}{} {} it", count_text(proof.numbers.size(), "number"),
                                 needs_mine_count ? " and the mine count" : "",
                                 is_one && !needs_mine_count ? "proves" : "prove");
  if (proof.means == Means::rules) text += is_one ? " by a local rule" : " by the local rules in turn";
  if (proof.means == Means::numbers) text += " together";
  if (!is_one) text += size_text(proof.size);
  return text + ':' + numbers;
}

}  // namespace

std::string numbers_of(const sim::View& view, const solvers::Proof& proof) {
  return numbers_in(view, proof, [&](Cell cell) { return sim::cell_text(view.grid(), cell); });
}

std::string proof_words(const sim::View& view, const solvers::Proof& proof) {
  return words_of(proof, numbers_of(view, proof));
}

std::string proof_words(const sim::GraphPosition& position, const solvers::Proof& proof,
                        const NameCell& name) {
  return words_of(proof, numbers_in(position, proof, name));
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/analysis/argument.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using Step = solvers::ArgumentStep;
using Kind = Step::Kind;
using Cells = std::vector<Cell>;

// View: of a board of any kind.
template <class View>
class Words {
 public:
  Words(const View& view, Cell target, const NameCell& name) : view_(view), target_(target), name_(name) {}

  std::string of(const Step& step) const {
    switch (step.kind) {
      case Kind::given:
        return fmt::format("{}: {}.", found(step),
                           step.mines.empty() ? "the first-click rule keeps it free" : "its flag is trusted");
      case Kind::met:
        return step.known_mines.empty()
                   ? fmt::format("{}: {}.", source(step), found(step))
                   : fmt::format("{}: {} {}, so {}.", source(step), list(step.known_mines),
                                 step.known_mines.size() == 1 ? "is its mine" : "are its mines", found(step));
      case Kind::full:
        return fmt::format(
            "{}: {}its mine{} can only be at {}.", source(step),
            step.known_mines.empty() ? std::string() : fmt::format("besides {}, ", list(step.known_mines)),
            step.left.size() == 1 ? "" : "s", list(step.left));
      case Kind::difference:
        return difference(step);
      case Kind::count_met:
        return fmt::format(
            "{}: these are all {}, so the other hidden cells are safe{}.", needs(step), mines_left(step),
            std::ranges::binary_search(step.safe, target_) ? fmt::format(", {} among them", name_of(target_))
                                                           : "");
      case Kind::count_full:
        return fmt::format("{}, of {}: the others can only be at {}.", needs(step), mines_left(step),
                           list(step.mines));
      case Kind::too_many:
        return fmt::format("But {}, and {} would be {}: impossible.", source(step), list(step.known_mines),
                           count_text(step.known_mines.size(), "mine"));
      case Kind::too_few: {
        Cells possible = step.known_mines;
        possible.insert(possible.end(), step.left.begin(), step.left.end());
        std::ranges::sort(possible);
        return fmt::format("But {}, and {}: impossible.", source(step),
                           possible.empty() ? "no cell is left for a mine"
                                            : fmt::format("only {} could hold {}", list(possible),
                                                          possible.size() == 1 ? "one" : "them"));
      }
      case Kind::too_shared:
        return fmt::format("But {}, and the cells that it shares with {} hold at most {}, as {}: impossible.",
                           need(step, 1), name_of(step.numbers[0]), step.needed[0], need(step, 0));
      case Kind::suppose:
        return fmt::format("Suppose {}{} were {}.", step.depth > 1 ? "further that " : "that ", cell_of(step),
                           step.mines.empty() ? "safe" : "a mine");
      case Kind::conclude:
        return step.depth > 1 ? fmt::format("So {} would have to be {}.", cell_of(step),
                                            step.mines.empty() ? "safe" : "a mine")
                              : fmt::format("So {}.", found(step));
    }
    return {};
  }

 private:
  std::string name_of(Cell cell) const { return name_(cell); }
  std::string cell_of(const Step& step) const {
    return name_of(step.mines.empty() ? step.safe.front() : step.mines.front());
  }
  // `2,0`, `2,0 and 2,1`, `2,0, 2,1 and 2,2`.
  std::string list(const Cells& cells) const {
    constexpr std::size_t kMostNamed = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(cells.size(), kMostNamed); ++i)
      text.append(i == 0 ? "" : i + 1 == cells.size() ? " and " : ", ").append(name_of(cells[i]));
    if (cells.size() > kMostNamed) text += fmt::format(" and {} more", cells.size() - kMostNamed);
    return text;
  }
  // `2,0 is a mine, and 2,1 and 2,2 are safe`
  std::string found(const Step& step) const {
    std::string text;
    if (!step.mines.empty()) text = list(step.mines) + (step.mines.size() == 1 ? " is a mine" : " are mines");
    if (!step.safe.empty())
      text += (text.empty() ? "" : ", and ") + list(step.safe) +
              (step.safe.size() == 1 ? " is safe" : " are safe");
    return text;
  }
  std::string shows(Cell number) const {
    return fmt::format("{} shows {}", name_of(number), view_.number(number));
  }
  std::string source(const Step& step) const {
    return step.uses_mine_count ? fmt::format("the board has {}", count_text(view_.mine_count(), "mine"))
                                : shows(step.numbers.back());
  }
  // What a number needs beyond the mines that are known: `1,1 shows 2`, `1,1 needs one more mine`.
  std::string need(const Step& step, std::size_t index) const {
    const Cell number = step.numbers[index];
    return step.needed[index] == view_.number(number)
               ? shows(number)
               : fmt::format("{} still needs {}", name_of(number),
                             count_text(static_cast<std::uint64_t>(step.needed[index]), "mine"));
  }
  std::string needs(const Step& step) const {
    std::string text;
    for (std::size_t i = 0; i < step.numbers.size(); ++i) text += (i == 0 ? "" : ", ") + need(step, i);
    return text + (step.numbers.size() > 1 ? ", in different cells" : "");
  }
  std::string mines_left(const Step& step) const {
    return count_text(static_cast<std::uint64_t>(step.needed.back()), "mine") +
           (step.needed.back() == view_.mine_count() ? "" : " that are left");
  }
  std::string difference(const Step& step) const {
    const std::string first = name_of(step.numbers[0]);
    if (step.mines.empty())
      return fmt::format("{}, and every cell left for it is beside {} too; {}: so {}.", need(step, 1), first,
                         need(step, 0), found(step));
    return fmt::format("{}, but the cells that it shares with {} hold at most {}, as {}: so {}.",
                       need(step, 1), first, step.needed[0], need(step, 0), found(step));
  }

  const View& view_;
  Cell target_;  // of the argument
  const NameCell& name_;
};

template <class View>
std::string sentence_of(const View& view, const solvers::Proof& proof, const NameCell& name,
                        const Step& step) {
  std::string text = Words(view, proof.cell, name).of(step);
  text.front() = text.front() == 't' ? 'T' : text.front();  // `the board has`
  return text;
}

using Steps = std::optional<std::vector<Step>>;

template <class View>
std::vector<ProofSentence> sentences_of(const View& view, const solvers::Proof& proof, const NameCell& name,
                                        const Steps& steps) {
  if (steps) {
    std::vector<ProofSentence> sentences;
    for (const Step& step : *steps) sentences.push_back({sentence_of(view, proof, name, step), step.depth});
    return sentences;
  }
  return {{fmt::format("{} is {} in every layout that meets {}; an argument step by step would be long.",
                       name(proof.cell), proof.is_mine ? "a mine" : "safe",
                       proof.means == solvers::Proof::Means::mine_count ? "these numbers and the mine count"
                                                                        : "these numbers")}};
}

constexpr std::size_t kMostShortSteps = 6;

template <class View>
std::string text_of(const View& view, const solvers::Proof& proof, const NameCell& name, const Steps& steps) {
  std::string text;
  if (steps)
    for (const Step& step : *steps) text += (text.empty() ? "" : " ") + sentence_of(view, proof, name, step);
  return text;
}

NameCell usual_names(const sim::View& view) {
  return [&grid = view.grid()](Cell cell) { return sim::cell_text(grid, cell); };
}

}  // namespace

std::vector<ProofSentence> argument_of(const sim::View& view, std::span<const Cell> trusted_mines,
                                       const solvers::Proof& proof) {
  return sentences_of(view, proof, usual_names(view), solvers::argue(view, trusted_mines, proof));
}

std::string short_argument(const sim::View& view, const solvers::Proof& proof, const NameCell& name) {
  return text_of(view, proof, name ? name : usual_names(view),
                 solvers::argue(view, {}, proof, kMostShortSteps));
}

std::vector<ProofSentence> argument_of(const sim::GraphPosition& position, const solvers::Proof& proof,
                                       const NameCell& name) {
  return sentences_of(position, proof, name, solvers::argue(position, proof));
}

std::string short_argument(const sim::GraphPosition& position, const solvers::Proof& proof,
                           const NameCell& name) {
  return text_of(position, proof, name, solvers::argue(position, proof, kMostShortSteps));
}

}  // namespace sapper::experiments::minesweeper

// Positions on small graphs by the definition: all layouts that agree with one, what they have in common, and how many of them
// best play wins. No deduction, no components.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "tests/support/graph_oracle.hpp"

namespace sapper::tests {

// The layouts that agree with a position, bit i: a mine in cell i, and what follows from them.
class PossibleLayouts {
 public:
  PossibleLayouts(std::shared_ptr<const sim::Graph> graph, std::vector<std::uint32_t> layouts)
      : graph_(std::move(graph)), layouts_(std::move(layouts)) {}
  explicit PossibleLayouts(const sim::GraphPosition& position) : graph_(position.graph) {
    for (std::uint32_t layout = 0; layout >> graph_->cell_count() == 0; ++layout) {
      bool agrees = static_cast<std::uint64_t>(std::popcount(layout)) == *position.prior.count;
      for (sim::Cell cell = 0; agrees && cell < graph_->cell_count(); ++cell)
        if (!position.is_hidden(cell))
          agrees = !holds(layout, cell) && number_in(layout, cell) == position.shown[cell];
      if (agrees) layouts_.push_back(layout);
    }
  }

  static bool holds(std::uint32_t layout, sim::Cell cell) { return (layout >> cell & 1) != 0; }
  int number_in(std::uint32_t layout, sim::Cell cell) const {
    int number = 0;
    for (const sim::Cell seen : graph_->sees(cell)) number += holds(layout, seen) ? 1 : 0;
    return number;
  }

  std::size_t size() const { return layouts_.size(); }
  const std::vector<std::uint32_t>& all() const { return layouts_; }
  double p_mine(sim::Cell cell) const {
    const auto mines = std::ranges::count_if(layouts_, [&](auto layout) { return holds(layout, cell); });
    return static_cast<double>(mines) / static_cast<double>(size());
  }
  bool is_uncertain(sim::Cell cell) const { return p_mine(cell) > 0 && p_mine(cell) < 1; }
  PossibleLayouts showing(sim::Cell cell, int number) const {
    std::vector<std::uint32_t> left;
    for (const std::uint32_t layout : layouts_)
      if (!holds(layout, cell) && number_in(layout, cell) == number) left.push_back(layout);
    return {graph_, std::move(left)};
  }
  // [number] the layouts in which the cell is free and shows it; only numbers that occur.
  std::map<int, PossibleLayouts> by_number(sim::Cell cell) const {
    std::map<int, PossibleLayouts> parts;
    for (int number = 0; number <= static_cast<int>(graph_->sees(cell).size()); ++number)
      if (PossibleLayouts part = showing(cell, number); part.size() > 0)
        parts.emplace(number, std::move(part));
    return parts;
  }

  // How many of them best play wins, by the definition: every cell is tried.
  std::size_t won() const {
    static std::map<std::pair<std::shared_ptr<const sim::Graph>, std::vector<std::uint32_t>>, std::size_t>
        known;
    const auto [found, is_new] = known.try_emplace({graph_, layouts_}, 0);
    if (!is_new) return found->second;
    std::size_t best = size() > 0 ? 1 : 0;
    for (sim::Cell cell = 0; cell < graph_->cell_count(); ++cell)
      if (const auto parts = by_number(cell); parts.size() > 1 || (parts.size() == 1 && p_mine(cell) > 0))
        best = std::max(best, won_by(cell));
    return found->second = best;
  }
  std::size_t won_by(sim::Cell cell) const {
    std::size_t won = 0;
    for (const auto& [number, part] : by_number(cell)) won += part.won();
    return won;
  }

 private:
  std::shared_ptr<const sim::Graph> graph_;
  std::vector<std::uint32_t> layouts_;
};

struct NamedGraph {
  std::string name;
  std::shared_ptr<const sim::Graph> graph;
  std::uint32_t mines;

  sim::GraphGameRules rules() const { return {graph, mines, sim::FirstClickRule::safe, sim::Reveal::flood}; }
};

// Cells that see six, twelve (directed), up to eleven, and hardly any others; on a strip a middle and two ends.
inline std::vector<NamedGraph> small_graphs() {
  sim::Stream random({71, 0, 0}, sim::StreamPurpose::strategy);
  const auto make = [](sim::Graph graph) { return std::make_shared<const sim::Graph>(std::move(graph)); };
  return {{"hexagons", make(sim::Graph(sim::Grid(3, 4, sim::Topology::hex))), 3},
          {"strip", make(sim::Graph(sim::Grid(1, 12))), 4},
          {"directed", make(random_graph(12, 0.3, 12, true, random)), 3},
          {"dense", make(random_graph(12, 0.8, 11, false, random)), 4},
          {"sparse", make(random_graph(13, 0.2, 12, false, random)), 2}};
}

}  // namespace sapper::tests

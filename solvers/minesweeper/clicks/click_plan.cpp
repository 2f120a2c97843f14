#include "solvers/minesweeper/clicks/click_plan.hpp"

#include <algorithm>
#include <limits>

#include "sim/support/contracts.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/minesweeper/clicks/source_groups.hpp"

namespace sapper::solvers {

using Unit = ClickGraph::Unit;

namespace {

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

}  // namespace

ClickPlan::ClickPlan(const ClickGraph& graph)
    : graph_(&graph), digs_(graph.unit_count()), chords_(graph.chords().size()) {}

ClickPlan::ClickPlan(const ClickGraph& graph, std::span<const Click> clicks) : ClickPlan(graph) {
  for (const Click& click : clicks) {
    if (click.kind == ClickKind::flag) continue;
    const Unit unit = graph.unit_of(click.cell);
    SAPPER_EXPECT(unit != ClickGraph::kNoUnit);
    if (click.kind == ClickKind::dig) {
      digs_[graph.worthy_unit(unit)] = true;
      continue;
    }
    const auto chord = std::ranges::find_if(
        graph.chords_on(unit), [&](std::uint32_t each) { return graph.chords()[each].cell == click.cell; });
    SAPPER_EXPECT(chord != graph.chords_on(unit).end());
    chords_[*chord] = true;
  }
}

ClickPlan::Reach ClickPlan::reach() const {
  Reach reach{std::vector<bool>(graph_->unit_count()), {}};
  std::vector<Unit> work;
  const auto show = [&](Unit unit) {
    if (reach.is_shown[unit]) return;
    reach.is_shown[unit] = true;
    work.push_back(unit);
  };
  for (Unit unit = 0; unit < digs_.size(); ++unit)
    if (digs_[unit]) show(unit);
  while (!work.empty()) {
    const Unit unit = work.back();
    work.pop_back();
    for (const Unit shown : graph_->shows(unit)) show(shown);
    for (const std::uint32_t chord : graph_->chords_on(unit)) {
      if (!chords_[chord]) continue;
      reach.chords.push_back(chord);
      for (const Unit opened : graph_->chords()[chord].opens) show(opened);
    }
  }
  return reach;
}

std::vector<Unit> ClickPlan::hidden() const {
  const Reach reached = reach();
  std::vector<Unit> units;
  for (Unit unit = 0; unit < graph_->unit_count(); ++unit)
    if (!reached.is_shown[unit]) units.push_back(unit);
  return units;
}

std::vector<std::vector<Unit>> ClickPlan::unfounded_sets() const {
  const std::vector<Unit> units = hidden();
  std::vector<std::uint32_t> place(graph_->unit_count(), kNone);  // among the hidden units
  for (std::uint32_t i = 0; i < units.size(); ++i) place[units[i]] = i;
  // What shows what, if it is shown.
  std::vector<std::vector<std::uint32_t>> successors(units.size());
  const auto add_edge = [&](Unit from, Unit to) {
    if (place[to] != kNone) successors[place[from]].push_back(place[to]);
  };
  for (const Unit unit : units)
    for (const Unit shown : graph_->shows(unit)) add_edge(unit, shown);
  for (std::uint32_t chord = 0; chord < chords_.size(); ++chord) {
    const ClickGraph::Chord& made = graph_->chords()[chord];
    if (!chords_[chord] || place[made.unit] == kNone) continue;
    for (const Unit opened : made.opens) add_edge(made.unit, opened);
  }
  // Nothing enters these groups, so that the units that show their units are in them.
  std::vector<std::vector<Unit>> sets = source_groups(successors);
  for (std::vector<Unit>& set : sets)
    for (Unit& member : set) member = units[member];
  return sets;
}

std::vector<sim::Cell> ClickPlan::flags() const {
  std::vector<sim::Cell> flags;
  for (std::uint32_t chord = 0; chord < chords_.size(); ++chord)
    if (chords_[chord])
      flags.insert(flags.end(), graph_->chords()[chord].flags.begin(), graph_->chords()[chord].flags.end());
  std::ranges::sort(flags);
  flags.erase(std::unique(flags.begin(), flags.end()), flags.end());
  return flags;
}

std::uint32_t ClickPlan::click_count() const {
  return static_cast<std::uint32_t>(std::ranges::count(digs_, true) + std::ranges::count(chords_, true)) +
         static_cast<std::uint32_t>(flags().size());
}

void ClickPlan::complete() {
  for (std::vector<std::vector<Unit>> sets = unfounded_sets(); !sets.empty(); sets = unfounded_sets())
    for (const std::vector<Unit>& set : sets) {
      const auto unit =
          std::ranges::find_if(set, [&](Unit candidate) { return graph_->is_worth_a_dig(candidate); });
      digs_[*unit] = true;
    }
  for (const bool are_chords : {true, false}) {
    std::vector<bool>& chosen = are_chords ? chords_ : digs_;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!chosen[i]) continue;
      sim::end_if_interrupted();
      chosen[i] = false;
      chosen[i] = !opens_everything();
    }
  }
}

std::vector<Click> ClickPlan::clicks() const {
  std::vector<Click> clicks;
  for (Unit unit = 0; unit < digs_.size(); ++unit)
    if (digs_[unit]) clicks.push_back({ClickKind::dig, graph_->cell_of(unit)});
  std::vector<sim::Cell> flagged;
  for (const std::uint32_t index : reach().chords) {
    const ClickGraph::Chord& chord = graph_->chords()[index];
    for (const sim::Cell mine : chord.flags) {
      if (std::ranges::find(flagged, mine) != flagged.end()) continue;
      flagged.push_back(mine);
      clicks.push_back({ClickKind::flag, mine});
    }
    clicks.push_back({ClickKind::chord, chord.cell});
  }
  return clicks;
}

}  // namespace sapper::solvers

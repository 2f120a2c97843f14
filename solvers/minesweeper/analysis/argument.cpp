#include "solvers/minesweeper/analysis/argument.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>

#include "solvers/minesweeper/choice/board_family.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;
using Kind = ArgumentStep::Kind;
using Places = std::vector<std::size_t>;  // indices of hidden cells, ascending

enum class Finding : std::uint8_t { unknown, safe, mine };
using Findings = std::vector<Finding>;  // [place]

// A shown number, or the mine count, with the hidden cells that it speaks of.
struct Source {
  Cell number = sim::kNoCell;  // kNoCell: the mine count
  int mines = 0;
  Places cells;
};

// What is known of a source's cells.
struct State {
  int needed = 0;  // mines among those left
  Places left, known_mines;
};

// A step, with what it rests on and what it finds; inside a `conclude` the steps from its supposition on.
struct Node {
  ArgumentStep step;
  Places rests_on, finds;
  std::vector<Node> inside;
};
using Nodes = std::vector<Node>;

Places difference(const Places& of, const Places& without) {
  Places rest;
  std::ranges::set_difference(of, without, std::back_inserter(rest));
  return rest;
}
Places join(const Places& a, const Places& b) {
  Places all;
  std::ranges::set_union(a, b, std::back_inserter(all));
  return all;
}

// Boards: OnGrids or OnGraphs.
template <class Boards>
class Arguer {
 public:
  Arguer(const typename Boards::View& view, std::span<const Cell> trusted_mines, const Proof& proof)
      : uses_count_(proof.means == Proof::Means::mine_count), is_mine_(proof.is_mine) {
    if (uses_count_)
      for (Cell cell = 0; cell < Boards::board_of(view).cell_count(); ++cell)
        if (view.is_hidden(cell)) place_of(cell);
    target_ = place_of(proof.cell);
    for (const Cell number : proof.numbers) {
      Source source{number, view.number(number), {}};
      for (const Cell cell : Boards::seen_from(view, number))
        if (view.is_hidden(cell)) source.cells.push_back(place_of(cell));
      std::ranges::sort(source.cells);
      source.cells.erase(std::unique(source.cells.begin(), source.cells.end()), source.cells.end());
      sources_.push_back(std::move(source));
    }
    if (uses_count_) {
      Source count{sim::kNoCell, static_cast<int>(*Boards::mine_count(view)), {}};
      for (std::size_t place = 0; place < cells_.size(); ++place) count.cells.push_back(place);
      sources_.push_back(std::move(count));
    }
    start_.assign(cells_.size(), Finding::unknown);
    const auto give = [&](Cell cell, Finding fact) {
      if (const auto found = places_.find(cell); found != places_.end()) start_[found->second] = fact;
    };
    for (const Cell cell : Boards::known_free(view)) give(cell, Finding::safe);
    for (const Cell cell : trusted_mines) give(cell, Finding::mine);
  }

  std::optional<std::vector<ArgumentStep>> argue(std::size_t most_steps) {
    const Finding wanted = is_mine_ ? Finding::mine : Finding::safe;
    if (start_[target_] == wanted) {
      ArgumentStep step;
      (is_mine_ ? step.mines : step.safe).push_back(cells_[target_]);
      return std::vector{step};
    }
    Nodes nodes;
    Findings facts = start_;
    const auto is_settled = [&] { return facts[target_] == wanted; };
    while (!is_settled() && find_more(facts, nodes)) {
    }
    Places needed{target_};
    if (!is_settled()) {
      auto conclusion = refute(facts, target_, is_mine_ ? Finding::safe : Finding::mine, most_steps);
      if (!conclusion) return std::nullopt;
      nodes.push_back(*std::move(conclusion));
    }
    prune(nodes, needed);
    std::vector<ArgumentStep> steps;
    flatten(nodes, 0, steps);
    if (steps.size() > most_steps) return std::nullopt;
    return steps;
  }

 private:
  std::size_t place_of(Cell cell) {
    const auto [found, is_new] = places_.try_emplace(cell, cells_.size());
    if (is_new) cells_.push_back(cell);
    return found->second;
  }
  std::vector<Cell> cells_at(const Places& places) const {
    std::vector<Cell> cells;
    for (const std::size_t place : places) cells.push_back(cells_[place]);
    std::ranges::sort(cells);
    return cells;
  }

  static State state_of(const Source& source, const Findings& facts) {
    State state{source.mines, {}, {}};
    for (const std::size_t place : source.cells) {
      if (facts[place] == Finding::mine) {
        --state.needed;
        state.known_mines.push_back(place);
      } else if (facts[place] == Finding::unknown) {
        state.left.push_back(place);
      }
    }
    return state;
  }

  // What was known of the source's cells.
  static Places known(const Source& source, const State& state) {
    return difference(source.cells, state.left);
  }

  // How many of the sources are numbers: all but the mine count.
  std::size_t number_count() const { return sources_.size() - (uses_count_ ? 1 : 0); }

  // A step that rests on what is known of these sources, the last of which its words are about most.
  Node node(Kind kind, const std::vector<const Source*>& sources, const Findings& facts) const {
    Node node;
    node.step.kind = kind;
    for (const Source* const source : sources) {
      const State state = state_of(*source, facts);
      if (source->number == sim::kNoCell)
        node.step.uses_mine_count = true;
      else
        node.step.numbers.push_back(source->number);
      node.rests_on = join(node.rests_on, known(*source, state));
      node.step.needed.push_back(state.needed);
      node.step.known_mines = cells_at(state.known_mines);
      node.step.left = cells_at(state.left);
    }
    return node;
  }

  static void find(Node node, const Places& mines, const Places& safe, const std::vector<Cell>& cells,
                   Findings& facts, Nodes& nodes) {
    for (const std::size_t place : mines) {
      facts[place] = Finding::mine;
      node.step.mines.push_back(cells[place]);
    }
    for (const std::size_t place : safe) {
      facts[place] = Finding::safe;
      node.step.safe.push_back(cells[place]);
    }
    std::ranges::sort(node.step.mines);
    std::ranges::sort(node.step.safe);
    node.finds = join(mines, safe);
    nodes.push_back(std::move(node));
  }

  // Makes one more step, of the simplest kind that finds something. False if none does.
  bool find_more(Findings& facts, Nodes& nodes) const {
    std::vector<State> states;
    for (const Source& source : sources_) states.push_back(state_of(source, facts));
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      const State& state = states[i];
      const auto left = static_cast<int>(state.left.size());
      if (left == 0 || (state.needed != 0 && state.needed != left)) continue;
      const bool is_met = state.needed == 0;
      find(node(is_met ? Kind::met : Kind::full, {&sources_[i]}, facts), is_met ? Places() : state.left,
           is_met ? state.left : Places(), cells_, facts, nodes);
      return true;
    }
    const std::size_t numbers = number_count();
    for (std::size_t i = 0; i < numbers; ++i)
      for (std::size_t j = 0; j < numbers; ++j) {
        const Places own = difference(states[j].left, states[i].left);
        const Places others = difference(states[i].left, states[j].left);
        if (i == j || own.size() == states[j].left.size() || (own.empty() && others.empty()) ||
            states[j].needed - states[i].needed != static_cast<int>(own.size()))
          continue;
        find(node(Kind::difference, {&sources_[i], &sources_[j]}, facts), own, others, cells_, facts, nodes);
        return true;
      }
    return uses_count_ && count_mines(states, facts, nodes);
  }

  // Numbers whose cells differ, as many as possible first, against the mine count.
  bool count_mines(const std::vector<State>& states, Findings& facts, Nodes& nodes) const {
    constexpr std::size_t kMostNumbers = 12;
    const std::size_t numbers = std::min(sources_.size() - 1, kMostNumbers);
    const State& count = states.back();
    for (std::size_t chosen = 1; chosen < std::size_t{1} << numbers; ++chosen) {
      Places cells;
      int needed = 0;
      std::vector<const Source*> sources;
      bool do_differ = true;
      for (std::size_t i = 0; i < numbers && do_differ; ++i) {
        if ((chosen >> i & 1) == 0) continue;
        const Places all = join(cells, states[i].left);
        do_differ = all.size() == cells.size() + states[i].left.size() && !states[i].left.empty();
        cells = all;
        needed += states[i].needed;
        sources.push_back(&sources_[i]);
      }
      const Places others = difference(count.left, cells);
      if (!do_differ || others.empty()) continue;
      const int rest = count.needed - needed;
      if (rest != 0 && rest != static_cast<int>(others.size())) continue;
      sources.push_back(&sources_.back());
      find(node(rest == 0 ? Kind::count_met : Kind::count_full, sources, facts),
           rest == 0 ? Places() : others, rest == 0 ? others : Places(), cells_, facts, nodes);
      return true;
    }
    return false;
  }

  // The number that cannot be met any more.
  std::optional<Node> contradiction(const Findings& facts) const {
    for (const Source& source : sources_) {
      const State state = state_of(source, facts);
      if (state.needed < 0) return node(Kind::too_many, {&source}, facts);
      if (state.needed > static_cast<int>(state.left.size())) return node(Kind::too_few, {&source}, facts);
    }
    for (std::size_t i = 0; i < number_count(); ++i)
      for (std::size_t j = 0; j < number_count(); ++j) {
        const State first = state_of(sources_[i], facts), second = state_of(sources_[j], facts);
        if (second.needed - first.needed > static_cast<int>(difference(second.left, first.left).size()))
          return node(Kind::too_shared, {&sources_[i], &sources_[j]}, facts);
      }
    return std::nullopt;
  }

  // Follows what is known to a contradiction, which is the last node then.
  bool reaches_contradiction(Findings& facts, Nodes& nodes) const {
    for (;;) {
      if (auto found = contradiction(facts)) {
        nodes.push_back(*std::move(found));
        return true;
      }
      if (!find_more(facts, nodes)) return false;
    }
  }

  Node supposition(std::size_t place, Finding fact) const {
    Node node;
    node.step.kind = Kind::suppose;
    (fact == Finding::mine ? node.step.mines : node.step.safe).push_back(cells_[place]);
    node.finds = {place};
    return node;
  }

  // `conclude` with the steps to it, pruned.
  Node conclusion(std::size_t place, Finding supposed, Nodes inside) const {
    Node node;
    node.step.kind = Kind::conclude;
    (supposed == Finding::mine ? node.step.safe : node.step.mines).push_back(cells_[place]);
    node.finds = {place};
    Node supposing = std::move(inside.front());
    inside.erase(inside.begin());
    Places needed;
    prune(inside, needed);
    std::erase(needed, place);
    inside.insert(inside.begin(), std::move(supposing));
    node.rests_on = std::move(needed);
    node.inside = std::move(inside);
    return node;
  }

  // Shows that the place cannot be `supposed`; nullopt if that takes too long.
  std::optional<Node> refute(Findings facts, std::size_t place, Finding supposed, std::size_t most_steps) {
    Nodes nodes{supposition(place, supposed)};
    facts[place] = supposed;
    while (!reaches_contradiction(facts, nodes)) {
      if (tries_ > 20 * most_steps) return std::nullopt;
      auto more = refute_some(facts, most_steps);
      if (!more) return std::nullopt;
      facts[more->finds.front()] = more->step.safe.empty() ? Finding::mine : Finding::safe;
      nodes.push_back(*std::move(more));
    }
    return conclusion(place, supposed, std::move(nodes));
  }

  // A supposition that can be refuted: in the fewest steps by itself, else the one that tells most.
  std::optional<Node> refute_some(const Findings& facts, std::size_t most_steps) {
    std::optional<Node> shortest;
    std::size_t most_found = 0, best_place = 0;
    Finding best_fact = Finding::unknown;
    const std::size_t numbers = number_count();
    Places places;
    for (std::size_t i = 0; i < numbers; ++i) places = join(places, state_of(sources_[i], facts).left);
    for (const std::size_t place : places)
      for (const Finding supposed : {Finding::mine, Finding::safe}) {
        ++tries_;
        Findings then = facts;
        then[place] = supposed;
        Nodes nodes{supposition(place, supposed)};
        if (reaches_contradiction(then, nodes)) {
          Node found = conclusion(place, supposed, std::move(nodes));
          if (!shortest || found.inside.size() < shortest->inside.size()) shortest = std::move(found);
        } else if (best_fact == Finding::unknown || nodes.size() > most_found) {
          most_found = nodes.size();
          best_place = place;
          best_fact = supposed;
        }
      }
    if (shortest || best_fact == Finding::unknown) return shortest;
    return refute(facts, best_place, best_fact, most_steps);
  }

  // Removes the steps that nothing later rests on. needed: what is to be known at the end; then, what was known before. A
  // contradiction is always kept.
  static void prune(Nodes& nodes, Places& needed) {
    Nodes kept;
    for (std::size_t i = nodes.size(); i-- > 0;) {
      Node& node = nodes[i];
      const bool is_contradiction = node.step.kind == Kind::too_many || node.step.kind == Kind::too_few ||
                                    node.step.kind == Kind::too_shared;
      Places found;
      std::ranges::set_intersection(node.finds, needed, std::back_inserter(found));
      if (found.empty() && !is_contradiction) continue;
      needed = join(difference(needed, node.finds), node.rests_on);
      kept.push_back(std::move(node));
    }
    std::ranges::reverse(kept);
    nodes = std::move(kept);
  }

  static void flatten(const Nodes& nodes, int depth, std::vector<ArgumentStep>& steps) {
    for (const Node& node : nodes) {
      const bool is_conclusion = node.step.kind == Kind::conclude;
      if (is_conclusion) flatten(node.inside, depth + 1, steps);
      steps.push_back(node.step);
      steps.back().depth = depth + (is_conclusion ? 1 : 0);
    }
  }

  bool uses_count_;
  bool is_mine_;
  std::vector<Cell> cells_;  // [place]
  std::map<Cell, std::size_t> places_;
  std::size_t target_ = 0;
  std::vector<Source> sources_;  // the numbers, then the mine count where it is used
  Findings start_;
  std::size_t tries_ = 0;
};

}  // namespace

std::optional<std::vector<ArgumentStep>> argue(const sim::View& view, std::span<const Cell> trusted_mines,
                                               const Proof& proof, std::size_t most_steps) {
  return Arguer<OnGrids>(view, trusted_mines, proof).argue(most_steps);
}

std::optional<std::vector<ArgumentStep>> argue(const sim::GraphPosition& position, const Proof& proof,
                                               std::size_t most_steps) {
  return Arguer<OnGraphs>(position, position.known_mines, proof).argue(most_steps);
}

}  // namespace sapper::solvers

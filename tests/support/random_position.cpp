#include "tests/support/random_position.hpp"

#include <algorithm>
#include <utility>

#include "sim/minesweeper/game.hpp"
#include "tests/support/layout_oracle.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::Stream;
using sim::View;

sim::Topology random_topology(Stream& random) {
  return sim::kTopologies[random.below(static_cast<std::uint32_t>(sim::kTopologies.size()))].topology;
}

bool one_in(std::uint32_t n, Stream& random) { return random.below(n) == 0; }

std::shared_ptr<const sim::Grid> random_grid(const PositionKind& kind, Stream& random) {
  const auto side = [&](int max) {
    const auto draw = [&] {
      return kind.min_side +
             static_cast<int>(random.below(static_cast<std::uint32_t>(max - kind.min_side + 1)));
    };
    const int first = draw();
    return one_in(2, random) ? first : std::max(first, draw());
  };
  int rows = side(kind.max_rows);
  int cols = side(kind.max_cols);
  if (kind.min_side == 1 && one_in(12, random)) {  // a strip
    rows = 1;
    cols = 1 + static_cast<int>(random.below(18));
    if (one_in(2, random)) std::swap(rows, cols);
  }
  return std::make_shared<const sim::Grid>(rows, cols, random_topology(random));
}

// Sometimes any density, mostly those at which numbers leave something to deduce.
std::uint32_t random_mine_count(std::uint32_t room, Stream& random) {
  if (one_in(4, random)) return random.below(room + 1);
  return room * 3 / 20 + random.below(room * 3 / 10 + 1);
}

sim::GameRules random_rules(const PositionKind& kind, Stream& random) {
  sim::GameRules rules;
  rules.grid = random_grid(kind, random);
  rules.reveal = one_in(3, random) ? sim::Reveal::ring : sim::Reveal::flood;
  std::uint32_t room = rules.grid->cell_count();
  if (one_in(5, random)) {
    rules.first_click = sim::FirstClickRule::safe_corners;
    room -= corners(*rules.grid).count();
  }
  rules.mine_count = random_mine_count(room, random);
  return rules;
}

// Digs safe cells, in a random order, until a random number of them are shown.
void dig_some(sim::Game& game, std::span<const Cell> safe, Stream& random) {
  if (safe.empty()) return;
  const std::uint32_t wanted = random.below(static_cast<std::uint32_t>(safe.size()) + 1);
  const std::uint32_t cells = game.rules().grid->cell_count();
  for (const Cell cell : safe) {
    if (cells - game.view().hidden_count() >= wanted) return;
    game.dig(cell);
  }
}

void show_some(const sim::Layout& layout, std::span<const Cell> safe, View& view, Stream& random) {
  const double share = 0.7 * random.uniform();
  for (const Cell cell : safe)
    if (random.uniform() < share) view.show(cell, layout.number(cell));
}

View with_mine_count(const View& view, std::uint32_t mine_count) {
  View changed(view.grid(), mine_count, {view.free_by_rule().begin(), view.free_by_rule().end()});
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_shown(cell)) changed.show(cell, view.number(cell));
  return changed;
}

View spoiled(const View& view, Origin& origin, Stream& random) {
  View changed = view;
  const std::uint32_t cells = view.grid().cell_count();
  switch (random.below(3)) {
    case 0: {
      const Cell cell = random.below(cells);
      if (view.is_hidden(cell)) return changed;
      origin = Origin::altered_number;
      changed.show(cell, static_cast<int>(random.below(9)));
      return changed;
    }
    case 1:
      origin = Origin::wrong_mine_count;
      return with_mine_count(view, random.below(cells + 3));
    default:
      origin = Origin::invented;
      for (Cell cell = 0; cell < cells; ++cell)
        if (one_in(4, random)) changed.show(cell, static_cast<int>(random.below(4)));
      return changed;
  }
}

RandomPosition attempt(const PositionKind& kind, Stream& random) {
  const sim::GameRules rules = random_rules(kind, random);
  const sim::GameId id{random.next64(), 0, 0};
  sim::Game game(rules);
  game.start(id);
  game.lay(0);
  std::vector<Cell> safe;
  for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell)
    if (!game.layout().is_mine(cell)) safe.push_back(cell);
  random.shuffle(std::span<Cell>(safe));

  const Origin origin = one_in(2, random) ? Origin::dug : Origin::scattered;
  View view = game.view();
  if (origin == Origin::dug) {
    dig_some(game, safe, random);
    view = game.view();
  } else {
    show_some(game.layout(), safe, view, random);
  }
  return {
      {rules.grid, std::move(view)}, origin, {game.layout().mines().begin(), game.layout().mines().end()}};
}

}  // namespace

RandomPosition random_position(const PositionKind& kind, std::uint64_t seed, std::uint64_t number) {
  Stream random({seed, 0, number}, sim::StreamPurpose::playout);
  for (;;) {
    RandomPosition made = attempt(kind, random);
    View& view = made.position.view;
    if (kind.may_be_inconsistent && one_in(4, random)) view = spoiled(view, made.origin, random);
    if (layouts_to_try(view) > kind.max_layouts) continue;
    if (kind.may_have_flags && one_in(8, random)) {
      for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
        if (view.is_hidden(cell) && one_in(3, random)) view.set_flag(cell, true);
    }
    return made;
  }
}

}  // namespace sapper::tests

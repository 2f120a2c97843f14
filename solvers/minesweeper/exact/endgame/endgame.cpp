#include "solvers/minesweeper/exact/endgame/endgame.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/support/contracts.hpp"

namespace sapper::solvers {
namespace {

// How many numbers a cell of the board may show.
std::size_t max_numbers_on(const sim::Grid&) { return sim::kMaxNeighbors + 1; }
std::size_t max_numbers_on(const sim::Graph& graph) {
  std::size_t most = 0;
  for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) most = std::max(most, graph.sees(cell).size());
  return most + 1;
}

}  // namespace

template <class AnyPosterior>
EndgameOf<AnyPosterior>::EndgameOf(const Board& board, sim::FirstClickRule first_click)
    : board_(&board),
      first_click_(first_click),
      max_numbers_(max_numbers_on(board)),
      place_of_(board.cell_count(), kNowhere) {}

template <class AnyPosterior>
bool EndgameOf<AnyPosterior>::solve(const AnyPosterior& posterior, std::uint32_t max_layouts,
                                    std::uint64_t budget) {
  for (const sim::Cell cell : list_.cells())
    place_of_[cell] = kNowhere;  // of the last position, however it ended
  if (!list_.fill(posterior, max_layouts)) return false;
  SAPPER_EXPECT(list_.layout_count() >= 2);
  const Knowledge& knowledge = posterior.knowledge();
  for (std::uint32_t place = 0; place < list_.cells().size(); ++place)
    place_of_[list_.cells()[place]] = place;
  if (list_.layout_count() <= 64) return search(knowledge, small_, budget);
  return list_.layout_count() <= 512 ? search(knowledge, medium_, budget) : search(knowledge, large_, budget);
}

template <class AnyPosterior>
template <std::size_t kWords>
bool EndgameOf<AnyPosterior>::search(const Knowledge& knowledge, std::unique_ptr<LayoutGame<kWords>>& game,
                                     std::uint64_t budget) {
  if (!game) game = std::make_unique<LayoutGame<kWords>>();
  cell_at_.clear();
  game->start(max_numbers_);
  const auto add = [&](sim::Cell cell, std::uint32_t place) {
    if (add_cell(knowledge, cell, place, *game)) cell_at_.push_back(cell);
  };
  for (std::uint32_t place = 0; place < list_.cells().size(); ++place) add(list_.cells()[place], place);
  knowledge.visit_safe([&](sim::Cell cell) { add(cell, kNowhere); });
  ScanBudget scans{budget};
  is_protected_dig_ = knowledge.hidden_count() == board_->cell_count() &&
                      sim::row_of(first_click_).protection == sim::Protection::first_dig;
  if (is_protected_dig_) {
    choose_first(*game, scans);
  } else {
    const auto choice = game->best(LayoutSet<kWords>::first(list_.layout_count()), scans);
    best_cell_ = cell_at_[choice.cell];
    won_ = choice.won;
    layout_count_ = list_.layout_count();
  }
  return !scans.is_spent;
}

// The dig itself is free, so it wins what best play wins of the layouts that the rule allows for it.
template <class AnyPosterior>
template <std::size_t kWords>
void EndgameOf<AnyPosterior>::choose_first(LayoutGame<kWords>& game, ScanBudget& scans) {
  won_ = 0;
  layout_count_ = 1;
  for (sim::Cell cell = 0; cell < board_->cell_count() && !scans.is_spent; ++cell) {
    LayoutSet<kWords> allowed = LayoutSet<kWords>::first(list_.layout_count());
    kept_free_.clear();
    sim::append_protected_cells(*board_, first_click_, cell, kept_free_);
    for (std::size_t index = 0; index < cell_at_.size(); ++index)
      if (std::ranges::find(kept_free_, cell_at_[index]) != kept_free_.end())
        allowed = allowed & game.free(index);
    if (allowed.is_empty()) continue;
    const std::uint32_t won = game.value(allowed, scans);
    if (std::uint64_t{won} * layout_count_ <= std::uint64_t{won_} * allowed.size()) continue;
    best_cell_ = cell;
    won_ = won;
    layout_count_ = allowed.size();
  }
}

template <class AnyPosterior>
auto EndgameOf<AnyPosterior>::values(std::uint64_t budget) -> std::vector<CellValue> {
  if (is_protected_dig_) return {{best_cell_, layout_count_, won_}};
  return list_.layout_count() <= 64    ? values_in(*small_, budget)
         : list_.layout_count() <= 512 ? values_in(*medium_, budget)
                                       : values_in(*large_, budget);
}

template <class AnyPosterior>
template <std::size_t kWords>
auto EndgameOf<AnyPosterior>::values_in(LayoutGame<kWords>& game, std::uint64_t budget)
    -> std::vector<CellValue> {
  const LayoutSet<kWords> all = LayoutSet<kWords>::first(list_.layout_count());
  std::vector<CellValue> values;
  std::vector<CellValue> best;
  ScanBudget scans{budget};
  for (std::uint32_t i = 0; i < cell_at_.size(); ++i) {
    const sim::Cell cell = cell_at_[i];
    const std::uint32_t free = game.free(i).size();
    if (cell == best_cell_) best = {{cell, free, won_}};
    if (!scans.is_spent) values.push_back({cell, free, game.value_of(i, all, scans)});
  }
  if (scans.is_spent) return best;
  std::sort(values.begin(), values.end(), [&](const CellValue& a, const CellValue& b) {
    if ((a.cell == best_cell_) != (b.cell == best_cell_)) return a.cell == best_cell_;
    if (a.won != b.won) return a.won > b.won;
    return a.free != b.free ? a.free > b.free : a.cell < b.cell;
  });
  return values;
}

template <class AnyPosterior>
std::optional<std::uint32_t> EndgameOf<AnyPosterior>::won_by(std::span<const sim::Cell> cells,
                                                             std::uint64_t budget) {
  if (is_protected_dig_) return std::nullopt;
  return list_.layout_count() <= 64    ? won_by_in(*small_, cells, budget)
         : list_.layout_count() <= 512 ? won_by_in(*medium_, cells, budget)
                                       : won_by_in(*large_, cells, budget);
}

// Where all of the cells are free, digging them costs nothing.
template <class AnyPosterior>
template <std::size_t kWords>
std::optional<std::uint32_t> EndgameOf<AnyPosterior>::won_by_in(LayoutGame<kWords>& game,
                                                                std::span<const sim::Cell> cells,
                                                                std::uint64_t budget) {
  LayoutSet<kWords> survived = LayoutSet<kWords>::first(list_.layout_count());
  for (const sim::Cell cell : cells) {
    const auto found = std::find(cell_at_.begin(), cell_at_.end(), cell);
    if (found == cell_at_.end()) return 0;  // a mine in every layout
    survived = survived & game.free(static_cast<std::size_t>(found - cell_at_.begin()));
  }
  if (survived.is_empty()) return 0;
  ScanBudget scans{budget};
  const std::uint32_t won = game.value(survived, scans);
  if (scans.is_spent) return std::nullopt;
  return won;
}

// False if the cell is free in no layout.
template <class AnyPosterior>
template <std::size_t kWords>
bool EndgameOf<AnyPosterior>::add_cell(const Knowledge& knowledge, sim::Cell cell, std::uint32_t place,
                                       LayoutGame<kWords>& game) const {
  const std::size_t words = list_.word_count();
  LayoutSet<kWords> free = LayoutSet<kWords>::first(list_.layout_count());
  if (place != kNowhere)
    for (std::size_t word = 0; word < words; ++word) free.words[word] &= ~list_.mines(place)[word];
  if (free.is_empty()) return false;
  // The number of mines among the unknown neighbours by layout, one plane per bit.
  constexpr auto kPlanes = static_cast<std::size_t>(std::bit_width(unsigned{AnyPosterior::kMaxNumber}));
  std::array<LayoutSet<kWords>, kPlanes> planes{};
  unsigned unknown = 0;
  for (const sim::Cell neighbor : knowledge.seen_from(cell)) {
    if (place_of_[neighbor] == kNowhere) continue;
    ++unknown;
    const auto mines = list_.mines(place_of_[neighbor]);
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t carry = mines[word];
      for (auto& plane : planes) {
        const std::uint64_t sum = plane.words[word] ^ carry;
        carry &= plane.words[word];
        plane.words[word] = sum;
      }
    }
  }
  LayoutSet<kWords>* const sets = game.next_cell();
  sets[0] = free;
  std::uint32_t numbers = 0;
  for (unsigned mines = 0; mines <= unknown; ++mines) {
    LayoutSet<kWords> shows = free;
    for (unsigned bit = 0; bit < planes.size(); ++bit)
      for (std::size_t word = 0; word < words; ++word)
        shows.words[word] &= (mines >> bit & 1) != 0 ? planes[bit].words[word] : ~planes[bit].words[word];
    if (!shows.is_empty()) sets[++numbers] = shows;
  }
  game.add_cell(numbers);
  return true;
}

template class EndgameOf<Posterior>;
template class EndgameOf<GraphPosterior>;

}  // namespace sapper::solvers

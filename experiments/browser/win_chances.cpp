#include "experiments/browser/win_chances.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <span>
#include <utility>

#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;
using sim::Cell;

WinChances::WinChances(sim::Position position)
    : position_(std::move(position)), posterior_(*position_.grid), digs_(*position_.grid) {
  const solvers::Analysis analysis =
      solvers::analyze(position_.view, position_.trusted_mines, 0, solvers::Moves::listed);
  possible_ = position_.view.hidden_count() - analysis.mine.size();
  if (possible_ == 0 || !posterior_.compute(position_.view)) return;
  if (find_exact_values(analysis)) return;
  const std::vector<Cell> cells = candidates_of(analysis);
  digs_.start(posterior_);
  for (const Cell& cell : cells) {
    guesses_.push_back({cell, analysis.p_mine[cell], {}});
    digs_.add(std::span(&cell, 1), 1 - analysis.p_mine[cell]);
  }
}

void WinChances::play(int layouts) {
  if (guesses_.empty() || is_exact_ || layouts <= 0) return;
  digs_.play(static_cast<std::uint32_t>(layouts), random_);
  layouts_ += static_cast<std::uint64_t>(layouts);
}

bj::object WinChances::json() const {
  bj::array digs;
  for (std::size_t dig = 0; dig < guesses_.size(); ++dig) {
    const Guess& guess = guesses_[dig];
    const solvers::PlayoutMean win = is_exact_       ? solvers::PlayoutMean{guess.exact_win, 0}
                                     : layouts_ == 0 ? solvers::PlayoutMean{}
                                                     : digs_.mean(dig);
    digs.push_back(bj::object{{"cell", cell_json(*position_.grid, guess.cell)},
                              {"p_mine", guess.p_mine},
                              {"win", win.value},
                              {"standard_error", is_exact_ || layouts_ >= 2 ? win.error : 1}});
  }
  return {{"layouts", layouts_}, {"exact", is_exact_}, {"candidates", possible_}, {"digs", std::move(digs)}};
}

bool WinChances::find_exact_values(const solvers::Analysis& analysis) {
  constexpr std::uint32_t kMostLayouts = 512;
  constexpr std::uint64_t kScans = 10'000'000;
  if (analysis.safe.size() == possible_) {  // one layout
    guesses_.push_back({analysis.safe.front(), 0, 1});
    layouts_ = 1;
    return is_exact_ = true;
  }
  solvers::Endgame end(*position_.grid);
  const bool has_shown = position_.view.hidden_count() < position_.grid->cell_count();
  if (!has_shown || !end.solve(posterior_, kMostLayouts, kScans)) return false;
  if (!analysis.safe.empty()) {
    guesses_.push_back({analysis.safe.front(), 0, end.win_probability()});
  } else {
    const std::vector<solvers::Endgame::CellValue> values = end.values(kScans);
    if (values.size() != possible_) return false;  // the search was cut short
    for (const auto& value : values)
      guesses_.push_back(
          {value.cell, analysis.p_mine[value.cell], static_cast<double>(value.won) / end.layout_count()});
  }
  layouts_ = end.layout_count();
  return is_exact_ = true;
}

std::vector<Cell> WinChances::candidates_of(const solvers::Analysis& analysis) const {
  constexpr std::size_t kMostCandidates = 12;
  std::vector<Cell> cells;
  if (!analysis.safe.empty()) return {analysis.safe.front()};
  const auto add = [&](Cell cell) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
  };
  for (const solvers::StrategyMove& move : analysis.moves) {
    const solvers::StrategyEntry* const entry = solvers::find_strategy(move.strategy);
    if (entry->advice_rank > 0 || move.strategy == "min_risk" || move.strategy == "pseq") add(move.move.cell);
  }
  const sim::View& view = position_.view;
  const auto is_beside_number = [&](Cell cell) {
    bool found = false;
    for (const Cell at : position_.grid->neighbors(cell)) found |= view.is_shown(at);
    return found;
  };
  std::vector<Cell> beside_numbers;
  for (Cell cell = 0; cell < position_.grid->cell_count(); ++cell)
    if (view.is_hidden(cell) && analysis.p_mine[cell] < 1 && is_beside_number(cell))
      beside_numbers.push_back(cell);
  std::ranges::stable_sort(beside_numbers, {}, [&](Cell cell) { return analysis.p_mine[cell]; });
  for (const Cell cell : beside_numbers)
    if (cells.size() < kMostCandidates) add(cell);
  return cells;
}

}  // namespace sapper::experiments::minesweeper

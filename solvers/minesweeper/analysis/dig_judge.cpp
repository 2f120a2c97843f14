#include "solvers/minesweeper/analysis/dig_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

// The first dig gets this many times the layouts of others, as it is judged once for all games.
constexpr std::uint32_t kLayoutsOfFirst = 4;
// The ends that `expert` solves by default, but searched longer: play-outs would be off by up to seven points where it
// gives up. Of 10,000 such positions none took more than 640,000 scans (0.1 s); the limit is reached after some seconds.
constexpr std::uint32_t kEndgameLayouts = 512;
constexpr std::uint64_t kEndgameScans = 10'000'000;
// Exact differences below this are rounding.
constexpr double kRounding = 1e-12;

template <class Boards>
std::unique_ptr<typename Boards::Strategy> make_expert(const typename Boards::GameRules& rules, int effort) {
  StrategyChoice choice(*find_strategy("expert"));
  choice.settings.set("effort", effort);
  return choice.make(rules);
}

// The solver has the default settings of `optimal`; null if it refuses the board.
template <class Rules>
std::shared_ptr<optimal::OptimalSolverOf<Rules>> make_solver(const Rules& rules) {
  const StrategyChoice choice(*find_strategy("optimal"));
  if (choice.refusal(rules)) return nullptr;
  return optimal::OptimalSolverOf<Rules>::shared(
      rules, static_cast<std::uint64_t>(choice.settings.whole("memory")) << 20);
}

template <class Boards>
const typename Boards::GameRules& checked(const typename Boards::GameRules& rules) {
  if (Boards::do_mines_move(rules)) throw std::invalid_argument("games whose mines move cannot be judged");
  return rules;
}

// A cell of each kind that may be a good first dig, at last the middle of the board.
std::vector<Cell> usual_first_cells(const sim::Grid& grid) {
  std::vector<Cell> cells;
  const int rows = grid.rows();
  const int cols = grid.cols();
  for (int ring = 0; ring < std::min({4, rows, cols}); ++ring) cells.push_back(grid.at(ring, ring));
  cells.insert(cells.end(), {grid.at(0, cols / 2), grid.at(rows / 2, 0), grid.at(rows / 2, cols / 2)});
  return cells;
}
// Lists, for each number of cells seen, ascending, the lowest cell that sees so many. Of more than eight such numbers only
// the four smallest and the four largest count.
std::vector<Cell> usual_first_cells(const sim::Graph& graph) {
  constexpr std::ptrdiff_t kFewest = 4, kMost = 4;
  std::map<std::size_t, Cell> by_degree;
  for (Cell cell = 0; cell < graph.cell_count(); ++cell) by_degree.try_emplace(graph.sees(cell).size(), cell);
  std::vector<Cell> cells;
  cells.reserve(by_degree.size());
  for (const auto& [degree, cell] : by_degree) cells.push_back(cell);
  if (std::ssize(cells) > kFewest + kMost) cells.erase(cells.begin() + kFewest, cells.end() - kMost);
  return cells;
}

// The known values of the rules' board under another first-click rule; null: there are none.
const FirstCellValues* find_values(std::span<const FirstCellValues> boards, const sim::GameRules& rules,
                                   sim::FirstClickRule rule) {
  const sim::Grid& grid = *rules.grid;
  const auto known = std::find_if(boards.begin(), boards.end(), [&](const FirstCellValues& board) {
    return board.size == grid.size() && grid.topology() == sim::Topology::square &&
           board.mine_count == rules.mine_count && board.rule == rule;
  });
  return known == boards.end() ? nullptr : &*known;
}
const FirstCellValues* find_values(std::span<const FirstCellValues>, const sim::GraphGameRules&,
                                   sim::FirstClickRule) {
  return nullptr;
}

// The view with other cells that are known to be free.
sim::View with_known_free(const sim::View& view, std::vector<Cell> free) {
  std::sort(free.begin(), free.end());
  sim::View others(view.grid(), view.mine_count(), std::move(free));
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_shown(cell)) others.show(cell, view.number(cell));
  return others;
}
sim::GraphPosition with_known_free(sim::GraphPosition view, std::vector<Cell> free) {
  view.known_safe = std::move(free);
  return view;
}

template <class Boards>
bool is_untouched(const typename Boards::View& view) {
  return view.hidden_count() == Boards::board_of(view).cell_count();
}

}  // namespace

template <class Boards>
GameJudgeOf<Boards>::GameJudgeOf(const GameRules& rules, const JudgeSettings& settings)
    : rules_(checked<Boards>(rules)),
      settings_(settings),
      solver_(settings.exact == ExactValues::boards ? make_solver(rules) : nullptr),
      expert_(make_expert<Boards>(rules, settings.effort)),
      posterior_(rules.board()),
      conditional_(rules.board()),
      endgame_(rules.board()),
      playouts_(rules.board(), PlayoutRule::expert, kQuickEndgameLayouts),
      classes_(optimal::first_cell_classes(rules)) {}

template <class Boards>
void GameJudgeOf<Boards>::begin(const sim::GameId& id, FirstCellChoice first_cell) {
  first_cell_ = first_cell;
  random_ = sim::Stream(id, sim::StreamPurpose::playout);
  is_certain_.assign(rules_.board().cell_count(), false);
  game_ = {};
}

template <class Boards>
void GameJudgeOf<Boards>::will_dig(const View& view, std::span<const Cell> cells, const Claim& claim) {
  ++game_.dig_count;
  if (std::all_of(cells.begin(), cells.end(), [&](Cell cell) { return is_certain_[cell]; })) return;
  judge(view, cells, claim);
}

template <class Boards>
void GameJudgeOf<Boards>::will_give_up(const View& view) {
  ++game_.dig_count;
  judge(view, {}, {});
}

template <class Boards>
const JudgedGame& GameJudgeOf<Boards>::finish(bool is_won) {
  game_.is_won = is_won;
  settle(is_won ? 1 : 0);
  game_.w_start = game_.digs.empty() ? (is_won ? 1 : 0) : game_.digs.front().w_best;
  for (const JudgedDig& dig : game_.digs) {
    game_.given_away += dig.given_away;
    game_.luck += dig.luck;
    game_.difference += dig.difference();
  }
  return game_;
}

// W after the last judged dig.
template <class Boards>
void GameJudgeOf<Boards>::settle(double w) {
  if (game_.digs.empty()) return;
  JudgedDig& dig = game_.digs.back();
  dig.luck = w - dig.w_best + dig.given_away;
}

template <class Boards>
void GameJudgeOf<Boards>::add(JudgedDig dig, const Values& values) {
  dig.best = values.best;
  dig.w_best = values.w_best;
  dig.w_dig = values.w_dig;
  dig.w_error = values.error;
  dig.given_away_error = values.difference_error;
  dig.is_forced = values.is_forced;
  const double difference = dig.difference();
  if (difference > std::max(kDetectable * dig.given_away_error, kRounding)) dig.given_away = difference;
  settle(dig.w_best);
  game_.digs.push_back(std::move(dig));
}

template <class Boards>
void GameJudgeOf<Boards>::judge(const View& view, std::span<const Cell> cells, const Claim& claim) {
  JudgedDig dig;
  dig.number = game_.dig_count;
  dig.cells.assign(cells.begin(), cells.end());
  dig.claim = claim;
  try {
    compute(view);
    const bool is_protected = is_untouched<Boards>(view) &&
                              sim::row_of(rules_.first_click).protection == sim::Protection::first_dig;
    double p_free = 1;
    if (!is_protected) {
      p_free = p_all_free(view, cells);
      if (p_free == 1 && !cells.empty() && !is_untouched<Boards>(view)) return;
      dig.lowest_p_mine = risks_.safe.empty() ? posterior_.lowest_risk() : 0;
      dig.p_mine = 1 - p_free;
      add_missed(view, dig);
    }
    game_.wrong_claims += dig.is_claim_wrong() ? 1U : 0U;
    if (!is_untouched<Boards>(view))
      add(std::move(dig), values_of(view, cells, p_free, settings_.layouts, random_));
    else if (cells.empty())
      add(std::move(dig), [&] {
        Values values = first_values(view, any_first_cell());
        values.w_dig = 0;
        values.difference_error = values.error;
        return values;
      }());
    else
      add(std::move(dig), first_values(view, cells.front()));
  } catch (const ComponentTooWide&) {
    ++game_.unjudged;
  }
}

template <class Boards>
void GameJudgeOf<Boards>::compute(const View& view) {
  if (!posterior_.compute(view)) throw std::logic_error("no layout is consistent with the view");
  risks_ = posterior_.cell_risks();
  for (const Cell cell : risks_.safe) is_certain_[cell] = true;
}

// The product over the cells of P(free), given that those before are free.
template <class Boards>
double GameJudgeOf<Boards>::p_all_free(const View& view, std::span<const Cell> cells) {
  double p_free = 1;
  const std::span<const Cell> known_free = Boards::known_free(view);
  std::vector<Cell> free(known_free.begin(), known_free.end());
  const std::size_t given = free.size();
  for (const Cell cell : cells) {
    const double p_mine = risks_.p_mine[cell];
    if (p_mine == 0) continue;
    if (free.size() == given) {
      p_free *= 1 - p_mine;
    } else {
      const View others = with_known_free(view, free);
      if (!conditional_.compute(others)) return 0;
      p_free *= 1 - conditional_.p_mine(cell);
    }
    if (p_free == 0) return 0;
    free.push_back(cell);
  }
  return p_free;
}

template <class Boards>
void GameJudgeOf<Boards>::add_missed(const View& view, JudgedDig& dig) const {
  if (dig.p_mine == 0 && !dig.cells.empty()) return;
  const auto is_missed = [&](Cell cell) {
    return std::find(dig.cells.begin(), dig.cells.end(), cell) == dig.cells.end();
  };
  dig.missed_safe =
      static_cast<std::uint32_t>(std::count_if(risks_.safe.begin(), risks_.safe.end(), is_missed));
  if (dig.missed_safe == 0) return;
  for (const CertainCell& certain : find_certain_cells(view))
    if (!certain.is_mine && is_missed(certain.cell) &&
        (!dig.least_inference || certain.inference < *dig.least_inference))
      dig.least_inference = certain.inference;
}

// Whether the rule allows a layout for this first dig.
template <class Boards>
bool GameJudgeOf<Boards>::is_first_cell(Cell cell) const {
  return rules_.mine_count <= sim::max_mines(rules_.board(), rules_.first_click, cell);
}

// The middle of the board, if it can be.
template <class Boards>
Cell GameJudgeOf<Boards>::any_first_cell() const {
  const Cell middle = usual_first_cells(rules_.board()).back();
  if (is_first_cell(middle)) return middle;
  const auto& cells = classes_.representatives;
  const auto found = std::find_if(cells.begin(), cells.end(), [&](Cell cell) { return is_first_cell(cell); });
  return found == cells.end() ? middle : *found;
}

// Equivalent first cells have the same values, which are estimated once.
template <class Boards>
auto GameJudgeOf<Boards>::first_values(const View& view, Cell first) -> Values {
  const std::uint32_t cell_class = classes_.class_of[first];
  const Cell representative = classes_.representatives[cell_class];
  const std::pair key(cell_class, first_cell_);
  const auto known = first_values_.find(key);
  Values values = known != first_values_.end()
                      ? known->second
                      : first_values_.emplace(key, find_first_values(view, representative)).first->second;
  if (first_cell_ == FirstCellChoice::given)
    values = {representative, values.w_dig, values.w_dig, values.error, 0, true};
  if (values.best == representative) values.best = first;
  return values;
}

template <class Boards>
auto GameJudgeOf<Boards>::find_first_values(const View& view, Cell first) -> Values {
  const bool is_given = first_cell_ == FirstCellChoice::given;  // then no other cell matters
  if (solver_ != nullptr && is_given) {
    const double w = solver_->solve(first).probability();
    return {first, w, w, 0, 0, true};
  }
  if (solver_ != nullptr) {
    const optimal::OptimalValue best = solver_->solve();
    const bool is_best = std::binary_search(best.best_first.begin(), best.best_first.end(), first);
    return {is_best ? first : best.best_first.front(),
            best.probability(),
            solver_->solve(first).probability(),
            0,
            0,
            false};
  }
  if (const auto known = known_first_values(first)) return *known;
  sim::Stream random({0, 0, first}, sim::StreamPurpose::playout);
  if (sim::row_of(rules_.first_click).protection == sim::Protection::first_dig)
    return is_given ? played_first(first, kLayoutsOfFirst * settings_.layouts, random)
                    : played_first_values(first, random);
  const std::array cells{first};
  return values_of(view, cells, p_all_free(view, cells), kLayoutsOfFirst * settings_.layouts, random);
}

// `unprotected` layouts in which the first cell is free are those that `safe` allows, and `relocate` lays the mines with
// the same probabilities as `safe`.
template <class Boards>
auto GameJudgeOf<Boards>::known_first_values(Cell first) const -> std::optional<Values> {
  const bool is_as_safe = rules_.first_click == sim::FirstClickRule::unprotected ||
                          rules_.first_click == sim::FirstClickRule::relocate;
  const sim::FirstClickRule rule = is_as_safe ? sim::FirstClickRule::safe : rules_.first_click;
  const FirstCellValues* const known = find_values(settings_.first_cells, rules_, rule);
  if (known == nullptr) return std::nullopt;
  const double p_free = 1 - sim::first_dig_risk(rules_, first);
  const auto class_of = [&](const FirstCellValues::Value& value) { return classes_.class_of[value.cell]; };
  const std::uint32_t own = classes_.class_of[first];
  if (class_of(known->best) == own) {
    const double w = p_free * known->best.w;
    return Values{first, w, w, p_free * known->best.error, 0, false};
  }
  const auto dug = std::find_if(known->classes.begin(), known->classes.end(),
                                [&](const auto& value) { return class_of(value) == own; });
  return Values{known->best.cell,
                p_free * known->best.w,
                p_free * dug->w,
                p_free * std::max(known->best.error, dug->error),
                p_free * std::hypot(known->best.error, dug->error),
                false};
}

// The first round chooses the best cell, the second compares it with the one dug, so that the difference is not biased
// by the choice.
template <class Boards>
auto GameJudgeOf<Boards>::played_first_values(Cell first, sim::Stream& random) -> Values {
  std::vector<Cell> candidates{first};
  for (const Cell usual : usual_first_cells(rules_.board())) {
    if (!is_first_cell(usual)) continue;
    const std::uint32_t cell_class = classes_.class_of[usual];
    if (std::all_of(candidates.begin(), candidates.end(),
                    [&](Cell cell) { return classes_.class_of[cell] != cell_class; }))
      candidates.push_back(classes_.representatives[cell_class]);
  }
  Cell best = first;
  if (candidates.size() > 1) {
    double w_best = -1;
    for (const Cell cell : candidates) {
      const double w = played_first(cell, settings_.layouts, random).w_best;
      if (w > w_best) best = cell;
      w_best = std::max(w, w_best);
    }
  }
  const std::uint32_t layouts = kLayoutsOfFirst * settings_.layouts;
  Values values = played_first(best, layouts, random);
  if (best == first) return values;
  const Values dug = played_first(first, layouts, random);
  values.w_dig = dug.w_best;
  values.difference_error = std::hypot(values.error, dug.error);
  values.error = std::max(values.error, dug.error);
  return values;
}

// By rules that protect the first dig. On graphs, of whose symmetries nothing is known, every game may begin in a cell of its
// own: all are compared with the same values of the others.
template <class Boards>
auto GameJudgeOf<Boards>::played_first(Cell first, std::uint32_t layouts, sim::Stream& random) -> Values {
  if constexpr (std::is_same_v<Boards, OnGraphs>) {
    const std::pair key(first, layouts);
    const auto known = values_as_first_.find(key);
    if (known != values_as_first_.end()) return known->second;
    sim::Stream own({0, layouts, first}, sim::StreamPurpose::playout);
    return values_as_first_.emplace(key, play_first(first, layouts, own)).first->second;
  } else {
    return play_first(first, layouts, random);
  }
}

// The values of a first dig as the best, on the layouts that the rule allows for it.
template <class Boards>
auto GameJudgeOf<Boards>::play_first(Cell first, std::uint32_t layouts, sim::Stream& random) -> Values {
  const std::array cells{first};
  std::vector<Cell> kept_free;
  sim::append_protected_cells(rules_.board(), rules_.first_click, first, kept_free);
  const View allowed = Boards::untouched(rules_, kept_free);
  if (!posterior_.compute(allowed)) throw std::logic_error("no layout is allowed for the first dig");
  risks_ = posterior_.cell_risks();
  Values values = values_of(allowed, cells, 1, layouts, random);
  values.best = first;
  values.w_dig = values.w_best;
  values.difference_error = 0;
  return values;
}

template <class Boards>
auto GameJudgeOf<Boards>::values_of(const View& view, std::span<const Cell> cells, double p_free,
                                    std::uint32_t layouts, sim::Stream& random) -> Values {
  if (const auto exact = exact_values(view, cells, p_free)) return *exact;
  return played_values(view, cells, p_free, layouts, random);
}

template <class Boards>
auto GameJudgeOf<Boards>::exact_values(const View& view, std::span<const Cell> cells, double p_free)
    -> std::optional<Values> {
  Values values;
  if (!risks_.safe.empty()) values.best = risks_.safe.front();
  const bool is_lost = cells.empty() || p_free == 0;
  if (risks_.safe.size() + risks_.mine.size() == view.hidden_count()) {  // one layout
    values.w_best = 1;
    values.w_dig = is_lost ? 0 : 1;
    return values;
  }
  if (solver_ != nullptr) {
    if (risks_.safe.empty()) values.best = solver_->best_dig(view).cell;
    values.w_best = solver_->probability_after(view, {});
    if (is_lost) return values;
    values.w_dig = solver_->probability_after(view, cells);
    values.is_forced = values.difference() <= kRounding && are_all_alike(view, values.w_best, [&](Cell cell) {
                         return std::optional(solver_->probability_after(view, std::span(&cell, 1)));
                       });
    return values;
  }
  if (settings_.exact == ExactValues::none || !endgame_.solve(posterior_, kEndgameLayouts, kEndgameScans))
    return std::nullopt;
  if (risks_.safe.empty()) values.best = endgame_.best_cell();
  values.w_best = endgame_.win_probability();
  if (is_lost) return values;
  const auto won = endgame_.won_by(cells, kEndgameScans);
  if (!won) return std::nullopt;
  const auto share = [&](std::uint32_t layouts) {
    return static_cast<double>(layouts) / endgame_.layout_count();
  };
  values.w_dig = share(*won);
  values.is_forced = values.difference() <= kRounding && are_all_alike(view, values.w_best, [&](Cell cell) {
                       const auto won_by_cell = endgame_.won_by(std::span(&cell, 1));
                       return won_by_cell ? std::optional(share(*won_by_cell)) : std::nullopt;
                     });
  return values;
}

// Cells of high risk differ most often: they come first.
template <class Boards>
template <class WinProbability>
bool GameJudgeOf<Boards>::are_all_alike(const View& view, double w_best, WinProbability w) const {
  if (!risks_.safe.empty()) return false;
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < rules_.board().cell_count(); ++cell)
    if (view.is_hidden(cell) && risks_.p_mine[cell] < 1) cells.push_back(cell);
  std::stable_sort(cells.begin(), cells.end(),
                   [&](Cell a, Cell b) { return risks_.p_mine[a] > risks_.p_mine[b]; });
  return std::all_of(cells.begin(), cells.end(), [&](Cell cell) {
    const std::optional<double> value = w(cell);
    return value && std::abs(*value - w_best) <= kRounding;
  });
}

// Certainly safe cells are dug along with either dig: that costs nothing.
template <class Boards>
auto GameJudgeOf<Boards>::played_values(const View& view, std::span<const Cell> cells, double p_free,
                                        std::uint32_t layouts, sim::Stream& random) -> Values {
  Values values;
  values.best = risks_.safe.empty() ? choose_best(view, random) : risks_.safe.front();
  const bool is_lost = cells.empty() || p_free == 0;
  const bool is_best = p_free == 1 || (cells.size() == 1 && cells.front() == values.best);
  playouts_.start(posterior_);
  if (risks_.safe.empty())
    playouts_.add(std::span(&values.best, 1), 1 - risks_.p_mine[values.best]);
  else
    playouts_.add(risks_.safe, 1);
  if (!is_lost && !is_best) {
    std::vector<Cell> dug(cells.begin(), cells.end());
    dug.insert(dug.end(), risks_.safe.begin(), risks_.safe.end());
    playouts_.add(dug, p_free);
  }
  playouts_.play(layouts, random);
  playouts_.release();
  const auto clamped = [](double value) { return std::clamp(value, 0.0, 1.0); };
  // Equal results have no spread, but they are few: the next one might differ. Only exact values have no error.
  const auto stated = [&](double error) { return error > 0 ? error : 1.0 / (layouts + 2); };
  const PlayoutMean best = playouts_.mean(0);
  values.w_best = clamped(best.value);
  values.error = stated(best.error);
  if (is_lost || is_best) {
    values.w_dig = is_lost ? 0 : values.w_best;
    values.difference_error = is_lost ? values.error : 0;
    return values;
  }
  const PlayoutMean dug = playouts_.mean(1);
  values.w_dig = clamped(dug.value);
  values.error = stated(std::max(best.error, dug.error));
  values.difference_error = playouts_.difference(0, 1).error;
  return values;
}

template <class Boards>
Cell GameJudgeOf<Boards>::choose_best(const View& view, sim::Stream& random) {
  typename Boards::Digs digs;
  expert_->begin(view, random);
  expert_->plan({}, digs);
  return digs.front().cell;
}

template class GameJudgeOf<OnGrids>;
template class GameJudgeOf<OnGraphs>;

}  // namespace sapper::solvers

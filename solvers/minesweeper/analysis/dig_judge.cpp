#include "solvers/minesweeper/analysis/dig_judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
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

bool is_untouched(const sim::View& view) { return view.hidden_count() == view.grid().cell_count(); }

std::unique_ptr<Strategy> make_expert(const sim::GameRules& rules, int effort) {
  StrategyChoice choice(*find_strategy("expert"));
  choice.settings.set("effort", effort);
  return choice.make(rules);
}

// The solver has the default settings of `optimal`; null if it refuses the board.
std::shared_ptr<optimal::OptimalSolver> make_solver(const sim::GameRules& rules) {
  const StrategyChoice choice(*find_strategy("optimal"));
  if (choice.refusal(rules)) return nullptr;
  return optimal::OptimalSolver::shared(rules, static_cast<std::uint64_t>(choice.settings.whole("memory"))
                                                   << 20);
}

const sim::GameRules& checked(const sim::GameRules& rules) {
  if (sim::row_of(rules.motion).move != nullptr)
    throw std::invalid_argument("games whose mines move cannot be judged");
  return rules;
}

}  // namespace

GameJudge::GameJudge(const sim::GameRules& rules, const JudgeSettings& settings)
    : rules_(checked(rules)),
      settings_(settings),
      solver_(settings.exact == ExactValues::boards ? make_solver(rules) : nullptr),
      expert_(make_expert(rules, settings.effort)),
      posterior_(*rules.grid),
      conditional_(*rules.grid),
      endgame_(*rules.grid),
      playouts_(*rules.grid, PlayoutRule::expert, kQuickEndgameLayouts),
      classes_(sim::classify_cells(*rules.grid, sim::cells_free_by_rule(*rules.grid, rules.first_click))) {}

void GameJudge::begin(const sim::GameId& id, FirstCellChoice first_cell) {
  first_cell_ = first_cell;
  random_ = sim::Stream(id, sim::StreamPurpose::playout);
  is_certain_.assign(rules_.grid->cell_count(), false);
  game_ = {};
}

void GameJudge::will_dig(const sim::View& view, std::span<const Cell> cells, const Claim& claim) {
  ++game_.dig_count;
  if (std::all_of(cells.begin(), cells.end(), [&](Cell cell) { return is_certain_[cell]; })) return;
  judge(view, cells, claim);
}

void GameJudge::will_give_up(const sim::View& view) {
  ++game_.dig_count;
  judge(view, {}, {});
}

const JudgedGame& GameJudge::finish(bool is_won) {
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
void GameJudge::settle(double w) {
  if (game_.digs.empty()) return;
  JudgedDig& dig = game_.digs.back();
  dig.luck = w - dig.w_best + dig.given_away;
}

void GameJudge::add(JudgedDig dig, const Values& values) {
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

void GameJudge::judge(const sim::View& view, std::span<const Cell> cells, const Claim& claim) {
  JudgedDig dig;
  dig.number = game_.dig_count;
  dig.cells.assign(cells.begin(), cells.end());
  dig.claim = claim;
  try {
    compute(view);
    const bool is_protected =
        is_untouched(view) && sim::row_of(rules_.first_click).protection == sim::Protection::first_dig;
    double p_free = 1;
    if (!is_protected) {
      p_free = p_all_free(view, cells);
      if (p_free == 1 && !cells.empty() && !is_untouched(view)) return;
      dig.lowest_p_mine = risks_.safe.empty() ? posterior_.lowest_risk() : 0;
      dig.p_mine = 1 - p_free;
      add_missed(view, dig);
    }
    game_.wrong_claims += dig.is_claim_wrong() ? 1U : 0U;
    if (!is_untouched(view))
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

void GameJudge::compute(const sim::View& view) {
  if (!posterior_.compute(view)) throw std::logic_error("no layout is consistent with the view");
  risks_ = posterior_.cell_risks();
  for (const Cell cell : risks_.safe) is_certain_[cell] = true;
}

// The product over the cells of P(free), given that those before are free.
double GameJudge::p_all_free(const sim::View& view, std::span<const Cell> cells) {
  double p_free = 1;
  std::vector<Cell> free(view.free_by_rule().begin(), view.free_by_rule().end());
  const std::size_t given = free.size();
  for (const Cell cell : cells) {
    const double p_mine = risks_.p_mine[cell];
    if (p_mine == 0) continue;
    if (free.size() == given) {
      p_free *= 1 - p_mine;
    } else {
      std::sort(free.begin(), free.end());
      sim::View others(view.grid(), view.mine_count(), free);
      for (Cell other = 0; other < view.grid().cell_count(); ++other)
        if (view.is_shown(other)) others.show(other, view.number(other));
      if (!conditional_.compute(others)) return 0;
      p_free *= 1 - conditional_.p_mine(cell);
    }
    if (p_free == 0) return 0;
    free.push_back(cell);
  }
  return p_free;
}

void GameJudge::add_missed(const sim::View& view, JudgedDig& dig) const {
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
bool GameJudge::is_first_cell(Cell cell) const {
  return rules_.mine_count <= sim::max_mines(*rules_.grid, rules_.first_click, cell);
}

// The middle of the board, if it can be.
Cell GameJudge::any_first_cell() const {
  const sim::Grid& grid = *rules_.grid;
  const Cell middle = grid.at(grid.rows() / 2, grid.cols() / 2);
  if (is_first_cell(middle)) return middle;
  const auto& cells = classes_.representatives;
  const auto found = std::find_if(cells.begin(), cells.end(), [&](Cell cell) { return is_first_cell(cell); });
  return found == cells.end() ? middle : *found;
}

// Equivalent first cells have the same values, which are estimated once.
GameJudge::Values GameJudge::first_values(const sim::View& view, Cell first) {
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

GameJudge::Values GameJudge::find_first_values(const sim::View& view, Cell first) {
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
std::optional<GameJudge::Values> GameJudge::known_first_values(Cell first) const {
  const bool is_as_safe = rules_.first_click == sim::FirstClickRule::unprotected ||
                          rules_.first_click == sim::FirstClickRule::relocate;
  const sim::FirstClickRule rule = is_as_safe ? sim::FirstClickRule::safe : rules_.first_click;
  const sim::Grid& grid = *rules_.grid;
  const auto known = std::find_if(
      settings_.first_cells.begin(), settings_.first_cells.end(), [&](const FirstCellValues& board) {
        return board.size == grid.size() && grid.topology() == sim::Topology::square &&
               board.mine_count == rules_.mine_count && board.rule == rule;
      });
  if (known == settings_.first_cells.end()) return std::nullopt;
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
GameJudge::Values GameJudge::played_first_values(Cell first, sim::Stream& random) {
  const sim::Grid& grid = *rules_.grid;
  std::vector<Cell> candidates{first};
  const auto add = [&](int row, int col) {
    if (row >= grid.rows() || col >= grid.cols() || !is_first_cell(grid.at(row, col))) return;
    const std::uint32_t cell_class = classes_.class_of[grid.at(row, col)];
    if (std::all_of(candidates.begin(), candidates.end(),
                    [&](Cell cell) { return classes_.class_of[cell] != cell_class; }))
      candidates.push_back(classes_.representatives[cell_class]);
  };
  for (int ring = 0; ring < 4; ++ring) add(ring, ring);
  add(0, grid.cols() / 2);
  add(grid.rows() / 2, 0);
  add(grid.rows() / 2, grid.cols() / 2);
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

// The values of a first dig as the best, on the layouts that the rule allows for it.
GameJudge::Values GameJudge::played_first(Cell first, std::uint32_t layouts, sim::Stream& random) {
  const std::array cells{first};
  const sim::ProtectedCells kept_free = sim::protected_cells(*rules_.grid, rules_.first_click, first);
  const sim::View allowed(*rules_.grid, rules_.mine_count,
                          {kept_free.cells().begin(), kept_free.cells().end()});
  if (!posterior_.compute(allowed)) throw std::logic_error("no layout is allowed for the first dig");
  risks_ = posterior_.cell_risks();
  Values values = values_of(allowed, cells, 1, layouts, random);
  values.best = first;
  values.w_dig = values.w_best;
  values.difference_error = 0;
  return values;
}

GameJudge::Values GameJudge::values_of(const sim::View& view, std::span<const Cell> cells, double p_free,
                                       std::uint32_t layouts, sim::Stream& random) {
  if (const auto exact = exact_values(view, cells, p_free)) return *exact;
  return played_values(view, cells, p_free, layouts, random);
}

std::optional<GameJudge::Values> GameJudge::exact_values(const sim::View& view, std::span<const Cell> cells,
                                                         double p_free) {
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
template <class WinProbability>
bool GameJudge::are_all_alike(const sim::View& view, double w_best, WinProbability w) const {
  if (!risks_.safe.empty()) return false;
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
    if (view.is_hidden(cell) && risks_.p_mine[cell] < 1) cells.push_back(cell);
  std::stable_sort(cells.begin(), cells.end(),
                   [&](Cell a, Cell b) { return risks_.p_mine[a] > risks_.p_mine[b]; });
  return std::all_of(cells.begin(), cells.end(), [&](Cell cell) {
    const std::optional<double> value = w(cell);
    return value && std::abs(*value - w_best) <= kRounding;
  });
}

// Certainly safe cells are dug along with either dig: that costs nothing.
GameJudge::Values GameJudge::played_values(const sim::View& view, std::span<const Cell> cells, double p_free,
                                           std::uint32_t layouts, sim::Stream& random) {
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

Cell GameJudge::choose_best(const sim::View& view, sim::Stream& random) {
  Digs digs;
  expert_->begin(view, random);
  expert_->plan({}, digs);
  return digs.front().cell;
}

}  // namespace sapper::solvers

#include "experiments/analysis/labelled_position.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <iterator>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/support/append_format.hpp"
#include "solvers/minesweeper/analysis/inference.hpp"
#include "solvers/minesweeper/exact/endgame/endgame.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;

// The search for best play of an end takes some milliseconds at most.
constexpr std::uint32_t kMostEndLayouts = 200;

// Text that grows by the members of one object.
class LineWriter {
 public:
  explicit LineWriter(const Grid& grid) : grid_(grid) {}

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    append_format(line_, format, std::forward<Values>(values)...);
  }
  // A list of lists that begin with a cell; more(item) appends what follows it.
  template <class Items, class CellOf, class More>
  void add_cells(std::string_view key, const Items& items, const CellOf& cell_of, const More& more) {
    add(R"(,"{}":[)", key);
    for (const auto& item : items) {
      const Cell cell = cell_of(item);
      add("{}[{},{}", line_.back() == '[' ? "" : ",", grid_.row_of(cell), grid_.col_of(cell));
      more(item);
      add("]");
    }
    add("]");
  }
  // A value for each cell, row by row.
  template <class Append>
  void add_board(std::string_view key, const Append& append) {
    add(R"(,"{}":[)", key);
    for (int row = 0; row < grid_.rows(); ++row) {
      add("{}[", row == 0 ? "" : ",");
      for (int col = 0; col < grid_.cols(); ++col) {
        if (col > 0) add(",");
        append(grid_.at(row, col));
      }
      add("]");
    }
    add("]");
  }
  std::string take() { return std::move(line_); }

 private:
  const Grid& grid_;
  std::string line_;
};

std::string json_quoted(std::string_view text) {
  return boost::json::serialize(boost::json::string(text.data(), text.size()));
}

void add_position(LineWriter& line, const sim::View& view, const sim::GameRules& rules,
                  const PositionSource& source) {
  const Grid& grid = view.grid();
  line.add(R"({{"schema":"sapper-positions/1","id":{})",
           json_quoted(fmt::format("{}:{}:{}:{}:{}", source.experiment, source.case_number, source.game.game,
                                   source.strategy, source.digs)));
  line.add(R"(,"rows":{},"cols":{},"mines":{},"topology":"{}","first_click":"{}","cells":[)", grid.rows(),
           grid.cols(), view.mine_count(), sim::name_of(grid.topology()), sim::name_of(rules.first_click));
  for (int row = 0; row < grid.rows(); ++row) {
    std::string signs;
    for (int col = 0; col < grid.cols(); ++col) {
      const Cell cell = grid.at(row, col);
      signs += view.is_hidden(cell) ? '.' : static_cast<char>('0' + view.number(cell));
    }
    line.add(R"({}"{}")", row == 0 ? "" : ",", signs);
  }
  line.add("]");
}

// best, win_probability and values.
void add_best(LineWriter& line, const sim::GameRules& rules, const solvers::Posterior& posterior,
              const std::vector<Cell>& safe) {
  const auto no_more = [](const auto&) {};
  const auto itself = [](Cell cell) { return cell; };
  if (!safe.empty()) {
    line.add_cells("best", safe, itself, no_more);
    line.add(R"(,"win_probability":null,"values":null)");
    return;
  }
  solvers::Endgame end(*rules.grid);
  if (rules.motion == sim::MineMotion::moving || !end.solve(posterior, kMostEndLayouts)) {
    line.add(R"(,"best":null,"win_probability":null,"values":null)");
    return;
  }
  const std::vector<solvers::Endgame::CellValue> values = end.values();
  std::vector<Cell> best;
  for (const auto& value : values)
    if (value.won == end.won()) best.push_back(value.cell);
  line.add_cells("best", best, itself, no_more);
  line.add(R"(,"win_probability":{})", end.win_probability());
  std::size_t candidates = 0;
  for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell)
    candidates += posterior.knowledge().view().is_hidden(cell) && !posterior.is_certain_mine(cell);
  if (values.size() != candidates) {  // the search was cut short
    line.add(R"(,"values":null)");
    return;
  }
  line.add_cells(
      "values", values, [](const auto& value) { return value.cell; },
      [&](const auto& value) { line.add(",{}", static_cast<double>(value.won) / end.layout_count()); });
}

// By the strongest strategy that plays all games.
Cell expert_dig(const sim::View& view, const sim::GameRules& rules, const sim::GameId& game) {
  const auto entry =
      std::ranges::find_if(solvers::advisers(), [](const auto* adviser) { return !adviser->refusal; });
  const solvers::StrategyChoice choice(**entry);
  const std::unique_ptr<solvers::Strategy> expert = choice.make(rules);
  sim::Stream random(game, sim::Purpose::strategy);
  solvers::Digs digs;
  expert->begin(view, random);
  expert->plan({}, digs);
  return digs.front().cell;
}

}  // namespace

std::string labelled_position(const sim::View& view, const sim::GameRules& rules,
                              const PositionSource& source) {
  const Grid& grid = view.grid();
  solvers::Posterior posterior(grid);
  if (!posterior.compute(view)) throw std::invalid_argument("no layout is consistent with the view");
  const std::vector<solvers::CertainCell> certain = solvers::find_certain_cells(view);
  std::vector<solvers::CertainCell> safe, mines;
  for (const solvers::CertainCell& cell : certain) (cell.is_mine ? mines : safe).push_back(cell);
  std::vector<Cell> safe_cells;
  safe_cells.reserve(safe.size());
  for (const solvers::CertainCell& cell : safe) safe_cells.push_back(cell.cell);

  LineWriter line(grid);
  add_position(line, view, rules, source);
  line.add_board("p_mine", [&](Cell cell) {
    if (view.is_shown(cell))
      line.add("null");
    else
      line.add("{}", posterior.p_mine(cell));
  });
  const auto cell_of = [](const solvers::CertainCell& cell) { return cell.cell; };
  const auto inference = [&](const solvers::CertainCell& cell) {
    line.add(R"(,"{}")", solvers::kInferenceNames[static_cast<std::size_t>(cell.inference)]);
  };
  line.add_cells("safe", safe, cell_of, inference);
  line.add_cells("mine", mines, cell_of, inference);
  add_best(line, rules, posterior, safe_cells);
  const Cell expert = expert_dig(view, rules, source.game);
  line.add(R"(,"expert":[{},{}])", grid.row_of(expert), grid.col_of(expert));
  line.add(R"(,"source":{{"name":{},"seed":{},"case":{},"game":{},"strategy":{},"digs":{}}}}})",
           json_quoted(source.experiment), source.game.seed, source.case_number, source.game.game,
           json_quoted(source.strategy), source.digs);
  line.add("\n");
  return line.take();
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/review/review_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/experiment/replay.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using sim::Cell;
using solvers::JudgedDig;

// What the judge says of a dig.
std::string verdict_on(const sim::Grid& grid, const JudgedDig& dig) {
  std::string text = fmt::format("chance to win {} %", in_points(dig.w_best));
  if (dig.given_away > 0)
    text += fmt::format(" by {}, {} % by this dig", sim::cell_text(grid, dig.best), in_points(dig.w_dig));
  return text + fmt::format("; luck {:+.1f} points", 100 * dig.luck);
}

// P(mine) by row and column; null if counting exceeds its limits.
bj::value risks_json(const sim::View& view) {
  try {
    solvers::Posterior posterior(view.grid());
    if (!posterior.compute(view)) return nullptr;
    const std::vector<double> p_mine = posterior.cell_risks().p_mine;
    return minesweeper::board_json(view.grid(), [&](Cell cell) {
      return view.is_hidden(cell) ? bj::value(std::round(1e4 * p_mine[cell]) / 1e4) : bj::value();
    });
  } catch (const solvers::ComponentTooWide&) {
    return nullptr;
  }
}

void add_judgement(const sim::View& view, const JudgedDig& dig, bj::object& object) {
  const sim::Grid& grid = view.grid();
  if (const std::string mistake = mistake_of(dig); !mistake.empty()) object["mistake"] = mistake;
  object["reason"] = verdict_on(grid, dig);
  object["w_best"] = json::rounded(dig.w_best);
  object["given_away"] = json::rounded(dig.given_away);
  if (const std::string_view mark = mark_of(dig).sign; !mark.empty()) object["mark"] = mark;
  if (dig.number == 1 && dig.p_mine == 0) {  // protected by the rule: no cell had a risk
    object["why"] = "first";
    return;
  }
  object["why"] = "guess";
  object["p_mine"] = json::rounded(dig.p_mine);
  object["lowest_p_mine"] = json::rounded(dig.lowest_p_mine);
  object["excess_risk"] = json::rounded(dig.excess_risk());
  object["missed_safe"] = dig.missed_safe;
  if (dig.claim.is_made) object["claimed_safe"] = dig.claim.is_certain;
  if (dig.claim.p_mine) object["belief"] = json::rounded(*dig.claim.p_mine);
  object["risks"] = risks_json(view);
  bj::array candidates;
  const auto add = [&](Cell cell, double p_mine, double value) {
    bj::object candidate{{"cell", minesweeper::cell_json(grid, cell)},
                         {"p_mine", json::rounded(p_mine)},
                         {"value", json::rounded(value)}};
    if (!dig.is_exact()) candidate["standard_error"] = json::rounded(dig.w_error);
    candidates.push_back(std::move(candidate));
  };
  const bool is_best = dig.cells.size() == 1 && dig.cells.front() == dig.best;
  if (!is_best) {
    const bj::value risk = object["risks"].is_array()
                               ? object["risks"]
                                     .as_array()
                                     .at(static_cast<std::size_t>(grid.row_of(dig.best)))
                                     .as_array()
                                     .at(static_cast<std::size_t>(grid.col_of(dig.best)))
                               : bj::value();
    add(dig.best, risk.is_number() ? risk.to_number<double>() : dig.lowest_p_mine, dig.w_best);
  }
  add(dig.cells.front(), dig.p_mine, dig.w_dig);
  object["candidates"] = std::move(candidates);
}

// The flagged cells at which the opening of these cells stopped.
std::vector<Cell> stopped_at(const sim::Layout& layout, std::span<const Cell> opened, const sim::View& view) {
  std::vector<Cell> cells;
  if (view.flag_count() == 0) return cells;
  for (const Cell zero : opened) {
    if (layout.number(zero) != 0) continue;
    for (const Cell neighbor : layout.grid().neighbors(zero))
      if (view.is_flagged(neighbor)) cells.push_back(neighbor);
  }
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

}  // namespace

std::string in_points(double chance) { return fmt::format("{:.1f}", 100 * chance); }

bj::object player_of_replay(const ReviewedGame& reviewed, const std::string& label) {
  const RecordedGame& game = reviewed.game;
  const sim::Grid& grid = game.grid();
  bj::array digs;
  auto judged = reviewed.judged.digs.begin();
  bj::value exploded;
  FollowedGame followed(game);
  const sim::Layout& layout = followed.layout();
  while (followed.next()) {
    const std::vector<Cell> cells(followed.cells().begin(), followed.cells().end());
    bj::object judgement;
    if (judged != reviewed.judged.digs.end() && judged->number == digs.size() + 1)
      add_judgement(followed.view(), *judged++, judgement);
    const std::span<const Cell> opened = followed.make();
    bj::array shown;
    for (const Cell cell : opened)
      shown.push_back(bj::array{grid.row_of(cell), grid.col_of(cell), layout.number(cell)});
    bj::object dig{{"cell", minesweeper::cell_json(grid, cells.front())},
                   {"why", "certain"},
                   {"p_mine", nullptr},
                   {"opened", opened.size()},
                   {"shown", std::move(shown)}};
    if (cells.size() > 1) dig["cells"] = minesweeper::cells_json(grid.size(), cells);
    if (const std::vector<Cell> flags = stopped_at(layout, opened, followed.view()); !flags.empty())
      dig["stopped_at"] = minesweeper::cells_json(grid.size(), flags);
    for (auto& member : judgement) dig[member.key()] = std::move(member.value());
    if (opened.empty())
      for (const Cell cell : cells)
        if (layout.is_mine(cell)) exploded = minesweeper::cell_json(grid, cell);
    digs.push_back(std::move(dig));
  }
  std::string end = reviewed.ending == GameEnding::won    ? "won"
                    : reviewed.ending == GameEnding::lost ? "lost"
                                                          : "given up";
  end += fmt::format(" after {}", count_text(digs.size(), "dig"));
  if (reviewed.ending == GameEnding::given_up && !reviewed.judged.digs.empty())
    end += fmt::format(", with a chance to win of {} %", in_points(reviewed.judged.digs.back().w_best));
  bj::object player{{"strategy", label},
                    {"won", reviewed.judged.is_won},
                    {"end", end},
                    {"mines", minesweeper::cells_json(grid.size(), game.mines)},
                    {"exploded", std::move(exploded)},
                    {"digs", std::move(digs)}};
  for (auto& member : minesweeper::rules_json(game.rules, game.guessing))
    player[member.key()] = std::move(member.value());
  if (game.first_cell == solvers::FirstCellChoice::given) player["first_cell_given"] = true;
  return player;
}

}  // namespace sapper::experiments

#include "experiments/review/review_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/experiment/graph_replay.hpp"
#include "experiments/kinds/minesweeper/experiment/replay.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using sim::Cell;
using solvers::JudgedDig;

// What the judge says of a dig.
std::string verdict_on(const minesweeper::Board& board, const JudgedDig& dig) {
  std::string text = fmt::format("chance to win {} %", in_points(dig.w_best));
  if (dig.given_away > 0)
    text += fmt::format(" by {}, {} % by this dig", cell_name(board, dig.best), in_points(dig.w_dig));
  return text + fmt::format("; luck {:+.1f} points", 100 * dig.luck);
}

// [cell] P(mine) to four decimals; empty if counting exceeds its limits.
template <class Boards>
std::vector<double> risks_of(const typename Boards::View& view) {
  typename Boards::Posterior posterior(Boards::board_of(view));
  try {
    if (!posterior.compute(view)) return {};
  } catch (const solvers::ComponentTooWide&) {
    return {};
  }
  std::vector<double> risks = posterior.cell_risks().p_mine;
  for (double& risk : risks) risk = std::round(1e4 * risk) / 1e4;
  return risks;
}
std::vector<double> risks_of(const sim::View& view) { return risks_of<solvers::OnGrids>(view); }
std::vector<double> risks_of(const sim::GraphPosition& view) { return risks_of<solvers::OnGraphs>(view); }

template <class View>
void add_judgement(const minesweeper::Board& board, const View& view, const JudgedDig& dig,
                   bj::object& object) {
  if (const std::string mistake = mistake_of(dig); !mistake.empty()) object["mistake"] = mistake;
  object["reason"] = verdict_on(board, dig);
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
  const std::vector<double> risks = risks_of(view);
  object["risks"] = risks.empty() ? bj::value() : cells_in_rows(board, [&](Cell cell) {
    return view.is_hidden(cell) ? bj::value(risks[cell]) : bj::value();
  });
  bj::array candidates;
  const auto add = [&](Cell cell, double p_mine, double value) {
    bj::object candidate{
        {"cell", cell_json(board, cell)}, {"p_mine", json::rounded(p_mine)}, {"value", json::rounded(value)}};
    if (!dig.is_exact()) candidate["standard_error"] = json::rounded(dig.w_error);
    candidates.push_back(std::move(candidate));
  };
  const bool is_best = dig.cells.size() == 1 && dig.cells.front() == dig.best;
  if (!is_best) add(dig.best, risks.empty() ? dig.lowest_p_mine : risks[dig.best], dig.w_best);
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
// Games on graphs have no flags.
std::vector<Cell> stopped_at(const sim::GraphLayout&, std::span<const Cell>, const sim::GraphPosition&) {
  return {};
}

bj::array cells_json(const minesweeper::Board& board, std::span<const Cell> cells) {
  bj::array list;
  for (const Cell cell : cells) list.push_back(cell_json(board, cell));
  return list;
}

// The coordinates, then the number.
bj::array shown_json(const minesweeper::Board& board, Cell cell, int number) {
  const bj::value place = cell_json(board, cell);
  bj::array shown = place.is_array() ? place.get_array() : bj::array{place};
  shown.push_back(number);
  return shown;
}

// Fills `digs` and, where one was dug, the mine. `followed` is before the first dig.
template <class Followed>
void add_digs(const ReviewedGame& reviewed, const minesweeper::Board& board, Followed& followed,
              bj::array& digs, bj::value& exploded) {
  auto judged = reviewed.judged.digs.begin();
  const auto& layout = followed.layout();
  while (followed.next()) {
    const std::vector<Cell> cells(followed.cells().begin(), followed.cells().end());
    bj::object judgement;
    if (judged != reviewed.judged.digs.end() && judged->number == digs.size() + 1)
      add_judgement(board, followed.view(), *judged++, judgement);
    const std::span<const Cell> opened = followed.make();
    bj::array shown;
    for (const Cell cell : opened) shown.push_back(shown_json(board, cell, followed.view().number(cell)));
    bj::object dig{{"cell", cell_json(board, cells.front())},
                   {"why", "certain"},
                   {"p_mine", nullptr},
                   {"opened", opened.size()},
                   {"shown", std::move(shown)}};
    if (cells.size() > 1) dig["cells"] = cells_json(board, cells);
    if (const std::vector<Cell> flags = stopped_at(layout, opened, followed.view()); !flags.empty())
      dig["stopped_at"] = cells_json(board, flags);
    for (auto& member : judgement) dig[member.key()] = std::move(member.value());
    if (opened.empty())
      for (const Cell cell : cells)
        if (layout.is_mine(cell)) exploded = cell_json(board, cell);
    digs.push_back(std::move(dig));
  }
}

}  // namespace

bj::object rules_json(const RecordedGame& game) {
  return game.on_graph ? minesweeper::graph_rules_json(*game.on_graph, game.graph_rules())
                       : minesweeper::rules_json(game.rules, game.guessing);
}

std::string in_points(double chance) { return fmt::format("{:.1f}", 100 * chance); }

bj::object player_of_replay(const ReviewedGame& reviewed, const std::string& label) {
  const RecordedGame& game = reviewed.game;
  const minesweeper::Board board = game.board();
  bj::array digs;
  bj::value exploded;
  follow(game, [&](auto followed) { add_digs(reviewed, board, followed, digs, exploded); });
  std::string end = reviewed.ending == GameEnding::won    ? "won"
                    : reviewed.ending == GameEnding::lost ? "lost"
                                                          : "given up";
  end += fmt::format(" after {}", count_text(digs.size(), "dig"));
  if (reviewed.ending == GameEnding::given_up && !reviewed.judged.digs.empty())
    end += fmt::format(", with a chance to win of {} %", in_points(reviewed.judged.digs.back().w_best));
  bj::object player{{"strategy", label},
                    {"won", reviewed.judged.is_won},
                    {"end", end},
                    {"mines", cells_json(board, game.mines)},
                    {"exploded", std::move(exploded)},
                    {"digs", std::move(digs)}};
  for (auto& member : rules_json(game)) player[member.key()] = std::move(member.value());
  if (game.first_cell == solvers::FirstCellChoice::given) player["first_cell_given"] = true;
  return player;
}

}  // namespace sapper::experiments

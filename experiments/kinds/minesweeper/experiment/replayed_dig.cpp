#include "experiments/kinds/minesweeper/experiment/replayed_dig.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "experiments/drawing/text_board.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "solvers/minesweeper/posterior/lowest_risk.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

using sim::Cell;

// The last column of a dig's line.
std::string proved_by(const ReplayedDig& dig) {
  if (!dig.proof) return "";
  const bool needs_mine_count = dig.proof->means == solvers::Proof::Means::mine_count;
  return ' ' + dig.proof_numbers + (needs_mine_count ? " and the mine count" : "");
}

// `claimed to be safe; mistake: 10 safe cells missed, wrongly held to be safe; excess risk 0.500000` and a line break;
// empty if there is nothing to say, as of a certain cell that the player holds to be one.
std::string judgement_of(const ReplayedDig& dig) {
  std::vector<std::string> parts;
  if (dig.is_risky && dig.claim.is_certain) parts.emplace_back("claimed to be safe");
  if (dig.claim.p_mine && (dig.is_risky || *dig.claim.p_mine > 0))
    parts.push_back(fmt::format("believed P(mine) {:.4f}", *dig.claim.p_mine));
  if (!dig.mistake.empty()) parts.push_back("mistake: " + dig.mistake);
  if (dig.risk.excess() > solvers::LowestRisk::kTie)
    parts.push_back(fmt::format("excess risk {:.6f}", dig.risk.excess()));
  return parts.empty() ? "" : fmt::format("       {}\n", fmt::join(parts, "; "));
}

bj::array candidates_json(const ReplayBoard& board, const ReplayedDig& dig) {
  bj::array list;
  for (const auto& candidate : dig.candidates) {
    bj::object object{{"cell", board.cell_json(candidate.cell)},
                      {"p_mine", json::rounded(candidate.p_mine)},
                      {"value", json::rounded(candidate.value)}};
    if (candidate.standard_error) object["standard_error"] = json::rounded(*candidate.standard_error);
    list.push_back(std::move(object));
  }
  return list;
}

bj::array cells_json(const ReplayBoard& board, std::span<const Cell> cells) {
  bj::array list;
  for (const Cell cell : cells) list.push_back(board.cell_json(cell));
  return list;
}

// A cell's coordinates, then its number.
bj::array shown_json(const ReplayBoard& board, Cell cell, std::uint8_t number) {
  const bj::value place = board.cell_json(cell);
  bj::array shown = place.is_array() ? place.get_array() : bj::array{place};
  shown.push_back(number);
  return shown;
}

bj::object dig_json(const ReplayBoard& board, const ReplayedDig& dig) {
  const bool is_guess = dig.move.kind == solvers::MoveKind::guess;
  bj::array shown;
  for (Cell cell = 0; cell < dig.after.size(); ++cell)
    if (dig.after[cell] != dig.before[cell] && dig.after[cell] != board.hidden())
      shown.push_back(shown_json(board, cell, dig.after[cell]));
  bj::object object{{"cell", board.cell_json(dig.move.cell)},
                    {"why", solvers::kMoveKindNames[static_cast<std::size_t>(dig.move.kind)]},
                    {"p_mine", dig.is_risky ? bj::value(json::rounded(dig.risk.p_mine)) : bj::value()},
                    {"opened", dig.opened},
                    {"shown", std::move(shown)}};
  if (dig.claim.is_made) object["claimed_safe"] = dig.claim.is_certain;
  if (dig.claim.p_mine) object["belief"] = json::rounded(*dig.claim.p_mine);
  if (dig.is_risky) {
    object["lowest_p_mine"] = dig.risk.lowest ? bj::value(json::rounded(*dig.risk.lowest)) : bj::value();
    object["excess_risk"] = dig.risk.lowest ? bj::value(json::rounded(dig.risk.excess())) : bj::value();
    object["missed_safe"] = dig.missed_safe;
    if (!dig.mistake.empty()) object["mistake"] = dig.mistake;
    object["position"] = board.position_json(dig.before);
    object["risks"] = dig.p_mine.empty() ? bj::value() : board.risks_json(dig);
  }
  if (dig.proof) {
    object["reason"] = dig.proof_words;
    object["proved_by"] = cells_json(board, dig.proof->numbers);
  }
  if (!is_guess) return object;
  if (!dig.reason.empty()) object["reason"] = dig.reason;
  if (dig.win_probability) object["win_probability"] = json::rounded(*dig.win_probability);
  if (!dig.candidates.empty()) object["candidates"] = candidates_json(board, dig);
  return object;
}

BoardWindow window_around(const BoardTable& table, const sim::Grid& grid, Cell cell) {
  constexpr int kLinesAbove = 2, kMostColumns = 35;
  const auto part = [](int place, int size, int most) {
    const int length = std::min(size, most);
    return std::clamp(place - length / 2, 0, size - length);
  };
  const int most_rows = CaseDisplay::kMistakeLines - kLinesAbove - table.label_lines();
  BoardWindow window;
  window.first_row = part(grid.row_of(cell), grid.rows(), most_rows);
  window.last_row = std::min(window.first_row + most_rows, grid.rows());
  window.first_col = part(grid.col_of(cell), grid.cols(), kMostColumns);
  window.last_col = std::min(window.first_col + kMostColumns, grid.cols());
  return window;
}

}  // namespace

void judge_risk(const ReplayBoard& board, ReplayedDig& dig,
                const std::function<std::optional<solvers::CellRisks>()>& risks) {
  dig.is_risky = dig.move.kind == solvers::MoveKind::guess;
  dig.risk = {dig.move.p_mine, dig.move.lowest_p_mine};
  if (!dig.is_risky && dig.move.kind != solvers::MoveKind::pinv) return;
  if (std::optional<solvers::CellRisks> known = risks()) {
    dig.p_mine = std::move(known->p_mine);
    dig.missed_safe = known->safe.size();
    double lowest = 1;
    for (Cell cell = 0; cell < dig.p_mine.size(); ++cell)
      if (dig.before[cell] == board.hidden()) lowest = std::min(lowest, dig.p_mine[cell]);
    if (!dig.is_risky) dig.risk.p_mine = dig.p_mine[dig.move.cell];
    dig.risk.lowest = lowest;
    dig.is_risky = dig.risk.p_mine > 0;
  }
  if (!dig.is_risky) return;
  std::vector<std::string> wrong;
  if (dig.missed_safe > 0) wrong.push_back(count_text(dig.missed_safe, "safe cell") + " missed");
  if (dig.claim.is_certain || dig.move.kind == solvers::MoveKind::pinv)
    wrong.emplace_back("wrongly held to be safe");
  if (dig.missed_safe == 0 && dig.risk.excess() > solvers::LowestRisk::kTie)
    wrong.emplace_back("not of the lowest risk");
  dig.mistake = fmt::format("{}", fmt::join(wrong, ", "));
}

bool is_mistake(const ReplayedDig& dig, RecordFilter kind) {
  if (!dig.is_risky) return false;
  switch (kind) {
    case RecordFilter::missed:
      return dig.missed_safe > 0;
    case RecordFilter::wrong:
      return dig.claim.is_certain || dig.move.kind == solvers::MoveKind::pinv;
    default:
      return dig.risk.excess() > solvers::LowestRisk::kTie;
  }
}

std::string text_of(const ReplayBoard& board, std::span<const ReplayedDig> digs) {
  std::string text = fmt::format("cells are {}", board.convention());
  if (board.has_rows()) text += "; before a guess the board: . hidden, ? about to be dug";
  text += "\n  dig  cell          why     P(mine)   opens  proved by\n";
  for (std::size_t i = 0; i < digs.size(); ++i) {
    const ReplayedDig& dig = digs[i];
    if (dig.is_risky && i > 0) text += board.text_before(dig);
    text += fmt::format("{:5}  {:<12}  {:<6}  {:>8}  {:>6}{}\n", i + 1, board.name_of(dig.move.cell),
                        solvers::kMoveKindNames[static_cast<std::size_t>(dig.move.kind)],
                        dig.is_risky ? fmt::format("{:.6f}", dig.risk.p_mine) : std::string("-"),
                        dig.opened == 0 ? "mine" : std::to_string(dig.opened), proved_by(dig));
    text += judgement_of(dig);
    if (!dig.reason.empty())
      text += fmt::format(
          "       {}{}\n", dig.reason,
          dig.win_probability ? fmt::format("; win chance {:.4f}", *dig.win_probability) : std::string());
    if (!dig.candidates.empty()) text += "       candidates: cell, P(mine), value\n";
    for (const auto& candidate : dig.candidates)
      text += fmt::format("       {:<9}  {:.6f}  {:.4f}{}\n", board.name_of(candidate.cell), candidate.p_mine,
                          candidate.value,
                          candidate.standard_error
                              ? fmt::format(" (standard error {:.4f})", *candidate.standard_error)
                              : std::string());
  }
  return text;
}

std::string mistake_words(const ReplayBoard& board, const ReplayedDig& dig) {
  const double lowest = dig.missed_safe > 0 ? 0 : dig.risk.lowest.value_or(0);
  std::string text = fmt::format("{} (?), P(mine) {:.4f}{}; {}", board.name_of(dig.move.cell),
                                 dig.risk.p_mine, dig.opened == 0 ? ", a mine" : "", dig.mistake);
  if (dig.risk.excess() <= solvers::LowestRisk::kTie) return text;
  const std::string_view better = board.has_rows() ? "o" : "elsewhere";
  return text + (dig.missed_safe > 0 ? fmt::format("; {}: safe", better)
                                     : fmt::format("; {}: P(mine) {:.4f}", better, lowest));
}

std::string mistake_text(const ReplayBoard& board, const ReplayedDig& dig, const sim::Grid& grid, Cell first,
                         PictureCell (*shown_cell)(std::uint8_t number)) {
  const double lowest = dig.missed_safe > 0 ? 0 : dig.risk.lowest.value_or(0);
  const auto is_better = [&](Cell cell) {
    return !dig.p_mine.empty() && dig.p_mine[cell] <= lowest + solvers::LowestRisk::kTie &&
           dig.risk.excess() > solvers::LowestRisk::kTie;
  };
  const BoardPicture picture{&grid, [&](Cell in_grid) -> PictureCell {
                               const Cell cell = first + in_grid;
                               if (cell == dig.move.cell) return {CellSign::asked};
                               if (dig.before[cell] != board.hidden()) return shown_cell(dig.before[cell]);
                               if (!is_better(cell)) return {};
                               return {.sign = CellSign::letter, .letter = 'o'};
                             }};
  const DrawingStyle style{.label_width = 4, .zero = '0'};
  const BoardTable table(grid, style, fitting_form(picture, style));
  return mistake_words(board, dig) + '\n' +
         table.draw(picture, window_around(table, grid, dig.move.cell - first));
}

bj::object player_json(const ReplayBoard& board, std::string_view label, bool is_won, std::string_view end,
                       std::span<const Cell> mines, Cell exploded, std::span<const ReplayedDig> digs) {
  bj::array list;
  for (const ReplayedDig& dig : digs) list.push_back(dig_json(board, dig));
  return {{"strategy", label},
          {"won", is_won},
          {"end", end},
          {"mines", cells_json(board, mines)},
          {"exploded", exploded == sim::kNoCell ? bj::value() : board.cell_json(exploded)},
          {"digs", std::move(list)}};
}

}  // namespace sapper::experiments::minesweeper

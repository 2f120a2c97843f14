// Reviews as JSON and as a table of comma-separated values, whose members are listed once.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cmath>
#include <memory>
#include <type_traits>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/review/board_clicks.hpp"
#include "experiments/review/review.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using solvers::JudgedDig;

enum class RowForm : std::uint8_t { json, csv, both };

// Calls visit(form, name, value) for each member, in the order of both forms.
template <class Visit>
void each_member(const SkillAndLuck& rating, Visit visit) {
  using enum RowForm;
  const auto of_skill = [&](double RangedPercentile::*value) {
    return rating.skill ? std::optional((*rating.skill).*value) : std::nullopt;
  };
  visit(both, "level", rating.level != nullptr ? rating.level->name : std::string());
  visit(both, "is_nearest_level", !rating.is_own_level);
  visit(both, "decisions", rating.figures.decisions);
  visit(both, "given_away_per_decision", rating.given_away_per_decision);
  visit(both, "word", rating.word);
  visit(both, "skill", of_skill(&RangedPercentile::value));
  visit(both, "skill_low", of_skill(&RangedPercentile::low));
  visit(both, "skill_high", of_skill(&RangedPercentile::high));
  visit(both, "luck_percentile", rating.luck.value);
  visit(both, "luck_percentile_low", rating.luck.low);
  visit(both, "luck_percentile_high", rating.luck.high);
  visit(both, "pluck", rating.figures.pluck);
  visit(both, "least_luck", rating.figures.least_luck);
}

template <class Visit>
void each_member(const ReviewedGame& reviewed, const SkillAndLuck& rating, Visit visit) {
  using enum RowForm;
  const RecordedGame& game = reviewed.game;
  const solvers::JudgedGame& judged = reviewed.judged;
  visit(json, "schema", std::string("sapper-review/1"));
  visit(both, "file", printable_file(game.file));
  visit(json, "player", game.player);
  visit(csv, "player", printable(game.player));
  visit(json, "program", game.program);
  const minesweeper::Board board = game.board();
  const auto of_rows = [&](auto value) { return board.is_graph() ? std::nullopt : std::optional(value); };
  visit(csv, "rows", of_rows(board.rows));
  visit(csv, "cols", of_rows(board.cols));
  bj::object shape;
  add_shape(shape, board);
  shape.erase("topology");
  for (const auto& member : shape) visit(json, member.key(), member.value());
  visit(both, "mines", game.mines.size());
  visit(csv, "topology", of_rows(topology_text(board)));
  if (!board.is_graph()) visit(json, "topology", topology_json(board));
  visit(both, "first_click", std::string(sim::name_of(game.rules.first_click)));
  visit(both, "outcome", judged.is_won ? 1 : 0);
  visit(json, "gave_up", reviewed.ending == GameEnding::given_up);
  visit(both, "bv3", reviewed.bv3);
  visit(json, "time_s", game.time_s ? bj::value(*game.time_s) : bj::value());  // as the file says
  visit(csv, "time_s", game.time_s);
  visit(both, "w_start", judged.w_start);
  visit(json, "given_away", judged.given_away);
  visit(json, "given_away_unbiased", judged.difference);
  visit(json, "luck", judged.luck);
  visit(json, "turns", judged.dig_count);
  visit(json, "unjudged", judged.unjudged);
  visit(json, "wrong_claims", judged.wrong_claims);
  visit(json, "first_cell_given", game.first_cell == solvers::FirstCellChoice::given);
  each_member(rating, visit);
}

// The row and column of a cell, from 0; none on a graph.
std::optional<sim::Cell> coordinate_of(const minesweeper::Board& board, sim::Cell cell, bool is_col) {
  if (board.is_graph()) return std::nullopt;
  const auto cols = static_cast<sim::Cell>(board.cols);
  return is_col ? cell % cols : cell / cols % static_cast<sim::Cell>(board.rows);
}

template <class Visit>
void each_member(const minesweeper::Board& board, const JudgedDig& dig, Visit visit) {
  using enum RowForm;
  const bool is_dig = !dig.cells.empty();
  const sim::Cell first = is_dig ? dig.cells.front() : 0;
  const auto of_dig = [&](auto value) { return is_dig ? std::optional(value) : std::nullopt; };
  visit(both, "dig", dig.number);
  visit(json, "cell", is_dig ? cell_json(board, first) : bj::value());
  visit(csv, "row", is_dig ? coordinate_of(board, first, false) : std::nullopt);
  visit(csv, "col", is_dig ? coordinate_of(board, first, true) : std::nullopt);
  if (dig.cells.size() > 1) {
    bj::array cells;
    for (const sim::Cell cell : dig.cells) cells.push_back(cell_json(board, cell));
    visit(json, "cells", bj::value(std::move(cells)));
  }
  visit(csv, "cells", dig.cells.size());
  visit(both, "p_mine", of_dig(dig.p_mine));
  visit(both, "lowest_p_mine", dig.lowest_p_mine);
  visit(both, "missed_safe", dig.missed_safe);
  if (dig.least_inference)
    visit(json, "least_inference",
          std::string(solvers::kInferenceNames[static_cast<std::size_t>(*dig.least_inference)]));
  visit(json, "best", cell_json(board, dig.best));
  visit(both, "w_best", dig.w_best);
  visit(both, "w_dig", dig.w_dig);
  visit(both, "w_error", dig.w_error);
  visit(both, "given_away", dig.given_away);
  visit(json, "given_away_error", dig.given_away_error);
  visit(both, "luck", dig.luck);
  visit(both, "exact", dig.is_exact());
  visit(both, "forced", dig.is_forced);
  const std::string_view mark = mark_of(dig).word;
  visit(both, "mark", mark.empty() ? std::nullopt : std::optional(std::string(mark)));
  if (dig.claim.is_made) visit(json, "claimed_safe", dig.claim.is_certain);
  if (dig.claim.p_mine) visit(json, "belief", *dig.claim.p_mine);
}

// Columns only, of boards on lattices and graphs: layers, the file of a graph, the layer and the number of the dig's cell.
template <class Visit>
void each_shape_member(const minesweeper::Board& board, const JudgedDig& dig, Visit visit) {
  const bool is_graph = board.is_graph();
  visit(RowForm::csv, "layers", board.layers());
  visit(RowForm::csv, "graph", is_graph ? std::optional(printable_file(board.file)) : std::nullopt);
  const std::optional<sim::Cell> cell = dig.cells.empty() ? std::nullopt : std::optional(dig.cells.front());
  visit(RowForm::csv, "layer",
        cell && board.layers() ? std::optional(*cell / static_cast<sim::Cell>(board.rows * board.cols))
                               : std::nullopt);
  visit(RowForm::csv, "number", is_graph ? cell : std::nullopt);
}

// Columns only: lines of JSON have an object of their own (board_clicks.hpp).
template <class Visit>
void each_click_member(const ReviewedGame& reviewed, Visit visit) {
  const auto of_board = [&](auto member) {
    return reviewed.clicks ? std::optional(member(*reviewed.clicks)) : std::nullopt;
  };
  const auto of_player = [&](const PlayerClickKind& kind, auto member) {
    return reviewed.game.clicks ? std::optional(member(*reviewed.game.clicks.*kind.tally)) : std::nullopt;
  };
  visit(RowForm::csv, "clicks_zini",
        of_board([](const BoardClicks& clicks) { return clicks.zini.value_or(0); }));
  visit(RowForm::csv, "clicks_lower",
        of_board([](const BoardClicks& clicks) { return clicks.least.at_least; }));
  visit(RowForm::csv, "clicks_upper",
        of_board([](const BoardClicks& clicks) { return clicks.least.clicks.size(); }));
  for (const PlayerClickKind& kind : kPlayerClickKinds)
    visit(RowForm::csv, fmt::format("clicks_{}", kind.name),
          of_player(kind, [](const ClickTally& tally) { return tally.made; }));
  for (const PlayerClickKind& kind : kPlayerClickKinds)
    visit(RowForm::csv, fmt::format("clicks_wasted_{}", kind.name),
          of_player(kind, [](const ClickTally& tally) { return tally.wasted(); }));
}

template <class T>
bj::value json_value(const T& value) {
  constexpr double kTwelveDecimals = 1e12;
  if constexpr (kIsOptional<T>)
    return value ? json_value(*value) : bj::value();
  else if constexpr (std::is_same_v<T, double>)
    return std::round(value * kTwelveDecimals) / kTwelveDecimals;
  else
    return bj::value(value);
}

// Fills an object.
auto json_writer(bj::object& object) {
  return [&object](RowForm form, std::string_view name, const auto& value) {
    if (form != RowForm::csv) object[name] = json_value(value);
  };
}

template <class T>
std::string csv_value(const T& value) {
  if constexpr (kIsOptional<T>)
    return value ? csv_value(*value) : "";
  else if constexpr (std::is_same_v<T, double>)
    return fmt::format("{:.9g}", value);
  else if constexpr (std::is_same_v<T, bool>)
    return value ? "1" : "0";
  else if constexpr (std::is_same_v<T, std::string>)
    return csv_field(value);
  else if constexpr (std::is_same_v<T, bj::value>)
    return {};  // in JSON only
  else
    return fmt::format("{}", value);
}

// Appends to a line.
auto csv_writer(std::string& line) {
  return [&line](RowForm form, std::string_view, const auto& value) {
    if (form != RowForm::json) line += (line.empty() ? "" : ",") + csv_value(value);
  };
}

// A row of a series: the step of a player.
template <class Visit>
void each_member(const SkillStep& step, Visit visit) {
  using enum RowForm;
  visit(both, "first", step.first);
  visit(both, "last", step.last);
  each_member(step.rating, visit);
}

auto header_writer(std::string& line) {
  return [&line](RowForm form, std::string_view name, const auto&) {
    if (form != RowForm::json) line.append(line.empty() ? "" : ",").append(name);
  };
}

}  // namespace

bj::object series_json(std::span<const PlayerReview> players) {
  bj::array list;
  for (const PlayerReview& player : players)
    for (const PlayerReview::OfLevel& level : player.levels) {
      bj::object& object = list.emplace_back(bj::object()).get_object();
      object["player"] = player.player;
      object["games"] = level.rating.figures.games;
      each_member(level.rating, json_writer(object));
      bj::array& steps = object["steps"].emplace_array();
      for (const SkillStep& step : level.steps)
        each_member(step, json_writer(steps.emplace_back(bj::object()).get_object()));
    }
  return {{"schema", "sapper-review-series/1"}, {"players", std::move(list)}};
}

std::string series_csv(std::span<const PlayerReview> players) {
  std::string text = "player";
  each_member(SkillStep(), header_writer(text));
  text += '\n';
  for (const PlayerReview& player : players)
    for (const PlayerReview::OfLevel& level : player.levels)
      for (const SkillStep& step : level.steps) {
        std::string line = csv_field(printable(player.player));
        // An empty name leaves no text for the writer to put a comma behind.
        if (line.empty()) line = "\"\"";
        each_member(step, csv_writer(line));
        text += line + '\n';
      }
  return text;
}

bj::object to_json(const ReviewedGame& reviewed) {
  bj::object object;
  each_member(reviewed, skill_and_luck_of(reviewed), json_writer(object));
  bj::array& digs = object["digs"].emplace_array();
  const minesweeper::Board board = reviewed.game.board();
  for (const JudgedDig& dig : reviewed.judged.digs)
    each_member(board, dig, json_writer(digs.emplace_back(bj::object()).get_object()));
  return object;
}

std::string csv_header() {
  ReviewedGame none;
  none.game.rules.grid = std::make_shared<const sim::Grid>(1, 1);
  JudgedDig dig;
  dig.best = 0;
  std::string line;
  const auto add = header_writer(line);
  each_member(none, SkillAndLuck(), add);
  each_member(none.game.board(), dig, add);
  each_click_member(none, add);
  each_shape_member(none.game.board(), dig, add);
  return line + '\n';
}

std::string to_csv(const ReviewedGame& reviewed) {
  std::string start, text;
  each_member(reviewed, skill_and_luck_of(reviewed), csv_writer(start));
  const minesweeper::Board board = reviewed.game.board();
  for (const JudgedDig& dig : reviewed.judged.digs) {
    std::string line = start;
    each_member(board, dig, csv_writer(line));
    each_click_member(reviewed, csv_writer(line));
    each_shape_member(board, dig, csv_writer(line));
    text += line + '\n';
  }
  return text;
}

}  // namespace sapper::experiments

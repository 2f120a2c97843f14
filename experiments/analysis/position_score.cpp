#include "experiments/analysis/position_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "experiments/analysis/position_collection.hpp"
#include "experiments/kinds/minesweeper/board.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;

constexpr std::uint64_t kMaxSide = sim::Grid::kMaxSide;

// The cell of [row, col, value], and the value.
std::pair<sim::Cell, json::Node> labelled_cell(const json::Node& node, sim::BoardSize size) {
  const std::vector<json::Node> items = node.items();
  if (items.size() != 3) node.fail(" is not a list of a row, a column and a label");
  return {read_cell(items[0], items[1], size), items[2]};
}

std::vector<double> read_p_mine(const json::Node& node, sim::BoardSize size) {
  std::vector<double> p_mine;
  const std::vector<json::Node> lines = node.items();
  if (lines.size() != static_cast<std::size_t>(size.rows))
    node.fail(fmt::format(" has {}; expected {}", counted(lines.size(), "row"), size.rows));
  for (const json::Node& line : lines) {
    const std::vector<json::Node> values = line.items();
    if (values.size() != static_cast<std::size_t>(size.cols))
      line.fail(fmt::format(" has {}; expected {}", counted(values.size(), "cell"), size.cols));
    for (const json::Node& value : values)
      p_mine.push_back(value.is(json::Kind::null) ? -1 : value.as_number(0, 1));
  }
  return p_mine;
}

double ratio(double part, std::uint64_t whole) { return whole == 0 ? 0 : part / static_cast<double>(whole); }
bj::value share(double part, std::uint64_t whole) {
  return whole == 0 ? bj::value() : bj::value(json::rounded(ratio(part, whole)));
}

bj::object call_json(const CallScore& score) {
  bj::object inference;
  std::uint64_t cells = 0;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < solvers::kInferenceNames.size(); ++i) {
    inference[solvers::kInferenceNames[i]] =
        bj::object{{"cells", score.cells[i]},
                   {"found", score.found[i]},
                   {"recall", share(static_cast<double>(score.found[i]), score.cells[i])}};
    cells += score.cells[i];
    found += score.found[i];
  }
  return {{"positions", score.positions},
          {"right", score.right},
          {"wrong", score.wrong},
          {"invalid", score.invalid},
          {"precision", share(static_cast<double>(score.right), score.right + score.wrong + score.invalid)},
          {"recall", share(static_cast<double>(found), cells)},
          {"inference", std::move(inference)}};
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f}", 100 * ratio(static_cast<double>(part), whole));
}

std::string call_text(std::string_view name, const CallScore& score) {
  if (score.positions == 0) return "";
  std::string text = fmt::format("\n{} called in {}: {} right, {} wrong, {} invalid\n", name,
                                 counted(score.positions, "position"), with_commas(score.right),
                                 with_commas(score.wrong), with_commas(score.invalid));
  text += fmt::format("  {:<12}  {:>9}  {:>9}  {:>8}\n", "inference", "cells", "found", "recall %");
  for (std::size_t i = 0; i < solvers::kInferenceNames.size(); ++i)
    if (score.cells[i] != 0)
      text += fmt::format("  {:<12}  {:>9}  {:>9}  {:>8}\n", solvers::kInferenceNames[i],
                          with_commas(score.cells[i]), with_commas(score.found[i]),
                          percent(score.found[i], score.cells[i]));
  return text;
}

}  // namespace

void PositionScorer::add_position(const json::Document& line) {
  const json::Node root(line);
  if (!root.is(json::Kind::object)) root.fail_value("expected an object, a position of `sapper positions`");
  root.need("schema").as_choice(std::array{kPositionsSchema}, "the format of labelled positions");
  const json::Node id = root.need("id");
  Labels labels;
  labels.size = {static_cast<int>(root.need("rows").as_whole(1, kMaxSide)),
                 static_cast<int>(root.need("cols").as_whole(1, kMaxSide))};
  labels.p_mine = read_p_mine(root.need("p_mine"), labels.size);
  for (const double risk : labels.p_mine)
    if (risk >= 0) labels.lowest = std::min(labels.lowest, risk);
  for (const bool is_mine : {false, true})
    for (const json::Node& node : root.need(is_mine ? "mine" : "safe").items()) {
      const auto [cell, inference] = labelled_cell(node, labels.size);
      labels.certain[cell] = {is_mine, inference.as_choice(solvers::kInferenceNames, "an inference")};
    }
  const json::Node values = root.need("values");
  if (!values.is(json::Kind::null))
    for (const json::Node& node : values.items()) {
      const auto [cell, value] = labelled_cell(node, labels.size);
      labels.values[cell] = value.as_number(0, 1);
      labels.best_value = std::max(labels.best_value, labels.values[cell]);
    }
  if (!positions_.emplace(std::string(id.as_string()), std::move(labels)).second)
    id.fail_value("an earlier line has the same id");
  ++score_.positions;
}

void PositionScorer::add_answer(const json::Document& line) {
  const json::Node root(line);
  root.expect_object({"id", "safe", "mine", "dig", "text"});
  const json::Node id = root.need("id");
  const auto found = positions_.find(std::string(id.as_string()));
  if (found == positions_.end()) id.fail_value("no position has this id");
  Labels& labels = found->second;
  if (std::exchange(labels.is_answered, true)) id.fail_value("an earlier line answers this position");
  // Nothing of a line that is wrong counts.
  PositionScore before = score_;
  try {
    ++score_.answered;
    if (const auto list = root.find("safe")) count_calls(*list, labels, false, score_.safe);
    if (const auto list = root.find("mine")) count_calls(*list, labels, true, score_.mine);
    if (const auto cell = root.find("dig"); cell && !cell->is(json::Kind::null)) count_dig(*cell, labels);
  } catch (...) {
    score_ = before;
    throw;
  }
}

std::optional<sim::Cell> PositionScorer::hidden_cell(const json::Node& node, const Labels& labels) {
  const std::vector<json::Node> items = node.items();
  if (items.size() != 2) node.fail(" is not a cell; expected [row, column] from 0");
  for (const json::Node& item : items)
    if (!item.is(json::Kind::number)) item.fail_value("expected a whole number");
  const auto row = signed_whole_value(items[0].value().text);
  const auto col = signed_whole_value(items[1].value().text);
  const auto [rows, cols] = labels.size;
  if (!row || !col || *row < 0 || *row >= rows || *col < 0 || *col >= cols) return std::nullopt;
  const sim::Cell cell = sim::cell_at(labels.size, {static_cast<int>(*row), static_cast<int>(*col)});
  if (labels.p_mine[cell] < 0) return std::nullopt;
  return cell;
}

void PositionScorer::count_calls(const json::Node& list, const Labels& labels, bool as_mines,
                                 CallScore& score) {
  ++score.positions;
  for (const auto& [cell, certain] : labels.certain)
    if (certain.is_mine == as_mines) ++score.cells[certain.inference];
  std::unordered_set<sim::Cell> called;
  for (const json::Node& node : list.items()) {
    const std::optional<sim::Cell> cell = hidden_cell(node, labels);
    if (!cell || !called.insert(*cell).second) {
      ++score.invalid;
      continue;
    }
    const auto certain = labels.certain.find(*cell);
    if (certain == labels.certain.end() || certain->second.is_mine != as_mines) {
      ++score.wrong;
      continue;
    }
    ++score.right;
    ++score.found[certain->second.inference];
  }
}

void PositionScorer::count_dig(const json::Node& node, const Labels& labels) {
  DigScore& score = score_.dig;
  const std::optional<sim::Cell> cell = hidden_cell(node, labels);
  if (!cell) {
    ++score.invalid;
    return;
  }
  const double risk = labels.p_mine[*cell];
  ++score.digs;
  score.risk += risk;
  score.excess_risk += risk - labels.lowest;
  score.mines += risk == 1;
  score.missed_safe += risk > 0 && labels.lowest == 0;
  if (labels.values.empty()) return;
  // Cells without a value are mines for certain.
  const auto value = labels.values.find(*cell);
  ++score.solved;
  score.win_chance_lost += labels.best_value - (value == labels.values.end() ? 0 : value->second);
}

bj::object score_json(const PositionScore& score) {
  const DigScore& dig = score.dig;
  return {{"schema", "sapper-score/1"},
          {"positions", score.positions},
          {"answered", score.answered},
          {"safe", call_json(score.safe)},
          {"mine", call_json(score.mine)},
          {"dig", bj::object{{"digs", dig.digs},
                             {"invalid", dig.invalid},
                             {"missed_safe", dig.missed_safe},
                             {"mines", dig.mines},
                             {"mean_risk", share(dig.risk, dig.digs)},
                             {"mean_excess_risk", share(dig.excess_risk, dig.digs)},
                             {"solved", dig.solved},
                             {"mean_win_chance_lost", share(dig.win_chance_lost, dig.solved)}}}};
}

std::string score_text(const PositionScore& score) {
  std::string text =
      fmt::format("{}, {} answered\n", counted(score.positions, "position"), with_commas(score.answered));
  text += call_text("safe cells", score.safe);
  text += call_text("mines", score.mine);
  const DigScore& dig = score.dig;
  if (dig.digs + dig.invalid == 0) return text;
  text += fmt::format("\n{} and {} invalid\n", counted(dig.digs, "dig"), with_commas(dig.invalid));
  if (dig.digs == 0) return text;
  text += fmt::format("  mean risk                {:.4f}\n", ratio(dig.risk, dig.digs));
  text += fmt::format("  mean excess risk         {:.4f}\n", ratio(dig.excess_risk, dig.digs));
  text += fmt::format("  of certain mines         {}\n", with_commas(dig.mines));
  text += fmt::format("  a safe cell was missed   {}\n", with_commas(dig.missed_safe));
  if (dig.solved != 0)
    text += fmt::format("  mean win chance lost     {:.4f} (over {} in solved ends)\n",
                        ratio(dig.win_chance_lost, dig.solved), counted(dig.solved, "dig"));
  return text;
}

}  // namespace sapper::experiments::minesweeper

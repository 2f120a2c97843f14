#include "experiments/analysis/position_score.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <unordered_set>
#include <utility>

#include "experiments/analysis/position_collection.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;

constexpr std::uint64_t kMaxSide = sim::Grid::kMaxSide;

using Sides = std::vector<std::uint64_t>;

// What a cell is, for errors.
std::string_view cell_form(const Sides& sides) {
  constexpr std::array<std::string_view, 3> kForms{"the number of a cell", "[row, column]",
                                                   "[layer, row, column]"};
  return kForms[sides.size() - 1];
}
std::vector<json::Node> coordinates_in(const json::Node& cell, const Sides& sides) {
  return sides.size() == 1 ? std::vector{cell} : cell.items();
}

Sides read_sides(const json::Node& root) {
  if (root.find("graph")) return {root.need("p_mine").size()};
  Sides sides{root.need("rows").as_whole(1, kMaxSide), root.need("cols").as_whole(1, kMaxSide)};
  if (const auto layers = root.find("layers")) sides.insert(sides.begin(), layers->as_whole(1, kMaxSide));
  return sides;
}

// coordinates: as many as there are sides.
sim::Cell read_cell(std::span<const json::Node> coordinates, const Sides& sides) {
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < sides.size(); ++i)
    cell = cell * sides[i] + coordinates[i].as_whole(0, sides[i] - 1);
  return static_cast<sim::Cell>(cell);
}

// Calls take(cell, label) for each cell of a list with a label. Since `sapper-positions/2` the labels are a list beside
// that of the cells, before they were in it: [row, col, label].
template <class Take>
void for_each_label(const json::Node& root, std::string_view cells, std::string_view labels,
                    const Sides& sides, const Take& take) {
  const bool is_old = root.need("schema").text() == kOldPositionsSchema;
  const json::Node list = root.need(is_old && cells == "value_cells" ? "values" : cells);
  if (list.is(json::Kind::null)) return;
  const std::vector<json::Node> items = list.items();
  std::vector<json::Node> beside;
  if (!is_old) {
    const json::Node node = root.need(labels);
    beside = node.items();
    if (beside.size() != items.size())
      node.fail(fmt::format(" has {}; expected one for each cell of {}, {}",
                            count_text(beside.size(), "item"), cells, items.size()));
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::vector<json::Node> parts = is_old ? items[i].items() : coordinates_in(items[i], sides);
    if (parts.size() != (is_old ? 3 : sides.size()))
      items[i].fail(is_old ? " is not a list of a row, a column and a label"
                           : fmt::format(" is not a cell: {}", cell_form(sides)));
    take(read_cell(parts, sides), is_old ? parts[2] : beside[i]);
  }
}

// Appends the values of nested lists, as many at each depth as the sides say.
void read_p_mine(const json::Node& node, std::span<const std::uint64_t> sides, std::vector<double>& p_mine) {
  constexpr std::array<std::string_view, 3> kItems{"cell", "row", "layer"};
  const std::vector<json::Node> items = node.items();
  if (items.size() != sides.front())
    node.fail(fmt::format(" has {}; expected {}", count_text(items.size(), kItems[sides.size() - 1]),
                          sides.front()));
  for (const json::Node& item : items)
    if (sides.size() > 1)
      read_p_mine(item, sides.subspan(1), p_mine);
    else
      p_mine.push_back(item.is(json::Kind::null) ? -1 : item.as_number(0, 1));
}

double ratio(double part, std::uint64_t whole) { return whole == 0 ? 0 : part / static_cast<double>(whole); }
bj::value share(double part, std::uint64_t whole) {
  return whole == 0 ? bj::value() : bj::value(json::rounded(ratio(part, whole)));
}

// The ratio of two sums over positions.
class Ratio {
 public:
  void add(const Term& term) {
    ++positions_;
    part_ += term.part;
    whole_ += term.whole;
  }
  std::uint64_t positions() const { return positions_; }
  std::optional<double> value() const { return whole_ == 0 ? std::nullopt : std::optional(part_ / whole_); }
  // How much a position moves the ratio.
  double influence(const Term& term) const { return (term.part - *value() * term.whole) / whole_; }

 private:
  std::uint64_t positions_ = 0;
  double part_ = 0;
  double whole_ = 0;
};

// The standard error of an estimate to which each position adds its influence; the influences add up to 0.
std::optional<double> standard_error_of(std::uint64_t positions, double squared_influences) {
  if (positions < 2) return std::nullopt;
  const auto count = static_cast<double>(positions);
  return std::sqrt(squared_influences * count / (count - 1));
}

bj::object call_json(const CallScore& score, const PositionScore& all, bool are_mines) {
  bj::object inference;
  for (std::size_t i = 0; i < solvers::kInferenceNames.size(); ++i)
    inference[solvers::kInferenceNames[i]] =
        bj::object{{"cells", score.cells[i]},
                   {"found", score.found[i]},
                   {"recall", share(static_cast<double>(score.found[i]), score.cells[i])}};
  const Estimate& exact = all[are_mines ? Measure::mine_exact_match : Measure::safe_exact_match];
  const Estimate& precision = all[are_mines ? Measure::mine_precision : Measure::safe_precision];
  const Estimate& recall = all[are_mines ? Measure::mine_recall : Measure::safe_recall];
  return {{"positions", score.positions},
          {"right", score.right},
          {"wrong", score.wrong},
          {"invalid", score.invalid},
          {"exact_match", as_json(exact.value)},
          {"precision", as_json(precision.value)},
          {"recall", as_json(recall.value)},
          {"standard_errors", bj::object{{"exact_match", as_json(exact.standard_error)},
                                         {"precision", as_json(precision.standard_error)},
                                         {"recall", as_json(recall.standard_error)}}},
          {"inference", std::move(inference)}};
}

std::string percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? "-" : fmt::format("{:.1f}", 100 * ratio(static_cast<double>(part), whole));
}

// `83.1 % (standard error 1.2)`
std::string percent_text(const Estimate& estimate) {
  if (!estimate.value) return "-";
  std::string text = fmt::format("{:.1f} %", 100 * *estimate.value);
  if (estimate.standard_error)
    text += fmt::format(" (standard error {:.1f})", 100 * *estimate.standard_error);
  return text;
}
std::string mean_text(const Estimate& estimate) {
  std::string text = fmt::format("{:.4f}", estimate.value.value_or(0));
  if (estimate.standard_error) text += fmt::format(" (standard error {:.4f})", *estimate.standard_error);
  return text;
}

std::string call_text(std::string_view name, const CallScore& score, const PositionScore& all,
                      bool are_mines) {
  if (score.positions == 0) return "";
  std::string text = fmt::format("\n{} called in {}: {} right, {} wrong, {} invalid\n", name,
                                 count_text(score.positions, "position"), with_commas(score.right),
                                 with_commas(score.wrong), with_commas(score.invalid));
  text += fmt::format("  {:<12}  {:>9}  {:>9}  {:>8}\n", "inference", "cells", "found", "recall %");
  for (std::size_t i = 0; i < solvers::kInferenceNames.size(); ++i)
    if (score.cells[i] != 0)
      text += fmt::format("  {:<12}  {:>9}  {:>9}  {:>8}\n", solvers::kInferenceNames[i],
                          with_commas(score.cells[i]), with_commas(score.found[i]),
                          percent(score.found[i], score.cells[i]));
  for (const auto& [title, measure] :
       {std::pair("exact match", are_mines ? Measure::mine_exact_match : Measure::safe_exact_match),
        {"recall", are_mines ? Measure::mine_recall : Measure::safe_recall},
        {"precision", are_mines ? Measure::mine_precision : Measure::safe_precision}})
    text += fmt::format("  {:<24} {}\n", title, percent_text(all[measure]));
  return text;
}

}  // namespace

void PositionScorer::add_position(const json::Document& line) {
  const json::Node root(line);
  if (!root.is(json::Kind::object)) root.fail_value("expected an object, a position of `sapper positions`");
  root.need("schema").as_choice(std::array{kPositionsSchema, kOldPositionsSchema},
                                "the format of labelled positions");
  const json::Node id = root.need("id");
  PositionLabels labels;
  labels.sides = read_sides(root);
  read_p_mine(root.need("p_mine"), labels.sides, labels.p_mine);
  for (const double risk : labels.p_mine)
    if (risk >= 0) labels.lowest = std::min(labels.lowest, risk);
  for (const bool is_mine : {false, true})
    for_each_label(
        root, is_mine ? "mine" : "safe", is_mine ? "mine_inference" : "safe_inference", labels.sides,
        [&](sim::Cell cell, const json::Node& inference) {
          labels.certain[cell] = {is_mine, inference.as_choice(solvers::kInferenceNames, "an inference")};
        });
  for_each_label(root, "value_cells", "values", labels.sides, [&](sim::Cell cell, const json::Node& value) {
    labels.values[cell] = value.as_number(0, 1);
    labels.best_value = std::max(labels.best_value, labels.values[cell]);
  });
  labels.number = positions_.size();
  if (!positions_.emplace(std::string(id.as_string()), std::move(labels)).second)
    id.fail_value("an earlier line has the same id");
}

void PositionScorer::add_answer(const json::Document& line, std::size_t player) {
  const json::Node root(line);
  root.expect_object({"id", "safe", "mine", "dig", "text"});
  const json::Node id = root.need("id");
  const auto found = positions_.find(std::string(id.as_string()));
  if (found == positions_.end()) id.fail_value("no position has this id");
  const PositionLabels& labels = found->second;
  if (player >= players_.size()) players_.resize(player + 1);
  std::vector<std::optional<Terms>>& answers = players_[player].answers;
  answers.resize(positions_.size());
  if (answers[labels.number]) id.fail_value("an earlier line answers this position");
  // Nothing of a line that is wrong counts.
  PositionScore counts = players_[player].counts;
  Terms terms;
  ++counts.answered;
  if (const auto list = root.find("safe")) count_calls(*list, labels, false, counts.safe, terms);
  if (const auto list = root.find("mine")) count_calls(*list, labels, true, counts.mine, terms);
  if (const auto cell = root.find("dig"); cell && !cell->is(json::Kind::null))
    count_dig(*cell, labels, counts.dig, terms);
  players_[player].counts = counts;
  answers[labels.number] = terms;
}

PositionScore PositionScorer::score(std::size_t player) const {
  PositionScore score = player < players_.size() ? players_[player].counts : PositionScore();
  score.positions = positions_.size();
  if (player >= players_.size()) return score;
  for (std::size_t measure = 0; measure < kMeasureCount; ++measure) {
    Ratio ratio;
    const auto for_each = [&](const auto& take) {
      for (const std::optional<Terms>& answer : players_[player].answers)
        if (answer && (*answer)[measure]) take(*(*answer)[measure]);
    };
    for_each([&](const Term& term) { ratio.add(term); });
    Estimate& estimate = score.estimates[measure];
    estimate.positions = ratio.positions();
    estimate.value = ratio.value();
    if (!estimate.value) continue;
    double squares = 0;
    for_each([&](const Term& term) { squares += ratio.influence(term) * ratio.influence(term); });
    estimate.standard_error = standard_error_of(ratio.positions(), squares);
  }
  return score;
}

std::array<std::optional<Difference>, kMeasureCount> PositionScorer::differences() const {
  std::array<std::optional<Difference>, kMeasureCount> differences;
  if (players_.size() < 2) return differences;
  const auto& first = players_[0].answers;
  const auto& second = players_[1].answers;
  for (std::size_t measure = 0; measure < kMeasureCount; ++measure) {
    std::array<Ratio, 2> ratios;
    const auto for_each_pair = [&](const auto& take) {
      for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
        if (first[i] && second[i] && (*first[i])[measure] && (*second[i])[measure])
          take(*(*first[i])[measure], *(*second[i])[measure]);
    };
    for_each_pair([&](const Term& a, const Term& b) {
      ratios[0].add(a);
      ratios[1].add(b);
    });
    const auto a = ratios[0].value();
    const auto b = ratios[1].value();
    if (!a || !b) continue;
    double squares = 0;
    for_each_pair([&](const Term& one, const Term& other) {
      const double influence = ratios[0].influence(one) - ratios[1].influence(other);
      squares += influence * influence;
    });
    differences[measure] = {
        {*a, *b}, {ratios[0].positions(), *a - *b, standard_error_of(ratios[0].positions(), squares)}};
  }
  return differences;
}

std::optional<sim::Cell> PositionScorer::hidden_cell(const json::Node& node, const PositionLabels& labels) {
  const std::vector<json::Node> items = coordinates_in(node, labels.sides);
  if (items.size() != labels.sides.size())
    node.fail(fmt::format(" is not a cell; expected {} from 0", cell_form(labels.sides)));
  for (const json::Node& item : items)
    if (!item.is(json::Kind::number)) item.fail_value("expected a whole number");
  std::uint64_t cell = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto number = signed_whole_value(items[i].text());
    if (!number || *number < 0 || static_cast<std::uint64_t>(*number) >= labels.sides[i]) return std::nullopt;
    cell = cell * labels.sides[i] + static_cast<std::uint64_t>(*number);
  }
  if (labels.p_mine[cell] < 0) return std::nullopt;
  return static_cast<sim::Cell>(cell);
}

void PositionScorer::count_calls(const json::Node& list, const PositionLabels& labels, bool as_mines,
                                 CallScore& score, Terms& terms) {
  ++score.positions;
  std::size_t cells = 0;
  for (const auto& [cell, certain] : labels.certain) {
    if (certain.is_mine != as_mines) continue;
    ++score.cells[certain.inference];
    ++cells;
  }
  std::unordered_set<sim::Cell> called;
  std::size_t right = 0;
  const std::vector<json::Node> calls = list.items();
  for (const json::Node& node : calls) {
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
    ++right;
    ++score.found[certain->second.inference];
  }
  score.right += right;
  const bool is_exact = right == cells && calls.size() == cells;
  const auto set = [&](Measure measure, std::size_t part, std::size_t whole) {
    terms[static_cast<std::size_t>(measure)] = Term{static_cast<double>(part), static_cast<double>(whole)};
  };
  set(as_mines ? Measure::mine_exact_match : Measure::safe_exact_match, is_exact ? 1 : 0, 1);
  set(as_mines ? Measure::mine_recall : Measure::safe_recall, right, cells);
  set(as_mines ? Measure::mine_precision : Measure::safe_precision, right, calls.size());
}

void PositionScorer::count_dig(const json::Node& node, const PositionLabels& labels, DigScore& score,
                               Terms& terms) {
  const std::optional<sim::Cell> cell = hidden_cell(node, labels);
  if (!cell) {
    ++score.invalid;
    return;
  }
  const auto set = [&](Measure measure, double value) {
    terms[static_cast<std::size_t>(measure)] = Term{value, 1};
  };
  const double risk = labels.p_mine[*cell];
  ++score.digs;
  set(Measure::risk, risk);
  set(Measure::excess_risk, risk - labels.lowest);
  score.mines += risk == 1;
  score.missed_safe += risk > 0 && labels.lowest == 0;
  if (labels.values.empty()) return;
  // Cells without a value are mines for certain.
  const auto value = labels.values.find(*cell);
  ++score.solved;
  set(Measure::win_chance_lost, labels.best_value - (value == labels.values.end() ? 0 : value->second));
}

namespace {

bj::object player_json(const PositionScore& score) {
  const DigScore& dig = score.dig;
  const Estimate& risk = score[Measure::risk];
  const Estimate& excess = score[Measure::excess_risk];
  const Estimate& lost = score[Measure::win_chance_lost];
  return {{"answered", score.answered},
          {"safe", call_json(score.safe, score, false)},
          {"mine", call_json(score.mine, score, true)},
          {"dig", bj::object{{"digs", dig.digs},
                             {"invalid", dig.invalid},
                             {"missed_safe", dig.missed_safe},
                             {"mines", dig.mines},
                             {"mean_risk", as_json(risk.value)},
                             {"mean_excess_risk", as_json(excess.value)},
                             {"solved", dig.solved},
                             {"mean_win_chance_lost", as_json(lost.value)},
                             {"standard_errors",
                              bj::object{{"mean_risk", as_json(risk.standard_error)},
                                         {"mean_excess_risk", as_json(excess.standard_error)},
                                         {"mean_win_chance_lost", as_json(lost.standard_error)}}}}}};
}

std::string player_text(const PositionScore& score) {
  std::string text = call_text("safe cells", score.safe, score, false);
  text += call_text("mines", score.mine, score, true);
  const DigScore& dig = score.dig;
  if (dig.digs + dig.invalid == 0) return text;
  text += fmt::format("\n{} and {} invalid\n", count_text(dig.digs, "dig"), with_commas(dig.invalid));
  if (dig.digs == 0) return text;
  text += fmt::format("  mean risk                {}\n", mean_text(score[Measure::risk]));
  text += fmt::format("  mean excess risk         {}\n", mean_text(score[Measure::excess_risk]));
  text += fmt::format("  of certain mines         {}\n", with_commas(dig.mines));
  text += fmt::format("  a safe cell was missed   {}\n", with_commas(dig.missed_safe));
  if (dig.solved != 0)
    text += fmt::format("  mean win chance lost     {} (over {} in solved ends)\n",
                        mean_text(score[Measure::win_chance_lost]), count_text(dig.solved, "dig"));
  return text;
}

}  // namespace

bj::object score_json(const PositionScorer& scorer, std::size_t players) {
  const PositionScore first = scorer.score();
  bj::object object{{"schema", "sapper-score/1"}, {"positions", first.positions}};
  for (auto& [key, value] : player_json(first)) object[key] = std::move(value);
  if (players < 2) return object;
  object["other"] = player_json(scorer.score(1));
  bj::array differences;
  const auto measured = scorer.differences();
  for (std::size_t measure = 0; measure < kMeasureCount; ++measure) {
    if (!measured[measure]) continue;
    const auto& [values, difference] = *measured[measure];
    differences.push_back(bj::object{{"measure", kMeasurePaths[measure]},
                                     {"positions", difference.positions},
                                     {"value", json::rounded(values[0])},
                                     {"other", json::rounded(values[1])},
                                     {"difference", as_json(difference.value)},
                                     {"standard_error", as_json(difference.standard_error)}});
  }
  object["differences"] = std::move(differences);
  return object;
}

std::string score_text(const PositionScorer& scorer, std::size_t players) {
  std::string text;
  for (std::size_t player = 0; player < players; ++player) {
    const PositionScore score = scorer.score(player);
    if (players > 1)
      text += fmt::format("{}{} answers: ", player == 0 ? "" : "\n", player == 0 ? "first" : "second");
    text += fmt::format("{}, {} answered\n", count_text(score.positions, "position"),
                        with_commas(score.answered));
    text += player_text(score);
  }
  if (players < 2) return text;
  text += fmt::format("\n{:<24}  {:>9}  {:>8}  {:>8}  {:>10}  {:>14}\n", "positions both answered",
                      "positions", "first", "second", "difference", "standard error");
  const auto measured = scorer.differences();
  for (std::size_t measure = 0; measure < kMeasureCount; ++measure) {
    if (!measured[measure]) continue;
    const auto& [values, difference] = *measured[measure];
    text += fmt::format("{:<24}  {:>9}  {:>8.4f}  {:>8.4f}  {:>+10.4f}  {:>14}\n", kMeasurePaths[measure],
                        with_commas(difference.positions), values[0], values[1], *difference.value,
                        difference.standard_error ? fmt::format("{:.4f}", *difference.standard_error) : "-");
  }
  return text;
}

}  // namespace sapper::experiments::minesweeper

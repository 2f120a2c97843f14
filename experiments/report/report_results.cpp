#include "experiments/report/report_results.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <initializer_list>

#include "experiments/run/report_parts.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;

const bj::value* find(const bj::object& object, std::initializer_list<std::string_view> path) {
  const bj::object* inner = &object;
  const bj::value* value = nullptr;
  for (const std::string_view key : path) {
    value = inner == nullptr ? nullptr : inner->if_contains(key);
    if (value == nullptr) return nullptr;
    inner = value->if_object();
  }
  return value;
}

std::optional<double> number_at(const bj::object& object, std::initializer_list<std::string_view> path) {
  const bj::value* const value = find(object, path);
  return value != nullptr && value->is_number() ? std::optional(value->to_number<double>()) : std::nullopt;
}

std::string text_at(const bj::object& object, std::string_view key) {
  const bj::value* const value = object.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

const bj::array& list_at(const bj::object& object, std::initializer_list<std::string_view> path) {
  static const bj::array none;
  const bj::value* const value = find(object, path);
  return value != nullptr && value->is_array() ? value->get_array() : none;
}

std::shared_ptr<const CaseLabels> labels_of(const Experiment& experiment, std::size_t number) {
  const CaseProperties properties = experiment.properties(number);
  CaseLabels labels;
  labels.number = number;
  labels.name = label_of(properties);
  labels.series = series_label_of(properties);
  CaseProperties of_board = properties;
  std::erase_if(of_board, [](const CaseProperty& property) {
    return property.role == CaseProperty::Role::setting || property.role == CaseProperty::Role::axis;
  });
  labels.board = label_of(of_board);
  const bj::object columns = experiment.case_columns(number);
  for (const CaseProperty& property : properties) {
    if (!property.varies || property.role == CaseProperty::Role::name) continue;
    // Asked densities are the same for boards of all sizes, numbers of mines are not.
    const bool is_measure =
        property.role == CaseProperty::Role::measure || property.role == CaseProperty::Role::axis;
    if (is_measure && !columns.empty()) continue;
    labels.facets.push_back({std::string(property.name), bj::serialize(property.value)});
  }
  for (const auto& column : columns)
    labels.facets.push_back({std::string(column.key()), bj::serialize(column.value())});
  if (const CaseProperty* const axis = find_role(properties, CaseProperty::Role::axis)) {
    labels.axis_name = axis->text;
    labels.axis = axis->value.to_number<double>() * axis->scale;
  }
  labels.map = experiment.cell_map(number);
  return std::make_shared<const CaseLabels>(std::move(labels));
}

void add_timing(const bj::object& timing, Result& result) {
  result.games_per_s = number_at(timing, {"games_per_s"});
  if (const bj::value* const phases = find(timing, {"phases"}); phases != nullptr && phases->is_object())
    for (const auto& phase : phases->get_object())
      result.phases.push_back({std::string(phase.key()), phase.value().to_number<double>()});
  if (const bj::value* const stable = timing.if_contains("phases_stable");
      stable != nullptr && stable->is_bool())
    result.has_stable_phases = stable->get_bool();
}

Comparison read_comparison(const bj::object& object) {
  const auto number = [&](std::string_view key) { return number_at(object, {key}); };
  Comparison comparison;
  comparison.a = text_at(object, "a");
  comparison.b = text_at(object, "b");
  comparison.both = number("both").value_or(0);
  comparison.only_a = number("only_a").value_or(0);
  comparison.only_b = number("only_b").value_or(0);
  comparison.neither = number("neither").value_or(0);
  comparison.difference = number("difference").value_or(0);
  comparison.low = number("difference_ci_low");
  comparison.high = number("difference_ci_high");
  comparison.p_value = number("p_value").value_or(1);
  return comparison;
}

}  // namespace

Result read_result(const bj::object& object) {
  const auto number = [&](std::initializer_list<std::string_view> path) { return number_at(object, path); };
  Result result;
  result.label = text_at(object, "label");
  result.games = object.at("games").to_number<std::uint64_t>();
  if (const bj::value* const wins = object.if_contains("wins"))
    result.wins = wins->to_number<std::uint64_t>();
  result.win_rate = number({"win_rate"});
  result.low = number({"ci_low"});
  result.high = number({"ci_high"});
  const auto adjusted = number({"win_rate_adjusted"});
  const auto low = number({"adjusted_ci_low"});
  const auto high = number({"adjusted_ci_high"});
  if (adjusted && low && high) {
    result.adjusted.emplace();
    result.adjusted->value = *adjusted;
    result.adjusted->interval = {*low, *high};
    result.adjusted->variance_ratio = number({"variance_ratio"}).value_or(1);
  }
  for (const bj::value& games : list_at(object, {"guesses", "histogram"}))
    result.guess_histogram.push_back(games.to_number<double>());
  result.mean_guesses = number({"guesses_per_game"});
  result.predicted_losses = number({"guess_risk", "predicted_losses"});
  result.losses = number({"guess_risk", "losses"});
  result.standard_error = number({"guess_risk", "standard_error"});
  result.z = number({"guess_risk", "z"});
  for (const bj::value& bin : list_at(object, {"guess_risk", "calibration"})) {
    const bj::object& members = bin.get_object();
    result.calibration.push_back(
        {members.at("low").to_number<double>(), members.at("high").to_number<double>(),
         members.at("guesses").to_number<double>(), members.at("predicted_losses").to_number<double>(),
         members.at("losses").to_number<double>()});
  }
  return result;
}

ReportResults results_of(const Report& report) {
  const Experiment& experiment = *report.experiment;
  const ReportParts parts(report);
  ReportResults read;
  report.each_case([&](std::size_t number, const Tally& tally) {
    const auto labels = labels_of(experiment, number);
    const bj::array timings = parts.timings(number, tally);
    for (const bj::value& value : parts.results(number, tally)) {
      Result& result = read.results.emplace_back(read_result(value.get_object()));
      result.played = labels;
      for (const bj::value& timing : timings)
        if (text_at(timing.get_object(), "label") == result.label) add_timing(timing.get_object(), result);
      result.label = printable(result.label);
    }
    for (const bj::value& value : parts.comparisons(number, tally)) {
      Comparison& comparison = read.comparisons.emplace_back(read_comparison(value.get_object()));
      comparison.played = labels;
      comparison.a = printable(comparison.a);
      comparison.b = printable(comparison.b);
    }
  });
  return read;
}

}  // namespace sapper::experiments

#include "experiments/report/report_results.hpp"

#include <algorithm>
#include <boost/json/serialize.hpp>
#include <utility>

#include "experiments/run/report_parts.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;

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

}  // namespace

ReportResults results_of(const Report& report) {
  const ReportParts parts(report);
  ReportResults all;
  report.each_case([&](std::size_t number, const Tally& tally) {
    const auto labels = labels_of(*report.experiment, number);
    std::vector<Timing> timings = parts.timings_of(number, tally);
    for (Result& result : parts.results_of(number, tally)) {
      const auto timing = std::ranges::find(timings, result.label, &Timing::label);
      if (timing != timings.end()) result.timing = std::move(*timing);
      result.played = labels;
      result.label = printable(result.label);
      result.json.clear();  // of no use here, and large in large sweeps
      result.timing.json.clear();
      all.results.push_back(std::move(result));
    }
    for (Comparison& comparison : report.experiment->comparisons_of(number, tally)) {
      comparison.played = labels;
      comparison.a = printable(comparison.a);
      comparison.b = printable(comparison.b);
      comparison.json.clear();
      all.comparisons.push_back(std::move(comparison));
    }
  });
  return all;
}

}  // namespace sapper::experiments

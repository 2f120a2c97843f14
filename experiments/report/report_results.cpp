#include "experiments/report/report_results.hpp"

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "experiments/run/case_display.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/run/timing.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

namespace bj = boost::json;

// What a table says of a case beyond its properties; empty if its kind of game has none of it.
bj::object columns_of_case(const Experiment& experiment, std::size_t number) {
  const CaseDisplay* const display = experiment.parts().display;
  return display != nullptr ? display->case_columns(number) : bj::object();
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
  const bj::object columns = columns_of_case(experiment, number);
  for (const CaseProperty& property : properties) {
    if (!property.varies || (property.role == CaseProperty::Role::name && property.heading.empty())) continue;
    // Asked densities are the same for boards of all sizes, numbers of mines are not.
    const bool is_measure =
        property.role == CaseProperty::Role::measure || property.role == CaseProperty::Role::axis;
    if (is_measure && !columns.empty()) continue;
    labels.facets.push_back(
        {std::string(property.name),
         bj::serialize(property.heading.empty() ? property.value : bj::value(property.heading)), is_measure});
  }
  for (const auto& column : columns)
    labels.facets.push_back({std::string(column.key()), bj::serialize(column.value()), true});
  if (const CaseProperty* const axis = find_role(properties, CaseProperty::Role::axis)) {
    labels.axis_name = axis->text;
    labels.axis_property = axis->name;
    labels.axis = labels.asked_axis = axis->value.to_number<double>() * axis->scale;
    if (const bj::value* const asked = columns.if_contains("asked_" + std::string(axis->name));
        asked != nullptr && asked->is_number())
      labels.asked_axis = asked->to_number<double>() * axis->scale;
  }
  if (const CaseDisplay* const display = experiment.parts().display) {
    labels.size = display->size_of(number);
    labels.map = display->cell_map(number);
  }
  return std::make_shared<const CaseLabels>(std::move(labels));
}

}  // namespace

ReportResults results_of(const Report& report) {
  const ReportParts parts(report);
  ReportResults all;
  report.each_case([&](std::size_t number, const Tally& tally) {
    const auto labels = labels_of(*report.experiment, number);
    const bj::array results = parts.results_of(number, tally);
    std::vector<Timing> timings = parts.timings_of(number, tally);
    for (std::size_t i = 0; i < results.size(); ++i) {
      Result& result = all.results.emplace_back(read_result(results[i].as_object()));
      result.timing = std::move(timings.at(i));
      result.timing.json.clear();  // of no use here, and large in large sweeps
      result.played = labels;
      result.label = printable(result.label);
    }
    for (Comparison& comparison : report.experiment->parts().results.comparisons_of(number, tally)) {
      comparison.played = labels;
      comparison.a = printable(comparison.a);
      comparison.b = printable(comparison.b);
      all.comparisons.push_back(std::move(comparison));
    }
  });
  return all;
}

namespace {

namespace bj = boost::json;

struct FlatMember {
  std::string name;
  bj::value value;
};

bool is_whole(const bj::value& value) { return value.is_int64() || value.is_uint64(); }

// Appends the members; those of nested objects as `outer_inner`. Pairs of whole numbers (cells) are `row,col`; other lists
// are left out.
void flatten(const bj::object& object, const std::string& prefix, std::vector<FlatMember>& members) {
  for (const auto& member : object) {
    const std::string name = prefix + std::string(member.key());
    if (const bj::object* const inner = member.value().if_object()) {
      flatten(*inner, name + '_', members);
    } else if (const bj::array* const list = member.value().if_array()) {
      if (list->size() == 2 && is_whole(list->front()) && is_whole(list->back()))
        members.push_back(
            {name, bj::string(json::to_text(list->front()) + ',' + json::to_text(list->back()))});
    } else {
      members.push_back({name, member.value()});
    }
  }
}

std::string field_of(const bj::value& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return json::to_text(value);
  return csv_field(value.get_string());
}

// A result from the strategy on: what stands before it describes the case, as the properties do.
bj::object without_case(const bj::object& result) {
  bj::object rest;
  for (auto member = result.find("strategy"); member != result.end(); ++member)
    rest.emplace(member->key(), member->value());
  return rest;
}

// The rows of a case, one per player. has_cores: whether wall times say how fast players are.
std::vector<std::vector<FlatMember>> rows_of(const Experiment& experiment, const ReportParts& parts,
                                             bool has_cores, std::size_t number, const Tally& tally) {
  const bj::array results = parts.results_of(number, tally);
  const std::vector<Timing> timings = parts.timings_of(number, tally);
  bj::object facts = parts.facts_of(number, tally);
  const bj::object properties = facts.at("properties").as_object();
  for (const char* const name : {"case", "name", "games", "properties"}) facts.stable_erase(name);
  std::vector<std::vector<FlatMember>> rows;
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::vector<FlatMember>& row = rows.emplace_back();
    row.push_back({"case", number});
    row.push_back({"case_name", bj::string(experiment.case_name(number))});
    bj::object timing = timings.at(i).json;
    for (const char* const name : {"case", "label"}) timing.stable_erase(name);
    if (!has_cores) timing["games_per_s"] = nullptr;
    for (const bj::object& part : {properties, columns_of_case(experiment, number),
                                   without_case(results[i].as_object()), facts, timing})
      flatten(part, "", row);
  }
  return rows;
}

class Columns {
 public:
  void add(const std::vector<FlatMember>& row) {
    for (const FlatMember& member : row)
      if (places_.emplace(member.name, names_.size()).second) names_.push_back(member.name);
  }
  std::string head() const { return line_of(names_); }
  std::string line(const std::vector<FlatMember>& row) const {
    std::vector<std::string> fields(names_.size());
    for (const FlatMember& member : row) fields[places_.at(member.name)] = field_of(member.value);
    return line_of(fields);
  }

 private:
  static std::string line_of(const std::vector<std::string>& fields) {
    std::string line;
    for (const std::string& field : fields) line += (&field == fields.data() ? "" : ",") + field;
    return line + '\n';
  }

  std::vector<std::string> names_;
  std::unordered_map<std::string, std::size_t> places_;
};

}  // namespace

// Iterates over the cases twice, so that the rows need not be held in memory.
void write_csv(const TextSink& write, const Report& report) {
  const ReportParts parts(report, true);
  const bool has_cores = report.has_cores();
  Columns columns;
  const auto each_row = [&](const std::function<void(const std::vector<FlatMember>&)>& visit) {
    report.each_case([&](std::size_t number, const Tally& tally) {
      for (const auto& row : rows_of(*report.experiment, parts, has_cores, number, tally)) visit(row);
    });
  };
  each_row([&](const std::vector<FlatMember>& row) { columns.add(row); });
  write(columns.head());
  each_row([&](const std::vector<FlatMember>& row) { write(columns.line(row)); });
}

}  // namespace sapper::experiments

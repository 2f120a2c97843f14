#include "experiments/report/sweep_dimensions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "experiments/report/report_results.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// `"torus"` is torus, `[3,4]` is 3,4.
std::string plain_text(const std::string& json) {
  if (const auto number = parse_number<double>(json)) return fmt::format("{}", *number);
  std::string text;
  for (const char letter : json)
    if (letter != '"' && letter != '[' && letter != ']') text += letter;
  return text;
}

}  // namespace

bool has_telling_values(std::string_view dimension) {
  return dimension == kStrategyDimension || dimension == kCaseDimension || dimension == kReportDimension;
}

bool contains(const DimensionNames& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

void SweepDimensions::add(const Result& result, const std::string& report, const std::string& case_name) {
  Placed& placed = results_.emplace_back(Placed{&result, {}});
  placed.values[std::string(kReportDimension)] = report;
  placed.values[std::string(kCaseDimension)] = case_name;
  placed.values[std::string(kStrategyDimension)] = result.label;
  for (const CaseFacet& facet : result.played->facets) {
    constexpr std::string_view kAsked = "asked_";  // what the config asks for is named as what it gives
    const bool is_asked = facet.name.starts_with(kAsked);
    const std::string name = is_asked ? facet.name.substr(kAsked.size()) : facet.name;
    placed.values[name] = plain_text(facet.value);
    if (!contains(properties_, name)) properties_.push_back(name);
    if (facet.is_measure && !contains(measures_, name)) measures_.push_back(name);
    if (is_asked && result.played->axis != result.played->asked_axis && !contains(approximated_, name))
      approximated_.push_back(name);
  }
}

bool SweepDimensions::has_several(std::string_view dimension) const {
  return std::ranges::any_of(results_, [&](const Placed& placed) {
    return placed.values.find(dimension)->second != results_.front().values.find(dimension)->second;
  });
}

DimensionNames SweepDimensions::names() const {
  DimensionNames all;
  if (has_several(kReportDimension)) all.emplace_back(kReportDimension);
  all.insert(all.end(), properties_.begin(), properties_.end());
  if (has_several(kStrategyDimension)) all.emplace_back(kStrategyDimension);
  return all;
}

DimensionValues SweepDimensions::values_of(const Placed& placed, const DimensionNames& dimensions) {
  DimensionValues values;
  for (const std::string& name : dimensions) {
    const auto value = placed.values.find(name);
    values.push_back(value == placed.values.end() ? "" : value->second);
  }
  return values;
}

bool SweepDimensions::are_told_apart(const DimensionNames& by) const {
  std::set<DimensionValues> seen;
  return std::ranges::all_of(results_,
                             [&](const Placed& placed) { return seen.insert(values_of(placed, by)).second; });
}

DimensionNames SweepDimensions::others_than(const DimensionNames& chosen) const {
  DimensionNames others;
  for (const std::string& name : names())
    if (!contains(chosen, name)) others.push_back(name);
  const auto leave_out = [&](std::string_view name) {
    DimensionNames tried = chosen;
    for (const std::string& other : others)
      if (other != name) tried.push_back(other);
    if (are_told_apart(tried)) std::erase(others, name);
  };
  for (const std::string& name : measures_) leave_out(name);
  for (const std::string& name : DimensionNames(others.rbegin(), others.rend()))
    if (!has_telling_values(name)) leave_out(name);
  for (const std::string_view name : {kReportDimension, kStrategyDimension}) leave_out(name);
  return others;
}

void SweepDimensions::check_names(std::string_view option, const DimensionNames& names) const {
  DimensionNames known{std::string(kCaseDimension), std::string(kReportDimension),
                       std::string(kStrategyDimension)};
  known.insert(known.end(), properties_.begin(), properties_.end());
  for (const std::string& name : names)
    if (!contains(known, name))
      throw InputError::in_value(
          option, name, fmt::format("expected what varies in these reports: {}", fmt::join(known, ", ")));
}

}  // namespace sapper::experiments

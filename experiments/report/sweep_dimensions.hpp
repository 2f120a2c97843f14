// The dimensions of the results of reports, along which tables and figures run: `report`, what varies over the sweep by the
// names of its properties (`rows`, `density`, `topology`), and `strategy`. `case` is all properties of a case together.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

struct Result;

using DimensionNames = std::vector<std::string>;
using DimensionValues = std::vector<std::string>;  // of some dimensions, in their order

inline constexpr std::string_view kStrategyDimension = "strategy", kCaseDimension = "case",
                                  kReportDimension = "report";

// Whether values of a dimension speak for themselves, as those of strategies do.
bool has_telling_values(std::string_view dimension);

bool contains(const DimensionNames& names, std::string_view name);

class SweepDimensions {
 public:
  // A result, with its value along every dimension as text: `16`, `torus`.
  struct Placed {
    const Result* result;
    std::map<std::string, std::string, std::less<>> values;
  };

  // The result, which must outlive this, by the names under which its report and its case are shown.
  void add(const Result& result, const std::string& report, const std::string& case_name);

  std::span<const Placed> results() const { return results_; }
  // In the order report, properties as the sweep has them, strategy; report and strategy only if there are several.
  DimensionNames names() const;
  const DimensionNames& properties() const { return properties_; }
  // The properties that are measured along the sweep, such as a density; and those of them that some boards do not have
  // exactly as asked for.
  const DimensionNames& measures() const { return measures_; }
  const DimensionNames& approximated() const { return approximated_; }

  // Empty where a result lacks a property.
  static DimensionValues values_of(const Placed& placed, const DimensionNames& dimensions);
  // Whether no two results have the same values of these dimensions.
  bool are_told_apart(const DimensionNames& by) const;
  // As few of all dimensions as tell the results apart beside the chosen ones: first the measures are left out, then the
  // properties that stand last in the sweep.
  DimensionNames others_than(const DimensionNames& chosen) const;
  // InputError if a name, given with this option, is not that of a dimension.
  void check_names(std::string_view option, const DimensionNames& names) const;

 private:
  bool has_several(std::string_view dimension) const;

  std::vector<Placed> results_;
  DimensionNames properties_, measures_, approximated_;
};

}  // namespace sapper::experiments

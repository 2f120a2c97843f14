// Two reports side by side: the differences of their win rates, with intervals, tests, and Holm's correction for
// the number of tests.
//
// Games are paired where both reports played the same games (the same board, seed and game numbers) and it is
// known who won each of them: from records of both, or because all counts of a result are the same in both.
// Other results are compared as if independent; of the same games that errs on the safe side, as they are correlated
// positively. Intervals and p values: differences.hpp.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/engine/report_results.hpp"

namespace sapper::experiments {

struct ComparedResult {
  ReportResult a;
  ReportResult b;
  std::optional<PairedCounts> paired;  // over the games that both played
  Difference difference;               // of the win rates, a minus b
  double p_value_holm = 1;             // of the difference, adjusted for the number of comparisons
  // Of the adjusted win rates; paired, of the differences with both players' risks as control variates.
  std::optional<Difference> adjusted;
};

struct ReportComparison {
  std::vector<ComparedResult> results;
  std::vector<ReportResult> only_a;  // without a counterpart
  std::vector<ReportResult> only_b;
};

struct ComparisonInput {
  ReportResults a;
  ReportResults b;
  std::optional<GameRecords> records_a;
  std::optional<GameRecords> records_b;
  // The labels that are compared; not given: those that both reports hold, or the only one of each.
  std::optional<std::pair<std::string, std::string>> labels;
};

// InputError where nothing can be compared.
ReportComparison compare_reports(const ComparisonInput& input);

boost::json::object comparison_json(const ComparisonInput& input, const ReportComparison& comparison);
std::string comparison_text(const ComparisonInput& input, const ReportComparison& comparison,
                            std::size_t width);

}  // namespace sapper::experiments

// Compares two reports: the differences of their win rates, with intervals, tests, and Holm's correction for the number
// of tests.
//
// Games are paired where both reports played the same games (the same board, seed and game numbers) and it is known who
// won each of them: from the counters of one of them, if they are parts of one experiment or if it holds the other's
// player too, with the same counts; because all counts of a result are the same in both; from records of both; or from
// the bits that both reports keep (run/won_games.hpp). Other
// results are compared as if independent; for the same games that is conservative, as they are positively correlated.
// Intervals and p values: differences.hpp.
//
// Time is linear in the results.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/report/game_records.hpp"
#include "experiments/run/report.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"

namespace sapper::experiments {

// A player's games of a case, for the comparison.
struct ComparableResult {
  std::size_t case_number = 0;
  std::string case_name;
  std::size_t player = 0;
  std::string label;
  std::string key;            // what was played: cases with the same key and seed play the same games
  std::uint64_t content = 0;  // a hash over the report's whole result except the case's number
  std::uint64_t games = 0;
  std::uint64_t wins = 0;
  std::optional<AdjustedRate> adjusted;  // if the exact risks are calibrated
};

struct ComparedResult {
  ComparableResult a;
  ComparableResult b;
  std::optional<PairedCounts> paired;  // over the games that both played
  Difference difference;               // of the win rates, a minus b
  double p_value_holm = 1;             // of the difference, adjusted for the number of comparisons
  // The difference of the adjusted win rates; if paired, with both players' risks as control variates.
  std::optional<Difference> adjusted;
};

// What the rows of two labels, each on another case, say together.
struct ComparisonVerdict {
  std::string label_a, label_b;
  std::size_t rows = 0;
  std::size_t higher = 0, lower = 0;  // of A against B, with p (Holm) below 0.05; the others are undecided
  // That A wins more in every row, or B: of the intersection-union test, which needs no correction (R. L. Berger,
  // "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982): the largest of the rows' p
  // values of the one-sided test.
  double p_value_higher = 1, p_value_lower = 1;
};

struct ReportComparison {
  std::vector<ComparedResult> results;
  std::vector<ComparisonVerdict> verdicts;  // of labels with several rows, in the order of their first ones
  std::vector<ComparableResult> only_a;     // without a counterpart
  std::vector<ComparableResult> only_b;
};

struct ComparisonInput {
  const Report& a;
  const Report& b;
  std::optional<GameRecords> records_a;
  std::optional<GameRecords> records_b;
  // The labels to compare; by default those in both reports, or the only one of each.
  std::optional<std::pair<std::string, std::string>> labels;
};

// A p value in tables: `0.0312`, `3e-09`.
std::string p_text(double p);

// InputError if nothing can be compared, as without win rates.
ReportComparison compare_reports(const ComparisonInput& input);

// The members that tell a report from others: file, name and seed.
boost::json::object identity_json(const Report& report);

boost::json::object comparison_json(const ComparisonInput& input, const ReportComparison& comparison);
std::string comparison_text(const ComparisonInput& input, const ReportComparison& comparison,
                            std::size_t width);

}  // namespace sapper::experiments

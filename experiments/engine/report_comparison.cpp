#include "experiments/engine/report_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "experiments/engine/results_table.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using json::rounded;
namespace bj = boost::json;

std::set<std::string> labels_of(const ReportResults& report) {
  std::set<std::string> labels;
  for (const ReportResult& result : report.results) labels.insert(result.label);
  return labels;
}

void require_label(const ReportResults& report, const std::string& label) {
  const std::set<std::string> known = labels_of(report);
  if (known.contains(label)) return;
  throw InputError::in_file(
      report.file,
      fmt::format("has no strategy \"{}\"; {}", printable(label),
                  json::suggest(label, std::vector<std::string_view>(known.begin(), known.end()))));
}

// The label in b that a result of a is compared with; nothing: none.
class Partners {
 public:
  explicit Partners(const ComparisonInput& input) : labels_(input.labels) {
    if (labels_) {
      require_label(input.a, labels_->first);
      require_label(input.b, labels_->second);
      return;
    }
    const std::set<std::string> a = labels_of(input.a);
    const std::set<std::string> b = labels_of(input.b);
    const bool share_one =
        std::any_of(a.begin(), a.end(), [&](const auto& label) { return b.contains(label); });
    if (!share_one && a.size() == 1 && b.size() == 1) labels_ = std::pair(*a.begin(), *b.begin());
  }
  std::optional<std::string> of(const std::string& label) const {
    if (!labels_) return label;
    return label == labels_->first ? std::optional(labels_->second) : std::nullopt;
  }

 private:
  std::optional<std::pair<std::string, std::string>> labels_;
};

// The games that both played, one after the other.
struct PairOfGames {
  std::vector<PlayedGame> a;
  std::vector<PlayedGame> b;
};

std::optional<PairOfGames> games_of(const ComparisonInput& input, const ReportResult& a,
                                    const ReportResult& b) {
  if (input.a.seed != input.b.seed || !input.records_a || !input.records_b) return std::nullopt;
  const std::uint64_t games = std::min(a.games, b.games);
  auto of_a = input.records_a->find(a.case_number, a.label, games);
  auto of_b = input.records_b->find(b.case_number, b.label, games);
  if (!of_a || !of_b) return std::nullopt;
  return PairOfGames{std::move(*of_a), std::move(*of_b)};
}

PairedCounts counts_of(const PairOfGames& games) {
  PairedCounts counts;
  counts.games = games.a.size();
  for (std::size_t i = 0; i < games.a.size(); ++i) {
    counts.both += games.a[i].is_won && games.b[i].is_won;
    counts.only_a += games.a[i].is_won && !games.b[i].is_won;
    counts.only_b += !games.a[i].is_won && games.b[i].is_won;
  }
  return counts;
}

std::optional<Difference> adjusted_difference(const PairOfGames& games) {
  ControlledMean mean;
  const auto control = [](const PlayedGame& game) { return (game.is_lost_by_guess ? 1.0 : 0.0) - game.risk; };
  for (std::size_t i = 0; i < games.a.size(); ++i)
    mean.add((games.a[i].is_won ? 1.0 : 0.0) - (games.b[i].is_won ? 1.0 : 0.0), control(games.a[i]),
             control(games.b[i]));
  const auto estimate = mean.estimate();
  if (!estimate) return std::nullopt;
  return experiments::adjusted_difference(counts_of(games), *estimate);
}

ComparedResult compare(const ComparisonInput& input, const ReportResult& a, const ReportResult& b) {
  ComparedResult compared{a, b, {}, {}, 1, {}};
  const bool is_adjusted = a.adjusted && b.adjusted;
  if (input.a.seed == input.b.seed && a.content == b.content) {
    compared.paired = PairedCounts{a.games, a.wins, 0, 0};
  } else if (const auto games = games_of(input, a, b)) {
    compared.paired = counts_of(*games);
    if (is_adjusted) compared.adjusted = adjusted_difference(*games);
  } else if (is_adjusted) {
    const auto games_of_rate = [](const ReportResult& result) {
      return static_cast<double>(result.games) * result.adjusted->variance_ratio;
    };
    compared.adjusted =
        independent_difference(a.adjusted->value, games_of_rate(a), b.adjusted->value, games_of_rate(b));
  }
  if (compared.paired) {
    const PairedCounts& counts = *compared.paired;
    compared.difference = paired_difference(counts.games, counts.only_a, counts.only_b);
    return compared;
  }
  const auto rate = [](const ReportResult& result) {
    return result.games == 0 ? 0 : static_cast<double>(result.wins) / static_cast<double>(result.games);
  };
  compared.difference =
      independent_difference(rate(a), static_cast<double>(a.games), rate(b), static_cast<double>(b.games));
  return compared;
}

bj::object result_json(const ReportResult& result) {
  return {{"case", result.case_number}, {"case_name", result.case_name}, {"strategy", result.label}};
}

bj::array list_json(const std::vector<ReportResult>& results) {
  bj::array list;
  for (const ReportResult& result : results) list.push_back(result_json(result));
  return list;
}

bj::object report_json(const ReportResults& report) {
  return {{"file", printable(report.file, sim::kLongestPath)}, {"name", report.name}, {"seed", report.seed}};
}

double rate_of(std::uint64_t wins, std::uint64_t games) {
  return games == 0 ? 0 : rounded(static_cast<double>(wins) / static_cast<double>(games));
}

std::string p_text(double p) { return p < 1e-4 ? fmt::format("{:.0e}", p) : fmt::format("{:.4f}", p); }

}  // namespace

ReportComparison compare_reports(const ComparisonInput& input) {
  const Partners partners(input);
  ReportComparison comparison;
  std::vector<bool> is_taken(input.b.results.size());
  for (const ReportResult& a : input.a.results) {
    const auto label = partners.of(a.label);
    std::size_t i = 0;
    while (i < input.b.results.size() &&
           (!label || is_taken[i] || input.b.results[i].label != *label || input.b.results[i].key != a.key))
      ++i;
    if (i == input.b.results.size()) {
      comparison.only_a.push_back(a);
      continue;
    }
    is_taken[i] = true;
    comparison.results.push_back(compare(input, a, input.b.results[i]));
  }
  for (std::size_t i = 0; i < is_taken.size(); ++i)
    if (!is_taken[i]) comparison.only_b.push_back(input.b.results[i]);
  if (comparison.results.empty())
    throw InputError(
        fmt::format("{} and {} have no case with the same board, first click and strategy; of different "
                    "strategies say which: "
                    "--strategies A,B",
                    printable(input.a.file, sim::kLongestPath), printable(input.b.file, sim::kLongestPath)));
  std::vector<double> p_values;
  for (const ComparedResult& result : comparison.results) p_values.push_back(result.difference.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  for (std::size_t i = 0; i < holm.size(); ++i) comparison.results[i].p_value_holm = holm[i];
  return comparison;
}

bj::object comparison_json(const ComparisonInput& input, const ReportComparison& comparison) {
  bj::array list;
  for (const ComparedResult& result : comparison.results) {
    bj::object object{{"case_a", result.a.case_number},
                      {"case_b", result.b.case_number},
                      {"case_name", result.a.case_name},
                      {"strategy_a", result.a.label},
                      {"strategy_b", result.b.label},
                      {"games_a", result.a.games},
                      {"games_b", result.b.games},
                      {"wins_a", result.a.wins},
                      {"wins_b", result.b.wins},
                      {"win_rate_a", rate_of(result.a.wins, result.a.games)},
                      {"win_rate_b", rate_of(result.b.wins, result.b.games)},
                      {"paired", result.paired.has_value()}};
    if (result.paired) {
      object["both"] = result.paired->both;
      object["only_a"] = result.paired->only_a;
      object["only_b"] = result.paired->only_b;
      object["neither"] =
          result.paired->games - result.paired->both - result.paired->only_a - result.paired->only_b;
    }
    const auto add = [&](const std::string& name, const Difference& difference) {
      object[name] = rounded(difference.value);
      object[name + "_ci_low"] = rounded(difference.interval.low);
      object[name + "_ci_high"] = rounded(difference.interval.high);
    };
    add("difference", result.difference);
    object["p_value"] = rounded(result.difference.p_value);
    object["p_value_holm"] = rounded(result.p_value_holm);
    if (result.adjusted) {
      add("difference_adjusted", *result.adjusted);
      object["difference_adjusted_p_value"] = rounded(result.adjusted->p_value);
    }
    list.push_back(std::move(object));
  }
  return {{"schema", "sapper-compare/1"},
          {"a", report_json(input.a)},
          {"b", report_json(input.b)},
          {"comparisons", std::move(list)},
          {"only_in_a", list_json(comparison.only_a)},
          {"only_in_b", list_json(comparison.only_b)}};
}

std::string comparison_text(const ComparisonInput& input, const ReportComparison& comparison,
                            std::size_t width) {
  ResultsTable table({"board", "strategy", "A", "B", "A - B, points", "adjusted", "p", "p (Holm)"});
  std::optional<std::size_t> case_number;
  std::size_t paired = 0;
  const auto percent = [](const Difference& difference) {
    return fmt::format("{:+.2f} {} {:.2f}", 100 * difference.value, plus_minus(),
                       100 * difference.interval.half_width());
  };
  for (const ComparedResult& result : comparison.results) {
    if (case_number != result.a.case_number) table.begin_group(result.a.case_name);
    case_number = result.a.case_number;
    paired += result.paired.has_value();
    table.add_row(result.a.label == result.b.label ? result.a.label : result.a.label + " / " + result.b.label,
                  {fmt::format("{:.2f}", 100 * rate_of(result.a.wins, result.a.games)),
                   fmt::format("{:.2f}", 100 * rate_of(result.b.wins, result.b.games)),
                   percent(result.difference), result.adjusted ? percent(*result.adjusted) : "-",
                   p_text(result.difference.p_value), p_text(result.p_value_holm)},
                  result.paired ? " =" : "");
  }
  std::string text = table.text(width) + "\n";
  for (const auto& [letter, report] : {std::pair('A', &input.a), std::pair('B', &input.b)})
    text += wrapped(fmt::format("{}: {} (seed {})", letter, printable(report->file, sim::kLongestPath),
                                report->seed),
                    width) +
            '\n';
  if (paired > 0) text += "= paired: the same games\n";
  if (paired < comparison.results.size() && input.a.seed == input.b.seed)
    text += wrapped(fmt::format(
                        "Both have the same seed, so that {} the same games too: records of both (run "
                        "--games-out, then compare --games A.jsonl B.jsonl) would pair them and narrow the "
                        "intervals.",
                        paired > 0 ? "rows without = are of" : "they played"),
                    width) +
            '\n';
  for (const auto& [letter, results] :
       {std::pair('A', &comparison.only_a), std::pair('B', &comparison.only_b)})
    if (!results->empty())
      text += wrapped(fmt::format("Only in {}: {}, beginning with {} on {}", letter,
                                  counted(results->size(), "result"), printable(results->front().label),
                                  printable(results->front().case_name)),
                      width) +
              '\n';
  return text +
         wrapped(fmt::format(
                     "{} 95 % interval; adjusted: by the games' exact risks; p: of A - B, below 0.05 where "
                     "its interval excludes 0; Holm: adjusted for the number of rows",
                     plus_minus()),
                 width) +
         '\n';
}

}  // namespace sapper::experiments

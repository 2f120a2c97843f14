#include "experiments/report/report_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <set>

#include "experiments/config/config.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/interval_json.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/run/result.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using json::rounded;
namespace bj = boost::json;

// A report's results.
class Side {
 public:
  explicit Side(const Report& of) : report(of), config(of.experiment->config()) {
    const std::vector<std::string> all = report.experiment->labels();
    labels.insert(all.begin(), all.end());
    const std::string game = json::to_text(config.at("game")) + ';';
    const ReportParts parts(report);
    report.each_case([&](std::size_t number, const Tally& tally) {
      const CaseProperties properties = report.experiment->properties(number);
      boost::json::array of_case = parts.results_of(number, tally);
      for (std::size_t player = 0; player < of_case.size(); ++player) {
        boost::json::object& object = of_case[player].as_object();
        const Result result = read_result(object);
        if (!result.wins)
          throw InputError::in_file(report.file,
                                    "results have no \"wins\"; reports without win rates cannot be compared");
        object.erase("case");
        Hash content;
        content.add(json::to_text(object));
        by_label_[{number, result.label}] = results.size();
        results.push_back({number, label_of(properties), player, result.label, game + key_of(properties),
                           content.value(), result.games, *result.wins, result.adjusted});
      }
    });
  }

  const ComparableResult* find(std::size_t case_number, const std::string& label) const {
    const auto found = by_label_.find({case_number, label});
    return found == by_label_.end() ? nullptr : &results[found->second];
  }
  std::uint64_t first_game(std::size_t case_number) const {
    return report.of_case(case_number).front().games.first;
  }
  // The paired counts of two of its players, over all its games of a case.
  std::optional<PairedCounts> paired(std::size_t case_number, std::size_t a, std::size_t b) const {
    return report.experiment->parts().results.paired(*report.tally_of(case_number), a, b);
  }
  // Who won the games of a case, if the report says it of all of them.
  const WonGames* won(std::size_t case_number) const {
    const std::span<const TalliedGames> played = report.of_case(case_number);
    return played.size() == 1 && played.front().won.is_known() ? &played.front().won : nullptr;
  }
  void require(const std::string& label) const {
    if (labels.contains(label)) return;
    throw InputError::in_file(
        report.file,
        fmt::format("has no strategy \"{}\"; {}", printable(label),
                    json::suggest(label, std::vector<std::string_view>(labels.begin(), labels.end()))));
  }

  const Report& report;
  const bj::object config;
  std::set<std::string> labels;
  std::vector<ComparableResult> results;

 private:
  std::map<std::pair<std::size_t, std::string>, std::size_t> by_label_;
};

// The two labels that are compared; nullopt: each label with itself.
std::optional<std::pair<std::string, std::string>> labels_of(const ComparisonInput& input, const Side& a,
                                                             const Side& b) {
  if (input.labels) {
    a.require(input.labels->first);
    b.require(input.labels->second);
    return input.labels;
  }
  if (a.labels.size() != 1 || b.labels.size() != 1 || a.labels == b.labels) return std::nullopt;
  return std::pair(*a.labels.begin(), *b.labels.begin());
}

// The games that both played, in order.
struct PairOfGames {
  std::vector<PlayedGame> a;
  std::vector<PlayedGame> b;
};

std::optional<PairOfGames> games_of(const ComparisonInput& input, const ComparableResult& a,
                                    const ComparableResult& b) {
  if (!input.records_a || !input.records_b) return std::nullopt;
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

class Comparer {
 public:
  Comparer(const ComparisonInput& input, const Side& a, const Side& b)
      : input_(input),
        a_(a),
        b_(b),
        plays_same_games_(input.a.experiment->common().seed == input.b.experiment->common().seed),
        is_one_experiment_(difference_of(a.config, b.config, GameCounts::ignored).empty()) {}

  ComparedResult compare(const ComparableResult& a, const ComparableResult& b) const {
    ComparedResult compared{a, b, {}, {}, 1, {}};
    const bool is_adjusted = a.adjusted && b.adjusted;
    if (plays_same_games_) compared.paired = stored_pair(a, b);
    if (!compared.paired && plays_same_games_) {
      if (const auto games = games_of(input_, a, b)) {
        compared.paired = counts_of(*games);
        if (is_adjusted) compared.adjusted = adjusted_difference(*games);
      } else {
        compared.paired = kept_pair(a, b);
      }
    }
    if (compared.paired) {
      const PairedCounts& counts = *compared.paired;
      compared.difference = paired_difference(counts.games, counts.only_a, counts.only_b);
      return compared;
    }
    if (is_adjusted) {
      const auto games_of_rate = [](const ComparableResult& result) {
        return static_cast<double>(result.games) * result.adjusted->variance_ratio;
      };
      compared.adjusted =
          independent_difference(a.adjusted->value, games_of_rate(a), b.adjusted->value, games_of_rate(b));
    }
    const auto rate = [](const ComparableResult& result) {
      return result.games == 0 ? 0 : static_cast<double>(result.wins) / static_cast<double>(result.games);
    };
    compared.difference =
        independent_difference(rate(a), static_cast<double>(a.games), rate(b), static_cast<double>(b.games));
    return compared;
  }

 private:
  // Takes them from the counters of one of the reports, if the seeds are equal.
  std::optional<PairedCounts> stored_pair(const ComparableResult& a, const ComparableResult& b) const {
    const bool begin_alike = a_.first_game(a.case_number) == b_.first_game(b.case_number);
    if (is_one_experiment_ && begin_alike && a.case_number == b.case_number)
      return (a.games <= b.games ? a_ : b_).paired(a.case_number, a.player, b.player);
    if (!begin_alike) return std::nullopt;
    if (a.content == b.content) return PairedCounts{a.games, a.wins, 0, 0};
    if (const ComparableResult* const other = a_.find(a.case_number, b.label);
        other != nullptr && other->content == b.content)
      return a_.paired(a.case_number, a.player, other->player);
    if (const ComparableResult* const other = b_.find(b.case_number, a.label);
        other != nullptr && other->content == a.content)
      return b_.paired(b.case_number, other->player, b.player);
    return std::nullopt;
  }

  // From who won each game in either report, if the seeds are equal.
  std::optional<PairedCounts> kept_pair(const ComparableResult& a, const ComparableResult& b) const {
    const WonGames* const won_a = a_.won(a.case_number);
    const WonGames* const won_b = b_.won(b.case_number);
    if (won_a == nullptr || won_b == nullptr || a_.first_game(a.case_number) != b_.first_game(b.case_number))
      return std::nullopt;
    const std::uint64_t games = std::min(a.games, b.games);
    const std::span<const std::uint64_t> of_a = won_a->words(a.player), of_b = won_b->words(b.player);
    const std::uint64_t both = WonGames::both_won(of_a, of_b, games);
    return PairedCounts{games, both, WonGames::both_won(of_a, of_a, games) - both,
                        WonGames::both_won(of_b, of_b, games) - both};
  }

  const ComparisonInput& input_;
  const Side& a_;
  const Side& b_;
  bool plays_same_games_;
  bool is_one_experiment_;
};

bj::object result_json(const ComparableResult& result) {
  return {{"case", result.case_number}, {"case_name", result.case_name}, {"strategy", result.label}};
}

bj::array list_json(const std::vector<ComparableResult>& results) {
  bj::array list;
  for (const ComparableResult& result : results) list.push_back(result_json(result));
  return list;
}

double rate_of(std::uint64_t wins, std::uint64_t games) {
  return games == 0 ? 0 : rounded(static_cast<double>(wins) / static_cast<double>(games));
}

// The win rates whose difference is shown: of paired results, those over the games that both played.
std::string percent_of_a(const ComparedResult& of) {
  const double rate = of.paired ? rate_of(of.paired->both + of.paired->only_a, of.paired->games)
                                : rate_of(of.a.wins, of.a.games);
  return fmt::format("{:.2f}", 100 * rate);
}
std::string percent_of_b(const ComparedResult& of) {
  const double rate = of.paired ? rate_of(of.paired->both + of.paired->only_b, of.paired->games)
                                : rate_of(of.b.wins, of.b.games);
  return fmt::format("{:.2f}", 100 * rate);
}

// `4,000`, or `300 to 4,000`.
std::string span_text(const std::vector<std::uint64_t>& numbers) {
  const auto [least, most] = std::ranges::minmax(numbers);
  return least == most ? with_commas(least) : with_commas(least) + " to " + with_commas(most);
}

// What = says of a row, and over which games its rates are if these are not all games of A and B.
std::string pairing_note(const std::vector<ComparedResult>& results) {
  std::size_t paired = 0, alike = 0;
  std::vector<std::uint64_t> shared, of_a, of_b;  // where one of them played more games than both
  for (const ComparedResult& result : results) {
    if (!result.paired) continue;
    ++paired;
    alike += result.paired->only_a == 0 && result.paired->only_b == 0;
    if (result.a.games == result.paired->games && result.b.games == result.paired->games) continue;
    shared.push_back(result.paired->games);
    of_a.push_back(result.a.games);
    of_b.push_back(result.b.games);
  }
  if (paired == 0) return {};
  std::string note = "= paired: the same games";
  if (alike == paired)
    note += ", same results: A and B won the same games";
  else if (alike > 0)
    note += fmt::format("; same results in {} of these {}", alike, count_text(paired, "row"));
  if (!shared.empty())
    note += fmt::format(
        ". Rates and differences of {} are over the {} games per case that both played, of {} of A and {} of "
        "B",
        shared.size() == results.size() ? "all rows" : count_text(shared.size(), "row"), span_text(shared),
        span_text(of_a), span_text(of_b));
  return note;
}

// Where adjusted differences are shown: if there are none, nowhere, else in a column, or in rows of their own.
enum class Adjusted : std::uint8_t { left_out, beside, below };

ResultsTable make_table(const ReportComparison& comparison, Adjusted adjusted) {
  std::vector<std::string> heads{"board", "strategy", "A", "B", "A - B, points"};
  if (adjusted == Adjusted::beside) heads.emplace_back("adjusted");
  heads.insert(heads.end(), {"p", "p (Holm)"});
  ResultsTable table(std::move(heads));
  std::optional<std::size_t> case_number;
  for (const ComparedResult& result : comparison.results) {
    if (case_number != result.a.case_number) table.begin_group(result.a.case_name);
    case_number = result.a.case_number;
    std::vector<std::string> numbers{percent_of_a(result), percent_of_b(result),
                                     difference_text(result.difference)};
    if (adjusted == Adjusted::beside)
      numbers.push_back(result.adjusted ? difference_text(*result.adjusted) : "-");
    numbers.insert(numbers.end(), {p_text(result.difference.p_value), p_text(result.p_value_holm)});
    table.add_row(result.a.label == result.b.label ? result.a.label : result.a.label + " / " + result.b.label,
                  std::move(numbers), result.paired ? " =" : "");
    if (adjusted == Adjusted::below && result.adjusted)
      table.add_row("  adjusted", {"", "", difference_text(*result.adjusted), "", ""});
  }
  return table;
}

constexpr double kVerdictLevel = 0.05;

std::vector<ComparisonVerdict> verdicts_of(const std::vector<ComparedResult>& results) {
  std::vector<ComparisonVerdict> verdicts;
  for (const ComparedResult& result : results) {
    auto found = std::ranges::find_if(verdicts, [&](const ComparisonVerdict& verdict) {
      return verdict.label_a == result.a.label && verdict.label_b == result.b.label;
    });
    if (found == verdicts.end())
      found = verdicts.insert(
          found,
          {.label_a = result.a.label, .label_b = result.b.label, .p_value_higher = 0, .p_value_lower = 0});
    ++found->rows;
    const double difference = result.difference.value;
    if (result.p_value_holm < kVerdictLevel) ++(difference > 0 ? found->higher : found->lower);
    const double towards = result.difference.p_value / 2;  // what the data speak for
    found->p_value_higher = std::max(found->p_value_higher, difference > 0 ? towards : 1 - towards);
    found->p_value_lower = std::max(found->p_value_lower, difference < 0 ? towards : 1 - towards);
  }
  std::erase_if(verdicts, [](const ComparisonVerdict& verdict) { return verdict.rows < 2; });
  return verdicts;
}

// `min_risk / csp: A is higher in 5, lower in 1, undecided in 3 of 9 rows (p (Holm) below 0.05). That A is higher in all: p =
// 0.9999; lower: ...`.
std::string verdict_text(const ComparisonVerdict& verdict, bool is_named) {
  std::string name;
  if (is_named)
    name = verdict.label_a == verdict.label_b ? verdict.label_a + ": "
                                              : verdict.label_a + " / " + verdict.label_b + ": ";
  return fmt::format(
      "{}A is higher than B in {}, lower in {}, undecided in {} of {} (p (Holm) below {}); that it is higher "
      "in "
      "all of them: p = {}, lower in all: p = {} (intersection-union test)",
      name, verdict.higher, verdict.lower, verdict.rows - verdict.higher - verdict.lower,
      count_text(verdict.rows, "row"), kVerdictLevel, p_text(verdict.p_value_higher),
      p_text(verdict.p_value_lower));
}

bool has_adjusted(const ReportComparison& comparison) {
  return std::ranges::any_of(comparison.results,
                             [](const auto& result) { return result.adjusted.has_value(); });
}

std::string table_of(const ReportComparison& comparison, std::size_t width) {
  if (!has_adjusted(comparison)) return make_table(comparison, Adjusted::left_out).text(width);
  std::string text = make_table(comparison, Adjusted::beside).text(width);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (display_width(std::string_view(text).substr(begin, end - begin)) > width)
      return make_table(comparison, Adjusted::below).text(width);
    begin = end + 1;
  }
  return text;
}

}  // namespace

std::string p_text(double p) {
  constexpr double kLeast = 1e-300;  // a p value of 0 is one below what a double holds
  return p < 1e-4 ? fmt::format("{:.0e}", std::max(p, kLeast)) : fmt::format("{:.4f}", p);
}

ReportComparison compare_reports(const ComparisonInput& input) {
  const Side a(input.a);
  const Side b(input.b);
  const auto labels = labels_of(input, a, b);
  const Comparer comparer(input, a, b);
  std::map<std::pair<std::string_view, std::string_view>, std::deque<std::size_t>> free_of_b;
  for (std::size_t i = 0; i < b.results.size(); ++i)
    free_of_b[{b.results[i].key, b.results[i].label}].push_back(i);
  ReportComparison comparison;
  std::vector<bool> is_taken(b.results.size());
  for (const ComparableResult& result : a.results) {
    const auto found = free_of_b.find({result.key, labels ? labels->second : result.label});
    if ((labels && result.label != labels->first) || found == free_of_b.end() || found->second.empty()) {
      comparison.only_a.push_back(result);
      continue;
    }
    const std::size_t i = found->second.front();
    found->second.pop_front();
    is_taken[i] = true;
    comparison.results.push_back(comparer.compare(result, b.results[i]));
  }
  for (std::size_t i = 0; i < is_taken.size(); ++i)
    if (!is_taken[i]) comparison.only_b.push_back(b.results[i]);
  if (comparison.results.empty())
    throw InputError(
        fmt::format("{} and {} have no case and strategy in common; to compare different strategies, use "
                    "--strategies A,B",
                    printable(input.a.file, sim::kLongestPath), printable(input.b.file, sim::kLongestPath)));
  std::vector<double> p_values;
  for (const ComparedResult& result : comparison.results) p_values.push_back(result.difference.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  for (std::size_t i = 0; i < holm.size(); ++i) comparison.results[i].p_value_holm = holm[i];
  comparison.verdicts = verdicts_of(comparison.results);
  return comparison;
}

bj::object identity_json(const Report& report) {
  return {{"file", printable(report.file, sim::kLongestPath)},
          {"name", report.name()},
          {"seed", report.experiment->common().seed}};
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
      set_interval(object, name, difference.interval);
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
  bj::array verdicts;
  for (const ComparisonVerdict& verdict : comparison.verdicts)
    verdicts.push_back({{"strategy_a", verdict.label_a},
                        {"strategy_b", verdict.label_b},
                        {"cases", verdict.rows},
                        {"higher", verdict.higher},
                        {"lower", verdict.lower},
                        {"p_value_higher_in_all", rounded(verdict.p_value_higher)},
                        {"p_value_lower_in_all", rounded(verdict.p_value_lower)}});
  return {{"schema", "sapper-compare/1"},
          {"a", identity_json(input.a)},
          {"b", identity_json(input.b)},
          {"comparisons", std::move(list)},
          {"verdicts", std::move(verdicts)},
          {"only_in_a", list_json(comparison.only_a)},
          {"only_in_b", list_json(comparison.only_b)}};
}

std::string comparison_text(const ComparisonInput& input, const ReportComparison& comparison,
                            std::size_t width) {
  std::size_t paired = 0;
  for (const ComparedResult& result : comparison.results) paired += result.paired.has_value();
  std::string text = table_of(comparison, width) + "\n";
  for (const auto& [letter, report] : {std::pair('A', &input.a), std::pair('B', &input.b)})
    text += wrapped(fmt::format("{}: {} (seed {})", letter, printable(report->file, sim::kLongestPath),
                                report->experiment->common().seed),
                    width) +
            '\n';
  if (paired > 0) text += wrapped(pairing_note(comparison.results), width) + '\n';
  if (paired < comparison.results.size() &&
      input.a.experiment->common().seed == input.b.experiment->common().seed)
    text +=
        wrapped(fmt::format("Both have the same seed, so that {} the same games too, but a report does not "
                            "say who won each of them, as those of earlier versions and of very many games: "
                            "with the records of both (run --games-out, then compare --games A.jsonl "
                            "B.jsonl) they would be paired, which narrows the intervals.",
                            paired > 0 ? "rows without = are of" : "they played"),
                width) +
        '\n';
  for (const auto& [letter, results] :
       {std::pair('A', &comparison.only_a), std::pair('B', &comparison.only_b)})
    if (!results->empty())
      text += wrapped(fmt::format("Only in {}: {}, beginning with {} on {}", letter,
                                  count_text(results->size(), "result"), printable(results->front().label),
                                  printable(results->front().case_name)),
                      width) +
              '\n';
  for (const ComparisonVerdict& verdict : comparison.verdicts)
    text += wrapped(verdict_text(verdict, comparison.verdicts.size() > 1), width) + '\n';
  return text +
         wrapped(fmt::format(
                     "{}{}; p: of A - B, below 0.05 where its interval excludes 0; Holm: adjusted for "
                     "the number of rows",
                     rate_note(), has_adjusted(comparison) ? "; adjusted: by the games' exact risks" : ""),
                 width) +
         '\n';
}

}  // namespace sapper::experiments

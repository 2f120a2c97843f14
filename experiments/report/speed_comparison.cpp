#include "experiments/report/speed_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <cmath>

#include "experiments/config/config.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/interval_json.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using json::rounded;

std::string shown_name(const Report& report) { return printable(report.file, sim::kLongestPath); }

std::string shown_build(const Report& report) {
  const std::string build = report.build_id();
  return build.empty() ? "an unknown build" : "build " + printable(build);
}

// Why the reports are not of the same games played by the same build.
std::string difference_of(const ComparisonInput& input, const ReportComparison& compared) {
  if (input.a.build_id().empty() || input.a.build_id() != input.b.build_id())
    return fmt::format("A was played by {}, B by {}", shown_build(input.a), shown_build(input.b));
  for (const auto& [letter, alone] : {std::pair('A', &compared.only_a), std::pair('B', &compared.only_b)})
    if (!alone->empty())
      return fmt::format("only {} has {} on {}", letter, printable(alone->front().label),
                         printable(alone->front().case_name));
  for (const ComparedResult& result : compared.results) {
    const std::string where =
        fmt::format("{} on {}", printable(result.a.label), printable(result.a.case_name));
    if (result.a.games != result.b.games)
      return fmt::format("A has {} of {}, B {}", count_text(result.a.games, "game"), where,
                         with_commas(result.b.games));
    if (result.a.content != result.b.content)
      return fmt::format("A and B hold other games of {} (seeds {} and {})", where,
                         input.a.experiment->common().seed, input.b.experiment->common().seed);
  }
  return {};
}

MeanTime time_of(const Report& report, const ComparableResult& played) {
  const auto tally = report.tally_of(played.case_number);
  return report.experiment->parts()
      .results.timings_of(played.case_number, *tally, report.wall_per_core_s())
      .at(played.player)
      .per_game;
}

// The interval of exp(log), whose standard error has so many degrees of freedom at least.
TimeRatio ratio_of(double log, std::optional<double> variance, std::uint64_t freedom) {
  TimeRatio ratio{std::exp(log), {}};
  if (!variance) return ratio;
  const double half_width = student_95(freedom) * std::sqrt(*variance);
  ratio.interval = {std::exp(log - half_width), std::exp(log + half_width)};
  return ratio;
}

// Relative variance of a ratio of two times.
std::optional<double> variance_of(const ComparedSpeed& row) {
  if (!row.a.error || !row.b.error) return std::nullopt;
  const double a = row.a.error->value / row.a.seconds;
  const double b = row.b.error->value / row.b.seconds;
  return a * a + b * b;
}

std::uint64_t freedom_of(const ComparedSpeed& row) {
  return row.a.error && row.b.error ? std::min(row.a.error->freedom, row.b.error->freedom) : 0;
}

bj::object time_json(const MeanTime& time) {
  bj::object object{{"core_s_per_game", rounded(time.seconds)}};
  set_interval(object, "", time.interval());
  return object;
}

bj::object ratio_json(const TimeRatio& ratio) {
  bj::object object{{"value", rounded(ratio.value)}};
  set_interval(object, "", ratio.interval);
  return object;
}

bj::object side_json(const Report& report) {
  return {{"file", report.file},
          {"name", report.name()},
          {"seed", report.experiment->common().seed},
          {"threads", report.threads},
          {"core_share", as_json(report.core_share())},
          {"environment", report.environment}};
}

std::string ratio_text(const TimeRatio& ratio) {
  if (!ratio.interval) return fmt::format("{:.3f}", ratio.value);
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", ratio.value, ratio.interval->low, ratio.interval->high);
}

std::string time_text(const MeanTime& time) {
  const std::string text = as_time(time.seconds);
  const std::optional<Interval> interval = time.interval();
  if (!interval) return text;
  return fmt::format("{} {} {:.1f} %", text, plus_minus(), 100 * interval->half_width() / time.seconds);
}

// What of the environments is shown: names as in the report, and their meaning.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kShown{
    {{"host", "host"},
     {"cpu", "processor"},
     {"cores", "cores"},
     {"hardware_threads", "hardware threads"},
     {"memory_bytes", "memory"},
     {"kernel", "kernel"},
     {"governor", "governor"},
     {"compiler", "compiler"},
     {"build", "build"},
     {"build_id", "sources"},
     {"libraries", "libraries"},
     {"load_start", "load at the start"}}};

std::string fact_text(const bj::object& environment, std::string_view key) {
  const bj::value* const value = environment.if_contains(key);
  if (value == nullptr || value->is_null()) return "-";
  if (key == "memory_bytes" && value->is_number())
    return fmt::format("{:.1f} GB", value->to_number<double>() * 1e-9);
  if (value->is_string()) return printable(value->get_string());
  if (!value->is_object()) return json::to_text(*value);
  std::string text;
  for (const auto& member : value->get_object())
    text += fmt::format(
        "{}{} {}", text.empty() ? "" : ", ", printable(member.key()),
        member.value().is_string() ? printable(member.value().get_string()) : json::to_text(member.value()));
  return text;
}

// The machines that other programs used; empty: none is known.
std::string busy_text(const ComparisonInput& input) {
  std::string busy;
  for (const auto& [letter, report] : {std::pair('A', &input.a), std::pair('B', &input.b)})
    if (const std::optional<double> share = report->core_share(); share && !report->has_cores())
      busy += fmt::format("{}{}'s threads had a core for {:.0f} % of the time", busy.empty() ? "" : ", ",
                          letter, 100 * *share);
  if (busy.empty()) return busy;
  return "OTHER PROGRAMS RAN MEANWHILE: " + busy +
         ". They slow games in ways that no interval here holds, as they share caches and cores, so that "
         "ratios "
         "near 1 say nothing. Repeat on quiet machines.";
}

// Two columns, or where they would not fit one below the other.
std::string side_by_side(const ComparisonInput& input, std::size_t width) {
  struct Row {
    std::string name, a, b;
  };
  std::vector<Row> rows{{"", "A", "B"}};
  for (const auto& [key, name] : kShown)
    rows.push_back(
        {std::string(name), fact_text(input.a.environment, key), fact_text(input.b.environment, key)});
  const auto share_of = [](const Report& report) {
    const std::optional<double> share = report.core_share();
    return share ? fmt::format("{:.0f} % of the time", 100 * *share) : "-";
  };
  rows.push_back({"threads", std::to_string(input.a.threads), std::to_string(input.b.threads)});
  rows.push_back({"threads had a core", share_of(input.a), share_of(input.b)});
  std::size_t name_width = 0, a_width = 0, b_width = 0;
  for (const Row& row : rows) {
    name_width = std::max(name_width, display_width(row.name));
    a_width = std::max(a_width, display_width(row.a));
    b_width = std::max(b_width, display_width(row.b));
  }
  const bool fits = name_width + a_width + b_width + 4 <= width;
  const auto padded = [](std::string text, std::size_t columns) {
    text.append(columns - std::min(columns, display_width(text)), ' ');
    return text;
  };
  std::string text;
  for (const Row& row : rows) {
    std::string line = padded(row.name, name_width) + "  " + padded(row.a, fits ? a_width : 0);
    if (fits)
      line += "  " + row.b;
    else if (row.a != row.b)
      line += '\n' + std::string(name_width + 2, ' ') + row.b;
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace

SpeedComparison compare_speeds(const ComparisonInput& input, UnlikeReportPolicy unlike) {
  const ReportComparison compared = compare_reports(input);
  SpeedComparison comparison;
  comparison.difference = difference_of(input, compared);
  if (!comparison.difference.empty() && unlike == UnlikeReportPolicy::refused)
    throw InputError(
        fmt::format("{} and {}: {}; their speeds are those of different work. Add --anyway to "
                    "compare them all the same",
                    shown_name(input.a), shown_name(input.b), comparison.difference));
  double log_sum = 0;
  std::optional<double> variance = 0;
  std::uint64_t freedom = ~std::uint64_t{0};
  for (const ComparedResult& result : compared.results) {
    ComparedSpeed row{result.a.case_name,
                      result.a.label,
                      result.b.label,
                      result.a.games,
                      result.b.games,
                      time_of(input.a, result.a),
                      time_of(input.b, result.b),
                      {}};
    if (row.a.seconds <= 0 || row.b.seconds <= 0) continue;
    const double log = std::log(row.b.seconds / row.a.seconds);
    const std::optional<double> of_row = variance_of(row);
    row.ratio = ratio_of(log, of_row, freedom_of(row));
    log_sum += log;
    variance = sum_of_known(variance, of_row);
    freedom = std::min(freedom, freedom_of(row));
    comparison.rows.push_back(std::move(row));
  }
  if (comparison.rows.empty())
    throw InputError(fmt::format("{} and {} hold no processor time of the same case and strategy",
                                 shown_name(input.a), shown_name(input.b)));
  const auto count = static_cast<double>(comparison.rows.size());
  if (variance) *variance /= count * count;
  comparison.mean = ratio_of(log_sum / count, variance, freedom);
  return comparison;
}

bj::object speed_json(const ComparisonInput& input, const SpeedComparison& comparison) {
  bj::array rows;
  for (const ComparedSpeed& row : comparison.rows)
    rows.push_back(bj::object{{"case_name", row.case_name},
                              {"strategy_a", row.label_a},
                              {"strategy_b", row.label_b},
                              {"games_a", row.games_a},
                              {"games_b", row.games_b},
                              {"a", time_json(row.a)},
                              {"b", time_json(row.b)},
                              {"ratio", ratio_json(row.ratio)}});
  return {{"schema", "sapper-compare-speed/1"},
          {"a", side_json(input.a)},
          {"b", side_json(input.b)},
          {"difference", comparison.difference.empty() ? bj::value() : bj::value(comparison.difference)},
          {"results", std::move(rows)},
          {"geometric_mean", ratio_json(comparison.mean)}};
}

std::string speed_text(const ComparisonInput& input, const SpeedComparison& comparison, std::size_t width) {
  ResultsTable table({"board", "strategy", "A, per game", "B, per game", "B/A"});
  std::string last_case;
  for (const ComparedSpeed& row : comparison.rows) {
    if (row.case_name != last_case) table.begin_group(row.case_name);
    last_case = row.case_name;
    table.add_row(row.label_a == row.label_b ? row.label_a : row.label_a + " / " + row.label_b,
                  {time_text(row.a), time_text(row.b), ratio_text(row.ratio)});
  }
  std::string text = table.text(width);
  if (comparison.rows.size() > 1)
    text += fmt::format("geometric mean of B/A: {}\n", ratio_text(comparison.mean));
  text += '\n';
  if (!comparison.difference.empty())
    text += wrapped(fmt::format("NOT THE SAME WORK: {}.", comparison.difference), width) + '\n';
  if (const std::string busy = busy_text(input); !busy.empty()) text += wrapped(busy, width) + '\n';
  for (const auto& [letter, report] : {std::pair('A', &input.a), std::pair('B', &input.b)})
    text += wrapped(fmt::format("{}: {}", letter, shown_name(*report)), width) + '\n';
  return text + side_by_side(input, width) +
         wrapped(
             fmt::format("Processor time of a game; {}, [low, high]: 95 % intervals, for the variation of "
                         "games within each run. Two runs on one machine may differ by more: repeat them "
                         "in turn to see by how much.",
                         plus_minus()),
             width) +
         '\n';
}

}  // namespace sapper::experiments

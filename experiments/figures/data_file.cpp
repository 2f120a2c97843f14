#include "experiments/figures/data_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/comparison.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

using json::Kind;
using json::Node;

constexpr double kLargest = std::numeric_limits<double>::max();

double number_of(const Node& node) { return node.as_number(-kLargest, kLargest); }

std::optional<double> find_number(const Node& node, std::string_view key) {
  const auto found = node.find(key);
  return found && found->is(Kind::number) ? std::optional(number_of(*found)) : std::nullopt;
}
std::string find_text(const Node& node, std::string_view key) {
  const auto found = node.find(key);
  return found && found->is(Kind::string) ? std::string(found->as_string()) : std::string();
}

ScalingSeries scaling_of(const Node& node, std::string label, bool is_weak) {
  ScalingSeries series;
  series.label = std::move(label);
  for (const Node& count : node.need("threads").items()) {
    ScalingPoint point;
    point.threads = number_of(count.need("threads"));
    const auto read = [&](const char* key, double* target) {
      const Node spread = count.need(key);
      target[0] = number_of(spread.need("median"));
      target[1] = number_of(spread.need("least"));
      target[2] = number_of(spread.need("most"));
    };
    read("speed_up", point.speed_up);
    read("efficiency", point.efficiency);
    if (count.find("processor_growth")) {
      double growth[3]{};
      read("processor_growth", growth);
      const auto inverse = [](double value) { return value > 0 ? 1 / value : 0; };
      for (std::size_t i = 0; i < 3; ++i) point.processor_efficiency[i] = inverse(growth[i == 0 ? 0 : 3 - i]);
    }
    if (const auto withheld = count.find("is_withheld")) point.is_withheld = withheld->as_bool();
    point.memory_bytes = find_number(count, "games_memory_bytes").value_or(0);
    series.points.push_back(point);
  }
  if (const auto cells = find_number(node, "cells"))
    series.size = CaseSize{*cells, printable(find_text(node, "others"))};
  const auto laws = node.find("laws");
  if (!laws || !laws->is(Kind::object)) return series;
  const auto value_of = [&](std::string_view law) {
    const auto fitted = laws->find(law);
    return fitted && fitted->is(Kind::object) ? find_number(*fitted, "value") : std::nullopt;
  };
  series.sigma = value_of("sigma");
  series.kappa = value_of("kappa");
  if (!series.sigma && !is_weak) {
    series.sigma = value_of("serial_share");
    series.kappa = 0;
  }
  return series;
}

std::vector<ScalingSeries> scaling_of(const json::Document& document) {
  const Node root(document);
  std::vector<ScalingSeries> all;
  const bool is_weak = find_text(root, "workload") == "per_thread";
  for (const Node& board : root.need("results").items())
    all.push_back(scaling_of(board, printable(board.need("name").as_string()), is_weak));
  if (all.size() > 1) {
    all.push_back(scaling_of(root.need("total"), "all boards", is_weak));
    all.back().is_total = true;
  }
  for (ScalingSeries& series : all) series.physical_cores = find_number(root, "physical_cores");
  return all;
}

std::vector<TuningSeries> tuning_of(const json::Document& document) {
  const Node root(document);
  std::vector<TuningSeries> all;
  const std::vector<Node> players = root.need("players").items();
  const std::vector<Node> plans = root.need("plan").need("players").items();
  for (std::size_t player = 0; player < std::min(players.size(), plans.size()); ++player) {
    const std::size_t first = all.size();
    for (const Node& setting : plans[player].need("settings").items())
      all.push_back({printable(plans[player].need("player").as_string()),
                     printable(setting.need("name").as_string()),
                     number_of(setting.need("from")),
                     number_of(setting.need("to")),
                     {}});
    double games = 0;
    const auto add = [&](const Node& values) {
      const std::vector<Node> items = values.items();
      if (items.size() != all.size() - first) values.fail(" has not one value for each setting");
      for (std::size_t i = 0; i < items.size(); ++i)
        all[first + i].points.emplace_back(games, number_of(items[i]));
    };
    for (const Node& step : players[player].need("steps").items()) {
      add(step.need("values"));
      games += number_of(step.need("games"));
    }
    add(players[player].need("values"));
  }
  return all;
}

// The size at the end of a benchmark's name: `x/64`, `x/cells:64/threads:2`; 0 if there is none. The family is the rest.
struct BenchmarkName {
  std::string family;
  double size = 0;
};
BenchmarkName parse_benchmark_name(std::string_view name) {
  BenchmarkName parsed;
  for (const std::string_view part : split(name, "/")) {
    if (const auto size = parse_number<double>(part.starts_with("cells:") ? part.substr(6) : part))
      parsed.size = *size;
    else if (part != "real_time" && part != "manual_time")
      parsed.family.append(parsed.family.empty() ? "" : ", ").append(part);
  }
  return parsed;
}

// The name of a family in figures: `counting_by_size<Elimination>` is `elimination`, `x_y, threads:2` `x y, 2 threads`.
std::string series_name(std::string_view family) {
  constexpr std::string_view kThreads = "threads:", kBySize = "counting_by_size<";
  std::string name;
  for (const std::string_view part : split(family, ", ")) {
    std::string shown(part);
    if (part == "posterior_of_large_frontier")
      shown = "whole posterior";
    else if (part.starts_with(kBySize) && part.ends_with('>'))
      shown = lower_case(part.substr(kBySize.size(), part.size() - kBySize.size() - 1));
    else if (part.starts_with(kThreads))
      if (const auto threads = parse_number<std::uint64_t>(part.substr(kThreads.size())))
        shown = count_text(*threads, "thread");
    std::replace(shown.begin(), shown.end(), '_', ' ');
    name.append(name.empty() ? "" : ", ").append(shown);
  }
  return name;
}

double microseconds(double time, const std::string& unit) {
  if (unit == "ns") return time * 1e-3;
  if (unit == "ms") return time * 1e3;
  if (unit == "s") return time * 1e6;
  return time;
}

// The measurements of a family at one size.
struct Measured {
  std::vector<double> times_us;
  std::optional<double> median_us;
};

// For repeated measurements the median is used if the file has it, else the mean.
std::vector<BenchmarkSeries> benchmarks_of(const json::Document& document) {
  std::vector<std::pair<std::string, std::map<double, Measured>>> families;
  for (const Node& node : Node(document).need("benchmarks").items()) {
    if (node.find("error_occurred")) continue;
    const std::string aggregate = find_text(node, "aggregate_name");
    if (!aggregate.empty() && aggregate != "median") continue;
    const std::string run_name = find_text(node, "run_name");
    auto [family, cells] = parse_benchmark_name(run_name.empty() ? find_text(node, "name") : run_name);
    for (const char* const counter : {"cells", "frontier_cells"})
      cells = find_number(node, counter).value_or(cells);
    const bool is_wall_time = run_name.find("real_time") != std::string::npos;
    const double time = microseconds(number_of(node.need(is_wall_time ? "real_time" : "cpu_time")),
                                     find_text(node, "time_unit"));
    if (cells <= 0 || time <= 0) continue;
    family = printable(family);
    auto found = std::ranges::find(families, family, [](const auto& entry) { return entry.first; });
    if (found == families.end()) found = families.insert(found, {family, {}});
    Measured& measured = found->second[cells];
    if (aggregate.empty())
      measured.times_us.push_back(time);
    else
      measured.median_us = time;
  }
  std::vector<BenchmarkSeries> all;
  for (const auto& [family, sizes] : families) {
    const bool has_medians =
        std::ranges::any_of(sizes, [](const auto& size) { return size.second.median_us.has_value(); });
    BenchmarkSeries series{series_name(family), {}};
    for (const auto& [cells, measured] : sizes)
      if (measured.median_us)
        series.points.emplace_back(cells, *measured.median_us);
      else if (const auto& times = measured.times_us; !has_medians)
        series.points.emplace_back(
            cells, std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size()));
    if (series.points.size() > 1) all.push_back(std::move(series));
  }
  return all;
}

}  // namespace

bool ScalingSeries::is_withheld() const {
  return std::any_of(points.begin(), points.end(),
                     [](const ScalingPoint& point) { return point.is_withheld; });
}

std::string DataFile::report_name() const { return printable(report->name(), 100); }
std::string DataFile::file_name() const { return printable(std::filesystem::path(name).stem().string()); }

std::string shown_name(std::string name) {
  constexpr std::string_view kBy = " x ";
  for (auto at = name.find(kBy); at != std::string::npos; at = name.find(kBy, at))
    name.replace(at, kBy.size(), " × ");
  return printable(name, 80);
}

DataFile data_of(Report report) {
  DataFile data;
  data.name = report.file;
  data.data = results_of(report);
  data.report = std::make_shared<const Report>(std::move(report));
  return data;
}

DataFile read_data(const std::filesystem::path& file) {
  if (file == "-" || looks_like_report(file)) return data_of(load_report(file));
  refuse_other_kinds(file, {FileKind::report, FileKind::scaling, FileKind::tuning},
                     "what sapper run, sapper scale, sapper tune or the benchmarks (--json) write");
  const json::Document document = json::Document::read(file);
  const Node root(document);
  const std::string schema = find_text(root, "schema");
  if (schema.starts_with("sapper-report/")) return data_of(load_report(file));
  DataFile data;
  data.name = document.name();
  if (schema == "sapper-scale/1") {
    data.kind = FileKind::scaling;
    data.scaling = scaling_of(document);
  } else if (schema == "sapper-tune/1") {
    data.kind = FileKind::tuning;
    data.tuning = tuning_of(document);
  } else if (schema.empty() && root.find("context") && root.find("benchmarks")) {
    data.kind = FileKind::benchmark;
    data.benchmarks = benchmarks_of(document);
  } else {
    root.fail(
        " is not a report; expected what sapper run (sapper-report/2), sapper scale (sapper-scale/1), "
        "sapper tune (sapper-tune/1) or the benchmarks (--json) write");
  }
  return data;
}

void select(std::vector<DataFile>& files, const Selection& selection) {
  std::vector<std::string_view> labels;
  std::size_t case_count = 0;
  for (const DataFile& file : files) {
    for (const ScalingSeries& series : file.scaling) case_count += series.is_total ? 0 : 1;
    for (const Result& result : file.data.results) {
      if (std::ranges::count(labels, result.label) == 0) labels.push_back(result.label);
      case_count = std::max(case_count, result.played->number + 1);
    }
  }
  const auto check = [&](std::string_view option, const std::string& label) {
    if (std::ranges::count(labels, label) == 0) throw json::unknown_name(option, label, labels);
  };
  for (const std::string& label : selection.strategies) check("--strategies", label);
  if (!selection.baseline.empty()) check("--baseline", selection.baseline);
  for (const auto& [first, last] : selection.cases)
    if (last >= case_count)
      throw InputError(
          fmt::format("--cases has {}; the cases are 0 to {}", last, case_count == 0 ? 0 : case_count - 1));
  const auto has_case = [&](std::size_t number) {
    return selection.cases.empty() || std::ranges::any_of(selection.cases, [&](const auto& range) {
             return number >= range.first && number <= range.second;
           });
  };
  const auto has_strategy = [&](const std::string& label) {
    return selection.strategies.empty() || std::ranges::count(selection.strategies, label) > 0;
  };
  const auto is_compared = [&](const std::string& label) {
    return has_strategy(label) || label == selection.baseline;
  };
  for (DataFile& file : files) {
    file.baseline = selection.baseline;
    file.has_chosen_cases = !selection.cases.empty();
    if (file.has_chosen_cases) {
      std::vector<ScalingSeries> chosen;
      for (std::size_t board = 0; board < file.scaling.size(); ++board)
        if (has_case(board) && !file.scaling[board].is_total)
          chosen.push_back(std::move(file.scaling[board]));
      file.scaling = std::move(chosen);
    }
    std::erase_if(file.data.results, [&](const Result& result) {
      return !has_case(result.played->number) || !has_strategy(result.label);
    });
    std::erase_if(file.data.comparisons, [&](const Comparison& pair) {
      return !has_case(pair.played->number) || !is_compared(pair.a) || !is_compared(pair.b);
    });
  }
}

}  // namespace sapper::experiments::figures

#include "experiments/figures/report_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::figures {
namespace {

namespace bj = boost::json;
using json::Kind;
using json::Node;

constexpr double kLargest = std::numeric_limits<double>::max();
constexpr json::Limits kLimits{std::size_t{1} << 28, 20'000'000, 64};

double number_of(const Node& node) { return node.as_number(-kLargest, kLargest); }

std::optional<double> find_number(const Node& node, std::string_view key) {
  const auto found = node.find(key);
  return found && found->is(Kind::number) ? std::optional(number_of(*found)) : std::nullopt;
}
std::string find_text(const Node& node, std::string_view key) {
  const auto found = node.find(key);
  return found && found->is(Kind::string) ? std::string(found->as_string()) : std::string();
}
std::uint64_t whole_at(const Node& node, std::string_view key) {
  return node.need(key).as_whole(0, std::numeric_limits<std::uint64_t>::max());
}
std::vector<double> numbers_of(const Node& list) {
  std::vector<double> numbers;
  for (const Node& item : list.items()) numbers.push_back(number_of(item));
  return numbers;
}

bj::value to_json(const json::Value& value) {
  switch (value.kind) {
    case Kind::null:
      return nullptr;
    case Kind::boolean:
      return value.text == "true";
    case Kind::string:
      return bj::string(value.text);
    case Kind::number: {
      const char* const end = value.text.data() + value.text.size();
      std::uint64_t whole = 0;
      if (const auto read = std::from_chars(value.text.data(), end, whole);
          read.ec == std::errc{} && read.ptr == end)
        return whole;
      double number = 0;
      std::from_chars(value.text.data(), end, number);
      return number;
    }
    case Kind::array: {
      bj::array list;
      for (const json::Value& item : value.children) list.push_back(to_json(item));
      return list;
    }
    case Kind::object: {
      bj::object object;
      for (const json::Value& member : value.children) object[member.key] = to_json(member);
      return object;
    }
  }
  return nullptr;
}

// What a case is called beside its board, for each property that may vary.
struct CaseTexts {
  std::string board, size;          // with and without mines
  std::vector<std::string> others;  // rule, cell, reveal, motion, ...
};

std::string scalar_text(const Node& node) {
  if (node.is(Kind::array)) {
    std::string text;
    for (const Node& item : node.items()) text += (text.empty() ? "" : ",") + item.value().text;
    return text;
  }
  return node.value().text;
}

CaseTexts texts_of(const Node& result) {
  CaseTexts texts;
  const Node board = result.need("board");
  const std::string level = find_text(board, "level");
  const std::string file = find_text(board, "file");
  if (board.find("rows") && board.find("cols")) {
    texts.size = fmt::format("{} × {}", scalar_text(board.need("rows")), scalar_text(board.need("cols")));
    texts.board = texts.size;
    if (board.find("mines"))
      texts.board += fmt::format(", {} mine{}", scalar_text(board.need("mines")),
                                 scalar_text(board.need("mines")) == "1" ? "" : "s");
    if (!level.empty()) texts.board = fmt::format("{} ({})", level, texts.board);
    if (!file.empty()) texts.board = fmt::format("{} ({})", file, texts.board);
  } else {
    for (const json::Value& member : board.value().children)
      texts.board += fmt::format("{}{} {}", texts.board.empty() ? "" : ", ", member.key, member.text);
    texts.size = texts.board;
  }
  texts.others.push_back(find_text(board, "topology"));
  const auto click = result.find("first_click");
  texts.others.push_back(click ? find_text(*click, "rule") : "");
  texts.others.emplace_back();
  if (click)
    if (const auto cell = click->find("cell"))
      texts.others.back() =
          cell->is(Kind::array) ? "first " + scalar_text(*cell) : "first by " + scalar_text(*cell);
  for (const char* const key : {"reveal", "mines", "scoring", "end", "poison", "first"}) {
    const auto found = result.find(key);
    texts.others.push_back(found ? scalar_text(*found) : "");
    if (found && std::string_view(key) == "mines") texts.others.back() += " mines";
    if (found && std::string_view(key) == "reveal") texts.others.back() += " reveal";
  }
  return texts;
}

// Names every case by its board and by what differs between cases of a board.
void name_cases(std::vector<Result>& results, const std::vector<CaseTexts>& texts) {
  if (texts.empty()) return;
  std::vector<bool> varies(texts.front().others.size());
  std::map<std::string, const CaseTexts*> first_of_board;
  for (const CaseTexts& text : texts) {
    const CaseTexts& first = *first_of_board.try_emplace(text.board, &text).first->second;
    for (std::size_t i = 0; i < varies.size(); ++i)
      if (text.others[i] != first.others[i]) varies[i] = true;
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    std::string more;
    for (std::size_t j = 0; j < varies.size(); ++j)
      if (varies[j] && !texts[i].others[j].empty()) more += ", " + texts[i].others[j];
    results[i].case_name = printable(texts[i].board + more, 80);
    results[i].board_size = printable(texts[i].size + more, 80);
  }
}

void read_board(const Node& node, Result& result) {
  const Node board = node.need("board");
  const auto side = [&](const char* key) {
    const auto found = find_number(board, key);
    return found && *found >= 1 && *found <= 4096 ? static_cast<int>(*found) : 0;
  };
  result.rows = side("rows");
  result.cols = side("cols");
  if (const auto mines = find_number(board, "mines"))
    result.mines = static_cast<std::uint64_t>(std::max(*mines, 0.0));
  result.density = find_number(board, "density");
  result.topology = find_text(board, "topology");
  result.has_board_file = board.find("file").has_value();
  result.reveal = find_text(node, "reveal");
  result.motion = find_text(node, "mines");
  const auto click = node.find("first_click");
  if (!click) return;
  result.rule = find_text(*click, "rule");
  const auto cell = click->find("cell");
  if (cell && cell->is(Kind::array) && cell->items().size() == 2)
    result.first_cell = {static_cast<int>(cell->items()[0].as_whole(0, 4095)),
                         static_cast<int>(cell->items()[1].as_whole(0, 4095))};
}

void read_risks(const Node& node, Result& result) {
  if (const auto guesses = node.find("guesses")) {
    result.mean_guesses = find_number(*guesses, "mean");
    if (const auto histogram = guesses->find("histogram")) result.guess_histogram = numbers_of(*histogram);
  }
  const auto risk = node.find("guess_risk");
  if (!risk) return;
  result.predicted_losses = find_number(*risk, "predicted_losses");
  result.losses = find_number(*risk, "losses");
  result.standard_error = find_number(*risk, "standard_error");
  if (const auto bins = risk->find("calibration"); bins && bins->is(Kind::array))
    for (const Node& bin : bins->items())
      result.calibration.push_back({number_of(bin.need("low")), number_of(bin.need("high")),
                                    number_of(bin.need("guesses")), number_of(bin.need("predicted_losses")),
                                    number_of(bin.need("losses"))});
}

Result read_result(const Node& node) {
  Result result;
  result.case_number = whole_at(node, "case");
  result.label = printable(node.need("label").as_string());
  result.games = whole_at(node, "games");
  if (node.find("wins")) result.wins = whole_at(node, "wins");
  result.win_rate = find_number(node, "win_rate");
  if (const auto interval = node.find("ci95"); interval && interval->is(Kind::array)) {
    const std::vector<double> bounds = numbers_of(*interval);
    if (bounds.size() == 2) {
      result.low = bounds[0];
      result.high = bounds[1];
    }
  }
  read_board(node, result);
  read_risks(node, result);
  if (const auto moves = node.find("moves"); moves && moves->is(Kind::object))
    for (const json::Value& member : moves->value().children)
      result.moves.emplace_back(printable(member.key), number_of(moves->need(member.key)));
  return result;
}

void read_timing(const Node& timing, Report& report) {
  report.wall_s = find_number(timing, "wall_s").value_or(0);
  report.threads = static_cast<std::uint64_t>(std::max(find_number(timing, "threads").value_or(0), 0.0));
  const auto list = timing.find("results");
  if (!list) return;
  const std::vector<Node> items = list->items();
  for (std::size_t i = 0; i < std::min(items.size(), report.results.size()); ++i) {
    report.results[i].games_per_s = find_number(items[i], "games_per_s");
    if (const auto stable = items[i].find("phases_stable"); stable && stable->is(Kind::boolean))
      report.results[i].has_stable_phases = stable->value().text == "true";
    if (const auto phases = items[i].find("phases"); phases && phases->is(Kind::object))
      for (const json::Value& member : phases->value().children)
        report.results[i].phases.push_back({printable(member.key), number_of(phases->need(member.key))});
  }
}

Comparison read_comparison(const Node& node) {
  Comparison comparison;
  comparison.case_number = whole_at(node, "case");
  comparison.a = printable(node.need("a").as_string());
  comparison.b = printable(node.need("b").as_string());
  comparison.both = number_of(node.need("both"));
  comparison.only_a = number_of(node.need("only_a"));
  comparison.only_b = number_of(node.need("only_b"));
  comparison.neither = number_of(node.need("neither"));
  const double games = comparison.both + comparison.only_a + comparison.only_b + comparison.neither;
  comparison.difference = find_number(node, "difference")
                              .value_or(games > 0 ? (comparison.only_a - comparison.only_b) / games : 0);
  comparison.low = find_number(node, "difference_ci_low");
  comparison.high = find_number(node, "difference_ci_high");
  comparison.p_value = number_of(node.need("p_value"));
  return comparison;
}

Report report_of(const json::Document& document) {
  const Node root(document);
  Report report;
  report.file = document.name();
  report.name = printable(root.need("name").as_string(), 100);
  const Node config = root.need("config");
  report.game = find_text(config, "game");
  report.config = to_json(config.value());
  std::vector<CaseTexts> texts;
  for (const Node& node : root.need("results").items()) {
    report.results.push_back(read_result(node));
    texts.push_back(texts_of(node));
  }
  name_cases(report.results, texts);
  if (const auto comparisons = root.find("comparisons"))
    for (const Node& node : comparisons->items()) report.comparisons.push_back(read_comparison(node));
  if (const auto timing = root.find("timing")) read_timing(*timing, report);
  if (const auto environment = root.find("environment"))
    for (const json::Value& member : environment->value().children)
      if (!member.text.empty())
        report.environment.emplace_back(printable(member.key), printable(member.text, 200));
  return report;
}

ScalingSeries scaling_of(const Node& node, std::string label) {
  ScalingSeries series{std::move(label), {}};
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
    series.points.push_back(point);
  }
  return series;
}

std::vector<ScalingSeries> scaling_of(const json::Document& document) {
  const Node root(document);
  std::vector<ScalingSeries> all;
  for (const Node& board : root.need("results").items())
    all.push_back(scaling_of(board, printable(board.need("name").as_string())));
  if (all.size() > 1) all.push_back(scaling_of(root.need("total"), "all boards"));
  return all;
}

// The size that a benchmark's name ends in: `x/64`, `x/cells:64/threads:2`; 0 if it has none. The rest of the name
// becomes the family.
double size_in_name(const std::string& name, std::string& family) {
  double size = 0;
  family.clear();
  std::size_t begin = 0;
  while (begin <= name.size()) {
    const std::size_t end = std::min(name.find('/', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    const std::string digits = part.starts_with("cells:") ? part.substr(6) : part;
    double value = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (!digits.empty() && read.ec == std::errc{} && read.ptr == digits.data() + digits.size())
      size = value;
    else if (part != "real_time" && part != "manual_time")
      family += (family.empty() ? "" : ", ") + part;
    begin = end + 1;
  }
  return size;
}

// A family as a figure names it: `counting_by_size<Elimination>` is `elimination`, `x_y, threads:2` `x y, 2 threads`.
std::string series_name(const std::string& family) {
  std::string name;
  for (std::size_t begin = 0; begin <= family.size();) {
    const std::size_t end = std::min(family.find(", ", begin), family.size());
    std::string part = family.substr(begin, end - begin);
    const auto open = part.find('<');
    std::uint64_t threads = 0;
    if (part == "posterior_of_large_frontier")
      part = "whole posterior";
    else if (part.starts_with("threads:") &&
             std::from_chars(part.data() + 8, part.data() + part.size(), threads).ec == std::errc{})
      part = counted(threads, "thread");
    else if (part.starts_with("counting_by_size<") && part.ends_with('>'))
      part = lower_case(part.substr(open + 1, part.size() - open - 2));
    std::replace(part.begin(), part.end(), '_', ' ');
    name += (name.empty() ? "" : ", ") + part;
    begin = end + 2;
  }
  return name;
}

double microseconds(double time, const std::string& unit) {
  if (unit == "ns") return time * 1e-3;
  if (unit == "ms") return time * 1e3;
  if (unit == "s") return time * 1e6;
  return time;
}

// Of repeated measurements the median is kept where the file has it, else their mean.
std::vector<BenchmarkSeries> benchmarks_of(const json::Document& document) {
  std::vector<std::string> order;
  std::map<std::string, std::map<double, std::vector<double>>> times;
  std::map<std::string, std::map<double, double>> medians;
  for (const Node& node : Node(document).need("benchmarks").items()) {
    if (node.find("error_occurred")) continue;
    const std::string aggregate = find_text(node, "aggregate_name");
    if (!aggregate.empty() && aggregate != "median") continue;
    const std::string run_name = find_text(node, "run_name");
    std::string family;
    double cells = size_in_name(run_name.empty() ? find_text(node, "name") : run_name, family);
    for (const char* const counter : {"cells", "frontier_cells"})
      cells = find_number(node, counter).value_or(cells);
    const bool is_wall_time = run_name.find("real_time") != std::string::npos;
    const double time = microseconds(number_of(node.need(is_wall_time ? "real_time" : "cpu_time")),
                                     find_text(node, "time_unit"));
    if (cells <= 0 || time <= 0) continue;
    family = printable(family);
    if (std::find(order.begin(), order.end(), family) == order.end()) order.push_back(family);
    if (aggregate.empty())
      times[family][cells].push_back(time);
    else
      medians[family][cells] = time;
  }
  std::vector<BenchmarkSeries> all;
  for (const std::string& family : order) {
    BenchmarkSeries series{series_name(family), {}};
    for (const auto& [cells, list] : times[family]) {
      double sum = 0;
      for (const double time : list) sum += time;
      series.points.emplace_back(cells, sum / static_cast<double>(list.size()));
    }
    if (!medians[family].empty()) {
      series.points.clear();
      for (const auto& [cells, time] : medians[family]) series.points.emplace_back(cells, time);
    }
    if (series.points.size() > 1) all.push_back(std::move(series));
  }
  return all;
}

}  // namespace

const Result* Report::find_case(std::size_t case_number) const {
  for (const Result& result : results)
    if (result.case_number == case_number) return &result;
  return nullptr;
}

DataFile read_data(const std::filesystem::path& file) {
  const json::Document document = json::Document::read(file, kLimits);
  const Node root(document);
  DataFile data;
  data.name = document.name();
  const std::string schema = find_text(root, "schema");
  if (schema == "sapper-report/1") {
    data.report = report_of(document);
  } else if (schema == "sapper-scale/1") {
    data.kind = FileKind::scaling;
    data.scaling = scaling_of(document);
  } else if (schema.empty() && root.find("context") && root.find("benchmarks")) {
    data.kind = FileKind::benchmark;
    data.benchmarks = benchmarks_of(document);
  } else {
    root.fail(
        " is no report; expected what sapper run (sapper-report/1), sapper scale (sapper-scale/1) or the "
        "benchmarks (--json) write");
  }
  return data;
}

Report read_report(const std::filesystem::path& file) {
  DataFile data = read_data(file);
  if (data.kind != FileKind::report)
    throw InputError::in_file(file.string(), "is no report of sapper run (sapper-report/1)");
  return std::move(data.report);
}

}  // namespace sapper::experiments::figures

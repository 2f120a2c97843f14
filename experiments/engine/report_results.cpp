#include "experiments/engine/report_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "experiments/engine/report.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

using json::Kind;
using json::Node;

constexpr std::uint64_t kMostWhole = std::numeric_limits<std::uint64_t>::max();
constexpr json::Limits kReportLimits{.bytes = std::size_t{1} << 30, .values = 50'000'000};

// JSON without blanks, the members of the outermost object that `skip` names left out.
std::string text_of(const json::Value& value, std::initializer_list<std::string_view> skip = {}) {
  if (value.children.empty() && value.kind != Kind::array && value.kind != Kind::object)
    return value.kind == Kind::string ? fmt::format("{:?}", value.text)
           : value.kind == Kind::null ? "null"
                                      : value.text;
  const bool is_object = value.kind == Kind::object;
  std::string text(1, is_object ? '{' : '[');
  for (const json::Value& child : value.children) {
    if (std::find(skip.begin(), skip.end(), child.key) != skip.end()) continue;
    if (is_object) text += child.key + ':';
    text += text_of(child) + ',';
  }
  return text + (is_object ? '}' : ']');
}

// A board's members that say what it is, whatever it is called.
std::string board_text(const json::Value& board) {
  return text_of(board, {"level", "file", "density", "asked_density", "layout"});
}

// Of boards with fixed mines the layouts of the config that fit this board.
std::string layouts_text(const Node& root, const std::string& board) {
  std::string text;
  for (const Node& entry : root.need("config").need("boards").items())
    if (const auto layout = entry.find("layout"); layout && board_text(entry.value()) == board)
      text += text_of(layout->value());
  return text;
}

std::string key_of(const Node& root, const Node& result) {
  std::string key;
  for (const std::string_view name :
       {"board", "first_click", "reveal", "mines", "scoring", "end", "poison", "first"}) {
    const auto member = result.find(name);
    if (!member) continue;
    key += name == "board" ? board_text(member->value()) : text_of(member->value());
    key += ';';
  }
  if (const auto risk = result.find("guess_risk"))
    if (const auto calibrated = risk->find("calibrated"); calibrated && calibrated->value().text == "false")
      key += layouts_text(root, board_text(result.need("board").value()));
  return key;
}

std::optional<AdjustedRate> adjusted_of(const Node& result) {
  const auto number = [&](std::string_view key) -> std::optional<double> {
    const auto node = result.find(key);
    if (!node || node->is(Kind::null)) return std::nullopt;
    return node->as_number(0, 1);
  };
  const auto value = number("win_rate_adjusted");
  const auto low = number("adjusted_ci_low");
  const auto high = number("adjusted_ci_high");
  if (!value || !low || !high) return std::nullopt;
  AdjustedRate rate;
  rate.value = *value;
  rate.interval = {*low, *high};
  if (const auto ratio = result.find("variance_ratio"); ratio && !ratio->is(Kind::null))
    rate.variance_ratio = ratio->as_number(1e-9, 1e18);
  return rate;
}

ReportResult read_result(const Node& root, const Node& node) {
  ReportResult result;
  result.case_number = node.need("case").as_whole(0, kMostWhole);
  result.case_name = fmt::format("case {}", result.case_number);
  result.label = node.need("label").as_string();
  result.games = node.need("games").as_whole(0, kMostWhole);
  const auto wins = node.find("wins");
  if (!wins) node.fail(" has no \"wins\"; reports without win rates cannot be compared");
  result.wins = wins->as_whole(0, result.games);
  result.key = key_of(root, node);
  result.content = text_of(node.value(), {"case"});
  result.adjusted = adjusted_of(node);
  return result;
}

}  // namespace

const ReportResult* ReportResults::find(std::size_t case_number, const std::string& label) const {
  const auto found = std::find_if(results.begin(), results.end(), [&](const ReportResult& result) {
    return result.case_number == case_number && result.label == label;
  });
  return found == results.end() ? nullptr : &*found;
}

ReportResults read_report_results(const std::filesystem::path& file) {
  const json::Document document = json::Document::read(file, kReportLimits);
  const Node root(document);
  if (!root.is(Kind::object)) root.fail_value("expected a report, an object");
  const std::array<std::string_view, 1> schemas{kReportSchema};
  root.need("schema").as_choice(schemas, "the format of this program's reports");
  ReportResults report;
  report.file = document.name();
  report.name = root.need("name").as_string();
  report.seed = root.need("config").need("seed").as_whole(0, kMostWhole);
  for (const Node& node : root.need("results").items()) report.results.push_back(read_result(root, node));
  if (const auto cases = root.find("cases"))
    for (const Node& node : cases->items()) {
      const std::size_t number = node.need("case").as_whole(0, kMostWhole);
      const std::string_view name = node.need("name").as_string();
      for (ReportResult& result : report.results)
        if (result.case_number == number) result.case_name = name;
    }
  return report;
}

GameRecords::GameRecords(const std::filesystem::path& file) {
  const sim::Input input = sim::read_input(file, std::size_t{1} << 34);
  std::string_view rest = input.content;
  Series* last = nullptr;
  for (std::size_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (text.empty()) continue;
    const json::Document document = json::Document::parse(std::string(text), input.name, {}, {line, 1});
    const Node record(document);
    if (!record.is(Kind::object)) record.fail_value("expected the record of a game, an object");
    const std::size_t case_number = record.need("case").as_whole(0, kMostWhole);
    const std::uint64_t number = record.need("game").as_whole(0, kMostWhole);
    const std::string label(record.need("strategy").as_string());
    if (last == nullptr || last->case_number != case_number || last->label != label) {
      const auto found = std::find_if(series_.begin(), series_.end(), [&](const Series& series) {
        return series.case_number == case_number && series.label == label;
      });
      last = found != series_.end() ? &*found : &series_.emplace_back(Series{case_number, label, {}});
    }
    PlayedGame game;
    const Node won = record.need("won");
    if (!won.is(Kind::boolean)) won.fail_value("expected true or false");
    game.is_won = won.value().text == "true";
    for (const Node& risk : record.need("guesses").items()) game.risk += risk.as_number(0, 1);
    const auto lost = record.find("lost_risk");
    game.is_lost_by_guess = !game.is_won && lost && !lost->is(Kind::null);
    last->is_complete = last->is_complete && number == last->games.size();
    last->games.push_back(game);
  }
}

std::optional<std::vector<PlayedGame>> GameRecords::find(std::size_t case_number, const std::string& label,
                                                         std::uint64_t games) const {
  for (const Series& series : series_)
    if (series.case_number == case_number && series.label == label && series.is_complete &&
        series.games.size() >= games)
      return std::vector<PlayedGame>(series.games.begin(),
                                     series.games.begin() + static_cast<std::ptrdiff_t>(games));
  return std::nullopt;
}

}  // namespace sapper::experiments

#include "experiments/kinds/minesweeper/comparison/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <utility>

#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/report/report_results.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_symmetry.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using json::Node;
namespace bj = boost::json;

constexpr std::string_view kRowsKey = "win_rates_percent";
constexpr std::string_view kMapsKey = "maps";
constexpr std::string_view kPublishedSchema = "sapper-published/1";

sim::FirstClickRule rule_of(const Node& node) {
  return node.as_row(sim::kFirstClickRules, "a first-click rule").rule;
}

double percent_of(const Node& node) { return node.as_number(0, 100) / 100; }

// `8x8x10`, or `16 rows, 30 cols, 99 mines`.
void read_board(const Node& node, PublishedRate& rate) {
  const std::string text(node.as_string());
  int length = 0;
  unsigned mines = 0;
  for (const char* const form : {"%dx%dx%u%n", "%d rows, %d cols, %u mines%n"}) {
    length = 0;
    // NOLINTNEXTLINE(cert-err34-c): the whole text must match, and the numbers are checked below
    if (std::sscanf(text.c_str(), form, &rate.rows, &rate.cols, &mines, &length) == 3 &&
        length == static_cast<int>(text.size()) && std::min(rate.rows, rate.cols) > 0 &&
        std::max(rate.rows, rate.cols) <= sim::Grid::kMaxSide &&
        mines < static_cast<unsigned>(rate.rows) * static_cast<unsigned>(rate.cols)) {
      rate.mines = mines;
      return;
    }
  }
  node.fail_value("expected a board such as \"8x8x10\" or \"16 rows, 30 cols, 99 mines\"");
}

sim::Cell read_place(const Node& node, const PublishedRate& rate, int base) {
  if (!node.is(json::Kind::array)) {
    (void)node.as_choice(std::array<std::string_view, 1>{"corner"}, "[row, col] or a place");
    return 0;
  }
  return read_cell(node, {rate.rows, rate.cols}, "expected [row, col]", base);
}

// What published tables call the strategy with this value of its published_setting: `pseq_d256`.
std::string name_with_setting(const solvers::StrategyEntry& strategy, std::string_view value) {
  return fmt::format("{}_d{}", strategy.name, value);
}

// The value in the name of a player, as published_name() writes it, empty if it has none; nullopt if published tables call
// no strategy so.
std::optional<std::string_view> setting_of(std::string_view player) {
  for (const solvers::StrategyEntry& strategy : players()) {
    if (player == strategy.name) return "";
    const std::string prefix = name_with_setting(strategy, "");
    if (strategy.published_setting.empty() || !player.starts_with(prefix)) continue;
    const std::string_view setting = player.substr(prefix.size());
    if (sim::parse_whole_number(setting, UINT64_MAX).value_or(0) > 0) return setting;
  }
  return std::nullopt;
}

// What a player may be called, for messages; N stands for the setting's values.
std::vector<std::string> known_players() {
  std::vector<std::string> names;
  for (const solvers::StrategyEntry& strategy : solvers::strategies()) names.emplace_back(strategy.name);
  for (const solvers::StrategyEntry& strategy : solvers::strategies())
    if (!strategy.published_setting.empty()) names.push_back(name_with_setting(strategy, "N"));
  return names;
}

// `pseq_d256`: `pm_d256`; of a player without settings in its name, and of `win`, `pm`.
std::string half_width_key(std::string_view player) {
  const std::string_view setting = setting_of(player).value_or("");
  return setting.empty() ? "pm" : fmt::format("pm_d{}", setting);
}

// `David Hill's Java solver (JSMinesweeper issue 38, 2025; 1e7 games)`: what stands before the details.
std::string player_of_source(std::string_view source) {
  return std::string(source.substr(0, std::min(source.find(" ("), source.find(','))));
}

bool is_half_width(std::string_view key) { return key.starts_with("pm"); }

// The keys of the row's figures: players, `win`. InputError if there is none, for an unknown key, and for a half-width
// that does not belong to exactly one of them.
std::vector<std::string_view> figures_of(const Node& row) {
  std::vector<std::string_view> figures;
  std::vector<std::string_view> allowed{"board", "rule", "cell", "win", "pm", "pm_dN"};
  const std::vector<std::string> players = known_players();
  allowed.insert(allowed.end(), players.begin(), players.end());
  std::map<std::string, int> owners;  // of each half-width
  for (const Node& member : row.members()) {
    const std::string_view key = member.key();
    const auto setting = setting_of(key);
    if (key == "win" || setting) {
      figures.push_back(key);
      ++owners[half_width_key(key)];
    }
    if (!setting.value_or("").empty() || (is_half_width(key) && key != "pm")) allowed.push_back(key);
  }
  for (const std::string& player : players)  // pseq_dN stands for pseq_d256 and the like
    if (!setting_of(player) && row.find(player)) std::erase(allowed, player);
  row.expect_object(allowed);
  if (figures.empty())
    row.fail(fmt::format(" holds no win rate; expected \"win\" or the name of a strategy: {}",
                         fmt::join(players, ", ")));
  for (const Node& member : row.members()) {
    if (!is_half_width(member.key())) continue;
    const int count = owners[std::string(member.key())];
    if (count == 0) member.fail(" is the half-width of no figure of this row");
    if (count > 1) member.fail(" may be the half-width of several figures; expected a row for each of them");
  }
  return figures;
}

void read_rows(const Node& list, std::vector<PublishedRate>& rates) {
  for (const Node& group : list.items()) {
    group.expect_object({"source", "cell_base", "rows"});
    const std::string source(group.need("source").as_string());
    const auto base_node = group.find("cell_base");
    const int base = base_node ? static_cast<int>(base_node->as_whole(0, 1)) : 0;
    for (const Node& row : group.need("rows").items()) {
      PublishedRate rate;
      rate.source = source;
      read_board(row.need("board"), rate);
      rate.rule = rule_of(row.need("rule"));
      rate.first = read_place(row.need("cell"), rate, base);
      for (const std::string_view key : figures_of(row)) {
        rate.player = key == "win" ? player_of_source(source) : std::string(key);
        rate.rate = percent_of(row.need(key));
        rate.half_width.reset();
        if (const auto half_width = row.find(half_width_key(key))) rate.half_width = percent_of(*half_width);
        rates.push_back(rate);
      }
    }
  }
}

// The mean of the map's figures for each class of cells.
void read_map(const Node& map, const std::string& source, std::vector<PublishedRate>& rates) {
  PublishedRate rate;
  rate.source = source;
  map.expect_object({"rows", "cols", "mines", "rule", "strategy", "win", "pm"});
  rate.player = player_of_source(source);
  if (const auto strategy = map.find("strategy")) {
    rate.player = lower_case(strategy->as_string());
    const std::vector<std::string> players = known_players();
    if (!setting_of(rate.player))
      strategy->fail_value(fmt::format(
          "expected a strategy; {}. Without this key the figures are those of the source's first words",
          json::suggest(rate.player, std::vector<std::string_view>(players.begin(), players.end()))));
  }
  rate.rows = static_cast<int>(map.need("rows").as_whole(1, sim::Grid::kMaxSide));
  rate.cols = static_cast<int>(map.need("cols").as_whole(1, sim::Grid::kMaxSide));
  const sim::Grid grid(rate.rows, rate.cols);
  rate.mines = static_cast<std::uint32_t>(map.need("mines").as_whole(0, grid.cell_count() - 1));
  rate.rule = rule_of(map.need("rule"));
  const sim::CellClasses classes = sim::classify_cells(grid, sim::cells_free_by_rule(grid, rate.rule));
  struct Sums {
    double rate = 0;
    double variance = 0;
    double count = 0;
  };
  std::vector<Sums> sums(classes.representatives.size());
  const std::vector<Node> wins = map.need("win").nonempty_items();
  const auto pm = map.find("pm");
  const std::vector<Node> half_widths = pm ? pm->nonempty_items() : std::vector<Node>();
  if (wins.size() > static_cast<std::size_t>(rate.rows))
    map.need("win").fail(" has more rows than the board");
  if (pm && half_widths.size() != wins.size()) pm->fail(" has another number of rows than \"win\"");
  for (std::size_t row = 0; row < wins.size(); ++row) {
    const std::vector<Node> cells = wins[row].nonempty_items();
    const std::vector<Node> theirs = pm ? half_widths[row].nonempty_items() : std::vector<Node>();
    if (cells.size() > static_cast<std::size_t>(rate.cols)) wins[row].fail(" has more cells than the board");
    if (pm && theirs.size() != cells.size())
      half_widths[row].fail(" has another number of cells than that of \"win\"");
    for (std::size_t col = 0; col < cells.size(); ++col) {
      Sums& sum = sums[classes.class_of[grid.at(static_cast<int>(row), static_cast<int>(col))]];
      sum.rate += percent_of(cells[col]);
      if (pm) sum.variance += std::pow(percent_of(theirs[col]), 2);
      ++sum.count;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].count == 0) continue;
    rate.first = classes.representatives[i];
    rate.rate = sums[i].rate / sums[i].count;
    if (pm) rate.half_width = std::sqrt(sums[i].variance) / sums[i].count;
    rates.push_back(rate);
  }
}

// What published tables call the strategy.
std::string published_name(const solvers::StrategyChoice& strategy) {
  const std::string_view setting = strategy.entry->published_setting;
  const std::int64_t value = setting.empty() ? 0 : strategy.settings.whole(setting);
  if (value == 0) return std::string(strategy.entry->name);
  return name_with_setting(*strategy.entry, std::to_string(value));
}

// Whether the case is the game of the published figure.
bool is_same_game(const Config& config, const Case& played, const PublishedRate& published) {
  const Board& board = config.boards[played.board];
  if (board.rows != published.rows || board.cols != published.cols || board.mines != published.mines ||
      board.topology != sim::Topology::square || board.graph_board || board.fixed_mines ||
      board.guessing != Guessing::allowed || played.first_click != published.rule ||
      played.first_cell == sim::kNoCell || played.reveal != sim::Reveal::flood ||
      played.motion != sim::MineMotion::fixed)
    return false;
  const sim::Grid grid(board.rows, board.cols);
  const auto classes = sim::classify_cells(grid, sim::cells_free_by_rule(grid, published.rule)).class_of;
  return classes[played.first_cell] == classes[published.first];
}

std::optional<PublishedComparison> compare_one(const Result& result, const PublishedRate& published) {
  if (!result.win_rate || !result.low || !result.high) return std::nullopt;
  PublishedComparison comparison;
  comparison.case_number = result.played->number;
  comparison.case_name = result.played->name;
  comparison.label = result.label;
  comparison.games = result.games;
  comparison.is_adjusted = result.adjusted.has_value();
  comparison.rate = comparison.is_adjusted ? result.adjusted->value : *result.win_rate;
  comparison.interval =
      comparison.is_adjusted ? result.adjusted->interval : Interval{*result.low, *result.high};
  comparison.published = published;
  comparison.test();
  return comparison;
}

void add_holm(std::vector<PublishedComparison>& comparisons) {
  std::vector<double> p_values;
  for (const PublishedComparison& one : comparisons)
    if (one.z) p_values.push_back(one.p_value);
  const std::vector<double> holm = holm_adjusted(p_values);
  std::size_t next = 0;
  for (PublishedComparison& one : comparisons)
    if (one.z) one.p_value_holm = holm[next++];
}

[[noreturn]] void fail_without_pair(const Report& report, const std::vector<PublishedRate>& published,
                                    const std::string& file) {
  std::set<std::string> players;
  for (const PublishedRate& rate : published) players.insert(rate.player);
  throw InputError(
      fmt::format("{} holds no result that {} has a figure for (players: {}); expected one of its boards, "
                  "rules and first cells, and --strategies LABEL,PLAYER for another strategy",
                  printable(report.file, sim::kLongestPath), printable(file, sim::kLongestPath),
                  printable(fmt::format("{}", fmt::join(players, ", ")))));
}

}  // namespace

bool is_published(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(4096, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
  const auto holds = [&](std::string_view key) {
    return head.find(fmt::format("\"{}\"", key)) != std::string::npos;
  };
  return holds(kPublishedSchema) || (!holds("schema") && (holds(kRowsKey) || holds(kMapsKey)));
}

std::vector<PublishedRate> read_published(const std::filesystem::path& file) {
  const json::Document document = json::Document::read(file);
  const Node root(document);
  // Those after the source are other figures in data/reference/published.json, which the tests read.
  root.expect_object({"$schema", "schema", kRowsKey, kMapsKey, "source", "optimal_win_3x3",
                      "optimal_win_4x4_4_unprotected", "statistics_3bv", "tablet", "go_legal_positions"});
  if (const auto schema = root.find("schema"))
    (void)schema->as_choice(std::array{kPublishedSchema}, "the format of published win rates");
  std::vector<PublishedRate> rates;
  if (const auto rows = root.find(kRowsKey)) read_rows(*rows, rates);
  if (const auto maps = root.find(kMapsKey))
    for (const Node& map : maps->items()) read_map(map, std::string(root.need("source").as_string()), rates);
  return rates;
}

void PublishedComparison::test() {
  const double half_width = std::hypot(interval.half_width(), published.half_width.value_or(0));
  if (!(half_width > 0)) return;
  z = kZ95 * difference() / half_width;
  p_value = two_sided_p_value(*z);
}

PublishedComparisons compare_with_published(
    const Report& report, const std::vector<PublishedRate>& published, const std::string& published_file,
    const std::optional<std::pair<std::string, std::string>>& labels) {
  const Config* const plan = report.experiment->parts().minesweeper;
  if (plan == nullptr) fail_without_pair(report, published, published_file);
  const Config& config = *plan;
  const auto player_of = [&](const std::string& label) -> std::string {
    if (labels) return label == labels->first ? labels->second : "";
    for (const solvers::StrategyChoice& strategy : config.strategies)
      if (strategy.label == label) return published_name(strategy);
    return "";
  };
  PublishedComparisons comparisons;
  std::vector<bool> has_result(published.size());
  for (const Result& result : results_of(report).results) {
    const std::string player = player_of(result.label);
    for (std::size_t i = 0; i < published.size(); ++i) {
      const PublishedRate& rate = published[i];
      if (rate.player != player || !is_same_game(config, config.cases[result.played->number], rate)) continue;
      auto comparison = compare_one(result, rate);
      if (!comparison) continue;
      comparisons.results.push_back(std::move(*comparison));
      has_result[i] = true;
    }
  }
  if (comparisons.results.empty()) fail_without_pair(report, published, published_file);
  for (std::size_t i = 0; i < published.size(); ++i)
    if (!has_result[i] && (!labels || published[i].player == labels->second))
      comparisons.without_result.push_back(published[i]);
  add_holm(comparisons.results);
  return comparisons;
}

namespace {

// Decimals of percentages: two, or four if a published figure has more than two.
int decimals_of(const std::vector<PublishedComparison>& comparisons) {
  const auto has_more = [](double share) { return std::abs(1e4 * share - std::round(1e4 * share)) > 1e-6; };
  return std::ranges::any_of(comparisons,
                             [&](const PublishedComparison& one) {
                               return has_more(one.published.rate) ||
                                      has_more(one.published.half_width.value_or(0));
                             })
             ? 4
             : 2;
}

std::string published_board_text(const PublishedRate& rate) {
  return fmt::format("{}x{}x{}", rate.rows, rate.cols, rate.mines);
}

std::string published_cell_text(const PublishedRate& rate) {
  return sim::cell_text(sim::BoardSize{rate.rows, rate.cols}, rate.first);
}

// Names the first ones.
std::string without_result_text(const std::vector<PublishedRate>& rates) {
  constexpr std::size_t kMostNamed = 5;
  const std::size_t named = std::min(rates.size(), kMostNamed);
  std::string text = count_text(rates.size(), "figure") + " without a result in the report: ";
  for (std::size_t i = 0; i < named; ++i)
    text += fmt::format("{}{} on {}, {} at row,col {}", i == 0 ? "" : "; ", printable(rates[i].player),
                        published_board_text(rates[i]), sim::name_of(rates[i].rule),
                        published_cell_text(rates[i]));
  if (rates.size() > named) text += fmt::format("; and {} more", rates.size() - named);
  return text;
}

}  // namespace

std::string text_of(const PublishedComparisons& compared, std::size_t width) {
  const std::vector<PublishedComparison>& comparisons = compared.results;
  const int decimals = decimals_of(comparisons);
  ResultsTable table({"board", "strategy", "here", "published", "difference", "z", "p (Holm)"});
  std::optional<std::size_t> case_number;
  std::size_t tested = 0;
  std::size_t by_ours_alone = 0;
  std::size_t beyond = 0;
  std::size_t differing = 0;
  double largest = 0;
  const auto published_text = [&](const PublishedRate& rate) {
    return fmt::format("{:.{}f}", 100 * rate.rate, decimals) +
           (rate.half_width ? fmt::format(" {} {:.{}f}", plus_minus(), 100 * *rate.half_width, decimals)
                            : "");
  };
  for (const PublishedComparison& one : comparisons) {
    if (case_number != one.case_number) table.begin_group(one.case_name);
    case_number = one.case_number;
    table.add_row(
        one.label == one.published.player ? one.label : one.label + " / " + printable(one.published.player),
        {interval_text(one.rate, one.interval, decimals), published_text(one.published),
         fmt::format("{:+.{}f}", 100 * one.difference(), decimals),
         one.z ? fmt::format("{:+.2f}", *one.z) : "-", one.z ? fmt::format("{:.4f}", one.p_value_holm) : "-"},
        one.is_adjusted ? "" : " *");
    if (!one.z) continue;
    ++tested;
    by_ours_alone += !one.published.half_width;
    beyond += std::abs(*one.z) > kZ95;
    differing += one.p_value_holm < 0.05;
    if (std::abs(*one.z) > std::abs(largest)) largest = *one.z;
  }
  const bool has_plain = std::ranges::any_of(comparisons, [](const auto& one) { return !one.is_adjusted; });
  std::string summary = count_text(comparisons.size(), "figure") + ": ";
  if (tested > 0)
    summary += fmt::format(
        "{} tested{}; |z| above 1.96 in {} ({:.1f} expected), the largest {:+.2f}; {}", tested,
        by_ours_alone == 0
            ? ""
            : fmt::format(", {} by the interval here alone, as none was published", by_ours_alone),
        beyond, 0.05 * static_cast<double>(tested), largest,
        differing == 0
            ? "none of these differs by Holm's test"
            : fmt::format("{} {} by Holm's test", differing, differing == 1 ? "differs" : "differ"));
  if (const std::size_t untested = comparisons.size() - tested; untested > 0)
    summary += (tested > 0 ? fmt::format("; {} could not be tested", untested) : "none could be tested") +
               ", for lack of an interval";
  summary += '\n';
  summary += fmt::format(
      "Percent of games won, {}, here adjusted by the games' exact risks{}. Results that share their boards "
      "deviate together.",
      rate_note(), has_plain ? " (but * as counted)" : "");
  std::string text = table.text(width) + "\n";
  for (const std::string_view line : split_lines(summary)) text += wrapped(line, width) + '\n';
  if (!compared.without_result.empty())
    text += wrapped(without_result_text(compared.without_result), width) + '\n';
  return text;
}

bj::object to_json(const Report& report, const std::string& published_file,
                   const PublishedComparisons& comparisons) {
  bj::array list;
  for (const PublishedComparison& one : comparisons.results) {
    bj::object object{{"case", one.case_number},
                      {"case_name", one.case_name},
                      {"strategy", one.label},
                      {"player", one.published.player},
                      {"source", one.published.source},
                      {"games", one.games},
                      {"win_rate", json::rounded(one.rate)},
                      {"half_width", json::rounded(one.interval.half_width())},
                      {"adjusted", one.is_adjusted},
                      {"published", json::rounded(one.published.rate)},
                      {"published_half_width", as_json(one.published.half_width)},
                      {"difference", json::rounded(one.difference())},
                      {"z", as_json(one.z)},
                      {"p_value", as_json(one.z ? std::optional(one.p_value) : std::nullopt)},
                      {"p_value_holm", as_json(one.z ? std::optional(one.p_value_holm) : std::nullopt)}};
    list.push_back(std::move(object));
  }
  bj::array without_result;
  for (const PublishedRate& rate : comparisons.without_result)
    without_result.push_back({{"player", rate.player},
                              {"source", rate.source},
                              {"board", published_board_text(rate)},
                              {"rule", sim::name_of(rate.rule)},
                              {"cell", published_cell_text(rate)}});
  return {{"schema", "sapper-compare-published/1"},   {"report", report.file},
          {"seed", report.experiment->common().seed}, {"published", published_file},
          {"comparisons", std::move(list)},           {"without_result", std::move(without_result)}};
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/tablet/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <set>
#include <utility>

#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::tablet {
namespace {

using solvers::nim::Algorithm;
using solvers::nim::kAlgorithmNames;

constexpr std::array<std::string_view, 2> kStudies{"erring_player", "algorithms"};
constexpr std::array<std::string_view, 3> kFirsts{"random", "erring", "perfect"};
constexpr std::array<std::string_view, 2> kPlaces{"random", "center"};
constexpr std::uint64_t kMostStates = 10'000'000'000;

int as_side(const json::Node& node) { return static_cast<int>(node.as_whole(1, kMaxSide)); }

struct BoardEntry {
  Board board;
  json::Node entry;
};

std::vector<BoardEntry> read_boards(const json::Node& list, std::size_t player_count) {
  std::vector<BoardEntry> boards;
  for (const json::Node& entry : list.nonempty_items()) {
    entry.expect_object({"cols", "rows"});
    const std::vector<json::Node> rows = entry.need("rows").items_or_itself();
    const auto cols_node = entry.find("cols");
    const std::vector<json::Node> cols = cols_node ? cols_node->items_or_itself() : std::vector<json::Node>{};
    const std::size_t count = boards.size() + rows.size() * std::max<std::size_t>(cols.size(), 1);
    if (count * player_count > kMaxSweepCells)
      list.fail(fmt::format(" expands to at least {} runs; at most {} are allowed", count * player_count,
                            kMaxSweepCells));
    for (const json::Node& row : rows) {
      if (cols.empty()) boards.push_back({{as_side(row), as_side(row)}, entry});
      for (const json::Node& col : cols) boards.push_back({{as_side(col), as_side(row)}, entry});
    }
  }
  check_comparisons(list, boards.size(), player_count);
  std::set<std::pair<int, int>> seen;
  for (const BoardEntry& entry : boards)
    if (!seen.emplace(entry.board.cols, entry.board.rows).second)
      entry.entry.fail(
          fmt::format(" gives the board {} twice; each board may appear only once", name_of(entry.board)));
  return boards;
}

PoisonPlacement read_poison(const json::Node& root, const std::vector<BoardEntry>& boards) {
  PoisonPlacement poison;
  const auto node = root.find("poison");
  if (!node) return poison;
  if (!node->is(json::Kind::array)) {
    poison.where = node->as_choice(kPlaces, "[column, row] or a place") == 0 ? PoisonPlacement::Where::random
                                                                             : PoisonPlacement::Where::center;
    return poison;
  }
  const std::vector<json::Node> place = node->items();
  if (place.size() != 2) node->fail_value("expected [column, row], both from 0");
  poison.where = PoisonPlacement::Where::given;
  poison.col = static_cast<int>(place[0].as_whole(0, kMaxSide - 1));
  poison.row = static_cast<int>(place[1].as_whole(0, kMaxSide - 1));
  for (const BoardEntry& entry : boards)
    if (poison.col >= entry.board.cols || poison.row >= entry.board.rows)
      node->fail(fmt::format(" is [{}, {}], outside {}, which has {}", poison.col, poison.row,
                             entry.entry.path(), name_of(entry.board)));
  return poison;
}

std::vector<double> read_error_rates(const json::Node& root) {
  const auto list = root.find("error_rates");
  if (!list) return {0.1};
  std::vector<double> rates;
  for (const json::Node& node : player_items(*list)) {
    const double rate = node.as_number(0, 1);
    if (std::find(rates.begin(), rates.end(), rate) != rates.end())
      node.fail_value("duplicate; each rate may appear only once");
    rates.push_back(rate);
  }
  return rates;
}

std::vector<Algorithm> read_algorithms(const json::Node& root) {
  const auto list = root.find("algorithms");
  if (!list) return {Algorithm::plain, Algorithm::memo, Algorithm::normalized};
  std::vector<Algorithm> algorithms;
  for (const json::Node& node : list->nonempty_items()) {
    const auto algorithm =
        static_cast<Algorithm>(node.as_choice(kAlgorithmNames, "the name of an algorithm"));
    if (std::find(algorithms.begin(), algorithms.end(), algorithm) != algorithms.end())
      node.fail_value("duplicate; each algorithm may appear only once");
    algorithms.push_back(algorithm);
  }
  return algorithms;
}

void read_erring_player(const json::Node& root, Config& config) {
  if (const auto first = root.find("first"))
    config.first = static_cast<FirstPlayer>(first->as_choice(kFirsts, "who begins"));
  config.error_rates = read_error_rates(root);
}

void read_algorithm_study(const json::Node& root, const ConfigOverrides& overrides, Config& config) {
  if (const auto stop = root.find("stop"))
    stop->fail(" applies only to the study erring_player, which has win rates; omit it");
  config.algorithms = read_algorithms(root);
  config.max_states = kDefaultStudyStates;
  if (!root.find("games") && !overrides.games) config.games = 1;
}

// The erring player's opponent needs the value of every position.
void refuse_too_large(const std::vector<BoardEntry>& entries, const Config& config) {
  for (std::size_t board = 0; board < entries.size(); ++board) {
    std::vector<sim::nim::Heaps> starts;
    for (const sim::tablet::Tablet& tablet : starts_of(config, board)) starts.push_back(distances_of(tablet));
    const std::uint64_t states = *solvers::nim::states_needed(starts, Algorithm::normalized);
    if (states > config.max_states)
      entries[board].entry.fail(fmt::format(": perfect play on {} takes {} states, but max_states is {}",
                                            name_of(entries[board].board), with_commas(states),
                                            with_commas(config.max_states)));
  }
}

}  // namespace

std::vector<std::string> Config::labels() const {
  std::vector<std::string> labels;
  if (study == TabletStudy::erring_player)
    for (const double rate : error_rates) labels.push_back(fmt::format("erring_{}", rate));
  else
    for (const Algorithm algorithm : algorithms)
      labels.emplace_back(kAlgorithmNames[static_cast<std::size_t>(algorithm)]);
  return labels;
}

Config read_config(const json::Document& document, const ConfigOverrides& overrides) {
  const json::Node root(document);
  Config config;
  if (const auto study = root.find("study"))
    config.study = static_cast<TabletStudy>(study->as_choice(kStudies, "a study"));
  const bool is_erring = config.study == TabletStudy::erring_player;
  root.expect_object(
      is_erring ? with_common_keys({"study", "boards", "poison", "first", "error_rates", "max_states"})
                : with_common_keys({"study", "boards", "poison", "algorithms", "max_states"}));
  static_cast<CommonConfig&>(config) = read_common_config(root, document, overrides);
  if (is_erring)
    read_erring_player(root, config);
  else
    read_algorithm_study(root, overrides, config);
  if (const auto most = root.find("max_states")) config.max_states = most->as_whole(1, kMostStates);

  const std::vector<BoardEntry> entries = read_boards(root.need("boards"), config.labels().size());
  for (const BoardEntry& entry : entries) {
    config.boards.push_back(entry.board);
    config.varies_cols = config.varies_cols || entry.board.cols != config.boards.front().cols;
    config.varies_rows = config.varies_rows || entry.board.rows != config.boards.front().rows;
  }
  config.poison = read_poison(root, entries);
  if (is_erring) refuse_too_large(entries, config);
  return config;
}

boost::json::object to_json(const Config& config) {
  boost::json::object object = common_config_head(config, kKindOfGame);
  object["study"] = kStudies[static_cast<std::size_t>(config.study)];
  boost::json::array boards;
  for (const Board& board : config.boards) boards.push_back(to_json(board));
  object["boards"] = std::move(boards);
  object["poison"] = to_json(config.poison);
  if (config.study == TabletStudy::erring_player) {
    object["first"] = name_of(config.first);
    object["error_rates"] = boost::json::array(config.error_rates.begin(), config.error_rates.end());
  } else {
    const std::vector<std::string> algorithms = config.labels();
    object["algorithms"] = boost::json::array(algorithms.begin(), algorithms.end());
  }
  object["max_states"] = config.max_states;
  add_common_config_tail(config, object);
  return object;
}

CaseProperties properties_of(const Config& config, std::size_t case_number) {
  using Role = CaseProperty::Role;
  const auto text = [](std::string_view value) { return boost::json::value(value); };
  const Board& board = config.boards[case_number];
  CaseProperties properties{
      {"study", text(kStudies[static_cast<std::size_t>(config.study)]), Role::setting, false, {}},
      {"cols", board.cols, Role::board, config.varies_cols, name_of(board)},
      {"rows", board.rows, Role::board, config.varies_rows, {}},
      {"poison", to_json(config.poison), Role::setting, false, {}}};
  if (config.study == TabletStudy::erring_player)
    properties.push_back({"first", text(name_of(config.first)), Role::setting, false, {}});
  return properties;
}

std::string name_of(const Board& board) {
  return fmt::format("{} column{} x {} row{}", board.cols, board.cols == 1 ? "" : "s", board.rows,
                     board.rows == 1 ? "" : "s");
}

std::string_view name_of(FirstPlayer first) { return kFirsts[static_cast<std::size_t>(first)]; }

boost::json::object to_json(const Board& board) { return {{"cols", board.cols}, {"rows", board.rows}}; }

boost::json::value to_json(const PoisonPlacement& poison) {
  if (poison.where == PoisonPlacement::Where::given) return boost::json::array{poison.col, poison.row};
  return boost::json::value(kPlaces[poison.where == PoisonPlacement::Where::random ? 0 : 1]);
}

}  // namespace sapper::experiments::tablet

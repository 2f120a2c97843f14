#include "experiments/minesweeper/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "experiments/minesweeper/board_list.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr std::array<std::string_view, 3> kPlaces{"corner", "center", "strategy"};

template <class Rows>
std::vector<std::string_view> names_in(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

void read_cell(const json::Node& node, FirstClick& first) {
  if (node.is(json::Kind::array)) {
    const std::vector<json::Node> place = node.items();
    if (place.size() != 2) node.fail_value("expected [row, col], both from 0");
    first.cell = FirstClick::Cell::given;
    first.row = static_cast<int>(place[0].as_whole(0, sim::Grid::kMaxSide - 1));
    first.col = static_cast<int>(place[1].as_whole(0, sim::Grid::kMaxSide - 1));
    return;
  }
  constexpr std::array kCells{FirstClick::Cell::corner, FirstClick::Cell::center, FirstClick::Cell::strategy};
  first.cell = kCells[node.as_choice(kPlaces, "[row, col] or a place")];
}

FirstClick read_first_click(const json::Node& root) {
  FirstClick first;
  const auto node = root.find("first_click");
  if (!node) return first;
  node->expect_object({"rule", "cell"});
  if (const auto rule = node->find("rule"))
    first.rule =
        sim::kFirstClickRules[rule->as_choice(names_in(sim::kFirstClickRules), "a first-click rule")].rule;
  first.cell = usual_first_cell(first.rule);
  if (const auto cell = node->find("cell")) read_cell(*cell, first);
  return first;
}

std::optional<json::Node> first_cell_node(const json::Node& root) {
  const auto first = root.find("first_click");
  return first ? first->find("cell") : std::nullopt;
}

std::vector<std::string> read_strategies(const json::Node& root) {
  const auto list = root.find("strategies");
  if (!list) return {"min_risk"};
  const std::vector<std::string_view> known = names_in(solvers::strategies());
  std::vector<std::string> names;
  for (const json::Node& entry : list->nonempty_items()) {
    if (entry.is(json::Kind::object)) entry.expect_object({"name"});
    const json::Node node = entry.is(json::Kind::object) ? entry.need("name") : entry;
    const std::string name(known[node.as_choice(known, "the name of a strategy")]);
    if (std::find(names.begin(), names.end(), name) != names.end())
      node.fail_value("it is in the list already; expected each strategy once");
    names.push_back(name);
  }
  return names;
}

// The same board under the same label. A level and its numbers given outright may both stand in a list.
void refuse_duplicates(const std::vector<BoardEntry>& entries) {
  std::map<std::tuple<std::uint64_t, std::string_view, std::string_view>, std::size_t> seen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Board& board = entries[i].board;
    const auto [place, is_new] = seen.try_emplace({key_of(board), board.level, board.file}, i);
    if (is_new) continue;
    const std::string& first = entries[place->second].entry.path();
    const std::string& here = entries[i].entry.path();
    entries[i].entry.fail(fmt::format(" gives the board {} a second time{}; expected each board once",
                                      name_of(board), first == here ? "" : ", after " + first));
  }
}

void refuse_unplayable(const std::vector<BoardEntry>& entries, const Config& config) {
  for (const std::string& name : config.strategies) {
    const solvers::StrategyChoice choice(*solvers::find_strategy(name));
    for (const BoardEntry& entry : entries)
      if (const auto reason = choice.refusal(config.rules_of(entry.board)))
        entry.entry.fail(fmt::format(": {} cannot play {}: {}", name, name_of(entry.board), *reason));
  }
}

}  // namespace

sim::GameRules Config::rules_of(const Board& board) const {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(board.rows, board.cols, board.topology);
  rules.mine_count = board.mines;
  rules.first_click = first_click.rule;
  rules.reveal = reveal;
  rules.motion = motion;
  rules.fixed_mines = board.fixed_mines;
  return rules;
}

Config read_config(const json::Document& document, const std::filesystem::path& folder,
                   const Overrides& overrides) {
  const json::Node root(document);
  root.expect_object(
      with_common_keys({"boards", "topology", "first_click", "reveal", "mines", "strategies"}));
  Config config;
  static_cast<CommonConfig&>(config) = read_common_config(root, document, overrides);
  config.first_click = read_first_click(root);
  if (const auto node = root.find("reveal"))
    config.reveal = sim::kReveals[node->as_choice(names_in(sim::kReveals), "a way to open")].reveal;
  if (const auto node = root.find("mines"))
    config.motion =
        sim::kMineMotions[node->as_choice(names_in(sim::kMineMotions), "what the mines do")].motion;
  sim::Topology topology = sim::Topology::square;
  if (const auto node = root.find("topology"))
    topology = sim::kTopologies[node->as_choice(names_in(sim::kTopologies), "a topology")].topology;
  config.strategies = read_strategies(root);

  std::vector<BoardEntry> entries =
      expand_boards(root.need("boards"), topology, folder, config.strategies.size());
  const auto cell = first_cell_node(root);
  for (const BoardEntry& entry : entries) check_first_click(entry, config.first_click, cell);
  refuse_duplicates(entries);
  refuse_unplayable(entries, config);
  config.boards.reserve(entries.size());
  for (BoardEntry& entry : entries) config.boards.push_back(std::move(entry.board));
  return config;
}

boost::json::object to_json(const Config& config) {
  boost::json::object object = common_config_head(config, kKindOfGame);
  boost::json::array boards;
  boards.reserve(config.boards.size());
  for (const Board& board : config.boards) {
    boost::json::object entry = to_json(board);
    if (board.fixed_mines) {
      boost::json::array layout;
      for (const sim::Cell mine : *board.fixed_mines)
        layout.push_back(boost::json::array{mine / static_cast<sim::Cell>(board.cols),
                                            mine % static_cast<sim::Cell>(board.cols)});
      entry["layout"] = std::move(layout);
    }
    boards.push_back(std::move(entry));
  }
  object["boards"] = std::move(boards);

  const FirstClick& first = config.first_click;
  boost::json::value cell;
  if (first.cell == FirstClick::Cell::given)
    cell = boost::json::array{first.row, first.col};
  else
    cell = kPlaces[static_cast<std::size_t>(first.cell) - 1];
  object["first_click"] = {{"rule", sim::name_of(first.rule)}, {"cell", std::move(cell)}};
  object["reveal"] = sim::name_of(config.reveal);
  object["mines"] = sim::name_of(config.motion);
  boost::json::array strategies;
  for (const std::string& name : config.strategies) strategies.emplace_back(name);
  object["strategies"] = std::move(strategies);
  add_common_config_tail(config, object);
  return object;
}

boost::json::object to_json(const FirstClick& first, const Board& board) {
  const sim::Cell cell = first_cell_on(board, first);
  boost::json::value place = "strategy";
  if (cell != sim::kNoCell)
    place = boost::json::array{cell / static_cast<sim::Cell>(board.cols),
                               cell % static_cast<sim::Cell>(board.cols)};
  return {{"rule", sim::name_of(first.rule)}, {"cell", std::move(place)}};
}

}  // namespace sapper::experiments::minesweeper

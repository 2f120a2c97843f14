#include "experiments/kinds/minesweeper/config/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>

#include "experiments/config/settings_json.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_list.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

// [FirstClick::Cell] but `given` and `numbered`.
constexpr std::array<std::string_view, 5> kPlaces{"corner", "center", "strategy", "all", "board"};

void read_first_cell(const json::Node& node, FirstClick& first) {
  if (node.is(json::Kind::number)) {
    first.cell = FirstClick::Cell::numbered;
    first.number = static_cast<sim::Cell>(node.as_whole(0, sim::Graph::kMaxCells - 1));
    return;
  }
  if (node.is(json::Kind::array)) {
    constexpr sim::BoardSize kLargest{sim::Grid::kMaxSide, sim::Grid::kMaxSide};
    if (const std::vector<json::Node> numbers = node.items(); numbers.size() == 3) {
      const auto at = [&](std::size_t i) {
        return static_cast<int>(numbers[i].as_whole(0, sim::Grid::kMaxSide - 1));
      };
      first = {first.rule, FirstClick::Cell::given, at(1), at(2), at(0)};
      return;
    }
    const auto [row, col] = sim::row_col_of(
        kLargest, read_cell(node, kLargest,
                            "expected [row, col], in layers [layer, row, col], all from 0; of a graph "
                            "a cell's number"));
    first = {first.rule, FirstClick::Cell::given, row, col};
    return;
  }
  first.cell = static_cast<FirstClick::Cell>(node.as_choice(kPlaces, "[row, col] or a place"));
}

// A first click, and the node of its cell, for errors.
struct FirstClickEntry {
  FirstClick first;
  std::optional<json::Node> cell;
};

FirstClickEntry read_first_click(const json::Node& node) {
  FirstClickEntry entry;
  if (node.is(json::Kind::string)) {
    const std::string_view name = node.text();
    for (const auto& [key, names] :
         {std::pair("cell", std::vector<std::string_view>(kPlaces.begin(), kPlaces.end())),
          {"rule", names_in(sim::kFirstClickRules)}})
      if (std::find(names.begin(), names.end(), name) != names.end())
        node.fail_value(fmt::format("expected an object: {{\"{}\": \"{}\"}}", key, name));
  }
  node.expect_object({"rule", "cell"});
  if (const auto rule = node.find("rule"))
    entry.first.rule = rule->as_row(sim::kFirstClickRules, "a first-click rule").rule;
  entry.first.cell = usual_first_cell(entry.first.rule);
  entry.cell = node.find("cell");
  if (entry.cell) read_first_cell(*entry.cell, entry.first);
  return entry;
}

// The default: of boards whose lines have a first dig, that one.
FirstClick usual_first_click(const std::vector<BoardEntry>& entries) {
  const BoardEntry* with_own = nullptr;
  for (const BoardEntry& entry : entries) {
    if (!entry.first_rule) continue;
    if (with_own != nullptr && *entry.first_rule != *with_own->first_rule)
      entry.entry.fail(fmt::format(
          " was drawn under the first-click rule {}, but {} under {}; expected \"first_click\": {{\"rule\": "
          "..., \"cell\": \"board\"}}",
          sim::name_of(*entry.first_rule), with_own->entry.path(), sim::name_of(*with_own->first_rule)));
    with_own = &entry;
  }
  return with_own == nullptr ? FirstClick{} : FirstClick{*with_own->first_rule, FirstClick::Cell::board};
}

// The usual cell is each board's own where one is a graph, which has no centre.
void take_own_cells(const std::vector<BoardEntry>& entries, std::vector<FirstClickEntry>& first_clicks) {
  if (std::ranges::none_of(entries, [](const BoardEntry& entry) { return entry.board.is_graph(); })) return;
  for (FirstClickEntry& click : first_clicks)
    if (!click.cell) click.first.cell = FirstClick::Cell::board;
}

// Empty without the key.
std::vector<FirstClickEntry> read_first_clicks(const json::Node& root) {
  const auto node = root.find("first_click");
  if (!node) return {};
  std::vector<FirstClickEntry> entries;
  std::set<std::tuple<sim::FirstClickRule, FirstClick::Cell, int, int, std::optional<int>, sim::Cell>> seen;
  for (const json::Node& item : node->items_or_itself()) {
    const FirstClick& first = entries.emplace_back(read_first_click(item)).first;
    if (!seen.emplace(first.rule, first.cell, first.row, first.col, first.layer, first.number).second)
      fail_twice(item);
  }
  return entries;
}

std::vector<solvers::StrategyChoice> read_strategies(const json::Node& root) {
  const auto list = root.find("strategies");
  if (!list) return {solvers::StrategyChoice(solvers::default_strategy())};
  std::vector<solvers::StrategyChoice> strategies;
  for (const json::Node& node : player_items(*list)) {
    auto read = read_choice<solvers::StrategyChoice>(node, players(), "the name of a strategy");
    for (const solvers::StrategyChoice& other : strategies)
      if (other.label == read.label)
        node.fail(
            fmt::format(" has the label \"{}\", which is already in the list; give the strategy only once, "
                        "with other settings, or under another \"label\"",
                        read.label));
    strategies.push_back(std::move(read));
  }
  return strategies;
}

// Boards are duplicates if they have the same label too: a list may contain both a level and its numbers given explicitly.
void refuse_duplicates(const std::vector<BoardEntry>& entries) {
  std::map<std::tuple<std::uint64_t, std::string_view, std::string_view, Guessing>, std::size_t> seen;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Board& board = entries[i].board;
    // Lattices are known by their names.
    const std::string_view file = board.graph_board && !board.is_graph() ? "" : std::string_view(board.file);
    const auto [place, is_new] = seen.try_emplace({key_of(board), board.level, file, board.guessing}, i);
    if (is_new) continue;
    const BoardEntry& first = entries[place->second];
    if (board.asked_density && first.board.asked_density &&
        *board.asked_density != *first.board.asked_density)
      entries[i].entry.fail(
          fmt::format(" gives the board {} twice: the densities {} and {} both give {} mines there; each "
                      "board may appear only once",
                      name_of(board), *first.board.asked_density, *board.asked_density, board.mines));
    const std::string first_path = first.entry.path();
    entries[i].entry.fail(fmt::format(" gives the board {} twice{}; each board may appear only once",
                                      name_of(board),
                                      first_path == entries[i].entry.path() ? "" : ", after " + first_path));
  }
}

// Whether boards that have the value have several; value_of: a board's, nullopt if it has none.
template <class ValueOf>
bool has_several(const std::vector<Board>& boards, ValueOf value_of) {
  decltype(value_of(boards.front())) first;
  for (const Board& board : boards) {
    const auto value = value_of(board);
    if (!value) continue;
    if (!first) first = value;
    if (*value != *first) return true;
  }
  return false;
}

void find_varying(Config& config) {
  const auto varies = [&](auto value_of) { return has_several(config.boards, value_of); };
  // Of boards with rows and columns.
  const auto in_rows = [](auto value_of) {
    return [value_of](const Board& board) {
      return board.is_graph() ? std::nullopt : std::optional(value_of(board));
    };
  };
  config.varying = {.rows = varies(in_rows([](const Board& board) { return board.rows; })),
                    .cols = varies(in_rows([](const Board& board) { return board.cols; })),
                    .layers = varies([](const Board& board) { return board.layers(); }),
                    .cells = varies([](const Board& board) {
                      return board.is_graph() ? std::optional(board.cell_count()) : std::nullopt;
                    }),
                    .mines = varies([](const Board& board) { return std::optional(board.mines); }),
                    .topology = varies(in_rows([](const Board& board) { return topology_text(board); })),
                    .shape = varies([](const Board& board) {
                      return board.graph_board && !board.file.empty() ? std::optional(board.graph_board->hash)
                                                                      : std::nullopt;
                    }),
                    .name = varies([](const Board& board) {
                      return std::optional(std::tuple(board.level, board.file, board.guessing));
                    })};
}

void check_first_clicks(const Config& config, const std::vector<BoardEntry>& boards,
                        const std::vector<FirstClickEntry>& first_clicks, const json::Node& list) {
  const std::size_t plays_each = config.reveals.size() * config.motions.size() * config.strategies.size();
  std::size_t plays = 0;
  for (const BoardEntry& board : boards)
    for (const FirstClickEntry& entry : first_clicks) {
      plays += check_first_click(board, entry.first, entry.cell) * plays_each;
      if (plays > kMaxSweepCells)
        list.fail(
            fmt::format(" x first clicks x reveals x motions x strategies expands to at least {} runs; at "
                        "most {} are allowed",
                        plays, kMaxSweepCells));
    }
  check_comparisons(list, plays / config.strategies.size(), config.strategies.size());
}

void refuse_unplayable(const Config& config, const std::vector<BoardEntry>& entries) {
  for (const solvers::StrategyChoice& strategy : config.strategies) {
    const solvers::StrategyEntry& entry = *strategy.entry;
    if (!entry.refusal && !entry.refusal_on_graph && entry.make_on_graph != nullptr) continue;
    for (const Case& played : config.cases) {
      const Board& board = config.boards[played.board];
      if (board.graph_board && board.graph_board->graph == nullptr)
        continue;  // not played: its file is missing
      if (const auto reason = config.refusal_of(strategy, played))
        entries[played.board].entry.fail(
            fmt::format(": {} cannot play {}: {}", strategy.label, name_of(board), *reason));
    }
  }
}

bj::value first_cell_json(const FirstClick& first) {
  if (first.cell == FirstClick::Cell::numbered) return first.number;
  if (first.cell != FirstClick::Cell::given) return bj::string(kPlaces[static_cast<std::size_t>(first.cell)]);
  if (first.layer) return bj::array{*first.layer, first.row, first.col};
  return bj::array{first.row, first.col};
}

bj::value first_click_json(const FirstClick& first) {
  return bj::object{{"rule", sim::name_of(first.rule)}, {"cell", first_cell_json(first)}};
}

// A single value as itself, several as a list.
template <class Values, class ToJson>
bj::value one_or_list(const Values& values, ToJson to_json) {
  if (values.size() == 1) return to_json(values.front());
  bj::array list;
  for (const auto& value : values) list.push_back(to_json(value));
  return list;
}

}  // namespace

sim::GameRules Config::rules_of(const Case& played) const {
  sim::GameRules rules = minesweeper::rules_of(boards[played.board], played.first_click);
  rules.reveal = played.reveal;
  rules.motion = played.motion;
  return rules;
}

sim::GraphGameRules Config::graph_rules_of(const Case& played) const {
  sim::GraphGameRules rules = minesweeper::graph_rules_of(boards[played.board], played.first_click);
  rules.reveal = played.reveal;
  rules.motion = played.motion;
  return rules;
}

std::optional<std::string> Config::refusal_of(const solvers::StrategyChoice& strategy,
                                              const Case& played) const {
  return boards[played.board].graph_board ? strategy.refusal(graph_rules_of(played))
                                          : strategy.refusal(rules_of(played));
}

std::vector<std::string> Config::labels() const {
  std::vector<std::string> labels;
  for (const solvers::StrategyChoice& strategy : strategies) labels.push_back(strategy.label);
  return labels;
}

std::vector<Case> expand_cases(const Config& config) {
  std::vector<Case> cases;
  for (std::size_t board = 0; board < config.boards.size(); ++board)
    for (const FirstClick& first : config.first_clicks)
      for (const sim::Cell cell : first_cells_on(config.boards[board], first))
        for (const sim::Reveal reveal : config.reveals)
          for (const sim::MineMotion motion : config.motions)
            cases.push_back({board, first.rule, cell, reveal, motion});
  return cases;
}

std::string refusal_to_judge(const Config& config, const Case& played) {
  const Board& board = config.boards[played.board];
  sim::GameRules rules;  // of which these matter, on boards of any kind
  rules.motion = played.motion;
  rules.fixed_mines = board.fixed_mines;
  return refusal_to_judge(rules, board.guessing);
}

std::string refusal_to_judge(const Config& config) {
  for (std::size_t board = 0; board < config.boards.size(); ++board)
    for (const sim::MineMotion motion : config.motions)
      if (const std::string reason = refusal_to_judge(config, {.board = board, .motion = motion});
          !reason.empty())
        return fmt::format("{}: {}", name_of(config.boards[board]), reason);
  return {};
}

CaseProperties properties_of(const Config& config, std::size_t case_number) {
  using Role = CaseProperty::Role;
  const Case& played = config.cases[case_number];
  const Board& board = config.board_of(case_number);
  const auto& varying = config.varying;
  CaseProperties properties;
  if (!board.level.empty())
    properties.push_back({"level", bj::value(board.level), Role::name, varying.name, board.level});
  if ((!board.file.empty() && !board.graph_board) || board.fixed_mines)
    properties.push_back({"file",
                          board.file.empty() || board.graph_board ? bj::value() : bj::value(board.file),
                          Role::name, varying.name, layout_text(board)});
  if (board.is_graph()) {
    properties.push_back({.name = "graph",
                          .value = bj::value(board.file),
                          .role = Role::name,
                          .varies = varying.name,
                          .text = {},
                          .heading = file_text(board)});
    properties.push_back(
        {"cells", bj::value(board.cell_count()), Role::board, varying.cells, shape_text(board)});
  } else {
    properties.push_back({"rows", bj::value(board.rows), Role::board, varying.rows, shape_text(board)});
    properties.push_back({"cols", bj::value(board.cols), Role::board, varying.cols, {}});
    if (const auto layers = board.layers())
      properties.push_back({"layers", bj::value(*layers), Role::board, varying.layers, {}});
  }
  properties.push_back({"mines", bj::value(board.mines), Role::measure, varying.mines,
                        fmt::format("{} mine{}", board.mines, board.mines == 1 ? "" : "s")});
  properties.push_back({"density", bj::value(json::rounded(board.density())), Role::axis,
                        varying.mines || varying.rows || varying.cells, "mine density (%)", 100});
  if (!board.is_graph())
    properties.push_back(
        {"topology", bj::value(topology_text(board)), Role::board, varying.topology,
         board.graph_board || board.topology == sim::Topology::square ? "" : topology_text(board)});
  if (board.graph_board && !board.file.empty())
    properties.push_back({"shape",
                          bj::value(fmt::format("{:016x}", board.graph_board->hash)),
                          Role::board,
                          varying.shape,
                          {}});
  if (board.fixed_mines)
    properties.push_back(
        {"layout", bj::value(fmt::format("{:016x}", key_of(board))), Role::board, varying.name, {}});

  if (board.guessing != Guessing::allowed) {
    const NoGuessKind& kind = row_of(board.guessing);
    properties.push_back(
        {"layout", bj::value(kind.name), Role::board, varying.name, std::string(kind.title)});
  }

  const bool varies_first =
      config.first_clicks.size() > 1 ||
      std::any_of(config.first_clicks.begin(), config.first_clicks.end(),
                  [](const FirstClick& first) { return first.cell == FirstClick::Cell::all; });
  const bool is_chosen = played.first_cell == sim::kNoCell;
  const std::string place = is_chosen ? "by the strategy" : "at " + cell_words(board, played.first_cell);
  properties.push_back({"first_click", bj::value(sim::name_of(played.first_click)), Role::setting,
                        varies_first, fmt::format("{} {}", sim::name_of(played.first_click), place)});
  properties.push_back({"first_cell",
                        is_chosen ? bj::value("strategy") : cell_json(board, played.first_cell),
                        Role::setting,
                        varies_first,
                        {}});
  properties.push_back({"reveal", bj::value(sim::name_of(played.reveal)), Role::setting,
                        config.reveals.size() > 1, std::string(sim::name_of(played.reveal))});
  properties.push_back({"motion", bj::value(sim::name_of(played.motion)), Role::setting,
                        config.motions.size() > 1, fmt::format("{} mines", sim::name_of(played.motion))});
  return properties;
}

std::string name_of(const Config& config, std::size_t case_number) {
  return label_of(properties_of(config, case_number));
}

namespace {

// Keys that are meant well, but stand elsewhere or have another name.
void refuse_misplaced_keys(const json::Node& root) {
  const auto motion = root.find("mines");
  if (motion && !motion->is(json::Kind::number))
    motion->fail(
        " has been called \"motion\" since sapper-report/2; expected \"motion\": \"fixed\" or \"moving\"");
  for (const std::string_view key : {"size", "rows", "cols", "layers", "mines", "density", "level", "graph"})
    if (const auto node = root.find(key))
      node->fail(" belongs to a board; expected \"boards\": [{\"rows\": 9, \"cols\": 9, \"mines\": 10}]");
}

// The games to judge; InputError if there are cases whose games cannot be.
std::uint64_t read_judged_games(const json::Node& root, const ConfigOverrides& overrides,
                                const Config& config) {
  const auto node = root.find("judge");
  std::uint64_t games = node ? node->as_whole(0, kMaxGames) : 0;
  if (overrides.judged_games) games = *overrides.judged_games;
  if (games == 0) return 0;
  const std::string refusal = refusal_to_judge(config);
  if (refusal.empty()) return games;
  if (!overrides.judged_games) node->fail(": " + refusal);
  throw InputError("--judge: " + refusal);
}

}  // namespace

Config read_config(const json::Document& document, const std::filesystem::path& folder,
                   const ConfigOverrides& overrides) {
  const json::Node root(document);
  if (root.is(json::Kind::object)) refuse_misplaced_keys(root);
  root.expect_object(with_common_keys(
      {"boards", "topology", "files", "first_click", "reveal", "motion", "strategies", "judge"}));
  Config config;
  static_cast<CommonConfig&>(config) = read_common_config(root, document, overrides);
  config.policy = overrides.policy;
  config.folder = folder;
  std::vector<FirstClickEntry> first_clicks = read_first_clicks(root);
  const std::size_t first_click_count = std::max<std::size_t>(first_clicks.size(), 1);
  config.reveals = read_values(root, "reveal", "a way to open", sim::kReveals, &sim::RevealRow::reveal,
                               std::move(config.reveals));
  config.motions = read_values(root, "motion", "what the mines do", sim::kMineMotions,
                               &sim::MineMotionRow::motion, std::move(config.motions));
  config.strategies = read_strategies(root);

  const json::Node list = root.need("boards");
  std::vector<BoardEntry> entries = expand_boards(
      root, folder,
      config.strategies.size() * first_click_count * config.reveals.size() * config.motions.size());
  refuse_duplicates(entries);
  if (first_clicks.empty()) first_clicks.push_back({usual_first_click(entries), {}});
  take_own_cells(entries, first_clicks);
  config.first_clicks.clear();
  for (const FirstClickEntry& entry : first_clicks) config.first_clicks.push_back(entry.first);
  config.boards.reserve(entries.size());
  for (const BoardEntry& entry : entries) config.boards.push_back(entry.board);
  find_varying(config);
  check_first_clicks(config, entries, first_clicks, list);
  if (config.stop && config.stop->needs_risks()) {
    const json::Node stop = root.need("stop");
    const json::Node estimate =
        config.stop->sprt ? stop.need("sprt").need("difference") : stop.need("interval");
    for (const BoardEntry& entry : entries)
      if (!predicts_losses(entry.board))
        estimate.fail_value(fmt::format("the risks {} {} are those of {}; expected \"plain\"",
                                        entry.board.fixed_mines ? "on" : "of", entry.entry.path(),
                                        entry.board.fixed_mines
                                            ? "random layouts, but its layout is fixed"
                                            : "all layouts, but its layouts need no guess"));
  }
  if (std::find(config.motions.begin(), config.motions.end(), sim::MineMotion::moving) !=
      config.motions.end())
    for (const BoardEntry& entry : entries)
      if (entry.board.guessing != Guessing::allowed)
        entry.entry.fail(
            ": its layouts need no guess as long as the mines stay; expected \"motion\": \"fixed\"");
  config.cases = expand_cases(config);
  refuse_unplayable(config, entries);
  config.judged_games = read_judged_games(root, overrides, config);
  return config;
}

bj::object to_json(const Config& config) {
  bj::object object = common_config_head(config, kKindOfGame);
  bj::array boards;
  boards.reserve(config.boards.size());
  for (const Board& board : config.boards) {
    bj::object entry = to_json(board);
    if (board.fixed_mines) {
      bj::array mines;
      for (const sim::Cell mine : *board.fixed_mines) mines.push_back(cell_json(board, mine));
      entry["layout"] = std::move(mines);
    }
    boards.push_back(std::move(entry));
  }
  object["boards"] = std::move(boards);
  if (bj::object files = files_json(config.boards); !files.empty()) object["files"] = std::move(files);
  object["first_click"] =
      one_or_list(config.first_clicks, [](const FirstClick& first) { return first_click_json(first); });
  const auto name_json = [](auto value) -> bj::value { return bj::string(sim::name_of(value)); };
  object["reveal"] = one_or_list(config.reveals, name_json);
  object["motion"] = one_or_list(config.motions, name_json);
  bj::array strategies;
  for (const solvers::StrategyChoice& strategy : config.strategies)
    strategies.push_back(settings_to_json(strategy.entry->name, strategy.settings, strategy.label));
  object["strategies"] = std::move(strategies);
  if (config.judged_games > 0) object["judge"] = config.judged_games;
  add_common_config_tail(config, object);
  return object;
}

bj::object first_click_json(const Config& config, const Case& played) {
  bj::value place = "strategy";
  if (played.first_cell != sim::kNoCell) place = cell_json(config.boards[played.board], played.first_cell);
  return {{"rule", sim::name_of(played.first_click)}, {"cell", std::move(place)}};
}

}  // namespace sapper::experiments::minesweeper

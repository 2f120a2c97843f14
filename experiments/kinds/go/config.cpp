#include "experiments/kinds/go/config.hpp"

#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "experiments/config/settings_json.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::GameEnd;
using sim::go::Scoring;

constexpr std::array kScorings{Scoring::area, Scoring::majority};
constexpr std::array kEnds{GameEnd::settled, GameEnd::passes};

template <class Value, std::size_t kCount>
Value read_named(const json::Node& root, std::string_view key, const std::array<Value, kCount>& values,
                 std::string_view what, Value fallback) {
  const auto node = root.find(key);
  if (!node) return fallback;
  std::array<std::string_view, kCount> names;
  for (std::size_t i = 0; i < kCount; ++i) names[i] = name_of(values[i]);
  return values[node->as_choice(names, what)];
}

int read_komi(const json::Node& node) {
  const double komi = node.as_number(-sim::go::kMaxKomi, sim::go::kMaxKomi);
  const int halves = static_cast<int>(2 * komi);
  if (halves != 2 * komi) node.fail_value("expected a multiple of 0.5");
  return halves;
}

std::vector<Board> read_boards(const json::Node& list, std::uint64_t strategy_count) {
  std::vector<Board> boards;
  std::set<std::pair<int, int>> seen;
  for (const json::Node& entry : list.nonempty_items()) {
    entry.expect_object({"size", "komi"});
    const std::vector<json::Node> sizes = entry.need("size").items_or_itself();
    const std::vector<json::Node> komis = entry.need("komi").items_or_itself();
    if ((boards.size() + sizes.size() * komis.size()) * strategy_count > kMaxSweepCells)
      entry.fail(fmt::format(" expands the sweep to more than {} runs", kMaxSweepCells));
    for (const json::Node& size : sizes) {
      for (const json::Node& komi : komis) {
        const Board board{static_cast<int>(size.as_whole(1, sim::go::kMaxSize)), read_komi(komi)};
        if (!seen.emplace(board.size, board.komi_halves).second)
          entry.fail(
              fmt::format(" gives the board {} twice; each board may appear only once", name_of(board)));
        boards.push_back(board);
      }
    }
  }
  check_comparisons(list, boards.size(), strategy_count);
  return boards;
}

solvers::go::PlayerChoice read_player(const json::Node& node) {
  return read_choice<solvers::go::PlayerChoice>(node, solvers::go::players(), "the name of a Go player");
}

Pairing read_pairing(const json::Node& node) {
  if (node.is(json::Kind::object) && (node.find("black") || node.find("white"))) {
    node.expect_object({"black", "white", "label"});
    Pairing pairing{read_player(node.need("black")), read_player(node.need("white")), {}};
    const std::string& black = pairing.black.label;
    const std::string& white = pairing.white.label;
    const auto label = node.find("label");
    pairing.label = label ? read_label(*label) : black == white ? black : black + " vs " + white;
    return pairing;
  }
  solvers::go::PlayerChoice both = read_player(node);
  return {both, both, both.label};
}

std::vector<Pairing> read_strategies(const json::Node& root) {
  const auto list = root.find("strategies");
  const solvers::go::PlayerChoice random = solvers::go::player_named("random");
  if (!list) return {{random, random, random.label}};
  std::vector<Pairing> strategies;
  for (const json::Node& entry : player_items(*list)) {
    Pairing pairing = read_pairing(entry);
    const bool is_there = std::any_of(strategies.begin(), strategies.end(),
                                      [&](const Pairing& other) { return other.label == pairing.label; });
    if (is_there) entry.fail(fmt::format(" is {}, a duplicate; each may appear only once", pairing.label));
    strategies.push_back(std::move(pairing));
  }
  return strategies;
}

boost::json::value to_json(const solvers::go::PlayerChoice& player, const std::string& label) {
  return settings_to_json(player.entry->name, player.settings, label);
}

boost::json::value to_json(const Pairing& pairing) {
  const auto& [black, white, label] = pairing;
  if (black.entry == white.entry && black.settings == white.settings) return to_json(black, label);
  return boost::json::object{
      {"black", to_json(black, black.name())}, {"white", to_json(white, white.name())}, {"label", label}};
}

}  // namespace

std::string name_of(const Board& board) {
  return fmt::format("{0} x {0}, komi {1}", board.size, sim::go::halves_to_text(board.komi_halves));
}

boost::json::object to_json(const Board& board) {
  return {{"size", board.size}, {"komi", board.komi_halves / 2.0}};
}

std::vector<std::string> Config::labels() const {
  std::vector<std::string> labels;
  for (const Pairing& pairing : strategies) labels.push_back(pairing.label);
  return labels;
}

Config read_config(const json::Document& document, const ConfigOverrides& overrides) {
  const json::Node root(document);
  root.expect_object(with_common_keys({"boards", "scoring", "end", "strategies"}));
  Config config;
  static_cast<CommonConfig&>(config) = read_common_config(root, document, overrides);
  config.scoring = read_named(root, "scoring", kScorings, "a way of scoring", config.scoring);
  config.end = read_named(root, "end", kEnds, "what ends a game", config.end);
  config.strategies = read_strategies(root);
  config.boards = read_boards(root.need("boards"), config.strategies.size());
  for (const Board& board : config.boards) {
    config.varies_size = config.varies_size || board.size != config.boards.front().size;
    config.varies_komi = config.varies_komi || board.komi_halves != config.boards.front().komi_halves;
  }
  return config;
}

CaseProperties properties_of(const Config& config, std::size_t case_number) {
  using Role = CaseProperty::Role;
  namespace bj = boost::json;
  const Board& board = config.boards[case_number];
  return {{"size", board.size, Role::board, config.varies_size, fmt::format("{0} x {0}", board.size)},
          {"komi", board.komi_halves / 2.0, Role::board, config.varies_komi,
           "komi " + sim::go::halves_to_text(board.komi_halves)},
          {"scoring", bj::value(name_of(config.scoring)), Role::setting, false, {}},
          {"end", bj::value(name_of(config.end)), Role::setting, false, {}}};
}

boost::json::object to_json(const Config& config) {
  boost::json::object object = common_config_head(config, kKindOfGame);
  boost::json::array boards;
  for (const Board& board : config.boards) boards.push_back(to_json(board));
  object["boards"] = std::move(boards);
  object["scoring"] = name_of(config.scoring);
  object["end"] = name_of(config.end);
  boost::json::array strategies;
  for (const Pairing& pairing : config.strategies) strategies.push_back(to_json(pairing));
  object["strategies"] = std::move(strategies);
  add_common_config_tail(config, object);
  return object;
}

}  // namespace sapper::experiments::go

#include "experiments/engine/config.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "experiments/engine/experiment.hpp"
#include "experiments/go/go_experiment.hpp"
#include "experiments/minesweeper/minesweeper_experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/tablet/tablet_experiment.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// A kind of game is its row here and its folder.
struct KindOfGame {
  std::string_view name;
  std::unique_ptr<Experiment> (*make)(const json::Document& document, const fs::path& folder,
                                      const Overrides& overrides);
};
constexpr std::array kKinds{KindOfGame{minesweeper::kKindOfGame, minesweeper::make_experiment},
                            KindOfGame{tablet::kKindOfGame, tablet::make_experiment},
                            KindOfGame{go::kKindOfGame, go::make_experiment}};

constexpr std::size_t kLongestName = 100;

// A name becomes the name of a file: nothing that would lead elsewhere or garble a terminal.
bool is_sound_name(std::string_view name) {
  if (name.empty() || name.size() > kLongestName || name.front() == '.' || name.front() == '-') return false;
  for (const char letter : name)
    if (static_cast<unsigned char>(letter) < 0x20 || letter == '/' || letter == '\\' || letter == 0x7F)
      return false;
  return true;
}

std::string read_name(const json::Node& root, const json::Document& document) {
  const auto node = root.find("name");
  if (!node) {
    const std::string stem = fs::path(document.name()).stem().string();
    return is_sound_name(stem) ? stem : "experiment";
  }
  const std::string name(node->as_string());
  if (!is_sound_name(name))
    node->fail_value(
        fmt::format("expected 1 to {} characters that can name a file, without / or \\ and not "
                    "beginning with . or -",
                    kLongestName));
  return name;
}

StopRule read_stop(const json::Node& node) {
  node.expect_object({"half_width", "min_games"});
  StopRule stop;
  const json::Node width = node.need("half_width");
  stop.half_width = width.as_number(0, 0.5);
  if (stop.half_width <= 0 || stop.half_width >= 0.5)
    width.fail_value("expected a number between 0 and 0.5, both excluded");
  if (const auto least = node.find("min_games")) stop.min_games = least->as_whole(1, kMaxGames);
  return stop;
}

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const fs::path& folder,
                                            const Overrides& overrides) {
  const json::Node root(document);
  if (!root.is(json::Kind::object)) root.fail_value("expected an object, an experiment config");
  const std::array<std::string_view, 1> schemas{kConfigSchema};
  if (!root.find("schema"))
    root.fail(fmt::format(" lacks the key \"schema\"; add the line \"schema\": \"{}\",", kConfigSchema));
  root.need("schema").as_choice(schemas, "the format of this program's configs");
  std::array<std::string_view, kKinds.size()> names;
  for (std::size_t i = 0; i < kKinds.size(); ++i) names[i] = kKinds[i].name;
  std::size_t kind = 0;
  if (const auto node = root.find("game")) kind = node->as_choice(names, "a kind of game");
  return kKinds[kind].make(document, folder, overrides);
}

}  // namespace

CommonConfig read_common_config(const json::Node& root, const json::Document& document,
                                const Overrides& overrides) {
  CommonConfig config;
  config.name = read_name(root, document);
  if (const auto seed = root.find("seed"))
    config.seed = seed->as_whole(0, std::numeric_limits<std::uint64_t>::max());
  if (const auto games = root.find("games")) config.games = games->as_whole(1, kMaxGames);
  if (overrides.seed) config.seed = *overrides.seed;
  if (overrides.games) config.games = *overrides.games;
  if (config.games < 1 || config.games > kMaxGames)
    throw InputError(
        fmt::format("--games is {}; expected a whole number from 1 to {}", config.games, kMaxGames));
  if (const auto stop = root.find("stop")) config.stop = read_stop(*stop);
  return config;
}

std::vector<std::string_view> with_common_keys(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys{"schema", "name", "game", "seed", "games"};
  keys.insert(keys.end(), own);
  keys.push_back("stop");
  return keys;
}

boost::json::object common_config_head(const CommonConfig& config, std::string_view kind_of_game) {
  return {{"schema", kConfigSchema},
          {"name", config.name},
          {"game", kind_of_game},
          {"seed", config.seed},
          {"games", config.games}};
}

void add_common_config_tail(const CommonConfig& config, boost::json::object& object) {
  if (!config.stop) return;
  object["stop"] = {{"half_width", config.stop->half_width}, {"min_games", config.stop->min_games}};
}

std::unique_ptr<Experiment> load_experiment(const fs::path& file, const Overrides& overrides) {
  return make_experiment(json::Document::read(file), file.parent_path(), overrides);
}

std::unique_ptr<Experiment> parse_experiment(std::string text, const std::string& name,
                                             const fs::path& folder, const Overrides& overrides) {
  return make_experiment(json::Document::parse(std::move(text), name), folder, overrides);
}

}  // namespace sapper::experiments

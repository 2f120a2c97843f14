#include "experiments/config/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <limits>
#include <vector>

#include "experiments/config/stop_rule.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 100;

// The name is used as a file name: nothing that leads to another folder or garbles a terminal.
bool is_sound_name(std::string_view name) {
  return !name.empty() && name.size() <= kLongestName && name.front() != '.' && name.front() != '-' &&
         name.find_first_of("/\\") == std::string_view::npos && printable(name, name.size()) == name;
}

std::string read_name(const json::Node& root, const json::Document& document) {
  const auto node = root.find("name");
  if (!node) {
    const std::string stem = fs::path(document.name()).stem().string();
    return is_sound_name(stem) ? stem : "experiment";
  }
  std::string name(node->as_string());
  if (!is_sound_name(name))
    node->fail_value(
        fmt::format("expected 1 to {} printable characters that can name a file, without / or \\ and not "
                    "starting with . or -",
                    kLongestName));
  return name;
}

std::string read_note(const json::Node& root) {
  constexpr std::size_t kLongestNote = 10'000;
  const auto node = root.find("note");
  if (!node) return {};
  std::string note(node->as_string());
  if (note.size() > kLongestNote)
    node->fail(fmt::format(" has {} bytes; at most {} are allowed", note.size(), kLongestNote));
  return note;
}

}  // namespace

CommonConfig read_common_config(const json::Node& root, const json::Document& document,
                                const ConfigOverrides& overrides) {
  CommonConfig config;
  config.name = read_name(root, document);
  config.note = read_note(root);
  if (const auto seed = root.find("seed"))
    config.seed = seed->as_whole(0, std::numeric_limits<std::uint64_t>::max());
  if (const auto games = root.find("games")) config.games = games->as_whole(1, kMaxGames);
  if (overrides.seed) config.seed = *overrides.seed;
  if (overrides.games) config.games = *overrides.games;
  config.allows_commands = overrides.allow_commands;
  if (config.games < 1 || config.games > kMaxGames)
    throw InputError(
        fmt::format("--games is {}; expected a whole number from 1 to {}", config.games, kMaxGames));
  if (const auto stop = root.find("stop")) config.stop = read_stop(*stop);
  return config;
}

std::vector<json::Node> player_items(const json::Node& list) {
  std::vector<json::Node> items = list.nonempty_items();
  if (items.size() > kMaxPlayers)
    list.fail(fmt::format(" has {} entries; at most {} are allowed", with_commas(items.size()), kMaxPlayers));
  return items;
}

void check_comparisons(const json::Node& boards, std::uint64_t cases, std::uint64_t players) {
  const std::uint64_t comparisons = cases * (players * (players - 1) / 2);
  if (comparisons > kMaxComparisons)
    boards.fail(fmt::format(" expands to {}, in which {} make {} comparisons of two; at most {} are allowed",
                            count_text(cases, "case"), count_text(players, "player"),
                            with_commas(comparisons), with_commas(kMaxComparisons)));
}

std::string refusal_of_commands(const std::vector<std::string>& commands) {
  return fmt::format("this would run {}; add --allow-commands if you trust {}: {}",
                     commands.size() == 1 ? "a program" : "programs", commands.size() == 1 ? "it" : "them",
                     fmt::join(commands, "; "));
}

std::vector<std::string_view> with_common_keys(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys{"schema", "name", kNoteKey, "game", "seed", "games"};
  keys.insert(keys.end(), own);
  keys.emplace_back("stop");
  return keys;
}

boost::json::object common_config_head(const CommonConfig& config, std::string_view kind_of_game) {
  boost::json::object object{{"schema", kConfigSchema}, {"name", config.name}};
  if (!config.note.empty()) object[kNoteKey] = config.note;
  object["game"] = kind_of_game;
  object["seed"] = config.seed;
  object["games"] = config.games;
  return object;
}

void add_common_config_tail(const CommonConfig& config, boost::json::object& object) {
  if (config.stop) object["stop"] = to_json(*config.stop);
}

}  // namespace sapper::experiments

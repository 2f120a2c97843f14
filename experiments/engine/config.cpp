#include "experiments/engine/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <limits>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 100;

// A name becomes the name of a file: nothing that would lead elsewhere or garble a terminal.
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
    node->fail_value(fmt::format(
        "expected 1 to {} characters that can name a file, all of which can be seen, without / or \\ and "
        "not beginning with . or -",
        kLongestName));
  return name;
}

// Between the two bounds, both excluded.
double read_between(const json::Node& node, double least, double most) {
  const double value = node.as_number(least, most);
  if (value <= least || value >= most)
    node.fail_value(fmt::format("expected a number between {} and {}, both excluded", least, most));
  return value;
}

constexpr std::array<std::string_view, 2> kEstimates{"plain", "adjusted"};

Sprt read_sprt(const json::Node& node) {
  node.expect_object({"strategies", "d0", "d1", "alpha", "beta", "difference"});
  const json::Node pair = node.need("strategies");
  const std::vector<json::Node> labels = pair.items();
  if (labels.size() != 2) pair.fail_value("expected the labels of two strategies");
  Sprt sprt;
  sprt.a = labels[0].as_string();
  sprt.b = labels[1].as_string();
  if (sprt.a == sprt.b) labels[1].fail_value("expected another strategy than the first");
  sprt.d0 = node.need("d0").as_number(-1, 1);
  const json::Node d1 = node.need("d1");
  sprt.d1 = d1.as_number(-1, 1);
  if (sprt.d1 <= sprt.d0)
    d1.fail_value(
        "expected a difference above d0; with the strategies the other way round it has another sign");
  if (const auto alpha = node.find("alpha")) sprt.alpha = read_between(*alpha, 0, 0.5);
  if (const auto beta = node.find("beta")) sprt.beta = read_between(*beta, 0, 0.5);
  if (const auto difference = node.find("difference"))
    sprt.is_adjusted = difference->as_choice(kEstimates, "an estimate of the difference") == 1;
  return sprt;
}

StopRule read_stop(const json::Node& node) {
  node.expect_object({"half_width", "interval", "sprt", "min_games"});
  StopRule stop;
  if (const auto sprt = node.find("sprt")) {
    for (const std::string_view key : {"half_width", "interval"})
      if (node.find(key)) node.fail(fmt::format(" has both \"sprt\" and \"{}\"; expected one of them", key));
    stop.sprt = read_sprt(*sprt);
  } else {
    stop.half_width = read_between(node.need("half_width"), 0, 0.5);
    if (const auto interval = node.find("interval"))
      stop.is_adjusted = interval->as_choice(kEstimates, "an interval of the win rate") == 1;
  }
  if (const auto least = node.find("min_games")) stop.min_games = least->as_whole(1, kMaxGames);
  return stop;
}

boost::json::object to_json(const StopRule& stop) {
  boost::json::object object;
  if (stop.sprt) {
    const Sprt& sprt = *stop.sprt;
    object["sprt"] = {{"strategies", boost::json::array{sprt.a, sprt.b}},
                      {"d0", sprt.d0},
                      {"d1", sprt.d1},
                      {"alpha", sprt.alpha},
                      {"beta", sprt.beta}};
    if (sprt.is_adjusted) object["sprt"].as_object()["difference"] = "adjusted";
  } else {
    object["half_width"] = stop.half_width;
    if (stop.is_adjusted) object["interval"] = "adjusted";
  }
  object["min_games"] = stop.min_games;
  return object;
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
  config.allows_commands = overrides.allow_commands;
  if (config.games < 1 || config.games > kMaxGames)
    throw InputError(
        fmt::format("--games is {}; expected a whole number from 1 to {}", config.games, kMaxGames));
  if (const auto stop = root.find("stop")) config.stop = read_stop(*stop);
  return config;
}

void check_stop_labels(const CommonConfig& config, const std::vector<std::string>& labels,
                       const json::Node& root) {
  if (!config.stop || !config.stop->sprt) return;
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  for (const json::Node& label : root.need("stop").need("sprt").need("strategies").items())
    label.as_choice(known, "the label of a strategy");
}

std::string refusal_of_commands(const std::vector<std::string>& commands) {
  return fmt::format("this would run {}; add --allow-commands if you trust {}: {}",
                     commands.size() == 1 ? "a program" : "programs", commands.size() == 1 ? "it" : "them",
                     fmt::join(commands, "; "));
}

std::vector<std::string_view> with_common_keys(std::initializer_list<std::string_view> own) {
  std::vector<std::string_view> keys{"schema", "name", "game", "seed", "games"};
  keys.insert(keys.end(), own);
  keys.emplace_back("stop");
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
  if (config.stop) object["stop"] = to_json(*config.stop);
}

}  // namespace sapper::experiments

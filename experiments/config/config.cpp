#include "experiments/config/config.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/json/serialize.hpp>
#include <limits>
#include <vector>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
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

namespace {

std::string described(std::string_view key, const boost::json::value* theirs,
                      const boost::json::value* ours) {
  if (!theirs) return fmt::format("it has no \"{}\"", key);
  if (!ours) return fmt::format("it has \"{}\"", key);
  if (theirs->is_array() || theirs->is_object() || ours->is_array() || ours->is_object())
    return fmt::format("its {} differ{}", key, key.ends_with('s') ? "" : "s");
  return fmt::format("its {} is {}, not {}", key, printable(boost::json::serialize(*theirs)),
                     printable(boost::json::serialize(*ours)));
}

}  // namespace

std::string difference_of(const boost::json::object& theirs, const boost::json::object& ours,
                          GameCounts games) {
  std::vector<std::string> differences;
  const auto compare = [&](std::string_view key) {
    if (key == kNoteKey || (key == "games" && games == GameCounts::ignored)) return;
    const boost::json::value* const a = theirs.if_contains(key);
    const boost::json::value* const b = ours.if_contains(key);
    if (a && b && boost::json::serialize(*a) == boost::json::serialize(*b)) return;
    differences.push_back(described(key, a, b));
  };
  for (const auto& member : ours) compare(member.key());
  for (const auto& member : theirs)
    if (!ours.contains(member.key())) compare(member.key());
  if (differences.empty()) return {};
  if (differences.size() == 1) return differences.front();
  return fmt::format("{}, and {} more", differences.front(),
                     count_text(differences.size() - 1, "difference"));
}

namespace {

// A number between the two bounds, both excluded.
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
  if (sprt.a == sprt.b) labels[1].fail_value("must differ from the first");
  sprt.d0 = node.need("d0").as_number(-1, 1);
  const json::Node d1 = node.need("d1");
  sprt.d1 = d1.as_number(-1, 1);
  if (sprt.d1 <= sprt.d0)
    d1.fail_value("expected a difference above d0; swapping the strategies changes its sign");
  if (const auto alpha = node.find("alpha")) sprt.alpha = read_between(*alpha, 0, 0.5);
  if (const auto beta = node.find("beta")) sprt.beta = read_between(*beta, 0, 0.5);
  if (const auto difference = node.find("difference"))
    sprt.is_adjusted = difference->as_choice(kEstimates, "an estimate of the difference") == 1;
  return sprt;
}

}  // namespace

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

void check_stop_labels(const std::optional<StopRule>& stop, const std::vector<std::string>& labels,
                       const json::Node& root) {
  if (!stop || !stop->sprt) return;
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  for (const json::Node& label : root.need("stop").need("sprt").need("strategies").items())
    label.as_choice(known, "the label of a strategy");
}

std::uint64_t next_look(const StopRule& stop, std::uint64_t games) {
  std::uint64_t look = stop.min_games;
  while (look <= games) look += std::max<std::uint64_t>(1, look / 20);
  return look;
}

bool is_look(const StopRule& stop, std::uint64_t games) {
  return games >= stop.min_games && next_look(stop, games - 1) == games;
}

bool is_met(const StopRule& stop, const StopEvidence& evidence) {
  if (!stop.sprt) return evidence.half_width <= stop.half_width;
  return evidence.pair && accepted(*stop.sprt, *evidence.pair);
}

std::string_view stopped_by(const std::optional<StopRule>& stop, std::uint64_t games, std::uint64_t most) {
  if (!stop || games >= most) return "games";
  return stop->sprt ? "sprt" : "half_width";
}

}  // namespace sapper::experiments

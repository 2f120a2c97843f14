#include "experiments/commands/go_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::Scoring;
using solvers::go::PlayerKind;
using solvers::go::PlayerSpec;
using Text = std::optional<std::string>;

constexpr std::string_view kHuman = "human";

std::uint32_t read_number(std::string_view option, const Text& text, std::uint32_t most,
                          std::uint32_t fallback) {
  if (!text) return fallback;
  std::uint32_t number = 0;
  const char* const end = text->data() + text->size();
  const auto [stopped, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || stopped != end || number < 1 || number > most)
    throw InputError(fmt::format("{} is \"{}\"; a whole number from 1 to {} is needed", option, *text, most));
  return number;
}

Scoring read_scoring(const Text& text) {
  constexpr std::array<std::string_view, 2> kNames{"area", "majority"};
  if (!text || *text == kNames[0]) return Scoring::area;
  if (*text == kNames[1]) return Scoring::majority;
  throw InputError(fmt::format("--scoring is \"{}\"; {}", *text, json::suggest(*text, kNames)));
}

int read_komi(const Text& text, Scoring scoring) {
  if (!text) return scoring == Scoring::area ? 15 : 0;
  const auto halves = sim::go::parse_halves(*text);
  if (!halves)
    throw InputError(fmt::format("--komi is \"{}\"; a multiple of 0.5 from {} to {} is needed", *text,
                                 -sim::go::kMaxKomi, sim::go::kMaxKomi));
  return *halves;
}

// Who the text names; nothing for a human. `others`: the names allowed besides the players'.
std::optional<PlayerSpec> read_player(std::string_view option, const std::string& text,
                                      std::uint32_t playouts, std::vector<std::string_view> others) {
  if (std::find(others.begin(), others.end(), text) != others.end()) return std::nullopt;
  for (const solvers::go::PlayerEntry& entry : solvers::go::player_kinds()) {
    if (entry.name == text) return PlayerSpec{entry.kind, playouts};
    others.push_back(entry.name);
  }
  throw InputError(fmt::format("{} is \"{}\"; {}", option, text, json::suggest(text, others)));
}

std::uint32_t read_playouts(const GoArguments& arguments) {
  return read_number("--playouts", arguments.playouts, solvers::go::kMaxPlayouts,
                     solvers::go::kDefaultPlayouts);
}

int read_size(const GoArguments& arguments, std::uint32_t fallback) {
  return static_cast<int>(read_number("--size", arguments.size, sim::go::kMaxSize, fallback));
}

}  // namespace

GtpOptions read_gtp_options(const GoArguments& arguments) {
  GtpOptions options;
  options.size = read_size(arguments, 19);
  options.scoring = read_scoring(arguments.scoring);
  options.komi_halves = read_komi(arguments.komi, options.scoring);
  options.player = *read_player("--player", arguments.player.value_or("uct"), read_playouts(arguments), {});
  options.seed = arguments.seed;
  return options;
}

GoPlayOptions read_play_options(const GoArguments& arguments) {
  GoPlayOptions options;
  options.rules.size = read_size(arguments, 9);
  options.rules.scoring = read_scoring(arguments.scoring);
  options.rules.komi_halves = read_komi(arguments.komi, options.rules.scoring);
  const std::uint32_t playouts = read_playouts(arguments);
  const std::string human(kHuman);
  options.black = read_player("--black", arguments.black.value_or(human), playouts, {kHuman});
  options.white = read_player("--white", arguments.white.value_or(human), playouts, {kHuman});
  options.seed = arguments.seed;
  return options;
}

}  // namespace sapper::experiments::go

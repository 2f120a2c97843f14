#include "experiments/commands/go_options.hpp"

#include <fmt/format.h>

#include "experiments/support/errors.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::Scoring;
using solvers::go::PlayerKind;

constexpr int kAreaKomiHalves = 15;
constexpr int kMajorityKomiHalves = 0;

Value komi_value(std::optional<int>& target) {
  Value value;
  value.read = [&target](const std::string& name, const std::string& text) {
    target = sim::go::parse_halves(text);
    if (!target)
      throw InputError(fmt::format("{} is \"{}\"; expected a multiple of 0.5 from {} to {}", name, text,
                                   -sim::go::kMaxKomi, sim::go::kMaxKomi));
  };
  return value;
}

}  // namespace

int GoSettings::komi() const {
  return komi_halves.value_or(scoring == Scoring::area ? kAreaKomiHalves : kMajorityKomiHalves);
}

void add_settings(Syntax& syntax, GoSettings& settings) {
  syntax.option("--size", "N", "the board's side", whole_number(settings.size, 1, sim::go::kMaxSize));
  syntax.option("--komi", "K", "points that White gets, a multiple of 0.5", komi_value(settings.komi_halves),
                "7.5 for area, 0 for majority");
  syntax.option(
      "--scoring", "NAME", "how a game is scored",
      choice(settings.scoring, Choices<Scoring>{{"area", Scoring::area}, {"majority", Scoring::majority}}));
  syntax.option("--playouts", "N", "random games per move of uct",
                whole_number(settings.playouts, 1, solvers::go::kMaxPlayouts));
}

void add_player(Syntax& syntax, const std::string& name, const std::string& help,
                std::optional<PlayerKind>& player, Humans humans) {
  Choices<std::optional<PlayerKind>> choices;
  if (humans == Humans::yes) choices.emplace_back("human", std::nullopt);
  for (const solvers::go::PlayerEntry& entry : solvers::go::player_kinds())
    choices.emplace_back(std::string(entry.name), entry.kind);
  syntax.option(name, "NAME", help, choice(player, choices));
}

}  // namespace sapper::experiments::go

#include "experiments/commands/go_options.hpp"

#include <fmt/format.h>

#include <string>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {

using sim::go::Scoring;

int GoSettings::komi() const { return komi_halves.value_or(scoring == Scoring::area ? 15 : 0); }

void add_settings(CommandSyntax& syntax, GoSettings& settings) {
  syntax.option("--size", "N", "the board's side", whole_number(settings.size, 1, sim::go::kMaxSize));
  const auto read_komi = [&](const std::string& name, const std::string& text) {
    settings.komi_halves = sim::go::parse_halves(text);
    if (!settings.komi_halves)
      throw InputError::in_value(
          name, text,
          fmt::format("expected a multiple of 0.5 from {} to {}", -sim::go::kMaxKomi, sim::go::kMaxKomi));
  };
  syntax.option("--komi", "K", "points that White gets, a multiple of 0.5", {.read = read_komi},
                "7.5 for area, 0 for majority");
  syntax.option(
      "--scoring", "NAME", "how a game is scored",
      choice(settings.scoring, Choices<Scoring>{{"area", Scoring::area}, {"majority", Scoring::majority}}));
  syntax.option("--playouts", "N", "random games per move of uct",
                whole_number(settings.playouts, 1, solvers::go::kMaxPlayouts));
}

void add_player(CommandSyntax& syntax, const std::string& name, const std::string& help,
                const solvers::go::PlayerEntry*& player, HumanPlayers humans) {
  Choices<const solvers::go::PlayerEntry*> choices;
  if (humans == HumanPlayers::yes) choices.emplace_back("human", nullptr);
  for (const solvers::go::PlayerEntry& entry : solvers::go::players())
    choices.emplace_back(std::string(entry.name), &entry);
  syntax.option(name, "NAME", help, choice(player, choices));
}

}  // namespace sapper::experiments::go

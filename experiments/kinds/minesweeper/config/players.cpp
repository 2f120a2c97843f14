#include "experiments/kinds/minesweeper/config/players.hpp"

#include <array>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/support/text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using solvers::Parameter;
using solvers::Settings;
using solvers::Strategy;
using solvers::StrategyEntry;

constexpr std::string_view kProgram = "external";
constexpr std::string_view kPolicy = "policy";

// The reaction to a wrong answer, a late answer or a crash.
constexpr std::array<std::string_view, 2> kOnFailure{"stop", "lose"};

constexpr std::array kExternalParameters{
    Parameter::texts("command", 1, 1000, "the program and its arguments, started in the config's folder"),
    Parameter::number("timeout_s", 0.001, 86400, 10, "the most seconds that an answer may take"),
    Parameter::choice("on_failure", kOnFailure, 0,
                      "what happens after a wrong or late answer or a crash: stop the run, or lose the game"),
    Parameter::numbers("settings", 100, "numbers by name that the program is told with each case")
        .added_later(),
};

// Made is Strategy or GraphStrategy.
template <class Made, class Rules>
std::unique_ptr<Made> refuse_to_make(const Rules&, const Settings&) {
  throw std::invalid_argument(
      "the strategy \"external\" is a separate program, which cannot be started here");
}

template <class Rules>
std::optional<std::string> external_refusal(const Rules&, const Settings& settings) {
  if (!settings.texts("command").empty()) return std::nullopt;
  return "it has no command to run";
}

// The reaction to a dig of a shown cell.
constexpr std::array<std::string_view, 2> kOnWrongDig{"stop", "lose"};

constexpr std::array kPolicyParameters{
    Parameter::choice("on_failure", kOnWrongDig, 0,
                      "what happens after a dig of a shown cell: stop the run, or lose the game"),
};

template <class Made, class Rules>
std::unique_ptr<Made> refuse_to_call(const Rules&, const Settings&) {
  throw std::invalid_argument("the strategy \"policy\" is a function, which cannot be called here");
}

std::vector<StrategyEntry> list_players() {
  const std::span<const StrategyEntry> built_in = solvers::strategies();
  std::vector<StrategyEntry> all(built_in.begin(), built_in.end());
  all.push_back({.name = kProgram,
                 .description = "your own program, over JSON lines; see data/players/PROTOCOL.md",
                 .make = refuse_to_make<Strategy>,
                 .parameters = kExternalParameters,
                 .refusal = external_refusal,
                 .make_on_graph = refuse_to_make<solvers::GraphStrategy>,
                 .refusal_on_graph = external_refusal});
  all.push_back({.name = kPolicy,
                 .description = "a function of Python, such as a trained network, passed to sapper.evaluate",
                 .make = refuse_to_call<Strategy>,
                 .parameters = kPolicyParameters,
                 .make_on_graph = refuse_to_call<solvers::GraphStrategy>});
  return all;
}

}  // namespace

std::span<const StrategyEntry> players() {
  static const std::vector<StrategyEntry> all = list_players();
  return all;
}

const StrategyEntry* find_entry(std::string_view name) { return sim::find_named(players(), name); }

bool is_program(const StrategyEntry& entry) { return entry.name == kProgram; }
bool is_policy(const StrategyEntry& entry) { return entry.name == kPolicy; }
bool is_outside(const StrategyEntry& entry) { return is_program(entry) || is_policy(entry); }

}  // namespace sapper::experiments::minesweeper

// `sapper validate CONFIG`: says what would run, or throws InputError for what is wrong; runs nothing.
#include <fmt/format.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/locale.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

struct ValidateOptions {
  std::filesystem::path config;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint64_t> games;
};

std::string describe(const StopRule& stop) {
  const std::string least = fmt::format("after {} at least", counted(stop.min_games, "game"));
  if (stop.sprt)
    return fmt::format(
        "  a case stops early once a test tells whether {} less {} wins {} or {} of the games ({})\n",
        stop.sprt->a, stop.sprt->b, stop.sprt->d0, stop.sprt->d1, least);
  return fmt::format("  a case stops early once its {}win rates are known to {} {} ({})\n",
                     stop.is_adjusted ? "adjusted " : "", plus_minus(), stop.half_width, least);
}

// Up to 10^6 cells of 10^12 games: fits 64 bits.
std::string describe(const Experiment& experiment) {
  const CommonConfig& common = experiment.common();
  const std::size_t plays = experiment.labels().size();
  const std::uint64_t cells = experiment.case_count() * plays;
  std::string text = fmt::format("{} is valid.\n", common.name) + experiment.outline();
  if (common.stop) text += describe(*common.stop);
  return text + fmt::format("  seed {}\n{} x {} = {}; {} each, {} in all\n", common.seed,
                            counted(experiment.case_count(), "case"),
                            plays == 1 ? "1 strategy" : fmt::format("{} strategies", plays),
                            counted(cells, "cell"), counted(common.games, "game"),
                            counted(cells * common.games, "game"));
}

int validate(const ValidateOptions& options) {
  const auto experiment = load_experiment(options.config, {options.seed, options.games});
  print(describe(*experiment));
  return 0;
}

Action declare_validate(Syntax& syntax) {
  const auto options = std::make_shared<ValidateOptions>();
  syntax.argument("CONFIG", "the experiment (sapper-config/1)", path(options->config));
  add_overrides(syntax, options->seed, options->games);
  return [options] { return validate(*options); };
}

}  // namespace

Command validate_command() {
  return {.name = "validate",
          .summary = "say what a config would run, or what is wrong with it",
          .examples = {"sapper validate data/experiments/classic.json"},
          .declare = declare_validate};
}

}  // namespace sapper::experiments

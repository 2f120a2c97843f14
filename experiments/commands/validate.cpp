#include "experiments/commands/validate.hpp"

#include <fmt/format.h>

#include "experiments/commands/console.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

// Up to 10^6 cells of 10^12 games: fits 64 bits.
std::string describe(const Experiment& experiment) {
  const CommonConfig& common = experiment.common();
  const std::size_t plays = experiment.labels().size();
  const std::uint64_t cells = experiment.case_count() * plays;
  std::string text = fmt::format("{} is valid.\n", common.name) + experiment.outline();
  if (common.stop)
    text +=
        fmt::format("  a case stops early once its win rates are known to ± {} (after {} games at least)\n",
                    common.stop->half_width, with_commas(common.stop->min_games));
  return text +
         fmt::format("  seed {}\n{} case{} x {} strateg{} = {} cell{}; {} games each, {} games in all\n",
                     common.seed, with_commas(experiment.case_count()),
                     experiment.case_count() == 1 ? "" : "s", plays, plays == 1 ? "y" : "ies",
                     with_commas(cells), cells == 1 ? "" : "s", with_commas(common.games),
                     with_commas(cells * common.games));
}

}  // namespace

int validate(const ValidateOptions& options) {
  const auto experiment = load_experiment(options.config, {options.seed, options.games});
  print(describe(*experiment));
  return 0;
}

}  // namespace sapper::experiments

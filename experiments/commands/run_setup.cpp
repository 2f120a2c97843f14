#include "experiments/commands/run_setup.hpp"

#include <fmt/format.h>

#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

RunSetup read_extension(const RunOptions& given, Shard shard) {
  if (!shard.is_whole()) throw InputError("run: --extend and --shard are mutually exclusive");
  if (given.seed)
    throw InputError("run: --extend and --seed are mutually exclusive; the seed is the report's");
  RunSetup setup;
  setup.base = load_report(*given.extend);
  const Report& base = *setup.base;
  const std::string name = given.extend->string();
  if (!base.shard.is_whole())
    throw InputError::in_file(name, "holds a shard; expected the report of a whole experiment");
  const std::shared_ptr<const Experiment> before = base.experiment;
  const Overrides overrides{given.seed, given.games, given.allow_commands};
  setup.experiment =
      given.config ? load_experiment(*given.config, overrides) : experiment_of(base, overrides);
  refuse_commands(*setup.experiment, given.config ? given.config->string() : name);
  if (const std::string difference =
          difference_of(before->config(), setup.experiment->config(), Games::ignored);
      !difference.empty())
    throw InputError::in_file(name,
                              fmt::format("belongs to a different experiment than {} ({})",
                                          printable(given.config->string(), sim::kLongestPath), difference));
  const std::uint64_t games = setup.experiment->common().games;
  if (games < before->common().games || (!given.config && !given.games && games == before->common().games))
    throw InputError::in_file(name, fmt::format("has {} already; expected --games above that",
                                                counted(before->common().games, "game")));
  if (base.build_id() != build_id() && !given.resume_anyway)
    throw InputError::in_file(
        name, fmt::format("was written by the build {}, this is {}; add --resume-anyway to extend it anyway "
                          "(the report will say so)",
                          base.build_id().empty() ? "of an earlier version" : printable(base.build_id()),
                          build_id()));
  if (const std::string changed = changed_program(base.programs(), setup.experiment->program_files());
      !changed.empty() && !given.resume_anyway)
    throw InputError::in_file(name,
                              fmt::format("{} has changed since its games were played; add "
                                          "--resume-anyway to extend it anyway (the report will say so)",
                                          changed));
  return setup;
}

}  // namespace

std::string RunSetup::usual_name() const {
  const std::string& name = experiment->common().name;
  return shard.is_whole() ? name : fmt::format("{}.shard-{}-of-{}", name, shard.number, shard.count);
}

RunSetup read_setup(const RunOptions& options) {
  check_together(options);
  const Shard shard = read_shard(options.shard);
  if (options.extend) return read_extension(options, shard);
  if (!options.config) throw InputError("run: CONFIG is missing: the experiment (sapper-config/1)");
  RunSetup setup;
  setup.shard = shard;
  setup.experiment = load_experiment(*options.config, {options.seed, options.games, options.allow_commands});
  refuse_commands(*setup.experiment, options.config->string());
  return setup;
}

}  // namespace sapper::experiments

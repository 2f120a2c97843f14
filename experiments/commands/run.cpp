#include "experiments/commands/run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <memory>

#include "experiments/commands/console.hpp"
#include "experiments/engine/checkpoint.hpp"
#include "experiments/engine/driver.hpp"
#include "experiments/engine/executor.hpp"
#include "experiments/engine/interruption.hpp"
#include "experiments/engine/progress.hpp"
#include "experiments/engine/report.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostThreads = 4096;

// CASE:GAME, both from 0.
int replay(const Experiment& experiment, const RunOptions& options) {
  const std::string& text = *options.replay;
  const auto colon = text.find(':');
  const auto refuse = [&](std::string_view part, std::uint64_t most) {
    return InputError(
        fmt::format("--replay is \"{}\"; expected CASE:GAME, with {} from 0 to {}", text, part, most));
  };
  const std::uint64_t most_case = experiment.case_count() - 1;
  const std::uint64_t most_game = experiment.common().games - 1;
  const auto case_number = sim::parse_whole_number(std::string_view(text).substr(0, colon), most_case);
  if (!case_number) throw refuse("CASE", most_case);
  const auto game = colon == std::string::npos
                        ? std::nullopt
                        : sim::parse_whole_number(std::string_view(text).substr(colon + 1), most_game);
  if (!game) throw refuse("GAME", most_game);
  print(experiment.replay(*case_number, *game, options.strategy ? &*options.strategy : nullptr));
  return 0;
}

fs::path choose_output(const Experiment& experiment, const RunOptions& options) {
  const fs::path output =
      check_output(options.output ? *options.output : fs::path(experiment.common().name + ".report.json"));
  std::error_code ignored;
  if (fs::equivalent(output, options.config, ignored))
    throw InputError::in_file(output.string(), "is the config itself; the report needs another file");
  return output;
}

Played begin_or_resume(const fs::path& checkpoint, const Experiment& experiment, const RunOptions& options) {
  std::error_code ignored;
  if (!fs::exists(checkpoint, ignored)) {
    if (options.resume && !options.quiet)
      fmt::print(stderr, "sapper: there is no {}; beginning from the first game\n", checkpoint.string());
    return Played(experiment.case_count());
  }
  if (!options.resume)
    throw InputError::in_file(
        checkpoint.string(),
        "holds an unfinished run; add --resume to go on from it, or delete it to begin anew");
  return load_checkpoint(checkpoint, experiment);
}

std::string resume_command(const RunOptions& options, const fs::path& output) {
  std::string command = fmt::format("sapper run {} -o {} --resume", shell_quoted(options.config.string()),
                                    shell_quoted(output.string()));
  if (options.seed) command += fmt::format(" --seed {}", *options.seed);
  if (options.games) command += fmt::format(" --games {}", *options.games);
  if (options.threads != 0) command += fmt::format(" --threads {}", options.threads);
  return command;
}

void check_options(const RunOptions& options) {
  if (options.threads > kMostThreads)
    throw InputError(
        fmt::format("--threads is {}; expected a whole number from 1 to {}", options.threads, kMostThreads));
  if (!std::isfinite(options.checkpoint_every_s) || options.checkpoint_every_s < 0)
    throw InputError("--checkpoint-every: expected a number of seconds, 0 or more");
  if (options.strategy && !options.replay) throw InputError("--strategy goes with --replay only");
}

}  // namespace

int run(const RunOptions& options) {
  const std::string started = now_utc();
  check_options(options);
  const std::unique_ptr<Experiment> experiment =
      load_experiment(options.config, {options.seed, options.games});
  if (options.replay) return replay(*experiment, options);

  const fs::path output = choose_output(*experiment, options);
  const fs::path checkpoint = checkpoint_of(output);
  Played played = begin_or_resume(checkpoint, *experiment, options);
  const std::size_t threads = options.threads != 0 ? options.threads : processor_count();

  const Interruption interruption;
  Progress progress(*experiment, played, options.quiet ? ProgressMode::never : options.progress);
  DriverOptions driver;
  driver.threads = threads;
  driver.checkpoint_every_s = options.checkpoint_every_s;
  driver.save_checkpoint = [&](const Played& so_far) { save_checkpoint(checkpoint, *experiment, so_far); };
  driver.report_progress = [&](std::size_t number, const Played& so_far) { progress.update(number, so_far); };
  const Outcome outcome = drive(*experiment, played, interruption.flag(), driver);
  progress.finish();

  if (outcome == Outcome::interrupted) {
    save_checkpoint(checkpoint, *experiment, played);
    fmt::print(stderr, "sapper: interrupted; what was finished is in {}. To go on:\n  {}\n",
               checkpoint.string(), resume_command(options, output));
    return 128 + interruption.signal();
  }
  write_report(output, *experiment, played, threads, started);
  std::error_code ignored;
  fs::remove(checkpoint, ignored);
  if (!options.quiet) {
    const auto tally_of = [&](std::size_t number) -> const Tally& { return *played.cases[number]; };
    print(experiment->summary(tally_of, wall_per_core_s(*experiment, played)) +
          fmt::format("{} on {} thread{}; report: {}\n", as_duration(played.wall_s), threads,
                      threads == 1 ? "" : "s", output.string()));
  }
  return 0;
}

}  // namespace sapper::experiments

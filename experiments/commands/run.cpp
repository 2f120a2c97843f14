// `sapper run CONFIG`: plays an experiment and writes its report; or plays one game of it again (`--replay`).

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "experiments/commands/command.hpp"
#include "experiments/commands/console.hpp"
#include "experiments/commands/replay_output.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/engine/checkpoint.hpp"
#include "experiments/engine/driver.hpp"
#include "experiments/engine/executor.hpp"
#include "experiments/engine/interruption.hpp"
#include "experiments/engine/progress.hpp"
#include "experiments/engine/record_file.hpp"
#include "experiments/engine/report.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_lock.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

struct RunOptions {
  std::filesystem::path config;
  std::optional<std::filesystem::path> output;  // -o; default: NAME.report.json in the current folder
  unsigned threads = 0;                         // 0: all cores
  std::optional<std::uint64_t> seed;            // --seed, in place of the config's
  std::optional<std::uint64_t> games;           // --games, in place of the config's
  bool quiet = false;                           // hides progress and the table
  ProgressMode progress = ProgressMode::automatic;
  bool resume = false;                             // continues from OUTPUT.checkpoint
  double checkpoint_every_s = 30;                  // --checkpoint-every, seconds between checkpoints
  bool resume_anyway = false;                      // also from a checkpoint of another build
  std::optional<std::filesystem::path> games_out;  // --games-out, records of games
  RecordFilter games_where = RecordFilter::all;    // --games-where
  std::optional<std::string> replay;               // --replay CASE:GAME
  std::optional<std::string> strategy;             // --strategy NAME, with replay only
  bool json = false;                               // --json, with replay only
};

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
  return show_replay(experiment, *case_number, *game, options.strategy ? &*options.strategy : nullptr,
                     {options.output, options.json});
}

fs::path choose_output(const Experiment& experiment, const RunOptions& options) {
  const fs::path output =
      resolve_output(options.output ? *options.output : fs::path(experiment.common().name + ".report.json"));
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
  if (!options.resume && !options.resume_anyway)
    throw InputError::in_file(
        checkpoint.string(),
        "holds an unfinished run; add --resume to go on from it, or delete it to begin anew");
  return load_checkpoint(checkpoint, experiment,
                         options.resume_anyway ? OtherBuilds::accepted : OtherBuilds::refused);
}

std::string resume_command(const RunOptions& options, const fs::path& output) {
  std::string command = fmt::format("sapper run {} -o {} --resume", shell_quoted(options.config.string()),
                                    shell_quoted(output.string()));
  if (options.seed) command += fmt::format(" --seed {}", *options.seed);
  if (options.games) command += fmt::format(" --games {}", *options.games);
  if (options.threads != 0) command += fmt::format(" --threads {}", options.threads);
  if (options.games_out) command += fmt::format(" --games-out {}", shell_quoted(options.games_out->string()));
  if (options.games_where != RecordFilter::all)
    command +=
        fmt::format(" --games-where {}", kRecordFilterNames[static_cast<std::size_t>(options.games_where)]);
  return command;
}

// The file that --games-out asks for; null: none. It may not be a file that the run reads or writes otherwise.
std::unique_ptr<RecordFile> open_records(const Experiment& experiment, const RunOptions& options,
                                         const fs::path& output, const Played& played) {
  if (!options.games_out) {
    if (options.games_where != RecordFilter::all)
      throw InputError("run: --games-where goes with --games-out only");
    if (played.record_bytes > 0)
      throw InputError("run: the checkpoint belongs to a run with records; add its --games-out to go on");
    return nullptr;
  }
  if (!experiment.has_records()) throw InputError("run: --games-out: this kind of game writes no records");
  for (const fs::path& other : {options.config, output, checkpoint_of(output)}) {
    std::error_code ignored;
    if (fs::equivalent(*options.games_out, other, ignored) ||
        fs::absolute(*options.games_out).lexically_normal() == fs::absolute(other).lexically_normal())
      throw InputError::in_file(options.games_out->string(), "is used otherwise; records need another file");
  }
  return std::make_unique<RecordFile>(*options.games_out, played.record_bytes);
}

// The exit status: 0, or 130 or 143 when a signal ended the run with its checkpoint written. InputError before
// anything is written, RunError when the run fails.
int run(const RunOptions& options) {
  const std::string started = now_utc();
  if (options.json && !options.replay) throw InputError("run: --json goes with --replay only");
  if (options.strategy && !options.replay) throw InputError("run: --strategy goes with --replay only");
  const std::unique_ptr<Experiment> experiment =
      load_experiment(options.config, {options.seed, options.games});
  if (options.replay) return replay(*experiment, options);

  const fs::path output = choose_output(*experiment, options);
  const OutputLock lock(output);
  check_output(output);
  const fs::path checkpoint = check_output(checkpoint_of(output));
  Played played = begin_or_resume(checkpoint, *experiment, options);
  const std::size_t threads = options.threads != 0 ? options.threads : processor_count();

  if (!options.quiet) note_excess_threads(threads);

  const std::unique_ptr<RecordFile> records = open_records(*experiment, options, output, played);
  const auto save = [&](Played& so_far) {
    if (records) so_far.record_bytes = records->flush();
    save_checkpoint(checkpoint, *experiment, so_far);
  };

  const Interruption interruption;
  Progress progress(*experiment, played, options.quiet ? ProgressMode::never : options.progress);
  DriverOptions driver;
  driver.threads = threads;
  driver.checkpoint_every_s = options.checkpoint_every_s;
  driver.save_checkpoint = save;
  if (records) driver.take_records = [&](std::string_view lines) { records->append(lines); };
  driver.record_filter = options.games_where;
  driver.report_progress = [&](std::size_t number, const Played& so_far) { progress.update(number, so_far); };
  const Outcome outcome = drive(*experiment, played, interruption.flag(), driver);
  progress.finish();

  if (outcome == Outcome::interrupted) {
    save(played);
    fmt::print(stderr, "sapper: interrupted; what was finished is in {}. To go on:\n  {}\n",
               checkpoint.string(), resume_command(options, output));
    return 128 + interruption.signal();
  }
  if (records) records->flush();
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

Choices<RecordFilter> record_filters() {
  Choices<RecordFilter> filters;
  for (std::size_t i = 0; i < kRecordFilterNames.size(); ++i)
    filters.emplace_back(kRecordFilterNames[i], static_cast<RecordFilter>(i));
  return filters;
}

Action declare(Syntax& syntax) {
  const auto options = std::make_shared<RunOptions>();
  syntax.argument("CONFIG", "the experiment (sapper-config/1)", path(options->config));
  syntax.option("-o, --output", "FILE", "where the report goes", path(options->output), "NAME.report.json");
  add_threads(syntax, options->threads);
  add_overrides(syntax, options->seed, options->games);
  syntax.flag("--resume", "go on from the checkpoint of an interrupted run", options->resume);
  syntax.option("--checkpoint-every", "S", "seconds between checkpoints",
                seconds(options->checkpoint_every_s));
  syntax.flag("--resume-anyway", "likewise, even from a checkpoint of another build", options->resume_anyway);
  syntax.option("--games-out", "FILE", "write one line of JSON per game and strategy",
                path(options->games_out));
  syntax.option("--games-where", "WHICH", "which games are written",
                choice(options->games_where, record_filters()));
  syntax.option("--replay", "CASE:GAME", "show one game move by move, and run nothing; -o X.html: as a page",
                text(options->replay));
  syntax.option("--strategy", "NAME", "whose game is replayed", text(options->strategy), "all of them");
  syntax.flag("--json", "print the replay as JSON", options->json);
  add_progress(syntax, options->quiet, options->progress);
  return [options] { return run(*options); };
}

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "run an experiment and write its report",
          .details =
              "Plays every game of the sweep on all cores, prints a table of results and writes the "
              "report. An interrupted run keeps what it has played in a checkpoint and prints the "
              "command that goes on from there.",
          .examples = {"sapper run data/experiments/classic.json",
                       "sapper run data/experiments/classic.json --games 1e6 -o million.json",
                       "sapper run data/experiments/classic.json --replay 2:7 --strategy csp",
                       "sapper run data/experiments/classic.json --replay 2:7 -o replay.html"},
          .declare = declare};
}

}  // namespace sapper::experiments

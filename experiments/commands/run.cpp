// `sapper run CONFIG`: plays an experiment, or a shard of it, and writes its report; extends a finished one
// (`--extend`); or replays one game (`--replay`).

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/finished_run.hpp"
#include "experiments/commands/replay_output.hpp"
#include "experiments/commands/run_end.hpp"
#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/commands/run_setup.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/run/checkpoint.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_games.hpp"
#include "experiments/run/launcher.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/run/ranks.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/error_text.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/unfinished_files.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// One run, from the command line to the report.
class Run {
 public:
  Run(const RunOptions& options, Ranks& ranks) : options_(options), ranks_(ranks) {}
  int run();

 private:
  Played extended();
  Played begin_or_resume();
  void check_records_of_checkpoint() const;
  void open_records();
  int play();
  Outcome drive_games(RunEnd& end);
  [[noreturn]] void end_at_once(int status);
  void warn(std::string_view message);

  const RunOptions& options_;
  Ranks& ranks_;
  const std::string started_ = now_utc();
  RunSetup setup_;
  std::unique_ptr<Interruption> interruption_;  // longer than there are unfinished files
  std::unique_ptr<RunOutputs> outputs_;
  std::optional<Played> played_;
  bool is_resumed_ = false;      // from a checkpoint
  std::size_t threads_ = 1;      // of this process
  std::size_t all_threads_ = 1;  // of all ranks
  std::unique_ptr<Progress> progress_;
  std::unique_ptr<KeptGames> kept_;
};

Played Run::extended() {
  const std::string build = setup_.base->build_id();
  Played played = played_of(std::move(*setup_.base));
  if (build != build_id()) played.other_builds.push_back(build.empty() ? "an earlier version" : build);
  std::vector<ProgramFile> now = setup_.experiment->program_files();
  if (const std::string changed = changed_program(played.programs, now); !changed.empty()) {
    played.other_builds.push_back(another_version(changed));
    played.programs = std::move(now);
  } else {
    add_program_files(now, played.programs);
  }
  return played;
}

Played Run::begin_or_resume() {
  const fs::path& checkpoint = outputs_->checkpoint();
  std::error_code ignored;
  if (options_.is_to_standard_output() || !fs::exists(checkpoint, ignored)) {
    if (options_.resume && !options_.quiet)
      print_error(fmt::format("no {} found; starting from {}",
                              printable(checkpoint.string(), sim::kLongestPath),
                              setup_.base ? "the report" : "the first game"));
    if (setup_.base) return extended();
    Played played(setup_.experiment->case_count());
    played.shard = setup_.shard;
    played.programs = setup_.experiment->program_files();
    return played;
  }
  if (!options_.resume && (!options_.resume_anyway || setup_.base))
    throw InputError::in_file(
        checkpoint.string(),
        "holds an unfinished run; add --resume to continue it, or delete it to start over");
  is_resumed_ = true;
  return load_checkpoint(checkpoint, *setup_.experiment,
                         options_.resume_anyway ? OtherBuilds::accepted : OtherBuilds::refused, setup_.shard);
}

// Either all games have records or none.
void Run::check_records_of_checkpoint() const {
  const std::optional<RecordFilter> before = played_->records.filter;
  if (before && !options_.games_out)
    throw InputError("run: the checkpoint belongs to a run with records; add its --games-out to continue");
  if (!before && options_.games_out)
    throw InputError("run: the checkpoint belongs to a run without records; omit --games-out to continue");
  if (before && *before != options_.games_where)
    throw InputError(
        fmt::format("run: the checkpoint belongs to a run with --games-where {0}; add it to continue",
                    kRecordFilterNames[static_cast<std::size_t>(*before)]));
}

// The last step that can refuse the run: changes nothing yet.
void Run::open_records() {
  if (is_resumed_) check_records_of_checkpoint();
  if (!options_.games_out) {
    if (options_.games_where != RecordFilter::all)
      throw InputError("run: --games-where requires --games-out");
    return;
  }
  if (!setup_.experiment->has_records())
    throw InputError("run: --games-out: this kind of game has no records");
  const fs::path& file = *outputs_->records();
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (!error && bytes > 0 && !is_resumed_ && !options_.force)
    throw InputError::in_file(file.string(),
                              fmt::format("holds {} bytes already; choose another file, or add --force to "
                                          "replace it",
                                          with_commas(bytes)));
  played_->records.filter = options_.games_where;
  outputs_->check_records(kept_->open_records(file, outputs_->take_record_lock()).descriptor());
}

// Prints a message during the run.
void Run::warn(std::string_view message) {
  progress_->finish();
  print_error(message);
}

Outcome Run::drive_games(RunEnd& end) {
  DriverOptions driver;
  driver.threads = all_threads_;
  driver.execute = ranks_.on_all(threads_, *interruption_);
  driver.slice = setup_.slice();
  driver.checkpoint_every_s = options_.checkpoint_every_s;
  if (!options_.is_to_standard_output()) driver.save_checkpoint = [&](Played&) { kept_->save_checkpoint(); };
  if (options_.games_out) driver.take_records = [&](std::string_view lines) { kept_->append_records(lines); };
  driver.record_filter = options_.games_where;
  driver.report_progress = [&](std::size_t number, const Played& so_far) {
    progress_->update(number, so_far);
  };
  driver.give_up_after_s = 0.3;
  driver.give_up = [&](Played&) {
    int status = 1;
    try {
      progress_->finish();
      status = end.interrupted(interruption_->signal());
      flush_output();
    } catch (const std::exception& error) {
      print_error(error.what());
    }
    end_at_once(status);
  };
  const Outcome outcome = drive(*setup_.experiment, *played_, interruption_->flag(), driver);
  progress_->finish();
  return outcome;
}

// Ends without waiting for threads and ranks that are still playing.
void Run::end_at_once(int status) {
  std::fflush(stdout);
  exit_without_unfinished(status);
}

int Run::play() {
  RunEnd end(options_, setup_, *outputs_, *played_, *kept_, {all_threads_, started_, {}});
  try {
    if (drive_games(end) == Outcome::finished) return end.finished();
  } catch (const OutputError&) {
    throw;
  } catch (const OutputClosed&) {
    throw;
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    warn(error_text(error));
    return end.failed(is_resumed_);
  }
  const int status = end.interrupted(interruption_->signal());
  if (!ranks_.end(std::chrono::milliseconds(500))) end_at_once(status);
  return status;
}

// The exit status: 0, or 130 or 143 if a signal ended the run after writing its checkpoint, or 1. InputError before
// anything is written, RunError if the run fails.
int Run::run() {
  setup_ = read_setup(options_);
  if (options_.replay) {
    const QuickExit quick_exit;  // ends external players too
    Inputs inputs;
    for (const auto& read : {options_.config, options_.extend})
      if (read) inputs.add(*read);
    for (const fs::path& file : setup_.experiment->files()) inputs.add(file);
    return show_replay(*setup_.experiment, *options_.replay, options_.strategy,
                       {options_.output, options_.json, std::move(inputs), existing(options_.force)});
  }
  if (options_.is_to_standard_output() && options_.resume)
    throw InputError("run: --resume needs the output file: -o FILE");
  interruption_ = std::make_unique<Interruption>();
  outputs_ = std::make_unique<RunOutputs>(options_, setup_.usual_name(), setup_.experiment->files());
  if (!options_.is_to_standard_output() && is_finished_already(options_, setup_, *outputs_)) return 0;
  outputs_->probe();
  played_ = begin_or_resume();
  threads_ = options_.threads != 0 ? options_.threads : threads_per_rank(ranks_.count());
  if (!options_.quiet) note_excess_threads(threads_);
  progress_ = std::make_unique<Progress>(*setup_.experiment, *played_, setup_.slice(),
                                         options_.quiet ? ProgressMode::never : options_.progress);
  kept_ = std::make_unique<KeptGames>(
      *setup_.experiment, *played_, outputs_->report(), [this](std::string_view message) { warn(message); },
      interruption_->flag());
  kept_->set_refuges(outputs_->folders());
  if (is_resumed_) kept_->set_saved_games(games_in(*played_));
  outputs_->refuse_existing_table(is_resumed_);
  open_records();
  kept_->begin(!options_.is_to_standard_output());
  all_threads_ = ranks_.begin(*setup_.experiment, threads_,
                              options_.games_out ? std::optional(options_.games_where) : std::nullopt);
  return play();
}

int run(const RunOptions& options) {
  const std::unique_ptr<Ranks> ranks = join_ranks();
  if (ranks->is_first()) return Run(options, *ranks).run();
  ranks->serve(options.threads != 0 ? options.threads : threads_per_rank(ranks->count()),
               [&](const std::string& config) {
                 // External players run in the config's folder on every rank.
                 return parse_experiment(config, "the config of the first rank",
                                         options.config ? options.config->parent_path() : fs::path(),
                                         {{}, {}, options.allow_commands});
               });
  return 0;
}

Action declare_run(Syntax& syntax) {
  const auto options = std::make_shared<RunOptions>();
  add_run_options(syntax, *options);
  return [options] { return run(*options); };
}

}  // namespace

Command run_command() {
  return {
      .name = "run",
      .summary = "run an experiment and write its report",
      .details =
          "Plays every game of the sweep on all cores, prints a table of results and writes the "
          "report. An interrupted run saves its games in a checkpoint and prints the command that continues "
          "it. Repeats of the signal within a second or while it saves are ignored; a third one after that "
          "ends a run that is stuck.\n\n"
          "No file that exists is replaced without --force, and none that is read even then. If the output "
          "holds this experiment, finished, its table is shown again (with --games-out, only if the records "
          "exist too); if it holds anything else, the run is refused. "
          "--extend REPORT --games N plays the games from the report's last one to N and replaces the report "
          "by that of all of them, which -o FILE writes elsewhere.\n\n"
          "Records are compressed where the name that --games-out gives ends in .gz or .zst; every command "
          "that reads records reads them so. The bytes are the same after any interruption.\n\n"
          "--shard K/N plays the K-th of N parts of about equal cost, each a contiguous range of all games, "
          "case after case; the records of all parts, concatenated, are those of the whole run. `sapper "
          "merge` merges their reports. Under a stop rule, a part that starts mid-case plays to the end of "
          "the case or of the part: only the merge can decide where the rule ends the case. It drops the "
          "games beyond that (they stay in the part's records).",
      .examples = {"sapper run data/experiments/classic.json",
                   "sapper run data/experiments/classic.json --games 1e6 -o million.json",
                   "sapper run --extend classic.report.json --games 1M",
                   "sapper run data/experiments/classic.json --games-out games.jsonl.zst",
                   "sapper run data/experiments/classic.json --shard 2/8",
                   "sapper run data/experiments/classic.json --replay 2:2 --strategy csp",
                   "sapper run data/experiments/classic.json --replay 2:2 -o replay.html"},
      .declare = declare_run};
}

}  // namespace sapper::experiments

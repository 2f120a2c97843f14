// `sapper run CONFIG`: plays an experiment, or a shard of it, and writes its report; extends a finished one
// (`--extend`); or replays one game (`--replay`).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/run_end.hpp"
#include "experiments/commands/run_options.hpp"
#include "experiments/commands/run_outputs.hpp"
#include "experiments/commands/run_replay.hpp"
#include "experiments/commands/run_setup.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/report/run_plan.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_games.hpp"
#include "experiments/run/launched_ranks.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/ranks.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/unfinished_files.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// Either all games have records or none.
void check_records_of_checkpoint(const RunOptions& options, const Report& report) {
  const std::optional<RecordFilter> before = report.records.filter;
  if (before && !options.games_out)
    throw InputError("run: the checkpoint belongs to a run with records; add its --games-out to continue");
  if (!before && options.games_out)
    throw InputError("run: the checkpoint belongs to a run without records; omit --games-out to continue");
  if (before && *before != options.games_where)
    throw InputError(
        fmt::format("run: the checkpoint belongs to a run with --games-where {0}; add it to continue",
                    kRecordFilterNames[static_cast<std::size_t>(*before)]));
}

bool lacks_games(const Report& report) {
  const Experiment& experiment = *report.experiment;
  for (std::size_t number = 0; number < experiment.case_count(); ++number) {
    const auto tally = report.tally_of(number);
    if (tally == nullptr || !is_finished(experiment, *tally, {0, experiment.common().games})) return true;
  }
  return false;
}

// The last step that can refuse the run: changes nothing yet.
void open_records(const RunOptions& options, RunOutputs& outputs, bool is_resumed, Report& report,
                  KeptGames& kept) {
  if (is_resumed) check_records_of_checkpoint(options, report);
  if (!options.games_out) {
    if (options.games_where != RecordFilter::all) throw InputError("run: --games-where requires --games-out");
    return;
  }
  if (!report.experiment->parts().has_records)
    throw InputError("run: --games-out: this kind of game has no records");
  const fs::path& file = *outputs.records();
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (!error && bytes > 0 && !is_resumed && options.extend && !lacks_games(report))
    throw InputError::in_file(
        file.string(), fmt::format("holds {} bytes already, and no game is left to be added whose record "
                                   "could replace them; omit --games-out",
                                   with_commas(bytes)));
  if (!error && bytes > 0 && !is_resumed && !options.force)
    throw InputError::in_file(file.string(),
                              fmt::format("holds {} bytes already; choose another file, or add --force to "
                                          "replace it",
                                          with_commas(bytes)));
  report.records.filter = options.games_where;
  outputs.check_records(kept.open_records(file, outputs.take_record_lock()).descriptor());
}

// Ends without waiting for threads and ranks that are still playing.
[[noreturn]] void end_at_once(int status) {
  std::fflush(stdout);
  exit_without_unfinished(status);
}

// What plays the games of a run.
struct Players {
  Ranks& ranks;
  std::size_t threads;  // of this process
  Interruption& interruption;
};

// A report to which games are added, with its checkpoints: that of the whole experiment, or of the players that an
// extension adds.
class ReportInPlay {
 public:
  // games: that the report holds in the end. is_resumed: whether it was read from its checkpoint.
  ReportInPlay(const RunOptions& options, const RunOutputs& outputs, const Players& players, Report& report,
               GameSet games, bool is_resumed)
      : options_(options),
        players_(players),
        report_(report),
        games_(std::move(games)),
        is_resumed_(is_resumed),
        progress_(report, options.quiet ? ProgressMode::never : options.progress, games_),
        kept_(
            report, outputs.report(), outputs.folders(),
            is_resumed ? std::optional(report.game_count()) : std::nullopt,
            [this](std::string_view message) {
              progress_.finish();
              print_error(message);
            },
            players.interruption.flag()),
        end_(options, outputs, report, kept_) {}
  ReportInPlay(const ReportInPlay&) = delete;
  ReportInPlay& operator=(const ReportInPlay&) = delete;

  KeptGames& kept() { return kept_; }
  // Plays the games; returns the exit status if that ends the run, as an interruption does, and nullopt if all are played.
  std::optional<int> play();
  // Writes what the run is for; returns the exit status.
  int finish() { return end_.finished(); }

 private:
  Outcome drive_games();

  const RunOptions& options_;
  const Players& players_;
  Report& report_;
  GameSet games_;
  bool is_resumed_;
  Progress progress_;
  KeptGames kept_;
  RunEnd end_;
};

Outcome ReportInPlay::drive_games() {
  DriverOptions driver;
  driver.games = games_;
  driver.threads = report_.threads;
  if (players_.ranks.count() > 1)
    driver.execute = players_.ranks.on_all(players_.threads, players_.interruption);
  driver.checkpoint_every_s = options_.checkpoint_every_s;
  if (!options_.is_to_standard_output()) driver.save_checkpoint = [&] { kept_.save_checkpoint(); };
  if (options_.games_out) driver.take_records = [&](std::string_view lines) { kept_.append_records(lines); };
  driver.record_filter = options_.games_where;
  driver.report_progress = [&](std::size_t number) { progress_.update(number); };
  driver.give_up_after_s = 0.3;
  driver.give_up = [&] {
    int status = 1;
    try {
      progress_.finish();
      status = end_.interrupted(players_.interruption.signal());
      flush_output();
    } catch (const std::exception& error) {
      print_error(error.what());
    }
    end_at_once(status);
  };
  const Outcome outcome = drive(report_, players_.interruption.flag(), driver);
  progress_.finish();
  return outcome;
}

std::optional<int> ReportInPlay::play() {
  try {
    if (drive_games() == Outcome::finished) return std::nullopt;
  } catch (const OutputError&) {
    throw;
  } catch (const OutputClosed&) {
    throw;
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    progress_.finish();
    print_error(error_text(error));
    return end_.failed(is_resumed_);
  }
  const int status = end_.interrupted(players_.interruption.signal());
  if (!players_.ranks.end(std::chrono::milliseconds(500))) end_at_once(status);
  return status;
}

// Added players need one machine, and no records, as they play before all others.
void check_added(const RunOptions& options, const RunPlan& plan, const Ranks& ranks) {
  if (!plan.added) return;
  if (const std::string changed =
          changed_program(program_files_of(*plan.experiment), program_files_of(*plan.added->experiment));
      !changed.empty())
    throw InputError(fmt::format("run: {} has just changed; run the same command again", changed));
  if (ranks.count() > 1)
    throw InputError(
        "run: --extend lets added players play the games that the report has, which is done by one process; "
        "run it without mpirun");
  if (options.games_out)
    throw InputError(
        "run: --games-out: the report's games have no records by its earlier players here; run the config "
        "from the start, without --extend, to write the records of all games");
}

// Lets the added players play the kept games. Returns the exit status if that ends the run, else nullopt.
std::optional<int> play_added(const RunOptions& options, const RunOutputs& outputs, const Players& players,
                              const RunStart& started, const AddedPlayers& plan,
                              std::optional<Report>& added) {
  if (!added) {
    added.emplace(plan.experiment);
    added->programs = program_files_of(*plan.experiment);
  }
  added->started = started;
  added->threads = players.threads;
  ReportInPlay played(options, outputs, players, *added, plan.games, added->game_count() > 0);
  played.kept().begin(!options.is_to_standard_output());
  return played.play();
}

// `--extend`'s last words, once all is played.
void say_what_was_added(const RunPlan& plan, std::uint64_t games) {
  std::string also;
  if (plan.added)
    also = fmt::format("; {} of the kept ones played by {} too", with_commas(plan.added->games.size()),
                       fmt::join(plan.added->experiment->labels(), ", "));
  print_error(fmt::format("{} added{}", count_text(games - plan.kept.size(), "game"), also));
}

// Plays what is missing: kept games by players that lack them, then the others by all; and writes the outputs. The exit
// status: 0, or 130 or 143 if a signal ended the run after writing its checkpoint, or 1. InputError before anything is
// written, RunError if the run fails.
int play_missing(const RunOptions& options, RunOutputs& outputs, const Players& players,
                 const RunStart& started, RunSetup setup) {
  RunPlan& plan = setup.plan;
  if (!options.quiet) note_excess_threads(players.threads);
  if (!options.quiet && plan.extended)
    print_error(fmt::format("{}: {}", printable(options.extend->string(), sim::kLongestPath), plan.text()));
  const bool is_resumed = setup.report.has_value();
  if (plan.added && !is_resumed)
    if (const auto status = play_added(options, outputs, players, started, *plan.added, setup.added))
      return *status;
  if (!is_resumed) setup.report = first_report(plan, setup.added ? &*setup.added : nullptr);

  Report& report = *setup.report;
  report.started = started;
  ReportInPlay played(options, outputs, players, report, plan.games(), is_resumed);
  open_records(options, outputs, is_resumed, report, played.kept());
  played.kept().begin(!options.is_to_standard_output());
  if (setup.added && !options.is_to_standard_output()) played.kept().save_checkpoint();
  report.threads = players.ranks.begin(*report.experiment, players.threads, report.records.filter);
  if (const auto status = played.play()) return *status;
  const int status = played.finish();
  if (options.extend && !options.quiet) say_what_was_added(plan, report.game_count());
  return status;
}

// One run on the first rank, from the command line on. What is there is read, and what is done with it decided, while the
// outputs are locked.
int run(const RunOptions& options, Ranks& ranks) {
  const RunStart started = start_now();
  check_together(options);
  std::optional<RunSetup> of_config;
  if (!options.extend) of_config = read_config(options);
  if (options.replay) return replay_game(options, *of_config->plan.experiment);
  if (options.is_to_standard_output() && options.resume)
    throw InputError("run: --resume needs the output file: -o FILE");
  Interruption interruption;  // exists longer than unfinished files
  RunOutputs outputs(options, usual_name(options, of_config ? &of_config->plan : nullptr));
  RunSetup setup = of_config ? *std::move(of_config) : read_extension(options);
  outputs.refuse_inputs(files_of(*setup.plan.experiment));
  if (const std::optional<Report> finished = finished_report(options, setup.plan, outputs)) {
    show_finished(options, outputs, *finished);
    return 0;
  }
  check_added(options, setup.plan, ranks);
  outputs.probe();
  const bool is_resumed = read_checkpoint(options, outputs.checkpoint(), setup);
  outputs.refuse_existing_results(is_resumed);
  const std::size_t threads = options.threads != 0 ? options.threads : threads_per_rank(ranks.count());
  return play_missing(options, outputs, {ranks, threads, interruption}, started, std::move(setup));
}

int run(const RunOptions& options) {
  const std::unique_ptr<Ranks> ranks = join_ranks();
  if (!options.shard) refuse_lone_rank(*ranks);
  if (ranks->is_first()) return run(options, *ranks);
  ranks->serve(options.threads != 0 ? options.threads : threads_per_rank(ranks->count()),
               [&](const std::string& config) {
                 // External players run in the config's folder on every rank.
                 return parse_experiment(config, "the config of the first rank",
                                         options.config ? options.config->parent_path() : fs::path(),
                                         {{}, {}, options.overrides.allow_commands, {}});
               });
  return 0;
}

Action declare_run(CommandSyntax& syntax) {
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
          "it. The checkpoint, REPORT.checkpoint, is a report that says it is unfinished: report, plot, "
          "compare, "
          "merge and verify read it, even while the run goes on. Repeats of the signal within a second or "
          "while it saves are ignored; a third one after that "
          "ends a run that is stuck.\n\n"
          "No file that exists is replaced without --force, and none that is read even then. If the output "
          "holds this experiment, finished, its table is shown again (with --games-out, only if the records "
          "exist too); if it holds anything else, the run is refused. "
          "--extend REPORT plays what a finished report lacks of CONFIG (or, without one, of --games N): "
          "more "
          "games, a tighter stop rule, other cases and strategies. What was played stays, and the report is "
          "that "
          "of a run of CONFIG from the start. It replaces the report, unless that would lose games; -o FILE "
          "writes it elsewhere.\n\n"
          "Records are compressed where the name that --games-out gives ends in .gz or .zst; every command "
          "that reads records reads them so. The bytes are the same after any interruption.\n\n"
          "--shard K/N plays the K-th of N parts of about equal cost, each a contiguous range of all games, "
          "case after case; the records of all parts, concatenated, are those of the whole run. `sapper "
          "merge` merges their reports. Under a stop rule, a part that starts mid-case plays to the end of "
          "the case or of the part: only the merge can decide where the rule ends the case. It drops the "
          "games beyond that (they stay in the part's records).\n\n"
          "--replay CASE:worst plays the case's games, all of them or --games N, and shows the one with the "
          "costliest "
          "mistake: the dig with the greatest excess risk, its P(mine) minus the lowest of any hidden cell. "
          "--strategy looks at that of one strategy. --replay next-missed shows the first risky guess of the "
          "first "
          "strategy, or of --strategy, while a cell was certainly safe, on the board before it, and the "
          "command that shows the one after it; next-wrong a cell wrongly held to be safe, next-excess a "
          "guess that "
          "was not of the lowest risk.",
      .examples = {"sapper run data/experiments/classic.json",
                   "sapper run data/experiments/classic.json --games 1e6 -o million.json",
                   "sapper run --extend classic.report.json --games 1M",
                   "sapper run more.json --extend classic.report.json -o more.report.json",
                   "sapper run data/experiments/classic.json --games-out games.jsonl.zst",
                   "sapper run data/experiments/classic.json --shard 2/8",
                   "sapper run data/experiments/classic.json --replay 2:2 --strategy csp",
                   "sapper run data/experiments/classic.json --replay 2:2 -o replay.html",
                   "sapper run data/experiments/quick.json --replay 0:worst -o worst.html",
                   "sapper run data/experiments/quick.json --replay next-missed --strategy rules"},
      .declare = declare_run};
}

}  // namespace sapper::experiments

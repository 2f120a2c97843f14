// `sapper run CONFIG`: plays an experiment, or a shard of it, and writes its report; extends a finished one
// (`--extend`); or plays one game again (`--replay`).

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/replay_output.hpp"
#include "experiments/commands/report_output.hpp"
#include "experiments/commands/run_options.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/commands/used_files.hpp"
#include "experiments/engine/checkpoint.hpp"
#include "experiments/engine/config_difference.hpp"
#include "experiments/engine/csv.hpp"
#include "experiments/engine/driver.hpp"
#include "experiments/engine/executor.hpp"
#include "experiments/engine/interruption.hpp"
#include "experiments/engine/kept_games.hpp"
#include "experiments/engine/launcher.hpp"
#include "experiments/engine/progress.hpp"
#include "experiments/engine/ranks.hpp"
#include "experiments/engine/report.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/child_process.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_lock.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_error.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// One run, from what the command line says to the report.
class Run {
 public:
  Run(const RunOptions& options, Ranks& ranks) : options_(options), ranks_(ranks) {}
  int run();

 private:
  void load();
  void choose_output();
  // Whether the output holds this very report; then its table was shown. InputError where it holds something
  // else.
  bool is_done_already();
  Played extended() const;
  Played begin_or_resume();
  void open_records();
  void choose_csv();
  void check_beside(const char* option, const fs::path& file, std::string_view beginning) const;
  void play();
  void save_at_the_end(Played& played);
  int finish();
  int interrupted(Played& played);
  [[noreturn]] void end_at_once(int status);
  void write();
  std::string command_to_go_on() const;
  void show(const std::string& text) const;
  void tell(std::string_view message);

  const RunOptions& options_;
  Ranks& ranks_;
  const std::string started_ = now_utc();
  std::unique_ptr<Experiment> experiment_;
  std::optional<ReportFile> base_;  // of --extend
  Shard shard_;
  std::size_t threads_ = 1;      // of this process
  std::size_t all_threads_ = 1;  // of all ranks
  fs::path output_;              // of `-o -`: where the checkpoint's name comes from
  fs::path checkpoint_;
  std::unique_ptr<OutputLock> lock_;
  std::optional<Played> played_;
  bool is_resumed_ = false;  // from a checkpoint
  std::unique_ptr<KeptGames> kept_;
  std::optional<fs::path> csv_;
  std::unique_ptr<Interruption> interruption_;
  std::unique_ptr<Progress> progress_;
  Outcome outcome_ = Outcome::interrupted;
};

void Run::load() {
  const RunOptions& given = options_;
  check_together(given);
  shard_ = read_shard(given.shard);
  if (!given.extend) {
    if (!given.config) throw InputError("run: CONFIG is missing: the experiment (sapper-config/1)");
    experiment_ = load_experiment(*given.config, {given.seed, given.games, given.allow_commands});
    refuse_commands(*experiment_, given.config->string());
    return;
  }
  if (!shard_.is_whole()) throw InputError("run: --extend and --shard exclude each other");
  if (given.seed) throw InputError("run: --extend and --seed exclude each other; the seed is the report's");
  base_ = ReportFile::read(*given.extend);
  const std::string name = given.extend->string();
  if (!base_->shard.is_whole())
    throw InputError::in_file(name, "holds a shard; expected the report of a whole experiment");
  const std::unique_ptr<Experiment> before = experiment_of(*base_);
  const Overrides overrides{given.seed, given.games, given.allow_commands};
  experiment_ = given.config ? load_experiment(*given.config, overrides) : experiment_of(*base_, overrides);
  refuse_commands(*experiment_, given.config ? given.config->string() : name);
  if (const std::string difference = difference_of(before->config(), experiment_->config(), Games::ignored);
      !difference.empty())
    throw InputError::in_file(name,
                              fmt::format("is of another experiment than {} ({})",
                                          printable(given.config->string(), sim::kLongestPath), difference));
  if (experiment_->common().games < before->common().games ||
      (!given.config && !given.games && experiment_->common().games == before->common().games))
    throw InputError::in_file(name, fmt::format("has {} already; expected --games above that",
                                                counted(before->common().games, "game")));
  if (base_->build_id != build_id() && !given.resume_anyway)
    throw InputError::in_file(
        name, fmt::format("was written by the build {}, this is {}; add --resume-anyway to extend it all the "
                          "same (the report will say so)",
                          base_->build_id.empty() ? "of an earlier version" : printable(base_->build_id),
                          build_id()));
}

void Run::choose_output() {
  const std::string& name = experiment_->common().name;
  const fs::path usual =
      shard_.is_whole() ? fmt::format("{}.report.json", name)
                        : fmt::format("{}.shard-{}-of-{}.report.json", name, shard_.number, shard_.count);
  const bool is_named = options_.output && !options_.is_to_standard_output();
  output_ = resolve_output(is_named ? *options_.output : usual);
  std::error_code ignored;
  if (options_.config && fs::equivalent(output_, *options_.config, ignored) &&
      !looks_like_report(*options_.config))
    throw InputError::in_file(output_.string(), "is the config itself; the report needs another file");
}

bool Run::is_done_already() {
  if (options_.force) return false;
  const OutputContent content = content_of(output_, *experiment_, shard_);
  const std::string name = output_.string();
  switch (content.kind) {
    case OutputContent::Kind::nothing:
      return false;
    case OutputContent::Kind::fewer: {
      std::error_code ignored;
      if (options_.extend && fs::equivalent(output_, *options_.extend, ignored)) return false;
      throw InputError::in_file(
          name, fmt::format("{}; --extend {} plays only those that are missing, --force replaces it",
                            content.description, shell_quoted(name)));
    }
    case OutputContent::Kind::other:
      throw InputError::in_file(
          name, fmt::format("{}; choose another output, or add --force to replace it", content.description));
    case OutputContent::Kind::same:
      break;
  }
  if (options_.games_out)
    throw InputError::in_file(
        name, "holds this experiment, complete; add --force to play it again and write its records");
  choose_csv();
  if (csv_) write_csv(*csv_, *experiment_, content.report->played(*experiment_));
  if (!options_.quiet) {
    fmt::print(stderr, "sapper: {} holds this experiment, complete ({}); --force plays it again\n",
               printable(name, sim::kLongestPath), summary_of(*content.report, *experiment_));
    print(table_of(*experiment_, content.report->played(*experiment_), content.report->threads,
                   fmt::format("report: {}", output_.string())));
  }
  std::error_code ignored;
  if (options_.resume) fs::remove(checkpoint_of(output_), ignored);
  return true;
}

Played Run::extended() const {
  Played played = base_->played(*experiment_);
  if (base_->build_id != build_id())
    played.other_builds.push_back(base_->build_id.empty() ? "an earlier version" : base_->build_id);
  return played;
}

Played Run::begin_or_resume() {
  std::error_code ignored;
  if (!fs::exists(checkpoint_, ignored)) {
    if (options_.resume && !options_.quiet)
      fmt::print(stderr, "sapper: there is no {}; beginning from {}\n", checkpoint_.string(),
                 base_ ? "the report" : "the first game");
    if (base_) return extended();
    Played played(experiment_->case_count());
    played.shard = shard_;
    return played;
  }
  if (!options_.resume && (!options_.resume_anyway || base_))
    throw InputError::in_file(
        checkpoint_.string(),
        "holds an unfinished run; add --resume to go on from it, or delete it to begin anew");
  is_resumed_ = true;
  return load_checkpoint(checkpoint_, *experiment_,
                         options_.resume_anyway ? OtherBuilds::accepted : OtherBuilds::refused, shard_);
}

// The file that --games-out asks for. It may not be a file that the run reads or writes otherwise.
void Run::open_records() {
  if (!options_.games_out) {
    if (options_.games_where != RecordFilter::all)
      throw InputError("run: --games-where goes with --games-out only");
    if (played_->record_bytes > 0)
      throw InputError("run: the checkpoint belongs to a run with records; add its --games-out to go on");
    return;
  }
  if (!experiment_->has_records()) throw InputError("run: --games-out: this kind of game writes no records");
  refuse_used_file(
      *options_.games_out,
      {options_.config.value_or(fs::path()), options_.extend.value_or(fs::path()), output_, checkpoint_},
      "records need another file");
  check_beside("--games-out", *options_.games_out, "{\"case\":");
  if (!is_resumed_) {
    if (!options_.force) refuse_content(*options_.games_out);
    // By which the records are known again as this run's, however early it is killed.
    if (!options_.is_to_standard_output()) kept_->save_checkpoint(*played_);
  }
  kept_->open_records(*options_.games_out, played_->record_bytes);
}

// The file that --csv asks for. It may not be a file that the run reads or writes otherwise.
void Run::choose_csv() {
  if (!options_.csv) return;
  csv_ = check_output(*options_.csv);
  refuse_used_file(*csv_,
                   {options_.config.value_or(fs::path()), options_.extend.value_or(fs::path()), output_,
                    checkpoint_of(output_), options_.games_out.value_or(fs::path())},
                   "--csv needs another file");
  check_beside("--csv", *csv_, "case,");
}

// A file written beside the report. beginning: of what such a file holds.
void Run::check_beside(const char* option, const fs::path& file, std::string_view beginning) const {
  if (file.filename() == "-" && !file.has_parent_path())
    throw InputError(
        fmt::format("{} is \"-\"; expected a file: only the report goes to standard output", option));
  if (!options_.force) refuse_other_content(file, beginning);
}

std::string Run::command_to_go_on() const {
  const RunOptions& given = options_;
  std::string command = called_as() + " run";
  const auto add = [&](std::string_view option, const std::string& value) {
    command += fmt::format("{} {}", option, shell_quoted(value));
  };
  if (given.config) add("", given.config->string());
  add(" -o", output_.string());
  command += " --resume";
  if (given.resume_anyway) command += " --resume-anyway";
  if (given.extend) add(" --extend", given.extend->string());
  if (given.shard) add(" --shard", *given.shard);
  if (given.force) command += " --force";
  if (given.seed) command += fmt::format(" --seed {}", *given.seed);
  if (given.games) command += fmt::format(" --games {}", *given.games);
  if (given.threads != 0) command += fmt::format(" --threads {}", given.threads);
  if (given.games_out) add(" --games-out", given.games_out->string());
  if (given.allow_commands) command += " --allow-commands";
  if (given.games_where != RecordFilter::all)
    add(" --games-where", std::string(kRecordFilterNames[static_cast<std::size_t>(given.games_where)]));
  if (given.csv) add(" --csv", given.csv->string());
  return command;
}

// The table and what belongs to it: on standard error where the report takes standard output.
void Run::show(const std::string& text) const {
  if (options_.quiet) return;
  if (options_.is_to_standard_output())
    fmt::print(stderr, "{}", text);
  else
    print(text);
}

// A message amid the run.
void Run::tell(std::string_view message) {
  progress_->finish();
  print_error(message);
}

void Run::save_at_the_end(Played& played) {
  if (const auto elsewhere = kept_->save_at_the_end(played)) {
    output_ = *elsewhere;
    checkpoint_ = checkpoint_of(output_);
  }
}

void Run::play() {
  DriverOptions driver;
  driver.threads = all_threads_;
  if (ranks_.count() > 1)
    driver.execute = [&](std::size_t in_flight, const Stages& stages) {
      ranks_.execute(threads_, in_flight, stages, *interruption_);
    };
  driver.slice = slice_of(*experiment_, shard_);
  driver.checkpoint_every_s = options_.checkpoint_every_s;
  if (!options_.is_to_standard_output())
    driver.save_checkpoint = [&](Played& so_far) { kept_->save_checkpoint(so_far); };
  if (options_.games_out) driver.take_records = [&](std::string_view lines) { kept_->append_records(lines); };
  driver.record_filter = options_.games_where;
  driver.report_progress = [&](std::size_t number, const Played& so_far) {
    progress_->update(number, so_far);
  };
  driver.give_up_after_s = 0.3;
  driver.give_up = [&](Played& so_far) {
    int status = 1;
    try {
      status = interrupted(so_far);
      flush_output();
    } catch (const std::exception& error) {
      print_error(error.what());
    }
    end_at_once(status);
  };
  outcome_ = drive(*experiment_, *played_, interruption_->flag(), driver);
  progress_->finish();
}

// Without waiting for threads and ranks that still play.
void Run::end_at_once(int status) {
  lock_.reset();
  std::fflush(stdout);
  std::fflush(stderr);
  kill_children();
  std::_Exit(status);
}

int Run::interrupted(Played& played) {
  progress_->finish();
  std::uint64_t done = 0;
  std::uint64_t all = 0;
  const Slice slice = slice_of(*experiment_, shard_);
  for (std::size_t number = 0; number < experiment_->case_count(); ++number) {
    all += slice.range_of(number, experiment_->common().games).size();
    if (played.cases[number]) done += played.cases[number]->games();
  }
  save_at_the_end(played);
  if (done > 0)
    show(table_of(*experiment_, played, all_threads_, "interrupted: these are the games played so far"));
  std::fflush(stdout);
  fmt::print(stderr, "sapper: interrupted after {} of {}{}; they are kept in {}. To go on:\n  {}\n",
             with_commas(done), with_commas(all) + (all == 1 ? " game" : " games"),
             experiment_->common().stop ? " at most" : "", printable(checkpoint_.string(), sim::kLongestPath),
             command_to_go_on());
  return 128 + interruption_->signal();
}

void Run::write() {
  const Making making{all_threads_, started_, {}};
  if (!options_.is_to_standard_output()) {
    write_report(output_, *experiment_, *played_, making);
    return;
  }
  write_report([](std::string_view text) { print(text); }, *experiment_, *played_, making);
  flush_output();
}

int Run::finish() {
  try {
    kept_->flush_records();
    if (csv_) write_csv(*csv_, *experiment_, *played_);
    write();
  } catch (const OutputClosed&) {
    throw;
  } catch (const RunError& error) {
    print_error(error.what());
    save_at_the_end(*played_);
    print_error(fmt::format("all games are played and kept in {}. To write the report:\n  {}",
                            printable(checkpoint_.string(), sim::kLongestPath), command_to_go_on()));
    return 1;
  }
  std::error_code ignored;
  if (!options_.is_to_standard_output()) fs::remove(checkpoint_, ignored);
  show(table_of(*experiment_, *played_, all_threads_,
                options_.is_to_standard_output() ? "the report went to standard output"
                                                 : fmt::format("report: {}", output_.string())));
  return 0;
}

// The exit status: 0, or 130 or 143 when a signal ended the run with its checkpoint written. InputError before
// anything is written, RunError when the run fails.
int Run::run() {
  load();
  if (options_.replay) {
    const QuickExit quick_exit;  // leaves no player behind
    return show_replay(*experiment_, *options_.replay, options_.strategy, {options_.output, options_.json});
  }
  choose_output();
  if (options_.is_to_standard_output()) {
    if (options_.resume) throw InputError("run: --resume needs the file to write: -o FILE");
    // Only written when the run ends early; other runs may go on in the same folder.
    checkpoint_ = checkpoint_of(output_);
    std::error_code ignored;
    if (fs::exists(checkpoint_, ignored)) {
      output_ = fmt::format("{}.{}.report.json", experiment_->common().name, ::getpid());
      checkpoint_ = checkpoint_of(output_);
    }
    played_ = base_ ? extended() : Played(experiment_->case_count());
    played_->shard = shard_;
  } else {
    lock_ = std::make_unique<OutputLock>(output_);
    if (is_done_already()) return 0;
    check_output(output_);
    checkpoint_ = check_output(checkpoint_of(output_));
    played_ = begin_or_resume();
  }
  threads_ = options_.threads != 0 ? options_.threads : threads_per_rank(ranks_.count());
  if (!options_.quiet) note_excess_threads(threads_);
  choose_csv();
  interruption_ = std::make_unique<Interruption>();
  progress_ = std::make_unique<Progress>(*experiment_, *played_, slice_of(*experiment_, shard_),
                                         options_.quiet ? ProgressMode::never : options_.progress);
  kept_ = std::make_unique<KeptGames>(
      *experiment_, checkpoint_, [this](std::string_view message) { tell(message); }, interruption_->flag());
  open_records();
  all_threads_ = ranks_.begin(*experiment_, threads_,
                              options_.games_out ? std::optional(options_.games_where) : std::nullopt);
  play();
  if (outcome_ != Outcome::interrupted) return finish();
  const int status = interrupted(*played_);
  if (!ranks_.end(std::chrono::milliseconds(500))) end_at_once(status);
  return status;
}

int run(const RunOptions& options) {
  const std::unique_ptr<Ranks> ranks = join_ranks();
  if (ranks->is_first()) return Run(options, *ranks).run();
  ranks->serve(options.threads != 0 ? options.threads : threads_per_rank(ranks->count()),
               [&](const std::string& config) {
                 // Players from outside run in the folder of the config on every rank.
                 return parse_experiment(config, "the config of the first rank",
                                         options.config ? options.config->parent_path() : fs::path(),
                                         {{}, {}, options.allow_commands});
               });
  return 0;
}

Action declare(Syntax& syntax) {
  const auto options = std::make_shared<RunOptions>();
  add_run_options(syntax, *options);
  return [options] { return run(*options); };
}

}  // namespace

Command run_command() {
  return {.name = "run",
          .summary = "run an experiment and write its report",
          .details =
              "Plays every game of the sweep on all cores, prints a table of results and writes the "
              "report. An interrupted run keeps what it has played in a checkpoint and prints the "
              "command that goes on from there.\n\n"
              "A finished report is not replaced: where the output holds this very experiment, its table "
              "is shown again; where it holds anything else, the run is refused. --extend REPORT --games N "
              "plays the games from the report's last one to N; with -o REPORT in its place.\n\n"
              "--shard K/N plays the K-th of N parts of about the same cost, each a stretch of the sequence "
              "of all games, case after case; the records of all parts, one after the other, are those of "
              "the whole run. `sapper merge` joins their reports. Under a stop rule, a part that begins amid "
              "a case plays on to the end of the case or of the part, as only the merge can tell where the "
              "rule ends the case; games beyond that are dropped there (but stay in the part's records).",
          .examples = {"sapper run data/experiments/classic.json",
                       "sapper run data/experiments/classic.json --games 1e6 -o million.json",
                       "sapper run --extend classic.report.json --games 1e6 -o million.json",
                       "sapper run data/experiments/classic.json --shard 2/8",
                       "sapper run data/experiments/classic.json --replay 2:2 --strategy csp",
                       "sapper run data/experiments/classic.json --replay 2:2 -o replay.html"},
          .declare = declare};
}

}  // namespace sapper::experiments

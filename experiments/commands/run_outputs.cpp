#include "experiments/commands/run_outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/run/report.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_error.hpp"

namespace sapper::experiments {

namespace {

namespace fs = std::filesystem;

// InputError if `output` is a non-empty file, unless it begins as given or with an empty line, compressed as its name
// says. A compressed file may be cut off before that, as after a kill.
void refuse_other_content(const fs::path& output, std::string_view beginning) {
  std::error_code ignored;
  if (!fs::is_regular_file(output, ignored) || fs::file_size(output, ignored) == 0) return;
  bool is_own = false;
  try {
    LineReader lines(output);
    if (lines.compression() == compression_of(output)) {
      is_own = lines.compression() != Compression::none;
      const auto line = lines.next();
      is_own = !line || line->empty() || line->starts_with(beginning);
    }
  } catch (const InputError&) {
  }
  if (!is_own)
    throw InputError::in_file(output.string(),
                              "holds something else; choose another file, or add --force to replace it");
}

}  // namespace

RunOutputs::RunOutputs(const RunOptions& options, const std::string& usual_name) : options_(options) {
  choose_report(usual_name);
  if (options.games_out) records_ = choose_beside(*options.games_out, "--games-out");
  if (options.csv) csv_ = choose_beside(*options.csv, "--csv");

  use_standard_stream(STDOUT_FILENO, "standard output");
  use_standard_stream(STDERR_FILENO, "standard error");
  if (options.config) used_.push_back({*options.config, identity_of(*options.config), "its config"});
  if (options.extend)
    used_.push_back({*options.extend, identity_of(*options.extend), "the report to extend"});
  if (!options.is_to_standard_output()) {
    use(report_, "its report", "choose another output file");
    use(checkpoint_, "its checkpoint", "choose another output");
  }
  if (records_) use(*records_, "its records", "choose another file for the records");
  if (csv_) use(*csv_, "its table", "choose another file for --csv");

  lock(usual_name);
  if (options.force) return;
  if (records_) refuse_other_content(*records_, "{\"case\":");
  if (csv_) refuse_other_content(*csv_, "case,");
}

void RunOutputs::lock(const std::string& usual_name) {
  if (options_.is_to_standard_output()) {
    choose_name_of_checkpoint(usual_name);
  } else {
    locks_.push_back(std::make_unique<OutputLock>(report_));
    locks_.push_back(std::make_unique<OutputLock>(checkpoint_));
  }
  if (records_) record_lock_ = std::make_unique<OutputLock>(*records_);
  if (csv_) locks_.push_back(std::make_unique<OutputLock>(*csv_));
}

void RunOutputs::choose_report(const std::string& usual_name) {
  const bool is_named = options_.output && !options_.is_to_standard_output();
  // A report is extended in its place.
  report_ = resolve_output(is_named          ? *options_.output
                           : options_.extend ? *options_.extend
                                             : fs::path(usual_name + ".report.json"));
  checkpoint_ = checkpoint_of(report_);
  if (options_.is_to_standard_output()) return;
  check_plain_file(report_);
  checkpoint_ = resolve_checkpoint(report_);
}

// A checkpoint that is written only if the run ends early must not replace that of another run in the same folder, now
// or later.
void RunOutputs::choose_name_of_checkpoint(const std::string& usual_name) {
  const auto is_free = [&](const fs::path& file) {
    std::error_code ignored;
    const auto identity = identity_of(file);
    return !fs::exists(fs::symlink_status(file, ignored)) &&
           std::none_of(used_.begin(), used_.end(),
                        [&](const UsedFile& used) { return used.identity == identity; });
  };
  for (int tries = 0;; ++tries) {
    try {
      auto report_lock = std::make_unique<OutputLock>(report_);
      auto checkpoint_lock = std::make_unique<OutputLock>(checkpoint_);
      if ((is_free(report_) && is_free(checkpoint_)) || tries > 0) {
        locks_.push_back(std::move(report_lock));
        locks_.push_back(std::move(checkpoint_lock));
        return;
      }
    } catch (const InputError&) {
      if (tries > 0) throw;
    }
    report_ = fmt::format("{}.{}.report.json", usual_name, ::getpid());
    checkpoint_ = checkpoint_of(report_);
  }
}

// A file written in addition to the report.
fs::path RunOutputs::choose_beside(const fs::path& file, const char* option) {
  if (file == "-")
    throw InputError(
        fmt::format("{} is \"-\"; expected a file: only the report goes to standard output", option));
  return check_plain_file(file);
}

void RunOutputs::use(const fs::path& file, std::string_view role, std::string_view remedy) {
  auto identity = identity_of(file);
  for (const UsedFile& other : used_) {
    if (!identity || identity != other.identity) continue;
    // A report may be extended in place. It is a config too; without --force, it stays as it is.
    if (role == "its report" && other.role == "the report to extend") continue;
    if (role == "its report" && other.role == "its config") {
      if (!options_.force && looks_like_report(file)) continue;
      throw InputError::in_file(file.string(), "is the config itself; choose another output file");
    }
    throw InputError::in_file(file.string(),
                              fmt::format("is already used by this run as {}; {}", other.role, remedy));
  }
  used_.push_back({file, std::move(identity), role, remedy});
}

void RunOutputs::refuse_inputs(const std::vector<fs::path>& inputs) {
  for (const fs::path& input : inputs) {
    auto identity = identity_of(input);
    constexpr std::string_view kRole = "one of its inputs";
    for (const UsedFile& output : used_)
      if (!output.remedy.empty() && identity && identity == output.identity)
        throw InputError::in_file(output.file.string(),
                                  fmt::format("is already used by this run as {}; {}", kRole, output.remedy));
    used_.push_back({input, std::move(identity), kRole});
  }
}

// Only a regular file can be the same as an output.
void RunOutputs::use_standard_stream(int descriptor, std::string_view role) {
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
    used_.push_back({{}, identity_of(descriptor), role});
}

void RunOutputs::probe() const {
  if (!options_.is_to_standard_output()) {
    check_output(report_);
    check_output(checkpoint_);
  }
  if (csv_) check_output(*csv_);
}

void RunOutputs::check_records(int descriptor) const {
  const auto identity = identity_of(descriptor);
  for (const UsedFile& other : used_)
    if (identity && other.role != "its records" && !other.file.empty() && identity_of(other.file) == identity)
      throw InputError::in_file(
          records_->string(),
          fmt::format("is already used by this run as {}; choose another file for the records", other.role));
}

void RunOutputs::refuse_existing_table(bool is_resumed) const {
  if (csv_ && !options_.force && !is_resumed && holds_something(*csv_))
    throw InputError::in_file(csv_->string(),
                              "exists already; choose another output, or add --force to replace it");
}

std::vector<fs::path> RunOutputs::folders() const {
  std::vector<fs::path> folders;
  for (const std::optional<fs::path>& file : {std::optional(report_), records_, csv_}) {
    if (!file) continue;
    fs::path folder = file->has_parent_path() ? file->parent_path() : fs::path(".");
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(std::move(folder));
  }
  return folders;
}

void add_run_options(CommandSyntax& syntax, RunOptions& options) {
  syntax.argument("CONFIG", "the experiment (sapper-config/1), or a report of it", path(options.config),
                  ArgumentPresence::optional);
  syntax.option("-o, --output", "FILE", "where to write the report; - is standard output",
                path(options.output), "NAME.report.json");
  add_threads(syntax, options.threads);
  add_overrides(syntax, options.overrides);
  syntax.flag("--resume", "continue from the checkpoint of an interrupted run", options.resume);
  syntax.flag("--resume-anyway",
              "as --resume and --extend, but accept a checkpoint or report of another build, or of another "
              "version of "
              "an external player",
              options.resume_anyway);
  add_force(syntax, options.force, "replace existing outputs; never a file that is read");
  syntax.option(
      "--extend", "REPORT",
      "play what a finished report lacks of CONFIG or --games, and replace it (-o: write elsewhere)",
      path(options.extend));
  syntax.option("--shard", "K/N", "play only the K-th of N parts; `sapper merge` merges them",
                text(options.shard), "all of it");
  syntax.option("--checkpoint-every", "S", "seconds between checkpoints",
                seconds(options.checkpoint_every_s));
  syntax.option(
      "--games-out", "FILE",
      "write one line of JSON per game and strategy, compressed where FILE ends in .gz or .zst; records of "
      "another run are replaced with --force only",
      path(options.games_out));
  add_games_where(syntax, options.games_where, "which games are written");
  syntax.option(
      "--judge", "N",
      "judge the first N games of each case and strategy dig by dig: the chance to win that they give away",
      whole_number(options.overrides.judged_games, 0, kMaxGames), "the config's, or none");
  syntax.option("--csv", "FILE", "write the results as a table, one row per case and strategy",
                path(options.csv));
  syntax.option("--replay", "CASE:GAME",
                "show one game (or the game of a record; CASE:worst: the one with the costliest mistake) "
                "move by move, without "
                "writing a report; -o X.html: as a page",
                text(options.replay));
  syntax.option("--strategy", "NAME", "the strategy whose game is replayed", text(options.strategy),
                "all of them");
  syntax.flag("--json", "print the replay as JSON", options.json);
  add_allow_commands(syntax, options.overrides.allow_commands);
  add_progress(syntax, options.quiet, options.progress);
}

void check_together(const RunOptions& options) {
  if (options.json && !options.replay) throw InputError("run: --json requires --replay");
  if (options.strategy && !options.replay) throw InputError("run: --strategy requires --replay");
  for (const auto& [option, is_given] : {std::pair("--csv", options.csv.has_value()),
                                         {"--games-out", options.games_out.has_value()},
                                         {"--shard", options.shard.has_value()},
                                         {"--judge", options.overrides.judged_games.has_value()},
                                         {"--extend", options.extend.has_value()}})
    if (options.replay && is_given)
      throw InputError(fmt::format("run: {} cannot be combined with --replay, which plays one game", option));
  const bool is_whole = read_shard(options.shard).is_whole();
  if (!options.extend) return;
  if (!is_whole) throw InputError("run: --extend and --shard are mutually exclusive");
  if (options.overrides.seed)
    throw InputError("run: --extend and --seed are mutually exclusive; the seed is the report's");
  if (options.overrides.judged_games)
    throw InputError("run: --extend and --judge are mutually exclusive; the judged games are the report's");
}

Shard read_shard(const std::optional<std::string>& text) {
  if (!text) return {};
  std::string_view count_text = *text;
  const std::string_view number_text = take_until(count_text, '/');
  const auto count = parse_whole_number(count_text, kMaxShards);
  const auto number = parse_whole_number(number_text, count.value_or(0));
  if (number && *number > 0) return {*number, *count};
  throw InputError::in_value(
      "--shard", *text,
      fmt::format("expected K/N, the shard's number from 1 to N and the number of shards, at most {}",
                  kMaxShards));
}

std::string resume_command(const RunOptions& options, const std::filesystem::path& report,
                           const std::optional<std::filesystem::path>& records) {
  std::string command = called_as() + " run";
  const auto add_file = [&](std::string_view option, const std::filesystem::path& file) {
    command += fmt::format("{} {}", option, shell_quoted_file(file.string()));
  };
  if (options.config) add_file("", *options.config);
  add_file(" -o", report);
  command += " --resume";
  if (options.resume_anyway) command += " --resume-anyway";
  if (options.extend) add_file(" --extend", *options.extend);
  if (options.shard) command += fmt::format(" --shard {}", shell_quoted(*options.shard));
  if (options.force) command += " --force";
  if (options.overrides.seed) command += fmt::format(" --seed {}", *options.overrides.seed);
  if (options.overrides.games) command += fmt::format(" --games {}", *options.overrides.games);
  if (options.overrides.judged_games) command += fmt::format(" --judge {}", *options.overrides.judged_games);
  if (options.threads != 0) command += fmt::format(" --threads {}", options.threads);
  if (records) add_file(" --games-out", *records);
  if (options.overrides.allow_commands) command += " --allow-commands";
  if (options.games_where != RecordFilter::all)
    command +=
        fmt::format(" --games-where {}", kRecordFilterNames[static_cast<std::size_t>(options.games_where)]);
  if (options.csv) add_file(" --csv", *options.csv);
  return command;
}

}  // namespace sapper::experiments

// The options of `sapper run`, from the command line and to one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/config/config.hpp"
#include "experiments/run/progress.hpp"
#include "experiments/run/report.hpp"
#include "experiments/support/files.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {

struct RunOptions {
  std::optional<std::filesystem::path> config;
  std::optional<std::filesystem::path> output;  // -o; default: NAME.report.json in the current folder
  unsigned threads = 0;                         // 0: all cores
  ConfigOverrides overrides;                    // --seed, --games, --allow-commands
  std::optional<std::string> shard;             // --shard K/N
  std::optional<std::filesystem::path> extend;  // --extend REPORT
  bool force = false;                           // replaces what the output holds
  bool quiet = false;                           // hides progress and the table
  ProgressMode progress = ProgressMode::automatic;
  bool resume = false;                             // continues from OUTPUT.checkpoint
  double checkpoint_every_s = 30;                  // --checkpoint-every, seconds between checkpoints
  bool resume_anyway = false;                      // accepts a checkpoint or report of another build
  std::optional<std::filesystem::path> games_out;  // --games-out, records of games
  RecordFilter games_where = RecordFilter::all;    // --games-where
  std::optional<std::filesystem::path> csv;        // --csv, the results as a table
  std::optional<std::string> replay;               // --replay CASE:GAME, or a record
  std::optional<std::string> strategy;             // --strategy NAME, with replay only
  bool json = false;                               // --json, with replay only

  bool is_to_standard_output() const { return output && *output == "-"; }
};

void add_run_options(CommandSyntax& syntax, RunOptions& options);

// InputError for combinations of options that are invalid for any experiment.
void check_together(const RunOptions& options);

// The shard given by --shard K/N; without it the whole experiment.
Shard read_shard(const std::optional<std::string>& text);

// The command that continues a run, quoted for a shell: repeats the options, except for the outputs, which a run may
// have moved.
std::string resume_command(const RunOptions& options, const std::filesystem::path& report,
                           const std::optional<std::filesystem::path>& records);

// The files that a run writes: its report, its checkpoint, the records of its games and the table. All of them are
// resolved, compared and locked before anything is written, so that no file is written twice: neither by this run under
// two names nor by two runs.

class RunOutputs {
 public:
  // usual_name: of the report, without `.report.json`. InputError if an output is impossible, is a file that this run
  // already reads or writes, holds something else (--force replaces it), or is being written by another run. What a run
  // may replace is read after that, while it is locked.
  RunOutputs(const RunOptions& options, const std::string& usual_name);

  // The actual paths, with links resolved. With `-o -` there is no report file; the path is then the one that the
  // checkpoint of a run that ends early is named after.
  const std::filesystem::path& report() const { return report_; }
  const std::filesystem::path& checkpoint() const { return checkpoint_; }
  const std::optional<std::filesystem::path>& records() const { return records_; }
  const std::optional<std::filesystem::path>& csv() const { return csv_; }

  // InputError if an output is one of these files, which the config names.
  void refuse_inputs(const std::vector<std::filesystem::path>& inputs);
  // InputError if the report, its checkpoint or the table cannot be written.
  void probe() const;
  // InputError if the table's file holds one already, unless --force or an interrupted run, which may have written it,
  // explains it.
  void refuse_existing_table(bool is_resumed) const;
  // The folders that its outputs are in, each once.
  std::vector<std::filesystem::path> folders() const;
  // Hands the lock on the records to the object that writes them.
  std::unique_ptr<OutputLock> take_record_lock() { return std::move(record_lock_); }
  // Checks the identity of the opened records file. InputError if it is also another output.
  void check_records(int descriptor) const;

 private:
  struct UsedFile {
    std::filesystem::path file;
    std::optional<FileIdentity> identity;
    std::string_view role;         // `its checkpoint`
    std::string_view remedy = {};  // of an output: `choose another file for the records`
  };
  void choose_report(const std::string& usual_name);
  void choose_name_of_checkpoint(const std::string& usual_name);
  static std::filesystem::path choose_beside(const std::filesystem::path& file, const char* option);
  void lock(const std::string& usual_name);
  void use(const std::filesystem::path& file, std::string_view role, std::string_view remedy);
  void use_standard_stream(int descriptor, std::string_view role);

  const RunOptions& options_;
  std::filesystem::path report_;
  std::filesystem::path checkpoint_;
  std::optional<std::filesystem::path> records_;
  std::optional<std::filesystem::path> csv_;
  std::vector<UsedFile> used_;
  std::vector<std::unique_ptr<OutputLock>> locks_;
  std::unique_ptr<OutputLock> record_lock_;
};

}  // namespace sapper::experiments

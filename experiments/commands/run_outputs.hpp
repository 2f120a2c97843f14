// The files that a run writes: its report, its checkpoint, the records of its games and results in other formats. All of them are
// resolved, compared and locked before anything is written, so that no file is written twice: neither by this run under
// two names nor by two runs.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/option_value.hpp"
#include "experiments/commands/run_options.hpp"
#include "experiments/support/file_identity.hpp"
#include "experiments/support/output_lock.hpp"

namespace sapper::experiments {

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
  // In the order of kResultsFormats.
  const ByFormat<std::optional<std::filesystem::path>>& results() const { return results_; }

  // No other output than the report holds anything yet.
  bool are_others_new() const;

  // InputError if an output is one of these files, which the config names.
  void refuse_inputs(const std::vector<std::filesystem::path>& inputs);
  // InputError if the report, its checkpoint or a file of results cannot be written.
  void probe() const;
  // InputError if a file of results holds some already, unless --force or an interrupted run, which may have written it,
  // explains it.
  void refuse_existing_results(bool is_resumed) const;
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
    std::string role;         // `its checkpoint`
    std::string remedy = {};  // of an output: `choose another file for the records`
  };
  void choose_report(const std::string& usual_name);
  void choose_name_of_checkpoint(const std::string& usual_name);
  static std::filesystem::path choose_beside(const std::filesystem::path& file, const char* option);
  void lock(const std::string& usual_name);
  void use(const std::filesystem::path& file, const std::string& role, const std::string& remedy);
  void use_standard_stream(int descriptor, std::string_view role);

  const RunOptions& options_;
  std::filesystem::path report_;
  std::filesystem::path checkpoint_;
  std::optional<std::filesystem::path> records_;
  ByFormat<std::optional<std::filesystem::path>> results_;
  std::vector<UsedFile> used_;
  std::vector<std::unique_ptr<OutputLock>> locks_;
  std::unique_ptr<OutputLock> record_lock_;
};

}  // namespace sapper::experiments

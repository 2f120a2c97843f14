#include "experiments/commands/run_outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

#include "experiments/run/report_file.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// Whether a compressed file begins so; true too where it is cut off before that, as after a kill.
bool begins_compressed_with(const fs::path& file, std::string_view beginning) {
  try {
    LineReader lines(file);
    const auto line = lines.next();
    return !line || line->starts_with(beginning);
  } catch (const InputError&) {
    return true;
  }
}

// InputError if `output` is a non-empty file, unless it begins as given or with an empty line.
void refuse_other_content(const fs::path& output, std::string_view beginning) {
  std::error_code ignored;
  if (!fs::is_regular_file(output, ignored)) return;
  std::ifstream in(output, std::ios::binary);
  std::string start(beginning.size(), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  const Compression compression = compression_of(output);
  if (compression != Compression::none && compression == compression_of_content(start) &&
      begins_compressed_with(output, beginning))
    return;
  if (!start.empty() && start.front() != '\n' && start != beginning)
    throw InputError::in_file(output.string(),
                              "holds something else; choose another file, or add --force to replace it");
}

}  // namespace

RunOutputs::RunOutputs(const RunOptions& options, const std::string& usual_name,
                       const std::vector<fs::path>& inputs)
    : options_(options) {
  choose_report(usual_name);
  if (options.games_out) records_ = choose_beside(*options.games_out, "--games-out", "{\"case\":");
  if (options.csv) csv_ = choose_beside(*options.csv, "--csv", "case,");

  use_standard_stream(STDOUT_FILENO, "standard output");
  use_standard_stream(STDERR_FILENO, "standard error");
  if (options.config) used_.push_back({*options.config, identity_of(*options.config), "its config"});
  if (options.extend)
    used_.push_back({*options.extend, identity_of(*options.extend), "the report to extend"});
  for (const fs::path& input : inputs) used_.push_back({input, identity_of(input), "one of its inputs"});
  if (!options.is_to_standard_output()) {
    use(report_, "its report", "choose another output file");
    use(checkpoint_, "its checkpoint", "choose another output");
  }
  if (records_) use(*records_, "its records", "choose another file for the records");
  if (csv_) use(*csv_, "its table", "choose another file for --csv");

  if (options.is_to_standard_output()) {
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
  check_plain_file(checkpoint_);
  checkpoint_ = resolve_output(checkpoint_);
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

// A file written in addition to the report. beginning: of such a file's content.
fs::path RunOutputs::choose_beside(const fs::path& file, const char* option,
                                   std::string_view beginning) const {
  if (file == "-")
    throw InputError(
        fmt::format("{} is \"-\"; expected a file: only the report goes to standard output", option));
  fs::path target = check_plain_file(file);
  if (!options_.force) refuse_other_content(target, beginning);
  return target;
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
  used_.push_back({file, std::move(identity), role});
}

// If it goes to a regular file.
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

}  // namespace sapper::experiments

#include "experiments/commands/run_outputs.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "experiments/commands/run_options.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/output_lock.hpp"
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
  for (std::size_t i = 0; i < results_.size(); ++i)
    if (options.results[i]) results_[i] = choose_beside(*options.results[i], kResultsFormats[i].option);

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
  for (std::size_t i = 0; i < results_.size(); ++i)
    if (results_[i])
      use(*results_[i], fmt::format("its {}", kResultsFormats[i].name),
          fmt::format("choose another file for {}", kResultsFormats[i].option));

  lock(usual_name);
  if (options.force) return;
  if (records_) refuse_other_content(*records_, "{\"case\":");
  for (std::size_t i = 0; i < results_.size(); ++i)
    if (results_[i]) refuse_other_content(*results_[i], kResultsFormats[i].beginning);
}

void RunOutputs::lock(const std::string& usual_name) {
  if (options_.is_to_standard_output()) {
    choose_name_of_checkpoint(usual_name);
  } else {
    locks_.push_back(std::make_unique<OutputLock>(report_));
    locks_.push_back(std::make_unique<OutputLock>(checkpoint_));
  }
  if (records_) record_lock_ = std::make_unique<OutputLock>(*records_);
  for (const std::optional<fs::path>& file : results_)
    if (file) locks_.push_back(std::make_unique<OutputLock>(*file));
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

void RunOutputs::use(const fs::path& file, const std::string& role, const std::string& remedy) {
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

bool RunOutputs::are_others_new() const {
  const auto is_new = [](const std::optional<fs::path>& file) {
    std::error_code error;
    return !file || fs::file_size(*file, error) == 0 || error;
  };
  return is_new(records_) && std::ranges::all_of(results_, is_new);
}

void RunOutputs::refuse_inputs(const std::vector<fs::path>& inputs) {
  for (const fs::path& input : inputs) {
    auto identity = identity_of(input);
    constexpr std::string_view kRole = "one of its inputs";
    for (const UsedFile& output : used_)
      if (!output.remedy.empty() && identity && identity == output.identity)
        throw InputError::in_file(output.file.string(),
                                  fmt::format("is already used by this run as {}; {}", kRole, output.remedy));
    used_.push_back({input, std::move(identity), std::string(kRole)});
  }
}

// Only a regular file can be the same as an output.
void RunOutputs::use_standard_stream(int descriptor, std::string_view role) {
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode))
    used_.push_back({{}, identity_of(descriptor), std::string(role)});
}

void RunOutputs::probe() const {
  if (!options_.is_to_standard_output()) {
    check_output(report_);
    check_output(checkpoint_);
  }
  for (const std::optional<fs::path>& file : results_)
    if (file) check_output(*file);
}

void RunOutputs::check_records(int descriptor) const {
  const auto identity = identity_of(descriptor);
  for (const UsedFile& other : used_)
    if (identity && other.role != "its records" && !other.file.empty() && identity_of(other.file) == identity)
      throw InputError::in_file(
          records_->string(),
          fmt::format("is already used by this run as {}; choose another file for the records", other.role));
}

void RunOutputs::refuse_existing_results(bool is_resumed) const {
  if (options_.force || is_resumed) return;
  for (const std::optional<fs::path>& file : results_)
    if (file && holds_something(*file))
      throw InputError::in_file(file->string(),
                                "exists already; choose another output, or add --force to replace it");
}

std::vector<fs::path> RunOutputs::folders() const {
  std::vector<fs::path> folders;
  const auto add = [&](const std::optional<fs::path>& file) {
    if (!file) return;
    fs::path folder = file->has_parent_path() ? file->parent_path() : fs::path(".");
    if (std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(std::move(folder));
  };
  add(report_);
  add(records_);
  for (const std::optional<fs::path>& file : results_) add(file);
  return folders;
}

}  // namespace sapper::experiments

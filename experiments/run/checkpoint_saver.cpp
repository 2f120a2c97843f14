#include "experiments/run/checkpoint_saver.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "experiments/run/interruption.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

CheckpointSaver::CheckpointSaver(fs::path file, std::string ending, std::string work, Write write,
                                 std::function<void(std::string_view)> warn)
    : file_(std::move(file)),
      ending_(std::move(ending)),
      work_(std::move(work)),
      write_(std::move(write)),
      warn_(std::move(warn)) {}

void CheckpointSaver::save() {
  const ProtectedSave is_saving;
  try {
    write_(file_);
    if (has_failed_) warn_("the checkpoint can be written again");
    has_failed_ = false;
  } catch (const RunError& error) {
    if (!has_failed_)
      warn_(fmt::format("{}; {} continues without a checkpoint and will retry", error.what(), work_));
    has_failed_ = true;
  }
}

bool CheckpointSaver::save_at_the_end(std::vector<fs::path> folders) {
  const ProtectedSave is_saving;
  try {
    write_(file_);
    return true;
  } catch (const RunError& error) {
    warn_(error.what());
  }
  std::error_code none;
  folders.push_back(fs::temp_directory_path(none));
  folders.push_back(fs::current_path(none));
  if (const char* const home = std::getenv("HOME")) folders.emplace_back(home);
  return std::any_of(folders.begin(), folders.end(), [&](const fs::path& folder) { return save_in(folder); });
}

// Saves the checkpoint of a new output there.
bool CheckpointSaver::save_in(const fs::path& folder) {
  const fs::path output = folder / fmt::format("sapper-{}{}", ::getpid(), ending_);
  fs::path checkpoint = checkpoint_of(output);
  std::error_code none;
  for (const fs::path& file : {output, checkpoint})
    if (folder.empty() || fs::exists(fs::symlink_status(file, none))) return false;
  try {
    write_(checkpoint);
    file_ = std::move(checkpoint);
    return true;
  } catch (const RunError& error) {
    warn_(error.what());
    return false;
  }
}

}  // namespace sapper::experiments

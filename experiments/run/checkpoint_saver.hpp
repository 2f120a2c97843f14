// Saves the checkpoint of a command at work. A failure, as on a full disk, does not end the command: it is reported once,
// and so is its end. At the end a checkpoint that cannot be written in its place goes where there is room.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

class CheckpointSaver {
 public:
  // Brings the checkpoint to this file, of which what was there stays if that fails. RunError.
  using Write = std::function<void(const std::filesystem::path& file)>;

  // file: OUTPUT.checkpoint, with links resolved. ending: of the output's name where it is saved elsewhere: `.tune.json`.
  // work: what continues without a checkpoint: `the run`. warn: shows the user a message.
  CheckpointSaver(std::filesystem::path file, std::string ending, std::string work, Write write,
                  std::function<void(std::string_view)> warn);

  void save();
  // The last save, if need be in the first of these folders, the one for temporary files, the current one and the user's
  // home that has room; then file() changes. Returns whether that worked; if not, each failure was reported.
  bool save_at_the_end(std::vector<std::filesystem::path> folders = {});

  // Where the checkpoint is.
  const std::filesystem::path& file() const { return file_; }

 private:
  bool save_in(const std::filesystem::path& folder);

  std::filesystem::path file_;
  std::string ending_, work_;
  Write write_;
  std::function<void(std::string_view)> warn_;
  bool has_failed_ = false;  // the last save
};

}  // namespace sapper::experiments

// The one way in which commands write a file that the user names. An output is never one of the command's inputs, not even
// with --force, nor an existing file without it; two programs do not write it at once; it is written whole or not at all,
// and what a killed program left of it is removed.
//
// `sapper run` writes its outputs again and again (run_outputs.hpp); it shares InputFiles, locks and atomic files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/file_identity.hpp"
#include "experiments/support/output_lock.hpp"

namespace sapper::experiments {

// The files that a command reads, by device and inode. Files on the standard streams count as such: what is read from
// standard input, and what standard output and standard error already write.
class InputFiles {
 public:
  InputFiles();
  explicit InputFiles(std::span<const std::string> files);

  void add(const std::filesystem::path& file);  // `-`: nothing; FILE#K: the file
  // InputError if the file is one of them, under whatever name.
  void refuse(const std::filesystem::path& output) const;

 private:
  std::vector<FileIdentity> files_;
  std::vector<FileIdentity> streams_;  // standard output and standard error
};

// Whether a file may be replaced: --force.
enum class OverwritePolicy : std::uint8_t { refused, replaced };

// Whether the file holds something to lose; an empty one, such as mktemp makes, does not.
bool holds_something(const std::filesystem::path& file);

class OutputFile {
 public:
  // Locks the file; creates nothing that stays. InputError if it is an input, exists, is being written by another program,
  // or cannot be written.
  OutputFile(const std::filesystem::path& file, const InputFiles& inputs, OverwritePolicy existing);

  // RunError on failure, here and below.
  void write(std::string_view text);
  // Puts what was written in place. Without it the file stays as it was.
  void commit();
  void write_whole(std::string_view text) {
    write(text);
    commit();
  }

  // The path with links resolved.
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  OutputLock lock_;
  std::optional<AtomicFile> file_;
};

// The checkpoint of an output: OUTPUT.checkpoint, from which an interrupted command continues.
std::filesystem::path checkpoint_of(const std::filesystem::path& output);
// The path that is actually written, as of check_plain_file. InputError, naming the output, if it is too long.
std::filesystem::path resolve_checkpoint(const std::filesystem::path& output);

// The checkpoint of a command that holds its output's lock: one that cannot be written is refused before the command
// starts to work.
class CheckpointFile {
 public:
  // file: as resolve_checkpoint returns it. InputError as of OutputFile, except that the checkpoint may exist.
  CheckpointFile(const std::filesystem::path& file, const InputFiles& inputs);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  OutputLock lock_;
};

}  // namespace sapper::experiments

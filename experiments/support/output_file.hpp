// Ensures that one run at a time writes an output, by locking a file next to it and the output itself for the lifetime of
// the object.
//
// The lock is a file `.NAME.HASH.lock` in the output's folder under flock(2), which the kernel releases when the
// process ends, however it ends: a signal removes the file (atomic_file.hpp), a crash leaves an empty one that locks
// nothing. A lock on the output alone does not suffice, as most outputs are replaced by every save; but it is locked too,
// if it exists, so that its other names (hard links) conflict.
//
// Shared folders: flock works between machines on NFS and most cluster file systems. If a file system has no locks, or
// lock files cannot be created, is_held() is false and the run continues without a lock.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/files.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

class OutputLock {
 public:
  // output: as resolve_output returns it, so that two names of one file conflict; the lock must be taken before
  // anything is written. InputError if another run holds it ("another run is writing there"). Removes the temporary
  // files of killed writers of this output (remove_leftovers).
  explicit OutputLock(const std::filesystem::path& output);
  ~OutputLock();  // removes the lock file
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  bool is_held() const { return lock_.is_open(); }

  // Locks the output itself, unless it is locked already or is not a regular file. For an output that was created after
  // the lock was taken and is written in place. InputError if another run holds it.
  void lock_file_itself();

 private:
  enum class LockResult : std::uint8_t { locked, held_by_another, impossible };
  static LockResult try_to_lock(int descriptor);
  LockResult try_beside();
  void lock_beside();
  void release();
  [[noreturn]] void refuse();

  std::filesystem::path output_;
  std::filesystem::path file_;
  sim::Descriptor lock_;         // of file_
  sim::Descriptor output_lock_;  // of output_
};

// The one way in which commands write a file that the user names. An output is never one of the command's inputs, not even
// with --force, nor an existing file without it; two programs do not write it at once; it is written whole or not at all,
// and what a killed program left of it is removed.
//
// `sapper run` writes its outputs again and again (run_outputs.hpp); it shares InputFiles, locks and atomic files.

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

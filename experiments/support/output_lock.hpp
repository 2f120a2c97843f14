// Ensures that one run at a time writes an output, by locking a file next to it and the output itself for the lifetime of
// the object.
//
// The lock is a file `.NAME.HASH.lock` in the output's folder under flock(2), which the kernel releases when the
// process ends, however it ends: a signal removes the file (unfinished_files.hpp), a crash leaves an empty one that locks
// nothing. A lock on the output alone does not suffice, as most outputs are replaced by every save; but it is locked too,
// if it exists, so that its other names (hard links) conflict.
//
// Shared folders: flock works between machines on NFS and most cluster file systems. If a file system has no locks, or
// lock files cannot be created, is_held() is false and the run continues without a lock.
#pragma once

#include <cstdint>
#include <filesystem>

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

}  // namespace sapper::experiments

// One run at a time writes an output: a lock beside it and on it, held for as long as the object lives.
//
// The lock is a file `.NAME.HASH.lock` in the output's folder under flock(2), which the kernel gives up when
// the process ends, however it ends: a crash leaves an empty file behind that locks nothing. The output
// itself cannot carry the lock alone, as most outputs are replaced by every save; but it is locked too, if it exists,
// so that its other names (hard links) meet.
//
// Shared folders: flock holds between machines on NFS and on most cluster file systems. Where a file system
// has no locks, or does not let lock files be made, is_held() is false and the run goes on without.
#pragma once

#include <filesystem>

namespace sapper::experiments {

class OutputLock {
 public:
  // output: as resolve_output returns it, so that two names of one file meet; the lock is to be taken before
  // anything is written there. InputError if another run holds it ("another run writes there"). Removes what killed
  // writers of this output have left beside it (remove_leftovers).
  explicit OutputLock(const std::filesystem::path& output);
  ~OutputLock();  // removes the lock file
  OutputLock(const OutputLock&) = delete;
  OutputLock& operator=(const OutputLock&) = delete;

  bool is_held() const { return descriptor_ >= 0; }

  // Locks the output itself, unless that is done or there is no plain file. For an output that was made after the lock
  // was taken and is written in place. InputError if another run holds it.
  void lock_file_itself();

 private:
  void lock_beside();
  void release();
  [[noreturn]] void refuse();

  std::filesystem::path output_;
  std::filesystem::path file_;
  int descriptor_ = -1;         // of file_
  int output_descriptor_ = -1;  // of output_
};

}  // namespace sapper::experiments

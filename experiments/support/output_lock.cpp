#include "experiments/support/output_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/hidden_names.hpp"
#include "experiments/support/unfinished_files.hpp"

namespace sapper::experiments {

namespace {

namespace fs = std::filesystem;

using sim::Descriptor;

// A long file name is truncated: a hash distinguishes long names.
fs::path lock_file_of(const fs::path& output) {
  return hidden_name_beside(output, name_hash(output.filename().string()) + ".lock");
}

// Whether the path still leads to the open file: its last holder may have removed it between our open and our lock.
bool is_still(const fs::path& path, int descriptor) {
  struct stat opened {
  }, there{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         opened.st_ino == there.st_ino && opened.st_dev == there.st_dev;
}

bool is_plain(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

// Does not follow links or wait for a pipe. NFS grants locks only on files open for writing; elsewhere a file of
// another user is sufficient.
Descriptor open_to_lock(const fs::path& file, int flags) {
  flags |= O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  Descriptor opened(::open(file.c_str(), O_RDWR | flags, 0666));
  if (!opened.is_open() && (errno == EACCES || errno == EPERM || errno == EROFS))
    opened.reset(::open(file.c_str(), O_RDONLY | flags, 0666));
  return is_plain(opened.get()) ? std::move(opened) : Descriptor();
}

}  // namespace

OutputLock::LockResult OutputLock::try_to_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return LockResult::held_by_another;
    if (errno != EINTR) return LockResult::impossible;
  }
  return LockResult::locked;
}

OutputLock::OutputLock(const fs::path& output) : output_(output), file_(lock_file_of(output)) {
  lock_beside();
  lock_file_itself();
  remove_leftovers(output_);
}

OutputLock::LockResult OutputLock::try_beside() {
  UnfinishedFiles unfinished;
  Descriptor opened = open_to_lock(file_, O_CREAT);
  if (!opened.is_open()) return LockResult::impossible;
  const LockResult attempt = try_to_lock(opened.get());
  if (attempt == LockResult::locked && is_still(file_, opened.get())) {
    lock_ = std::move(opened);
    unfinished.add(file_);
  }
  return attempt;
}

void OutputLock::lock_beside() {
  while (!is_held()) {
    const LockResult attempt = try_beside();
    if (attempt == LockResult::held_by_another) refuse();
    if (attempt == LockResult::impossible) return;
  }
}

void OutputLock::lock_file_itself() {
  if (output_lock_.is_open() && is_still(output_, output_lock_.get())) return;
  output_lock_ = open_to_lock(output_, 0);
  if (!output_lock_.is_open()) return;
  const LockResult attempt = try_to_lock(output_lock_.get());
  if (attempt != LockResult::locked) output_lock_.reset();
  if (attempt == LockResult::held_by_another) refuse();
}

void OutputLock::refuse() {
  release();
  throw InputError::in_file(output_.string(),
                            "another run is writing there; wait for it, or choose another output");
}

void OutputLock::release() {
  output_lock_.reset();
  if (!is_held()) return;
  UnfinishedFiles unfinished;
  // While it is locked: a process that has opened it meanwhile notices that it is gone.
  ::unlink(file_.c_str());
  unfinished.forget(file_);
  lock_.reset();
}

OutputLock::~OutputLock() { release(); }

}  // namespace sapper::experiments

#include "experiments/support/output_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/hidden_name.hpp"
#include "experiments/support/unfinished_files.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

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
int open_to_lock(const fs::path& file, int flags) {
  flags |= O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  int descriptor = ::open(file.c_str(), O_RDWR | flags, 0666);
  if (descriptor < 0 && (errno == EACCES || errno == EPERM || errno == EROFS))
    descriptor = ::open(file.c_str(), O_RDONLY | flags, 0666);
  if (descriptor >= 0 && !is_plain(descriptor)) {
    ::close(descriptor);
    return -1;
  }
  return descriptor;
}

void close_once(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

}  // namespace

OutputLock::Attempt OutputLock::try_to_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return Attempt::held_by_another;
    if (errno != EINTR) return Attempt::impossible;
  }
  return Attempt::locked;
}

OutputLock::OutputLock(const fs::path& output) : output_(output), file_(lock_file_of(output)) {
  lock_beside();
  lock_file_itself();
  remove_leftovers(output_);
}

OutputLock::Attempt OutputLock::try_beside() {
  UnfinishedFiles unfinished;
  int descriptor = open_to_lock(file_, O_CREAT);
  if (descriptor < 0) return Attempt::impossible;
  const Attempt attempt = try_to_lock(descriptor);
  if (attempt == Attempt::locked && is_still(file_, descriptor)) {
    std::swap(descriptor_, descriptor);
    unfinished.add(file_);
  }
  close_once(descriptor);
  return attempt;
}

void OutputLock::lock_beside() {
  while (descriptor_ < 0) {
    const Attempt attempt = try_beside();
    if (attempt == Attempt::held_by_another) refuse();
    if (attempt == Attempt::impossible) return;
  }
}

void OutputLock::lock_file_itself() {
  if (output_descriptor_ >= 0 && is_still(output_, output_descriptor_)) return;
  close_once(output_descriptor_);
  int descriptor = open_to_lock(output_, 0);
  if (descriptor < 0) return;
  const Attempt attempt = try_to_lock(descriptor);
  if (attempt == Attempt::locked) std::swap(output_descriptor_, descriptor);
  close_once(descriptor);
  if (attempt == Attempt::held_by_another) refuse();
}

void OutputLock::refuse() {
  release();
  throw InputError::in_file(output_.string(),
                            "another run is writing there; wait for it, or choose another output");
}

void OutputLock::release() {
  close_once(output_descriptor_);
  if (descriptor_ < 0) return;
  UnfinishedFiles unfinished;
  // While it is locked: a process that has opened it meanwhile notices that it is gone.
  ::unlink(file_.c_str());
  unfinished.forget(file_);
  close_once(descriptor_);
}

OutputLock::~OutputLock() { release(); }

}  // namespace sapper::experiments

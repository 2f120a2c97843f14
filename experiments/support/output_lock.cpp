#include "experiments/support/output_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "experiments/support/errors.hpp"
#include "experiments/support/hidden_name.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// The name of the file is cut where it is long: a hash (64-bit FNV-1a) tells long names apart.
fs::path lock_file_of(const fs::path& output) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char letter : output.filename().string())
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3;
  return hidden_name_beside(output, fmt::format(".{:08x}.lock", hash & 0xFFFFFFFF));
}

// Does the path still lead to the open file? Its last holder may have removed it between our open and our
// lock.
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

}  // namespace

OutputLock::OutputLock(const fs::path& output) : file_(lock_file_of(output)) {
  for (;;) {
    // For reading, so that a lock file of another user will do; never through a link, never waiting for a
    // pipe.
    const int descriptor =
        ::open(file_.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
    if (descriptor < 0) return;
    if (!is_plain(descriptor)) {
      ::close(descriptor);
      return;
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int reason = errno;
      ::close(descriptor);
      if (reason == EINTR) continue;
      if (reason == EWOULDBLOCK)
        throw InputError::in_file(output.string(),
                                  "another run writes there; wait for it, or choose another output");
      return;
    }
    if (is_still(file_, descriptor)) {
      descriptor_ = descriptor;
      return;
    }
    ::close(descriptor);
  }
}

OutputLock::~OutputLock() {
  if (descriptor_ < 0) return;
  ::unlink(file_.c_str());  // while it is locked: a process that has opened it meanwhile sees that it is gone
  ::close(descriptor_);
}

}  // namespace sapper::experiments

// A disk of a few kilobytes, in memory. Mounting requires root or a separate user namespace.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/temporary_folder.hpp"

namespace sapper::tests {

class SmallDisk {
 public:
  explicit SmallDisk(int kilobytes) {
    is_mounted_ = mount(kilobytes, 0) || (enter_namespace() && mount(kilobytes, 0));
  }
  ~SmallDisk() {
    if (is_mounted_) ::umount2(path().c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  // False where mounting is refused: the folder is then an ordinary one.
  bool is_mounted() const { return is_mounted_; }
  const std::filesystem::path& path() const { return folder_.path(); }

  // The content is kept; false if it does not fit.
  bool resize(int kilobytes) const { return mount(kilobytes, MS_REMOUNT); }

  void fill() const {
    std::ofstream filler(path() / "filler", std::ios::binary | std::ios::app);
    while (filler << std::string(512, 'x') << std::flush) {
    }
  }
  void empty() const { std::filesystem::remove(path() / "filler"); }

 private:
  bool mount(int kilobytes, unsigned long flags) const {
    return ::mount("tmpfs", path().c_str(), "tmpfs", flags, fmt::format("size={}k", kilobytes).c_str()) == 0;
  }
  // Where this process, and what it starts, may mount: root of a user namespace is its user outside.
  static bool enter_namespace() {
    const auto user = ::getuid();
    const auto group = ::getgid();
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    std::ofstream("/proc/self/setgroups") << "deny";
    std::ofstream("/proc/self/uid_map") << fmt::format("0 {} 1", user);
    std::ofstream("/proc/self/gid_map") << fmt::format("0 {} 1", group);
    return true;
  }

  TemporaryFolder folder_;
  bool is_mounted_ = false;
};

}  // namespace sapper::tests

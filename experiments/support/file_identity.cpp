#include "experiments/support/file_identity.hpp"

#include <sys/stat.h>

#include <optional>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

std::optional<FileIdentity> identity_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) return FileIdentity{status.st_dev, status.st_ino, {}};
  try {
    const fs::path target = resolve_output(file);
    const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
    if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino, target.filename().string()};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

std::optional<FileIdentity> identity_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, {}};
}

std::optional<FileState> state_of(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return std::nullopt;
  using TimePoint = std::chrono::system_clock::time_point;
  const auto changed =
      std::chrono::seconds(status.st_ctim.tv_sec) + std::chrono::nanoseconds(status.st_ctim.tv_nsec);
  return FileState{{status.st_dev, status.st_ino, {}},
                   static_cast<std::uint64_t>(status.st_size),
                   TimePoint(std::chrono::duration_cast<TimePoint::duration>(changed))};
}

}  // namespace sapper::experiments

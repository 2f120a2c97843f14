// The identity of the file that a path leads to: two names of one file (hard or symbolic links, one folder under two
// names) have the same identity, even if the file does not exist yet.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace sapper::experiments {

struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name;  // for a file that does not exist yet: its name in the folder given by device and inode
  bool operator==(const FileIdentity&) const = default;
};

// Symbolic links are followed, even to a file that does not exist yet. nullopt if neither the file nor its folder
// exists.
std::optional<FileIdentity> identity_of(const std::filesystem::path& file);
// The identity of an open file.
std::optional<FileIdentity> identity_of(int descriptor);

// What changes whenever a file is written or replaced, as far as its file system's clock tells.
struct FileState {
  FileIdentity identity;
  std::uint64_t bytes = 0;
  std::chrono::system_clock::time_point changed;  // its content, or its names and permissions
  bool operator==(const FileState&) const = default;
};
// nullopt if there is no file.
std::optional<FileState> state_of(const std::filesystem::path& file);

}  // namespace sapper::experiments

// Which file a path leads to: two names of one file (links of both kinds, one folder under two names) have one identity,
// even if the file is yet to be made.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>

namespace sapper::experiments {

struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name;  // of a file yet to be made: its name in the folder that device and inode stand for
  bool operator==(const FileIdentity&) const = default;
};

// Symbolic links are followed, also where they lead to a file yet to be made. nullopt where there is neither a file nor
// a folder for it.
std::optional<FileIdentity> identity_of(const std::filesystem::path& file);
// Of an open file.
std::optional<FileIdentity> identity_of(int descriptor);

}  // namespace sapper::experiments

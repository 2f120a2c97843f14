// Files that are there whole or not at all: written beside their place, flushed to the disk, then renamed
// into it. What was there before stays until then, also when the program is killed or the disk is full.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace sapper::experiments {

class AtomicFile {
 public:
  // Opens FILE.tmp. RunError when that fails, here and below.
  explicit AtomicFile(std::filesystem::path file);
  ~AtomicFile();  // without commit(): removes FILE.tmp and leaves the file as it was
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void flush();  // to the disk
  void commit();

 private:
  [[noreturn]] void fail(std::string_view action) const;

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::FILE* stream_;
};

// Where a file will really be written (symbolic links followed). InputError when it cannot be: its folder is
// missing or not writable, the disk is full, or something that is no plain file has its name. Leaves nothing
// behind.
std::filesystem::path check_output(const std::filesystem::path& file);

}  // namespace sapper::experiments

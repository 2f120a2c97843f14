// Atomically replaced files: written to a temporary file in the same folder, flushed to the disk, then renamed. The
// previous file stays until then, even if the program is killed or the disk is full.
#pragma once

#include <signal.h>

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace sapper::experiments {

class AtomicFile {
 public:
  // Creates a temporary file in the file's folder under an unpredictable name (`.NAME.`, six random letters and
  // `.tmp`), so that no existing file is opened, followed or removed. A signal that ends the program removes it
  // (unfinished_files.hpp); a program killed by SIGKILL leaves it behind, which is harmless: remove_leftovers removes it.
  // RunError on failure, here and below.
  explicit AtomicFile(std::filesystem::path file);
  ~AtomicFile();  // without commit(): removes the temporary file and leaves the file as it was
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void flush();  // to the disk
  // Puts the file in place, with the permissions of the regular file that it replaces. A symbolic link is itself
  // replaced: use resolve_output to find its target.
  void commit();

 private:
  [[noreturn]] void fail(std::string_view action) const;
  void discard();
  bool put_in_place();  // false, with errno, if that failed

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
};

// Removes the temporary files that killed writers of `file` have left. A live writer holds a lock on its file, which
// stays; if the file system has no locks, all files stay.
void remove_leftovers(const std::filesystem::path& file);

// The path that is actually written: symbolic links are followed, even to a file that does not exist yet. InputError if
// the path is impossible: the folder is missing, the name is too long, or links form a loop.
std::filesystem::path resolve_output(const std::filesystem::path& file);

// The same, with an InputError if the path exists and is not a regular file.
std::filesystem::path check_plain_file(const std::filesystem::path& file);

// The same, with an InputError if the file cannot be written: the existing file is not writable, no file can be created
// in the folder, or the disk is full. Writes a temporary file as AtomicFile does, and removes it. A run checks its
// report and its checkpoint, whose name is longer.
std::filesystem::path check_output(const std::filesystem::path& file);

}  // namespace sapper::experiments

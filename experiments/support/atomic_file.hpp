// Files that are there whole or not at all: written beside their place, flushed to the disk, then renamed
// into it. What was there before stays until then, even if the program is killed or the disk is full.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace sapper::experiments {

class AtomicFile {
 public:
  // Creates a temporary file in the file's folder under an unpredictable name (`.NAME.`, six random letters and
  // `.tmp`), so that no existing file is opened, followed or removed. A kill leaves it behind, which is harmless:
  // remove_leftovers removes it. RunError when that fails, here and below.
  explicit AtomicFile(std::filesystem::path file);
  ~AtomicFile();  // without commit(): removes the temporary file and leaves the file as it was
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::string_view text);
  void flush();  // to the disk
  // Puts the file in place, with the permissions of the plain file that it replaces. A symbolic link there is
  // replaced itself: resolve_output finds its target.
  void commit();

 private:
  [[noreturn]] void fail(std::string_view action) const;
  void discard();

  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::FILE* stream_ = nullptr;
};

// Removes the temporary files that killed writers of `file` left beside it. A writer that is alive holds a lock on its
// own, which stays; so do all where the file system has no locks.
void remove_leftovers(const std::filesystem::path& file);

// Where a file will really be written: symbolic links followed, also one that points to a file yet to be
// made. InputError if there is no such place: the folder is missing, the name is too long, or links form a
// loop.
std::filesystem::path resolve_output(const std::filesystem::path& file);

// Likewise, and InputError if what is there is no plain file.
std::filesystem::path check_plain_file(const std::filesystem::path& file);

// Likewise, and InputError if the file cannot be written there: what has the name may not be written, nothing can be created in the folder, or the disk is full. Writes a temporary file as
// AtomicFile does and leaves nothing behind. A run checks its report and its checkpoint, whose name is
// longer.
std::filesystem::path check_output(const std::filesystem::path& file);

}  // namespace sapper::experiments

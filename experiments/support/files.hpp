// The identity of the file that a path leads to: two names of one file (hard or symbolic links, one folder under two
// names) have the same identity, even if the file does not exist yet.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

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

// What a file is that was given to the wrong command: by its beginning, for messages.

enum class FileKind : std::uint8_t {
  unknown,
  config,
  report,
  scaling,
  benchmark,  // kind_of does not recognise it
  analysis,
  replay,
  comparison,
  judgement,
  tuning,
  checkpoint,
  steps,
  records,
  table,
  position,
  board,
  page,
  picture,
};

// Reads the first kilobytes of a plain file, compressed or not. `unknown` where it cannot be read.
FileKind kind_of(const std::filesystem::path& file);
// `an experiment config`.
std::string_view name_of(FileKind kind);

// InputError, `FILE: is an experiment config; expected ...`, where the file is known to be of another kind than those.
void refuse_other_kinds(const std::filesystem::path& file, std::initializer_list<FileKind> wanted,
                        std::string_view expected);

// The folder of the program's data: levels, boards, experiments, schemas, ...

// The environment's SAPPER_DATA, if it is set and not empty.
std::optional<std::filesystem::path> chosen_data_folder();

// chosen_data_folder(); else the first folder that holds levels.json of
//   - the one next to the executable, as installed (../share/sapper),
//   - the one in the sources from which this was built,
//   - the one of the installation, for other programs that link an installed sapper.
// If none does, the last one.
std::filesystem::path data_folder();

// 64-bit FNV-1a: detects accidents and manual edits, not forgery.
// G. Fowler, L. C. Noll, K.-P. Vo, D. Eastlake, "The FNV Non-Cryptographic Hash Algorithm", 2019.

class Hash {
 public:
  void add(std::string_view text) {
    for (const char letter : text) add_byte(static_cast<unsigned char>(letter));
  }
  // Adds the bytes of the word, from the lowest.
  void add(std::uint32_t word) {
    for (int shift = 0; shift < 32; shift += 8) add_byte(word >> shift & 0xFF);
  }
  std::uint64_t value() const { return value_; }

 private:
  void add_byte(std::uint64_t byte) {
    value_ ^= byte;
    value_ *= 0x100000001B3;
  }

  std::uint64_t value_ = 0xCBF29CE484222325;
};

}  // namespace sapper::experiments

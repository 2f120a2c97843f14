// A file from outside, opened for reading: a plain file, or standard input whatever it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "sim/support/descriptor.hpp"

namespace sapper::sim {

// Opening a pipe would wait for its other end, and a device may never end: both are refused. The check is of what was
// opened, so that nothing can take its place in between.
class InputFile {
 public:
  // "-": standard input. InputError if the file is missing, unreadable, a folder, a pipe or a device.
  explicit InputFile(const std::filesystem::path& path);

  const std::string& name() const { return name_; }  // for messages
  // The number of bytes when it was opened; nullopt for standard input.
  std::optional<std::uint64_t> size() const { return size_; }
  // The number of bytes read; 0 at the end. InputError.
  std::size_t read(std::span<char> buffer) const;

 private:
  [[noreturn]] void fail_reading() const;

  std::string name_;
  Descriptor file_;  // none: standard input
  std::optional<std::uint64_t> size_;
};

}  // namespace sapper::sim

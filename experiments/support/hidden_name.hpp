// Names of hidden files beside a file, for what belongs to it while it is being written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sapper::experiments {

// `.NAME` and the ending, in the folder of the file NAME. A long name is cut after at most 200 bytes, between
// UTF-8 characters, so that the result is not longer than names may be.
inline std::filesystem::path hidden_name_beside(const std::filesystem::path& file, std::string_view ending) {
  std::size_t length = 200;
  std::string name = file.filename().string();
  if (name.size() > length) {
    while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
    name.resize(length);
  }
  return file.parent_path() / ("." + name).append(ending);
}

}  // namespace sapper::experiments

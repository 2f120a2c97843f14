#include "experiments/support/hidden_names.hpp"

#include <fmt/format.h>

#include "experiments/support/hash.hpp"

namespace sapper::experiments {

std::string name_hash(std::string_view name) {
  Hash hash;
  hash.add(name);
  return fmt::format(".{:08x}", hash.value() & 0xFFFFFFFF);
}

std::filesystem::path hidden_name_beside(const std::filesystem::path& file, std::string_view ending) {
  std::size_t length = 200;
  std::string name = file.filename().string();
  if (name.size() > length) {
    const std::string hash = name_hash(name);
    while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
    name.resize(length);
    name += hash;
  }
  return file.parent_path() / ("." + name).append(ending);
}

}  // namespace sapper::experiments

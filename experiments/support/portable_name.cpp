#include "experiments/support/portable_name.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments {

namespace {

constexpr std::size_t kLongest = 100;

// MS-DOS devices: their names are not those of files on Windows, whatever follows the first dot.
bool is_device(std::string_view name) {
  constexpr std::array<std::string_view, 4> kDevices{"con", "prn", "aux", "nul"};
  const std::string stem = lower_case(name.substr(0, name.find('.')));
  if (std::find(kDevices.begin(), kDevices.end(), stem) != kDevices.end()) return true;
  return stem.size() == 4 && (stem.starts_with("com") || stem.starts_with("lpt")) && stem.back() >= '0' &&
         stem.back() <= '9';
}

// Cuts a long name between characters, before its ending.
std::string shortened(const std::string& name) {
  if (name.size() <= kLongest) return name;
  const std::size_t dot = name.rfind('.');
  const std::string ending = dot != std::string::npos && name.size() - dot <= 20 ? name.substr(dot) : "";
  std::size_t length = kLongest - ending.size();
  while (length > 0 && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
  return name.substr(0, length) + ending;
}

}  // namespace

std::string portable_name(std::string_view name) {
  constexpr std::string_view kForbidden = "/\\<>:\"|?*";
  std::string portable;
  while (!name.empty()) {
    const std::size_t length = std::max<std::size_t>(sim::utf8_length(name), 1);
    const std::string_view character = name.substr(0, length);
    const bool is_kept = printable(character, 2 * kLongest) == character &&
                         kForbidden.find(character) == std::string_view::npos;
    portable += is_kept ? character : "_";
    name.remove_prefix(length);
  }
  portable = shortened(portable);
  if (portable.empty() || portable.front() == '.' || portable.front() == '-' || is_device(portable))
    portable.insert(0, 1, '_');
  if (portable.back() == '.' || portable.back() == ' ') portable.back() = '_';
  return portable;
}

}  // namespace sapper::experiments

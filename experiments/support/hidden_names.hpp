// Names of hidden files next to a file, used while it is being written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sapper::experiments {

// `.NAME` and the ending, in the folder of the file NAME. A long name is truncated to at most 200 bytes, between UTF-8
// characters, to stay within the limit for names, and followed by a hash of the whole name.
std::filesystem::path hidden_name_beside(const std::filesystem::path& file, std::string_view ending);

// `.` and 8 hexadecimal digits: a hash (the lower half of 64-bit FNV-1a) that distinguishes names.
std::string name_hash(std::string_view name);

}  // namespace sapper::experiments

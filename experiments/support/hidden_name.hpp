// Names of hidden files beside a file, for what belongs to it while it is being written.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sapper::experiments {

// `.NAME` and the ending, in the folder of the file NAME. A long name is cut after at most 200 bytes, between
// UTF-8 characters, so that the result is not longer than names may be; a hash of the whole name follows then.
std::filesystem::path hidden_name_beside(const std::filesystem::path& file, std::string_view ending);

// `.` and 8 hexadecimal digits: a hash (64-bit FNV-1a, its lower half) that tells names apart.
std::string name_hash(std::string_view name);

}  // namespace sapper::experiments

// Files that a command must not write, because it reads or writes them otherwise or would destroy what they hold.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace sapper::experiments {

// InputError where `output` is one of the used files, by name or through a link. Empty paths stand for files that
// were not given. remedy: `records need another file`.
void refuse_used_file(const std::filesystem::path& output, const std::vector<std::filesystem::path>& used,
                      std::string_view remedy);

// InputError where `output` is a file that holds something, unless that begins as given or with an empty line.
void refuse_other_content(const std::filesystem::path& output, std::string_view beginning);

// InputError where `output` is a file that holds anything.
void refuse_content(const std::filesystem::path& output);

}  // namespace sapper::experiments

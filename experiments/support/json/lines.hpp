// JSON Lines: a value on each line of a file.
#pragma once

#include <filesystem>
#include <functional>

#include "experiments/support/json/document.hpp"

namespace sapper::experiments::json {

// Calls `take` with the value of each line that is not blank; `-`: standard input. InputError with the place of what is wrong,
// also of a file that is too large to be taken in at once.
void read_lines(const std::filesystem::path& file, NumberPolicy numbers,
                const std::function<void(const Document&)>& take);

}  // namespace sapper::experiments::json

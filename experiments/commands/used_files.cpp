#include "experiments/commands/used_files.hpp"

#include <fmt/format.h>

#include <system_error>

#include "sim/support/input_error.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

void refuse_used_file(const fs::path& output, const std::vector<fs::path>& used, std::string_view remedy) {
  for (const fs::path& other : used) {
    if (other.empty()) continue;
    std::error_code ignored;
    if (fs::equivalent(output, other, ignored) ||
        fs::absolute(output).lexically_normal() == fs::absolute(other).lexically_normal())
      throw sim::InputError::in_file(output.string(), fmt::format("is used otherwise; {}", remedy));
  }
}

}  // namespace sapper::experiments

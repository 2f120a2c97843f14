#include "experiments/commands/used_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <system_error>

#include "experiments/support/text.hpp"
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

void refuse_other_content(const fs::path& output, std::string_view beginning) {
  std::error_code ignored;
  if (!fs::is_regular_file(output, ignored)) return;
  std::ifstream in(output, std::ios::binary);
  std::string start(beginning.size(), '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  if (!start.empty() && start.front() != '\n' && start != beginning)
    throw sim::InputError::in_file(output.string(),
                                   "holds something else; choose another file, or add --force to replace it");
}

void refuse_content(const fs::path& output) {
  std::error_code ignored;
  if (!fs::is_regular_file(output, ignored)) return;
  const std::uintmax_t bytes = fs::file_size(output, ignored);
  if (!ignored && bytes > 0)
    throw sim::InputError::in_file(
        output.string(), fmt::format("holds {} bytes already; choose another file, or add --force to "
                                     "replace it",
                                     with_commas(bytes)));
}

}  // namespace sapper::experiments

#include "experiments/support/data_folder.hpp"

#include <array>
#include <cstdlib>
#include <optional>
#include <system_error>

namespace sapper::experiments {

namespace fs = std::filesystem;

std::optional<fs::path> chosen_data_folder() {
  const char* const chosen = std::getenv("SAPPER_DATA");
  if (chosen == nullptr || *chosen == '\0') return std::nullopt;
  return chosen;
}

fs::path data_folder() {
  if (const auto chosen = chosen_data_folder()) return *chosen;
  std::error_code failed;
  const fs::path executable = fs::read_symlink("/proc/self/exe", failed);
  const std::array<fs::path, 3> folders{
      failed ? fs::path() : (executable.parent_path() / SAPPER_DATA_FROM_EXECUTABLE).lexically_normal(),
      SAPPER_SOURCE_DATA, SAPPER_INSTALLED_DATA};
  for (const fs::path& folder : folders)
    if (!folder.empty() && fs::exists(folder / "levels.json", failed)) return folder;
  return folders.back();
}

}  // namespace sapper::experiments

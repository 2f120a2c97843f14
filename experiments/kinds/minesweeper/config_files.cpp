#include "experiments/kinds/minesweeper/config_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error);
}

// Empty if there is none.
fs::path find_program(const std::string& name, const fs::path& folder) {
  if (name.find('/') != std::string::npos) return folder / name;
  const char* const variable = std::getenv("PATH");
  for (const std::string_view place : split(variable != nullptr ? variable : "/bin:/usr/bin", ":")) {
    fs::path path = folder / place / name;
    if (is_file(path) && ::access(path.c_str(), X_OK) == 0) return path;
  }
  return {};
}

// Calls visit(word, path) for each word of the command that names a file.
template <class Visit>
void each_file(const std::vector<std::string>& command, const fs::path& folder, Visit visit) {
  for (std::size_t word = 0; word < command.size(); ++word) {
    if (command[word].empty()) continue;
    const fs::path path = word == 0 ? find_program(command[word], folder) : folder / command[word];
    if (is_file(path)) visit(word, path);
  }
}

}  // namespace

std::vector<ProgramFile> program_files_of(const Config& config) {
  std::vector<ProgramFile> files;
  for (const solvers::StrategyChoice& choice : config.strategies) {
    if (!choice.entry->is_external) continue;
    const std::vector<std::string> command = choice.settings.texts("command");
    each_file(command, config.folder, [&](std::size_t word, const fs::path& path) {
      files.push_back({choice.label, word, command[word], hash_of_file(path)});
    });
  }
  return files;
}

std::vector<fs::path> files_of(const Config& config) {
  std::vector<fs::path> files;
  for (const Board& board : config.boards)
    if (!board.file.empty()) files.push_back(sim::parse_numbered_path(config.folder / board.file).file);
  for (const solvers::StrategyChoice& choice : config.strategies)
    if (choice.entry->is_external)
      each_file(choice.settings.texts("command"), config.folder,
                [&](std::size_t, const fs::path& path) { files.push_back(path); });
  return files;
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/external/program_versions.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/game_failed.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/support/text.hpp"

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

// The times of files are those of the kernel's clock, which on some file systems advances every two seconds only.
constexpr std::chrono::seconds kCoarsestClock{2};

std::pair<bool, std::string> key_of(const CommandFile& file) { return {file.word == 0, file.name}; }

}  // namespace

std::vector<CommandFile> command_files(const solvers::StrategyChoice& choice, const fs::path& folder) {
  if (!is_program(*choice.entry)) return {};
  std::vector<CommandFile> files;
  const std::vector<std::string>& command = choice.settings.texts("command");
  for (std::size_t word = 0; word < command.size(); ++word) {
    if (command[word].empty()) continue;
    fs::path path = word == 0 ? find_program(command[word], folder) : folder / command[word];
    if (is_file(path)) files.push_back({word, command[word], std::move(path)});
  }
  return files;
}

// A file that was changed just before it was read may be changed again without another time.
ProgramVersions::Version ProgramVersions::version_now(const fs::path& path) {
  Version version;
  version.state = state_of(path).value_or(FileState{});
  version.is_settled = std::chrono::system_clock::now() - version.state.changed > kCoarsestClock;
  version.hash = hash_of_file(path);
  return version;
}

std::string ProgramVersions::first_hash(const std::string& player, const CommandFile& file) {
  const std::lock_guard lock(mutex_);
  const auto [entry, is_new] = versions_.try_emplace(key_of(file));
  if (is_new) {
    entry->second = version_now(file.path);
    entry->second.player = player;
  }
  return entry->second.hash;
}

void ProgramVersions::require_unchanged(const std::vector<CommandFile>& files) {
  const std::lock_guard lock(mutex_);
  for (const CommandFile& file : files) {
    const auto entry = versions_.find(key_of(file));
    if (entry == versions_.end()) continue;
    Version& first = entry->second;
    if (first.is_settled && state_of(file.path) == first.state) continue;
    const Version now = version_now(file.path);
    if (now.hash.empty() || first.hash.empty()) continue;
    if (now.hash != first.hash)
      throw PlayerChanged(
          fmt::format("{} (player \"{}\") has changed since the first game; games of two versions are not "
                      "mixed: put the first one back to continue",
                      printable_file(file.name), printable(first.player)));
    first.state = now.state;
    first.is_settled = now.is_settled;
  }
}

}  // namespace sapper::experiments::minesweeper

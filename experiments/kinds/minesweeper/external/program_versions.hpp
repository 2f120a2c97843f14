// The files that external players are run from, and whether they are still what they were when the games began.
//
// A run starts a player's program again and again: for each thread, after a failure, and for each iteration of a tuning.
// All its games are to be those of one version, whose hashes its report names (ProgramFile): a program that has been
// edited meanwhile ends the run. Files that a program loads by itself, such as modules, are not known here.
//
// Cost: a file is read with the config, where that may run commands, and again only if its state (FileState) has changed
// since.
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "experiments/support/file_identity.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

// A word of a player's command that names a file: the program, or an argument, as the script of an interpreter.
struct CommandFile {
  std::size_t word = 0;  // from 0
  std::string name;      // as the command names it
  std::filesystem::path path;
};

// Those of an `external`; none of another strategy. The program is searched for as execvp does, in `folder`.
std::vector<CommandFile> command_files(const solvers::StrategyChoice& choice,
                                       const std::filesystem::path& folder);

// May be used by several threads at once.
class ProgramVersions {
 public:
  // The hash (hash_of_file) that the file of a player's command had when it was first asked for.
  std::string first_hash(const std::string& player, const CommandFile& file);
  // PlayerChanged if the content of one of the files is no longer what it was when first_hash() was first asked for it. A
  // file that is missing now, or was missing then, is passed over: a log that a program writes is there only later.
  void require_unchanged(const std::vector<CommandFile>& files);

 private:
  struct Version {
    std::string player;
    std::string hash;
    FileState state;          // when it was last found to have that hash
    bool is_settled = false;  // a later change gives it another state
  };
  static Version version_now(const std::filesystem::path& path);

  std::mutex mutex_;
  std::map<std::pair<bool, std::string>, Version> versions_;  // by whether it is the program, and its name
};

}  // namespace sapper::experiments::minesweeper

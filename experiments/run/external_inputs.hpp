// Files, and programs or functions that play, which the games of an experiment need beside this program and the config.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sapper::experiments {

class Experiment;
struct ProgramFile;

class ExternalInputs {
 public:
  virtual ~ExternalInputs() = default;
  // The external programs that its games run, each `"LABEL": command line`.
  virtual std::vector<std::string> commands() const = 0;
  // Why its games cannot be played by this process, as a sentence; empty: they can.
  virtual std::string missing_player() const = 0;
  // The files of these programs as they are now; reads them.
  virtual std::vector<ProgramFile> program_files() const = 0;
  // The files that the config names and that its games or their set-up read.
  virtual std::vector<std::filesystem::path> files() const = 0;
};

// The same of any experiment; empty if it needs none.
std::vector<std::string> commands_of(const Experiment& experiment);
std::string missing_player_of(const Experiment& experiment);
std::vector<ProgramFile> program_files_of(const Experiment& experiment);
std::vector<std::filesystem::path> files_of(const Experiment& experiment);

// InputError, naming the programs, if the experiment would run programs without permission, or if a player is missing.
void refuse_commands(const Experiment& experiment, const std::string& config_file);

}  // namespace sapper::experiments

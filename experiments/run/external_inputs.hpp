// Files, and programs or functions that play, which the games of an experiment need beside this program and the config.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "experiments/config/config_difference.hpp"

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
  // The files among these that its games need and that reports name by their hashes alone.
  virtual std::vector<std::filesystem::path> files_beside_report() const = 0;
  // Why one of these is missing, as a sentence, so that games cannot be played by any process; empty: none is.
  virtual std::string missing_file() const = 0;
  // Leaves out what no game depends on, such as where cells are drawn, where a config of such an experiment, perhaps a
  // damaged one, holds what its files hold.
  virtual void leave_out_drawings(boost::json::object& config) const = 0;
};

// The same of any experiment; empty if it needs none.
std::vector<std::string> commands_of(const Experiment& experiment);
std::string missing_player_of(const Experiment& experiment);
std::vector<ProgramFile> program_files_of(const Experiment& experiment);
std::vector<std::filesystem::path> files_of(const Experiment& experiment);
std::vector<std::filesystem::path> files_beside_report_of(const Experiment& experiment);

// How a config that a file holds beside games differs from the experiment's own in what games depend on, as
// difference_of(); empty if it does not.
std::string difference_of_stored(boost::json::value config, const Experiment& experiment, GameCounts games);

// InputError, naming the config, if a file beside it is missing.
void refuse_missing_file(const Experiment& experiment, const std::string& config_file);
// Refuses like refuse_missing_file(), and throws InputErrors if the experiment would run programs without permission, which names them, or if a
// player is missing.
void refuse_commands(const Experiment& experiment, const std::string& config_file);

}  // namespace sapper::experiments

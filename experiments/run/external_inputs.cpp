#include "experiments/run/external_inputs.hpp"

#include "experiments/config/config.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/program_file.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {

std::vector<std::string> commands_of(const Experiment& experiment) {
  const ExternalInputs* const inputs = experiment.parts().inputs;
  return inputs != nullptr ? inputs->commands() : std::vector<std::string>();
}

std::string missing_player_of(const Experiment& experiment) {
  const ExternalInputs* const inputs = experiment.parts().inputs;
  return inputs != nullptr ? inputs->missing_player() : std::string();
}

std::vector<ProgramFile> program_files_of(const Experiment& experiment) {
  const ExternalInputs* const inputs = experiment.parts().inputs;
  return inputs != nullptr ? inputs->program_files() : std::vector<ProgramFile>();
}

std::vector<std::filesystem::path> files_of(const Experiment& experiment) {
  const ExternalInputs* const inputs = experiment.parts().inputs;
  return inputs != nullptr ? inputs->files() : std::vector<std::filesystem::path>();
}

std::vector<std::filesystem::path> files_beside_report_of(const Experiment& experiment) {
  const ExternalInputs* const inputs = experiment.parts().inputs;
  return inputs != nullptr ? inputs->files_beside_report() : std::vector<std::filesystem::path>();
}

std::string difference_of_stored(boost::json::value config, const Experiment& experiment, GameCounts games) {
  if (!config.is_object()) return "it has no config";
  boost::json::object own = experiment.config();
  if (const ExternalInputs* const inputs = experiment.parts().inputs)
    for (boost::json::object* const compared : {&config.get_object(), &own})
      inputs->leave_out_drawings(*compared);
  return difference_of(config.get_object(), own, games);
}

void refuse_missing_file(const Experiment& experiment, const std::string& config_file) {
  const ExternalInputs* const inputs = experiment.parts().inputs;
  if (inputs == nullptr) return;
  if (const std::string missing = inputs->missing_file(); !missing.empty())
    throw InputError::in_file(config_file, missing);
}

void refuse_commands(const Experiment& experiment, const std::string& config_file) {
  refuse_missing_file(experiment, config_file);
  const std::vector<std::string> commands = commands_of(experiment);
  if (!commands.empty() && !experiment.common().allows_commands)
    throw InputError::in_file(config_file, refusal_of_commands(commands));
  if (const std::string missing = missing_player_of(experiment); !missing.empty())
    throw InputError::in_file(config_file, missing);
}

}  // namespace sapper::experiments

// Where the data that comes with the program lies: levels, boards, experiments, schemas, ...
#pragma once

#include <filesystem>
#include <optional>

namespace sapper::experiments {

// The environment's SAPPER_DATA, if it is set and not empty.
std::optional<std::filesystem::path> chosen_data_folder();

// chosen_data_folder(); else the first folder that holds levels.json of
//   - the one beside the executable, as installed together (../share/sapper),
//   - the one in the sources from which this was built,
//   - the one of the installation, for other programs that link an installed sapper.
// The last if none does.
std::filesystem::path data_folder();

}  // namespace sapper::experiments

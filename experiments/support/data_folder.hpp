// The folder of the program's data: levels, boards, experiments, schemas, ...
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace sapper::experiments {

// The environment's SAPPER_DATA, if it is set and not empty.
std::optional<std::filesystem::path> chosen_data_folder();

// chosen_data_folder(); else the first folder that holds levels.json of
//   - the one next to the executable, as installed (../share/sapper),
//   - the one in the sources from which this was built,
//   - the one of the installation, for other programs that link an installed sapper.
// If none does, the last one.
std::filesystem::path data_folder();

}  // namespace sapper::experiments

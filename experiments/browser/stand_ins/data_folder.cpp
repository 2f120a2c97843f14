// In place of the program's folder of data: a page has none.
#include "experiments/support/data_folder.hpp"

namespace sapper::experiments {

std::optional<std::filesystem::path> chosen_data_folder() { return std::nullopt; }

}  // namespace sapper::experiments

#include "experiments/review/recorded_game.hpp"

#include "experiments/support/errors.hpp"

namespace sapper::experiments {

std::vector<RecordedGame> read_recordings(const std::filesystem::path& path) {
  throw InputError::in_file(path.native(), "not a replay; .avf, .evf, .rmv, .mvf and .evfs files are read");
}

}  // namespace sapper::experiments

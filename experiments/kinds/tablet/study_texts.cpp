#include "experiments/kinds/tablet/study_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/kinds/tablet/game_start.hpp"
#include "experiments/kinds/tablet/tablet_text.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::tablet {

std::string outline_of(const Config& config) {
  std::string text = first_lines(config.boards.size(), "cases", [&](std::size_t i) {
    return fmt::format("  case {}: {}\n", i, name_of(config.boards[i]));
  });
  const PoisonPlacement& poison = config.poison;
  const char* const place =
      poison.where == PoisonPlacement::Where::random ? "on a random square" : "at the center";
  text += fmt::format("  poison {}\n", poison.where == PoisonPlacement::Where::given
                                           ? fmt::format("at column {}, row {}", poison.col, poison.row)
                                           : place);
  return text + fmt::format("  {}: {}\n  at most {} states\n",
                            config.study == TabletStudy::erring_player ? "players" : "algorithms",
                            fmt::join(config.labels(), " "), with_commas(config.max_states));
}

std::string replay_head(const Config& config, std::size_t case_number, std::uint64_t game) {
  return experiments::replay_head(config, case_number, game,
                                  name_of(start_of(config, case_number, game).tablet));
}

}  // namespace sapper::experiments::tablet

#include "experiments/kinds/tablet/outline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/kinds/tablet/drawing.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::tablet {

std::string outline_of(const Config& config) {
  std::string text = first_lines(config.boards.size(), "cases", [&](std::size_t i) {
    return fmt::format("  case {}: {}\n", i, name_of(config.boards[i]));
  });
  const Poison& poison = config.poison;
  const char* const place = poison.where == Poison::Where::random ? "on a random square" : "at the center";
  text += fmt::format("  poison {}\n", poison.where == Poison::Where::given
                                           ? fmt::format("at column {}, row {}", poison.col, poison.row)
                                           : place);
  text += config.study == Study::erring_player ? "  players:" : "  algorithms:";
  for (std::size_t player = 0; player < config.player_count(); ++player)
    text += fmt::format(" {}", config.player_name(player));
  return text + fmt::format("\n  at most {} states\n", with_commas(config.max_states));
}

std::string replay_head(const Config& config, std::size_t case_number, std::uint64_t game) {
  const Start start = start_of(config, case_number, game);
  std::string text = fmt::format("{}: game {} of case {}, {}; seed {}\n", config.name, game, case_number,
                                 name_of(start.tablet), config.seed);
  if (config.study == Study::erring_player)
    text += fmt::format("the {} player begins\n", start.erring_begins ? "erring" : "perfect");
  return text + "\n";
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string per_second(std::uint64_t count, double seconds) {
  return seconds > 0 ? with_commas(static_cast<std::uint64_t>(static_cast<double>(count) / seconds)) : "-";
}

}  // namespace sapper::experiments::tablet

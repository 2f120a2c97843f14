#include "experiments/pages/lost_game.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "experiments/pages/replay_page.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/case_size.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments::pages {
namespace {

namespace bj = boost::json;

// The best of those that lost a game; null if none did.
const Result* best_loser(const figures::DataFile& file) {
  const Result* best = nullptr;
  for (const Result& result : file.data.results)
    if (result.wins && *result.wins < result.games && (best == nullptr || *result.win_rate > *best->win_rate))
      best = &result;
  return best;
}

// The replay of a game; nullopt if it cannot be played here, which must not cost the page.
std::optional<bj::object> replay_of(const Experiment& experiment, std::uint64_t game,
                                    const std::string& label) {
  try {
    bj::object replay = experiment.parts().display->replay_json(0, game, &label);
    add_drawing(replay, experiment, 0);
    return replay;
  } catch (const InputError&) {
  } catch (const RunError&) {
  }
  return std::nullopt;
}

}  // namespace

std::optional<bj::object> lost_game(const figures::DataFile& file) {
  constexpr double kMostReplays = 300;
  constexpr double kMostSeconds = 5;  // of play
  // Cells squared, over all replays: a replay judges every cell at every dig.
  constexpr double kMostWork = 2500.0 * 2500.0;
  const Report& report = *file.report;
  const Experiment& experiment = *report.experiment;
  const CaseDisplay* const display = experiment.parts().display;
  if (display == nullptr || experiment.case_count() != 1 || !experiment.parts().has_records ||
      !commands_of(experiment).empty() || !missing_player_of(experiment).empty())
    return std::nullopt;
  const Result* const player = best_loser(file);
  if (player == nullptr) return std::nullopt;
  double most_replays = std::min(kMostReplays, kMostSeconds * player->timing.games_per_core_s);
  if (const std::optional<CaseSize> size = display->size_of(0))
    most_replays = std::min(most_replays, kMostWork / (size->cells * size->cells));
  const auto place = static_cast<std::size_t>(player - file.data.results.data());
  const std::span<const TalliedGames> played = report.of_case(0);
  // Whether the report says who won: then only lost games are replayed.
  const bool is_known = std::ranges::all_of(
      played, [&](const TalliedGames& part) { return part.won.player_count() == file.data.results.size(); });
  const double expected_replays = is_known ? 1 : 1 / (1 - *player->win_rate);
  if (expected_replays > most_replays) return std::nullopt;
  std::optional<bj::object> found;
  std::uint64_t tried = 0;
  for (const TalliedGames& part : played)
    for (std::uint64_t game = part.games.first; game < part.games.last; ++game) {
      if (is_known && part.won.has(place, game - part.games.first)) continue;
      if (static_cast<double>(++tried) > most_replays) return found;
      std::optional<bj::object> replay = replay_of(experiment, game, player->label);
      if (!replay) return found;
      const bj::object& player_part = replay->at("players").at(0).as_object();
      const std::size_t digs = player_part.at("digs").as_array().size();
      if (player_part.at("won").as_bool() || digs == 0 || (found && digs < 2)) continue;
      (*replay)["start"] = digs - 1;
      found = std::move(replay);
      if (digs > 1) return found;
    }
  return found;
}

}  // namespace sapper::experiments::pages

#include "experiments/pages/lost_game.hpp"

#include <cstdint>

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

}  // namespace

std::optional<bj::object> lost_game(const figures::DataFile& file) {
  constexpr std::uint64_t kMostGames = 300;
  constexpr double kMostSeconds = 5;  // of play
  const Report& report = *file.report;
  const Experiment& experiment = *report.experiment;
  if (experiment.case_count() != 1 || !experiment.has_records() || !experiment.commands().empty())
    return std::nullopt;
  const Result* const player = best_loser(file);
  if (player == nullptr) return std::nullopt;
  const double expected_games = 1 / (1 - *player->win_rate);
  if (expected_games > kMostSeconds * player->timing.games_per_s) return std::nullopt;
  std::optional<bj::object> found;
  std::uint64_t tried = 0;
  for (const Stretch& stretch : report.of_case(0))
    for (std::uint64_t game = stretch.games.first; game < stretch.games.last && tried < kMostGames;
         ++game, ++tried) {
      bj::object replay = experiment.replay_json(0, game, &player->label);
      const bj::object& played = replay.at("players").at(0).as_object();
      const std::size_t digs = played.at("digs").as_array().size();
      if (played.at("won").as_bool() || digs == 0 || (found && digs < 2)) continue;
      replay["start"] = digs - 1;
      found = std::move(replay);
      if (digs > 1) return found;
    }
  return found;
}

}  // namespace sapper::experiments::pages

// Reviews the games of a source on several threads, and hands them on in their order.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/review/game_source.hpp"
#include "experiments/review/review.hpp"

namespace sapper::experiments {

struct ReviewSettings {
  solvers::JudgeSettings judged;
  std::optional<sim::FirstClickRule> first_click;  // of all games, in place of what their files say
  std::size_t threads = 1;
  std::vector<std::string> kept_lines = {};  // of an earlier review of the first games (kept_review.hpp)
};

// Calls take(game) for each game and refuse(message) for each that cannot be read or reviewed, one at a time, each after
// keep(its line) where it was not kept before. The games do not depend on the number of threads. Ends early once `interrupt` is
// true, and drops the games that are being reviewed: what was handed on are then the first games. InputError if the first games
// are not those of which lines were kept.
void review_games(GameSource& source, const ReviewSettings& settings, const std::atomic<bool>& interrupt,
                  const std::function<void(ReviewedGame&& game)>& take,
                  const std::function<void(const std::string& message)>& refuse,
                  const std::function<void(const std::string& line)>& keep = {});

}  // namespace sapper::experiments

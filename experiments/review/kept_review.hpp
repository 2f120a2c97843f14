// A line of a review's checkpoint (run/kept_steps.hpp): the judgement of a game, or why there is none, so that a review goes on
// after an interruption. The game is read again, and must be the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "experiments/review/recorded_game.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"

namespace sapper::experiments {

struct KeptReview {
  std::string game;                           // its identity; empty: its file was refused
  std::optional<solvers::JudgedGame> judged;  // to the last bit
  std::string refusal;                        // if it is not judged
};

// A hash over the file's name, the player, the rules, the mines and the digs.
std::string identity_of(const RecordedGame& game);
// A line of the checkpoint, and what it keeps. InputError if it is not valid.
std::string line_of(const KeptReview& kept);
KeptReview kept_review(std::string_view line);

}  // namespace sapper::experiments

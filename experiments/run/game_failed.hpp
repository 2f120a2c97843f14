// A game that failed: what() names the case, the game and the option that replays it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {

class Experiment;

// A player is no longer the one that played the games before: the games end, whichever is the next. what() says all.
class PlayerChanged : public RunError {
 public:
  using RunError::RunError;
};

class GameFailed : public RunError {
 public:
  GameFailed(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
             std::string_view what);
  // Which is not the game's fault.
  GameFailed(const PlayerChanged& changed, std::uint64_t game) : GameFailed(changed.what(), "", game) {}
  std::uint64_t game() const { return game_; }
  // what() without that option, for commands that do not have it.
  std::string_view without_advice() const { return std::string_view(what()).substr(0, length_); }

 private:
  GameFailed(const std::string& text, const std::string& advice, std::uint64_t game)
      : RunError(text + advice), length_(text.size()), game_(game) {}
  std::size_t length_;
  std::uint64_t game_;
};

}  // namespace sapper::experiments

// Nim at the terminal, against a perfect player that says why it moves; and the nim-sum in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "experiments/play/dialogue.hpp"
#include "sim/nim/heaps.hpp"

namespace sapper::experiments {

struct NimPlayOptions {
  enum class FirstPlayer : std::uint8_t { person, computer };
  sim::nim::Heaps heaps{3, 4, 5};  // at least one object
  int max_taken = sim::nim::kNoLimit;
  FirstPlayer first = FirstPlayer::person;
};

// Plays until no object is left, or the player quits or the input ends.
PlayEnd play_nim(const Dialogue& dialogue, const NimPlayOptions& options);

// The nim-sum in binary digits, whether the player to move wins, and why the move wins, or why none does. move: one that
// makes the nim-sum 0, if there is one. Lines with line breaks; those with digits begin with a blank.
std::string nim_reasons(const sim::nim::Heaps& heaps, int max_taken,
                        const std::optional<sim::nim::Move>& move);

}  // namespace sapper::experiments

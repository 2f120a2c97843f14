// The script of a replay page: it draws the board before a dig, and steps, plays and jumps through the game.
#pragma once

#include <string_view>

namespace sapper::experiments::pages {

// Needs the colours as `palette`, the replay (sapper-replay/1) in the element `replay`, and the page's controls.
extern const std::string_view kReplayScript;

}  // namespace sapper::experiments::pages

// Go's options of the command line: from texts as they are written. InputError, with the option's name, for
// what is wrong.
#pragma once

#include <optional>
#include <string>

#include "experiments/gtp/gtp_engine.hpp"
#include "experiments/play/go_play.hpp"

namespace sapper::experiments::go {

struct GoArguments {
  std::optional<std::string> size;     // 1 to 25; default: 19 for gtp, 9 for play
  std::optional<std::string> komi;     // a multiple of 0.5; default: 7.5 for area, 0 for majority
  std::optional<std::string> scoring;  // area or majority; default: area
  std::optional<std::string> black;    // play: human, random or uct; default: human
  std::optional<std::string> white;
  std::optional<std::string> player;    // gtp: random or uct; default: uct
  std::optional<std::string> playouts;  // of uct, a move; default: 1000
  std::uint64_t seed = 1;
};

GtpOptions read_gtp_options(const GoArguments& arguments);
GoPlayOptions read_play_options(const GoArguments& arguments);

}  // namespace sapper::experiments::go

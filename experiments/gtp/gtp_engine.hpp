// The Go Text Protocol, version 2: lines with commands, and the reply to each.
//
// Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002, sections 2 and 3.
// Points and their letters are those of sim/go/text.hpp.
//
// - Moves may be made out of turn and after the end of a game, as the protocol requires. Positional superko and the ban
//   on suicide apply to both `play` and `genmove`.
// - `final_score` and `final_status_list` score the board as it is: no stone counts as dead.
// - The komi is a multiple of 0.5.
// - Extensions: kgs-genmove_cleanup (passes only when only own eyes are left, so that all dead stones get captured),
//   and sapper-player, sapper-playouts, sapper-rules and sapper-seed, which return the current setting if called
//   without an argument.
// - What genmove plays depends on the seed, the board's size, the number of clear_board so far and the
//   commands since.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

#include "sim/go/game.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments::go {

struct GtpOptions {
  int size = 19;
  int komi_halves = 15;
  sim::go::Scoring scoring = sim::go::Scoring::area;
  solvers::go::PlayerChoice player = solvers::go::player_named("uct");
  std::uint64_t seed = 1;
};

// What the commands read and change.
struct GtpState {
  GtpOptions options;
  sim::go::Game game;
  std::unique_ptr<solvers::go::Player> player;
  sim::Stream stream;
  std::uint64_t game_number = 0;
  bool has_quit = false;
  std::uint32_t playouts = solvers::go::kDefaultPlayouts;  // per move of players that make any
};

class GtpEngine {
 public:
  explicit GtpEngine(const GtpOptions& options);

  // The reply to a line, `= text` or `? text` with the command's id and the empty line that ends it; empty for a line
  // without a command. In the line, comments and control characters are dropped; tabs and blanks separate words.
  std::string reply_to(std::string_view line);
  bool has_quit() const { return state_.has_quit; }
  const sim::go::Game& game() const { return state_.game; }

 private:
  GtpState state_;
};

// Replies to lines until `quit` or the end of the input. InputError for a line that is too long (read_input_line).
void run_gtp(const GtpOptions& options, std::istream& in, std::ostream& out);

}  // namespace sapper::experiments::go

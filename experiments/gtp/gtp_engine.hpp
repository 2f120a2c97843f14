// The syntax of the Go Text Protocol: commands, replies and their parts.
//
// Source: G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002, sections 2 and 3.
// Points and their letters are those of sim/go/text.hpp.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sim/go/board.hpp"
#include "sim/go/game.hpp"
#include "solvers/go/player.hpp"

namespace sapper::experiments::go {

struct GtpLine {
  std::string id;  // a number in decimal, or empty
  std::string command;
  std::vector<std::string> arguments;
  // A blank line or a comment, which gets no reply.
  bool is_empty() const { return id.empty() && command.empty(); }
};

// Drops comments and control characters; words are separated by tabs and blanks.
GtpLine read_gtp_line(std::string_view text);

struct GtpReply {
  bool is_done = true;
  std::string text;
};

// `= text` or `? text`, with the command's id, and the empty line that ends a reply.
std::string written_reply(std::string_view id, const GtpReply& reply);

// b, w, black or white, case-insensitive.
std::optional<sim::go::Color> parse_color(std::string_view word);

// Ordered by line from the lowest: `A1 C1 B2`.
std::string written_points(const sim::go::Board& board, std::vector<sim::go::Point> points);

// The Go Text Protocol, version 2 (gtp_engine.hpp): what each command does.
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

struct GtpOptions {
  int size = 19;
  int komi_halves = 15;
  sim::go::Scoring scoring = sim::go::Scoring::area;
  solvers::go::PlayerSpec player;
  std::uint64_t seed = 1;
};

class GtpEngine {
 public:
  explicit GtpEngine(const GtpOptions& options);

  // The reply to a line, with the empty line that ends it; empty for a line without a command.
  std::string reply_to(std::string_view text);
  bool has_quit() const { return has_quit_; }
  const sim::go::Game& game() const { return game_; }

 private:
  using Arguments = std::span<const std::string>;
  struct Command {
    std::string_view name;
    GtpReply (GtpEngine::*run)(Arguments arguments);
  };
  static std::span<const Command> commands();

  GtpReply protocol_version(Arguments);
  GtpReply name(Arguments);
  GtpReply version(Arguments);
  GtpReply list_commands(Arguments);
  GtpReply known_command(Arguments arguments);
  GtpReply quit(Arguments);
  GtpReply boardsize(Arguments arguments);
  GtpReply clear_board(Arguments);
  GtpReply komi(Arguments arguments);
  GtpReply play(Arguments arguments);
  GtpReply genmove(Arguments arguments);
  GtpReply genmove_cleanup(Arguments arguments);
  GtpReply undo(Arguments);
  GtpReply showboard(Arguments);
  GtpReply final_score(Arguments);
  GtpReply final_status_list(Arguments arguments);
  GtpReply set_player(Arguments arguments);
  GtpReply set_playouts(Arguments arguments);
  GtpReply set_rules(Arguments arguments);
  GtpReply set_seed(Arguments arguments);

  GtpReply generate(Arguments arguments, solvers::go::Passing passing);
  // Gives the turn to the side, reopening a finished game.
  void give_turn_to(sim::go::Color color);
  void start_game();
  std::string status_of_chains() const;
  std::string territory_of(sim::go::Color color) const;

  GtpOptions options_;
  sim::go::Game game_;
  std::unique_ptr<solvers::go::Player> player_;
  sim::Stream stream_;
  std::uint64_t game_number_ = 0;
  bool has_quit_ = false;
};

// Replies to lines until `quit` or the end of the input. InputError for a line that is too long (read_input_line).
void run_gtp(const GtpOptions& options, std::istream& in, std::ostream& out);

}  // namespace sapper::experiments::go

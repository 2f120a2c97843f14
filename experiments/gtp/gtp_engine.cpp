#include "experiments/gtp/gtp_engine.hpp"

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <ostream>
#include <set>
#include <utility>

#include "experiments/kinds/go/board_key.hpp"
#include "experiments/support/input_line.hpp"
#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::Color;
using sim::go::Point;
using sim::go::Scoring;
using sim::go::Verdict;
using solvers::go::Passing;

}  // namespace

GtpEngine::GtpEngine(const GtpOptions& options)
    : options_(options), game_({.size = options.size}), player_(solvers::go::make_player(options.player)) {
  start_game();
}

std::span<const GtpEngine::Command> GtpEngine::commands() {
  static constexpr std::array kCommands{
      Command{"protocol_version", &GtpEngine::protocol_version},
      Command{"name", &GtpEngine::name},
      Command{"version", &GtpEngine::version},
      Command{"known_command", &GtpEngine::known_command},
      Command{"list_commands", &GtpEngine::list_commands},
      Command{"quit", &GtpEngine::quit},
      Command{"boardsize", &GtpEngine::boardsize},
      Command{"clear_board", &GtpEngine::clear_board},
      Command{"komi", &GtpEngine::komi},
      Command{"play", &GtpEngine::play},
      Command{"genmove", &GtpEngine::genmove},
      Command{"undo", &GtpEngine::undo},
      Command{"showboard", &GtpEngine::showboard},
      Command{"final_score", &GtpEngine::final_score},
      Command{"final_status_list", &GtpEngine::final_status_list},
      Command{"kgs-genmove_cleanup", &GtpEngine::genmove_cleanup},
      Command{"sapper-player", &GtpEngine::set_player},
      Command{"sapper-playouts", &GtpEngine::set_playouts},
      Command{"sapper-rules", &GtpEngine::set_rules},
      Command{"sapper-seed", &GtpEngine::set_seed},
  };
  return kCommands;
}

std::string GtpEngine::reply_to(std::string_view text) {
  const GtpLine line = read_gtp_line(text);
  if (line.is_empty()) return {};
  GtpReply reply{false, "unknown command"};
  for (const Command& command : commands())
    if (command.name == line.command) reply = (this->*command.run)(line.arguments);
  return written_reply(line.id, reply);
}

GtpReply GtpEngine::protocol_version(Arguments) { return {true, "2"}; }
GtpReply GtpEngine::name(Arguments) { return {true, "sapper"}; }
GtpReply GtpEngine::version(Arguments) { return {true, SAPPER_VERSION}; }

GtpReply GtpEngine::list_commands(Arguments) {
  std::string text;
  for (const Command& command : commands()) {
    if (!text.empty()) text += '\n';
    text += command.name;
  }
  return {true, text};
}

GtpReply GtpEngine::known_command(Arguments arguments) {
  if (arguments.empty()) return {false, "syntax error: known_command NAME"};
  const auto all = commands();
  const bool is_known = std::any_of(all.begin(), all.end(),
                                    [&](const Command& command) { return command.name == arguments[0]; });
  return {true, is_known ? "true" : "false"};
}

GtpReply GtpEngine::quit(Arguments) {
  has_quit_ = true;
  return {};
}

GtpReply GtpEngine::boardsize(Arguments arguments) {
  const auto size = arguments.empty() ? std::nullopt : parse_number<int>(arguments[0]);
  if (!size) return {false, "syntax error: boardsize N"};
  if (*size < 1 || *size > sim::go::kMaxSize) return {false, "unacceptable size"};
  options_.size = *size;
  start_game();
  return {};
}

GtpReply GtpEngine::clear_board(Arguments) {
  ++game_number_;
  start_game();
  return {};
}

void GtpEngine::start_game() {
  // The controller decides when a game ends.
  const sim::go::Rules rules{.size = options_.size,
                             .komi_halves = options_.komi_halves,
                             .scoring = options_.scoring,
                             .end = sim::go::GameEnd::passes};
  game_ = sim::go::Game(rules);
  stream_ = sim::Stream({options_.seed, key_of_size(options_.size), game_number_}, sim::Purpose::playout);
}

GtpReply GtpEngine::komi(Arguments arguments) {
  const auto halves = arguments.empty() ? std::nullopt : sim::go::parse_halves(arguments[0]);
  if (!halves) return {false, "syntax error: komi N, a multiple of 0.5"};
  options_.komi_halves = *halves;
  game_.set_komi(*halves);
  return {};
}

void GtpEngine::give_turn_to(Color color) {
  if (game_.is_over()) game_.reopen();
  game_.set_to_move(color);
}

GtpReply GtpEngine::play(Arguments arguments) {
  const auto color = arguments.size() < 2 ? std::nullopt : parse_color(arguments[0]);
  const auto point = arguments.size() < 2 ? std::nullopt : sim::go::parse_point(game_.board(), arguments[1]);
  if (!color || !point) return {false, "syntax error: play COLOR VERTEX"};
  const Color turn = game_.to_move();
  give_turn_to(*color);
  const Verdict verdict = game_.play(*point);
  if (verdict == Verdict::legal) return {};
  game_.set_to_move(turn);
  return {false, "illegal move: " + std::string(name_of(verdict))};
}

GtpReply GtpEngine::generate(Arguments arguments, Passing passing) {
  const auto color = arguments.empty() ? std::nullopt : parse_color(arguments[0]);
  if (!color) return {false, "syntax error: genmove COLOR"};
  give_turn_to(*color);
  const Point point = player_->choose(game_, stream_, passing);
  game_.play(point);
  return {true, to_text(game_.board(), point)};
}

GtpReply GtpEngine::genmove(Arguments arguments) { return generate(arguments, Passing::free); }
GtpReply GtpEngine::genmove_cleanup(Arguments arguments) { return generate(arguments, Passing::last_resort); }

GtpReply GtpEngine::undo(Arguments) {
  if (!game_.undo()) return {false, "cannot undo"};
  return {};
}

GtpReply GtpEngine::showboard(Arguments) {
  const sim::go::Board& board = game_.board();
  const Point last = game_.moves().empty() ? sim::go::kNoPoint : game_.moves().back().point;
  return {true, '\n' + draw(board, last) + "black (X) has taken " +
                    std::to_string(board.captures(Color::black)) + ", white (O) has taken " +
                    std::to_string(board.captures(Color::white)) + "; " +
                    std::string(name_of(game_.to_move())) + " to move"};
}

GtpReply GtpEngine::final_score(Arguments) {
  const int margin = game_.score().margin_halves();
  if (margin == 0) return {true, "0"};
  return {true, (margin > 0 ? "B+" : "W+") + sim::go::halves_to_text(std::abs(margin))};
}

// Returns one line per chain.
std::string GtpEngine::status_of_chains() const {
  const sim::go::Board& board = game_.board();
  std::set<Point> chains;
  std::string text;
  for (std::size_t site = 0; site < board.site_count(); ++site) {
    const auto point = static_cast<Point>(site);
    const bool is_stone = board.color(point) == Color::black || board.color(point) == Color::white;
    if (!is_stone || !chains.insert(board.chain(point)).second) continue;
    std::vector<Point> members;
    board.for_each_in_chain(point, [&](Point member) { members.push_back(member); });
    if (!text.empty()) text += '\n';
    text += written_points(board, std::move(members));
  }
  return text;
}

std::string GtpEngine::territory_of(Color color) const {
  const auto owners = area_owners(game_.board());
  std::vector<Point> points;
  for (const Point point : game_.board().empty_points())
    if (owners[point] == color) points.push_back(point);
  return written_points(game_.board(), std::move(points));
}

GtpReply GtpEngine::final_status_list(Arguments arguments) {
  const std::string status = arguments.empty() ? "" : lower_case(arguments[0]);
  if (status == "alive") return {true, status_of_chains()};
  if (status == "dead" || status == "seki") return {};
  if (status == "black_territory") return {true, territory_of(Color::black)};
  if (status == "white_territory") return {true, territory_of(Color::white)};
  return {false, "syntax error: final_status_list alive|dead|seki|black_territory|white_territory"};
}

GtpReply GtpEngine::set_player(Arguments arguments) {
  if (arguments.empty()) return {true, name_of(options_.player)};
  for (const solvers::go::PlayerEntry& entry : solvers::go::player_kinds()) {
    if (entry.name != arguments[0]) continue;
    options_.player.kind = entry.kind;
    player_ = make_player(options_.player);
    return {};
  }
  return {false, "syntax error: sapper-player random|uct"};
}

GtpReply GtpEngine::set_playouts(Arguments arguments) {
  if (arguments.empty()) return {true, std::to_string(options_.player.playouts)};
  const auto playouts = parse_number<std::uint32_t>(arguments[0]);
  if (!playouts || *playouts < 1 || *playouts > solvers::go::kMaxPlayouts)
    return {false, "syntax error: sapper-playouts N, 1 to " + std::to_string(solvers::go::kMaxPlayouts)};
  options_.player.playouts = *playouts;
  player_ = make_player(options_.player);
  return {};
}

// Also changes the game in progress.
GtpReply GtpEngine::set_rules(Arguments arguments) {
  if (arguments.empty()) return {true, std::string(name_of(options_.scoring))};
  for (const Scoring scoring : {Scoring::area, Scoring::majority}) {
    if (name_of(scoring) != arguments[0]) continue;
    options_.scoring = scoring;
    game_.set_scoring(scoring);
    return {};
  }
  return {false, "syntax error: sapper-rules area|majority"};
}

// Takes effect at the next clear_board.
GtpReply GtpEngine::set_seed(Arguments arguments) {
  if (arguments.empty()) return {true, std::to_string(options_.seed)};
  const auto seed = parse_number<std::uint64_t>(arguments[0]);
  if (!seed) return {false, "syntax error: sapper-seed N"};
  options_.seed = *seed;
  return {};
}

void run_gtp(const GtpOptions& options, std::istream& in, std::ostream& out) {
  GtpEngine engine(options);
  while (!engine.has_quit() && out) {
    const std::optional<std::string> line = read_input_line(in);
    if (!line) return;
    out << engine.reply_to(*line) << std::flush;
  }
}

}  // namespace sapper::experiments::go

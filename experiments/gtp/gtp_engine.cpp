#include "experiments/gtp/gtp_engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <istream>
#include <optional>
#include <ostream>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "experiments/kinds/go/config.hpp"
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

using Words = std::span<const std::string>;

struct Reply {
  bool is_done = true;
  std::string text = {};
};
// reply_to() completes it with the usage of the command.
Reply syntax_error() { return {false}; }

void start_game(GtpState& state) {
  const GtpOptions& options = state.options;
  // The controller decides when a game ends.
  state.game = sim::go::Game({.size = options.size,
                              .komi_halves = options.komi_halves,
                              .scoring = options.scoring,
                              .end = sim::go::GameEnd::passes});
  state.stream =
      sim::Stream({options.seed, key_of_size(options.size), state.game_number}, sim::StreamPurpose::playout);
}

// b, w, black or white, case-insensitive.
std::optional<Color> parse_color(std::string_view word) {
  const std::string name = lower_case(word);
  if (name == "b" || name == "black") return Color::black;
  if (name == "w" || name == "white") return Color::white;
  return std::nullopt;
}

// Ordered by line from the lowest: `A1 C1 B2`.
std::string written_points(const sim::go::Board& board, std::vector<Point> points) {
  std::ranges::sort(points);
  std::string text;
  for (const Point point : points) text += (text.empty() ? "" : " ") + to_text(board, point);
  return text;
}

Reply boardsize(GtpState& state, Words words) {
  const auto size = words.empty() ? std::nullopt : parse_number<int>(words[0]);
  if (!size) return syntax_error();
  if (*size < 1 || *size > sim::go::kMaxSize) return {false, "unacceptable size"};
  state.options.size = *size;
  start_game(state);
  return {};
}

Reply clear_board(GtpState& state, Words) {
  ++state.game_number;
  start_game(state);
  return {};
}

Reply komi(GtpState& state, Words words) {
  const auto halves = words.empty() ? std::nullopt : sim::go::parse_halves(words[0]);
  if (!halves) return syntax_error();
  state.options.komi_halves = *halves;
  state.game.set_komi(*halves);
  return {};
}

// Gives the turn to the side, reopening a finished game.
void give_turn_to(sim::go::Game& game, Color color) {
  if (game.is_over()) game.reopen();
  game.set_to_move(color);
}

Reply play(GtpState& state, Words words) {
  sim::go::Game& game = state.game;
  const auto color = words.size() < 2 ? std::nullopt : parse_color(words[0]);
  const auto point = words.size() < 2 ? std::nullopt : sim::go::parse_point(game.board(), words[1]);
  if (!color || !point) return syntax_error();
  const Color turn = game.to_move();
  give_turn_to(game, *color);
  const Verdict verdict = game.play(*point);
  if (verdict == Verdict::legal) return {};
  game.set_to_move(turn);
  return {false, fmt::format("illegal move: {}", name_of(verdict))};
}

template <Passing passing>
Reply genmove(GtpState& state, Words words) {
  const auto color = words.empty() ? std::nullopt : parse_color(words[0]);
  if (!color) return syntax_error();
  give_turn_to(state.game, *color);
  const Point point = state.player->choose(state.game, state.stream, passing);
  state.game.play(point);
  return {true, to_text(state.game.board(), point)};
}

Reply undo(GtpState& state, Words) { return state.game.undo() ? Reply{} : Reply{false, "cannot undo"}; }

Reply showboard(GtpState& state, Words) {
  const sim::go::Board& board = state.game.board();
  const Point last = state.game.moves().empty() ? sim::go::kNoPoint : state.game.moves().back().point;
  return {true, fmt::format("\n{}black (X) has taken {}, white (O) has taken {}; {} to move",
                            draw(board, last), board.captures(Color::black), board.captures(Color::white),
                            name_of(state.game.to_move()))};
}

Reply final_score(GtpState& state, Words) {
  const int margin = state.game.score().margin_halves();
  if (margin == 0) return {true, "0"};
  return {true, (margin > 0 ? "B+" : "W+") + sim::go::halves_to_text(std::abs(margin))};
}

// Returns one line per chain.
std::string chains_of(const sim::go::Board& board) {
  std::set<Point> chains;
  std::string text;
  for (std::size_t site = 0; site < board.site_count(); ++site) {
    const auto point = static_cast<Point>(site);
    const bool is_stone = board.color(point) == Color::black || board.color(point) == Color::white;
    if (!is_stone || !chains.insert(board.chain(point)).second) continue;
    std::vector<Point> members;
    board.for_each_in_chain(point, [&](Point member) { members.push_back(member); });
    text += (text.empty() ? "" : "\n") + written_points(board, std::move(members));
  }
  return text;
}

std::string territory_of(const sim::go::Board& board, Color color) {
  const auto owners = area_owners(board);
  std::vector<Point> points;
  for (const Point point : board.empty_points())
    if (owners[point] == color) points.push_back(point);
  return written_points(board, std::move(points));
}

Reply final_status_list(GtpState& state, Words words) {
  const sim::go::Board& board = state.game.board();
  const std::string status = words.empty() ? "" : lower_case(words[0]);
  if (status == "alive") return {true, chains_of(board)};
  if (status == "dead" || status == "seki") return {};
  if (status == "black_territory") return {true, territory_of(board, Color::black)};
  if (status == "white_territory") return {true, territory_of(board, Color::white)};
  return syntax_error();
}

Reply set_player(GtpState& state, Words words) {
  solvers::go::PlayerChoice& player = state.options.player;
  if (words.empty()) return {true, player.name()};
  const auto* const entry = find_named(solvers::go::players(), words[0]);
  if (entry == nullptr) return syntax_error();
  player = {*entry, state.playouts};
  state.player = player.make();
  return {};
}

Reply set_playouts(GtpState& state, Words words) {
  solvers::go::PlayerChoice& player = state.options.player;
  if (words.empty()) return {true, std::to_string(state.playouts)};
  const auto playouts = parse_number<std::uint32_t>(words[0]);
  if (!playouts || *playouts < 1 || *playouts > solvers::go::kMaxPlayouts)
    return {false, fmt::format("syntax error: sapper-playouts N, 1 to {}", solvers::go::kMaxPlayouts)};
  state.playouts = *playouts;
  player = {*player.entry, state.playouts};
  state.player = player.make();
  return {};
}

// The game in progress changes, too.
Reply set_rules(GtpState& state, Words words) {
  if (words.empty()) return {true, std::string(name_of(state.options.scoring))};
  for (const Scoring scoring : {Scoring::area, Scoring::majority}) {
    if (name_of(scoring) != words[0]) continue;
    state.options.scoring = scoring;
    state.game.set_scoring(scoring);
    return {};
  }
  return syntax_error();
}

// Takes effect at the next clear_board.
Reply set_seed(GtpState& state, Words words) {
  if (words.empty()) return {true, std::to_string(state.options.seed)};
  const auto seed = parse_number<std::uint64_t>(words[0]);
  if (!seed) return syntax_error();
  state.options.seed = *seed;
  return {};
}

Reply quit(GtpState& state, Words) {
  state.has_quit = true;
  return {};
}

Reply known_command(GtpState& state, Words words);
Reply list_commands(GtpState& state, Words words);

struct Command {
  std::string_view name;
  Reply (*run)(GtpState& state, Words words);
  std::string_view usage = {};  // what a syntax error says
};
constexpr std::array<Command, 20> kCommands{{
    {"protocol_version",
     [](GtpState&, Words) {
       return Reply{true, "2"};
     }},
    {"name",
     [](GtpState&, Words) {
       return Reply{true, "sapper"};
     }},
    {"version",
     [](GtpState&, Words) {
       return Reply{true, SAPPER_VERSION};
     }},
    {"known_command", known_command, "known_command NAME"},
    {"list_commands", list_commands},
    {"quit", quit},
    {"boardsize", boardsize, "boardsize N"},
    {"clear_board", clear_board},
    {"komi", komi, "komi N, a multiple of 0.5"},
    {"play", play, "play COLOR VERTEX"},
    {"genmove", genmove<Passing::free>, "genmove COLOR"},
    {"undo", undo},
    {"showboard", showboard},
    {"final_score", final_score},
    {"final_status_list", final_status_list,
     "final_status_list alive|dead|seki|black_territory|white_territory"},
    {"kgs-genmove_cleanup", genmove<Passing::last_resort>, "genmove COLOR"},
    {"sapper-player", set_player, "sapper-player random|uct"},
    {"sapper-playouts", set_playouts},
    {"sapper-rules", set_rules, "sapper-rules area|majority"},
    {"sapper-seed", set_seed, "sapper-seed N"},
}};

Reply known_command(GtpState&, Words words) {
  if (words.empty()) return syntax_error();
  return {true, find_named(kCommands, words[0]) == nullptr ? "false" : "true"};
}

Reply list_commands(GtpState&, Words) {
  return {true, fmt::format("{}", fmt::join(names_in(kCommands), "\n"))};
}

// The words without control characters; tabs and blanks separate them.
std::vector<std::string> words_of(std::string_view text) {
  std::string kept;
  for (const char letter : text.substr(0, text.find('#'))) {
    const bool is_control = static_cast<unsigned char>(letter) < 0x20 || letter == 0x7F;
    if (!is_control || letter == '\t') kept += letter == '\t' ? ' ' : letter;
  }
  std::vector<std::string> words;
  for (const std::string_view word : split(kept, " "))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

}  // namespace

GtpEngine::GtpEngine(const GtpOptions& options)
    : state_{options, sim::go::Game({.size = options.size}), options.player.make(), {}} {
  if (options.player.playouts() > 0) state_.playouts = options.player.playouts();
  start_game(state_);
}

std::string GtpEngine::reply_to(std::string_view line) {
  const std::vector<std::string> all = words_of(line);
  if (all.empty()) return {};
  Words words(all);
  std::string id;
  if (words[0].find_first_not_of("0123456789") == std::string::npos) {
    id = words[0];
    words = words.subspan(1);
  }
  Reply reply{false, "unknown command"};
  if (const Command* const command = words.empty() ? nullptr : find_named(kCommands, words[0])) {
    reply = command->run(state_, words.subspan(1));
    if (!reply.is_done && reply.text.empty()) reply.text = fmt::format("syntax error: {}", command->usage);
  }
  return fmt::format("{}{} {}\n\n", reply.is_done ? '=' : '?', id, reply.text);
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

#include "experiments/play/go_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "experiments/kinds/go/config.hpp"
#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments {

namespace {

using sim::go::Color;
using sim::go::Ending;
using sim::go::Game;
using sim::go::kPass;
using sim::go::Point;
using sim::go::Verdict;

std::string_view side_name(Color color) { return color == Color::black ? "Black" : "White"; }
char sign_of(Color color) { return color == Color::black ? 'X' : 'O'; }

std::string example_point(const sim::go::Board& board) {
  const int line = std::min(board.size(), 4) - 1;
  return to_text(board, board.at(line, line));
}

class Table {
 public:
  Table(const Dialogue& dialogue, const GoPlayOptions& options)
      : dialogue_(dialogue),
        out_(dialogue.out()),
        game_(options.rules),
        stream_({options.seed, go::key_of_size(options.rules.size), 0}, sim::StreamPurpose::playout) {
    if (options.black) players_[sim::go::index_of(Color::black)] = options.black->make();
    if (options.white) players_[sim::go::index_of(Color::white)] = options.white->make();
    const auto name = [](const auto& player) { return player ? player->name() : std::string("a person"); };
    dialogue_.say(fmt::format("Go, {0} x {0}, {1} scoring, komi {2}. Black (X): {3}. White (O): {4}.\n",
                              options.rules.size, name_of(options.rules.scoring),
                              sim::go::halves_to_text(options.rules.komi_halves), name(options.black),
                              name(options.white)));
    if (!options.black || !options.white) dialogue_.say(input_help());
  }

  void play() {
    show();
    while (!game_.is_over() && out_) {
      const auto& player = players_[sim::go::index_of(game_.to_move())];
      if (player == nullptr) {
        if (!ask()) return;
      } else {
        make(player->choose(game_, stream_, solvers::go::Passing::free));
      }
    }
    if (out_) show_result();
  }

 private:
  void show() {
    const Point last = game_.moves().empty() ? sim::go::kNoPoint : game_.moves().back().point;
    out_ << '\n' << draw(game_.board(), last);
    const auto taken = [&](Color color) { return game_.board().captures(color); };
    if (taken(Color::black) + taken(Color::white) > 0)
      out_ << fmt::format("Captured by Black: {}, by White: {}\n", taken(Color::black), taken(Color::white));
  }

  std::string input_help() const {
    return fmt::format("Type a point such as {}, or pass, resign, help, quit.\n",
                       example_point(game_.board()));
  }

  std::string rules() const {
    return fmt::format(
        "Black and White place a stone in turn. A group without an empty point beside it is captured. A "
        "stone may neither leave its own group without one nor restore an earlier board. {} Two passes end "
        "the game. Columns are letters from the left, without I, rows numbers from below; the last stone is "
        "in brackets.\n",
        game_.rules().scoring == sim::go::Scoring::area
            ? "What counts is one's stones on the board and the empty points that only they touch."
            : "What counts is the empty regions whose border one touches more often, and captured stones.");
  }

  // False if the player quits.
  bool ask() {
    const Color color = game_.to_move();
    const std::string question = fmt::format("{} ({}): ", side_name(color), sign_of(color));
    for (;;) {
      const std::optional<std::string> line = dialogue_.ask(question);
      if (!line) {
        out_ << "The input has ended, and so has the game.\n";
        return false;
      }
      const std::string word = lower_case(*line);
      if (word == "quit" || word == "q") return false;
      if (word == "resign") {
        game_.resign(color);
        return true;
      }
      if (word.empty() || word == "help" || word == "?") {
        if (!word.empty()) dialogue_.say(rules());
        dialogue_.say(input_help());
        continue;
      }
      const auto point = parse_point(game_.board(), word);
      if (!point) {
        dialogue_.say(fmt::format("{} is not a point of this board. ", quoted_input(*line)) + input_help());
        continue;
      }
      const Verdict verdict = game_.verdict(color, *point);
      if (verdict == Verdict::legal) {
        make(*point);
        return true;
      }
      dialogue_.say(
          fmt::format("{} cannot be played: {}.\n", to_text(game_.board(), *point), name_of(verdict)));
    }
  }

  void make(Point point) {
    const Color color = game_.to_move();
    game_.play(point);
    if (point == kPass) {
      out_ << fmt::format("{} passes.\n", side_name(color));
      return;
    }
    if (players_[sim::go::index_of(color)] != nullptr)
      out_ << fmt::format("{} ({}): {}\n", side_name(color), sign_of(color), to_text(game_.board(), point));
    show();
  }

  void show_result() {
    if (game_.ending() == Ending::passes) out_ << "Both sides have passed.\n";
    if (game_.ending() == Ending::settled) out_ << "No empty region touches both sides' stones.\n";
    if (game_.ending() == Ending::resignation)
      out_ << fmt::format("{} resigns.\n", side_name(opposite(game_.winner())));
    const sim::go::Score score = game_.score();
    std::string result = fmt::format(
        "Black {}, White {} (with komi {}): ", sim::go::halves_to_text(score.black_halves),
        sim::go::halves_to_text(score.white_halves), sim::go::halves_to_text(game_.rules().komi_halves));
    const Color winner = game_.winner();
    result += winner == Color::empty ? std::string("a draw") : fmt::format("{} wins", side_name(winner));
    dialogue_.say(result + ".\n");
  }

  const Dialogue& dialogue_;
  std::ostream& out_;
  Game game_;
  std::array<std::unique_ptr<solvers::go::Player>, 2> players_;
  sim::Stream stream_;
};

}  // namespace

void play_go(const Dialogue& dialogue, const GoPlayOptions& options) {
  Table(dialogue, options).play();
  dialogue.out().flush();
}

}  // namespace sapper::experiments

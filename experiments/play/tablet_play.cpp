#include "experiments/play/tablet_play.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

#include "experiments/kinds/tablet/tablet_text.hpp"
#include "experiments/support/text.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments {

namespace {

using sim::tablet::Cut;
using sim::tablet::Move;
using sim::tablet::Tablet;
using solvers::tablet::ValuedMove;

constexpr std::string_view kRules =
    "The poisoned tablet. A move breaks it along a line between two columns (v) or two rows (h); the part "
    "with the "
    "poison X stays. The player left with only the poisoned square loses. A cut's value is above 0 if it "
    "wins against best play; its magnitude is the number of moves that the game then lasts, the cut "
    "included.\n";

constexpr std::size_t kUsualColumns = 110;

// `a column from 1 to 8` or `a row from 1 to 5`; empty: no such cut.
std::string range_of(const Tablet& tablet, Cut cut) {
  const bool is_vertical = cut == Cut::vertical;
  const int most = (is_vertical ? tablet.cols : tablet.rows) - 1;
  if (most == 0) return "";
  return fmt::format("a {} {}", is_vertical ? "column" : "row",
                     most == 1 ? std::string("1 (the only one)") : fmt::format("from 1 to {}", most));
}

std::string allowed(const Tablet& tablet) {
  const std::string col = range_of(tablet, Cut::vertical);
  const std::string row = range_of(tablet, Cut::horizontal);
  return fmt::format("{}{}{}; or values, help, quit", col.empty() ? "" : "v and " + col,
                     col.empty() || row.empty() ? "" : ", or ", row.empty() ? "" : "h and " + row);
}

std::string value_of(const ValuedMove& move) {
  return fmt::format("{:+} ({})", move.value, tablet::meaning_of(move.value));
}

class Session {
 public:
  Session(const Dialogue& dialogue, const TabletPlayOptions& options)
      : dialogue_(dialogue),
        out_(dialogue.out()),
        tablet_(options.tablet),
        solver_(solvers::tablet::make_solver(tablet_, {})) {}

  PlayEnd play(bool is_persons_turn) {
    out_ << wrapped(kRules, dialogue_.columns() > 0 ? dialogue_.columns() : kUsualColumns);
    for (;; is_persons_turn = !is_persons_turn) {
      out_ << '\n' << tablet::draw(tablet_);
      if (is_over(tablet_)) break;
      const std::optional<ValuedMove> move =
          is_persons_turn ? ask_move() : solvers::tablet::best_move(tablet_, *solver_);
      if (!move) {
        out_ << "The game ends here.\n";
        return PlayEnd::left;
      }
      dialogue_.say(fmt::format("{}: {}, value {}\n", is_persons_turn ? "You" : "The computer",
                                tablet::name_of(move->move), value_of(*move)));
      tablet_ = after(tablet_, move->move);
    }
    dialogue_.say(is_persons_turn
                      ? "You face the poisoned square alone: you have lost.\n"
                      : "The computer faces the poisoned square alone: you have won. Congratulations!\n");
    return is_persons_turn ? PlayEnd::lost : PlayEnd::won;
  }

 private:
  // One line in lower case; nullopt at the end of the input.
  std::optional<std::string> ask(std::string_view question) {
    const std::optional<std::string> line = dialogue_.ask(fmt::format("{} > ", question));
    return line ? std::optional(lower_case(*line)) : std::nullopt;
  }

  // nullopt: the player quits, or the input ends.
  std::optional<ValuedMove> ask_move() {
    for (;;) {
      std::optional<std::string> answer = ask("Your cut");
      if (!answer || is_farewell(*answer)) return std::nullopt;
      if (*answer == "help" || *answer == "?") {
        dialogue_.say(std::string(kRules) + "Type " + allowed(tablet_) +
                      ". values lists every cut with its value.\n");
        continue;
      }
      if (*answer == "values") {
        show_values();
        continue;
      }
      if (*answer == "v" || *answer == "h") {
        const Cut cut = answer->front() == 'v' ? Cut::vertical : Cut::horizontal;
        const std::string range = range_of(tablet_, cut);
        if (!range.empty()) {
          const auto where = ask(fmt::format("Before which {}", cut == Cut::vertical ? "column" : "row"));
          if (!where || is_farewell(*where)) return std::nullopt;
          *answer += *where;
        }
      }
      if (const auto move = parse(*answer)) return valued(*move);
      dialogue_.say("That is not a cut of this tablet. Expected " + allowed(tablet_) + ".\n");
    }
  }
  static bool is_farewell(const std::string& answer) { return answer == "quit" || answer == "q"; }

  std::optional<Move> parse(const std::string& answer) const {
    if (answer.empty() || (answer.front() != 'v' && answer.front() != 'h')) return std::nullopt;
    const auto digits = std::min(answer.find_first_not_of(" \t", 1), answer.size());
    const auto where =
        sim::parse_whole_number(std::string_view(answer).substr(digits), sim::tablet::kMaxSide);
    if (!where) return std::nullopt;
    const Move move{answer.front() == 'v' ? Cut::vertical : Cut::horizontal, static_cast<int>(*where)};
    return is_legal(tablet_, move) ? std::optional(move) : std::nullopt;
  }

  ValuedMove valued(const Move& move) const {
    const std::vector<ValuedMove> moves = solvers::tablet::valued_moves(tablet_, *solver_);
    return *std::find_if(moves.begin(), moves.end(),
                         [&](const ValuedMove& other) { return other.move == move; });
  }

  void show_values() {
    for (const ValuedMove& move : solvers::tablet::valued_moves(tablet_, *solver_))
      out_ << fmt::format("  {:<4} {}\n",
                          fmt::format("{} {}", move.move.cut == Cut::vertical ? 'v' : 'h', move.move.where),
                          value_of(move));
  }

  const Dialogue& dialogue_;
  std::ostream& out_;
  Tablet tablet_;
  std::unique_ptr<solvers::nim::Solver> solver_;
};

}  // namespace

PlayEnd play_tablet(const Dialogue& dialogue, const TabletPlayOptions& options) {
  return Session(dialogue, options).play(options.first == TabletPlayOptions::FirstPlayer::person);
}

}  // namespace sapper::experiments

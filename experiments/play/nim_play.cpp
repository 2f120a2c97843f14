#include "experiments/play/nim_play.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "experiments/support/text.hpp"
#include "sim/support/text.hpp"
#include "solvers/nim/nim_sum.hpp"

namespace sapper::experiments {
namespace {

using sim::nim::Heaps;
using sim::nim::kNoLimit;
using NimMove = sim::nim::Move;

std::string objects(int count) { return count_text(static_cast<std::uint64_t>(count), "object"); }

class NimTable {
 public:
  NimTable(const Dialogue& dialogue, const NimPlayOptions& options)
      : dialogue_(dialogue), out_(dialogue.out()), max_taken_(options.max_taken), heaps_(options.heaps) {}

  PlayEnd play(bool is_persons_turn) {
    say(rules() + "help says more, why explains the position, quit ends the game.\n");
    for (;; is_persons_turn = !is_persons_turn) {
      draw();
      if (heaps_.total() == 0) break;
      if (!is_persons_turn) {
        computer_moves();
        continue;
      }
      const std::optional<NimMove> move = ask_move();
      if (!move) {
        out_ << "The game ends here.\n";
        return PlayEnd::left;
      }
      judge(*move);
      make(*move);
    }
    if (!is_persons_turn) {
      say("The computer has no object left to take: you have won. Congratulations!\n");
      return PlayEnd::won;
    }
    say("You have no object left to take: you have lost.\n" + first_mistake_);
    return PlayEnd::lost;
  }

 private:
  std::string rules() const {
    return fmt::format(
        "Nim. A move takes objects from one heap: at least one{}. The player who cannot move loses, so "
        "that taking the last object wins. Type a heap's number and how many to take, such as {}.\n",
        max_taken_ == kNoLimit ? std::string(", and as many as you like")
                               : fmt::format(" and at most {}", max_taken_),
        heaps_.count() == 1 ? "1 1" : "2 1");
  }
  std::string help() const {
    return rules() +
           "why explains who wins from here by best play, and which move wins; sum gives the nim-sum alone; "
           "quit ends the game. The nim-sum decides: write the heaps in binary digits, below each other; it "
           "has a 1 under each column with an odd number of 1s.\n";
  }

  void say(std::string_view text) const {
    constexpr std::size_t kNimColumns = 80;
    out_ << wrapped(text, dialogue_.columns() > 0 ? dialogue_.columns() : kNimColumns);
  }

  void draw() const {
    constexpr int kMostDrawn = 50;
    out_ << '\n';
    for (std::size_t heap = 0; heap < heaps_.count(); ++heap)
      out_ << fmt::format("heap {}: {:>3} {}\n", heap + 1, heaps_[heap],
                          heaps_[heap] > kMostDrawn
                              ? std::string("...")
                              : std::string(static_cast<std::size_t>(heaps_[heap]), '|'));
  }

  std::string words_of(const NimMove& move) const {
    return fmt::format("{} from heap {}", objects(heaps_[move.heap] - move.left), move.heap + 1);
  }

  void make(const NimMove& move) { heaps_ = sim::nim::after(heaps_, move); }

  void computer_moves() {
    const int sum = solvers::nim::nim_sum(heaps_, max_taken_);
    std::optional<NimMove> move = solvers::nim::winning_move(heaps_, max_taken_);
    const bool wins = move.has_value();
    if (!wins) {  // it waits for a mistake: the game lasts longest with one object at a time
      const auto largest = static_cast<std::size_t>(
          std::distance(heaps_.begin(), std::max_element(heaps_.begin(), heaps_.end())));
      move = NimMove{largest, heaps_[largest] - 1};
    }
    say(fmt::format(
        "The computer takes {}{}\n", words_of(*move),
        wins ? fmt::format(": the nim-sum was {}, and is 0 now.", sum)
             : std::string(". The nim-sum was 0, so that no move of its own wins; it hopes for a mistake.")));
    make(*move);
  }

  // Remembers the person's first move that gives a win away.
  void judge(const NimMove& move) {
    const std::optional<NimMove> best = solvers::nim::winning_move(heaps_, max_taken_);
    if (!best || solvers::nim::nim_sum(sim::nim::after(heaps_, move), max_taken_) == 0) return;
    if (first_mistake_.empty())
      first_mistake_ = fmt::format(
          "With the heaps {} you could have won: the nim-sum was {}, and {} would have made it 0. You took "
          "{}.\n",
          fmt::join(heaps_, " "), solvers::nim::nim_sum(heaps_, max_taken_), words_of(*best), words_of(move));
  }

  // nullopt: the player quits, or the input ends.
  std::optional<NimMove> ask_move() {
    for (;;) {
      const std::optional<std::string> line = dialogue_.ask("Your move > ");
      if (!line) return std::nullopt;
      const std::string answer = lower_case(*line);
      if (answer == "quit" || answer == "q") return std::nullopt;
      if (answer.empty() || answer == "help" || answer == "?")
        say(help());
      else if (answer == "why" || answer == "hint")
        say(nim_reasons(heaps_, max_taken_, solvers::nim::winning_move(heaps_, max_taken_)));
      else if (answer == "sum")
        say(fmt::format("The nim-sum is {}.\n", solvers::nim::nim_sum(heaps_, max_taken_)));
      else if (const auto move = parse(answer))
        return move;
      else
        say(
            fmt::format("{} is not a move here. Expected a heap from 1 to {} and how many to take of "
                        "it{}; or help, why, quit.\n",
                        quoted_input(*line), heaps_.count(),
                        max_taken_ == kNoLimit ? "" : fmt::format(", at most {}", max_taken_)));
    }
  }

  // `2 3`: three objects of the second heap.
  std::optional<NimMove> parse(std::string answer) const {
    std::ranges::replace(answer, ',', ' ');
    std::ranges::replace(answer, '\t', ' ');
    std::vector<std::uint64_t> numbers;
    for (const std::string_view word : sim::split(answer, " ")) {
      if (word.empty()) continue;
      const auto number = sim::parse_whole_number(word, sim::nim::kMaxHeap);
      if (!number) return std::nullopt;
      numbers.push_back(*number);
    }
    if (numbers.size() != 2 || numbers[0] == 0 || numbers[0] > heaps_.count()) return std::nullopt;
    const std::size_t heap = numbers[0] - 1;
    const NimMove move{heap, heaps_[heap] - static_cast<int>(numbers[1])};
    return sim::nim::is_legal(heaps_, move, max_taken_) ? std::optional(move) : std::nullopt;
  }

  const Dialogue& dialogue_;
  std::ostream& out_;
  int max_taken_;
  Heaps heaps_;
  std::string first_mistake_;
};

}  // namespace

PlayEnd play_nim(const Dialogue& dialogue, const NimPlayOptions& options) {
  return NimTable(dialogue, options).play(options.first == NimPlayOptions::FirstPlayer::person);
}

std::string nim_reasons(const Heaps& heaps, int max_taken, const std::optional<NimMove>& move) {
  std::vector<int> values;
  for (const int heap : heaps) values.push_back(solvers::nim::nim_value(heap, max_taken));
  const int sum = solvers::nim::nim_sum(heaps, max_taken);
  std::string text;
  if (max_taken != kNoLimit) {
    text = fmt::format("Taking 1 to {}, a heap counts as the rest of its division by {}:", max_taken,
                       max_taken + 1);
    for (std::size_t heap = 0; heap < values.size(); ++heap)
      text += fmt::format("{} {} as {}", heap == 0 ? "" : ",", heaps[heap], values[heap]);
    text += ".\n";
  }
  const std::size_t bits = fmt::format("{:b}", values.empty() ? 0 : *std::ranges::max_element(values)).size();
  const std::size_t width = std::to_string(values.empty() ? 0 : *std::ranges::max_element(values)).size();
  for (const int value : values) text += fmt::format("  {:>{}}  {:0{}b}\n", value, width, value, bits);
  text += fmt::format("  {:>{}}  {:0{}b}  nim-sum {}: a 1 under each column with an odd number of 1s\n", "",
                      width, sum, bits, sum);
  if (!move)
    return text + (heaps.total() == 0
                       ? "No object is left: the player to move has lost.\n"
                       : "It is 0, so the player to move loses against best play: every move changes one "
                         "heap and makes it other than 0, and the other player can make it 0 again, down to "
                         "the last object.\n");
  const int value = values[move->heap];
  const int wanted = value ^ sum;
  return text +
         fmt::format(
             "It is not 0, so the player to move wins by making it 0. {} xor {} = {}: taking {} from the "
             "heap "
             "of {} leaves {}, whose nim-sum is 0. Every reply makes it other than 0 again, so that there is "
             "always such a move, down to the last object.\n",
             value, sum, wanted, heaps[move->heap] - move->left, heaps[move->heap],
             fmt::join(sim::nim::after(heaps, *move), " "));
}

}  // namespace sapper::experiments

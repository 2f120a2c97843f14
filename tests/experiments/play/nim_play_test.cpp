// Nim at the terminal: the computer never gives a win away, and says why it moves.
#include "experiments/play/nim_play.hpp"

#include "solvers/nim/nim_sum.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using sim::nim::Heaps;
using sim::nim::kNoLimit;

struct NimGame {
  PlayEnd end;
  std::string text;
};

NimGame play(const NimPlayOptions& options, const std::string& input) {
  std::istringstream in(input);
  std::ostringstream out;
  const PlayEnd end = play_nim({in, out, EchoMode::no, [] { return std::size_t{1000}; }}, options);
  return {end, out.str()};
}

TEST(NimPlay, TheComputerSaysWhatItHopesFor) {
  const NimGame game = play({Heaps{3, 2}}, "1 1\nquit\n");
  EXPECT_THAT(game.text, HasSubstr("heap 1:   3 |||\nheap 2:   2 ||\n"));
  EXPECT_THAT(game.text, HasSubstr("The nim-sum was 0, so that no move of its own wins"));
}

TEST(NimPlay, ALostGameEndsWithTheFirstMoveThatGaveItAway) {
  const NimGame game = play({Heaps{1, 2}}, "2 2\n");
  EXPECT_EQ(game.end, PlayEnd::lost);
  EXPECT_THAT(game.text,
              HasSubstr("The computer takes 1 object from heap 1: the nim-sum was 1, and is 0 now."));
  EXPECT_THAT(game.text, EndsWith("You have no object left to take: you have lost.\nWith the heaps 1 2 you "
                                  "could have won: the nim-sum was 3, and 1 object from heap 2 would have "
                                  "made it 0. You took 2 objects from heap 2.\n"));
}

TEST(NimPlay, ThePersonWinsByMakingTheNimSumZero) {
  // Plays from the transcript alone: reads the heaps, makes the XOR 0, and so on.
  for (const auto first : {NimPlayOptions::FirstPlayer::person, NimPlayOptions::FirstPlayer::computer}) {
    const Heaps start = first == NimPlayOptions::FirstPlayer::person ? Heaps{3, 4, 5} : Heaps{1, 4, 5};
    std::string input;
    for (int move = 0; move < 20; ++move) {
      const NimGame so_far = play({start, kNoLimit, first}, input);
      if (so_far.end != PlayEnd::left) break;
      const std::size_t board = so_far.text.rfind("heap 1:");
      Heaps heaps{0, 0, 0};
      const auto read = [&](std::size_t heap) {
        const std::size_t at = so_far.text.find("heap " + std::to_string(heap + 1) + ":", board);
        return std::stoi(so_far.text.substr(at + 7));
      };
      for (std::size_t heap = 0; heap < 3; ++heap) heaps[heap] = read(heap);
      const int sum = heaps[0] ^ heaps[1] ^ heaps[2];
      ASSERT_NE(sum, 0);
      for (std::size_t heap = 0; heap < 3; ++heap)
        if ((heaps[heap] ^ sum) < heaps[heap]) {
          input += std::to_string(heap + 1) + " " + std::to_string(heaps[heap] - (heaps[heap] ^ sum)) + "\n";
          break;
        }
    }
    const NimGame game = play({start, kNoLimit, first}, input);
    EXPECT_EQ(game.end, PlayEnd::won) << game.text;
    EXPECT_THAT(game.text, EndsWith("you have won. Congratulations!\n"));
  }
}

TEST(NimPlay, HelpsExplainsAndAsksAgain) {
  const NimGame game = play({Heaps{3, 4, 5}, 2}, "help\nwhy\nsum\n\n4 1\n1 3\n1\n1 x\n1 0\n1,1\nquit\n");
  EXPECT_EQ(game.end, PlayEnd::left);
  EXPECT_THAT(game.text, HasSubstr("at least one and at most 2."));
  EXPECT_THAT(game.text,
              HasSubstr("Taking 1 to 2, a heap counts as the rest of its division by 3: 3 as 0, 4 as "
                        "1, 5 as 2.\n"));
  EXPECT_THAT(game.text, HasSubstr("The nim-sum is 3.\n"));
  for (const std::string wrong : {"4 1", "1 3", "1", "1 x", "1 0"})
    EXPECT_THAT(game.text, HasSubstr("\"" + wrong + "\" is not a move here. Expected a heap from 1 to 3"));
  EXPECT_THAT(game.text, HasSubstr("heap 1:   2 ||\n")) << "1,1 is a move";
}

TEST(NimReasons, ShowTheNimSumAndTheMove) {
  const Heaps heaps{3, 4, 5};
  EXPECT_EQ(
      nim_reasons(heaps, kNoLimit, solvers::nim::winning_move(heaps)),
      "  3  011\n  4  100\n  5  101\n     010  nim-sum 2: a 1 under each column with an odd number of 1s\n"
      "It is not 0, so the player to move wins by making it 0. 3 xor 2 = 1: taking 2 from the heap of 3 "
      "leaves 1 4 5, whose nim-sum is 0. Every reply makes it other than 0 again, so that there is "
      "always such a move, down to the last object.\n");
  EXPECT_THAT(nim_reasons({1, 4, 5}, kNoLimit, {}), HasSubstr("It is 0, so the player to move loses"));
  EXPECT_THAT(nim_reasons({0, 0}, kNoLimit, {}),
              EndsWith("No object is left: the player to move has lost.\n"));
}

TEST(NimPlay, LinesAreNoWiderThanTheTerminal) {
  for (const std::size_t columns : {std::size_t{0}, std::size_t{70}}) {
    std::istringstream in("help\nwhy\n2 9\n1 2\nquit\n");
    std::ostringstream out;
    play_nim({in, out, EchoMode::yes, [&] { return columns; }}, {Heaps{3, 4, 5}});
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), columns == 0 ? 80 : columns);
  }
}

}  // namespace
}  // namespace sapper::experiments

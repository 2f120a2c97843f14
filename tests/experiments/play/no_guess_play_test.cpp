// Games that a person plays on boards that need no guess: all layouts of the rest agree on some safe cell, from the first
// dig to the last.
#include "experiments/play/play_session.hpp"
#include "experiments/play/setup_texts.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

// What the player sees.
sim::View view_of(const PlaySession& session) {
  const PlayedBoard& board = session.board();
  sim::View view(board.sheet(), board.mine_count());
  const BoardPicture picture = board.picture(sim::kNoCell);
  for (sim::Cell cell = 0; cell < board.cell_count(); ++cell)
    if (board.is_shown(cell)) view.show(cell, picture.cell(cell).number);
  return view;
}

MinesweeperRequest small_board(std::uint64_t seed) {
  MinesweeperRequest request;
  request.rows = 5;
  request.cols = 6;
  request.mines = 7;
  request.first_click = "safe";
  request.seed = seed;
  request.guessing = Guessing::none;
  return request;
}

TEST(NoGuessPlay, SomeHiddenCellIsAlwaysCertainlySafe) {
  int digs = 0;
  for (int seed = 0; seed < tests::case_count(30); ++seed) {
    for (const Guessing guessing : {Guessing::none, Guessing::repaired}) {
      MinesweeperRequest request = small_board(static_cast<std::uint64_t>(seed));
      request.guessing = guessing;
      const MinesweeperSetup setup = set_up(request);
      PlaySession session(setup);
      ASSERT_EQ(session.dig(static_cast<sim::Cell>(seed)), "");
      while (!session.is_over()) {
        const tests::LayoutCounts counts = tests::count_layouts(view_of(session));
        sim::Cell safe = 0;
        while (safe < session.sheet().cell_count() &&
               !(view_of(session).is_hidden(safe) && counts.is_certain_safe(safe)))
          ++safe;
        ASSERT_LT(safe, session.sheet().cell_count()) << "a guess is needed";
        ASSERT_EQ(session.dig(safe), "");
        ++digs;
      }
      EXPECT_TRUE(session.board().is_won());
    }
  }
  EXPECT_GT(digs, 5);
}

TEST(NoGuessPlay, SaysSo) {
  const MinesweeperSetup setup = set_up(small_board(1));
  EXPECT_THAT(introduction(setup),
              AllOf(HasSubstr("5 x 6, 7 mines, no guess"), HasSubstr("7 mines are laid at the first dig."),
                    HasSubstr("some hidden cell is always certain.")));
  MinesweeperRequest hopeless = small_board(1);
  hopeless.rows = 1;
  hopeless.cols = 3;
  hopeless.mines = 1;
  hopeless.first_click = "safe";
  const MinesweeperSetup impossible = set_up(hopeless);
  PlaySession session(impossible);
  EXPECT_THAT(session.dig(1), AllOf(HasSubstr("layouts needs a guess"), HasSubstr("--method repair")));
  EXPECT_FALSE(session.is_over());
  EXPECT_EQ(session.dig(0), "") << "another cell may do";
  hopeless.guessing = Guessing::repaired;
  const MinesweeperSetup repaired = set_up(hopeless);
  EXPECT_THAT(PlaySession(repaired).dig(1), Not(HasSubstr("--method")));
}

TEST(NoGuessPlay, IsRefusedWhereTheMinesAreGivenOrMove) {
  const auto refusal = [](const auto& change) {
    MinesweeperRequest request = small_board(1);
    change(request);
    return tests::message_of<InputError>([&] { set_up(request); });
  };
  EXPECT_THAT(refusal([](MinesweeperRequest& request) { request.moving = true; }),
              HasSubstr("--moving and --no-guess are mutually exclusive"));
  EXPECT_THAT(refusal([](MinesweeperRequest& request) {
                request.file = "b.txt";
                request.mines.reset();
              }),
              HasSubstr("--file and --no-guess are mutually exclusive"));
  EXPECT_THAT(refusal([](MinesweeperRequest& request) {
                request = {};
                request.course = 1;
                request.guessing = Guessing::none;
              }),
              HasSubstr("--course and --no-guess are mutually exclusive"));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

// The rules of the game: openings, flags, win and loss, and that a game depends on its identity alone.
#include "sim/minesweeper/game.hpp"

#include <pthread.h>

#include "sim/minesweeper/cell_text.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/cell_sets.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using Status = Game::Status;

// Rules of a game on the board that a map draws: * mine, . free.
GameRules rules_on(const std::vector<std::string>& map, Reveal reveal = Reveal::flood) {
  GameRules rules;
  rules.grid = std::make_shared<const Grid>(static_cast<int>(map.size()), static_cast<int>(map[0].size()));
  std::vector<Cell> mines;
  std::string cells;
  for (const std::string& row : map) cells += row;
  for (Cell cell = 0; cell < cells.size(); ++cell)
    if (cells[cell] == '*') mines.push_back(cell);
  rules.mine_count = static_cast<std::uint32_t>(mines.size());
  rules.reveal = reveal;
  rules.fixed_mines = std::make_shared<const std::vector<Cell>>(mines);
  return rules;
}

GameRules random_rules(int rows, int cols, std::uint32_t mine_count,
                       FirstClickRule first_click = FirstClickRule::safe) {
  return tests::game_rules({rows, cols}, mine_count, first_click);
}

// The view as a map: numbers, . hidden, F flagged.
std::vector<std::string> drawn(const View& view) {
  return board_rows(view.grid(), [&](Cell cell) { return sign_of(view, cell); });
}

using Map = std::vector<std::string>;

const Map kBoard{"....*",  //
                 ".....",  //
                 "**...",  //
                 "....."};

TEST(Game, DiggingANumberShowsItAlone) {
  Game game(rules_on(kBoard));
  game.start({});
  EXPECT_EQ(game.dig(3), Status::playing);
  EXPECT_EQ(drawn(game.view()), (Map{"...1.", ".....", ".....", "....."}));
}

TEST(Game, AFloodShowsTheOpeningAndItsBorder) {
  Game game(rules_on(kBoard));
  game.start({});
  EXPECT_EQ(game.dig(0), Status::playing);
  EXPECT_EQ(drawn(game.view()), (Map{"0001.", "2211.", ".....", "....."}));
  const std::vector<Cell> shown = tests::cells_of(game.shown());
  EXPECT_EQ(shown.size(), 8U);
  EXPECT_EQ(std::set<Cell>(shown.begin(), shown.end()).size(), 8U) << "each once";
  EXPECT_EQ(game.view().hidden_count(), 12U);
  EXPECT_EQ(game.dig(19), Status::playing) << "the other opening";
  EXPECT_EQ(drawn(game.view()), (Map{"0001.", "22111", "..100", "..100"}));
}

TEST(Game, ARingShowsTheNeighborsAndStops) {
  Game game(rules_on(kBoard, Reveal::ring));
  game.start({});
  EXPECT_EQ(game.dig(0), Status::playing);
  EXPECT_EQ(drawn(game.view()), (Map{"00...", "22...", ".....", "....."}));
  EXPECT_EQ(game.dig(1), Status::playing) << "a shown cell";
  EXPECT_EQ(drawn(game.view()), (Map{"00...", "22...", ".....", "....."})) << "and nothing more opens";
}

TEST(Game, ASingleDigShowsOneCell) {
  Game game(rules_on(kBoard, Reveal::single));
  game.start({});
  EXPECT_EQ(game.dig(0), Status::playing);
  EXPECT_EQ(drawn(game.view()), (Map{"0....", ".....", ".....", "....."})) << "a 0";
  EXPECT_EQ(game.dig(0), Status::playing) << "a shown cell";
  EXPECT_EQ(game.dig(6), Status::playing);
  EXPECT_EQ(drawn(game.view()), (Map{"0....", ".2...", ".....", "....."}));
  game.flag(1);
  EXPECT_EQ(game.dig(1), Status::playing) << "a flagged cell";
  game.unflag(1);
  EXPECT_EQ(game.dig(1), Status::playing);
  EXPECT_EQ(drawn(game.view()), (Map{"00...", ".2...", ".....", "....."}));
  std::vector<Cell> shown = tests::cells_of(game.shown());
  std::ranges::sort(shown);
  EXPECT_EQ(shown, (std::vector<Cell>{0, 1, 6}));
  for (Cell cell = 0; cell < 20; ++cell)
    if (!game.layout().is_mine(cell)) game.dig(cell);
  EXPECT_EQ(game.status(), Status::won);
}

Reveal any_reveal(Stream& random) {
  return kReveals[random.below(static_cast<std::uint32_t>(kReveals.size()))].reveal;
}

class GameByEverySet : public testing::TestWithParam<const BlockOperations*> {};
INSTANTIATE_TEST_SUITE_P(AllSets, GameByEverySet,
                         testing::ValuesIn(supported_block_operations().begin(),
                                           supported_block_operations().end()),
                         [](const auto& set) { return std::string(set.param->name); });

// Boards with and without borders, of fewer and more columns than a word has bits, cells with 8 neighbours and fewer.
TEST_P(GameByEverySet, AnOpeningIsThatOfTheRules) {
  struct Kind {
    int rows, cols;
    Topology topology;
  };
  std::size_t largest = 0;
  for (const Kind& kind :
       {Kind{150, 170, Topology::square}, Kind{90, 110, Topology::torus}, Kind{120, 100, Topology::hex},
        Kind{2, 900, Topology::square}, Kind{2, 300, Topology::torus}, Kind{5, 7, Topology::square},
        Kind{30, 64, Topology::square}, Kind{30, 63, Topology::torus}, Kind{30, 64, Topology::torus},
        Kind{30, 65, Topology::torus}, Kind{29, 129, Topology::torus}, Kind{30, 65, Topology::hex},
        Kind{31, 128, Topology::hex}, Kind{40, 2, Topology::torus}, Kind{40, 1, Topology::torus},
        Kind{1, 40, Topology::torus}, Kind{3, 3, Topology::torus}, Kind{16, 30, Topology::square}}) {
    GameRules rules;
    rules.grid = std::make_shared<const Grid>(kind.rows, kind.cols, kind.topology);
    const Grid& grid = *rules.grid;
    rules.mine_count = grid.cell_count() / 20;
    for (std::uint64_t number = 0; number < 3; ++number) {
      SCOPED_TRACE(testing::Message() << kind.rows << " x " << kind.cols << ' ' << name_of(kind.topology));
      if (number == 2) rules.flag_protection = FlagProtection::digs_and_openings;
      Game game(rules, *GetParam());
      game.start({3, 5, number});
      for (Cell cell = 0; cell < grid.cell_count(); cell += 7) {
        if (number > 0) game.flag(cell + 1 < grid.cell_count() ? cell + 1 : 0);
        if (game.view().is_shown(cell) || game.view().is_flagged(cell)) continue;
        game.lay(cell);
        if (game.layout().is_mine(cell)) continue;
        const std::uint32_t hidden = game.view().hidden_count();
        const std::set<Cell> expected =
            tests::opened_by(game.layout(), game.view(), cell, rules.reveal, rules.flag_protection);
        game.forget_shown();
        if (game.dig(cell) != Status::playing) break;
        std::vector<Cell> opened = tests::cells_of(game.shown());
        std::ranges::sort(opened);
        ASSERT_TRUE(std::ranges::equal(opened, expected)) << cell;
        ASSERT_EQ(game.view().hidden_count(), hidden - expected.size());
        largest = std::max(largest, expected.size());
        for (const Cell at : expected) {
          ASSERT_EQ(game.view().number(at), tests::mines_around(game.layout(), at)) << at;
          ASSERT_FALSE(game.view().is_flagged(at));
        }
        if (game.view().hidden_count() < grid.cell_count() / 2) break;  // what is left opens little
      }
    }
  }
  EXPECT_GT(largest, 10'000U);
}

TEST(Game, DiggingAFlaggedCellDoesNothing) {
  Game game(rules_on(kBoard));
  game.start({});
  game.flag(4);
  EXPECT_EQ(game.dig(4), Status::playing) << "a mine, but flagged";
  EXPECT_FALSE(game.is_laid()) << "not even a first dig";
  game.unflag(4);
  EXPECT_EQ(game.dig(4), Status::lost);
}

TEST(Game, FlagsAreAsManyAsCells) {
  Game game(rules_on(kBoard));
  game.start({});
  for (Cell cell = 0; cell < 20; ++cell) game.flag(cell);
  EXPECT_EQ(game.view().flag_count(), 20U);
  game.flag(0);
  EXPECT_EQ(game.view().flag_count(), 20U) << "a flag is there or not";
  for (Cell cell = 0; cell < 20; ++cell) game.unflag(cell);
  game.unflag(0);
  EXPECT_EQ(game.view().flag_count(), 0U);
}

TEST(Game, AnOpeningDigsFlaggedCellsAndDropsTheirFlags) {
  Game game(rules_on(kBoard));
  game.start({});
  game.flag(2);   // a 0
  game.flag(7);   // a number
  game.flag(10);  // a mine: stays
  game.dig(0);
  EXPECT_EQ(drawn(game.view()), (Map{"0001.", "2211.", "F....", "....."}));
  EXPECT_EQ(game.view().flag_count(), 1U);
}

TEST(Game, AnOpeningStopsAtFlagsThatProtectFromIt) {
  for (const Reveal reveal : {Reveal::flood, Reveal::ring}) {
    GameRules rules = rules_on(kBoard, reveal);
    rules.flag_protection = FlagProtection::digs_and_openings;
    Game game(rules);
    game.start({});
    for (const Cell flagged : {1U, 6U, 10U}) game.flag(flagged);
    EXPECT_EQ(game.dig(0), Status::playing);
    EXPECT_EQ(drawn(game.view()), (Map{"0F...", "2F...", "F....", "....."}));
    game.unflag(1);
    EXPECT_EQ(game.dig(1), Status::playing) << "it did not open with its neighbour";
    EXPECT_EQ(drawn(game.view()), reveal == Reveal::flood ? (Map{"0001.", "2F11.", "F....", "....."})
                                                          : (Map{"000..", "2F1..", "F....", "....."}));
    game.unflag(6);
    EXPECT_EQ(game.dig(6), Status::playing);
    EXPECT_EQ(game.view().flag_count(), 1U);
  }
}

TEST(Game, IsLostByDiggingAMineAndThenOver) {
  Game game(rules_on(kBoard));
  game.start({});
  game.dig(3);
  EXPECT_EQ(game.dig(10), Status::lost);
  EXPECT_EQ(game.exploded(), 10U);
  const Map before = drawn(game.view());
  EXPECT_EQ(game.dig(0), Status::lost);
  game.flag(0);
  EXPECT_EQ(drawn(game.view()), before);
  EXPECT_TRUE(game.layout().is_mine(11)) << "a drawing that reveals all finds it in the layout";
}

TEST(Game, ABoardWithoutMinesIsWonAtOnce) {
  Game game(random_rules(9, 9, 0));
  game.start({});
  EXPECT_EQ(game.dig(40), Status::won);
  EXPECT_EQ(game.view().hidden_count(), 0U);
}

TEST(Game, AFirstDigIsProtectedOnBoardsFullOfMines) {
  for (const FirstClickRule rule : {FirstClickRule::safe, FirstClickRule::relocate}) {
    Game game(random_rules(4, 4, 15, rule));
    game.start({1, 2, 3});
    EXPECT_EQ(game.dig(5), Status::won);
    EXPECT_EQ(game.view().number(5), 8);
  }
  Game game(random_rules(4, 4, 16, FirstClickRule::unprotected));
  game.start({1, 2, 3});
  EXPECT_EQ(game.dig(5), Status::lost);
}

TEST(Game, RelocationMovesAMineOfABoardFile) {
  GameRules rules = rules_on(kBoard);
  rules.first_click = FirstClickRule::relocate;
  Game game(rules);
  game.start({1, 2, 3});
  EXPECT_NE(game.dig(4), Status::lost);
  EXPECT_EQ(game.layout().mines().size(), 3U);
}

// Digging a set of cells is digging them one after another: under all rules, with flags, beyond the end of the game.
TEST_P(GameByEverySet, ASetIsDugCellByCell) {
  const int cases = tests::case_count(3000);
  int lost = 0;
  int won = 0;
  for (int number = 0; number < cases && !testing::Test::HasFailure(); ++number) {
    Stream random({31, 0, static_cast<std::uint64_t>(number)}, StreamPurpose::playout);
    GameRules rules;
    const auto side = [&] { return 1 + static_cast<int>(random.below(random.below(4) == 0 ? 90 : 9)); };
    rules.grid = std::make_shared<const Grid>(side(), side(), kTopologies[random.below(3)].topology);
    const Grid& grid = *rules.grid;
    rules.mine_count = random.below(1 + grid.cell_count() / (random.below(2) == 0 ? 4 : 40));
    rules.reveal = any_reveal(random);
    rules.motion = kMineMotions[random.below(8) == 0 ? 1 : 0].motion;
    Game single(rules);
    Game at_once(rules, *GetParam());
    single.start({1, 2, static_cast<std::uint64_t>(number)});
    at_once.start({1, 2, static_cast<std::uint64_t>(number)});
    for (int turn = 0; turn < 12; ++turn) {
      const auto row = static_cast<int>(random.below(static_cast<std::uint32_t>(grid.rows())));
      const auto col = static_cast<int>(random.below(static_cast<std::uint32_t>(grid.cols())));
      // Mines end most games at once: half of the sets have none.
      const bool has_mines = random.below(2) == 0;
      const std::uint32_t fill = random.below(3);
      const std::uint32_t word = grid.place_of(grid.at(row, col)).word;
      CellBlock cells(grid, word - word % RowVector::kRows);
      for (std::uint32_t i = 0; i < cells.bits.size(); ++i) {
        std::uint32_t bits = grid.all_cells()[cells.first_word + i];
        for (std::uint32_t k = 0; k < fill; ++k) bits &= random.next32() & random.next32();
        for (std::uint32_t bit = 0; bit < 32 && single.is_laid() && !has_mines; ++bit)
          if ((bits >> bit & 1) != 0 && single.layout().is_mine(cells.first_cells[i] + bit))
            bits ^= std::uint32_t{1} << bit;
        cells.add(i, bits);
      }
      const Cell flagged = random.below(grid.cell_count());
      single.flag(flagged);
      at_once.flag(flagged);

      std::uint32_t digs = 0;
      for (const Cell cell : tests::cells_of({&cells, 1})) {
        digs += single.status() == Status::playing && single.view().is_hidden(cell) &&
                !single.view().is_flagged(cell);
        single.dig(cell);
      }
      ASSERT_EQ(at_once.dig(cells), digs);
      ASSERT_EQ(at_once.status(), single.status());
      ASSERT_EQ(at_once.exploded(), single.exploded());
      ASSERT_EQ(drawn(at_once.view()), drawn(single.view()));
      ASSERT_EQ(at_once.view().hidden_count(), single.view().hidden_count());
      ASSERT_EQ(at_once.view().flag_count(), single.view().flag_count());
      std::vector<Cell> shown = tests::cells_of(at_once.shown());
      std::vector<Cell> shown_singly = tests::cells_of(single.shown());
      std::ranges::sort(shown);
      std::ranges::sort(shown_singly);
      ASSERT_EQ(shown, shown_singly);
    }
    lost += single.status() == Status::lost;
    won += single.status() == Status::won;
  }
  EXPECT_GT(lost, cases / 20);
  EXPECT_GT(won, cases / 20);
}

// From any moment on a resumed game is the one that it was taken from, but for the flags, whatever was played before.
TEST_P(GameByEverySet, PlaysOnFromAPosition) {
  const int cases = tests::case_count(300);
  int over = 0;
  for (int number = 0; number < cases && !testing::Test::HasFailure(); ++number) {
    Stream random({32, 0, static_cast<std::uint64_t>(number)}, StreamPurpose::playout);
    GameRules rules;
    const auto side = [&] { return 2 + static_cast<int>(random.below(random.below(4) == 0 ? 60 : 7)); };
    rules.grid = std::make_shared<const Grid>(side(), side(), kTopologies[random.below(3)].topology);
    rules.mine_count = random.below(1 + rules.grid->cell_count() / 6);
    rules.reveal = any_reveal(random);
    Game original(rules);
    GameRules any_mines = rules;
    any_mines.mine_count = 0;
    Game resumed(any_mines, *GetParam());
    const auto any_cell = [&] { return random.below(rules.grid->cell_count()); };
    for (std::uint64_t game = 0; game < 2; ++game) {
      original.start({3, static_cast<std::uint64_t>(number), game});
      for (std::uint32_t dig = 0; dig <= random.below(4); ++dig) original.dig(any_cell());
      original.flag(any_cell());
      if (original.status() == Status::lost) continue;
      resumed.resume(original.view(), original.layout());
      ASSERT_EQ(resumed.status(), original.status());
      ASSERT_EQ(resumed.view().flag_count(), 0U);
      ASSERT_EQ(resumed.view().mine_count(), rules.mine_count);
      ASSERT_TRUE(resumed.shown().empty());
      original.forget_shown();
      for (Cell cell = 0; cell < rules.grid->cell_count(); ++cell) {
        original.unflag(cell);
        ASSERT_FALSE(resumed.view().is_flagged(cell));
      }
      for (int dig = 0; dig < 6; ++dig) {
        const Cell cell = any_cell();
        ASSERT_EQ(resumed.dig(cell), original.dig(cell));
        ASSERT_EQ(drawn(resumed.view()), drawn(original.view()));
        ASSERT_EQ(tests::cells_of(resumed.shown()), tests::cells_of(original.shown()));
        ASSERT_EQ(resumed.exploded(), original.exploded());
      }
      over += original.status() != Status::playing;
    }
  }
  EXPECT_GT(over, cases / 20);
}

// Floods the largest board on a stack of 256 KiB: a flood that recursed would need a frame for each of 16
// million cells.
TEST(Game, TheLargestBoardFloodsOnASmallStack) {
  struct Work {
    Game game{random_rules(4096, 4096, 0)};
    Status status = Status::playing;
  };
  Work work;
  work.game.start({});
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 256 * 1024), 0);
  const auto dig = [](void* argument) -> void* {
    Work& given = *static_cast<Work*>(argument);
    given.status = given.game.dig(12345678);
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, dig, &work), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(work.status, Status::won);
  EXPECT_EQ(cell_count(work.game.shown()), 4096U * 4096U);
}

}  // namespace
}  // namespace sapper::sim

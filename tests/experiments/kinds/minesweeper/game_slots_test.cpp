// Slots against games played one by one. tests/python/test_vector_env.py compares the games themselves with a slow
// player in Python.
#include "experiments/kinds/minesweeper/game_slots.hpp"

#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

SlotSettings settings(std::uint32_t slots, std::size_t threads, Autoreset autoreset, bool computes_risks) {
  SlotSettings settings;
  settings.rules.grid = std::make_shared<const sim::Grid>(6, 7, sim::Topology::square);
  settings.rules.mine_count = 8;
  settings.rules.first_click = sim::FirstClickRule::safe;
  settings.board_key = 99;
  settings.seed = 4;
  settings.slots = slots;
  settings.threads = threads;
  settings.autoreset = autoreset;
  settings.computes_risks = computes_risks;
  return settings;
}

// Each slot digs what it samples, 60 times; the view of every slot is that of its own game, played alone.
TEST(GameSlots, EachSlotPlaysItsGamesByNumber) {
  constexpr std::uint32_t kSlots = 150;
  for (const std::size_t threads : {1U, 3U}) {
    GameSlots slots(settings(kSlots, threads, Autoreset::next_step, true));
    slots.reset(std::nullopt);
    const sim::GameRules rules = slots.settings().rules;
    std::deque<sim::Game> alone;
    solvers::Posterior posterior(*rules.grid);
    for (std::uint64_t slot = 0; slot < kSlots; ++slot) alone.emplace_back(rules).start({4, 99, slot << 32});
    std::vector<std::int32_t> digs(kSlots);
    std::uint32_t ended = 0;
    for (int step = 0; step < 60; ++step) {
      slots.sample(digs);
      slots.step(digs);
      for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
        sim::Game& game = alone[slot];
        if (game.status() != sim::Game::Status::playing)
          game.start(
              {4, 99, (std::uint64_t{slot} << 32) + static_cast<std::uint64_t>(slots.arrays().games[slot])});
        else
          game.dig(static_cast<sim::Cell>(digs[slot]));
        const bool is_over = game.status() != sim::Game::Status::playing;
        ended += is_over;
        ASSERT_EQ(slots.arrays().over[slot] != 0, is_over);
        ASSERT_EQ(slots.arrays().won[slot] != 0, game.status() == sim::Game::Status::won);
        const bool is_counted = !is_over && game.is_laid() && posterior.compute(game.view());
        for (sim::Cell cell = 0; cell < slots.cell_count(); ++cell) {
          const std::size_t at = slot * std::size_t{slots.cell_count()} + cell;
          const int shown = game.exploded() == cell       ? GameSlots::kDugMine
                            : game.view().is_hidden(cell) ? GameSlots::kHiddenCell
                                                          : game.view().number(cell);
          ASSERT_EQ(slots.arrays().cells[at], shown);
          ASSERT_EQ(slots.arrays().hidden[at] != 0, shown == GameSlots::kHiddenCell);
          if (is_counted && game.view().is_hidden(cell)) {
            ASSERT_EQ(slots.arrays().risks[at], posterior.p_mine(cell));
          }
        }
      }
    }
    EXPECT_GT(ended, 4 * kSlots);
  }
}

TEST(GameSlots, ChosenSlotsAreResetAlone) {
  GameSlots slots(settings(3, 1, Autoreset::disabled, false));
  slots.reset(std::nullopt);
  const std::vector<std::int32_t> digs{0, 0, 0};
  slots.step(digs);
  slots.step(digs);
  EXPECT_EQ(slots.arrays().invalid[0], 1);
  const std::vector<std::uint8_t> chosen{0, 1, 0};
  slots.reset(std::nullopt, chosen);
  EXPECT_EQ(slots.arrays().games, (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ(slots.arrays().invalid, (std::vector<std::int64_t>{1, 0, 1}));
  EXPECT_EQ(slots.arrays().cells[slots.cell_count()], GameSlots::kHiddenCell);
  EXPECT_NE(slots.arrays().cells[0], GameSlots::kHiddenCell);
}

// NaN is equal to itself here.
void expect_same(const GameSlots& one, const GameSlots& other) {
  const auto has_equal = [&](auto member) {
    const auto &left = one.arrays().*member, &right = other.arrays().*member;
    return std::ranges::equal(left, right,
                              [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); });
  };
  EXPECT_TRUE(has_equal(&SlotArrays::cells));
  EXPECT_TRUE(has_equal(&SlotArrays::hidden));
  EXPECT_TRUE(has_equal(&SlotArrays::risks));
  EXPECT_TRUE(has_equal(&SlotArrays::safe));
  EXPECT_TRUE(has_equal(&SlotArrays::final_cells));
  EXPECT_TRUE(has_equal(&SlotArrays::games));
  EXPECT_TRUE(has_equal(&SlotArrays::invalid));
  EXPECT_TRUE(has_equal(&SlotArrays::over));
  EXPECT_TRUE(has_equal(&SlotArrays::won));
  EXPECT_TRUE(has_equal(&SlotArrays::lost));
  EXPECT_TRUE(has_equal(&SlotArrays::opened));
  EXPECT_TRUE(has_equal(&SlotArrays::dug_shown));
  EXPECT_TRUE(has_equal(&SlotArrays::dug_risks));
  EXPECT_TRUE(has_equal(&SlotArrays::stepped_games));
}

// Every second step is first another one that is taken back; nothing may differ from slots without it.
TEST(GameSlots, AStepTakenBackChangesNothing) {
  constexpr std::uint32_t kSlots = 70;
  for (const Autoreset autoreset : {Autoreset::next_step, Autoreset::same_step, Autoreset::disabled}) {
    SlotSettings given = settings(kSlots, 2, autoreset, true);
    GameSlots plain(given);
    given.can_take_back = true;
    GameSlots slots(given);
    plain.reset(std::nullopt);
    slots.reset(std::nullopt);
    std::vector<std::int32_t> digs(kSlots), others(kSlots);
    std::uint32_t ended = 0;
    for (int step = 0; step < 80; ++step) {
      const std::int8_t* const cells = slots.arrays().cells.data();
      if (step % 2 == 0) {
        for (std::uint32_t slot = 0; slot < kSlots; ++slot)
          others[slot] = static_cast<std::int32_t>((slot * 5 + static_cast<std::uint32_t>(step) * 11) % 42);
        slots.step(others);
        slots.sample(others);
        slots.take_back();
        slots.take_back();
        expect_same(slots, plain);
      }
      EXPECT_EQ(slots.arrays().cells.data(), cells);
      plain.sample(digs);
      slots.sample(others);
      EXPECT_EQ(digs, others);
      plain.step(digs);
      slots.step(digs);
      expect_same(slots, plain);
      ASSERT_FALSE(HasFailure()) << "step " << step;
      ended += static_cast<std::uint32_t>(std::ranges::count(plain.arrays().over, 1));
      if (autoreset != Autoreset::disabled || step % 20 != 19) continue;
      plain.reset(std::nullopt, std::vector(plain.arrays().over));
      slots.reset(std::nullopt, std::vector(slots.arrays().over));
      slots.take_back();
      expect_same(slots, plain);
    }
    EXPECT_GT(ended, 2 * kSlots);
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

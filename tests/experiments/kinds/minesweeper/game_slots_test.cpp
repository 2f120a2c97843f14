// Slots against games played one by one. tests/python/test_vector_env.py compares the games themselves with a slow
// player in Python.
#include "experiments/kinds/minesweeper/game_slots.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "experiments/kinds/minesweeper/game_slots.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"

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
          game.start({4, 99, (std::uint64_t{slot} << 32) + static_cast<std::uint64_t>(slots.games()[slot])});
        else
          game.dig(static_cast<sim::Cell>(digs[slot]));
        const bool is_over = game.status() != sim::Game::Status::playing;
        ended += is_over;
        ASSERT_EQ(slots.over()[slot] != 0, is_over);
        ASSERT_EQ(slots.won()[slot] != 0, game.status() == sim::Game::Status::won);
        const bool is_counted = !is_over && game.is_laid() && posterior.compute(game.view());
        for (sim::Cell cell = 0; cell < slots.cell_count(); ++cell) {
          const std::size_t at = slot * std::size_t{slots.cell_count()} + cell;
          const int shown = game.exploded() == cell       ? GameSlots::kDugMine
                            : game.view().is_hidden(cell) ? GameSlots::kHiddenCell
                                                          : game.view().number(cell);
          ASSERT_EQ(slots.cells()[at], shown);
          ASSERT_EQ(slots.hidden()[at] != 0, shown == GameSlots::kHiddenCell);
          if (is_counted && game.view().is_hidden(cell)) {
            ASSERT_EQ(slots.risks()[at], posterior.p_mine(cell));
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
  EXPECT_EQ(slots.invalid()[0], 1);
  const std::vector<std::uint8_t> chosen{0, 1, 0};
  slots.reset(std::nullopt, chosen);
  EXPECT_EQ((std::vector<std::int64_t>{slots.games().begin(), slots.games().end()}),
            (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ((std::vector<std::int64_t>{slots.invalid().begin(), slots.invalid().end()}),
            (std::vector<std::int64_t>{1, 0, 1}));
  EXPECT_EQ(slots.cells()[slots.cell_count()], GameSlots::kHiddenCell);
  EXPECT_NE(slots.cells()[0], GameSlots::kHiddenCell);
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

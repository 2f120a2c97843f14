#include "solvers/support/settings.hpp"

#include "solvers/support/phase_timer.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

constexpr std::array<std::string_view, 2> kColours{"red", "blue"};
constexpr std::array kParameters{
    Parameter::whole("effort", 0, 3, 1, "how hard"),
    Parameter::choice("colour", kColours, 1, "which"),
};

TEST(Settings, AreReadByName) {
  Settings settings(kParameters);
  EXPECT_EQ(settings.whole("effort"), 1);
  EXPECT_EQ(settings.choice("colour"), "blue");
  settings.set("effort", 3);
  EXPECT_EQ(settings.whole("effort"), 3);
  EXPECT_EQ(label_of("player", settings), "player(effort=3)");
}

// In every build: a mistyped name must not read beyond the table.
TEST(Settings, RefuseNamesThatTheTableLacks) {
  Settings settings(kParameters);
  EXPECT_THROW((void)settings.whole("efort"), std::logic_error);
  EXPECT_THROW((void)settings.number(""), std::logic_error);
  EXPECT_THROW((void)settings.texts("efort"), std::logic_error);
  EXPECT_THROW(settings.set("color", 0), std::logic_error);
  EXPECT_THROW((void)settings.choice("effort"), std::logic_error);
  EXPECT_THROW((void)Settings().whole("effort"), std::logic_error);
}

std::uint64_t ticks_of(const PhaseTimer& timer, Phase phase) {
  return timer.totals()[static_cast<std::size_t>(phase)];
}

void work() {
  const std::uint64_t until = thread_ns() + 10'000'000;
  while (thread_ns() < until) continue;
}

// Works for 10 ms of processor time in `counting`, and is off the processor for 40 ms in `layout`.
void run_a_game(PhaseTimer& timer) {
  timer.start(Phase::layout);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  timer.enter(Phase::counting);
  work();
  timer.enter(Phase::choice);
  timer.stop();
}

TEST(PhaseTimer, LeavesOutWhatTheThreadDidNotUse) {
  PhaseTimer timer;
  run_a_game(timer);
  EXPECT_GT(ticks_of(timer, Phase::counting), 0U);
  EXPECT_LT(ticks_of(timer, Phase::layout), ticks_of(timer, Phase::counting) / 4);
  EXPECT_EQ(timer.longest(), ticks_of(timer, Phase::counting));
  EXPECT_EQ(timer.games(), 1U);
}

TEST(PhaseTimer, CountsGamesThatItTimes) {
  PhaseTimer timer;
  timer.enter(Phase::choice);
  timer.stop();
  EXPECT_EQ(timer.games(), 0U);
  EXPECT_EQ(timer.totals(), PhaseTimer::Ticks{});
  for (int game = 0; game < 3; ++game) {
    timer.start(Phase::layout);
    timer.enter(Phase::referee);
    work();
    timer.stop();
  }
  EXPECT_EQ(timer.games(), 3U);
  EXPECT_LT(timer.longest(), ticks_of(timer, Phase::referee));  // which is not the strategy's
  timer.reset_totals();
  EXPECT_EQ(timer.games() + timer.longest(), 0U);
}

}  // namespace
}  // namespace sapper::solvers

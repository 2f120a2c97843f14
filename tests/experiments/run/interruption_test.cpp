// Signals: repeats do not end the program before it has saved, and a stuck one can still be ended.
#include "experiments/run/interruption.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

namespace sapper::experiments {
namespace {

// An interrupted object leaves its handlers: the next test begins without.
class InterruptionTest : public testing::Test {
 protected:
  void TearDown() override {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::signal(signal, SIG_DFL);
  }
};

bool is_handled(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

TEST_F(InterruptionTest, TakesRepeatsForOneSignal) {
  const Interruption interruption;
  EXPECT_FALSE(interruption.flag());
  EXPECT_EQ(interruption.signal(), 0);
  for (int i = 0; i < 5; ++i)
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::raise(signal);
  EXPECT_TRUE(interruption.flag());
  EXPECT_EQ(interruption.signal(), SIGTERM) << "the first";
}

TEST_F(InterruptionTest, LeavesSignalsAsTheyWereUnlessOneCame) {
  { const Interruption interruption; }
  EXPECT_FALSE(is_handled(SIGTERM));
  {
    const Interruption interruption;
    ::raise(SIGTERM);
  }
  ::raise(SIGTERM);  // while the program ends
  EXPECT_TRUE(is_handled(SIGTERM));
  {
    const Interruption another;
    EXPECT_FALSE(another.flag());
    EXPECT_EQ(another.signal(), 0);
  }
  EXPECT_FALSE(is_handled(SIGTERM));
}

TEST_F(InterruptionTest, IgnoresHangUpsUnderNohup) {
  ::signal(SIGHUP, SIG_IGN);
  const Interruption interruption;
  ::raise(SIGHUP);
  EXPECT_FALSE(interruption.flag());
}

TEST_F(InterruptionTest, IsRequestedByOtherRanks) {
  Interruption interruption;
  interruption.request(SIGINT);
  interruption.request(SIGTERM);
  ::raise(SIGTERM);
  EXPECT_TRUE(interruption.flag());
  EXPECT_EQ(interruption.signal(), SIGINT);
}

// Signals that count are a second apart.
void raise_and_wait(int signal) {
  ::raise(signal);
  std::this_thread::sleep_for(Interruption::kRepeat + std::chrono::milliseconds(20));
}

TEST_F(InterruptionTest, EndsAtTheThirdSignalThatCounts) {
  const auto be_stuck = [] {
    const Interruption interruption;
    for (const int signal : {SIGINT, SIGTERM}) raise_and_wait(signal);
    ::raise(SIGTERM);
    std::_Exit(0);
  };
  EXPECT_EXIT(be_stuck(), testing::ExitedWithCode(128 + SIGTERM), "still ending; the next signal ends it");
}

TEST_F(InterruptionTest, SavesWhateverComes) {
  const auto save = [] {
    const Interruption interruption;
    const ProtectedSave saving;
    for (int i = 0; i < 3; ++i) raise_and_wait(SIGTERM);
    std::_Exit(7);
  };
  EXPECT_EXIT(save(), testing::ExitedWithCode(7), "^$");
}

}  // namespace
}  // namespace sapper::experiments

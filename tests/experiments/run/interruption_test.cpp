// Signals: repeats do not end the program before it has saved, and a stuck one can still be ended.
// Label: threads
#include "experiments/run/interruption.hpp"

#include <signal.h>
#include <unistd.h>

#include <boost/json/parse.hpp>

#include "experiments/run/experiment.hpp"
#include "experiments/run/program_file.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

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

// The files of external players: which are compared, and how reports and checkpoints keep them.

TEST(ProgramFiles, AreComparedByContentWordForWord) {
  const std::vector<ProgramFile> before{{"x", 0, "python3", "aa"}, {"x", 1, "bot.py", "bb"}};
  EXPECT_EQ(changed_program(before, before), "");
  EXPECT_EQ(changed_program(before, {{"x", 0, "python3", "aa"}, {"x", 1, "bot.py", "cc"}}),
            "bot.py (player \"x\")");
  EXPECT_EQ(changed_program(before, {{"y", 1, "bot.py", "cc"}}), "") << "another player";
  EXPECT_EQ(changed_program(before, {}), "");
  // A log that the program has written since.
  EXPECT_EQ(changed_program(before, {{"x", 1, "bot.py", "bb"}, {"x", 3, "bot.log", "dd"}}), "");
  EXPECT_EQ(changed_program({{"a\nb", 1, "x\x1b", "1"}}, {{"a\nb", 1, "x\x1b", "2"}}),
            "x\\x1B (player \"a\\nb\")");
}

TEST(ProgramFiles, AreAddedOnce) {
  std::vector<ProgramFile> files{{"x", 1, "bot.py", "bb"}};
  add_program_files({{"x", 1, "bot.py", "cc"}, {"x", 2, "weights", "dd"}}, files);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].hash, "bb");
  EXPECT_EQ(files[1].name, "weights");
}

TEST(ProgramFiles, HaveTheHashOfTheirContent) {
  const tests::TemporaryFolder folder;
  const auto a = folder.write("a", std::string(200'000, 'x'));
  const auto b = folder.write("b", std::string(200'000, 'x'));
  std::string other(200'000, 'x');
  other.back() = 'y';
  const auto c = folder.write("c", other);
  EXPECT_EQ(hash_of_file(a).size(), 16U);
  EXPECT_EQ(hash_of_file(a), hash_of_file(b));
  EXPECT_NE(hash_of_file(a), hash_of_file(c));
  EXPECT_EQ(hash_of_file(folder.path() / "none"), "");
}

}  // namespace
}  // namespace sapper::experiments

// Child processes: lines of any length in both directions, every kind of end, and no leftover processes.
#include "experiments/support/child_process.hpp"

#include <chrono>
#include <filesystem>
#include <thread>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/processes.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Answer = ChildProcess::Answer;
using tests::is_running;

const std::atomic<bool> kNever = false;
constexpr double kLong_s = 60;

std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

// Killed processes take a moment to disappear.
bool is_gone(pid_t id) {
  return tests::wait_until([&] { return !is_running(id); });
}

TEST(ChildProcess, AnswersLineByLine) {
  const tests::TemporaryFolder folder;
  ChildProcess child(shell("while read -r line; do echo \"$line $(pwd)\"; done"), folder.path(), "echo");
  for (const std::string word : {"one", "two"}) {
    ASSERT_EQ(child.ask(word + "\n", kLong_s, kNever), Answer::line);
    EXPECT_EQ(child.last_line(), word + " " + std::filesystem::canonical(folder.path()).string());
    EXPECT_EQ(child.unread(), "");
  }
}

// Far more than the pipes hold, in both directions at once.
TEST(ChildProcess, TakesLongLines) {
  ChildProcess child({"cat"}, {}, "cat");
  const std::string line(3'000'000, 'x');
  ASSERT_EQ(child.ask(line + "\nrest", kLong_s, kNever), Answer::line);
  EXPECT_EQ(child.last_line(), line);
}

TEST(ChildProcess, SaysHowItEnded) {
  const auto end_of = [](const std::string& script) {
    ChildProcess child(shell(script), {}, "child");
    EXPECT_EQ(child.ask("a line\n", kLong_s, kNever), Answer::end_of_output) << script;
    return child.describe_end();
  };
  EXPECT_EQ(end_of("exit 3"), "it ended with status 3");
  EXPECT_EQ(end_of("read -r line; kill -9 $$"), "it was ended by signal 9 (Killed)");
  EXPECT_EQ(end_of("exec 1>&-; exec sleep 1000"), "it closed its output");
  EXPECT_THAT(tests::message_of<RunError>([] { ChildProcess({"/no/such/program"}, {}, "child"); }),
              HasSubstr("/no/such/program cannot be started: No such file or directory"));
}

TEST(ChildProcess, WaitsNoLongerThanItIsTold) {
  ChildProcess child(shell("exec sleep 1000"), {}, "child");
  EXPECT_EQ(child.ask("a line\n", 0.05, kNever), Answer::timeout);
  std::atomic<bool> stop = false;
  std::thread other([&] { stop = true; });
  EXPECT_EQ(child.ask("a line\n", kLong_s, stop), Answer::stopped);
  other.join();
}

TEST(ChildProcess, LeavesNothingBehind) {
  pid_t leader = 0, descendant = 0;
  {
    // Ignores the end of its input and catchable signals, and so does its child.
    ChildProcess child(
        shell("trap '' TERM INT HUP; sleep 1000 & echo $$; echo $!; while :; do sleep 1000; done"), {},
        "child");
    ASSERT_EQ(child.ask("", kLong_s, kNever), Answer::line);
    leader = std::stoi(std::string(child.last_line()));
    ASSERT_EQ(child.ask("", kLong_s, kNever), Answer::line);
    descendant = std::stoi(std::string(child.last_line()));
    EXPECT_TRUE(is_running(leader));
    EXPECT_TRUE(is_running(descendant));
  }
  EXPECT_TRUE(is_gone(leader));
  EXPECT_TRUE(is_gone(descendant));
}

TEST(ChildProcess, NoticesWhatItWasNotAskedFor) {
  const tests::TemporaryFolder folder;
  ChildProcess child(shell("read -r line; echo on time; echo late; : >written; cat"), folder.path(), "child");
  ASSERT_EQ(child.ask("a line\n", kLong_s, kNever), Answer::line);
  EXPECT_EQ(child.last_line(), "on time");
  tests::wait_until([&] { return std::filesystem::exists(folder.path() / "written"); });
  EXPECT_EQ(child.ask("x\n", kLong_s, kNever), Answer::unasked);
  EXPECT_EQ(child.unread(), "late\n");
  EXPECT_EQ(child.ask("", kLong_s, kNever), Answer::line) << "an empty question takes what is there";
  EXPECT_EQ(child.last_line(), "late");
  EXPECT_EQ(child.ask("x\n", kLong_s, kNever), Answer::line);
}

TEST(ChildProcess, LimitsALine) {
  const auto answer_of = [](std::size_t size) {
    ChildProcess child({"cat"}, {}, "cat");
    return child.ask(std::string(size, 'x') + "\n", kLong_s, kNever, 10'000);
  };
  EXPECT_EQ(answer_of(10'000), Answer::line);
  EXPECT_EQ(answer_of(10'001), Answer::too_long);
  ChildProcess endless({"cat", "/dev/zero"}, {}, "cat");
  EXPECT_EQ(endless.ask("", kLong_s, kNever, 10'000), Answer::too_long);
}

TEST(ChildProcess, CutsItsErrors) {
  testing::internal::CaptureStderr();
  {
    ChildProcess child(shell("while read -r line; do printf '%0100000d\\n' 0 >&2; echo done; done"), {},
                       "child");
    EXPECT_EQ(child.ask("one\n", kLong_s, kNever), Answer::line);
    child.renew_errors();
    EXPECT_EQ(child.ask("two\n", kLong_s, kNever), Answer::line);
  }
  const std::string text = testing::internal::GetCapturedStderr();
  std::size_t shown = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_TRUE(line.starts_with("child: ")) << line.substr(0, 100);
    if (!line.starts_with("child: (")) shown += line.size() - 7;
  }
  EXPECT_LE(shown, 2 * ChildProcess::kMostErrors);
  EXPECT_GT(shown, ChildProcess::kMostErrors / 2);
  EXPECT_THAT(text, HasSubstr("bytes more of its standard error omitted, after 64 KB)\n"));
}

TEST(ChildProcess, PassesItsErrorsOn) {
  testing::internal::CaptureStderr();
  {
    ChildProcess child(shell("printf 'one\\ntwo \\033[31m' >&2; echo done"), {}, "my solver");
    EXPECT_EQ(child.ask("", kLong_s, kNever), Answer::line);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "my solver: one\nmy solver: two \\x1B[31m\n");
}

}  // namespace
}  // namespace sapper::experiments

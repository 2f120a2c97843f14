// Child processes: lines of any length in both directions, every kind of end, and no leftover processes.
#include "experiments/support/child_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/support/errors.hpp"
#include "experiments/support/guarded_process.hpp"
#include "experiments/support/run_program.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/processes.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using tests::content_of;
using tests::is_running;
using tests::parent_of;
using tests::wait_until;
namespace fs = std::filesystem;
using Answer = ChildProcess::Answer;

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

std::string failure(int status, std::string err) {
  return program_failed("painter", {status, "", std::move(err)}).what();
}

TEST(RunProgram, PassesWordsAndInputOn) {
  const auto output = run_program({"sh", "-c", "cat; echo \"$1\" >&2; exit 3", "sh", "two words"}, "in\nput");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->status, 3);
  EXPECT_EQ(output->out, "in\nput");
  EXPECT_EQ(output->err, "two words\n");
  EXPECT_FALSE(run_program({"no-such-program-of-sapper"}, ""));
}

TEST(RunProgram, WhatAFailedProgramSaysAreLines) {
  EXPECT_EQ(failure(1, ""), "painter failed with status 1");
  EXPECT_EQ(failure(0, "\n"), "painter wrote nothing");
  EXPECT_EQ(failure(2, "too large\n"), "painter failed with status 2: too large");
  EXPECT_EQ(failure(2, "\r\n  too large\r\n\n try\x1B[31m less"),
            "painter failed with status 2:\n    too large\n   try\\x1B[31m less");
  std::string lines;
  for (char line = 'a'; line < 'k'; ++line) lines += std::string(1, line) + '\n';
  EXPECT_EQ(failure(137, lines),
            "painter failed with status 137:\n  a\n  b\n  c\n  d\n  e\n  f\n  g\n  h\n  and 2 more lines");
  EXPECT_THAT(failure(1, std::string(1000, 'x')), EndsWith("xxx..."));
  EXPECT_LT(failure(1, std::string(1000, 'x')).size(), 400U);
}

// Guarded programs: how they start, and that no process is left, whichever is killed.

class Guarded : public testing::Test {
 protected:
  // Runs in the folder, with all its streams at /dev/null.
  std::unique_ptr<GuardedProcess> start(const std::string& script) const {
    return start(std::vector<std::string>{"/bin/sh", "-c", script}, folder_.path());
  }
  static std::unique_ptr<GuardedProcess> start(const std::vector<std::string>& command,
                                               const fs::path& folder) {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    struct Close {
      int descriptor;
      ~Close() { ::close(descriptor); }
    } const close{null};
    return std::make_unique<GuardedProcess>(command, folder, std::array{null, null, null});
  }
  // What the script has written to a file, once it exists.
  std::string written(const std::string& name) const {
    wait_until([&] { return content_of(folder_.path() / name).ends_with('\n'); });
    return content_of(folder_.path() / name);
  }
  pid_t written_id(const std::string& name) const { return std::atoi(written(name).c_str()); }

  tests::TemporaryFolder folder_;
};

TEST_F(Guarded, RunsWhereAndAsItIsTold) {
  ::setenv("SAPPER_GUARDED_TEST", "a value", 1);
  const auto process = start("echo \"$(pwd) $SAPPER_GUARDED_TEST\" >out; ls /proc/self/fd >files; exit 7");
  EXPECT_TRUE(wait_until([&] { return process->has_ended(); }));
  EXPECT_EQ(process->status(), 7 << 8);
  EXPECT_EQ(written("out"), fs::canonical(folder_.path()).string() + " a value\n");
  EXPECT_EQ(written("files"), "0\n1\n2\n3\n") << "no others; 3 is the folder that ls reads";
  // Missing or different when the keeper was forked.
  ::setenv("SAPPER_GUARDED_TEST", "another", 1);
  const auto second = start("echo $SAPPER_GUARDED_TEST >again; kill -9 $$");
  EXPECT_EQ(written("again"), "another\n");
  EXPECT_TRUE(wait_until([&] { return second->has_ended(); }));
  EXPECT_EQ(second->status(), 9);
}

TEST_F(Guarded, SaysWhyItCannotStart) {
  const auto message_of = [&](const std::string& program, const fs::path& folder) {
    return tests::message_of<RunError>([&] { start(std::vector<std::string>{program}, folder); });
  };
  EXPECT_THAT(message_of("no-such-program", {}),
              HasSubstr("no-such-program cannot be started: No such file"));
  EXPECT_THAT(message_of("/dev/null", {}), HasSubstr("/dev/null cannot be started: Permission denied"));
  EXPECT_THAT(message_of("true", folder_.path() / "missing"),
              HasSubstr("true cannot be started: No such file"));
}

// In a separate session, as a daemon whose parent has ended, and ignoring signals.
TEST_F(Guarded, KillsAllThatItHasStarted) {
  auto process = start(R"(trap '' HUP INT TERM
sleep 1000 & echo $! >child
setsid /bin/sh -c 'echo $$ >session; exec sleep 1000' &
setsid /bin/sh -c '/bin/sh -c "echo \$\$ >daemon; exec sleep 1000" & exit'
echo $$ >leader; sleep 1000)");
  std::vector<pid_t> family;
  for (const std::string name : {"leader", "child", "session", "daemon"}) family.push_back(written_id(name));
  for (const pid_t id : family) EXPECT_TRUE(is_running(id));
  process->kill();
  for (const pid_t id : family) EXPECT_FALSE(is_running(id)) << "kill() waits";
  EXPECT_TRUE(process->has_ended());
}

TEST_F(Guarded, EndsWithItsGuard) {
  const auto process = start("echo $$ >leader; exec sleep 1000");
  const pid_t leader = written_id("leader");
  const pid_t guard = parent_of(leader);
  EXPECT_EQ(tests::process_file(guard, "comm"), "player-guard\n");
  ::kill(guard, SIGKILL);
  EXPECT_TRUE(wait_until([&] { return process->has_ended(); }));
  EXPECT_EQ(process->status(), std::nullopt);
  EXPECT_TRUE(wait_until([&] { return !is_running(leader); }));
}

TEST_F(Guarded, OutlivesItsKeeper) {
  const auto before = start("echo $$ >before; exec sleep 1000");
  const pid_t first = written_id("before");
  const pid_t keeper = parent_of(parent_of(first));
  EXPECT_EQ(tests::process_file(keeper, "comm"), "player-keeper\n");
  ::kill(keeper, SIGKILL);
  ::waitpid(keeper, nullptr, 0);
  EXPECT_FALSE(before->has_ended());
  const auto after = start("echo $$ >after; exec sleep 1000");
  EXPECT_TRUE(is_running(written_id("after")));
  EXPECT_TRUE(is_running(first));
  before->kill();
  EXPECT_FALSE(is_running(first));
}

// A copy of this process, as Python's os.fork() makes one, has its own children, and keeps none of the others alive.
TEST_F(Guarded, ForkedProcessesHaveTheirOwn) {
  auto mine = start("echo $$ >mine; exec sleep 1000");
  const pid_t copy = ::fork();
  if (copy == 0) {
    const auto process = start("echo $$ >theirs; exec sleep 1000");
    for (;;) ::pause();
  }
  const pid_t theirs = written_id("theirs");
  mine->kill();
  EXPECT_FALSE(is_running(written_id("mine")));
  EXPECT_TRUE(is_running(theirs));
  ::kill(copy, SIGKILL);
  ::waitpid(copy, nullptr, 0);
  EXPECT_TRUE(wait_until([&] { return !is_running(theirs); }));
}

TEST_F(Guarded, StartsFromManyThreads) {
  std::vector<std::thread> threads;
  threads.reserve(8);
  std::atomic<int> well = 0;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int k = 0; k < 5; ++k) {
        const auto process = start("exit 3");
        well += wait_until([&] { return process->has_ended(); }) && process->status() == 3 << 8;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(well, 40);
}

}  // namespace
}  // namespace sapper::experiments

// Guarded programs: how they start, and that no process is left, whichever is killed.
#include "experiments/support/guarded_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "experiments/support/errors.hpp"
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

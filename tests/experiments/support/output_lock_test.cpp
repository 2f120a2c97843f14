// The lock on an output: one holder at a time among threads and processes, and released by a crash.
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

class OutputLockTest : public testing::Test {
 protected:
  std::string refusal() const {
    return tests::message_of<InputError>([&] { const OutputLock second(file_); });
  }

  tests::TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "r.json";
};

TEST_F(OutputLockTest, HasOneHolder) {
  {
    const OutputLock lock(file_);
    EXPECT_TRUE(lock.is_held());
    EXPECT_EQ(refusal(),
              file_.string() + ": another run is writing there; wait for it, or choose another output");
    const OutputLock other(folder_.path() / "other.json");
    EXPECT_TRUE(other.is_held());
  }
  EXPECT_TRUE(fs::is_empty(folder_.path())) << "the lock file is removed";
  EXPECT_EQ(refusal(), "");
}

TEST_F(OutputLockTest, OutlivesTheFileThatItGuards) {
  const OutputLock lock(file_);
  for (const char* content : {"first", "second"}) {
    AtomicFile out(file_);
    out.write(content);
    out.commit();
    EXPECT_THAT(refusal(), HasSubstr("another run"));
  }
}

TEST_F(OutputLockTest, IsOneForAllNamesOfAFile) {
  fs::create_directory(folder_.path() / "real");
  fs::create_directory_symlink("real", folder_.path() / "linked");
  fs::create_symlink("real/r.json", folder_.path() / "r.json");
  const OutputLock lock(resolve_output(folder_.path() / "real" / "r.json"));
  for (const char* name : {"linked/r.json", "r.json", "real/../real/r.json"})
    EXPECT_THAT(tests::message_of<InputError>(
                    [&] { const OutputLock second(resolve_output(folder_.path() / name)); }),
                HasSubstr("another run"))
        << name;
}

TEST_F(OutputLockTest, IsGivenUpByAKill) {
  int held[2];
  ASSERT_EQ(::pipe(held), 0);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const OutputLock lock(file_);
    if (::write(held[1], "x", 1) != 1) ::_exit(1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(held[0], &byte, 1), 1);
  EXPECT_THAT(refusal(), HasSubstr("another run"));
  ::kill(child, SIGKILL);
  ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  EXPECT_EQ(refusal(), "");
  ::close(held[0]);
  ::close(held[1]);
}

// Processes that take and release the lock at random: the holder is always alone.
TEST_F(OutputLockTest, HoldsAmongManyProcesses) {
  const fs::path inside = folder_.path() / "inside";
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      int taken = 0;
      while (taken < 50) {
        try {
          const OutputLock lock(file_);
          if (!lock.is_held() || ::mkdir(inside.c_str(), 0700) != 0 || ::rmdir(inside.c_str()) != 0)
            ::_exit(1);
          ++taken;
        } catch (const InputError&) {
        }
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(OutputLockTest, KeepsLongNamesApart) {
  const std::string beginning(250, 'a');
  fs::path first = folder_.path() / beginning, second = first;
  first += ".json";
  second += ".txt";
  const OutputLock lock(first);
  EXPECT_TRUE(lock.is_held());
  const OutputLock other(second);
  EXPECT_TRUE(other.is_held());
  EXPECT_THAT(tests::message_of<InputError>([&] { const OutputLock again(first); }),
              HasSubstr("another run"));
}

TEST_F(OutputLockTest, FollowsNoLinkAndWaitsForNoPipe) {
  fs::path lock_file;
  {
    const OutputLock lock(file_);
    lock_file = fs::directory_iterator(folder_.path())->path();
  }
  const fs::path precious = folder_.write("precious", "mine");
  fs::create_symlink(precious, lock_file);
  {
    const OutputLock lock(file_);
    EXPECT_FALSE(lock.is_held());
  }
  EXPECT_TRUE(fs::is_symlink(lock_file));
  fs::remove(lock_file);
  ASSERT_EQ(::mkfifo(lock_file.c_str(), 0600), 0);
  const OutputLock lock(file_);
  EXPECT_FALSE(lock.is_held());
  EXPECT_EQ(fs::file_size(precious), 4U);
}

TEST_F(OutputLockTest, GoesOnWhereNoLockFileCanBeMade) {
  const OutputLock lock("/proc/r.json");
  EXPECT_FALSE(lock.is_held());
}

}  // namespace
}  // namespace sapper::experiments

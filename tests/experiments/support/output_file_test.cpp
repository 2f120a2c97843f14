// The file of a command's output: what it refuses, and what is left of it however its writer ends.
#include "experiments/support/output_file.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_lock.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using tests::content_of;
namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  static std::string refusal(const fs::path& file, const InputFiles& inputs, OverwritePolicy existing) {
    return tests::message_of<InputError>([&] { const OutputFile output(file, inputs, existing); });
  }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(folder_.path())) all.push_back(entry.path().filename());
    return all;
  }
  // The status of a child process that does this, as from waitpid.
  static int status_of_child(const std::function<void()>& action) {
    const pid_t child = ::fork();
    if (child == 0) {
      action();
      ::_exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return status;
  }

  tests::TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "out.txt";
};

TEST_F(OutputFileTest, IsThereOnceCommitted) {
  {
    OutputFile output(file_, InputFiles(), OverwritePolicy::refused);
    output.write("one");
    EXPECT_FALSE(fs::exists(file_));
    output.commit();
    EXPECT_EQ(content_of(file_), "one");
    output.write("two");
    output.commit();
    EXPECT_EQ(content_of(file_), "two") << "written again, as a whole";
    output.write("three");
  }
  EXPECT_EQ(content_of(file_), "two");
  EXPECT_THAT(names(), ElementsAre("out.txt"));
}

TEST_F(OutputFileTest, ReplacesOnlyWhenAllowed) {
  folder_.write("out.txt", "mine");
  EXPECT_THAT(refusal(file_, InputFiles(), OverwritePolicy::refused),
              HasSubstr("out.txt: exists already; choose another output, or add --force to replace it"));
  EXPECT_EQ(refusal(file_, InputFiles(), OverwritePolicy::replaced), "");
  folder_.write("out.txt", "");
  EXPECT_EQ(refusal(file_, InputFiles(), OverwritePolicy::refused), "") << "an empty file is no output yet";
}

TEST_F(OutputFileTest, IsNoInputUnderAnyName) {
  folder_.write("in.txt", "mine");
  fs::create_directory_symlink(".", folder_.path() / "same");
  fs::create_symlink("in.txt", folder_.path() / "link.txt");
  fs::create_hard_link(folder_.path() / "in.txt", folder_.path() / "hard.txt");
  InputFiles inputs;
  inputs.add("-");
  inputs.add(folder_.path() / "in.txt");
  inputs.add(folder_.path() / "none.txt");
  for (const char* const name : {"in.txt", "same/in.txt", "link.txt", "hard.txt", "none.txt"})
    EXPECT_THAT(refusal(folder_.path() / name, inputs, OverwritePolicy::replaced),
                HasSubstr("is read by this command; choose another output"))
        << name;
  EXPECT_EQ(refusal(file_, inputs, OverwritePolicy::replaced), "");
}

TEST_F(OutputFileTest, HasOneWriter) {
  const OutputFile output(file_, InputFiles(), OverwritePolicy::refused);
  EXPECT_THAT(refusal(file_, InputFiles(), OverwritePolicy::replaced),
              HasSubstr("another run is writing there"));
}

// The signals that end a program by default remove what it has not finished, whichever thread they reach.
TEST_F(OutputFileTest, LeavesNothingWhenASignalEndsItsWriter) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    folder_.write("out.txt", "mine");
    const int status = status_of_child([&] {
      ::signal(signal, SIG_DFL);
      OutputFile output(file_, InputFiles(), OverwritePolicy::replaced);
      output.write(std::string(100'000, 'x'));
      std::thread other([&] {
        AtomicFile second(folder_.path() / "second");
        second.write("y");
        ::kill(::getpid(), signal);
        for (;;) ::pause();
      });
      other.join();
    });
    ASSERT_TRUE(WIFEXITED(status)) << status;
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal);
    EXPECT_THAT(names(), ElementsAre("out.txt"));
    EXPECT_EQ(content_of(file_), "mine");
  }
}

// A signal that is ignored, as under nohup, stays ignored; one that is handled stays with its handler.
TEST_F(OutputFileTest, LeavesOtherActionsOfSignalsAlone) {
  const int status = status_of_child([&] {
    ::signal(SIGHUP, SIG_IGN);
    ::signal(SIGTERM, [](int) { ::_exit(7); });
    OutputFile output(file_, InputFiles(), OverwritePolicy::replaced);
    output.write("x");
    ::raise(SIGHUP);
    output.commit();
    ::raise(SIGTERM);
  });
  ASSERT_TRUE(WIFEXITED(status)) << status;
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_EQ(content_of(file_), "x");
}

// The files belong to the process that made them.
TEST_F(OutputFileTest, StaysWhenAForkedChildIsEnded) {
  OutputFile output(file_, InputFiles(), OverwritePolicy::replaced);
  output.write("x");
  const auto before = names();
  const int status = status_of_child([] {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::raise(signal);
  });
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGINT) << status;
  EXPECT_EQ(names(), before);
  output.commit();
  EXPECT_EQ(content_of(file_), "x");
}

// The file is whole or absent, however early or late a signal comes.
TEST_F(OutputFileTest, LeavesNothingWheneverASignalComes) {
  for (int i = 0; i < 60; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ::signal(SIGTERM, SIG_DFL);
      OutputFile first(folder_.path() / "first", InputFiles(), OverwritePolicy::replaced);
      for (;;) {
        OutputFile output(file_, InputFiles(), OverwritePolicy::replaced);
        output.write("x");
        output.commit();
      }
    }
    for (int wait = 0; wait < 10'000 && names().empty(); ++wait) ::usleep(100);
    ::usleep(static_cast<useconds_t>(37 * i));
    ::kill(child, SIGTERM);
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    for (const std::string& name : names()) EXPECT_EQ(name, "out.txt") << i;
    fs::remove(file_);
  }
}

// The lock on an output: one holder at a time among threads and processes, and released by a crash.

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

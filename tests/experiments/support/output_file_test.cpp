// The file of a command's output: what it refuses, and what is left of it however its writer ends.
#include "experiments/support/output_file.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <thread>

#include "experiments/support/errors.hpp"
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
  static std::string refusal(const fs::path& file, const Inputs& inputs, Existing existing) {
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
    OutputFile output(file_, Inputs(), Existing::refused);
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
  EXPECT_THAT(refusal(file_, Inputs(), Existing::refused),
              HasSubstr("out.txt: exists already; choose another output, or add --force to replace it"));
  EXPECT_EQ(refusal(file_, Inputs(), Existing::replaced), "");
  folder_.write("out.txt", "");
  EXPECT_EQ(refusal(file_, Inputs(), Existing::refused), "") << "an empty file is no output yet";
}

TEST_F(OutputFileTest, IsNoInputUnderAnyName) {
  folder_.write("in.txt", "mine");
  fs::create_directory_symlink(".", folder_.path() / "same");
  fs::create_symlink("in.txt", folder_.path() / "link.txt");
  fs::create_hard_link(folder_.path() / "in.txt", folder_.path() / "hard.txt");
  Inputs inputs;
  inputs.add("-");
  inputs.add(folder_.path() / "in.txt");
  inputs.add(folder_.path() / "none.txt");
  for (const char* const name : {"in.txt", "same/in.txt", "link.txt", "hard.txt", "none.txt"})
    EXPECT_THAT(refusal(folder_.path() / name, inputs, Existing::replaced),
                HasSubstr("is read by this command; choose another output"))
        << name;
  EXPECT_EQ(refusal(file_, inputs, Existing::replaced), "");
}

TEST_F(OutputFileTest, HasOneWriter) {
  const OutputFile output(file_, Inputs(), Existing::refused);
  EXPECT_THAT(refusal(file_, Inputs(), Existing::replaced), HasSubstr("another run is writing there"));
}

// The signals that end a program by default remove what it has not finished, whichever thread they reach.
TEST_F(OutputFileTest, LeavesNothingWhenASignalEndsItsWriter) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    folder_.write("out.txt", "mine");
    const int status = status_of_child([&] {
      ::signal(signal, SIG_DFL);
      OutputFile output(file_, Inputs(), Existing::replaced);
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
    OutputFile output(file_, Inputs(), Existing::replaced);
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
  OutputFile output(file_, Inputs(), Existing::replaced);
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
      OutputFile first(folder_.path() / "first", Inputs(), Existing::replaced);
      for (;;) {
        OutputFile output(file_, Inputs(), Existing::replaced);
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

}  // namespace
}  // namespace sapper::experiments

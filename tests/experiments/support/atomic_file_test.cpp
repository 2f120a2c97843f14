// Atomic files: complete or absent, whatever happens, and no other file is touched.
#include "experiments/support/atomic_file.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;
using tests::content_of;

// Does it while no file may be longer: writing fails as on a disk that is full.
template <class Action>
auto with_files_up_to(rlim_t bytes, Action action) {
  rlimit before{};
  EXPECT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = ::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{bytes, before.rlim_max};
  EXPECT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto result = action();
  ::setrlimit(RLIMIT_FSIZE, &before);
  ::signal(SIGXFSZ, handler);
  return result;
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void write_whole(const fs::path& file, const std::string& content) {
  AtomicFile out(file);
  out.write(content);
  out.commit();
}

std::string refusal_of(const fs::path& file) {
  return tests::message_of<InputError>([&] { check_output(file); });
}

class AtomicFileTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "r.json";
};

TEST_F(AtomicFileTest, IsThereOnlyOnceCommitted) {
  {
    AtomicFile out(file_);
    out.write("first");
    out.flush();
    EXPECT_FALSE(fs::exists(file_));
    out.commit();
    EXPECT_EQ(content_of(file_), "first");
  }
  {
    AtomicFile out(file_);
    out.write("second");
    EXPECT_EQ(content_of(file_), "first");
  }
  EXPECT_EQ(content_of(file_), "first") << "given up without commit()";
  EXPECT_THAT(names_in(folder_.path()), ElementsAre("r.json"));
  write_whole(file_, std::string(1 << 20, 'x'));
  EXPECT_EQ(content_of(file_), std::string(1 << 20, 'x'));
  EXPECT_THAT(names_in(folder_.path()), ElementsAre("r.json"));
}

// Two writers of one file, as two runs: each content is whole, and neither disturbs the other.
TEST_F(AtomicFileTest, WritersDoNotMeet) {
  std::vector<std::thread> writers;
  for (char letter = 'a'; letter < 'e'; ++letter)
    writers.emplace_back([&, letter] {
      for (int i = 0; i < 20; ++i) write_whole(file_, std::string(20000, letter));
    });
  for (int i = 0; i < 200; ++i) {
    const std::string content = content_of(file_);
    if (content.empty()) continue;  // not there yet
    ASSERT_EQ(content.size(), 20000U);
    ASSERT_EQ(content, std::string(20000, content.front()));
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_THAT(names_in(folder_.path()), ElementsAre("r.json"));
}

TEST_F(AtomicFileTest, SurvivesAKill) {
  write_whole(file_, "whole");
  for (int kills = 1; kills <= 3; ++kills) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      AtomicFile out(file_);
      out.write(std::string(100000, 'x'));
      out.flush();
      ::raise(SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(content_of(file_), "whole");
    EXPECT_EQ(names_in(folder_.path()).size(), 1U + static_cast<unsigned>(kills));
  }
  write_whole(file_, "again");
  EXPECT_EQ(content_of(file_), "again");
  for (const std::string& name : names_in(folder_.path()))
    if (name != "r.json") {
      EXPECT_THAT(name, testing::MatchesRegex("\\.r\\.json\\.......\\.tmp")) << "says what it was for";
    }
  AtomicFile living(file_);
  EXPECT_EQ(names_in(folder_.path()).size(), 5U);
  remove_leftovers(file_);
  EXPECT_EQ(names_in(folder_.path()).size(), 2U) << "the report, and the file that is being written";
  living.write("more");
  living.commit();
  EXPECT_EQ(content_of(file_), "more");
}

// A long name is truncated: another one with the same prefix has different temporary files.
TEST_F(AtomicFileTest, KnowsItsLeftoversByTheWholeName) {
  const std::string beginning(240, 'a');
  for (const char* const ending : {"1", "2"}) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      AtomicFile out(folder_.path() / (beginning + ending));
      ::_exit(0);
    }
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
  }
  ASSERT_EQ(names_in(folder_.path()).size(), 2U);
  remove_leftovers(folder_.path() / (beginning + "1"));
  EXPECT_EQ(names_in(folder_.path()).size(), 1U);
  remove_leftovers(folder_.path() / (beginning + "2"));
  EXPECT_THAT(names_in(folder_.path()), ElementsAre());
}

TEST_F(AtomicFileTest, KeepsTheFileWhenTheDiskIsFull) {
  write_whole(file_, "before");
  const std::string message = with_files_up_to(100'000, [&] {
    write_whole(folder_.path() / "small", std::string(1000, 'x'));
    return tests::message_of<RunError>([&] { write_whole(file_, std::string(300'000, 'x')); });
  });
  EXPECT_THAT(message,
              AllOf(HasSubstr("r.json"), HasSubstr("cannot be written"), HasSubstr("File too large")));
  EXPECT_EQ(content_of(file_), "before");
  EXPECT_THAT(names_in(folder_.path()), ElementsAre("r.json", "small"));
}

TEST_F(AtomicFileTest, KeepsTheFileOnAFullFileSystem) {
  const fs::path disk = folder_.path() / "disk";
  fs::create_directory(disk);
  if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=256k") != 0)
    GTEST_SKIP() << "cannot mount a small disk";
  const fs::path file = disk / "r.json";
  write_whole(file, "before");
  const std::string message =
      tests::message_of<RunError>([&] { write_whole(file, std::string(1000000, 'x')); });
  const std::string content = content_of(file);
  const std::vector<std::string> names = names_in(disk);
  std::ofstream(disk / "filler") << std::string(1000000, 'x');
  const std::string refusal = refusal_of(file);
  ::umount(disk.c_str());
  EXPECT_THAT(message, HasSubstr("No space left on device"));
  EXPECT_EQ(content, "before");
  EXPECT_THAT(names, ElementsAre("r.json"));
  EXPECT_THAT(refusal, HasSubstr("No space left on device"));
}

int mode_of(const fs::path& file) {
  struct stat status {};
  EXPECT_EQ(::stat(file.c_str(), &status), 0);
  return static_cast<int>(status.st_mode & 07777);
}

TEST_F(AtomicFileTest, KeepsThePermissionsOfWhatItReplaces) {
  const mode_t before = ::umask(027);
  write_whole(file_, "new");
  ::umask(before);
  EXPECT_EQ(mode_of(file_), 0640) << "a new file's by the umask";
  for (const int mode : {0600, 0664, 0755, 0644}) {
    ASSERT_EQ(::chmod(file_.c_str(), static_cast<mode_t>(mode)), 0);
    write_whole(file_, "replaced");
    EXPECT_EQ(mode_of(file_), mode);
  }
}

// What used to be the temporary file's name may be in use: by a file, a link, a pipe.
TEST_F(AtomicFileTest, TouchesNothingOfTheUsers) {
  const fs::path precious = folder_.write("precious", "mine");
  const fs::path beside = folder_.path() / "r.json.tmp";
  const auto write_and_check = [&] {
    write_whole(file_, "report");
    check_output(file_);
    { AtomicFile given_up(file_); }
    EXPECT_EQ(content_of(file_), "report");
    EXPECT_EQ(content_of(precious), "mine");
  };
  folder_.write("r.json.tmp", "mine too");
  write_and_check();
  EXPECT_EQ(content_of(beside), "mine too");
  fs::remove(beside);
  fs::create_symlink(precious, beside);
  write_and_check();
  EXPECT_TRUE(fs::is_symlink(beside));
  fs::remove(beside);
  ASSERT_EQ(::mkfifo(beside.c_str(), 0600), 0);
  write_and_check();
  EXPECT_TRUE(fs::is_fifo(beside));
}

TEST_F(AtomicFileTest, ReplacesALinkAndNotItsTarget) {
  const fs::path target = folder_.write("target", "mine");
  fs::create_symlink(target, file_);
  write_whole(file_, "report");
  EXPECT_FALSE(fs::is_symlink(file_));
  EXPECT_EQ(content_of(target), "mine");
}

TEST_F(AtomicFileTest, SaysWhyItCannotBeWritten) {
  const fs::path missing = folder_.path() / "none" / "r.json";
  EXPECT_THAT(tests::message_of<RunError>([&] { AtomicFile out(missing); }),
              AllOf(HasSubstr(missing.string()), HasSubstr("cannot be written: No such file or directory")));
  fs::create_directory(file_);
  folder_.write("r.json/inside", "");
  EXPECT_THAT(tests::message_of<RunError>([&] { write_whole(file_, "x"); }),
              HasSubstr("cannot be put in place"));
  EXPECT_THAT(names_in(folder_.path()), ElementsAre("r.json")) << "no temporary file left";
}

TEST_F(AtomicFileTest, EscapesNamesInMessages) {
  const fs::path name = folder_.path() / "none" / "a\nb\x1B[2J\xFF";
  EXPECT_THAT(tests::message_of<RunError>([&] { AtomicFile out(name); }), HasSubstr("a\\nb\\x1B[2J\\xFF"));
  EXPECT_THAT(refusal_of(folder_.path() / "a\nb" / "c"), HasSubstr("a\\nb"));
}

using CheckOutput = AtomicFileTest;

TEST_F(CheckOutput, FollowsLinks) {
  const fs::path real = folder_.path() / "real";
  fs::create_directory(real);
  EXPECT_EQ(check_output(file_), file_);
  folder_.write("real/old.json", "old");
  fs::create_symlink("real/old.json", file_);
  fs::create_symlink("r.json", folder_.path() / "second.json");
  EXPECT_EQ(content_of(check_output(folder_.path() / "second.json")), "old");
  EXPECT_TRUE(fs::equivalent(check_output(file_), real / "old.json"));
  // To a file that does not exist yet.
  fs::create_symlink("real/new.json", folder_.path() / "dangling.json");
  const fs::path target = check_output(folder_.path() / "dangling.json");
  EXPECT_FALSE(fs::exists(target));
  write_whole(target, "new");
  EXPECT_EQ(content_of(real / "new.json"), "new");
  EXPECT_TRUE(fs::is_symlink(folder_.path() / "dangling.json"));
  EXPECT_THAT(names_in(real), ElementsAre("new.json", "old.json"));
}

TEST_F(CheckOutput, RefusesLinksThatLeadNowhere) {
  fs::create_symlink("loop_b", folder_.path() / "loop_a");
  fs::create_symlink("loop_a", folder_.path() / "loop_b");
  EXPECT_THAT(refusal_of(folder_.path() / "loop_a"), HasSubstr("Too many levels of symbolic links"));
  EXPECT_THAT(refusal_of(folder_.path() / "loop_a" / "r.json"),
              HasSubstr("Too many levels of symbolic links"));
  fs::create_symlink("no/such/folder/r.json", file_);
  EXPECT_THAT(refusal_of(file_), HasSubstr("there is no folder"));
}

TEST_F(CheckOutput, RefusesNamesThatAreTooLong) {
  EXPECT_EQ(refusal_of(folder_.path() / std::string(255, 'a')), "");
  EXPECT_THAT(refusal_of(folder_.path() / std::string(256, 'a')), HasSubstr("File name too long"));
  EXPECT_THAT(refusal_of(folder_.path() / (std::string(250, 'a') + ".checkpoint")),
              HasSubstr("File name too long"));
  fs::path deep = folder_.path();
  for (int i = 0; i < 50; ++i) deep /= std::string(100, 'd');
  const std::string refusal = refusal_of(deep / "r.json");
  EXPECT_THAT(refusal, HasSubstr("File name too long"));
  EXPECT_LT(refusal.size(), 1000U);
  std::string umlauts = "x";
  for (int i = 0; i < 127; ++i) umlauts += "\xC3\xA4";
  for (const std::string& name : {std::string(255, 'a'), umlauts}) {
    const fs::path longest = folder_.path() / name;
    write_whole(longest, "x");
    EXPECT_EQ(content_of(longest), "x");
  }
}

TEST_F(CheckOutput, RefusesWhatIsNoPlainFile) {
  EXPECT_THAT(refusal_of(folder_.path()), HasSubstr("this is a folder"));
  EXPECT_THAT(refusal_of(folder_.path() / ""),
              HasSubstr("this is a folder; expected the name of a file in it"));
  EXPECT_THAT(refusal_of("/dev/full"), HasSubstr("this is not a regular file"));
  ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
  EXPECT_THAT(refusal_of(file_), HasSubstr("this is not a regular file"));
  EXPECT_THAT(refusal_of("/proc/r.json"), HasSubstr("/proc/r.json: cannot be written"));
  EXPECT_THAT(refusal_of(folder_.path() / std::string("a\0b", 3)),
              HasSubstr("a\\x00b: the name contains a NUL"));
  folder_.write("file", "");
  EXPECT_THAT(refusal_of(folder_.path() / "file" / "r.json"), HasSubstr("there is no folder"));
}

TEST_F(CheckOutput, RefusesAFullDiskBeforeTheRun) {
  EXPECT_THAT(with_files_up_to(10'000, [&] { return refusal_of(file_); }),
              HasSubstr("cannot be written: File too large"));
  EXPECT_THAT(names_in(folder_.path()), ElementsAre());
}

}  // namespace
}  // namespace sapper::experiments

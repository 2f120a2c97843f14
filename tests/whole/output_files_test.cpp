// The one rule for what commands write, from outside: never a file that the command reads, never an existing one without
// --force, whole or not at all, and nothing beside it after signals and kills.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// A command with an output: the words before its name, and the ending of the name.
struct Writer {
  Words words;
  std::string ending;
  std::string input;  // one of the files that it reads
};

class OutputFiles : public testing::Test {
 protected:
  OutputFiles() {
    folder_.write("c.json",
                  R"({"schema": "sapper-config/1", "name": "c", "games": 20, "strategies": ["rules", "csp"],
      "first_click": {"rule": "safe", "cell": [0, 0]}, "boards": [{"rows": 4, "mines": 3}, {"file": "b.txt#1"}]})");
    folder_.write("b.txt", "....\n...*\n.*..\n....\n");
    folder_.write("p.txt", "mines 2\n.1.1.\n.1.1.\n");
    run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
    for (const std::string shard : {"1", "2"})
      run_well({"run", "c.json", "--shard", shard + "/2", "-o", "s" + shard + ".json", "--quiet"});
  }
  ProgramRun command(Words words) const {
    ProgramRun run = sapper(std::move(words));
    run.folder = folder_.path();
    return run;
  }
  ProgramResult run(Words words) const { return run_program(command(std::move(words))); }
  void run_well(const Words& words) const {
    const ProgramResult result = run(words);
    EXPECT_EQ(result.status, 0) << result.err << testing::PrintToString(words);
  }
  ProgramResult run_to(const Writer& writer, const std::string& name, bool is_forced) const {
    Words words = writer.words;
    words.push_back(name);
    if (is_forced) words.emplace_back("--force");
    return run(std::move(words));
  }
  void expect_refused(const ProgramResult& result, const std::string& message) const {
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  std::map<std::string, std::string> files() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path()))
      all[entry.path().string()] = entry.is_regular_file() ? content_of(entry.path()) : "";
    return all;
  }
  // What a writer would leave beside its output.
  std::vector<std::string> hidden() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().filename().string().starts_with('.')) names.push_back(entry.path().filename());
    return names;
  }
  // A program that says that it runs, and waits until the test lets it go.
  void write_waiting_program(const std::string& name) const {
    ASSERT_EQ(::mkfifo(path("hold").c_str(), 0600), 0);
    folder_.write(name, "#!/bin/sh\n: >started\nread -r line <hold\nexit 3\n");
    fs::permissions(path(name), fs::perms::owner_all);
  }
  void let_it_go() const { ::close(::open(path("hold").c_str(), O_WRONLY | O_NONBLOCK)); }

  static const std::vector<Writer>& writers();

  TemporaryFolder folder_;
};

const std::vector<Writer>& OutputFiles::writers() {
  static const std::vector<Writer> all{
      {{"run", "c.json", "--quiet", "-o"}, ".json", "c.json"},
      {{"run", "c.json", "--quiet", "-o", "x.json", "--games-out"}, ".jsonl", "b.txt"},
      {{"run", "c.json", "--quiet", "-o", "x.json", "--csv"}, ".csv", "b.txt"},
      {{"run", "c.json", "--replay", "0:1", "-o"}, ".html", "b.txt"},
      {{"run", "c.json", "--replay", "0:1", "-o"}, ".json", "c.json"},
      {{"analyze", "p.txt#1", "-o"}, ".svg", "p.txt"},
      {{"positions", "c.json", "--count", "3", "-o"}, ".jsonl", "c.json"},
      {{"positions", "c.json", "--count", "3", "-o"}, ".jsonl", "b.txt"},
      {{"boards", "--rows", "4", "--mines", "3", "--quiet", "-o"}, ".jsonl", ""},
      {{"scale", "c.json", "--threads", "1", "--repeats", "1", "--quiet", "-o"}, ".json", "b.txt"},
      {{"merge", "s1.json", "s2.json", "--quiet", "-o"}, ".json", "s2.json"},
      {{"report", "r.json", "-o"}, ".html", "r.json"},
      {{"archive", "r.json", "--games", "g.jsonl", "-o"}, ".zip", "g.jsonl"},
  };
  return all;
}

TEST_F(OutputFiles, ReplaceNoExistingFileUnlessForced) {
  for (const Writer& writer : writers()) {
    SCOPED_TRACE(testing::PrintToString(writer.words));
    const std::string name = "out" + writer.ending;
    folder_.write(name, "mine");
    const auto before = files();
    const ProgramResult refused = run_to(writer, name, false);
    expect_refused(refused, name + ": ");
    EXPECT_THAT(refused.err, HasSubstr("--force"));
    EXPECT_EQ(files(), before);
    const ProgramResult forced = run_to(writer, name, true);
    EXPECT_EQ(forced.status, 0) << forced.err;
    const std::string written = content_of(path(name));
    EXPECT_NE(written, "mine");
    EXPECT_GT(written.size(), 10U);
    for (const std::string& file : {name, std::string("x.json")}) fs::remove(path(file));
    folder_.write(name, "");
    const ProgramResult empty = run_to(writer, name, false);
    EXPECT_EQ(empty.status, 0) << "nothing is lost with an empty file, as of mktemp: " << empty.err;
    for (const std::string& file : {name, std::string("x.json")}) fs::remove(path(file));
    EXPECT_THAT(hidden(), testing::IsEmpty());
  }
}

// Under its own name, and under others of the same file; with --force too.
TEST_F(OutputFiles, AreNoFilesThatAreRead) {
  for (const Writer& writer : writers()) {
    if (writer.input.empty()) continue;
    SCOPED_TRACE(testing::PrintToString(writer.words) + writer.input);
    const std::string link = "link" + writer.ending;
    const std::string hard = "hard" + writer.ending;
    fs::create_symlink(writer.input, path(link));
    fs::create_hard_link(path(writer.input), path(hard));
    const auto before = files();
    for (const std::string& name : {link, hard, "./" + hard}) {
      expect_refused(run_to(writer, name, true), "choose another");
      EXPECT_EQ(files(), before) << name;
    }
    fs::remove(path(link));
    fs::remove(path(hard));
  }
}

TEST_F(OutputFiles, AreNotWhatStandardStreamsLeadTo) {
  fs::copy_file(path("p.txt"), path("p.svg"));
  ProgramRun shell;
  shell.program = "/bin/sh";
  shell.folder = folder_.path();
  const auto before = files();
  for (const std::string line :
       {"analyze - --force -o p.svg <p.svg", "report r.json --force -o out.html >out.html"}) {
    shell.arguments = {"-c", kQuotedProgram + " " + line};
    expect_refused(run_program(shell), "choose another output");
  }
  EXPECT_EQ(content_of(path("p.svg")), content_of(path("p.txt")));
}

TEST_F(OutputFiles, OfAPlayerAreNotItsProgram) {
  folder_.write("bot.py", "#!/bin/sh\n");
  folder_.write("x.json",
                R"({"schema": "sapper-config/1", "games": 2, "boards": [{"rows": 4, "mines": 3}],
      "strategies": [{"name": "external", "label": "x", "command": ["python3", "bot.py"]}]})");
  for (const std::string option : {"-o", "--csv", "--games-out"})
    expect_refused(run({"run", "x.json", "--allow-commands", "--force", option, "bot.py"}), "its inputs");
  EXPECT_EQ(content_of(path("bot.py")), "#!/bin/sh\n");
}

// Killed at once by what cannot be caught, a writer leaves its files; the next one removes them.
TEST_F(OutputFiles, AreClearedOfWhatKilledWritersLeft) {
  for (const Writer& writer : writers()) {
    SCOPED_TRACE(testing::PrintToString(writer.words));
    const std::string name = "out" + writer.ending;
    folder_.write("." + name + ".abc012.tmp", "x");
    const ProgramResult result = run_to(writer, name, false);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(hidden(), testing::IsEmpty());
    for (const std::string& file : {name, std::string("x.json")}) fs::remove(path(file));
  }
}

// A signal while another program draws, which may take long.
TEST_F(OutputFiles, AreRemovedByASignalWhileTheyAreMade) {
  write_waiting_program("gnuplot");
  fs::copy_file(path("gnuplot"), path("rsvg-convert"));
  folder_.write("out.html", "mine");
  const std::vector<Words> commands{{"report", "r.json", "-o", "out.html", "--force"},
                                    {"archive", "r.json", "--games", "g.jsonl", "-o", "out.zip"},
                                    {"plot", "r.json", "-o", "out.svg", "--data", "."},
                                    {"analyze", "p.txt", "-o", "out.png"}};
  for (const Words& words : commands)
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      SCOPED_TRACE(testing::PrintToString(words) + std::to_string(signal));
      const auto before = files();
      ProgramRun started = command(words);
      started.environment = {{"PATH", folder_.path().string() + ":/usr/bin:/bin"}};
      Program program(started);
      for (int i = 0; i < 10'000 && !fs::exists(path("started")); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      ASSERT_TRUE(fs::exists(path("started"))) << program.written_errors();
      EXPECT_THAT(hidden(), testing::Not(testing::IsEmpty()));
      program.send(signal);
      EXPECT_EQ(program.wait().status, 128 + signal);
      fs::remove(path("started"));
      // The data of a figure are written whole before it is drawn.
      for (const auto& entry : fs::directory_iterator(folder_.path()))
        if (entry.path().extension() == ".gp" || entry.path().extension() == ".dat") fs::remove(entry.path());
      EXPECT_EQ(files(), before);
      let_it_go();
    }
}

// Those that end at a signal by themselves.
TEST_F(OutputFiles, OfLongCommandsAreRemovedByASignal) {
  folder_.write("long.json", R"({"schema": "sapper-config/1", "games": 1e9, "strategies": ["rules"],
      "boards": [{"level": "Intermediate"}]})");
  const std::vector<Words> commands{
      {"positions", "long.json", "--count", "1e9", "-o", "out.jsonl"},
      {"boards", "--level", "Intermediate", "--count", "1e9", "--quiet", "-o", "out.jsonl"},
      {"scale", "long.json", "--threads", "1", "-o", "out.json", "--quiet"}};
  for (const Words& words : commands)
    for (const int signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE(testing::PrintToString(words) + std::to_string(signal));
      Program program(command(words));
      for (int i = 0; i < 10'000 && hidden().empty(); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      program.send(signal);
      const ProgramResult result = program.wait();
      EXPECT_EQ(result.status, 128 + signal) << result.err;
      EXPECT_THAT(hidden(), testing::IsEmpty());
      fs::remove(path("out.jsonl"));  // boards keeps those that it has drawn
    }
}

}  // namespace
}  // namespace sapper::tests

// The one rule for what commands write, from outside: never a file that the command reads, never an existing one without
// --force, whole or not at all, and nothing beside it after signals and kills.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// A command with an output: the words before its name, and the ending of the name.
struct Writer {
  Words words;
  std::string ending;
  std::string input;  // one of the files that it reads
};

class OutputFiles : public ProgramTest {
 protected:
  OutputFiles() {
    write_config("c.json", R"("name": "c", "games": 20, "strategies": ["rules", "csp"],
      "first_click": {"rule": "safe", "cell": [0, 0]}, "boards": [{"rows": 4, "mines": 3}, {"file": "b.txt#1"}])");
    write_config("t.json", R"("boards": [{"rows": 4, "mines": 3}], "strategies": ["progress"])");
    write("b.txt", "....\n...*\n.*..\n....\n");
    write("p.txt", "mines 2\n.1.1.\n.1.1.\n");
    run_well({"run", "c.json", "-o", "r.json", "--games-out", "g.jsonl", "--quiet"});
    for (const std::string shard : {"1", "2"})
      run_well({"run", "c.json", "--shard", shard + "/2", "-o", "s" + shard + ".json", "--quiet"});
  }
  static Words to(const Writer& writer, const std::string& name) { return joined(writer.words, {name}); }
  static Words forced(Words words) { return joined(std::move(words), {"--force"}); }
  // What a writer would leave beside its output.
  std::vector<std::string> hidden() const {
    std::vector<std::string> all = names();
    std::erase_if(all, [](const std::string& name) { return !name.starts_with('.'); });
    return all;
  }
  // A program that says which process has started it, and waits until the test lets it go.
  void write_waiting_program(const std::string& name) const {
    ASSERT_EQ(::mkfifo(path("hold").c_str(), 0600), 0);
    write_program(name, "#!/bin/sh\necho $PPID >started\nread -r line <hold\nexit 3\n");
  }
  void let_it_go() const { ::close(::open(path("hold").c_str(), O_WRONLY | O_NONBLOCK)); }

  static const std::vector<Writer>& writers();
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
      {{"tune", "t.json", "--parameters", "progress.margin", "--games", "4", "--iterations", "2", "--quiet",
        "-o"},
       ".json",
       "t.json"},
      {{"merge", "s1.json", "s2.json", "--quiet", "-o"}, ".json", "s2.json"},
      {{"report", "r.json", "-o"}, ".html", "r.json"},
      {{"review", "r.json", "--game", "0:0", "--effort", "0", "--layouts", "2", "-o"}, ".html", "r.json"},
      {{"review", "r.json", "--game", "0:0", "--effort", "0", "--layouts", "2", "--csv"}, ".csv", "r.json"},
      {{"archive", "r.json", "--games", "g.jsonl", "-o"}, ".zip", "g.jsonl"},
  };
  return all;
}

TEST_F(OutputFiles, ReplaceNoExistingFileUnlessForced) {
  for (const Writer& writer : writers()) {
    SCOPED_TRACE(testing::PrintToString(writer.words));
    const std::string name = "out" + writer.ending;
    write(name, "mine");
    const auto before = files();
    EXPECT_THAT(refusal(to(writer, name)), AllOf(HasSubstr(name + ": "), HasSubstr("--force")));
    EXPECT_EQ(files(), before);
    run_well(forced(to(writer, name)));
    const std::string written = read(name);
    EXPECT_NE(written, "mine");
    EXPECT_GT(written.size(), 10U);
    remove_all({name, "x.json"});
    write(name, "");
    run_well(to(writer, name));  // nothing is lost with an empty file, as of mktemp
    remove_all({name, "x.json"});
    EXPECT_THAT(hidden(), IsEmpty());
  }
}

// A name that the disk can hold is enough for the files beside it, or refused before the work.
TEST_F(OutputFiles, MayHaveTheLongestNames) {
  constexpr std::size_t kLongest = 255;
  for (const Writer& writer : writers()) {
    SCOPED_TRACE(testing::PrintToString(writer.words));
    const std::string name = std::string(kLongest - writer.ending.size(), 'n') + writer.ending;
    const auto before = files();
    const std::string& writing = writer.words.front();
    const bool has_checkpoint =
        (writing == "run" && writer.words[3] == "-o" && writer.words.back() == "-o") || writing == "tune" ||
        writing == "positions" || writing == "boards" || writing == "review";
    if (has_checkpoint) {
      expect_refused(to(writer, name), "is too long for the disk; choose a shorter name");
    } else {
      run_well(to(writer, name));
      EXPECT_GT(read(name).size(), 10U);
      remove_all({name, "x.json"});
    }
    expect_refused(to(writer, "n" + name), "File name too long");
    EXPECT_EQ(files(), before);
  }
  // Of several files the last one has the longest name.
  const auto before = files();
  expect_refused({"boards", "--rows", "4", "--mines", "3", "--count", "11", "--format", "mbf", "-o",
                  std::string(kLongest - 6, 'n') + ".mbf"},
                 "n-10.mbf: File name too long");
  EXPECT_EQ(files(), before);
}

// A file that is read is refused under its own name and under others, with --force too.
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
      expect_refused(forced(to(writer, name)), "choose another");
      EXPECT_EQ(files(), before) << name;
    }
    remove_all({link, hard});
  }
}

TEST_F(OutputFiles, AreNotWhatStandardStreamsLeadTo) {
  fs::copy_file(path("p.txt"), path("p.svg"));
  for (const std::string line :
       {"analyze - --force -o p.svg <p.svg", "report r.json --force -o out.html >out.html"}) {
    const ProgramResult result = run_shell(kQuotedProgram + " " + line);
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, HasSubstr("choose another output"));
  }
  EXPECT_EQ(read("p.svg"), read("p.txt"));
}

TEST_F(OutputFiles, OfAPlayerAreNotItsProgram) {
  write("bot.py", "#!/bin/sh\n");
  write_config("x.json", R"("games": 2, "boards": [{"rows": 4, "mines": 3}],
      "strategies": [{"name": "external", "label": "x", "command": ["python3", "bot.py"]}])");
  for (const std::string option : {"-o", "--csv", "--games-out"})
    expect_refused({"run", "x.json", "--allow-commands", "--force", option, "bot.py"}, "its inputs");
  EXPECT_EQ(read("bot.py"), "#!/bin/sh\n");
}

// Killed at once by what cannot be caught, a writer leaves its files; the next one removes them.
TEST_F(OutputFiles, AreClearedOfWhatKilledWritersLeft) {
  for (const Writer& writer : writers()) {
    SCOPED_TRACE(testing::PrintToString(writer.words));
    const std::string name = "out" + writer.ending;
    write("." + name + ".abc012.tmp", "x");
    run_well(to(writer, name));
    EXPECT_THAT(hidden(), IsEmpty());
    remove_all({name, "x.json"});
  }
}

// A signal while another program draws, which may take long.
TEST_F(OutputFiles, AreRemovedByASignalWhileTheyAreMade) {
  write_waiting_program("gnuplot");
  fs::copy_file(path("gnuplot"), path("rsvg-convert"));
  write("out.html", "mine");
  start_.environment = {{"PATH", folder_.path().string() + ":/usr/bin:/bin"}};
  const std::vector<Words> commands{{"report", "r.json", "-o", "out.html", "--force"},
                                    {"archive", "r.json", "--games", "g.jsonl", "-o", "out.zip"},
                                    {"plot", "r.json", "-o", "out.svg", "--data", "."},
                                    {"analyze", "p.txt", "-o", "out.png"}};
  for (const Words& words : commands)
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
      SCOPED_TRACE(testing::PrintToString(words) + std::to_string(signal));
      const auto before = files();
      Program program(command(words));
      // One of the run before may start late.
      const std::string started = std::to_string(program.id()) + '\n';
      ASSERT_TRUE(wait_until([&] { return read("started") == started; })) << program.written_errors();
      EXPECT_THAT(hidden(), Not(IsEmpty()));
      program.send(signal);
      EXPECT_EQ(program.wait().status, 128 + signal);
      fs::remove(path("started"));
      // The data of a figure are written whole before it is drawn.
      for (const std::string& name : names())
        if (name.ends_with(".gp") || name.ends_with(".dat")) fs::remove(path(name));
      EXPECT_EQ(files(), before);
      let_it_go();
    }
}

// These commands end at a signal by themselves.
TEST_F(OutputFiles, OfLongCommandsAreRemovedByASignal) {
  write_config("long.json", R"("games": 1e9, "strategies": ["rules"],
      "boards": [{"level": "Intermediate"}])");
  const std::vector<Words> commands{
      {"positions", "long.json", "--count", "1e9", "-o", "out.jsonl"},
      {"boards", "--level", "Intermediate", "--count", "1e9", "--quiet", "-o", "out.jsonl"},
      {"scale", "long.json", "--threads", "1", "-o", "out.json", "--quiet"}};
  for (const Words& words : commands)
    for (const int signal : {SIGINT, SIGTERM}) {
      SCOPED_TRACE(testing::PrintToString(words) + std::to_string(signal));
      Program program(command(words));
      wait_until([&] { return !hidden().empty(); });
      program.send(signal);
      const ProgramResult result = program.wait();
      EXPECT_EQ(result.status, 128 + signal) << result.err;
      EXPECT_THAT(hidden(), IsEmpty());
      EXPECT_FALSE(exists("out.jsonl"));
      fs::remove(path("out.jsonl.checkpoint"));
    }
}

}  // namespace
}  // namespace sapper::tests

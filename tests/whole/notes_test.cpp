// A config's note, from outside: kept and shown, and no part of what makes results differ.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <boost/json/parse.hpp>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace bj = boost::json;

class Notes : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& note, const std::string& games = "60") const {
    folder_.write(file, R"({"schema": "sapper-config/1", "name": "n", )" +
                            (note.empty() ? "" : R"("note": ")" + note + "\", ") + R"("games": )" + games +
                            R"(, "boards": [{"level": "Beginner"}], "strategies": ["rules", "csp"]})");
  }
  ProgramRun command(std::vector<std::string> arguments) const {
    ProgramRun run = sapper(std::move(arguments));
    run.folder = folder_.path();
    return run;
  }
  ProgramResult run_well(std::vector<std::string> arguments) const {
    ProgramResult result = run_program(command(std::move(arguments)));
    EXPECT_EQ(result.status, 0) << result.err;
    return result;
  }
  bj::value report(const std::string& name) const { return bj::parse(content_of(folder_.path() / name)); }
  std::string note_of(const std::string& name) const {
    const bj::value read = report(name);
    const bj::value* const note = read.at("config").as_object().if_contains("note");
    return note == nullptr ? "none" : std::string(note->get_string());
  }
  TemporaryFolder folder_;
};

TEST_F(Notes, AreKeptAndShown) {
  write("a.json", R"(first line\nsecond <b> line \u001b[31m)");
  const ProgramResult result = run_well({"run", "a.json", "-o", "a.report.json"});
  EXPECT_THAT(result.out, HasSubstr("Note: first line\nsecond <b> line "));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b[31m")));
  EXPECT_EQ(note_of("a.report.json"), "first line\nsecond <b> line \x1b[31m");
  EXPECT_THAT(run_well({"validate", "a.json"}).out, HasSubstr("Note: first line\n"));
  run_well({"report", "a.report.json", "-o", "a.html"});
  EXPECT_THAT(content_of(folder_.path() / "a.html"),
              HasSubstr("<p>first line<br/>\nsecond &lt;b&gt; line \\x1B[31m</p>"));
  write("empty.json", "");
  run_well({"run", "empty.json", "-o", "empty.report.json", "--quiet"});
  EXPECT_EQ(note_of("empty.report.json"), "none");
}

TEST_F(Notes, DoNotMakeExperimentsDiffer) {
  write("a.json", "one");
  write("b.json", "another");
  write("c.json", "");
  for (const std::string name : {"a", "b", "c"})
    run_well({"run", name + ".json", "-o", name + ".report.json", "--quiet"});
  for (const char* const part : {"hash", "results", "counters", "comparisons"}) {
    EXPECT_EQ(report("a.report.json").at(part), report("b.report.json").at(part));
    EXPECT_EQ(report("a.report.json").at(part), report("c.report.json").at(part));
  }
  EXPECT_THAT(run_well({"run", "b.json", "-o", "a.report.json"}).err,
              HasSubstr("holds this experiment, complete"));
  EXPECT_EQ(note_of("a.report.json"), "one");

  // Shards: the note is that of the first report.
  run_well({"run", "a.json", "-o", "1.json", "--shard", "1/2", "--quiet"});
  run_well({"run", "b.json", "-o", "2.json", "--shard", "2/2", "--quiet"});
  run_well({"merge", "2.json", "1.json", "-o", "m.json", "--quiet"});
  EXPECT_EQ(note_of("m.json"), "another");
  EXPECT_EQ(report("m.json").at("hash"), report("a.report.json").at("hash"));

  run_well({"run", "--extend", "a.report.json", "--games", "90", "-o", "longer.json", "--quiet"});
  EXPECT_EQ(note_of("longer.json"), "one");
  run_well({"run", "b.json", "--extend", "a.report.json", "--games", "90", "-o", "renamed.json", "--quiet"});
  EXPECT_EQ(note_of("renamed.json"), "another");
}

// Whoever writes down what a run is for while it waits may still resume it.
TEST_F(Notes, MayChangeBeforeARunIsResumed) {
  write("a.json", "one", "1e9");
  const std::vector<std::string> arguments{"run",  "a.json", "-o", "r.json", "--checkpoint-every",
                                           "0.02", "--quiet"};
  Program program(command(arguments));
  wait_for_games_in(folder_.path() / "r.json.checkpoint");
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().status, 143);
  write("a.json", "what it is for", "1e9");
  std::vector<std::string> again = arguments;
  again.emplace_back("--resume");
  Program resumed(command(again));
  const std::string before = content_of(folder_.path() / "r.json.checkpoint");
  for (int i = 0; i < 5000 && content_of(folder_.path() / "r.json.checkpoint") == before; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  resumed.send(SIGTERM);
  const ProgramResult result = resumed.wait();
  EXPECT_EQ(result.status, 143) << result.err;
  write("a.json", "one", "1e8");
  EXPECT_EQ(run_program(command(again)).status, 2) << "anything else still makes another experiment";
}

}  // namespace
}  // namespace sapper::tests

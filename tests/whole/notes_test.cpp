// A config's note, from outside: kept and shown, and no part of what makes results differ.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Notes : public ProgramTest {
 protected:
  void write(const std::string& file, const std::string& note, const std::string& games = "60") const {
    write_config(file, fmt::format(R"("name": "n", {} "games": {}, "boards": [{{"level": "Beginner"}}],
      "strategies": ["rules", "csp"])",
                                   note.empty() ? "" : R"("note": ")" + note + "\",", games));
  }
  std::string note_of(const std::string& name) const {
    const bj::value report = read_json(name);
    const bj::value* const note = report.at("config").as_object().if_contains("note");
    return note == nullptr ? "none" : std::string(note->get_string());
  }
};

TEST_F(Notes, AreKeptAndShown) {
  write("a.json", R"(first line\nsecond <b> line \u001b[31m)");
  const ProgramResult result = run_well({"run", "a.json", "-o", "a.report.json"});
  EXPECT_THAT(result.out, HasSubstr("Note: first line\nsecond <b> line "));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b[31m")));
  EXPECT_EQ(note_of("a.report.json"), "first line\nsecond <b> line \x1b[31m");
  EXPECT_THAT(run_well({"validate", "a.json"}).out, HasSubstr("Note: first line\n"));
  run_well({"report", "a.report.json", "-o", "a.html"});
  EXPECT_THAT(read("a.html"), HasSubstr("<p>first line<br/>\nsecond &lt;b&gt; line \\x1B[31m</p>"));
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
    EXPECT_EQ(read_json("a.report.json").at(part), read_json("b.report.json").at(part));
    EXPECT_EQ(read_json("a.report.json").at(part), read_json("c.report.json").at(part));
  }
  EXPECT_THAT(run_well({"run", "b.json", "-o", "a.report.json"}).err,
              HasSubstr("holds this experiment, complete"));
  EXPECT_EQ(note_of("a.report.json"), "one");

  // Shards: the note is that of the first report.
  run_well({"run", "a.json", "-o", "1.json", "--shard", "1/2", "--quiet"});
  run_well({"run", "b.json", "-o", "2.json", "--shard", "2/2", "--quiet"});
  run_well({"merge", "2.json", "1.json", "-o", "m.json", "--quiet"});
  EXPECT_EQ(note_of("m.json"), "another");
  EXPECT_EQ(read_json("m.json").at("hash"), read_json("a.report.json").at("hash"));

  run_well({"run", "--extend", "a.report.json", "--games", "90", "-o", "longer.json", "--quiet"});
  EXPECT_EQ(note_of("longer.json"), "one");
  run_well({"run", "b.json", "--extend", "a.report.json", "--games", "90", "-o", "renamed.json", "--quiet"});
  EXPECT_EQ(note_of("renamed.json"), "another");
}

// Whoever writes down what a run is for while it waits may still resume it.
TEST_F(Notes, MayChangeBeforeARunIsResumed) {
  write("a.json", "one", "1e9");
  const Words arguments{"run", "a.json", "-o", "r.json", "--checkpoint-every", "0.02", "--quiet"};
  Program program(command(arguments));
  wait_for_games_in(path("r.json.checkpoint"));
  program.send(SIGTERM);
  EXPECT_EQ(program.wait().status, 143);
  write("a.json", "what it is for", "1e9");
  const Words again = joined(arguments, {"--resume"});
  Program resumed(command(again));
  const std::string before = read("r.json.checkpoint");
  wait_until([&] { return read("r.json.checkpoint") != before; });
  resumed.send(SIGTERM);
  const ProgramResult result = resumed.wait();
  EXPECT_EQ(result.status, 143) << result.err;
  write("a.json", "one", "1e8");
  EXPECT_EQ(run(again).status, 2) << "anything else still makes another experiment";
}

}  // namespace
}  // namespace sapper::tests

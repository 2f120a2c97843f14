// Mistakes that are easily made, from outside: each one line that says what is there and what would be right, or it works.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Mistakes : public ProgramTest {
 protected:
  // A config of these members, on a small board unless they name one.
  void write_small(const std::string& name, std::string members) const {
    if (members.find("\"boards\"") == std::string::npos)
      members += R"(, "boards": [{"rows": 5, "mines": 4}])";
    write_config(name, members);
  }
};

TEST_F(Mistakes, WholeNumbersMayBeWrittenInAnyForm) {
  write_small("c.json", R"("name": "c", "games": 1e2)");
  run_well({"run", "c.json", "--quiet"});
  EXPECT_EQ(read_json("c.report.json").at("results").at(0).at("games").to_number<int>(), 100);
  run_well({"run", "c.json", "--games", "0.3k", "--quiet", "-o", "k.json"});
  EXPECT_EQ(read_json("k.json").at("results").at(0).at("games").to_number<int>(), 300);
  EXPECT_THAT(output_of({"validate", "c.json", "--games", "1M"}), HasSubstr("1,000,000 games each"));
  write_small("half.json", R"("games": 1.5)");
  expect_refused({"run", "half.json"}, "half.json:1:40: games is 1.5; expected a whole number from 1 to");
  expect_refused({"run", "c.json", "--games", "1 million"}, "expected a whole number from 1 to");
}

TEST_F(Mistakes, InConfigsSayWhatWouldBeRight) {
  const std::vector<std::pair<std::string, std::string>> mistakes{
      {R"("game": 100)",
       "game is 100; expected a kind of game (minesweeper, tablet, go); how many are played is \"games\""},
      {R"("first_click": "corner")", R"(first_click is "corner"; expected an object: {"cell": "corner"})"},
      {R"("first_click": ["opening"])",
       R"(first_click[0] is "opening"; expected an object: {"rule": "opening"})"},
      {R"("first_click": "border")",
       "first_click is \"border\"; expected an object with the keys rule, cell"},
      {R"("size": 12)", R"(size belongs to a board; expected "boards": [{"rows": 9, )"},
      {R"("mines": 12)", R"(mines belongs to a board; expected "boards": [{"rows": 9, )"},
      {R"("boards": [{"size": 12, "mines": 9}])",
       R"(boards[0].size is not a key of a board; expected "rows" and "cols")"},
      {R"("note": 5)", "note is 5; expected a string"},
      {R"("note": ")" + std::string(10'001, 'x') + "\"", "note has 10001 bytes; at most 10000 are allowed"},
  };
  for (const auto& [members, message] : mistakes) {
    write_small("c.json", members);
    expect_refused({"validate", "c.json"}, message);
  }
  // Each remedy works.
  for (const char* const members :
       {R"("first_click": {"cell": "corner"})", R"("first_click": {"rule": "opening"})",
        R"("boards": [{"rows": 12, "mines": 9}])"}) {
    write_small("c.json", members);
    run_well({"validate", "c.json"});
  }
}

TEST_F(Mistakes, AFolderAsOutput) {
  write_small("c.json", R"("games": 5)");
  fs::create_directory(path("d"));
  for (const std::string folder : {"d", "d/", "."})
    for (const std::string option : {"-o", "--csv", "--games-out"})
      expect_refused({"run", "c.json", option, folder},
                     "this is a folder; expected the name of a file in it");
  expect_refused({"run", "c.json", "-o", "e/"}, "this is not a file name");
  EXPECT_TRUE(fs::is_empty(path("d")));
}

// Every kind of file, given to a command that reads another.
TEST_F(Mistakes, FilesOfAnotherKindAreNamed) {
  write_small("c.json", R"("name": "c", "games": 20, "strategies": ["rules"])");
  run_well({"run", "c.json", "--quiet", "--games-out", "g.jsonl.gz", "--csv", "t.csv"});
  write("g.jsonl", "{\"case\":0,\"game\":0,\"strategy\":\"rules\",\"won\":true,\"guesses\":[]}\n");
  write("p.txt", "# a position\n\nmines 1\n.1\n.1\n");
  write("p.json", R"({"rows": 2, "cols": 2, "mines": 1, "cells": [".1", ".1"]})");
  write("b.txt", "0,0\n1,4\n");
  write("x.checkpoint", "sapper-checkpoint/4\n");
  struct Kind {
    std::string file, name;
  };
  const std::vector<Kind> kinds{{"c.json", "is an experiment config"},
                                {"c.report.json", "is a report"},
                                {"g.jsonl", "is the records of games"},
                                {"g.jsonl.gz", "is the records of games"},
                                {"t.csv", "is a table of results"},
                                {"p.txt", "is a position"},
                                {"p.json", "is a position"},
                                {"b.txt", "is a board file"},
                                {"x.checkpoint", "is a checkpoint"}};
  const auto refuse = [&](const Kind& kind, Words arguments, const std::string& expected) {
    for (std::string& argument : arguments)
      if (argument == "FILE") argument = kind.file;
    expect_refused(arguments, kind.file + ": " + kind.name);
    expect_refused(arguments, expected);
  };
  for (const Kind& kind : kinds) {
    const bool is_report = kind.file == "c.report.json";
    if (!is_report) {
      refuse(kind, {"report", "FILE", "-o", "p.html"}, "expected a report (sapper-report/2)");
      refuse(kind, {"compare", "c.report.json", "FILE"}, "expected a report (sapper-report/2)");
      refuse(kind, {"merge", "FILE", "-o", "m.json"}, "expected a report (sapper-report/2)");
      refuse(kind, {"plot", "FILE", "-o", "f.svg"},
             "expected what sapper run, sapper scale, sapper tune or the benchmarks");
    }
    if (!is_report && kind.file != "c.json")
      for (const char* const name : {"run", "validate"})
        refuse(kind, {name, "FILE"}, "expected an experiment config (sapper-config/1)");
    if (kind.name != "is a position" && kind.file != "b.txt")
      refuse(kind, {"analyze", "FILE"}, "expected a position");
    if (kind.name != "is the records of games")
      refuse(kind, {"compare", "c.report.json", "c.report.json", "--games", "FILE", "FILE"},
             "expected the records of games (run --games-out)");
  }
  // Text about files is not taken for them.
  write_small("note.json", R"("name": "note", "note": "see \"schema\": \"sapper-report/2\"", "games": 5)");
  run_well({"run", "note.json", "--quiet"});
}

TEST_F(Mistakes, AMineWhereTheDefaultRuleKeepsCellsFree) {
  write("b.txt", "4,4\n0,0\n");
  write_small("c.json", R"("name": "c", "games": 5, "boards": [{"file": "b.txt", "rows": 9}])");
  expect_refused(
      {"run", "c.json"},
      "boards[0].file has a mine at 4,4 (row,col from 0); the first-click rule opening keeps that cell free; "
      R"(expected another "cell" in "first_click", or its "rule" to be "unprotected" or "relocate")");
  for (const char* const remedy :
       {R"({"cell": [7, 7]})", R"({"rule": "unprotected"})", R"({"rule": "relocate"})"}) {
    write_small("c.json", R"("games": 5, "boards": [{"file": "b.txt", "rows": 9}], "first_click": )" +
                              std::string(remedy));
    run_well({"validate", "c.json"});
  }
  // At the terminal the mines of a file stay where they are; the rules say that this is not what configs do.
  const std::string difference = "in a config the default is the rule opening at the centre";
  EXPECT_THAT(run({"play", "--file", "b.txt", "--rows", "9"}, "quit\n").out, HasSubstr(difference));
  EXPECT_THAT(run({"play", "--seed", "1"}, "quit\n").out, Not(HasSubstr(difference)));
}

TEST_F(Mistakes, AnExtensionReplacesTheReportUnlessToldOtherwise) {
  write_small("c.json", R"("name": "c", "games": 50)");
  run_well({"run", "c.json", "--quiet", "-o", "q.json"});
  const std::string before = read("q.json");
  run_well({"run", "--extend", "q.json", "--games", "80", "-o", "other.json", "--quiet"});
  EXPECT_EQ(read("q.json"), before);
  const ProgramResult extended = run_well({"run", "--extend", "q.json", "--games", "80"});
  EXPECT_THAT(extended.out, AllOf(HasSubstr("report: "), HasSubstr("q.json")));
  EXPECT_FALSE(exists("c.report.json"));
  for (const char* const part : {"results", "counters", "hash"})
    EXPECT_EQ(read_json("q.json").at(part), read_json("other.json").at(part));
  run_well({"run", "c.json", "--games", "80", "-o", "straight.json", "--quiet"});
  EXPECT_EQ(read_json("q.json").at("results"), read_json("straight.json").at("results"));
}

// A config's note, from outside: kept and shown, and no part of what makes results differ.

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
  EXPECT_EQ(run_and_send({"run", "a.json", "--quiet"}, "r.json", SIGTERM).status, 143);
  write("a.json", "what it is for", "1e9");
  const ProgramResult result = run_and_send({"run", "a.json", "--quiet", "--resume"}, "r.json", SIGTERM);
  EXPECT_EQ(result.status, 143) << result.err;
  write("a.json", "one", "1e8");
  EXPECT_EQ(run({"run", "a.json", "-o", "r.json", "--resume"}).status, 2)
      << "anything else still makes another experiment";
}

}  // namespace
}  // namespace sapper::tests

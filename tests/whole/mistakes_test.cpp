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
             "expected what sapper run, sapper scale or the benchmarks");
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

}  // namespace
}  // namespace sapper::tests

// Mistakes that are easily made, from outside: each one line that says what is there and what would be right, or it works.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
namespace fs = std::filesystem;
namespace bj = boost::json;

class Mistakes : public testing::Test {
 protected:
  ProgramResult run(std::vector<std::string> arguments, std::string input = {}) const {
    ProgramRun run = sapper(std::move(arguments), std::move(input));
    run.folder = folder_.path();
    return run_program(run);
  }
  void expect_refused(std::vector<std::string> arguments, const std::string& message) const {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const ProgramResult result = run(std::move(arguments));
    EXPECT_EQ(result.status, 2);
    EXPECT_THAT(result.err, AllOf(StartsWith("sapper: "), HasSubstr(message)));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  // A config of these members, on a small board unless they name one.
  void write(const std::string& name, std::string members) const {
    if (members.find("\"boards\"") == std::string::npos)
      members += R"(, "boards": [{"rows": 5, "mines": 4}])";
    folder_.write(name, R"({"schema": "sapper-config/1", )" + members + "}");
  }
  void run_well(std::vector<std::string> arguments) const {
    const ProgramResult result = run(arguments);
    EXPECT_EQ(result.status, 0) << result.err << testing::PrintToString(arguments);
  }
  bj::value report(const std::string& name) const { return bj::parse(content_of(folder_.path() / name)); }

  TemporaryFolder folder_;
};

TEST_F(Mistakes, WholeNumbersMayBeWrittenInAnyForm) {
  write("c.json", R"("name": "c", "games": 1e2)");
  run_well({"run", "c.json", "--quiet"});
  EXPECT_EQ(report("c.report.json").at("results").at(0).at("games").to_number<int>(), 100);
  run_well({"run", "c.json", "--games", "0.3k", "--quiet", "-o", "k.json"});
  EXPECT_EQ(report("k.json").at("results").at(0).at("games").to_number<int>(), 300);
  EXPECT_THAT(run({"validate", "c.json", "--games", "1M"}).out, HasSubstr("1,000,000 games each"));
  write("half.json", R"("games": 1.5)");
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
    write("c.json", members);
    expect_refused({"validate", "c.json"}, message);
  }
  // Each remedy works.
  for (const char* const members :
       {R"("first_click": {"cell": "corner"})", R"("first_click": {"rule": "opening"})",
        R"("boards": [{"rows": 12, "mines": 9}])"}) {
    write("c.json", members);
    run_well({"validate", "c.json"});
  }
}

TEST_F(Mistakes, AFolderAsOutput) {
  write("c.json", R"("games": 5)");
  fs::create_directory(folder_.path() / "d");
  for (const std::string folder : {"d", "d/", "."})
    for (const std::string option : {"-o", "--csv", "--games-out"})
      expect_refused({"run", "c.json", option, folder},
                     "this is a folder; expected the name of a file in it");
  expect_refused({"run", "c.json", "-o", "e/"}, "this is not a file name");
  EXPECT_TRUE(fs::is_empty(folder_.path() / "d"));
}

// Every kind of file, given to a command that reads another.
TEST_F(Mistakes, FilesOfAnotherKindAreNamed) {
  write("c.json", R"("name": "c", "games": 20, "strategies": ["rules"])");
  run_well({"run", "c.json", "--quiet", "--games-out", "g.jsonl.gz", "--csv", "t.csv"});
  folder_.write("g.jsonl", "{\"case\":0,\"game\":0,\"strategy\":\"rules\",\"won\":true,\"guesses\":[]}\n");
  folder_.write("p.txt", "# a position\n\nmines 1\n.1\n.1\n");
  folder_.write("p.json", R"({"rows": 2, "cols": 2, "mines": 1, "cells": [".1", ".1"]})");
  folder_.write("b.txt", "0,0\n1,4\n");
  folder_.write("x.checkpoint", "sapper-checkpoint/4\n");
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
  const auto refuse = [&](const Kind& kind, std::vector<std::string> arguments, const std::string& expected) {
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
  write("note.json", R"("name": "note", "note": "see \"schema\": \"sapper-report/2\"", "games": 5)");
  run_well({"run", "note.json", "--quiet"});
}

TEST_F(Mistakes, AMineWhereTheDefaultRuleKeepsCellsFree) {
  folder_.write("b.txt", "4,4\n0,0\n");
  write("c.json", R"("name": "c", "games": 5, "boards": [{"file": "b.txt", "rows": 9}])");
  expect_refused(
      {"run", "c.json"},
      "boards[0].file has a mine at 4,4 (row,col from 0); the first-click rule opening keeps that cell free; "
      R"(expected another "cell" in "first_click", or its "rule" to be "unprotected" or "relocate")");
  for (const char* const remedy :
       {R"({"cell": [7, 7]})", R"({"rule": "unprotected"})", R"({"rule": "relocate"})"}) {
    write("c.json",
          R"("games": 5, "boards": [{"file": "b.txt", "rows": 9}], "first_click": )" + std::string(remedy));
    run_well({"validate", "c.json"});
  }
  // At the terminal the mines of a file stay where they are; the rules say that this is not what configs do.
  const std::string difference = "in a config the default is the rule opening at the centre";
  EXPECT_THAT(run({"play", "--file", "b.txt", "--rows", "9"}, "quit\n").out, HasSubstr(difference));
  EXPECT_THAT(run({"play", "--seed", "1"}, "quit\n").out, Not(HasSubstr(difference)));
}

TEST_F(Mistakes, AnExtensionReplacesTheReportUnlessToldOtherwise) {
  write("c.json", R"("name": "c", "games": 50)");
  run_well({"run", "c.json", "--quiet", "-o", "q.json"});
  const std::string before = content_of(folder_.path() / "q.json");
  run_well({"run", "--extend", "q.json", "--games", "80", "-o", "other.json", "--quiet"});
  EXPECT_EQ(content_of(folder_.path() / "q.json"), before);
  const ProgramResult extended = run({"run", "--extend", "q.json", "--games", "80"});
  EXPECT_EQ(extended.status, 0) << extended.err;
  EXPECT_THAT(extended.out, HasSubstr("report: "));
  EXPECT_THAT(extended.out, HasSubstr("q.json"));
  EXPECT_FALSE(fs::exists(folder_.path() / "c.report.json"));
  for (const char* const part : {"results", "counters", "hash"})
    EXPECT_EQ(report("q.json").at(part), report("other.json").at(part));
  run_well({"run", "c.json", "--games", "80", "-o", "straight.json", "--quiet"});
  EXPECT_EQ(report("q.json").at("results"), report("straight.json").at("results"));
}

}  // namespace
}  // namespace sapper::tests

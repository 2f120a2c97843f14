// `sapper analyze` from outside: text and JSON positions, text and JSON output, refusals.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "tests/support/case_count.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace json = boost::json;

// One mine in the two cells left of the 1s, one in the two right of them.
constexpr const char* kPosition = "mines 2\n.1 . 1.\n.1 . 1.\n";
constexpr const char* kPositionLine =
    R"({"rows":2,"cols":5,"mines":2,"cells":[".1.1.",".1.1."],"stage":"any"})";
// The middle column of kPosition is free: C(2,1) * C(2,1) layouts.
constexpr const char* kSolutions = "4";

ProgramResult analyze(std::vector<std::string> options, const std::string& position) {
  options.insert(options.begin(), "analyze");
  options.emplace_back("-");
  return run_program(sapper(std::move(options), position));
}

TEST(Analyze, PrintsJson) {
  const ProgramResult result = analyze({"--json"}, kPosition);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.err, "");
  const json::value root = json::parse(result.out);
  EXPECT_EQ(root.at("schema"), "sapper-analysis/1");
  EXPECT_EQ(root.at("rows"), 2);
  EXPECT_EQ(root.at("cols"), 5);
  EXPECT_EQ(root.at("mines"), 2);
  EXPECT_EQ(root.at("solutions"), kSolutions);
  EXPECT_EQ(json::serialize(root.at("safe")), "[[0,2],[1,2]]");
  EXPECT_EQ(json::serialize(root.at("mine")), "[]");
  EXPECT_THAT(result.out, HasSubstr(R"("p_mine":[[0.5,null,0,null,0.5],[0.5,null,0,null,0.5]])"));
  EXPECT_TRUE(root.at("components").at(0).at("cells").is_array());
  EXPECT_TRUE(root.at("components").at(0).at("constraints").is_array());
  EXPECT_TRUE(root.at("components").at(0).at("solutions").is_string());
  const json::value& move = root.at("moves").at("random");
  EXPECT_EQ(move.at("cell").as_array().size(), 2U);
  EXPECT_TRUE(move.at("p_mine").is_number());
  EXPECT_EQ(move.at("kind"), "guess");
}

TEST(Analyze, ReadsAFileAsItReadsStandardInput) {
  TemporaryFolder folder;
  const auto file = folder.write("position.txt", kPosition);
  const ProgramResult from_file = run_program(sapper({"analyze", file.string(), "--json"}));
  EXPECT_EQ(from_file.status, 0) << from_file.err;
  EXPECT_EQ(from_file.out, analyze({"--json"}, kPosition).out);
}

TEST(Analyze, AnalysesJsonLinesOneByOne) {
  const std::string line = analyze({"--json"}, kPosition).out;
  const ProgramResult result =
      analyze({"--json"}, std::string(kPositionLine) + "\n\n" + kPositionLine + "\r\n" + kPositionLine);
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, line + line + line);
}

// A dialogue: each answer arrives before the next question is asked.
TEST(Analyze, AnswersAtOnce) {
  TemporaryFolder folder;
  const auto script =
      folder.write("ask.sh", R"(
mkfifo answers; exec 3<>answers
ask() { printf '%s\n' "$1"; read -r answer <&3; echo "$answer" | cut -c 1-48 >>heard; }
{ ask ')" + std::string(kPositionLine) +
                                 R"('; ask nonsense; ask ')" + kPositionLine +
                                 R"('; } | "$0" analyze --json --no-moves "$@" - >answers 2>/dev/null
)");
  for (const std::string jobs : {"1", "3"}) {
    ProgramRun run;
    run.program = "/bin/sh";
    run.arguments = {"-c", "rm -f answers heard; . " + script.string(), SAPPER_PROGRAM, "--jobs", jobs};
    run.folder = folder.path();
    const ProgramResult result = run_program(run);
    EXPECT_FALSE(result.timed_out);
    std::ifstream heard(folder.path() / "heard");
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(heard), {}),
              "{\"schema\":\"sapper-analysis/1\",\"rows\":2,\"cols\":5,\n"
              "{\"schema\":\"sapper-analysis/1\",\"error\":\"standard \n"
              "{\"schema\":\"sapper-analysis/1\",\"rows\":2,\"cols\":5,\n");
  }
}

TEST(Analyze, SaysWhatADigWouldTell) {
  const ProgramResult result = analyze({"--json", "--what-if", "0,0"}, kPosition);
  ASSERT_EQ(result.status, 0) << result.err;
  const json::value root = json::parse(result.out);
  EXPECT_THAT(schema_errors(root, SAPPER_DATA_DIR "/schema/analysis.schema.json"), testing::IsEmpty());
  EXPECT_EQ(json::serialize(root.at("what_if").at("cell")), "[0,0]");
  // Free with 1/2; then it shows the mine below it.
  ASSERT_EQ(root.at("what_if").at("numbers").as_array().size(), 1U);
  const json::value& number = root.at("what_if").at("numbers").at(0);
  EXPECT_EQ(number.at("number"), 1);
  EXPECT_DOUBLE_EQ(number.at("probability").as_double(), 0.5);
  EXPECT_EQ(json::serialize(number.at("mine")), "[[1,0]]");
  EXPECT_THAT(
      analyze({"--what-if", "0,0"}, kPosition).out,
      HasSubstr("digging 0,0 (P(mine) 0.5)\n  shows 1 with 0.5: then certainly safe 2, certainly mines 1\n"));
}

// A dig without outcomes does not affect the rest of the analysis.
TEST(Analyze, SaysWhyADigWouldTellNothing) {
  constexpr const char* kBoard = "mines 2\n.1.\n121\n.1.\n";
  struct Case {
    const char* cell;
    const char* position;
    const char* why;
  };
  for (const Case& asked :
       {Case{"0,1", kPosition, "the cell is shown already"},
        Case{"0,5", kPosition, "the cell is not on the board, whose cells are 0,0 to 1,4"},
        Case{"4095,0", kPosition, "the cell is not on the board"},
        Case{"0,0", "mines 1\n.1\n11\n", "the cell is certainly a mine"}, Case{"2,2", kBoard, ""}}) {
    SCOPED_TRACE(asked.cell);
    const ProgramResult plain = analyze({"--json"}, asked.position);
    const ProgramResult result = analyze({"--json", "--what-if", asked.cell}, asked.position);
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
    json::value root = json::parse(result.out);
    EXPECT_THAT(schema_errors(root, SAPPER_DATA_DIR "/schema/analysis.schema.json"), testing::IsEmpty());
    const json::value what_if = root.at("what_if");
    EXPECT_EQ(json::serialize(what_if.at("cell")), "[" + std::string(asked.cell) + "]");
    root.as_object().erase("what_if");
    EXPECT_EQ(root, json::parse(plain.out));
    const bool tells_something = std::string_view(asked.why).empty();
    EXPECT_EQ(what_if.at("numbers").as_array().empty(), !tells_something);
    EXPECT_EQ(what_if.as_object().contains("why_none"), !tells_something);
    if (tells_something) continue;
    EXPECT_THAT(std::string(what_if.at("why_none").as_string()), HasSubstr(asked.why));
    const ProgramResult drawn = analyze({"--what-if", asked.cell}, asked.position);
    EXPECT_EQ(drawn.status, 0);
    EXPECT_THAT(drawn.out, testing::StartsWith(analyze({}, asked.position).out));
    EXPECT_THAT(drawn.out, HasSubstr("digging " + std::string(asked.cell) + ": " + asked.why));
  }
}

// Positions of many sizes: one that lacks the cell, or has a mine there, keeps its analysis too.
TEST(Analyze, SaysWhyADigWouldTellNothingForEachPositionOfAStream) {
  const ProgramResult result = analyze({"--json", "--no-moves", "--what-if", "0,2"},
                                       R"({"rows":2,"cols":2,"mines":1,"cells":[".1","11"]})"
                                       "\n"
                                       R"({"rows":1,"cols":3,"mines":1,"cells":[".1."]})"
                                       "\n");
  ASSERT_EQ(result.status, 0) << result.err;
  std::istringstream lines(result.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_TRUE(json::parse(line).at("what_if").as_object().contains("why_none"));
  EXPECT_EQ(json::parse(line).at("solutions"), "1");
  std::getline(lines, line);
  EXPECT_EQ(json::parse(line).at("what_if").at("numbers").as_array().size(), 1U);
}

TEST(Analyze, RefusesAWhatIfThatIsNotACell) {
  for (const char* const cell : {"", "0", "0,", "a,b", "0,-1", "0,4096", "1,2,3", "99999999999999999999,0"}) {
    const ProgramResult result = analyze({"--json", "--what-if", cell}, kPosition);
    EXPECT_EQ(result.status, 2) << cell;
    EXPECT_EQ(result.out, "") << cell;
    EXPECT_THAT(result.err, HasSubstr("expected ROW,COL, two whole numbers from 0 to 4095")) << cell;
  }
}

TEST(Analyze, SaysWhichNumbersProveACell) {
  const std::string ladder = "mines 6\n00000\n11211\n.....\n.....\n.....\n";
  const ProgramResult result = analyze({"--json", "--explain", "2,2", "--no-moves"}, ladder);
  ASSERT_EQ(result.status, 0) << result.err;
  const json::value root = json::parse(result.out);
  EXPECT_THAT(schema_errors(root, SAPPER_DATA_DIR "/schema/analysis.schema.json"), testing::IsEmpty());
  EXPECT_EQ(json::serialize(root.at("explain")),
            R"({"cell":[2,2],"is_mine":false,"by":"numbers","size":"smallest","component":0,)"
            R"("numbers":[[1,0],[1,1]]})");
  EXPECT_THAT(
      analyze({"--explain", "2,2"}, ladder).out,
      HasSubstr(
          "\n2,2 is safe: 2 numbers prove it together, the smallest set that does: 1,0 (1)\n1,1 (1)\n"));
  EXPECT_THAT(analyze({"--explain", "0,0"}, "mines 1\n.1\n11\n").out,
              HasSubstr("0,0 is a mine: 1 number proves it by a local rule: 0,1 (1)\n"));
  EXPECT_THAT(analyze({"--explain", "0,2"}, "mines 1\n.1.\n1..\n").out, Not(HasSubstr("proves")));
  EXPECT_THAT(analyze({"--explain", "0,4"}, "mines 1\n.1...\n11...\n").out,
              HasSubstr("0,4 is safe: 1 number and the mine count prove it: "));
  EXPECT_THAT(analyze({"--explain", "0,0", "--trust-flags"}, "mines 1\nF1\n..\n").out,
              HasSubstr("0,0 is a mine: its flag is trusted\n"));
}

TEST(Analyze, DrawsPdfAndPng) {
  const bool has_converter = std::system("command -v rsvg-convert > /dev/null 2>&1") == 0;
  TemporaryFolder folder;
  for (const auto& [name, begin] : {std::pair<std::string, std::string>{"board.svg", "<?xml"},
                                    {"board.pdf", "%PDF-"},
                                    {"board.PNG", "\x89PNG"}}) {
    const std::string file = (folder.path() / name).string();
    if (has_converter || name == "board.svg") {
      const ProgramResult result = analyze({"-o", file}, kPosition);
      EXPECT_EQ(result.status, 0) << result.err;
      std::ifstream picture(file, std::ios::binary);
      EXPECT_THAT(std::string(std::istreambuf_iterator<char>(picture), {}), StartsWith(begin));
    }
    if (name == "board.svg") continue;
    ProgramRun without = sapper({"analyze", "-", "-o", file + "-none" + name.substr(5)}, kPosition);
    without.environment = {{"PATH", folder.path().string()}};
    const ProgramResult result = run_program(without);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err,
              "sapper: rsvg-convert, which writes .pdf and .png, is not installed; on Debian: apt-get "
              "install librsvg2-bin\n");
  }
  const ProgramResult other = analyze({"-o", "board.gif"}, kPosition);
  EXPECT_EQ(other.status, 2);
  EXPECT_EQ(other.err, "sapper: board.gif: expected a name that ends in .svg, .pdf or .png\n");
}

// rsvg-convert takes at most 32,767 pixels and 1,000,000 elements.
TEST(Analyze, DrawsLargeBoardsInEveryFormat) {
  const bool has_converter = std::system("command -v rsvg-convert > /dev/null 2>&1") == 0;
  TemporaryFolder folder;
  struct Large {
    int rows, cols;
    std::string_view file, begin;
  };
  for (const auto& [rows, cols, name, begin] :
       {Large{1, 4096, "wide.svg", "<?xml"}, Large{1, 4096, "wide.png", "\x89PNG"},
        Large{4096, 1, "high.png", "\x89PNG"}, Large{1000, 1000, "large.pdf", "%PDF-"},
        Large{256, 256, "numbers.png", "\x89PNG"}}) {
    if (!has_converter && !name.ends_with(".svg")) continue;
    std::string position = fmt::format("mines {}\n", rows * cols / 5);
    for (int row = 0; row < rows; ++row) position += std::string(static_cast<std::size_t>(cols), '.') + '\n';
    const std::string file = (folder.path() / name).string();
    const ProgramResult result = analyze({"--no-moves", "--json", "-o", file}, position);
    EXPECT_EQ(result.status, 0) << result.err;
    const std::string note = fmt::format(
        "sapper: {}: drawn as a heat map, since a board of more than 256 rows or columns is too large for "
        "numbers\n",
        file);
    EXPECT_EQ(result.err, std::max(rows, cols) > 256 ? note : "");
    std::ifstream picture(file, std::ios::binary);
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(picture), {}), StartsWith(std::string(begin)));
  }
}

TEST(Analyze, ShowsWhatAProgramSaidInLines) {
  TemporaryFolder folder;
  const auto program = folder.write(
      "rsvg-convert", "#!/bin/sh\necho 'The image is too large.' >&2\necho Sorry. >&2\nexit 1\n");
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  ProgramRun run = sapper({"analyze", "-", "-o", (folder.path() / "x.png").string()}, kPosition);
  run.environment = {{"PATH", folder.path().string() + ":/usr/bin:/bin"}};
  const ProgramResult result = run_program(run);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "sapper: rsvg-convert failed with status 1:\n  The image is too large.\n  Sorry.\n");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x.png"));
}

TEST(Analyze, RefusesToExplainOtherCells) {
  for (const auto& [cell, wrong] :
       {std::pair<std::string, std::string>{"0,0",
                                            "that cell is not certain (P(mine) 0.5); expected one that is "
                                            "certainly safe or a mine"},
        {"0,1", "that cell is shown; expected a hidden one"},
        {"2,0", "expected ROW,COL from 0,0 to 1,4"},
        {"0", "expected ROW,COL from 0,0 to 1,4"},
        {"", "expected ROW,COL from 0,0 to 1,4"},
        {"a,b", "expected ROW,COL from 0,0 to 1,4"}}) {
    const ProgramResult result = analyze({"--explain", cell}, kPosition);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err, "sapper: --explain is \"" + cell + "\"; " + wrong + "\n");
  }
}

TEST(Analyze, DrawsTheBoardWithoutColoursUnlessOnATerminal) {
  const ProgramResult result = analyze({}, kPosition);
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(
      result.out,
      StartsWith("    0    1    2    3    4\n0 50%    1    oA   1  50%\n1 50%    1    o    1  50%\n"));
  EXPECT_THAT(result.out, HasSubstr("consistent layouts 4\n"));
  EXPECT_THAT(result.out, HasSubstr("certainly safe     2: 0,2 1,2\n"));
  EXPECT_THAT(result.out, HasSubstr("random"));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
}

// Into a pipe, too; an invalid width is ignored.
TEST(Analyze, FitsTextToTheColumnsAskedFor) {
  const auto widest = [](const std::string& columns) {
    ProgramRun run = sapper({"analyze", std::string(SAPPER_DATA_DIR) + "/positions/expert_midgame.txt"});
    run.environment = {{"COLUMNS", columns}, {"LC_ALL", "C"}};
    const ProgramResult result = run_program(run);
    EXPECT_EQ(result.status, 0) << result.err;
    std::istringstream lines(result.out);
    std::size_t most = 0;
    for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
    return most;
  };
  const std::size_t unasked = widest("");
  EXPECT_GT(unasked, 80U) << "the board alone is wider";
  for (const char* const columns : {"wide", "0", "-50", "1e9"})
    EXPECT_EQ(widest(columns), unasked) << columns;
  for (const std::size_t columns : {50, 72}) EXPECT_LE(widest(std::to_string(columns)), columns);
}

TEST(Analyze, TrustsFlagsOnlyWhenTold) {
  const std::string flagged = "mines 2\nF1.1.\n.1.1.\n";
  EXPECT_EQ(json::parse(analyze({"--json"}, flagged).out).at("solutions"), "4");
  EXPECT_EQ(json::parse(analyze({"--json", "--trust-flags"}, flagged).out).at("solutions"), "2");
}

TEST(Analyze, RefusesAPositionThatNoLayoutFits) {
  const ProgramResult number = analyze({"--json"}, "mines 3\n..\n..\n31\n");
  EXPECT_EQ(number.status, 2);
  EXPECT_EQ(number.out, "");
  EXPECT_THAT(
      number.err,
      StartsWith("sapper: standard input:4:1: no layout of mines is consistent with this position: "));

  const ProgramResult mine_count = analyze({}, "mines 3\n0.\n..\n");
  EXPECT_EQ(mine_count.status, 2);
  EXPECT_THAT(mine_count.err, HasSubstr("no layout of mines is consistent with this position: "));
}

TEST(Analyze, GoesOnAfterALineThatIsWrong) {
  const std::string lines = std::string(kPositionLine) + "\n" +
                            R"({"rows":2,"cols":2,"mines":1,"cells":["3.",".."]})" + "\n" + kPositionLine +
                            "\nnonsense\n" + R"({"rows":2,"cols":2,)" + "\n" + kPositionLine + "\n" +
                            R"({"rows":2,)";
  const std::string sound = analyze({"--json"}, kPosition).out;
  const auto error = [](const std::string& place, const std::string& reason) {
    return R"({"schema":"sapper-analysis/1","error":"standard input:)" + place + reason;
  };
  for (const std::string jobs : {"1", "3"}) {
    const ProgramResult result = analyze({"--json", "--jobs", jobs}, lines);
    EXPECT_EQ(result.status, 2);
    std::vector<std::string> answers;
    std::istringstream in(result.out);
    for (std::string line; std::getline(in, line);) answers.push_back(line + "\n");
    ASSERT_EQ(answers.size(), 7U) << result.out;
    for (const std::size_t i : {0, 2, 5}) EXPECT_EQ(answers[i], sound);
    EXPECT_THAT(answers[1],
                StartsWith(error("2:28", ": no layout of mines is consistent with this position: ")));
    EXPECT_THAT(answers[3], StartsWith(error("4:1", ": 'n' does not start a position")));
    EXPECT_THAT(answers[4], StartsWith(error("5:", "")));
    EXPECT_THAT(answers[6], StartsWith(error("7:", "")));
    EXPECT_THAT(result.err, StartsWith("sapper: standard input:2:28: "));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 4) << result.err;
    for (const std::string& answer : answers)
      EXPECT_THAT(schema_errors(json::parse(answer), SAPPER_DATA_DIR "/schema/analysis.schema.json"),
                  testing::IsEmpty());
  }
}

TEST(Analyze, RefusesBadPositionsInOneLine) {
  struct Refusal {
    std::string position;
    std::string message;
  };
  const Refusal refusals[] = {
      {"", "standard input: is empty"},
      {"mines 2\n...\n..\n", "standard input:3:1: a row of 2 cells"},
      {"mines 2\n.9.\n", "standard input:2:2: '9' is not a cell"},
      {"mines 9\n...\n...\n", "standard input:1:7: 9 mines on a board of 6 cells"},
      {"mines 2\n.\xff.\n", "standard input:2:2: the byte 0xFF is not UTF-8"},
      {R"({"rows":2,"cols":2)", "standard input:1:19: unexpected end of text"},
      {R"({"rows":2,"cols":2,"mines":1,"cells":["..",".9"]})", "standard input:1:46: '9' is not a cell"},
      {std::string(10000, '['), "standard input:1:1: a row before the mine count"},
      {"mines 2\n.1.1.\n.1.1.\n\n.1.1.\n.1.1.\n",
       "standard input:5:1: a second position; the first begins in"},
      {"mines 2\r\xE2\x9A\x91"
       "1.1.\r.1.1.\r",
       "standard input:2:1: '\xE2\x9A\x91' is not a cell"},
      {"{\"a\":" + std::string(10000, '['), "standard input:1:"},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.position.substr(0, 60));
    const ProgramResult result = analyze({"--json"}, refusal.position);
    EXPECT_EQ(result.status, 2);
    if (refusal.position.starts_with("{"))
      EXPECT_THAT(result.out, HasSubstr(R"("error":"standard input:)"));
    else
      EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("sapper: standard input:"));
    EXPECT_THAT(result.err, HasSubstr(refusal.message));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

// More than a pipe or a buffer holds, so that writing fails in the middle as well as at the end.
// A number in every other cell of every other row: too many states to count, which is detected before they are stored.
TEST(Analyze, RefusesAPositionThatIsHardToCountInLittleMemory) {
  if (kDefaultTestPercent < 100) GTEST_SKIP() << "the memory of a sanitizer or a debug build says nothing";
  std::string position = "mines 3000\n";
  for (int row = 0; row < 14; ++row) {
    for (int col = 0; col < 1000; ++col) position += row % 2 == 1 && col % 2 == 1 ? '3' : '.';
    position += '\n';
  }
  const ProgramResult result = analyze({}, position);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("needs more than 20000000 states"));
  EXPECT_LT(result.max_memory_kb, 400 << 10);
}

TEST(Analyze, EndsWhereItsOutputDoes) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += std::string(kPositionLine) + "\n";
  expect_end_with_output(sapper({"analyze", "--json", "-"}, lines));
}

TEST(Analyze, RefusesFilesThatCannotBeRead) {
  const ProgramResult missing = run_program(sapper({"analyze", "/no/such/position"}));
  EXPECT_EQ(missing.status, 2);
  EXPECT_EQ(missing.err, "sapper: /no/such/position: cannot be read: No such file or directory\n");
  const ProgramResult folder = run_program(sapper({"analyze", "/"}));
  EXPECT_EQ(folder.status, 2);
  EXPECT_EQ(folder.err, "sapper: /: is a folder; expected a file\n");
}

TEST(Analyze, ChoosesAPositionOfAFile) {
  const TemporaryFolder folder;
  const auto analyzed = [&](const std::string& file) {
    ProgramRun program = sapper({"analyze", file, "--json", "--no-moves"});
    program.folder = folder.path();
    return run_program(program);
  };
  folder.write("two.txt", "mines 2\n.1.1.\n.1.1.\n\nmines 1\n...\n");
  EXPECT_THAT(analyzed("two.txt").err,
              HasSubstr("two.txt:5:1: a second position; the first begins in line 1"));
  EXPECT_THAT(analyzed("two.txt#1").out, HasSubstr(R"("rows":2,"cols":5,"mines":2)"));
  EXPECT_THAT(analyzed("two.txt#2").out, HasSubstr(R"("rows":1,"cols":3,"mines":1)"));
  EXPECT_EQ(analyzed("two.txt#3").err, "sapper: two.txt: holds 2 positions; there is no #3\n");
  folder.write("two.jsonl",
               std::string(kPositionLine) + "\n" + R"({"rows":1,"cols":2,"mines":1,"cells":[".."]})");
  EXPECT_THAT(analyzed("two.jsonl#2").out, StartsWith(R"({"schema":"sapper-analysis/1","rows":1,"cols":2)"));
  EXPECT_EQ(analyzed("two.jsonl#3").err, "sapper: two.jsonl: holds 2 positions; there is no #3\n");
}

// Line ends of any system and a byte order mark change nothing.
TEST(Analyze, ReadsTextOfAnySystem) {
  const std::string sound = analyze({"--json"}, kPosition).out;
  const std::string mark = "\xEF\xBB\xBF";
  const TemporaryFolder folder;
  for (const std::string& text :
       {mark + kPosition, std::regex_replace(std::string(kPosition), std::regex("\n"), "\r"),
        std::regex_replace(std::string(kPosition), std::regex("\n"), "\r\n"), mark + kPositionLine,
        mark + " \r" + kPositionLine + "\r"}) {
    EXPECT_EQ(analyze({"--json"}, text).out, sound) << text;
    const ProgramResult of_file =
        run_program(sapper({"analyze", folder.write("p", text).string(), "--json"}));
    EXPECT_EQ(of_file.out, sound) << text << of_file.err;
  }
  const ProgramResult joined = analyze({"--json"}, mark + kPositionLine + "\n" + mark + kPositionLine);
  EXPECT_EQ(joined.out, sound + sound);
  const std::string wrong = mark + kPositionLine + "\r\n{\"rows\":-1}";
  EXPECT_THAT(analyze({"--json"}, wrong).err, HasSubstr("standard input:2:9: rows is -1"));
}

TEST(Analyze, AnalysesEveryShippedPosition) {
  int positions = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SAPPER_DATA_DIR "/positions")) {
    const ProgramResult result = run_program(sapper({"analyze", entry.path().string(), "--json"}));
    EXPECT_EQ(result.status, 0) << entry.path() << ": " << result.err;
    ++positions;
  }
  EXPECT_GT(positions, 0);
}

}  // namespace
}  // namespace sapper::tests

// `sapper analyze` from outside: text and JSON positions, text and JSON output, refusals.
// Label: threads
#include <cstdlib>
#include <regex>

#include "tests/support/long_test.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// One mine in the two cells left of the 1s, one in the two right of them.
constexpr const char* kPosition = "mines 2\n.1.1.\n.1.1.\n";
constexpr const char* kPositionLine =
    R"({"rows":2,"cols":5,"mines":2,"cells":[".1.1.",".1.1."],"stage":"any"})";
// The middle column of kPosition is free: C(2,1) * C(2,1) layouts.
constexpr const char* kSolutions = "4";

class Analyze : public ProgramTest {
 protected:
  // Reads a position from standard input.
  static Words piped(const Words& options) { return joined(joined({"analyze"}, options), {"-"}); }
};

TEST_F(Analyze, PrintsJson) {
  const ProgramResult result = run_well(piped({"--json"}), kPosition);
  EXPECT_EQ(result.err, "");
  const bj::value root = bj::parse(result.out);
  EXPECT_EQ(root.at("schema"), "sapper-analysis/1");
  EXPECT_EQ(root.at("rows"), 2);
  EXPECT_EQ(root.at("cols"), 5);
  EXPECT_EQ(root.at("mines"), 2);
  EXPECT_EQ(root.at("solutions"), kSolutions);
  EXPECT_EQ(bj::serialize(root.at("safe")), "[[0,2],[1,2]]");
  EXPECT_EQ(bj::serialize(root.at("mine")), "[]");
  EXPECT_THAT(result.out, HasSubstr(R"("p_mine":[[0.5,null,0,null,0.5],[0.5,null,0,null,0.5]])"));
  EXPECT_TRUE(root.at("components").at(0).at("cells").is_array());
  EXPECT_TRUE(root.at("components").at(0).at("constraints").is_array());
  EXPECT_TRUE(root.at("components").at(0).at("solutions").is_string());
  const bj::value& move = root.at("moves").at("random");
  EXPECT_EQ(move.at("cell").as_array().size(), 2U);
  EXPECT_TRUE(move.at("p_mine").is_number());
  EXPECT_EQ(move.at("kind"), "guess");
}

TEST_F(Analyze, AnalysesJsonLinesOneByOne) {
  const std::string line = output_of(piped({"--json"}), kPosition);
  const ProgramResult result = run_well(
      piped({"--json"}), std::string(kPositionLine) + "\n\n" + kPositionLine + "\r\n" + kPositionLine);
  EXPECT_EQ(result.out, line + line + line);
}

// A dialogue: each answer arrives before the next question is asked.
TEST_F(Analyze, AnswersAtOnce) {
  write("ask.sh", R"(
mkfifo answers; exec 3<>answers
ask() { printf '%s\n' "$1"; read -r answer <&3; echo "$answer" | cut -c 1-48 >>heard; }
{ ask ')" + std::string(kPositionLine) +
                      R"('; ask nonsense; ask ')" + kPositionLine + R"('; } | )" + kQuotedProgram +
                      R"( analyze --json --no-moves "$@" - >answers 2>/dev/null
)");
  for (const std::string jobs : {"1", "3"}) {
    remove_all({"answers", "heard"});
    EXPECT_FALSE(run_shell("sh ask.sh --jobs " + jobs).timed_out);
    EXPECT_EQ(read("heard"),
              "{\"schema\":\"sapper-analysis/1\",\"rows\":2,\"cols\":5,\n"
              "{\"schema\":\"sapper-analysis/1\",\"error\":\"standard \n"
              "{\"schema\":\"sapper-analysis/1\",\"rows\":2,\"cols\":5,\n");
  }
}

TEST_F(Analyze, SaysWhatADigWouldTell) {
  const ProgramResult result = run_well(piped({"--json", "--what-if", "0,0"}), kPosition);
  const bj::value root = bj::parse(result.out);
  expect_valid(root, "analysis");
  EXPECT_EQ(bj::serialize(root.at("what_if").at("cell")), "[0,0]");
  // Free with 1/2; then it shows the mine below it.
  ASSERT_EQ(root.at("what_if").at("numbers").as_array().size(), 1U);
  const bj::value& number = root.at("what_if").at("numbers").at(0);
  EXPECT_EQ(number.at("number"), 1);
  EXPECT_DOUBLE_EQ(number.at("probability").as_double(), 0.5);
  EXPECT_EQ(bj::serialize(number.at("mine")), "[[1,0]]");
  EXPECT_THAT(
      output_of(piped({"--what-if", "0,0"}), kPosition),
      HasSubstr("digging 0,0 (P(mine) 0.5)\n  shows 1 with 0.5: then certainly safe 2, certainly mines 1\n"));
}

// A dig without outcomes does not affect the rest of the analysis.
TEST_F(Analyze, SaysWhyADigWouldTellNothing) {
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
    const ProgramResult plain = run(piped({"--json"}), asked.position);
    const ProgramResult result = run_well(piped({"--json", "--what-if", asked.cell}), asked.position);
    EXPECT_EQ(result.err, "");
    bj::value root = bj::parse(result.out);
    expect_valid(root, "analysis");
    const bj::value what_if = root.at("what_if");
    EXPECT_EQ(bj::serialize(what_if.at("cell")), "[" + std::string(asked.cell) + "]");
    root.as_object().erase("what_if");
    EXPECT_EQ(root, bj::parse(plain.out));
    const bool tells_something = std::string_view(asked.why).empty();
    EXPECT_EQ(what_if.at("numbers").as_array().empty(), !tells_something);
    EXPECT_EQ(what_if.as_object().contains("why_none"), !tells_something);
    if (tells_something) continue;
    EXPECT_THAT(std::string(what_if.at("why_none").as_string()), HasSubstr(asked.why));
    const ProgramResult drawn = run_well(piped({"--what-if", asked.cell}), asked.position);
    EXPECT_THAT(drawn.out, StartsWith(output_of(piped({}), asked.position)));
    EXPECT_THAT(drawn.out, HasSubstr("digging " + std::string(asked.cell) + ": " + asked.why));
  }
}

// Positions of many sizes: one that lacks the cell, or has a mine there, keeps its analysis too.
TEST_F(Analyze, SaysWhyADigWouldTellNothingForEachPositionOfAStream) {
  const ProgramResult result = run_well(piped({"--json", "--no-moves", "--what-if", "0,2"}),
                                        R"({"rows":2,"cols":2,"mines":1,"cells":[".1","11"]})"
                                        "\n"
                                        R"({"rows":1,"cols":3,"mines":1,"cells":[".1."]})"
                                        "\n");
  const std::vector<std::string> lines = lines_of(result.out);
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_TRUE(bj::parse(lines[0]).at("what_if").as_object().contains("why_none"));
  EXPECT_EQ(bj::parse(lines[0]).at("solutions"), "1");
  EXPECT_EQ(bj::parse(lines[1]).at("what_if").at("numbers").as_array().size(), 1U);
}

TEST_F(Analyze, RefusesAWhatIfThatIsNotACell) {
  for (const char* const cell : {"", "0", "0,", "a,b", "0,-1", "0,4096", "1,2,3", "99999999999999999999,0"}) {
    expect_refused(piped({"--json", "--what-if", cell}), "expected ROW,COL, two whole numbers from 0 to 4095",
                   kPosition);
  }
}

TEST_F(Analyze, SaysWhichNumbersProveACell) {
  const std::string ladder = "mines 6\n00000\n11211\n.....\n.....\n.....\n";
  const ProgramResult result = run_well(piped({"--json", "--explain", "2,2", "--no-moves"}), ladder);
  const bj::value root = bj::parse(result.out);
  expect_valid(root, "analysis");
  EXPECT_EQ(bj::serialize(root.at("explain")),
            R"({"cell":[2,2],"is_mine":false,"by":"numbers","size":"smallest","component":0,)"
            R"("numbers":[[1,0],[1,1]],"argument":["1,0 shows 1, and every cell left for it is beside )"
            R"(1,1 too; 1,1 shows 1: so 2,2 is safe."]})");
  EXPECT_THAT(
      output_of(piped({"--explain", "2,2"}), ladder),
      StartsWith("2,2 is safe: 2 numbers prove it together, the smallest set that does: 1,0 (1)\n1,1 (1)\n"
                 "  1,0 shows 1, and every cell left for it is beside 1,1 too; 1,1 shows 1: so 2,2\n  is "
                 "safe.\n\n    0    1    2    3    4\n"))
      << "before the board";
  EXPECT_THAT(
      output_of(piped({"--explain", "0,0"}), "mines 1\n.1\n11\n"),
      StartsWith("0,0 is a mine: 1 number proves it by a local rule: 0,1 (1)\n  0,1 shows 1: its mine can "
                 "only be at 0,0.\n\n"));
  EXPECT_THAT(output_of(piped({"--explain", "0,2"}), "mines 1\n.1.\n1..\n"), Not(HasSubstr("proves")));
  EXPECT_THAT(
      output_of(piped({"--explain", "0,4"}), "mines 1\n.1...\n11...\n"),
      StartsWith("0,4 is safe: 1 number and the mine count prove it: 0,1 (1)\n  0,1 shows 1: these are all 1 "
                 "mine, so the other hidden"));
  EXPECT_THAT(output_of(piped({"--explain", "0,0", "--trust-flags"}), "mines 1\nF1\n..\n"),
              StartsWith("0,0 is a mine: its flag is trusted\n\n"));
}

// Where steps do not reach the cell, the contrary is followed to a contradiction.
TEST_F(Analyze, ArguesByContradiction) {
  EXPECT_THAT(output_of(piped({"--explain", "5,1", "--no-moves"}), "mines 2\n...\n.1.\n.2.\n...\n.1.\n...\n"),
              StartsWith("5,1 is safe: 3 numbers prove it together, the smallest set that does: 1,1 (1)\n"
                         "2,1 (2) 4,1 (1)\n"
                         "  Suppose that 5,1 were a mine.\n"
                         "  4,1 shows 1: 5,1 is its mine, so 3,0, 3,1, 3,2, 4,0, 4,2, 5,0 and 5,2 are\n"
                         "  safe.\n"
                         "  But 2,1 shows 2, and the cells that it shares with 1,1 hold at most 1, as 1,1\n"
                         "  shows 1: impossible.\n"
                         "  So 5,1 is safe.\n\n"));
}

// Lines of `positions` and `boards` as they are written by default, and one of them by its number.
TEST_F(Analyze, SaysWhichLineOfAFileItTook) {
  write("classic.json", R"({"schema": "sapper-config/1", "name": "small", "games": 3,
      "boards": [{"rows": 6, "cols": 6, "mines": 6}], "strategies": ["csp"]})");
  run_well({"positions", "classic.json", "--count", "3", "-o", "p.jsonl", "--quiet", "--where", "all"});
  const std::vector<std::string> lines = lines_of(read("p.jsonl"));
  ASSERT_EQ(lines.size(), 3U);
  const std::string id(bj::parse(lines[1]).at("id").as_string());
  const std::string second = output_of({"analyze", "p.jsonl#2", "--no-moves"});
  EXPECT_THAT(second, StartsWith("p.jsonl#2: " + id + "\n"));
  EXPECT_THAT(output_of({"analyze", "p.jsonl", "--no-moves"}),
              AllOf(StartsWith("p.jsonl#1: "), HasSubstr("\n\n" + second)));

  run_well({"boards", "--rows", "6", "--cols", "7", "--mines", "8", "--count", "2", "--cell", "1,2", "-o",
            "b.jsonl", "--quiet"});
  const bj::value board = bj::parse(lines_of(read("b.jsonl"))[1]);
  EXPECT_THAT(output_of({"analyze", "b.jsonl#2", "--no-moves"}),
              StartsWith(R"(b.jsonl#2: after the first dig, at 1,2 ("board": 1, from 0))"));
  const bj::value analysis = bj::parse(output_of({"analyze", "b.jsonl#2", "--no-moves", "--json"}));
  EXPECT_EQ(analysis.at("mines"), 8);
  EXPECT_TRUE(analysis.at("p_mine").at(1).at(2).is_null()) << "shown by the first dig";
  for (const bj::value& mine : board.at("mines").as_array())
    EXPECT_FALSE(analysis.at("p_mine")
                     .at(mine.at(0).to_number<std::size_t>())
                     .at(mine.at(1).to_number<std::size_t>())
                     .is_null());
  write("bad.jsonl", R"({"board": 0, "rows": 2, "cols": 2, "mines": [[0, 0]], "first": [0, 0]})");
  expect_refused({"analyze", "bad.jsonl"}, "bad.jsonl:1:64: first is a mine, so that nothing is shown");
}

TEST_F(Analyze, DrawsPdfAndPng) {
  const bool has_converter = is_installed("rsvg-convert");
  for (const auto& [name, begin] : {std::pair<std::string, std::string>{"board.svg", "<?xml"},
                                    {"board.pdf", "%PDF-"},
                                    {"board.PNG", "\x89PNG"}}) {
    if (has_converter || name == "board.svg") {
      run_well(piped({"-o", name}), kPosition);
      EXPECT_THAT(read(name), StartsWith(begin));
    }
    if (name == "board.svg") continue;
    ProgramRun without = command(piped({"-o", "none" + name}), kPosition);
    without.environment = {{"PATH", folder_.path().string()}};
    const ProgramResult result = run_program(without);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err,
              "sapper: rsvg-convert, which writes .pdf and .png, is not installed; on Debian: apt-get "
              "install librsvg2-bin\n");
  }
  EXPECT_EQ(refusal(piped({"-o", "board.gif"}), kPosition),
            "sapper: board.gif: expected a name that ends in .svg, .pdf or .png\n");
}

// rsvg-convert takes at most 32,767 pixels and 1,000,000 elements.
TEST_F(Analyze, DrawsLargeBoardsInEveryFormat) {
  SAPPER_LONG_TEST();
  const bool has_converter = is_installed("rsvg-convert");
  struct Large {
    int rows, cols;
    std::string file;
    std::string_view begin;
  };
  for (const auto& [rows, cols, name, begin] :
       {Large{1, 4096, "wide.svg", "<?xml"}, Large{1, 4096, "wide.png", "\x89PNG"},
        Large{4096, 1, "high.png", "\x89PNG"}, Large{1000, 1000, "large.pdf", "%PDF-"},
        Large{256, 256, "numbers.png", "\x89PNG"}}) {
    if (!has_converter && !name.ends_with(".svg")) continue;
    std::string position = fmt::format("mines {}\n", rows * cols / 5);
    for (int row = 0; row < rows; ++row) position += std::string(static_cast<std::size_t>(cols), '.') + '\n';
    const ProgramResult result = run_well(piped({"--no-moves", "--json", "-o", name}), position);
    const std::string note = fmt::format(
        "sapper: {}: drawn as a heat map, since a board of more than 256 rows or columns is too large for "
        "numbers\n",
        name);
    EXPECT_EQ(result.err, std::max(rows, cols) > 256 ? note : "");
    EXPECT_THAT(read(name), StartsWith(std::string(begin)));
  }
}

TEST_F(Analyze, ShowsWhatAProgramSaidInLines) {
  write_program("rsvg-convert", "#!/bin/sh\necho 'The image is too large.' >&2\necho Sorry. >&2\nexit 1\n");
  start_.environment = {{"PATH", folder_.path().string() + ":/usr/bin:/bin"}};
  const ProgramResult result = run(piped({"-o", "x.png"}), kPosition);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "sapper: rsvg-convert failed with status 1:\n  The image is too large.\n  Sorry.\n");
  EXPECT_FALSE(exists("x.png"));
}

TEST_F(Analyze, RefusesToExplainOtherCells) {
  for (const auto& [cell, wrong] :
       {std::pair<std::string, std::string>{"0,0",
                                            "that cell is not certain (P(mine) 0.5); expected one that is "
                                            "certainly safe or a mine"},
        {"0,1", "that cell is shown; expected a hidden one"},
        {"2,0", "expected ROW,COL from 0,0 to 1,4"},
        {"0", "expected ROW,COL from 0,0 to 1,4"},
        {"", "expected ROW,COL from 0,0 to 1,4"},
        {"a,b", "expected ROW,COL from 0,0 to 1,4"}}) {
    EXPECT_EQ(refusal(piped({"--explain", cell}), kPosition),
              "sapper: --explain is \"" + cell + "\"; " + wrong + "\n");
  }
}

TEST_F(Analyze, DrawsTheBoardWithoutColoursUnlessOnATerminal) {
  const ProgramResult result = run_well(piped({}), kPosition);
  EXPECT_THAT(
      result.out,
      StartsWith("    0    1    2    3    4\n0 50%    1    oA   1  50%\n1 50%    1    o    1  50%\n"));
  EXPECT_THAT(result.out, HasSubstr("consistent layouts 4\n"));
  EXPECT_THAT(result.out, HasSubstr("certainly safe     2: 0,2 1,2\n"));
  EXPECT_THAT(result.out, HasSubstr("random"));
  EXPECT_THAT(result.out, Not(HasSubstr("\x1b")));
}

// Into a pipe, too; an invalid width is ignored.
TEST_F(Analyze, FitsTextToTheColumnsAskedFor) {
  const auto widest = [&](const std::string& columns) {
    start_.environment = {{"COLUMNS", columns}, {"LC_ALL", "C"}};
    std::size_t most = 0;
    for (const std::string& line :
         lines_of(output_of({"analyze", SAPPER_DATA_DIR "/positions/expert_midgame.txt"})))
      most = std::max(most, line.size());
    return most;
  };
  const std::size_t unasked = widest("");
  EXPECT_GT(unasked, 80U) << "the board alone is wider";
  for (const char* const columns : {"wide", "0", "-50", "1e9"})
    EXPECT_EQ(widest(columns), unasked) << columns;
  for (const std::size_t columns : {50, 72}) EXPECT_LE(widest(std::to_string(columns)), columns);
}

TEST_F(Analyze, TrustsFlagsOnlyWhenTold) {
  const std::string flagged = "mines 2\nF1.1.\n.1.1.\n";
  EXPECT_EQ(json_of(piped({"--json"}), flagged).at("solutions"), "4");
  EXPECT_EQ(json_of(piped({"--json", "--trust-flags"}), flagged).at("solutions"), "2");
}

TEST_F(Analyze, RefusesAPositionThatNoLayoutFits) {
  EXPECT_THAT(
      refusal(piped({"--json"}), "mines 3\n..\n..\n31\n"),
      StartsWith("sapper: standard input:4:1: no layout of mines is consistent with this position: "));

  expect_refused(piped({}), "no layout of mines is consistent with this position: ", "mines 3\n0.\n..\n");
}

TEST_F(Analyze, GoesOnAfterALineThatIsWrong) {
  const std::string lines = std::string(kPositionLine) + "\n" +
                            R"({"rows":2,"cols":2,"mines":1,"cells":["3.",".."]})" + "\n" + kPositionLine +
                            "\nnonsense\n" + R"({"rows":2,"cols":2,)" + "\n" + kPositionLine + "\n" +
                            R"({"rows":2,)";
  const std::string sound = output_of(piped({"--json"}), kPosition);
  const auto error = [](const std::string& place, const std::string& reason) {
    return R"({"schema":"sapper-analysis/1","error":"standard input:)" + place + reason;
  };
  for (const std::string jobs : {"1", "3"}) {
    const ProgramResult result = run(piped({"--json", "--jobs", jobs}), lines);
    EXPECT_EQ(result.status, 2);
    const std::vector<std::string> answers = lines_of(result.out);
    ASSERT_EQ(answers.size(), 7U) << result.out;
    for (const std::size_t i : {0, 2, 5}) EXPECT_EQ(answers[i] + "\n", sound);
    EXPECT_THAT(answers[1],
                StartsWith(error("2:28", ": no layout of mines is consistent with this position: ")));
    EXPECT_THAT(answers[3], StartsWith(error("4:1", ": 'n' does not start a position")));
    EXPECT_THAT(answers[4], StartsWith(error("5:", "")));
    EXPECT_THAT(answers[6], StartsWith(error("7:", "")));
    EXPECT_THAT(result.err, StartsWith("sapper: standard input:2:28: "));
    EXPECT_EQ(count_of(result.err, "\n"), 4U) << result.err;
    for (const std::string& answer : answers) expect_valid(bj::parse(answer), "analysis");
  }
}

TEST_F(Analyze, RefusesBadPositionsInOneLine) {
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
    const ProgramResult result = run(piped({"--json"}), refusal.position);
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

// A number in every other cell of every other row: too many states to count, which is detected before they are stored.
TEST_F(Analyze, RefusesAPositionThatIsHardToCountInLittleMemory) {
  if (kDefaultTestPercent < 100) GTEST_SKIP() << "the memory of a sanitizer or a debug build says nothing";
  std::string position = "mines 3000\n";
  for (int row = 0; row < 14; ++row) {
    for (int col = 0; col < 1000; ++col) position += row % 2 == 1 && col % 2 == 1 ? '3' : '.';
    position += '\n';
  }
  const ProgramResult result = run(piped({}), position);
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("needs more than 20000000 states"));
  EXPECT_LT(result.max_memory_kb, 400 << 10);
}

// More than a pipe or a buffer holds, so that writing fails in the middle as well as at the end.
TEST_F(Analyze, EndsWhereItsOutputDoes) {
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += std::string(kPositionLine) + "\n";
  expect_end_with_output(sapper({"analyze", "--json", "-"}, lines));
}

TEST_F(Analyze, RefusesFilesThatCannotBeRead) {
  EXPECT_EQ(refusal({"analyze", "/no/such/position"}),
            "sapper: /no/such/position: cannot be read: No such file or directory\n");
  EXPECT_EQ(refusal({"analyze", "/"}), "sapper: /: is a folder; expected a file\n");
}

TEST_F(Analyze, ChoosesAPositionOfAFile) {
  const auto analyzed = [&](const std::string& file) {
    return run({"analyze", file, "--json", "--no-moves"});
  };
  write("two.txt", "mines 2\n.1.1.\n.1.1.\n\nmines 1\n...\n");
  EXPECT_THAT(analyzed("two.txt").err,
              HasSubstr("two.txt:5:1: a second position; the first begins in line 1"));
  EXPECT_THAT(analyzed("two.txt#1").out, HasSubstr(R"("rows":2,"cols":5,"mines":2)"));
  EXPECT_THAT(analyzed("two.txt#2").out, HasSubstr(R"("rows":1,"cols":3,"mines":1)"));
  EXPECT_EQ(analyzed("two.txt#3").err, "sapper: two.txt: holds 2 positions; there is no #3\n");
  write("two.jsonl", std::string(kPositionLine) + "\n" + R"({"rows":1,"cols":2,"mines":1,"cells":[".."]})");
  EXPECT_THAT(analyzed("two.jsonl#2").out, StartsWith(R"({"schema":"sapper-analysis/1","rows":1,"cols":2)"));
  EXPECT_EQ(analyzed("two.jsonl#3").err, "sapper: two.jsonl: holds 2 positions; there is no #3\n");
}

TEST_F(Analyze, TakesPositionsWithoutAMineCount) {
  // By the numbers alone: 4 layouts of two mines, and the two of the middle column, which has one mine.
  const std::string any = output_of(piped({"--json"}), "mines *\n.1.1.\n.1.1.\n");
  const bj::value root = bj::parse(any);
  expect_valid(root, "analysis");
  EXPECT_EQ(root.at("mines"), "*");
  EXPECT_EQ(root.at("solutions"), "6");
  EXPECT_THAT(any, HasSubstr(R"("safe":[],"mine":[])"));
  EXPECT_NEAR(root.at("p_mine").at(0).at(2).as_double(), 1 / 6.0, 1e-15);
  EXPECT_EQ(output_of(piped({"--json"}), R"({"rows":2,"cols":5,"mines":"*","cells":[".1.1.",".1.1."]})"),
            any);
  EXPECT_EQ(output_of(piped({"--json"}), "density 0.5\n.1.1.\n.1.1.\n"), any);

  // A layout of one mine weighs (1 - p) / p times as much as one of two: 4 against 1.
  const bj::value weighted = bj::parse(output_of(piped({"--json"}), "density 0.2\n.1.1.\n.1.1.\n"));
  expect_valid(weighted, "analysis");
  EXPECT_EQ(weighted.at("density"), 0.2);
  EXPECT_NEAR(weighted.at("p_mine").at(0).at(2).as_double(), 4 / 12.0, 1e-15);
  EXPECT_THAT(output_of(piped({}), "density 0.2\n.1.1.\n.1.1.\n"),
              HasSubstr("square, mines of density 0.2, 6 hidden cells\n"));
  EXPECT_THAT(output_of(piped({}), "mines *\n.1.1.\n"),
              HasSubstr("square, any number of mines, 3 hidden cells\n"));

  EXPECT_EQ(refusal(piped({}), "density 1\n..\n"),
            "sapper: standard input:1:9: '1' is not a density; a number between 0 and 1 is needed, both "
            "exclusive\n");
  EXPECT_THAT(refusal(piped({}), "mines *\ndensity 0.2\n..\n"), HasSubstr("standard input:2:1: `density`"));
  EXPECT_THAT(refusal(piped({}), R"({"rows":1,"cols":1,"mines":1,"density":0.2,"cells":["."]})"),
              HasSubstr("density is given besides \"mines\""));
  // The other cell of two is a mine with probability 0.2, whatever this one is.
  const bj::value dug = bj::parse(output_of(piped({"--json", "--what-if", "0,0"}), "density 0.2\n..\n"));
  expect_valid(dug, "analysis");
  const bj::array& numbers = dug.at("what_if").at("numbers").as_array();
  ASSERT_EQ(numbers.size(), 2U);
  EXPECT_NEAR(numbers[0].at("probability").as_double(), 0.64, 1e-12);
  EXPECT_NEAR(numbers[1].at("probability").as_double(), 0.16, 1e-12);
  EXPECT_THAT(output_of(piped({"--explain", "0,2"}), "mines *\n.1.\n1..\n01.\n"), HasSubstr("0,2 is"));
  EXPECT_THAT(refusal(piped({}), "mines *\n2.\n"), HasSubstr("standard input:2:1: a 2 in row 0"));
}

TEST_F(Analyze, TakesPositionsOnGraphs) {
  write("path.json", R"({"schema": "sapper-graph/1", "sees": [[1], [0, 2], [1, 3], [2]]})");
  write("p.json", R"({"graph": "path.json", "mines": 1, "shown": [null, 1, null, null]})");
  const std::string out = output_of({"analyze", "p.json", "--json"});
  expect_valid(bj::parse(out), "analysis");
  const bj::value asked =
      bj::parse(output_of({"analyze", "p.json", "--json", "--what-if", "2", "--explain", "3"}));
  expect_valid(asked, "analysis");
  EXPECT_EQ(bj::serialize(asked.at("what_if")),
            R"({"cell":2,"numbers":[{"number":0,"probability":5E-1,"p_mine":[1,null,null,0],)"
            R"("safe":[3],"mine":[0]}]})");
  EXPECT_EQ(bj::serialize(asked.at("explain").at("numbers")), "[1]");
  EXPECT_EQ(asked.at("explain").at("by"), "mine_count");
  EXPECT_EQ(asked.at("moves").at("min_risk").at("cell"), 3);
  EXPECT_THAT(output_of({"analyze", "p.json", "--what-if", "2", "--explain", "3"}),
              AllOf(StartsWith("3 is safe: 1 number and the mine count prove it: 1 (1)\n  1 shows 1: "),
                    HasSubstr("\n  min_risk   digs       3, P(mine) 0          (csp)\n"),
                    HasSubstr("\ndigging 2 (P(mine) 0.5)\n  shows 0 with 0.5: then certainly safe 1, "
                              "certainly mines 1\n")));
  EXPECT_THAT(output_of({"analyze", "p.json", "--what-if", "9"}),
              HasSubstr("digging 9: the cell is not on the board, whose cells are 0 to 3\n"));
  expect_refused({"analyze", "p.json", "--explain", "1,1"}, "expected a cell from 0 to 3");
  expect_refused({"analyze", "p.json", "--what-if", "x"},
                 "expected a cell, a whole number from 0 to 16777215");
  EXPECT_THAT(out, StartsWith(R"({"schema":"sapper-analysis/1","cells":4,"mines":1,"solutions":"2",)"));
  EXPECT_THAT(out, HasSubstr(R"("p_mine":[0.5,null,0.5,0],"safe":[3],"mine":[],"components":)"
                             R"([{"cells":[0,2],"constraints":[1],"solutions":"2",)"));
  EXPECT_EQ(output_of(piped({"--json"}),
                      R"({"sees": [[1], [0, 2], [1, 3], [2]], "mines": 1, "shown": [null, 1, null, null]})"),
            out);
  EXPECT_THAT(output_of({"analyze", "p.json"}),
              StartsWith("4 cells, 1 mine, 3 hidden cells\nconsistent layouts 2\ncertainly safe     1: 3\n"
                         "certainly mines    0\nP(mine) of others  0: 0.5; 2: 0.5\n"));
  const bj::value any = bj::parse(output_of(
      piped({"--json"}), R"({"graph": "path.json", "density": 0.25, "shown": [null, 1, null, null]})"));
  expect_valid(any, "analysis");
  EXPECT_EQ(any.at("p_mine").at(3), 0.25);

  const auto refused = [&](const std::string& members) {
    return refusal(piped({}), R"({"sees": [[1], [0]], )" + members + "}");
  };
  EXPECT_EQ(
      refused(R"("mines": 0, "shown": [1, null])"),
      "sapper: standard input:1:31: no layout of mines is consistent with this position: the mine count 0 "
      "cannot be met: the shown numbers need at least 1\n");
  EXPECT_EQ(
      refused(R"("mines": "*", "shown": [1, 0])"),
      "sapper: standard input:1:46: no layout of mines is consistent with this position: the number 1 at 0 "
      "(cells from 0) cannot be met\n");
  EXPECT_THAT(refused(R"("mines": 1, "shown": [2, null])"),
              HasSubstr("shown[0] is 2; expected a whole number from 0 to 1"));
  EXPECT_THAT(refused(R"("mines": 1, "shown": [1])"),
              HasSubstr("shown has 1 value, but the graph has 2 cells"));
  EXPECT_THAT(refused(R"("graph": "path.json", "mines": 1, "shown": [1, 0])"),
              HasSubstr("graph is given besides"));
  EXPECT_THAT(refusal({"analyze", "p.json", "-o", "p.svg"}),
              HasSubstr("p.json:1:33: a graph without \"places\""));
  EXPECT_THAT(refusal(piped({}), R"({"graph": "none.json", "mines": 1, "shown": [1]})"),
              HasSubstr("standard input:1:11: graph is \"none.json\"; expected the name of a file"));
}

TEST_F(Analyze, TakesPositionsOnLattices) {
  // On the three sides of a triangle.
  const std::string out = output_of(piped({"--json"}), "mines 1\ntopology triangle3\n..1.\n....\n");
  const bj::value root = bj::parse(out);
  expect_valid(root, "analysis");
  EXPECT_EQ(root.at("topology"), "triangle3");
  EXPECT_EQ(bj::serialize(root.at("components").at(0).at("cells")), "[[0,1],[0,3],[1,2]]");
  EXPECT_EQ(root.at("solutions"), "3");
  EXPECT_EQ(root.at("p_mine").at(0).at(2), nullptr);
  EXPECT_EQ(
      output_of(
          piped({"--json"}),
          R"({"rows":2,"cols":4,"mines":1,"topology":"triangle3","cells":[[null,null,1,null],"...."]})"),
      out);
  EXPECT_THAT(output_of(piped({}), "mines 1\ntopology triangle3\n..1.\n....\n"),
              StartsWith("2 x 4 triangle3, 1 mine, 7 hidden cells\nconsistent layouts 3\n"));
  EXPECT_THAT(output_of(piped({"--trust-flags"}), "mines 1\ntopology triangle3\n.F1.\n....\n"),
              HasSubstr("certainly mines    1: 0,1\n"));

  const std::string cube = "mines *\ntopology cube26\n...\n...\n...\n...\n.q.\n...\n...\n...\n...\n";  // 26
  const bj::value mines = bj::parse(output_of(piped({"--json"}), cube));
  expect_valid(mines, "analysis");
  EXPECT_EQ(mines.at("layers"), 3);
  EXPECT_EQ(mines.at("mine").as_array().size(), 26U);
  EXPECT_EQ(bj::serialize(mines.at("mine").at(0)), "[0,0,0]");
  EXPECT_EQ(bj::serialize(mines.at("p_mine").at(1).at(1)), "[1,null,1]");

  // A file, and squares like those of the planes.
  write("row.json",
        R"({"schema": "sapper-lattice/1", "name": "row", "unit": [1, 1], "sees": [[[0, 1, 0]]]})");
  write("p.json",
        R"({"rows": 1, "cols": 3, "mines": 1, "topology": {"file": "row.json"}, "cells": [".1."]})");
  EXPECT_THAT(output_of({"analyze", "p.json", "--json"}),
              HasSubstr(R"("topology":"row","mines":1,"solutions":"1")"));
  const auto analyzed = [&](const std::string& topology) {
    return bj::parse(output_of(
        piped({"--json", "--no-moves"}),
        R"({"rows":2,"cols":5,"mines":2,"topology":)" + topology + R"(,"cells":[".1.1.",".1.1."]})"));
  };
  EXPECT_EQ(bj::serialize(analyzed(R"({"name":"square"})").at("p_mine")),
            bj::serialize(analyzed(R"("square")").at("p_mine")));

  EXPECT_THAT(
      refusal(piped({}), "mines 1\ntopology triangle3\n.4\n"),
      HasSubstr("standard input:3:2: a 4 at 0,1 (from 0), where a cell has 1 neighbour; 0 to 1 is possible"));
  EXPECT_THAT(refusal(piped({}), "mines 1\ntopology triangel\n..\n"),
              HasSubstr("standard input:2:10: 'triangel' is not a topology; known: apart2, cairo,"));
  const bj::value torus = analyzed(R"({"name":"square","joined":["rows","cols"]})");
  expect_valid(torus, "analysis");
  EXPECT_EQ(bj::serialize(torus.at("topology")), R"({"name":"square","joined":["rows","cols"]})");
  EXPECT_THAT(
      refusal(piped({}), "mines 1\ntopology cube6\n1.\n..\n..\n"),
      HasSubstr("standard input:2:10: 3 rows are not as many layers as rows in each; expected `layers N`"));
  EXPECT_THAT(refusal(piped({}), "mines 1\ntopology cube6\nlayers 2\n..\n..\n..\n"),
              HasSubstr("3 rows, which is not a multiple of 2 layers"));
  EXPECT_THAT(refusal(piped({}), "mines 1\nlayers 2\n..\n..\n"),
              HasSubstr("`layers` is for lattices that have them"));
  EXPECT_THAT(refusal(piped({}), "mines 2\ntopology cairo\n7..\n...\n"),
              HasSubstr("standard input:3:1: a 7 at 0,0"));
  EXPECT_THAT(output_of(piped({"--explain", "0,0,1", "--no-moves"}),
                        "mines 1\ntopology cube6\nlayers 2\n1.\n..\n..\n0.\n"),
              HasSubstr("0,0,1 is"));
  EXPECT_THAT(refusal(piped({"--what-if", "0,0"}), "mines 1\ntopology cube6\nlayers 2\n1.\n..\n..\n..\n"),
              HasSubstr("expected LAYER,ROW,COL, three whole numbers from 0 to 4095"));
}

TEST_F(Analyze, DrawsLatticesAndGraphs) {
  const auto count = [](const std::string& text, const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  run_well(piped({"-o", "t.svg"}), "mines 1\ntopology triangle3\n..1.\n....\n");
  const std::string triangles = read("t.svg");
  EXPECT_EQ(count(triangles, "<g><path d=\"M"), 8U);
  EXPECT_EQ(count(triangles, "P(mine) 0.333333<"), 3U);
  EXPECT_EQ(count(triangles, ">33</text>"), 3U);
  for (const char* const end : {"title", "text"})
    EXPECT_THAT(triangles, HasSubstr(std::string(">2 x 4 triangle3, 1 mine, 7 hidden cells</") + end + '>'));
  EXPECT_THAT(triangles, HasSubstr(">In hidden cells: P(mine) in percent; ring: safe; dot: a</text>"));
  run_well(
      piped({"-o", "g.svg"}),
      R"({"sees": [[1], [0, 2], [1]], "places": [[0, 0], [1, 0], [1, 1]], "mines": 1, "shown": [1, null, null]})");
  const std::string path = read("g.svg");
  EXPECT_EQ(count(path, "<g><circle"), 3U);
  EXPECT_EQ(count(path, "<path d=\"M"), 2U);  // each edge once
  run_well(
      piped({"-o", "e.svg", "--explain", "1"}),
      R"({"sees": [[1], [0, 2], [1]], "places": [[0, 0], [1, 0], [1, 1]], "mines": 1, "shown": [1, null, null]})");
  EXPECT_THAT(read("e.svg"), HasSubstr("(circled)</text>"));
  EXPECT_THAT(refusal(piped({"-o", "h.svg"}), R"({"sees": [[1], [0]], "mines": 1, "shown": [1, null]})"),
              HasSubstr("a graph without \"places\""));
  EXPECT_THAT(refusal(piped({"-o", "h.svg"}),
                      R"({"rows": 2, "cols": 1, "mines": 1, "cells": [".", "."], "topology": "cube6"})"),
              HasSubstr("cells has 2 rows, but \"rows\" times \"layers\" is 4"));
}

// Line ends of any system and a byte order mark change nothing.
TEST_F(Analyze, ReadsTextOfAnySystem) {
  const std::string sound = output_of(piped({"--json"}), kPosition);
  const std::string mark = "\xEF\xBB\xBF";
  for (const std::string& text : {std::string(kPosition), mark + kPosition,
                                  std::regex_replace(std::string(kPosition), std::regex("\n"), "\r"),
                                  std::regex_replace(std::string(kPosition), std::regex("\n"), "\r\n"),
                                  mark + kPositionLine, mark + " \r" + kPositionLine + "\r"}) {
    EXPECT_EQ(output_of(piped({"--json"}), text), sound) << text;
    write("p", text);
    EXPECT_EQ(output_of({"analyze", "p", "--json"}), sound) << text;
  }
  const ProgramResult joined = run(piped({"--json"}), mark + kPositionLine + "\n" + mark + kPositionLine);
  EXPECT_EQ(joined.out, sound + sound);
  const std::string wrong = mark + kPositionLine + "\r\n{\"rows\":-1}";
  EXPECT_THAT(run(piped({"--json"}), wrong).err, HasSubstr("standard input:2:9: rows is -1"));
}

TEST_F(Analyze, AnalysesEveryShippedPosition) {
  int positions = 0;
  for (const auto& entry : fs::directory_iterator(SAPPER_DATA_DIR "/positions")) {
    run_well({"analyze", entry.path().string(), "--json"});
    ++positions;
  }
  EXPECT_GT(positions, 0);
}

}  // namespace
}  // namespace sapper::tests

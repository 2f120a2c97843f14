// Each study, a hundredth of its games (of the slowest, one of each case), through to its figure, by the script that
// `./dev study` calls; that each has its page; and that pages agree on the figures that they share.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

const fs::path kStudiesData = SAPPER_DATA_DIR;

// Configs, and figures that are drawn from tables of pages.
std::vector<std::string> studies() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(kStudiesData / "experiments" / "studies"))
    names.insert(entry.path().stem().string());
  for (const auto& entry : fs::directory_iterator(kStudiesData / "studies" / "plots"))
    if (entry.path().extension() == ".gp" && entry.path().stem() != "style")
      names.insert(entry.path().stem().string());
  return {names.begin(), names.end()};
}

// All that the pages in data/studies say.
std::string pages() {
  std::string text;
  for (const auto& entry : fs::directory_iterator(kStudiesData / "studies"))
    if (entry.path().extension() == ".md") text += content_of(entry.path());
  return text;
}

class Study : public ProgramTest, public testing::WithParamInterface<std::string> {
 protected:
  static fs::path config() { return kStudiesData / "experiments" / "studies" / (GetParam() + ".json"); }
};
INSTANTIATE_TEST_SUITE_P(All, Study, testing::ValuesIn(studies()),
                         [](const auto& test) { return test.param; });

TEST_P(Study, PlaysThroughToItsFigure) {
  std::vector<std::string> games;
  if (fs::exists(config())) {
    const bj::value read = load_json(config());
    expect_valid(read, "config");
    EXPECT_EQ(std::string(read.at("name").as_string()), GetParam());
    const bool is_slow = GetParam() == "phase_transition_large" || GetParam() == "first_click_expert" ||
                         GetParam() == "cost" || GetParam() == "lattices";
    if (is_slow && kDefaultTestPercent < 100)
      GTEST_SKIP() << "a sanitizer takes a minute for a game of each case";
    games = {"--quiet", "--games",
             std::to_string(is_slow ? 1 : std::max<std::int64_t>(read.at("games").as_int64() / 100, 1))};
  }
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  if (GetParam() == "lattices" && !is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const Words words{SAPPER_PROGRAM, GetParam(), path("a folder").string(), path("a figure.svg").string()};
  const ProgramResult drawn = run_program(
      {.program = (kStudiesData / "studies" / "play").string(), .arguments = joined(words, games)});
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(drawn.err, Not(HasSubstr("warning"))) << "of gnuplot";
  EXPECT_THAT(read("a figure.svg"), HasSubstr("</svg>"));
}

TEST_P(Study, HasAPageWithItsCommandAndItsFigure) {
  const std::string text = pages();
  EXPECT_THAT(text, HasSubstr("./dev study " + GetParam()));
  EXPECT_THAT(text, HasSubstr("(figures/" + GetParam() + ".svg)"));
  EXPECT_TRUE(fs::exists(kStudiesData / "studies" / "figures" / (GetParam() + ".svg")));
}

// Without playing; tests/python/test_studies.py tests the script.
TEST(StudyPages, AgreeAndSayWhereTheirFiguresAreFrom) {
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  const ProgramResult check = run_program(
      {.program = "/usr/bin/env",
       .arguments = {"python3", "-B", (kStudiesData / "studies" / "check.py").string(), "--static"}});
  EXPECT_EQ(check.status, 0) << check.out << check.err;
  EXPECT_THAT(check.err, HasSubstr("figures compared"));
}

class StudyTable : public ProgramTest {
 protected:
  // What the script makes of the file `input`.
  ProgramResult table_of(const std::string& script, const std::string& input) const {
    write("input", input);
    return run_shell("awk -f '" + (kStudiesData / "studies" / "plots" / script).string() + "' input");
  }
};

// Five games of one 3BV, of which two are won: Wilson's interval of 2 of 5 is 11.76 to 76.93 % (R, prop.test without
// continuity correction).
TEST_F(StudyTable, CountsGamesBy3bv) {
  std::string records;
  for (const char* won : {"true", "false", "true", "false", "false"})
    records += std::string(R"({"case":0,"game":1,"won":)") + won + R"(,"bv3":7,"openings":3})" + "\n";
  records += R"({"case":1,"game":0,"won":true,"bv3":2})"
             "\n"
             R"({"case":1,"game":1,"won":true,"bv3":12})"
             "\n";
  const ProgramResult table = table_of("by_3bv.awk", records);
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_THAT(table.out, HasSubstr("\n7 7 5 100 40 11.762 76.928\n\n\n")) << table.out;
  // 3BV 2 and 12, deviation 5: ranges of 3 (2.5 rounded up) from 0 on.
  EXPECT_THAT(table.out, HasSubstr("\n0 2 1 16.667 100 "));
  EXPECT_THAT(table.out, HasSubstr("\n12 14 1 16.667 100 "));
  EXPECT_EQ(table_of("by_3bv.awk", "{\"case\":0}\n").status, 1);
}

TEST_F(StudyTable, FindsTheFrontierOfStrengthAndSpeed) {
  const std::string head = "# Strength\n\n| | opening | safe | speed |\n|---|---|---|---|\n";
  const ProgramResult table =
      table_of("strength.awk", head +
                                   "| `a` | 50.5 ± 0.5 | 40 ± 1 | 1,000; safe start 2,000 |\n"
                                   "| Theirs (2017) | 50 | 39 | 900 |\n"
                                   "| `b` | 51 to 53 | 41 ± 1 | 10 to 30 |\n\n## More\n\n| x | y |\n");
  EXPECT_EQ(table.status, 0) << table.err;
  EXPECT_EQ(
      table.out,
      "1000 1000 1000 50.5 50 51 0 \"a\"\n900 900 900 50 50 50 1 \"Theirs\"\n20 10 30 52 51 53 0 \"b\"\n\n\n"
      "2000 2000 2000 40 39 41 0 \"a\"\n900 900 900 39 39 39 1 \"Theirs\"\n20 10 30 41 40 42 0 \"b\"\n\n\n"
      "1000 50.5\n20 52\n\n\n2000 40\n20 41\n");
  const ProgramResult odd = table_of("strength.awk", head + "| `a` | many | 40 | 1 |\n");
  EXPECT_EQ(odd.status, 1);
  EXPECT_THAT(odd.err, HasSubstr("expected a figure, not ' many '"));
}

}  // namespace
}  // namespace sapper::tests

// `sapper compare REPORT PUBLISHED.json`: which figures belong together, and their z by hand.
#include <cmath>
#include <regex>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class ComparePublished : public ProgramTest {
 protected:
  // Plays a config's games into r.json.
  void play(const std::string& members) const {
    write_config("c.json", R"("seed": 4, )" + members);
    run_well({"run", "c.json", "-o", "r.json", "--force", "--quiet"});
  }
  bj::array compared(const std::string& published, const Words& more = {}) const {
    const bj::value comparison = json_of(joined({"compare", "r.json", published, "--json"}, more));
    expect_valid(comparison, "compare_published");
    return comparison.at("comparisons").as_array();
  }
  std::string compare_refusal(const std::string& published, const Words& more = {}) const {
    return refusal(joined({"compare", "r.json", published}, more));
  }
};

constexpr const char* kPublished = SAPPER_DATA_DIR "/reference/published.json";
constexpr const char* kFirstMoves = SAPPER_DATA_DIR "/reference/first_moves.json";

// False alarms: two figures at |z| > 4.5, one in 70,000 over all seeds.
TEST_F(ComparePublished, PseqWinsAsPublished) {
  play(R"("games": 12000, "boards": [{"rows": 8, "mines": 10}],
          "first_click": [{"rule": "safe", "cell": [0, 7]}, {"rule": "opening", "cell": [2, 2]}],
          "strategies": ["pseq", "csp"])");
  const bj::array rows = compared(kPublished);
  ASSERT_EQ(rows.size(), 2U);
  const bj::value report = read_json("r.json");
  for (std::size_t i = 0; i < 2; ++i) {
    const bj::value& row = rows[i];
    const bj::value& result = report.at("results").at(2 * i);
    EXPECT_EQ(row.at("strategy"), "pseq");
    EXPECT_EQ(row.at("player"), "pseq");
    EXPECT_EQ(row.at("win_rate"), result.at("win_rate_adjusted"));
    // The README of MineSweeperProb has these figures.
    const double published = i == 0 ? 0.816351 : 0.901456;
    const double published_error = i == 0 ? 0.000034 : 0.000026;
    EXPECT_NEAR(row.at("published").as_double(), published, 1e-9);
    const double half_width =
        (result.at("adjusted_ci_high").as_double() - result.at("adjusted_ci_low").as_double()) / 2;
    const double z = (result.at("win_rate_adjusted").as_double() - published) /
                     std::sqrt(half_width * half_width + published_error * published_error) * 1.959963985;
    EXPECT_NEAR(row.at("z").as_double(), z, 1e-6);
    EXPECT_LT(std::abs(z), 4.5);
    EXPECT_NEAR(row.at("p_value").as_double(), std::erfc(std::abs(z) / std::sqrt(2.0)), 1e-6);
  }
}

TEST_F(ComparePublished, SettingsAndNamesSayWhichPlayerIsMeant) {
  play(R"("games": 40, "boards": [{"level": "Expert"}, {"rows": 9, "mines": 10}],
          "first_click": {"rule": "safe", "cell": "corner"},
          "strategies": ["pseq", {"name": "pseq", "endgame_layouts": 256, "label": "exact end"}, "min_risk"])");
  const bj::array rows = compared(kPublished);
  ASSERT_EQ(rows.size(), 4U);
  EXPECT_EQ(rows[1].at("strategy"), "exact end");
  EXPECT_EQ(rows[1].at("player"), "pseq_d256");
  EXPECT_NEAR(rows[1].at("published").as_double(), 0.400468, 1e-9);
  const bj::array others = compared(kPublished, {"--strategies", "min_risk,David Hill's Java solver"});
  ASSERT_EQ(others.size(), 1U) << "no 9 x 9 board of his";
  EXPECT_EQ(others[0].at("case_name"), "Expert (16 x 30, 99 mines)");
  EXPECT_THAT(compare_refusal(kPublished, {"--strategies", "min_risk,nobody"}),
              HasSubstr("David Hill's Java solver"));
}

// A map gives the mean over cells that are alike: on 8 x 8 boards there are 8 of them, 4 on the diagonals.
TEST_F(ComparePublished, MapsAreAveragedOverCellsThatAreAlike) {
  play(R"("games": 8, "boards": [{"rows": 8, "mines": 10}, {"level": "Expert"}],
          "first_click": {"rule": "safe", "cell": "all"}, "strategies": ["pseq"])");
  const bj::array rows = compared(kFirstMoves);
  ASSERT_EQ(rows.size(), 10U + 8 * 15);
  const bj::value file = bj::parse(content_of(kFirstMoves));
  const bj::value& win = file.at("maps").at(0).at("win");
  const bj::value& pm = file.at("maps").at(0).at("pm");
  double sum = 0;
  double squares = 0;
  for (const auto& [row, col] : {std::pair(0, 1), {1, 0}, {0, 6}, {6, 0}, {7, 1}, {1, 7}, {7, 6}, {6, 7}}) {
    sum += win.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col)).as_double() / 800;
    squares +=
        std::pow(pm.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col)).as_double(), 2);
  }
  EXPECT_NEAR(rows[1].at("published").as_double(), sum, 1e-9);
  EXPECT_NEAR(rows[1].at("published_half_width").as_double(), std::sqrt(squares) / 800, 1e-9);
  EXPECT_EQ(rows[1].at("case_name"), "8 x 8, 10 mines, safe at row,col 0,1");
  const bj::value& expert = file.at("maps").at(4).at("win");
  EXPECT_NEAR(rows[10 + 15 * 7 + 14].at("published").as_double(), expert.at(7).at(14).as_double() / 100,
              1e-9);
}

TEST_F(ComparePublished, PrintsATableAndWhatItSays) {
  play(R"("games": 300, "boards": [{"rows": 8, "mines": 10}], "strategies": ["pseq"],
          "first_click": {"rule": "safe", "cell": [0, 0]})");
  const ProgramResult result = run_well({"compare", "r.json", kPublished});
  EXPECT_THAT(result.out, HasSubstr("81.6351"));
  EXPECT_THAT(result.out, HasSubstr("1 figure: 1 tested; |z|"));
  EXPECT_THAT(std::regex_replace(result.out, std::regex("\\s+"), " "),
              HasSubstr("none of these differs by Holm's test"));
  EXPECT_THAT(result.out, Not(HasSubstr("could not be tested")));
}

// A figure without an interval is taken as exact: its z is that of the report's own interval.
TEST_F(ComparePublished, TestsFiguresWithoutAnIntervalByItsOwn) {
  play(R"("games": 300, "boards": [{"rows": 8, "mines": 10}], "strategies": ["pseq"],
          "first_click": {"rule": "safe", "cell": [0, 0]})");
  const std::string row = R"({"board": "8x8x10", "rule": "safe", "cell": [0, 0], "pseq": 60)";
  write("p.json", R"({"schema": "sapper-published/1", "win_rates_percent": [{"source": "x", "rows": [)" +
                      row + R"(, "pm": 0.5}, )" + row + "}]}]}");
  expect_valid(read_json("p.json"), "published");
  const bj::array rows = compared("p.json");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[1].at("published_half_width").is_null());
  const auto z_of = [&](double published_half_width) {
    const bj::value report = read_json("r.json");
    const bj::value& result = report.at("results").at(0);
    const double own =
        (result.at("adjusted_ci_high").as_double() - result.at("adjusted_ci_low").as_double()) / 2;
    return (result.at("win_rate_adjusted").as_double() - 0.6) / std::hypot(own, published_half_width) *
           1.959963985;
  };
  EXPECT_NEAR(rows[0].at("z").as_double(), z_of(0.005), 1e-6);
  EXPECT_NEAR(rows[1].at("z").as_double(), z_of(0), 1e-6);
  const std::string text =
      std::regex_replace(run_well({"compare", "r.json", "p.json"}).out, std::regex("\\s+"), " ");
  EXPECT_THAT(text,
              HasSubstr("2 figures: 2 tested, 1 by the interval here alone, as none was published; |z|"));
  // A map likewise.
  write("map.json", R"({"source": "x", "maps": [{"rows": 8, "cols": 8, "mines": 10, "rule": "safe",
      "strategy": "pseq", "win": [[60]]}]})");
  expect_valid(read_json("map.json"), "published");
  EXPECT_EQ(compared("map.json").at(0).at("z"), rows[1].at("z"));
}

// Figures without a result are named; percentages have as many decimals as the published ones.
TEST_F(ComparePublished, NamesFiguresWithoutAResult) {
  play(R"("games": 40, "boards": [{"rows": 8, "mines": 10}], "strategies": ["min_risk"],
          "first_click": {"rule": "safe", "cell": [0, 0]})");
  const auto write_rows = [&](const std::string& rows) {
    write("p.json", R"({"win_rates_percent": [{"source": "My solver, 2025", "rows": [
        {"board": "8x8x10", "rule": "safe", "cell": [0, 0], "min_risk": 20.5},
        {"board": "8x8x10", "rule": "safe", "cell": [0, 0], "csp": 70})" +
                        rows + "]}]}");
  };
  const auto text = [&](const Words& more = {}) {
    return std::regex_replace(run_well(joined({"compare", "r.json", "p.json"}, more)).out, std::regex("\\s+"),
                              " ");
  };
  write_rows("");
  EXPECT_THAT(text(), AllOf(HasSubstr(" 20.50 +"), HasSubstr("; 1 differs by Holm's test"),
                            HasSubstr("1 figure without a result in the report: csp on 8x8x10, ")));
  write_rows(R"(, {"board": "8x8x11", "rule": "safe", "cell": "corner", "win": 88.9},
      {"board": "16x16x41", "rule": "opening", "cell": [3, 3], "min_risk": 1})");
  EXPECT_THAT(text(), HasSubstr("3 figures without a result in the report: csp on 8x8x10, safe at row,col "
                                "0,0; My solver on 8x8x11, safe at row,col 0,0; min_risk on 16x16x41, "
                                "opening at row,col 3,3 "));
  const bj::value json = json_of({"compare", "r.json", "p.json", "--json"});
  expect_valid(json, "compare_published");
  EXPECT_EQ(json.at("without_result").as_array().size(), 3U);
  EXPECT_EQ(json.at("without_result").at(1).at("board"), "8x8x11");
  EXPECT_THAT(text({"--strategies", "min_risk,csp"}), Not(HasSubstr("without a result")));
  std::string many;
  for (int i = 0; i < 7; ++i) many += R"(, {"board": "9x9x9", "rule": "safe", "cell": [0, 0], "win": 1})";
  write_rows(many);
  EXPECT_THAT(text(), HasSubstr("8 figures without a result in the report: "));
  EXPECT_THAT(text(), HasSubstr("; and 3 more "));
}

// The schema describes the shipped files, and the page's example is read.
TEST_F(ComparePublished, ReadsFilesOfItsSchema) {
  for (const char* const file : {kPublished, kFirstMoves}) expect_valid(load_json(file), "published");
  play(R"("games": 20, "boards": [{"rows": 8, "mines": 10}, {"level": "Expert"}], "strategies": ["min_risk"],
          "first_click": {"rule": "safe", "cell": [0, 0]})");
  const std::string page = content_of(SAPPER_DATA_DIR "/published.md");
  const std::size_t begin = page.find("    {\n"), end = page.find("\n    }\n", begin);
  ASSERT_NE(end, std::string::npos);
  write("mine.json", page.substr(begin, end + 7 - begin));
  expect_valid(read_json("mine.json"), "published");
  EXPECT_EQ(compared("mine.json").size(), 1U);
  EXPECT_EQ(compared("mine.json", {"--strategies", "min_risk,My solver"}).size(), 1U);
  write("other.json", R"({"schema": "sapper-published/2", "win_rates_percent": []})");
  EXPECT_EQ(run({"compare", "r.json", "other.json"}).status, 2);
}

TEST_F(ComparePublished, SaysWhatItCannotCompare) {
  play(R"("games": 20, "boards": [{"rows": 8, "mines": 10}], "strategies": ["csp"],
          "first_click": {"rule": "safe", "cell": [0, 0]})");
  EXPECT_THAT(compare_refusal(kPublished), HasSubstr("pseq_d256"));
  EXPECT_THAT(compare_refusal(kPublished, {"--games", "a.jsonl", "b.jsonl"}), HasSubstr("no records"));
  const auto refused = [&](const std::string& row) {
    return compare_refusal(
        write("p.json", R"({"win_rates_percent": [{"source": "x", "rows": [)" + row + "]}]}"));
  };
  EXPECT_THAT(refused(R"({"board": "8x8", "rule": "safe", "cell": [0,0], "win": 1})"), HasSubstr("8x8x10"));
  EXPECT_THAT(refused(R"({"board": "8x8x10", "rule": "save", "cell": [0,0], "win": 1})"), HasSubstr("safe"));
  EXPECT_THAT(refused(R"({"board": "8x8x10", "rule": "safe", "cell": [0,8], "win": 1})"),
              HasSubstr("p.json:1:"));
  EXPECT_THAT(refused(R"({"board": "8x8x10", "rule": "safe", "cell": [0,0], "win": 101})"), HasSubstr("100"));
  EXPECT_THAT(refused(R"({"board": "8x8x64", "rule": "safe", "cell": [0,0], "win": 10})"),
              HasSubstr("8x8x10"));
}

// What is written wrongly in a file of published numbers must not be left out of the verdict.
TEST_F(ComparePublished, RefusesUnknownKeysAndPlayers) {
  play(R"("games": 20, "boards": [{"rows": 8, "mines": 10}], "strategies": ["pseq"],
          "first_click": {"rule": "safe", "cell": [0, 0]})");
  const auto refused = [&](const std::string& content) { return compare_refusal(write("p.json", content)); };
  const auto row = [&](const std::string& members) {
    return refused(R"({"win_rates_percent": [{"source": "x", "rows": [
{"board": "8x8x10", "rule": "safe", "cell": [0, 0], "pseq": 81, )" +
                   members + "}]}]}");
  };
  EXPECT_THAT(
      row(R"("pesq": 82)"),
      HasSubstr("p.json:2:65: win_rates_percent[0].rows[0].pesq is not a known key; did you mean \"pseq\"?"));
  EXPECT_THAT(row(R"("pseq_d": 82)"), HasSubstr("pseq_d is not a known key"));
  EXPECT_THAT(row(R"("pseq_dN": 82)"), HasSubstr("pseq_dN is not a known key"));
  EXPECT_THAT(row(R"("pm_d256": 0.1)"), HasSubstr("pm_d256 is the half-width of no figure of this row"));
  EXPECT_THAT(row(R"("csp": 70, "pm": 0.1)"), HasSubstr("pm may be the half-width of several figures"));
  EXPECT_THAT(row(R"("win": 70, "pm": 0.1)"), HasSubstr("pm may be the half-width of several figures"));
  EXPECT_THAT(row(R"("note": "?")"), HasSubstr("note is not a known key"));
  EXPECT_THAT(refused(R"({"win_rates_percent": [{"source": "x", "rows": [{"board": "8x8x10", "rule": "safe",
"cell": [0, 0]}]}]})"),
              HasSubstr("rows[0] holds no win rate"));
  EXPECT_THAT(refused(R"({"win_rates_percent": [{"source": "x", "base": 1, "rows": []}]})"),
              HasSubstr("p.json:1:40: win_rates_percent[0].base is not a known key; "));
  EXPECT_THAT(refused(R"({"win_rates_percent": [], "map": []})"), HasSubstr("did you mean \"maps\"?"));
  const auto map = [&](const std::string& members) {
    return refused(R"({"source": "x y, z", "maps": [{"rows": 1, "cols": 2, "mines": 1, "rule": "safe",
"win": [[50, 50]], "pm": [[1, 1]])" +
                   members + "}]}");
  };
  EXPECT_THAT(map(R"(, "strategy": "PSEK")"),
              HasSubstr("maps[0].strategy is \"PSEK\"; expected a strategy; "));
  EXPECT_THAT(map(R"(, "strategies": "PSEQ")"), HasSubstr("did you mean \"strategy\"?"));
  EXPECT_THAT(map(""), HasSubstr("(players: x y)")) << "the source's first words";
}

}  // namespace
}  // namespace sapper::tests

// `compare --speed`: the processor time of a game in two reports.
#include <regex>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class CompareSpeed : public ProgramTest {
 protected:
  // A report of the config with so many games and this seed.
  void play(const std::string& name, int games, int seed) const {
    write_config(
        "c.json",
        fmt::format(R"("name": "c", "games": {}, "seed": {}, "boards": [{{"rows": 8, "mines": [10, 12]}}],
      "strategies": ["rules", "csp"])",
                    games, seed));
    run_well({"run", "c.json", "-o", name, "--quiet", "--threads", "1"});
  }
};

TEST_F(CompareSpeed, GivesRatiosWithIntervalsAndBothMachines) {
  play("a.json", 3000, 1);
  write("b.json", with_replaced(read("a.json"), "\"cpu\": \"", "\"cpu\": \"Other "));
  const bj::value compared = json_of({"compare", "--speed", "a.json", "b.json", "--json"});
  expect_valid(compared, "compare_speed");
  EXPECT_TRUE(compared.at("difference").is_null());
  ASSERT_EQ(compared.at("results").as_array().size(), 4U);
  for (const bj::value& row : compared.at("results").as_array()) {
    EXPECT_EQ(row.at("ratio").at("value").to_number<double>(), 1) << "of the same times";
    EXPECT_GT(row.at("a").at("core_s_per_game").to_number<double>(), 0);
    ASSERT_FALSE(row.at("a").at("ci_low").is_null()) << bj::serialize(row);
    EXPECT_LT(row.at("ratio").at("ci_low").to_number<double>(), 1);
    EXPECT_GT(row.at("ratio").at("ci_high").to_number<double>(), 1);
  }
  EXPECT_EQ(compared.at("geometric_mean").at("value").to_number<double>(), 1);
  EXPECT_LT(compared.at("geometric_mean").at("ci_high").to_number<double>(),
            compared.at("results").at(0).at("ratio").at("ci_high").to_number<double>() + 1);
  EXPECT_THAT(
      output_of({"compare", "--speed", "a.json", "b.json"}),
      AllOf(HasSubstr("8 x 8, 12 mines"), HasSubstr("geometric mean of B/A: 1.000 ["), HasSubstr("processor"),
            HasSubstr("Other "), HasSubstr("threads had a core"), Not(HasSubstr("NOT THE SAME WORK"))));
}

// On a busy machine two runs of the same build differ by more than their intervals, which is said of the side that it is.
TEST_F(CompareSpeed, SaysWhereOtherProgramsRanMeanwhile) {
  play("r.json", 300, 1);
  const std::string text = read("r.json");
  static const std::regex queued("\"queued_s\": [0-9.e-]+");
  const auto with_queue = [&](const char* seconds) {
    return std::regex_replace(text, queued, std::string("\"queued_s\": ") + seconds);
  };
  if (!std::regex_search(text, queued)) GTEST_SKIP() << "the kernel does not tell how long threads waited";
  write("quiet.json", with_queue("0"));
  write("busy.json", with_queue("1000"));
  std::string busy = output_of({"compare", "--speed", "quiet.json", "busy.json"});
  std::ranges::replace(busy, '\n', ' ');
  EXPECT_THAT(busy, HasSubstr("OTHER PROGRAMS RAN MEANWHILE: B's threads had a core for 0 % of the time."));
  EXPECT_THAT(output_of({"compare", "--speed", "quiet.json", "quiet.json"}),
              Not(HasSubstr("OTHER PROGRAMS")));
}

TEST_F(CompareSpeed, RefusesOtherGamesAndBuildsUnlessTold) {
  play("a.json", 300, 1);
  play("more.json", 400, 1);
  play("seed.json", 300, 2);
  const std::string text = read("a.json");
  const std::size_t build = text.find("\"build_id\": \"");
  write("build.json", with_replaced(text, "\"build_id\": \"", "\"build_id\": \"9.9.9, ", build));
  for (const auto& [file, why] : {std::pair("more.json", "A has 300 games of rules"),
                                  {"seed.json", "other games of rules on 8 x 8, 10 mines (seeds 1 and 2)"},
                                  {"build.json", "B by build 9.9.9, "}}) {
    SCOPED_TRACE(file);
    const std::string refused = refusal({"compare", "--speed", "a.json", file});
    EXPECT_THAT(refused, AllOf(HasSubstr(why), HasSubstr("--anyway")));
    EXPECT_THAT(output_of({"compare", "--speed", "a.json", file, "--anyway"}),
                AllOf(HasSubstr("NOT THE SAME WORK"), HasSubstr("B/A")));
  }
  expect_refused({"compare", "a.json", "seed.json", "--anyway"}, "--anyway requires --speed");
}

}  // namespace
}  // namespace sapper::tests

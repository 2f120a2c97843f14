// `sapper scale` from outside: figures, table, refusals.
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kConfig = R"({"schema": "sapper-config/1", "name": "small", "seed": 3, "games": 300,
  "boards": [{"rows": 8, "cols": 8, "mines": 10}, {"rows": 5, "cols": 9, "mines": 8}], "strategies": ["rules", "csp"]})";

class Scale : public ProgramTest {
 protected:
  Scale() { write("small.json", kConfig); }
  static Words scale(const Words& options) { return joined({"scale", "small.json"}, options); }
};

TEST_F(Scale, MeasuresEveryBoardAtEveryThreadCount) {
  const ProgramResult result = run_well(scale({"--threads", "3,1", "--repeats", "2", "-o", "figures.json"}));
  EXPECT_THAT(result.err, EndsWith("repeat 1 of 2\nrepeat 2 of 2\n"));
  for (const char* text : {"8 x 8, 10 mines", "5 x 9, 8 mines", "all boards", "efficiency", "figures.json",
                           "Results are identical at every thread count."})
    EXPECT_THAT(result.out, HasSubstr(text));

  const bj::value figures = read_json("figures.json");
  expect_valid(figures, "scale");
  EXPECT_EQ(figures.at("schema"), "sapper-scale/1");
  EXPECT_EQ(figures.at("repeats"), 2);
  EXPECT_EQ(figures.at("threads").as_array(), (bj::array{1, 3}));
  EXPECT_EQ(figures.at("results").as_array().size(), 2U);
  EXPECT_EQ(figures.at("results").at(0).at("games"), 300);
  EXPECT_EQ(figures.at("same_results"), true);
  EXPECT_GT(figures.at("results").at(1).at("threads").at(1).at("games_per_s").at("least").as_double(), 0);
}

TEST_F(Scale, WritesIntoTheCurrentFolderByDefault) {
  const ProgramResult result =
      run_well(scale({"--threads", "1", "--repeats", "1", "--games", "20", "--quiet"}));
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(read_json("small.scale.json").at("config").at("games"), 20);
}

TEST_F(Scale, RefusesWhatItCannotMeasure) {
  const std::pair<Words, std::string> refusals[] = {
      {{"--threads", "1,,2"},
       "--threads is \"1,,2\"; expected whole numbers from 1 to 4096, separated by commas"},
      {{"--threads", "0,1"}, "--threads is \"0,1\"; expected whole numbers"},
      {{"--threads", "1,4097"}, "--threads is \"1,4097\"; expected whole numbers"},
      {{"--threads", "1, 2"}, "--threads is \"1, 2\"; expected whole numbers"},
      {{"--threads", ""}, "--threads is \"\"; expected whole numbers"},
      {{"--threads", "2,1,2"}, "--threads is \"2,1,2\"; 2 is given twice"},
      {{"--repeats", "0"}, "--repeats is \"0\"; expected a whole number from 1"},
      {{"-o", "small.json"}, "small.json: is read by this command"},
      {{"-o", "missing/figures.json"}, "missing"},
  };
  for (const auto& [options, message] : refusals) {
    expect_refused(scale(options), message);
    EXPECT_FALSE(exists("small.scale.json"));
  }
}

}  // namespace
}  // namespace sapper::tests

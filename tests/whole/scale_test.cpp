// `sapper scale` from outside: figures, table, refusals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/json_schema.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kConfig = R"({"schema": "sapper-config/1", "name": "small", "seed": 3, "games": 300,
  "boards": [{"rows": 8, "cols": 8, "mines": 10}, {"rows": 5, "cols": 9, "mines": 8}], "strategies": ["rules", "csp"]})";

ProgramResult scale(const TemporaryFolder& folder, std::vector<std::string> options) {
  options.insert(options.begin(), {"scale", folder.write("small.json", kConfig).string()});
  ProgramRun run = sapper(std::move(options));
  run.folder = folder.path();
  return run_program(run);
}

TEST(Scale, MeasuresEveryBoardAtEveryThreadCount) {
  const TemporaryFolder folder;
  const ProgramResult result = scale(folder, {"--threads", "3,1", "--repeats", "2", "-o", "figures.json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err, testing::EndsWith("repeat 1 of 2\nrepeat 2 of 2\n"));
  for (const char* text : {"8 x 8, 10 mines", "5 x 9, 8 mines", "all boards", "efficiency", "figures.json",
                           "Results are identical at every thread count."})
    EXPECT_THAT(result.out, HasSubstr(text));

  const boost::json::value figures = load_json(folder.path() / "figures.json");
  EXPECT_THAT(schema_errors(figures, SAPPER_DATA_DIR "/schema/scale.schema.json"), IsEmpty());
  EXPECT_EQ(figures.at("schema"), "sapper-scale/1");
  EXPECT_EQ(figures.at("repeats"), 2);
  EXPECT_EQ(figures.at("threads").as_array(), (boost::json::array{1, 3}));
  EXPECT_EQ(figures.at("results").as_array().size(), 2U);
  EXPECT_EQ(figures.at("results").at(0).at("games"), 300);
  EXPECT_EQ(figures.at("same_results"), true);
  EXPECT_GT(figures.at("results").at(1).at("threads").at(1).at("games_per_s").at("least").as_double(), 0);
}

TEST(Scale, WritesIntoTheCurrentFolderByDefault) {
  const TemporaryFolder folder;
  const ProgramResult result =
      scale(folder, {"--threads", "1", "--repeats", "1", "--games", "20", "--quiet"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(load_json(folder.path() / "small.scale.json").at("config").at("games"), 20);
}

TEST(Scale, RefusesWhatItCannotMeasure) {
  const TemporaryFolder folder;
  const std::pair<std::vector<std::string>, std::string> refusals[] = {
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
    SCOPED_TRACE(testing::PrintToString(options));
    const ProgramResult result = scale(folder, options);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(message));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "small.scale.json"));
  }
}

}  // namespace
}  // namespace sapper::tests

// The tablet from outside: `solve`, `play`, and experiments through `run`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/value.hpp>
#include <filesystem>
#include <fstream>

#include "tests/support/json_schema.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;

TEST(TabletFromOutside, SolveSolvesAndRefuses) {
  ProgramResult result = run_program(sapper({"solve", "tablet", "100", "100", "50", "50"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("value -198"));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(run_program(sapper({"solve", "tablet", "5", "3", "--table", "--json"})).out,
              HasSubstr("\"values\": [["));
  EXPECT_THAT(run_program(sapper({"solve", "nim", "3", "4", "5", "--algorithm", "memo"})).out,
              HasSubstr("memo: 120"));
  EXPECT_THAT(run_program(sapper({"solve", "take", "3", "21"})).out, HasSubstr("value 11"));
  result = run_program(
      sapper({"solve", "tablet", "9", "9", "4", "4", "--algorithm", "plain", "--max-states", "99"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("sapper: solve tablet: plain needs more than 99 states"));
  EXPECT_EQ(run_program(sapper({"solve", "nim", "3", "-4"})).status, 2);
  EXPECT_EQ(run_program(sapper({"solve"})).status, 2);
}

TEST(TabletFromOutside, PlayReadsStandardInput) {
  ProgramResult result = run_program(sapper({"play", "tablet", "3", "1", "0", "0"}, "v 1\n"));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("Your cut > v 1\n")) << "piped input is echoed";
  EXPECT_THAT(result.out, HasSubstr("you have won"));
  result = run_program(sapper({"play", "tablet", "3", "1", "0", "0", "--second"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("you have lost"));
  EXPECT_EQ(run_program(sapper({"play", "tablet"})).status, 0);
  EXPECT_EQ(run_program(sapper({"play", "tablet", "3", "1", "3", "0"})).status, 2);
  EXPECT_EQ(run_program(sapper({"play", "tablet", "9000", "9000", "4000", "4000"})).status, 2);
  EXPECT_EQ(run_program(sapper({"play", "chess"})).status, 2);
}

// The report of the config without timing and environment; checked against the schema.
boost::json::object report_of(const std::string& config, const std::string& threads) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "c.json") << config;
  ProgramRun run = sapper({"run", "c.json", "-o", "r.json", "--quiet", "--threads", threads});
  run.folder = folder.path();
  const ProgramResult result = run_program(run);
  EXPECT_EQ(result.status, 0) << result.err;
  boost::json::object report = load_json(folder.path() / "r.json").as_object();
  EXPECT_THAT(schema_errors(report, SAPPER_DATA_DIR "/schema/report.schema.json"), testing::IsEmpty());
  report.erase("timing");
  report.erase("environment");
  return report;
}

TEST(TabletFromOutside, ExperimentsAreTheSameForAnyNumberOfThreads) {
  for (const char* study : {R"("study": "erring_player", "error_rates": [0, 0.1, 0.5], "games": 3000)",
                            R"("study": "algorithms", "max_states": 10000, "games": 3)"}) {
    const std::string config =
        std::string(R"({"schema": "sapper-config/1", "game": "tablet", "name": "t",)") +
        R"("boards": [{"rows": [3, 8], "cols": [5, 9]}], )" + study + "}";
    const boost::json::object report = report_of(config, "1");
    EXPECT_EQ(report.at("results").as_array().size(), 12u);
    EXPECT_EQ(report_of(config, "4"), report);
  }
}

}  // namespace
}  // namespace sapper::tests

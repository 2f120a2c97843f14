// The shipped experiments, a small number of games of each: their reports satisfy the schemas, their counts
// add up, and the losses that guesses caused agree with the risks that the strategies computed for them.
#include <boost/json/serialize.hpp>

#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report_file.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

namespace bj = boost::json;
namespace ex = sapper::experiments;

const std::filesystem::path kData = SAPPER_DATA_DIR;

std::vector<std::string> shipped_experiments() {
  std::vector<std::string> names;
  const std::filesystem::path folder = kData / "experiments";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file())
      names.push_back(entry.path().lexically_relative(folder).replace_extension().string());
  std::sort(names.begin(), names.end());
  return names;
}

bj::value run_to_report(const std::filesystem::path& config, std::uint64_t games) {
  ex::ConfigOverrides overrides;
  overrides.games = games;
  const auto experiment = ex::load_experiment(config, overrides);
  const TemporaryFolder folder;
  const std::filesystem::path report = folder.write("report.json", text_of(play_all(*experiment)));
  // Reading it back checks that everything follows from its counters.
  EXPECT_EQ(ex::load_report(report).name(), experiment->common().name);
  return load_json(report);
}

class ShippedExperiment : public testing::TestWithParam<std::string> {
 protected:
  static std::filesystem::path config() { return kData / "experiments" / (GetParam() + ".json"); }
  // Few enough for a test, whatever the boards.
  static std::uint64_t games() {
    if (GetParam() == "large_boards" || GetParam() == "tablet_algorithms") return 1;
    if (GetParam() == "go") return 5;                                   // tree search at every move
    if (GetParam() == "records" || GetParam() == "strength") return 2;  // play-outs
    if (GetParam().starts_with("benchmarks/")) return 10;               // play-outs
    if (GetParam().starts_with("studies/")) return 2;  // large boards; studies_test.cpp plays more
    if (GetParam() == "ablation" || GetParam() == "small_boards") return 20;
    return static_cast<std::uint64_t>(case_count(300));
  }
};
INSTANTIATE_TEST_SUITE_P(All, ShippedExperiment, testing::ValuesIn(shipped_experiments()),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '/', '_');
                           return name;
                         });

// Risks within five standard errors (and one game, where hardly any guess is risky): a false alarm in about a
// million results, of which the shipped experiments have some hundred. The seeds are fixed.
TEST_P(ShippedExperiment, ReportsWhatTheSchemasSayAndLosesAsManyGuessesAsPredicted) {
  SAPPER_LONG_TEST_IF(GetParam().starts_with("studies/") || GetParam() == "records" || GetParam() == "go" ||
                      GetParam() == "large_boards");
  if (GetParam() == "tablet_algorithms" && kDefaultTestPercent < 100)
    GTEST_SKIP() << "its twenty million states take minutes in this build; the optimised one runs it";
  const bj::value report = run_to_report(config(), games());
  EXPECT_EQ(schema_errors(report, kData / "schema" / "report.schema.json"), std::vector<std::string>{});
  EXPECT_EQ(schema_errors(report.at("config"), kData / "schema" / "config.schema.json"),
            std::vector<std::string>{});
  int checked = 0;
  for (const bj::value& result : report.at("results").as_array()) {
    const bj::object& object = result.as_object();
    if (!object.contains("guess_risk")) continue;
    const bj::value& risk = object.at("guess_risk");
    if (!risk.at("calibrated").as_bool()) continue;  // a board file is one layout, not a random one
    const auto losses = risk.at("losses").to_number<double>();
    const auto predicted = risk.at("predicted_losses").to_number<double>();
    const auto error = risk.at("standard_error").to_number<double>();
    EXPECT_LE(std::abs(losses - predicted), 5 * error + 1)
        << bj::serialize(object.at("board")) << object.at("strategy");
    const auto games_played = object.at("games").to_number<double>();
    EXPECT_EQ(games_played - object.at("wins").to_number<double>(),
              losses + object.at("decisions").at("wrong_digs").to_number<double>());
    ++checked;
  }
  const bool is_minesweeper = !report.at("config").as_object().contains("game") ||
                              report.at("config").at("game").as_string() == "minesweeper";
  EXPECT_EQ(checked > 0, is_minesweeper);
}

}  // namespace
}  // namespace sapper::tests

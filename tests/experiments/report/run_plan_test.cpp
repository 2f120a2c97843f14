// What a run plays: the games of its config that earlier ones do not hold, by the players that lack them. Played and joined, they
// are the report of a run from the start.
#include "experiments/report/run_plan.hpp"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

std::shared_ptr<const Experiment> experiment_of(std::uint64_t games, const std::string& boards,
                                                const std::string& strategies, const std::string& more = "") {
  return parse_experiment(R"({"schema": "sapper-config/1", "name": "c", "seed": 3, "games": )" +
                              std::to_string(games) + R"(, "boards": [)" + boards + R"(], "strategies": [)" +
                              strategies + "]" + more + "}",
                          "c.json", ".");
}

void play(Report& report, const GameSet& games) {
  const std::atomic<bool> never = false;
  DriverOptions options;
  options.games = games;
  EXPECT_EQ(drive(report, never, options), Outcome::finished);
}

Report played(const std::shared_ptr<const Experiment>& experiment) {
  Report report(experiment);
  play(report, GameSet::all_of(*experiment));
  return report;
}

RunPlan extension_of(Report before, const std::shared_ptr<const Experiment>& experiment) {
  return plan_extension(std::move(before), experiment, [](std::string config, const std::string& file) {
    return parse_experiment(std::move(config), file, ".");
  });
}

// Plays what is missing, in both steps, and compares.
void expect_report_of_a_run_from_the_start(RunPlan plan) {
  const Report straight = played(plan.experiment);
  std::optional<Report> added;
  if (plan.added) {
    added.emplace(plan.added->experiment);
    play(*added, plan.added->games);
    EXPECT_EQ(added->games(), plan.added->games);
  }
  Report report = first_report(plan, added ? &*added : nullptr);
  EXPECT_EQ(report.games(), plan.kept);
  play(report, plan.games());
  EXPECT_EQ(report.games(), straight.games());
  EXPECT_EQ(tests::results_text(*plan.experiment, report), tests::results_text(*plan.experiment, straight));
}

const std::string kSmall = R"({"rows": 4, "mines": 3})";
const std::string kWide = R"({"rows": 4, "cols": 6, "mines": 4})";

TEST(RunPlan, OfANewRunIsItsShard) {
  const auto experiment = experiment_of(30, kSmall + ", " + kWide, R"("rules")");
  RunPlan whole{.experiment = experiment, .shard = {}};
  EXPECT_EQ(whole.missing(), GameSet::all_of(*experiment));
  const RunPlan first{.experiment = experiment, .shard = {1, 2}},
      second{.experiment = experiment, .shard = {2, 2}};
  EXPECT_EQ(first.missing().plus(second.missing()), whole.missing());
  EXPECT_TRUE(first.missing().common(second.missing()).empty());
  expect_report_of_a_run_from_the_start(std::move(whole));
}

TEST(RunPlan, LacksTheGamesThatAReportHas) {
  const auto now = experiment_of(50, kWide + ", " + kSmall, R"("rules", "csp")");
  RunPlan plan = extension_of(played(experiment_of(20, kSmall, R"("rules", "csp")")), now);
  EXPECT_EQ(plan.kept, GameSet(1, {0, 20})) << "the number of its case now";
  GameSet missing(0, {0, 50});
  missing.append(1, {20, 50});
  EXPECT_EQ(plan.missing(), missing);
  EXPECT_FALSE(plan.added.has_value());
  EXPECT_EQ(plan.text(), "keeps 20 games of 1 case, played by rules, csp; 1 case is new");
  expect_report_of_a_run_from_the_start(std::move(plan));
}

TEST(RunPlan, LetsNewPlayersPlayTheGamesThatTheyLack) {
  const auto now = experiment_of(50, kWide + ", " + kSmall, R"("min_risk", "csp")");
  RunPlan plan = extension_of(played(experiment_of(20, kSmall, R"("rules", "csp")")), now);
  EXPECT_EQ(plan.kept, GameSet(1, {0, 20}));
  ASSERT_TRUE(plan.added.has_value());
  EXPECT_EQ(plan.added->experiment->labels(), std::vector<std::string>{"min_risk"});
  EXPECT_EQ(plan.added->games, plan.kept);
  EXPECT_EQ(plan.added->players, (std::vector<std::optional<std::size_t>>{0, std::nullopt}));
  EXPECT_EQ(plan.extended->players, (std::vector<std::optional<std::size_t>>{std::nullopt, 1}));
  EXPECT_EQ(plan.extended->lost, "1 player");
  expect_report_of_a_run_from_the_start(std::move(plan));
}

// A rule that could have ended a case earlier takes all of its games back.
TEST(RunPlan, PlaysACaseAgainThatCouldHaveEndedEarlier) {
  const auto now =
      experiment_of(60, kSmall, R"("rules")", R"(, "stop": {"half_width": 0.3, "min_games": 5})");
  RunPlan plan = extension_of(played(experiment_of(40, kSmall, R"("rules")")), now);
  EXPECT_TRUE(plan.kept.empty());
  EXPECT_EQ(plan.missing(), GameSet(0, {0, 60}));
  expect_report_of_a_run_from_the_start(std::move(plan));
}

TEST(RunPlan, OfAReportWithMoreGamesIsRefused) {
  EXPECT_THAT(tests::message_of<InputError>([] {
                extension_of(played(experiment_of(20, kSmall, R"("rules")")),
                             experiment_of(10, kSmall, R"("rules")"));
              }),
              HasSubstr("has 20 games already; expected --games to be at least that"));
}

}  // namespace
}  // namespace sapper::experiments

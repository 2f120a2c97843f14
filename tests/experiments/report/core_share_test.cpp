// How fast a run was, where other programs took its cores: by processor time, and by the wall clock only where that means
// something.
#include <fmt/format.h>

#include <algorithm>

#include "experiments/report/report_results.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr const char* kConfig =
    R"("boards": [{"rows": 6, "mines": 6}], "games": 200, "strategies": ["rules", "csp"])";

// Played as if threads had had a core for this share of the time; nullopt: on a kernel that does not tell.
Report played_with(const Experiment& experiment, std::optional<double> share) {
  Report played = tests::play_all(experiment, 1);
  played.queued_s.reset();
  if (share) played.queued_s = played.core_s() * (1 / *share - 1);
  return played;
}

// Fields at the start may hold commas, numbers at the end do not.
std::vector<std::string> fields_from_the_end(std::string line) {
  std::vector<std::string> fields;
  for (std::size_t comma = line.rfind(','); comma != std::string::npos; comma = line.rfind(',')) {
    fields.push_back(line.substr(comma + 1));
    line.resize(comma);
  }
  return fields;
}

TEST(CoreShare, DecidesWhetherTheWallClockIsShown) {
  const auto experiment = tests::experiment_of(kConfig);
  struct {
    std::optional<double> share;
    bool has_wall;
  } const runs[] = {{0.97, true}, {0.34, false}, {std::nullopt, false}};
  for (const auto& [share, has_wall] : runs) {
    SCOPED_TRACE(share.value_or(-1));
    const Report played = played_with(*experiment, share);
    EXPECT_EQ(played.has_cores(), has_wall);
    const std::string table = played.summary(120);
    EXPECT_THAT(table, HasSubstr("games/core-s"));
    EXPECT_EQ(table.find("games/s") != std::string::npos, has_wall) << table;

    const std::vector<std::string> lines = tests::lines_of(tests::text_of(played, write_csv));
    const std::vector<std::string> names = fields_from_the_end(lines.at(0));
    const std::vector<std::string> row = fields_from_the_end(lines.at(1));
    const auto field = [&](const char* name) {
      return row.at(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
    };
    EXPECT_EQ(field("games_per_s").empty(), !has_wall);
    EXPECT_NE(field("games_per_core_s"), "");
    EXPECT_EQ(core_share_text(played),
              share ? fmt::format(", with a core for {:.0f} % of the time", 100 * *share) : std::string());
  }
}

TEST(CoreShare, IsKeptByTheFileAndUnknownOfEarlierOnes) {
  const auto experiment = tests::experiment_of(kConfig);
  const tests::TemporaryFolder folder;
  for (const std::optional<double> share : {std::optional(0.25), std::optional<double>()}) {
    const Report played = played_with(*experiment, share);
    const std::string text = tests::text_of(played);
    EXPECT_EQ(text.find("\"core_share\": ") != std::string::npos, share.has_value());
    const Report read = load_report(folder.write("r.json", text));
    ASSERT_EQ(read.core_share().has_value(), share.has_value());
    EXPECT_NEAR(read.core_share().value_or(-1), share.value_or(-1), 1e-6);
  }
}

// The games' time and what is queued beside it are counted by the same clock: an idle machine gives nearly all, and no
// machine more.
TEST(CoreShare, IsMeasuredByTheDriver) {
  const auto experiment = tests::experiment_of(kConfig);
  const Report played = tests::play_all(*experiment, 2);
  if (!played.queued_s) GTEST_SKIP() << "the kernel keeps no account of the time that threads queue";
  EXPECT_GE(*played.queued_s, 0);
  EXPECT_GT(*played.core_share(), 0);
  EXPECT_LE(*played.core_share(), 1);
}

}  // namespace
}  // namespace sapper::experiments

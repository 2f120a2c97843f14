#include "experiments/pages/report_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/played_report.hpp"

namespace sapper::experiments::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ReportPage, JudgesWhatChanceCouldDo) {
  figures::DataFile data = tests::played_report(
      R"("games": 20, "boards": [{"rows": 5, "mines": 4}], "strategies": ["rules", {"name": "csp", "label": "<b>"}])");
  const auto judged_with = [&](double p_value) {
    ReportResults& results = data.data;
    results.comparisons[0].p_value = p_value;
    results.comparisons[0].only_a = 2;
    results.comparisons[0].only_b = 3;
    for (Result& result : results.results) {
      const bool is_better = result.label == "rules";
      result.games = 20000;
      result.wins = is_better ? 7 : 6;
      result.win_rate = is_better ? 0.00035 : 0.0003;
    }
    return report_page(std::span(&data, 1));
  };
  const std::string close = judged_with(0.25);
  EXPECT_THAT(close, HasSubstr("<strong>rules</strong>, 0.04 %")) << "7 of 20,000, as on the terminal";
  EXPECT_THAT(close, HasSubstr("; not distinguishable from &lt;b&gt; (p = 0.25)"));
  const std::string clear = judged_with(0);
  EXPECT_THAT(clear, Not(HasSubstr("0.04 % (95 % interval; not")));
  EXPECT_THAT(clear, Not(HasSubstr("(p = 0)")));
  EXPECT_THAT(clear, HasSubstr("data-key=\"0\">&lt; 1e-300</td>")) << "what underflowed is not 0";
}

}  // namespace
}  // namespace sapper::experiments::pages

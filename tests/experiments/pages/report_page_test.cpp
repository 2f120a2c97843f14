#include "experiments/pages/report_page.hpp"

#include <boost/algorithm/string/predicate.hpp>

#include "experiments/pages/page.hpp"
#include "experiments/run/result.hpp"
#include "experiments/support/board_colours.hpp"
#include "tests/support/contrast.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments::pages {
namespace {

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

// The text of pages is readable in light and dark mode.

// The value of a variable in a part of the style.
std::string colour_of(const std::string& rules, const std::string& name) {
  const auto at = rules.find("--" + name + ": #");
  return at == std::string::npos ? "missing: " + name : rules.substr(at + name.size() + 4, 7);
}

TEST(Page, HasReadableText) {
  const std::string page = make_page("t", "", "");
  const auto dark = page.find("prefers-color-scheme: dark");
  ASSERT_NE(dark, std::string::npos);
  for (const std::string& rules : {page.substr(0, dark), page.substr(dark)})
    for (const char* const ink : {"ink", "faint", "link"})
      for (const char* const background : {"paper", "tint"})
        EXPECT_GE(tests::contrast(colour_of(rules, ink), colour_of(rules, background)),
                  tests::kReadableContrast)
            << ink << " on " << background;
  // Boards: what is written on each kind of cell, and beside them.
  const auto boards = page.find("/* Boards and");
  ASSERT_NE(boards, std::string::npos);
  const auto dark_boards = page.find("prefers-color-scheme: dark", boards);
  ASSERT_NE(dark_boards, std::string::npos);
  for (const std::string& rules : {page.substr(boards, dark_boards - boards), page.substr(dark_boards)}) {
    for (const char* const kind : {"hidden", "safe", "mine"})
      EXPECT_GE(tests::contrast(colour_of(rules, std::string(kind) + "-ink"), colour_of(rules, kind)),
                tests::kReadableContrast)
          << kind;
    for (int number = 1; number <= 8; ++number)
      EXPECT_GE(tests::contrast(colour_of(rules, "n" + std::to_string(number)), colour_of(rules, "shown")),
                tests::kReadableContrast)
          << number;
  }
  // In the light they are those of pictures of positions; ReplayPage compares what a browser draws.
  const std::string light = page.substr(boards, dark_boards - boards);
  for (const auto& [name, colour] :
       {std::pair("shown", board_colours::kShown), std::pair("hidden", board_colours::kHidden),
        std::pair("safe", board_colours::kSafe), std::pair("safe-ink", board_colours::kSafeSign),
        std::pair("mine", board_colours::kMine), std::pair("mine-ink", board_colours::kMineSign)})
    EXPECT_TRUE(boost::iequals(colour_of(light, name), colour)) << name;
  for (std::size_t i = 0; i < board_colours::kNumbers.size(); ++i)
    EXPECT_TRUE(boost::iequals(colour_of(light, "n" + std::to_string(i + 1)), board_colours::kNumbers[i]))
        << i + 1;
  const auto caption = page.find("figcaption {");
  ASSERT_NE(caption, std::string::npos);
  EXPECT_GE(tests::contrast(page.substr(page.find("color: ", caption) + 7, 7), "#ffffff"),
            tests::kReadableContrast);
}

TEST(SortedTable, HasItsCellsInTheirRowsAndColumns) {
  SortedTable table("t", "a caption");
  EXPECT_TRUE(table.is_empty());
  for (const double rate : {0.125, 0.5}) {
    table.row();
    table.text("name", rate < 0.3 ? "low" : "high");
    table.cell("rate (%)", rate, 100, 1);
  }
  table.row();
  table.text("name", "unknown");
  table.cell("rate (%)", std::nullopt, 100, 1);
  EXPECT_FALSE(table.is_empty());
  const std::string markup = table.markup();
  EXPECT_THAT(markup, HasSubstr("<tr><td class=\"text\">low</td><td data-key=\"0.125\">12.5</td></tr>\n"
                                "<tr><td class=\"text\">high</td><td data-key=\"0.5\">50.0</td></tr>\n"
                                "<tr><td class=\"text\">unknown</td><td></td></tr>"));
  EXPECT_EQ(tests::count_of(markup, "<tr>"), 4U);
  EXPECT_EQ(tests::count_of(markup, "</tr>"), 4U);
  EXPECT_EQ(tests::count_of(markup, "<th "), 2U);
}

TEST(SortedTable, TextIsNoMarkup) {
  const std::string hostile = "<b>&\"'</td></table><script>alert(1)</script>";
  SortedTable table("t", hostile);
  table.row();
  table.text(hostile, hostile);
  table.cell(hostile, hostile, 1);
  const std::string markup = table.markup();
  EXPECT_THAT(markup, Not(HasSubstr("<b>")));
  EXPECT_THAT(markup, Not(HasSubstr("<script>")));
  EXPECT_EQ(tests::count_of(markup, "</table>"), 1U);
  EXPECT_EQ(tests::count_of(markup, "</td>"), 2U);
  EXPECT_EQ(tests::count_of(markup, "&lt;b&gt;"), 5U);
}

TEST(Page, HoldsItsPartsAndNothingOfTheirsEndsThem) {
  const std::string page = make_page("</title><b>", "<p>text</p>", "const a = '<b>' && 1;");
  EXPECT_THAT(page, HasSubstr("<title>&lt;/title&gt;&lt;b&gt;</title>"));
  EXPECT_THAT(page, HasSubstr("<p>text</p>"));
  EXPECT_THAT(page, HasSubstr("const a = '<b>' && 1;"));
  EXPECT_EQ(tests::count_of(page, "</script>"), 1U);
  EXPECT_EQ(tests::count_of(make_page("t", "<p/>", ""), "<script"), 0U);
}

TEST(Page, EmbeddedJsonEndsNoElement) {
  for (const std::string text :
       {"{\"a\": \"</script><script>alert(1)\"}", "[\"<!--\", \"]]>\"]", "\"</SCRIPT \""}) {
    const std::string embedded = embedded_json(text);
    EXPECT_THAT(embedded, Not(HasSubstr("</")));
    EXPECT_THAT(embedded, Not(HasSubstr("<!--")));
    EXPECT_THAT(embedded, Not(HasSubstr("]]>")));
  }
  EXPECT_EQ(embedded_json("{\"a\": [1, 2]}"), "{\"a\": [1, 2]}");
}

}  // namespace
}  // namespace sapper::experiments::pages

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "experiments/pages/page.hpp"

namespace sapper::experiments::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(SortedTable, HasItsCellsInTheirRowsAndColumns) {
  SortedTable table("t", "a caption");
  table.column("name", true);
  table.column("rate (%)");
  EXPECT_TRUE(table.is_empty());
  for (const double rate : {0.125, 0.5}) {
    table.row();
    table.cell(rate < 0.3 ? "low" : "high");
    table.cell(std::optional(rate), 100, 1);
  }
  table.row();
  table.cell("unknown");
  table.cell(std::nullopt, 100, 1);
  EXPECT_FALSE(table.is_empty());
  const std::string markup = table.markup();
  EXPECT_THAT(markup, HasSubstr("<tr><td class=\"text\">low</td><td data-key=\"0.125\">12.5</td></tr>\n"
                                "<tr><td class=\"text\">high</td><td data-key=\"0.5\">50.0</td></tr>\n"
                                "<tr><td class=\"text\">unknown</td><td></td></tr>"));
  EXPECT_EQ(count_of(markup, "<tr>"), 4U);
  EXPECT_EQ(count_of(markup, "</tr>"), 4U);
  EXPECT_EQ(count_of(markup, "<th "), 2U);
}

TEST(SortedTable, TextIsNoMarkup) {
  const std::string hostile = "<b>&\"'</td></table><script>alert(1)</script>";
  SortedTable table("t", hostile);
  table.column(hostile, true);
  table.column(hostile);
  table.row();
  table.cell(hostile);
  table.cell(hostile, 1);
  const std::string markup = table.markup();
  EXPECT_THAT(markup, Not(HasSubstr("<b>")));
  EXPECT_THAT(markup, Not(HasSubstr("<script>")));
  EXPECT_EQ(count_of(markup, "</table>"), 1U);
  EXPECT_EQ(count_of(markup, "</td>"), 2U);
  EXPECT_EQ(count_of(markup, "&lt;b&gt;"), 5U);
}

TEST(Page, HoldsItsPartsAndNothingOfTheirsEndsThem) {
  const std::string page = make_page("</title><b>", "<p>text</p>", "const a = '<b>' && 1;");
  EXPECT_THAT(page, HasSubstr("<title>&lt;/title&gt;&lt;b&gt;</title>"));
  EXPECT_THAT(page, HasSubstr("<p>text</p>"));
  EXPECT_THAT(page, HasSubstr("const a = '<b>' && 1;"));
  EXPECT_EQ(count_of(page, "</script>"), 1U);
  EXPECT_EQ(count_of(make_page("t", "<p/>", ""), "<script"), 0U);
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

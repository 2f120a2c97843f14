// What a page holds is on the paper that it prints on: read back from the PDF that Chromium prints.
#include "tests/support/page_tables.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// Three sizes by seven densities: 21 cases.
constexpr const char* kSweep = R"({"schema": "sapper-config/1", "name": "sweep", "seed": 2026, "games": 30,
  "boards": [{"rows": [9, 16, 24], "density": {"from": 0.10, "to": 0.22, "step": 0.02}}],
  "strategies": ["rules", "csp", "min_risk", "progress"]})";

// Joins the cells by single spaces, as pages of paper are read.
std::string joined(const std::vector<std::string>& cells) {
  std::string text;
  for (const std::string& cell : cells)
    if (!cell.empty()) text += (text.empty() ? "" : " ") + cell;
  return text;
}

class PrintedPages : public ProgramTest {
 protected:
  void SetUp() override {
    for (const char* const program : {"chromium", "pdftotext"})
      if (!is_installed(program)) GTEST_SKIP() << program << " is not installed";
  }
};

// Each row as often as it is in the tables, and its table's columns on the same page.
void expect_tables(const std::string& html, const std::vector<std::string>& pages) {
  std::map<std::string, std::size_t> rows;
  for (const PageTable& table : tables_of(html)) {
    ASSERT_FALSE(table.columns.empty());
    ASSERT_FALSE(table.rows.empty());
    const std::string columns = joined(table.columns);
    for (const std::vector<std::string>& cells : table.rows) {
      const std::string row = fmt::format(" {} ", joined(cells));
      ++rows[row];
      EXPECT_TRUE(std::any_of(pages.begin(), pages.end(),
                              [&](const std::string& page) {
                                return page.find(row) != std::string::npos &&
                                       page.find(columns) != std::string::npos;
                              }))
          << "no page with the columns \"" << columns << "\" and the row \"" << row << '"';
    }
  }
  EXPECT_GT(rows.size(), 10U);
  for (const auto& [row, count] : rows) {
    std::size_t printed = 0;
    for (const std::string& page : pages) printed += count_of(page, row);
    EXPECT_GE(printed, count) << row;
  }
}

void expect_well_set(const std::string& html, const std::vector<std::string>& pages) {
  std::vector<std::string> headings;
  for (const char* const element : {"h1", "h2", "h3"})
    for (const std::string& heading : texts_of(html, element)) headings.push_back(heading);
  for (const PageTable& table : tables_of(html)) headings.push_back(joined(table.columns));
  for (std::size_t at = html.find("<p class=\"caption\""); at != std::string::npos;
       at = html.find("<p class=\"caption\"", at + 1))
    headings.push_back(
        texts_of(std::string_view(html).substr(at, html.find("</p>", at) + 4 - at), "p").at(0));
  for (const std::string& page : pages) {
    EXPECT_GT(page.size(), 20U) << "a blank page";
    for (const std::string& heading : headings)
      EXPECT_FALSE(page.ends_with(fmt::format(" {} ", heading))) << "at the end of a page: " << heading;
  }
}

// The texts of a figure and its caption are on one page.
void expect_whole_figures(const std::string& html, const std::vector<std::string>& pages) {
  for (const std::string& figure : contents_of(html, "figure")) {
    const std::vector<std::string> captions = texts_of(figure, "figcaption");
    ASSERT_EQ(captions.size(), 1U);
    const auto page = std::find_if(pages.begin(), pages.end(), [&](const std::string& text) {
      return text.find(captions[0]) != std::string::npos;
    });
    ASSERT_NE(page, pages.end()) << captions[0];
    for (const std::string& text : texts_of(figure, "text"))
      EXPECT_THAT(*page, HasSubstr(text)) << "of the figure: " << captions[0];
  }
}

TEST_F(PrintedPages, HoldTheWholeReport) {
  write("sweep.json", kSweep);
  run_well({"run", "sweep.json", "-o", "r.json", "--quiet"});
  run_well({"report", "r.json", "-o", "page.html"});
  const std::string html = read("page.html");
  for (const char* const paper : {"A4", "letter"}) {
    SCOPED_TRACE(paper);
    const std::vector<std::string> pages = printed_pages(folder_, "page.html", paper);
    ASSERT_GT(pages.size(), 3U);
    expect_tables(html, pages);
    expect_well_set(html, pages);
    expect_whole_figures(html, pages);
    const std::string all = joined(pages);
    EXPECT_THAT(all, HasSubstr("@software{sapper,"));
    for (const char* const control : {"Filter", "words to look for", "Click a heading", "Summary Results"})
      EXPECT_THAT(all, Not(HasSubstr(control)));
  }
}

TEST_F(PrintedPages, HoldTheWholeReplay) {
  write_config("pair.json", R"("name": "pair", "seed": 2026, "games": 20,
    "boards": [{"level": "Expert"}], "strategies": ["min_risk", "progress"])");
  run_well({"run", "pair.json", "--replay", "0:0", "-o", "replay.html"});
  const std::string html = read("replay.html");
  const std::vector<std::string> pages = printed_pages(folder_, "replay.html", "A4");
  expect_tables(html, pages);
  expect_well_set(html, pages);
  EXPECT_THAT(pages.front(), HasSubstr(", guess, P(mine) "));
  EXPECT_THAT(pages.front(), HasSubstr(" cell P(mine) ")) << "what the guess was chosen among";
  const std::string all = joined(pages);
  EXPECT_THAT(all, HasSubstr("Candidates (cell: P(mine), value ± standard error): "));
  for (const char* const control : {"previous guess", "seconds per dig", "Keys: ", "save this position"})
    EXPECT_THAT(all, Not(HasSubstr(control)));
}

}  // namespace
}  // namespace sapper::tests

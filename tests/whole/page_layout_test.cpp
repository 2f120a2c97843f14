// Pages on a phone of 400 pixels and on a screen of 1,200: what a browser lays out there.
#include "tests/support/page_tables.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// Runs in the page, which a frame of some width shows: browsers have no window of 400 pixels. Lengths are in pixels.
constexpr const char* kMeasure = R"JS(<script>
//<![CDATA[
addEventListener('load', async () => {
  const box = (node) => { const r = node.getBoundingClientRect(); return {left: r.left, right: r.right, top: r.top}; };
  const root = document.documentElement, result = {width: innerWidth, content: root.scrollWidth};
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const matrices = [...document.querySelectorAll('.scroll')].filter((scroll) => scroll.querySelector('.matrix'));
  result.matrices = matrices.map((scroll) => box(scroll).right);
  const tables = [...document.querySelectorAll('.scroll')].filter((scroll) => scroll.querySelector('table:not(.matrix)'));
  result.tables = tables.map((scroll) => {
    const heads = [...scroll.querySelectorAll('th')].map((head) => ({text: head.innerText.replace(/[^a-z ]/g, '').trim(), ...box(head)}));
    scroll.scrollLeft = 1e6;
    return {inner: scroll.scrollWidth, outer: scroll.clientWidth, left: box(scroll).left, heads,
      firstWhenScrolled: box(scroll.querySelector('tbody td')).left};
  });
  scrollTo(0, root.scrollHeight);
  result.scrolled = scrollY;
  result.bar = box(document.querySelector('nav, .stays')).top;
  const cross = document.querySelector('.board .exploded');
  result.cross = cross && box(cross);
  const area = document.querySelector('figure .scroll');
  area?.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
  result.value = area?.parentElement.querySelector('.value')?.textContent;
  let saved;
  URL.createObjectURL = (blob) => { saved = blob; return '#'; };
  document.querySelector('[data-saves=results-table]')?.click();
  result.csv = (await saved?.text()) ?? '';
  parent.postMessage(JSON.stringify(result), '*');
});
//]]>
</script>)JS";

class PageLayout : public ProgramTest {
 protected:
  void SetUp() override {
    if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  }
  bj::value measured(const std::string& page, int width, const std::string& address = "") const {
    std::string html = read(page);
    html.insert(html.rfind("</body>"), kMeasure);
    write("measured.html", html);
    write("frame.html",
          "<body><script>addEventListener('message', (event) => { const out = "
          "document.createElement('pre'); out.textContent = event.data; document.body.append(out); "
          "});</script><iframe src=\"measured.html" +
              address + "\" style=\"border: 0; width: " + std::to_string(width) +
              "px; height: 700px\"></iframe></body>");
    const std::vector<std::string> written =
        texts_of(document_in_browser(folder_, "frame.html", 5000), "pre");
    if (written.empty()) {
      ADD_FAILURE() << "the page did not report";
      return {};
    }
    return bj::parse(written[0]);
  }
};

double pixels(const bj::value& object, const char* key) { return object.at(key).to_number<double>(); }

void expect_bar_to_stay(const bj::value& layout) {
  EXPECT_GT(pixels(layout, "scrolled"), 100);
  EXPECT_NEAR(pixels(layout, "bar"), 0, 1);
}

TEST_F(PageLayout, OfReportsFitsPhonesAndScreens) {
  write_config("sweep.json", R"("name": "sweep", "seed": 2026, "games": 20,
    "boards": [{"rows": [9, 24], "density": [0.10, 0.22]}], "strategies": ["rules", "min_risk", "progress",
    {"name": "csp", "label": "csp, with a_long_word_in_its_label_that_cannot_be_split"}])");
  run_well({"run", "sweep.json", "-o", "r.json", "--quiet"});
  run_well({"report", "r.json", "-o", "page.html"});
  const bj::value phone = measured("page.html", 400);
  ASSERT_EQ(pixels(phone, "width"), 400);
  EXPECT_LE(pixels(phone, "content"), 400) << "the page scrolls down only";
  EXPECT_EQ(phone.at("matrices").as_array().size(), 1U) << "there are too few densities for a second";
  for (const bj::value& right : phone.at("matrices").as_array()) EXPECT_LE(right.to_number<double>(), 400);
  EXPECT_LE(pixels(measured("page.html", 360), "content"), 360);
  expect_bar_to_stay(phone);
  const auto& heads = phone.at("tables").at(0).at("heads").as_array();
  EXPECT_EQ(heads[0].at("text"), "strategy");
  EXPECT_EQ(heads[1].at("text"), "win rate");
  EXPECT_LE(pixels(heads[1], "right"), 400);
  for (const bj::value& table : phone.at("tables").as_array()) {
    EXPECT_EQ(pixels(table, "firstWhenScrolled"), pixels(table, "left")) << "the first column stays";
    EXPECT_LE(pixels(table.at("heads").at(0), "right"), 200) << "and leaves room for others";
  }

  if (is_installed("gnuplot")) {
    EXPECT_THAT(std::string(phone.at("value").as_string()), HasSubstr("; rules; win rate (%): "))
        << "by a key";
  }
  const std::string csv(phone.at("csv").as_string());
  EXPECT_THAT(csv, StartsWith("strategy,win rate,low,high,board,case,games,"));
  EXPECT_EQ(count_of(csv, "\r\n"), 17U) << "heads, and four strategies on four boards";
  EXPECT_THAT(csv, HasSubstr("\"csp, with a_long_word"));
  EXPECT_THAT(csv, HasSubstr(",\"9 × 9, 8 mines\",0,20,"));

  run_well({"run", "sweep.json", "-o", "r 2.json", "--quiet", "--seed", "5"});
  run_well({"report", "r.json", "r 2.json", "-o", "both.html"});
  for (const char* const page : {"page.html", "both.html"}) {
    SCOPED_TRACE(page);
    const bj::value screen = measured(page, 1200);
    EXPECT_LE(pixels(screen, "content"), 1200);
    EXPECT_GE(screen.at("tables").as_array().size(), 4U);
    for (const bj::value& table : screen.at("tables").as_array())
      EXPECT_LE(pixels(table, "inner"), pixels(table, "outer")) << table.at("heads").at(1).at("text");
    expect_bar_to_stay(screen);
  }
}

TEST_F(PageLayout, OfReplaysFitsPhonesAndScreens) {
  write_config("pair.json", R"("name": "pair", "seed": 2026, "games": 20,
    "boards": [{"level": "Expert"}], "strategies": [{"name": "expert", "effort": 2, "playout_layouts": 5}])");
  run_well({"run", "pair.json", "--replay", "0:8", "-o", "page.html"});
  for (const int width : {400, 1200}) {
    SCOPED_TRACE(width);
    const bj::value layout = measured("page.html", width, "#9999");  // the end
    EXPECT_LE(pixels(layout, "content"), width);
    expect_bar_to_stay(layout);
    ASSERT_TRUE(layout.at("cross").is_object()) << "the seed was chosen for a game that is lost";
    EXPECT_GT(pixels(layout.at("cross"), "left"), 0) << "the mine that was dug is in view";
    EXPECT_LT(pixels(layout.at("cross"), "right"), width);
  }
}

// What a page holds is on the paper that it prints on: read back from the PDF that Chromium prints.

// Three sizes by seven densities: 21 cases.
constexpr const char* kSweep = R"({"schema": "sapper-config/1", "name": "sweep", "seed": 2026, "games": 30,
  "boards": [{"rows": [9, 16, 24], "density": {"from": 0.10, "to": 0.22, "step": 0.02}}],
  "strategies": ["rules", "csp", "min_risk", "progress"]})";

// Joins the cells by single spaces, as pages of paper are read.
std::string joined_by_spaces(const std::vector<std::string>& cells) {
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
    const std::string columns = joined_by_spaces(table.columns);
    for (const std::vector<std::string>& cells : table.rows) {
      const std::string row = fmt::format(" {} ", joined_by_spaces(cells));
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
  for (const PageTable& table : tables_of(html)) headings.push_back(joined_by_spaces(table.columns));
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

// The markup without the elements that begin and end so, which do not contain each other.
std::string without(std::string html, std::string_view begin, std::string_view end) {
  for (auto at = html.find(begin); at != std::string::npos; at = html.find(begin))
    html.erase(at, html.find(end, at) + end.size() - at);
  return html;
}

TEST_F(PrintedPages, HoldTheAnswerAndOnRequestTheWholeReport) {
  write("sweep.json", kSweep);
  run_well({"run", "sweep.json", "-o", "r.json", "--quiet"});
  run_well({"report", "r.json", "-o", "page.html"});
  const std::vector<std::string> answer = printed_pages(folder_, "page.html", "A4");
  EXPECT_LE(answer.size(), 4U);
  const std::string first = joined_by_spaces(answer);
  for (const char* const said : {"Best by case", "Half of the games", "Differences", "@software{sapper,"})
    EXPECT_THAT(first, HasSubstr(said));
  for (const char* const long_one : {"Comparisons", "only a", "predicted losses"})
    EXPECT_THAT(first, Not(HasSubstr(long_one))) << "folded";

  // And what its reader has opened, but not what is still folded beside it.
  std::string opened = read("page.html");
  const auto fold = opened.find("<details class=\"fold\"", opened.find("id=\"cost\""));
  ASSERT_NE(fold, std::string::npos);
  opened.insert(fold + 8, " open=\"open\"");
  write("opened.html", opened);
  const std::string more = joined_by_spaces(printed_pages(folder_, "opened.html", "A4"));
  EXPECT_THAT(more, AllOf(HasSubstr("Cost"), HasSubstr("exponent")));
  EXPECT_THAT(more, AllOf(Not(HasSubstr("by phase")), Not(HasSubstr("Comparisons"))));

  std::string whole = read("page.html");
  const std::string box = "id=\"prints-all\"";
  whole.insert(whole.find(box) + box.size(), " checked=\"checked\"");
  write("page.html", whole);
  // Cells of matrices have two lines; narrow drawings are for phones.
  const std::string html = without(without(whole, "<table class=\"matrix\">", "</table>"),
                                   "<div class=\"scroll narrow\"", "</div>");
  for (const char* const paper : {"A4", "letter"}) {
    SCOPED_TRACE(paper);
    const std::vector<std::string> pages = printed_pages(folder_, "page.html", paper);
    ASSERT_GT(pages.size(), 3U);
    expect_tables(html, pages);
    expect_well_set(html, pages);
    expect_whole_figures(html, pages);
    const std::string all = joined_by_spaces(pages);
    EXPECT_THAT(all, HasSubstr("@software{sapper,"));
    for (const char* const control :
         {"Filter", "words to look for", "Click a heading", "Save as CSV", "Summary Best"})
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
  const std::string all = joined_by_spaces(pages);
  EXPECT_THAT(all, HasSubstr("Candidates (cell: P(mine), value ± standard error): "));
  for (const char* const control : {"previous guess", "seconds per dig", "Keys: ", "save this position"})
    EXPECT_THAT(all, Not(HasSubstr(control)));
}

}  // namespace
}  // namespace sapper::tests

// Labels that gnuplot, SVG or XML could take for something else, in figures and pages from outside; and a page whose
// figures fail.
#include "tests/support/markup_check.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// The text as gnuplot writes it into an SVG.
std::string in_svg(const std::string& text) {
  std::string markup;
  for (const char letter : text) {
    if (letter == '&')
      markup += "&amp;";
    else if (letter == '<')
      markup += "&lt;";
    else
      markup += letter;
  }
  return markup;
}

class FigureLabels : public ProgramTest {
 protected:
  void play(const std::vector<std::string>& labels) const {
    std::string strategies;
    for (const std::string& label : labels)
      strategies += R"(,{"name":"random","label":)" + bj::serialize(bj::string(label)) + "}";
    write_config("labels.json",
                 R"("name":"labels","games":20,"boards":[{"rows":5,"cols":6,"density":[0.1,0.2]}],
      "strategies":["rules")" +
                     strategies + "]");
    run_well({"run", "labels.json", "--quiet", "--force"});
  }
};

TEST_F(FigureLabels, AreDrawnAsTheyAre) {
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  const std::vector<std::string> labels{"'naive'", "''",     "it's",          R"("quoted")", "`date`", "a\\",
                                        "\\n%d\\", "@GPVAL", "{/*2 x}_1^2~a", "&amp;",       "<b>"};
  play(labels);
  for (const std::string kind : {"density", "win_rate", "phases", "guesses"}) {
    SCOPED_TRACE(kind);
    run_well({"plot", "labels.report.json", "-o", kind + ".svg", "--kind", kind});
    const std::string svg = read(kind + ".svg");
    EXPECT_EQ(markup_error(svg), "");
    for (const std::string& label : labels)
      EXPECT_THAT(svg, HasSubstr(fmt::format(">{}<", in_svg(label)))) << "between tags, and nothing else";
  }
}

// XML forbids the end of a CDATA section in text.
TEST_F(FigureLabels, LeaveTheSvgXml) {
  if (!is_installed("gnuplot")) GTEST_SKIP() << "gnuplot is not installed";
  play({"a]]>b", "<![CDATA[x]]>", "-->"});
  run_well({"plot", "labels.report.json", "-o", "f.svg"});
  const std::string svg = read("f.svg");
  EXPECT_EQ(markup_error(svg), "");
  EXPECT_THAT(svg, Not(HasSubstr("]]>")));
  EXPECT_THAT(svg, HasSubstr("a]]&gt;b"));
}

TEST_F(FigureLabels, AFigureThatFailsLeavesThePage) {
  play({"'naive'"});
  write_program("gnuplot", "#!/bin/sh\necho 'no such <font>' >&2\nexit 3\n");
  start_.environment = {{"PATH", folder_.path().string() + ":/usr/bin:/bin"}};
  run_well({"report", "labels.report.json", "-o", "page.html"});
  const std::string page = read("page.html");
  EXPECT_THAT(page,
              HasSubstr("This figure is not drawn: gnuplot failed with status 3: no such &lt;font&gt;"));
  EXPECT_THAT(page, HasSubstr("id=\"provenance\""));
  // It is an error where the figure alone is asked for.
  const ProgramResult plot = run({"plot", "labels.report.json", "-o", "f.svg"});
  EXPECT_EQ(plot.status, 1);
  EXPECT_THAT(plot.err, HasSubstr("gnuplot failed with status 3"));
}

}  // namespace
}  // namespace sapper::tests

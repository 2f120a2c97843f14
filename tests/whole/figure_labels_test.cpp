// Labels that gnuplot, SVG or XML could take for something else, in figures and pages from outside; and a page whose
// figures fail.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/markup_check.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::Not;
namespace fs = std::filesystem;

bool has_gnuplot() {
  ProgramRun run;
  run.program = "/bin/sh";
  run.arguments = {"-c", "command -v gnuplot"};
  return run_program(run).status == 0;
}

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

class FigureLabels : public testing::Test {
 protected:
  ProgramResult run(std::vector<std::string> arguments, const std::string& path = "") const {
    ProgramRun program = sapper(std::move(arguments));
    program.folder = folder_.path();
    if (!path.empty()) program.environment = {{"PATH", path}};
    return run_program(program);
  }
  void play(const std::vector<std::string>& labels) const {
    std::string strategies;
    for (const std::string& label : labels)
      strategies +=
          R"(,{"name":"random","label":)" + boost::json::serialize(boost::json::string(label)) + "}";
    folder_.write("labels.json",
                  R"({"schema":"sapper-config/1","name":"labels","games":20,"boards":[{"rows":5,"cols":6,)"
                  R"("density":[0.1,0.2]}],"strategies":["rules")" +
                      strategies + "]}");
    const ProgramResult result = run({"run", "labels.json", "--quiet", "--force"});
    ASSERT_EQ(result.status, 0) << result.err;
  }

  TemporaryFolder folder_;
};

TEST_F(FigureLabels, AreDrawnAsTheyAre) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::vector<std::string> labels{"'naive'", "''",     "it's",          R"("quoted")", "`date`", "a\\",
                                        "\\n%d\\", "@GPVAL", "{/*2 x}_1^2~a", "&amp;",       "<b>"};
  play(labels);
  for (const std::string kind : {"density", "win_rate", "phases", "guesses"}) {
    SCOPED_TRACE(kind);
    const ProgramResult result = run({"plot", "labels.report.json", "-o", kind + ".svg", "--kind", kind});
    ASSERT_EQ(result.status, 0) << result.err;
    const std::string svg = content_of(folder_.path() / (kind + ".svg"));
    EXPECT_EQ(markup_error(svg), "");
    for (const std::string& label : labels)
      EXPECT_THAT(svg, HasSubstr(fmt::format(">{}<", in_svg(label)))) << "between tags, and nothing else";
  }
}

// XML forbids the end of a CDATA section in text.
TEST_F(FigureLabels, LeaveTheSvgXml) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  play({"a]]>b", "<![CDATA[x]]>", "-->"});
  ASSERT_EQ(run({"plot", "labels.report.json", "-o", "f.svg"}).status, 0);
  const std::string svg = content_of(folder_.path() / "f.svg");
  EXPECT_EQ(markup_error(svg), "");
  EXPECT_THAT(svg, Not(HasSubstr("]]>")));
  EXPECT_THAT(svg, HasSubstr("a]]&gt;b"));
}

TEST_F(FigureLabels, AFigureThatFailsLeavesThePage) {
  play({"'naive'"});
  folder_.write("gnuplot", "#!/bin/sh\necho 'no such <font>' >&2\nexit 3\n");
  fs::permissions(folder_.path() / "gnuplot", fs::perms::owner_all);
  const ProgramResult result =
      run({"report", "labels.report.json", "-o", "page.html"}, folder_.path().string() + ":/usr/bin:/bin");
  ASSERT_EQ(result.status, 0) << result.err;
  const std::string page = content_of(folder_.path() / "page.html");
  EXPECT_THAT(page,
              HasSubstr("This figure is not drawn: gnuplot failed with status 3: no such &lt;font&gt;"));
  EXPECT_THAT(page, HasSubstr("id=\"provenance\""));
  // Of a figure alone it is an error.
  const ProgramResult plot =
      run({"plot", "labels.report.json", "-o", "f.svg"}, folder_.path().string() + ":/usr/bin:/bin");
  EXPECT_EQ(plot.status, 1);
  EXPECT_THAT(plot.err, HasSubstr("gnuplot failed with status 3"));
}

}  // namespace
}  // namespace sapper::tests

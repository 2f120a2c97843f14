// `sapper plot` from outside: every kind of figure, from reports that the program writes. Where gnuplot is missing,
// only what needs none is tested.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "tests/support/markup_check.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// A label that must not be read as markup, nor as a gnuplot string or command.
constexpr const char* kLabel = R"(a'b\"<b>&`date`_{x}^2 @y %s)";
constexpr const char* kEscapedLabel = R"(a'b"&lt;b>&amp;`date`_{x}^2 @y %s)";

std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has_gnuplot() {
  ProgramRun run;
  run.program = "/bin/sh";
  run.arguments = {"-c", "command -v gnuplot"};
  return run_program(run).status == 0;
}

class Plot : public testing::Test {
 protected:
  ProgramResult run(std::vector<std::string> arguments) const {
    ProgramRun program = sapper(std::move(arguments));
    program.folder = folder_.path();
    return run_program(program);
  }
  void play(const std::string& name, const std::string& boards, const std::string& cell) const {
    folder_.write(name + ".json",
                  R"({"schema":"sapper-config/1","name":")" + name + R"(","seed":7,"games":40,"boards":[)" +
                      boards + R"(],"topology":"square","first_click":{"rule":"safe","cell":)" + cell +
                      R"(},"reveal":"flood","mines":"fixed","strategies":["rules",{"name":"csp","label":")" +
                      kLabel + R"("}]})");
    const ProgramResult result = run({"run", name + ".json", "--quiet"});
    ASSERT_EQ(result.status, 0) << result.err;
  }
  void SetUp() override {
    play("sweep", R"({"rows":[5,6],"cols":6,"density":[0.1,0.15,0.2]})", "[0,0]");
    play("clicks", R"({"rows":3,"cols":3,"mines":2})", R"("all")");
    folder_.write(
        "bench.json",
        R"({"context":{},"benchmarks":[{"name":"f/8","run_name":"f/8","cpu_time":1.5,"time_unit":"us"},)"
        R"({"name":"f/16","run_name":"f/16","cpu_time":2500,"time_unit":"ns"}]})");
  }
  std::string draw(const std::string& report, const std::string& kind, const std::string& figure) const {
    const ProgramResult result = run({"plot", report, "-o", figure, "--kind", kind});
    EXPECT_EQ(result.status, 0) << result.err;
    return content_of(folder_.path() / figure);
  }

  TemporaryFolder folder_;
};

TEST_F(Plot, DrawsEveryKindWithLabelsAsTheyAre) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  ASSERT_EQ(run({"scale", "sweep.json", "--threads", "1,2", "--repeats", "1", "--quiet"}).status, 0);
  const std::vector<std::pair<std::string, std::string>> figures{{"density", "sweep.report.json"},
                                                                 {"win_rate", "sweep.report.json"},
                                                                 {"phases", "sweep.report.json"},
                                                                 {"guesses", "sweep.report.json"},
                                                                 {"first_click", "clicks.report.json"},
                                                                 {"scaling", "sweep.scale.json"},
                                                                 {"posterior", "bench.json"}};
  for (const auto& [kind, report] : figures) {
    SCOPED_TRACE(kind);
    const std::string svg = draw(report, kind, kind + ".svg");
    EXPECT_THAT(svg, StartsWith("<?xml"));
    EXPECT_EQ(markup_error(svg), "");
    EXPECT_EQ(svg.find(kEscapedLabel) != std::string::npos, kind != "scaling" && kind != "posterior");
    EXPECT_NE(svg.find("Helvetica"), std::string::npos);
  }
  EXPECT_NE(draw("sweep.report.json", "density", "d.svg").find("mine density (%)"), std::string::npos);
  EXPECT_THAT(draw("sweep.report.json", "density", "d.pdf"), StartsWith("%PDF"));
  EXPECT_THAT(draw("sweep.report.json", "density", "d.png"), StartsWith("\x89PNG"));
}

TEST_F(Plot, ChoosesTheKindByTheReport) {
  const auto kind_of = [&](const std::string& report) {
    const ProgramResult result = run({"plot", report, "--data", "data-" + report});
    EXPECT_EQ(result.status, 0) << result.err;
    std::string kinds;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / ("data-" + report)))
      if (entry.path().extension() == ".gp") kinds += entry.path().stem().string();
    return kinds;
  };
  EXPECT_EQ(kind_of("sweep.report.json"), "density");
  EXPECT_EQ(kind_of("clicks.report.json"), "first_click");
  EXPECT_EQ(kind_of("bench.json"), "posterior");
}

TEST_F(Plot, DataDrawsTheSameFigureAgain) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  ASSERT_EQ(run({"plot", "sweep.report.json", "-o", "figure.svg", "--data", "data"}).status, 0);
  ProgramRun gnuplot;
  gnuplot.program = "/bin/sh";
  gnuplot.arguments = {"-c", "gnuplot --default-settings density.gp"};
  gnuplot.folder = folder_.path() / "data";
  ASSERT_EQ(run_program(gnuplot).status, 0);
  EXPECT_TRUE(content_of(folder_.path() / "data/density.svg") == content_of(folder_.path() / "figure.svg"));
}

// The 3 x 3 board has three classes of cells: corners, edges, the middle.
TEST_F(Plot, FirstClicksAreMirroredBySymmetry) {
  ASSERT_EQ(run({"plot", "clicks.report.json", "--data", "data"}).status, 0);
  const auto report = boost::json::parse(content_of(folder_.path() / "clicks.report.json"));
  std::map<int, double>
      rate_of_class;  // [cells of the border that it touches] of the first strategy, percent
  for (const auto& result : report.at("results").as_array()) {
    if (result.at("label") != "rules") continue;
    const auto& cell = result.at("first_click").at("cell").as_array();
    const auto touches = [](const boost::json::value& side) { return side.to_number<int>() != 1; };
    rate_of_class[touches(cell[0]) + touches(cell[1])] = 100 * result.at("win_rate").to_number<double>();
  }
  ASSERT_EQ(rate_of_class.size(), 3U);
  std::istringstream table(content_of(folder_.path() / "data/first_click.dat"));
  int cells = 0;
  for (std::string line; std::getline(table, line) && cells < 9;) {
    if (line.starts_with('#')) continue;
    std::istringstream in(line);
    double x = 0, row = 0, col = 0, rate = 0;
    ASSERT_TRUE(in >> x >> row >> col >> rate) << line;
    EXPECT_NEAR(rate, rate_of_class[(row != 1) + (col != 1)], 1e-3) << line;
    ++cells;
  }
  EXPECT_EQ(cells, 9);
}

TEST_F(Plot, SaysWhatIsWrongInOneLine) {
  struct Refusal {
    std::vector<std::string> arguments;
    int status;
    std::string message;
  };
  const Refusal refusals[] = {
      {{"plot", "sweep.report.json", "-o", "figure.jpg"},
       2,
       "figure.jpg: expected a name that ends in .svg, .pdf or .png"},
      {{"plot", "sweep.report.json"}, 2, "plot: -o FIG.svg is missing"},
      {{"plot", "sweep.report.json", "-o", "x.svg", "--kind", "scaling"},
       2,
       "it needs a file of sapper scale"},
      {{"plot", "sweep.json", "-o", "x.svg"}, 2, "sweep.json:1:1: the file is no report"},
      {{"plot", "missing.json", "-o", "x.svg"}, 2, "missing.json: cannot be read"},
      {{"plot", "sweep.report.json", "-o", "no/folder/x.svg"}, 2, "there is no folder"},
  };
  for (const Refusal& refusal : refusals) {
    SCOPED_TRACE(refusal.message);
    const ProgramResult result = run(refusal.arguments);
    EXPECT_EQ(result.status, refusal.status);
    EXPECT_THAT(result.err, HasSubstr(refusal.message));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
  ProgramRun without = sapper({"plot", "sweep.report.json", "-o", "x.svg"});
  without.folder = folder_.path();
  without.environment = {{"PATH", "/nonexistent"}};
  const ProgramResult result = run_program(without);
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "sapper: gnuplot is not installed; on Debian: apt-get install gnuplot-nox\n");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "x.svg"));
}

}  // namespace
}  // namespace sapper::tests

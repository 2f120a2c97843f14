// Each study of data/experiments/studies, a hundredth of its games, through to its figure; and that each has its page.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <filesystem>

#include "tests/support/json_schema.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

const std::filesystem::path kStudiesData = SAPPER_DATA_DIR;

std::vector<std::string> studies() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(kStudiesData / "experiments" / "studies"))
    names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool has_gnuplot() {
  ProgramRun run;
  run.program = "/bin/sh";
  run.arguments = {"-c", "command -v gnuplot"};
  return run_program(run).status == 0;
}

// All that the pages in data/studies say.
std::string pages() {
  std::string text;
  for (const auto& entry : std::filesystem::directory_iterator(kStudiesData / "studies"))
    if (entry.path().extension() == ".md") text += content_of(entry.path());
  return text;
}

class Study : public testing::TestWithParam<std::string> {
 protected:
  ProgramResult run(std::vector<std::string> arguments) {
    ProgramRun program = sapper(std::move(arguments));
    program.folder = folder_.path();
    return run_program(program);
  }
  static std::filesystem::path config() {
    return kStudiesData / "experiments" / "studies" / (GetParam() + ".json");
  }

  TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(All, Study, testing::ValuesIn(studies()),
                         [](const auto& test) { return test.param; });

TEST_P(Study, PlaysThroughToItsFigure) {
  const boost::json::value read = load_json(config());
  EXPECT_THAT(schema_errors(read, kStudiesData / "schema" / "config.schema.json"), testing::IsEmpty());
  EXPECT_EQ(std::string(read.at("name").as_string()), GetParam());
  const std::int64_t games = std::max<std::int64_t>(read.at("games").as_int64() / 100, 1);
  const ProgramResult played =
      run({"run", config().string(), "--games", std::to_string(games), "-o", "r.json", "--quiet"});
  ASSERT_EQ(played.status, 0) << played.err;
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const ProgramResult drawn = run({"plot", "r.json", "-o", "f.svg"});
  ASSERT_EQ(drawn.status, 0) << drawn.err;
  EXPECT_THAT(content_of(folder_.path() / "f.svg"), testing::HasSubstr("</svg>"));
}

TEST_P(Study, HasAPageWithItsCommandAndItsFigure) {
  const std::string text = pages();
  EXPECT_THAT(text, testing::HasSubstr("./dev study " + GetParam()));
  EXPECT_THAT(text, testing::HasSubstr("(figures/" + GetParam() + ".svg)"));
  EXPECT_TRUE(std::filesystem::exists(kStudiesData / "studies" / "figures" / (GetParam() + ".svg")));
}

}  // namespace
}  // namespace sapper::tests

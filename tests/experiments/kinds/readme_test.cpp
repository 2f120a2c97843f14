// The config that the README shows is valid; the program that data/library.md shows is a tested one.
#include <boost/json/parse.hpp>
#include <fstream>
#include <iterator>

#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// The text between a line `    {` and a line `    }`, both included.
std::vector<std::string> objects_of(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::string> objects;
  bool is_inside = false;
  for (std::string line; std::getline(in, line);) {
    if (line == "    {") {
      is_inside = true;
      objects.emplace_back();
    }
    if (is_inside) objects.back() += line + '\n';
    if (line == "    }") is_inside = false;
  }
  return objects;
}

TEST(Readme, ShowsConfigsThatRead) {
  std::vector<std::string> kinds;
  for (const std::string& text : objects_of(SAPPER_SOURCE_DIR "/README.md")) {
    const auto experiment = parse_experiment(text, "readme.json", {});
    kinds.emplace_back(experiment->config().at("game").as_string());
    EXPECT_EQ(tests::schema_errors(boost::json::parse(text), SAPPER_DATA_DIR "/schema/config.schema.json"),
              std::vector<std::string>{})
        << text;
  }
  EXPECT_EQ(kinds, (std::vector<std::string>{"minesweeper"}));
}

TEST(Library, ShowsTheConsumerThatIsTested) {
  std::ifstream program(SAPPER_SOURCE_DIR "/tests/consumer/main.cpp");
  std::string indented;
  for (std::string line; std::getline(program, line);) indented += line.empty() ? "\n" : "    " + line + '\n';
  std::ifstream page(SAPPER_SOURCE_DIR "/data/library.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_GT(indented.size(), 500U);
  EXPECT_NE(text.find(indented), std::string::npos) << indented;
}

}  // namespace
}  // namespace sapper::experiments

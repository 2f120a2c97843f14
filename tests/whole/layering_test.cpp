// Folders depend one way, sim <- solvers <- experiments, and only tests include tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <istream>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::tests {
namespace {

// From the bottom up: a folder includes itself and those before it.
constexpr std::array<std::string_view, 4> kFolders{"sim", "solvers", "experiments", "tests"};

// The folder's place in kFolders; kFolders.size() if it is not one of them.
std::size_t height_of(std::string_view folder) {
  return static_cast<std::size_t>(std::find(kFolders.begin(), kFolders.end(), folder) - kFolders.begin());
}

// The includes of a source in `folder` that point upward, and those that are relative to the source, whose
// height nobody sees; each as "line N: PATH".
std::vector<std::string> wrong_includes(std::string_view folder, std::istream& source) {
  static const std::regex include(R"re(^\s*#\s*include\s*(["<])([^">]+)[">])re");
  std::vector<std::string> wrong;
  std::string line;
  for (int number = 1; std::getline(source, line); ++number) {
    std::smatch match;
    if (!std::regex_search(line, match, include)) continue;
    const std::string path = match[2];
    const std::size_t height = height_of(path.substr(0, path.find('/')));
    const bool is_ours = height < kFolders.size();
    if (is_ours ? height > height_of(folder) : match[1] == "\"")
      wrong.push_back("line " + std::to_string(number) + ": " + path);
  }
  return wrong;
}

std::vector<std::string> wrong_includes(std::string_view folder, const std::string& source) {
  std::istringstream stream(source);
  return wrong_includes(folder, stream);
}

TEST(Layering, NoIncludePointsUpward) {
  int sources = 0;
  for (const std::string_view folder : kFolders) {
    const std::filesystem::path root = std::filesystem::path(SAPPER_SOURCE_DIR) / folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
      const std::filesystem::path extension = entry.path().extension();
      if (extension != ".hpp" && extension != ".cpp") continue;
      ++sources;
      std::ifstream source(entry.path());
      EXPECT_THAT(wrong_includes(folder, source), testing::IsEmpty()) << entry.path();
    }
  }
  EXPECT_GT(sources, 20);
}

TEST(Layering, TheCheckSeesWhatItShould) {
  using testing::ElementsAre;
  using testing::IsEmpty;
  EXPECT_THAT(wrong_includes("sim", "#include <vector>\n#include \"sim/minesweeper/grid.hpp\"\n"), IsEmpty());
  EXPECT_THAT(wrong_includes("solvers", "#include \"sim/minesweeper/grid.hpp\"\n"), IsEmpty());
  EXPECT_THAT(wrong_includes("tests", "#include \"experiments/engine/config.hpp\"\n"), IsEmpty());

  EXPECT_THAT(wrong_includes("sim", "\n  #  include \"solvers/minesweeper/strategies/strategy.hpp\"\n"),
              ElementsAre("line 2: solvers/minesweeper/strategies/strategy.hpp"));
  EXPECT_THAT(wrong_includes("sim", "#include <experiments/engine/config.hpp>\n"),
              ElementsAre("line 1: experiments/engine/config.hpp"));
  EXPECT_THAT(wrong_includes("solvers", "#include \"experiments/engine/config.hpp\"\n"),
              ElementsAre("line 1: experiments/engine/config.hpp"));
  EXPECT_THAT(wrong_includes("experiments", "#include \"tests/support/json_schema.hpp\"\n"),
              ElementsAre("line 1: tests/support/json_schema.hpp"));
  EXPECT_THAT(wrong_includes("sim", "#include \"../solvers/minesweeper/strategy.hpp\"\n"),
              ElementsAre("line 1: ../solvers/minesweeper/strategy.hpp"));
}

}  // namespace
}  // namespace sapper::tests

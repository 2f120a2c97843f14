// The built-in levels are those of data/levels.json.
#include <boost/json/parse.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "experiments/kinds/minesweeper/board.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

TEST(Levels, AreCompiledIn) {
  ::unsetenv("SAPPER_DATA");
  std::ifstream file(SAPPER_DATA_DIR "/levels.json");
  const boost::json::value root = boost::json::parse(std::string(std::istreambuf_iterator<char>(file), {}));
  const boost::json::array& expected = root.at("levels").as_array();
  ASSERT_EQ(levels().size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(levels()[i].name, expected[i].at("name").as_string());
    EXPECT_EQ(levels()[i].rows, expected[i].at("rows").as_int64());
    EXPECT_EQ(levels()[i].cols, expected[i].at("cols").as_int64());
    EXPECT_EQ(levels()[i].mines, expected[i].at("mines").as_int64());
    EXPECT_EQ(levels()[i].description, expected[i].at("description").as_string());
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

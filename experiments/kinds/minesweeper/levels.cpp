#include "experiments/kinds/minesweeper/levels.hpp"

#include <array>

#include "experiments/support/data_folder.hpp"
#include "sim/minesweeper/grid.hpp"

namespace sapper::experiments {
extern const char* const kLevelsJson;  // data/levels.json, in a source that the build writes
}

namespace sapper::experiments::minesweeper {
namespace {

json::Document levels_document() {
  if (const auto folder = chosen_data_folder()) return json::Document::read(*folder / "levels.json");
  return json::Document::parse(kLevelsJson, "levels.json");
}

std::vector<Level> read_levels(const json::Document& document) {
  const json::Node root(document);
  root.expect_object({"schema", "levels"});
  const std::array<std::string_view, 1> schemas{"sapper-levels/1"};
  root.need("schema").as_choice(schemas, "the format of this program's levels");
  std::vector<Level> levels;
  for (const json::Node& node : root.need("levels").nonempty_items()) {
    node.expect_object({"name", "rows", "cols", "mines", "description"});
    Level level;
    level.name = node.need("name").as_string();
    level.rows = static_cast<int>(node.need("rows").as_whole(1, sim::Grid::kMaxSide));
    level.cols = static_cast<int>(node.need("cols").as_whole(1, sim::Grid::kMaxSide));
    const auto cells = static_cast<std::uint64_t>(level.rows) * static_cast<std::uint64_t>(level.cols);
    level.mines = static_cast<std::uint32_t>(node.need("mines").as_whole(0, cells));
    if (const auto description = node.find("description")) level.description = description->as_string();
    for (const Level& other : levels)
      if (other.name == level.name) node.need("name").fail_value("expected a name that no other level has");
    levels.push_back(std::move(level));
  }
  return levels;
}

}  // namespace

const std::vector<Level>& levels() {
  static const std::vector<Level> all = read_levels(levels_document());
  return all;
}

}  // namespace sapper::experiments::minesweeper

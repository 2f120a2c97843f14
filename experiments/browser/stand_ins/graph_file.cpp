// A page reads no files, and plays no graphs without rows and columns.
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"

namespace sapper::experiments::minesweeper {

sim::Graph parse_graph(const json::Node& object) {
  object.fail(" is a graph; a page plays boards of rows and columns");
}

std::filesystem::path named_file(const json::Node& name, const std::filesystem::path& /*folder*/) {
  name.fail_value("expected the name of a lattice; a page reads no files");
}

std::optional<std::filesystem::path> find_graph_file(std::string_view /*name*/,
                                                     const std::filesystem::path& /*folder*/) {
  return std::nullopt;
}

std::string folder_text(const std::filesystem::path& folder) { return folder.string(); }

std::shared_ptr<const sim::Graph> parse_graph_file(const json::Node& root) {
  return std::make_shared<const sim::Graph>(parse_graph(root));
}

boost::json::object to_json(const sim::Graph&) { return {}; }

std::shared_ptr<const sim::Graph> read_graph(const std::filesystem::path& /*file*/) { return nullptr; }

}  // namespace sapper::experiments::minesweeper

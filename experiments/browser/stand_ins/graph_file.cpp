// A page reads no files: configs and replays hold what they say.
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"

namespace sapper::experiments::minesweeper {

std::filesystem::path named_file(const json::Node& name, const std::filesystem::path& /*folder*/) {
  name.fail_value("a page reads no files; expected what it says, in \"files\"");
}

std::optional<std::filesystem::path> find_graph_file(std::string_view /*name*/,
                                                     const std::filesystem::path& /*folder*/) {
  return std::nullopt;
}

std::string folder_text(const std::filesystem::path& folder) { return folder.string(); }

std::shared_ptr<const sim::Graph> read_graph(const std::filesystem::path& /*file*/) { return nullptr; }

}  // namespace sapper::experiments::minesweeper

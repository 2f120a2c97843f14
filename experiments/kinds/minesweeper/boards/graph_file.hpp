// Files of boards on graphs and lattices (graph_json.hpp, lattice_file.hpp), as configs and positions name them. Files are
// refused unread or as soon as they turn out to be too large.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/graph.hpp"

namespace sapper::experiments::minesweeper {

// In messages: `the folder studies`, `the current folder`.
std::string folder_text(const std::filesystem::path& folder);
// The file that a value names, relative to a folder. InputError at its place if there is none.
std::filesystem::path named_file(const json::Node& name, const std::filesystem::path& folder);
// The file of that name in a folder, or else, as in archives, the one in the folder itself; none if neither exists.
std::optional<std::filesystem::path> find_graph_file(std::string_view name,
                                                     const std::filesystem::path& folder);
// The graph in a file.
std::shared_ptr<const sim::Graph> read_graph(const std::filesystem::path& file);

}  // namespace sapper::experiments::minesweeper

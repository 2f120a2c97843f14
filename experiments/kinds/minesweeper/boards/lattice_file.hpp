// Lattices as data (`sapper-lattice/1`, data/schema/lattice.schema.json): those of data/lattices, which the program
// contains, and any other as a file.
#pragma once

#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

// Those of data/lattices, by name.
const std::vector<sim::Lattice>& shipped_lattices();

// InputError with the place of the error.
sim::Lattice parse_lattice(const json::Node& object);
sim::Lattice read_lattice(const std::filesystem::path& file);

// The lattice of a topology in JSON: the name of a shipped one, or an object {"name": NAME} or {"file": FILE}, which
// "joined" (a list of "rows", "cols", "layers") may join otherwise. folder: that FILE is relative to.
sim::Lattice lattice_of(const json::Node& topology, const std::filesystem::path& folder);

}  // namespace sapper::experiments::minesweeper

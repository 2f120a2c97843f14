// Lattices as data (`sapper-lattice/1`, data/schema/lattice.schema.json): those of data/lattices, which the program
// contains, and any other as a file.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

inline constexpr std::string_view kGraphSchema = "sapper-graph/1", kLatticeSchema = "sapper-lattice/1";
// InputError if an object has another schema than the wanted one; if it has `other`, which is easily mistaken for it, the
// message says what is wanted: `a graph; ...`.
void expect_schema(const json::Node& root, std::string_view wanted, std::string_view other,
                   std::string_view what);

// Those of data/lattices, by name.
const std::vector<sim::Lattice>& shipped_lattices();

// InputError with the place of the error.
sim::Lattice parse_lattice(const json::Node& object);
sim::Lattice read_lattice(const std::filesystem::path& file);
// A file's content.
boost::json::object to_json(const sim::Lattice& lattice);

// The lattice of a topology in JSON: the name of a shipped one, or an object {"name": NAME} or {"file": FILE}, which
// "joined" (a list of "rows", "cols", "layers") may join otherwise. folder: that FILE is relative to; or `read` reads it.
sim::Lattice lattice_of(const json::Node& topology, const std::filesystem::path& folder);
sim::Lattice lattice_of(const json::Node& topology,
                        const std::function<sim::Lattice(const json::Node& file)>& read);

// The directions in which a lattice's borders are joined, as "joined" lists them.
std::vector<std::string_view> joined_directions(const sim::Lattice& lattice);
// The lattice's name, with what is joined where that is not as usual: `triangle (joined rows, cols)`.
std::string title_of(const sim::Lattice& lattice);
// The topology by which the lattice is read back, if it is a shipped one: its name, or {"name", "joined"}.
boost::json::value topology_json(const sim::Lattice& lattice);
// The topology of the planes on which all cells see the same as on the lattice, if there is one.
std::optional<sim::Topology> topology_of(const sim::Lattice& lattice);

}  // namespace sapper::experiments::minesweeper

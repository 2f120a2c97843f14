// What a config's boards are made of: topologies of the planes, lattices, and graphs.
//
// A lattice or graph that is not shipped comes from a file. The config may hold the files' contents, as reports do, which
// need no files: {"files": {"cairo.json": {"schema": "sapper-lattice/1", ...}}}. Of a graph too large for a report it holds
// {"hash": "0123456789abcdef", "cells": 1000000}; games need the file, which must have that hash.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

// A topology as configs name it.
struct NamedTopology {
  sim::Topology planes = sim::Topology::square;
  std::shared_ptr<const sim::Lattice> lattice = nullptr;  // null: that of the planes
  std::string file = {};                // that the lattice came from, as the config names it
  std::optional<json::Node> node = {};  // that names it, for errors; nullopt: the default

  bool is_layered() const { return lattice != nullptr && lattice->is_layered; }
};

// Reads each file once. All errors are InputErrors at the place of what names the shape.
class BoardShapes {
 public:
  // root: the config; folder: that files are relative to.
  BoardShapes(const json::Node& root, const std::filesystem::path& folder);

  // The topologies that an object names, each once; the fallback if it names none.
  std::vector<NamedTopology> topologies(const json::Node& object, std::vector<NamedTopology> fallback);
  // A board of that topology and size, still without mines. entry: that gives the size.
  Board board(const NamedTopology& topology, sim::LatticeSize size, const json::Node& entry);
  // The board on the graph that an entry's value names. A graph of which the config holds the hash may be missing.
  Board board_on_graph(const json::Node& name);
  // InputError if the config holds a file that nothing has named.
  void check_all_used() const;

 private:
  NamedTopology parse_topology(const json::Node& node);
  std::shared_ptr<const sim::Lattice> shared(sim::Lattice lattice, const json::Node& node);
  // What the config holds of a file; nullopt: nothing.
  std::optional<json::Node> held(const json::Node& name);
  // Adds to the size of all boards; InputError if it becomes too large.
  void take_room(std::uint64_t neighbours, const json::Node& node);

  std::optional<json::Node> files_;
  const std::filesystem::path& folder_;
  std::set<std::string, std::less<>> used_;
  std::map<std::string, sim::Lattice, std::less<>> lattice_files_;                    // as their files say
  std::map<std::string, std::shared_ptr<const sim::Lattice>, std::less<>> lattices_;  // by title
  std::map<std::string, std::shared_ptr<const GraphBoard>, std::less<>> graphs_;      // by file
  std::map<std::tuple<const sim::Lattice*, int, int, int>, std::shared_ptr<const GraphBoard>> boards_;
  std::uint64_t neighbours_ = 0;
};

// A topology as configs name it: a name, or an object.
boost::json::value topology_json(const Board& board);
// `triangle`; the name of a topology of the planes.
std::string topology_text(const Board& board);
// What the boards' files hold, as configs hold it.
boost::json::object files_json(std::span<const Board> boards);
// Leaves of such a content, perhaps a damaged one, what games depend on.
void leave_out_drawings(boost::json::object& content);
// The files of the folder of which it holds the hash, each once, if they are there.
std::vector<std::filesystem::path> hashed_files(std::span<const Board> boards,
                                                const std::filesystem::path& folder);
// Why one of the graphs is missing, as a sentence; empty if none is.
std::string why_missing(std::span<const Board> boards);

}  // namespace sapper::experiments::minesweeper

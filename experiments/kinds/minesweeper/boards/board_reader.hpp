// Boards from files: the formats of sim/minesweeper/board_file.hpp, and the lines of `sapper boards`, which hold the
// first dig as well:
//
//   {"rows": 2, "cols": 3, "mines": [[0, 2]], "topology": "square", "rule": "opening", "first": [1, 0]}
//
// `topology` (by default square), `rule` (unprotected) and `first` may be omitted; other keys are ignored.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

struct ReadBoard {
  sim::BoardFile file;
  // Only lines hold these.
  std::optional<sim::Topology> topology = {};
  std::optional<FirstClick> first = {};    // Cell::given
  std::optional<std::uint64_t> name = {};  // `board`: its number among those that were drawn together
  // A board on a lattice or graph, with the mines of `file` and its first dig; null: of the planes.
  std::shared_ptr<const Board> on_graph = nullptr;
};

// The boards that lines may be of; others are refused.
enum class LineShapes : std::uint8_t { planes, all };

// How many layers an object names; where it names none, a layered lattice has as many as rows.
std::uint64_t read_layers(const json::Node& object, const sim::Lattice& lattice, std::uint64_t rows);
// InputError with the place of the error.
ReadBoard parse_board_line(const json::Document& line, LineShapes shapes = LineShapes::planes);

// The board in a file, or of FILE#K the K-th one. Of several lines without #K: the first one, if `taken` is given, which
// becomes 1, or the K that was given; InputError if it is null. 0: the file is not one of lines.
ReadBoard read_board(const std::filesystem::path& path, std::optional<sim::BoardSize> size,
                     std::uint64_t* taken = nullptr, LineShapes shapes = LineShapes::planes);

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/boards/board_files.hpp"

#include <fmt/format.h>

#include <memory>
#include <system_error>
#include <utility>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

void take_topology(const std::string& topology, std::optional<int> layers, Board& board) {
  const bool is_file = topology.ends_with(".json");
  sim::Lattice lattice =
      is_file ? read_lattice(topology) : json::row_named(shipped_lattices(), "--topology", topology);
  if (layers && !lattice.is_layered)
    throw InputError(fmt::format("--layers {}: boards of {} have none", *layers, lattice.name));
  if (const auto planes = topology_of(lattice)) {
    board.topology = *planes;
    return;
  }
  if (!board.level.empty() && lattice.is_layered)
    throw InputError(
        fmt::format("--level {}: a level has no layers, as {} needs them; expected --rows and --mines",
                    board.level, lattice.name));
  const sim::LatticeSize size{board.rows, board.cols, layers.value_or(lattice.is_layered ? board.rows : 1)};
  if (const std::string error = sim::describe_size_error(lattice, size); !error.empty())
    throw InputError(fmt::format("--topology {}: {}", topology, error));
  if (is_file) board.file = topology;
  board.graph_board = std::make_shared<const GraphBoard>(
      board_on_lattice(std::make_shared<const sim::Lattice>(std::move(lattice)), size));
}

void take_graph(const std::filesystem::path& file, Board& board) {
  auto graph = read_graph(file);
  board.file = file.string();
  board.rows = 1;
  board.cols = static_cast<int>(graph->cell_count());
  board.graph_board = std::make_shared<const GraphBoard>(std::move(graph));
}

std::string name_beside(const std::filesystem::path& file, const std::filesystem::path& output) {
  const std::filesystem::path folder = output.parent_path();
  if (file.is_absolute() || output == "-" || folder.empty()) return file.string();
  return std::filesystem::proximate(file, folder).string();
}

void name_files_beside(std::span<Board> boards, const std::filesystem::path& folder,
                       const std::filesystem::path& output) {
  for (Board& board : boards) {
    if (!board.graph_board || board.file.empty()) continue;
    const std::filesystem::path file = folder / board.file;
    std::error_code error;
    const auto is_of_the_board = [&] {
      if (!board.graph_board->lattice) return hash_of(*read_graph(file)) == board.graph_board->hash;
      sim::Lattice read = read_lattice(file);
      const LatticeBoard& lattice = *board.graph_board->lattice;
      read.joins_rows = lattice.lattice->joins_rows;  // the topology says it
      read.joins_cols = lattice.lattice->joins_cols;
      read.joins_layers = lattice.lattice->joins_layers;
      return hash_of(sim::make_graph(read, lattice.size)) == board.graph_board->hash;
    };
    if (!std::filesystem::is_regular_file(file, error) || !is_of_the_board())
      throw InputError(fmt::format(
          "{}: lines that name this file need it beside them, and it is {}; expected the one that the config "
          "holds",
          printable_file(file), error || !std::filesystem::exists(file) ? "missing" : "another one"));
    board.file = name_beside(file, output);
  }
}

}  // namespace sapper::experiments::minesweeper

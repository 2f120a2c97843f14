#include "experiments/kinds/minesweeper/boards/board_files.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

void take_topology(const std::string& topology, std::string_view level, std::optional<int> layers,
                   Board& board) {
  const bool is_file = topology.ends_with(".json");
  sim::Lattice lattice =
      is_file ? read_lattice(topology) : json::row_named(shipped_lattices(), "--topology", topology);
  if (layers && !lattice.is_layered)
    throw InputError(fmt::format("--layers {}: boards of {} have none", *layers, lattice.name));
  if (const auto planes = topology_of(lattice)) {
    board.topology = *planes;
    return;
  }
  if (!level.empty() && lattice.is_layered)
    throw InputError(
        fmt::format("--level {}: a level has no layers, as {} needs them; expected --rows and --mines", level,
                    lattice.name));
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

namespace {

std::string relative_name(const std::filesystem::path& file, const std::filesystem::path& output) {
  const auto normal = [](const std::filesystem::path& path) {
    return std::filesystem::absolute(path).lexically_normal();
  };
  const std::filesystem::path folder = output == "-" ? std::filesystem::path() : output.parent_path();
  return normal(file).lexically_relative(normal(folder / ".").parent_path()).string();
}

bool is_of(const std::filesystem::path& file, const GraphBoard& board) {
  if (!board.lattice) return hash_of(*read_graph(file)) == board.hash;
  sim::Lattice read = read_lattice(file);
  read.joins_rows = board.lattice->lattice->joins_rows;  // the topology says it
  read.joins_cols = board.lattice->lattice->joins_cols;
  read.joins_layers = board.lattice->lattice->joins_layers;
  return hash_of(sim::make_graph(read, board.lattice->size)) == board.hash;
}

}  // namespace

std::string name_beside(const std::filesystem::path& file, const std::filesystem::path& output) {
  return file.is_absolute() ? file.string() : relative_name(file, output);
}

void name_files_beside(std::span<Board> boards, const std::filesystem::path& folder,
                       const std::filesystem::path& output) {
  std::set<std::pair<std::string, std::uint64_t>> checked;  // boards of several densities have the same
  for (Board& board : boards) {
    if (!board.graph_board || board.file.empty()) continue;
    const std::filesystem::path file = folder / board.file;
    if (checked.emplace(board.file, board.graph_board->hash).second) {
      std::error_code error;
      const bool is_file = std::filesystem::is_regular_file(file, error);
      if (!is_file || !is_of(file, *board.graph_board))
        throw InputError(
            fmt::format("{}: the lines would name this file, {}; expected the one that the config holds",
                        printable_file(file), is_file ? "which is another one" : "which is not there"));
    }
    if (!std::filesystem::path(board.file).is_absolute()) board.file = relative_name(file, output);
  }
}

}  // namespace sapper::experiments::minesweeper

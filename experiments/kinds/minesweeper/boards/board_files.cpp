#include "experiments/kinds/minesweeper/boards/board_files.hpp"

#include <fmt/format.h>

#include <system_error>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/lattice.hpp"

namespace sapper::experiments::minesweeper {

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

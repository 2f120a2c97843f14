#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <filesystem>
#include <string_view>

#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

using sim::Lattice;

// Some 500 MB.
constexpr std::uint64_t kMostNeighbours = 50'000'000;
// The values of all graphs in a report, beyond which it holds their hashes: some 6 MB.
constexpr std::uint64_t kMostHeldValues = 1'000'000;

bool are_equal(const Lattice& a, const Lattice& b) {
  return a.name == b.name && a.unit_rows == b.unit_rows && a.unit_cols == b.unit_cols &&
         a.is_layered == b.is_layered && joined_directions(a) == joined_directions(b) && a.sees == b.sees;
}

std::uint64_t neighbours_in(const sim::Graph& graph) {
  std::uint64_t count = graph.cell_count();
  for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) count += graph.sees(cell).size();
  return count;
}

std::uint64_t most_neighbours(const Lattice& lattice, sim::LatticeSize size) {
  std::size_t most = 0;
  for (const auto& sees : lattice.sees) most = std::max(most, sees.size());
  return size.cell_count() * (most + 1);
}

std::string hash_text(const GraphBoard& board) { return fmt::format("{:016x}", board.hash); }

// A file's content.
bj::object held_json(const GraphBoard& board, std::uint64_t& values) {
  if (board.lattice) {
    Lattice lattice = *board.lattice->lattice;
    lattice.joins_rows = lattice.joins_cols = lattice.joins_layers = false;  // the topology says it
    return to_json(lattice);
  }
  const sim::Graph& graph = *board.graph;
  const std::uint64_t more = neighbours_in(graph) * (opens_less(graph) ? 2 : 1) + 3 * graph.places().size();
  if (values + more > kMostHeldValues) return {{"hash", hash_text(board)}};
  values += more;
  return to_json(graph);
}

}  // namespace

BoardShapes::BoardShapes(const json::Node& root, const std::filesystem::path& folder)
    : files_(root.find("files")), folder_(folder) {
  if (files_ && !files_->is(json::Kind::object))
    files_->fail_value("expected an object, the files' contents by their names");
}

std::optional<json::Node> BoardShapes::held(const json::Node& name) {
  const auto content = files_ ? files_->find(name.as_string()) : std::nullopt;
  if (content) used_.emplace(name.text());
  return content;
}

void BoardShapes::check_all_used() const {
  if (!files_) return;
  for (const json::Node& file : files_->members())
    if (!used_.contains(file.key())) file.fail(" is the content of a file that no board names; omit it");
}

void BoardShapes::take_room(std::uint64_t neighbours, const json::Node& node) {
  neighbours_ += neighbours;
  if (neighbours_ > kMostNeighbours)
    node.fail(
        fmt::format(" brings the cells and neighbours of all boards on lattices and graphs to {}; a "
                    "config may have at most {}",
                    with_commas(neighbours_), with_commas(kMostNeighbours)));
}

NamedTopology BoardShapes::parse_topology(const json::Node& node) {
  if (node.is(json::Kind::string))
    if (const auto* const planes = find_named(sim::kTopologies, node.text()))
      return {.planes = planes->topology, .node = node};
  NamedTopology topology{.node = node};
  Lattice lattice = lattice_of(node, [&](const json::Node& file) {
    topology.file = file.as_string();
    const auto [place, is_new] = lattice_files_.try_emplace(topology.file);
    if (!is_new) return place->second;
    const auto content = held(file);
    place->second = content ? parse_lattice(*content) : read_lattice(named_file(file, folder_));
    return place->second;
  });
  if (const auto planes = topology_of(lattice)) return {.planes = *planes, .node = node};
  topology.lattice = shared(std::move(lattice), node);
  return topology;
}

std::shared_ptr<const Lattice> BoardShapes::shared(Lattice lattice, const json::Node& node) {
  const std::string title = title_of(lattice);
  std::shared_ptr<const Lattice>& known = lattices_[title];
  if (find_named(sim::kTopologies, title) != nullptr)
    node.fail(
        fmt::format(" has the name \"{}\", but its cells see others than there; expected another "
                    "\"name\" in its file",
                    title));
  if (known == nullptr)
    known = std::make_shared<const Lattice>(std::move(lattice));
  else if (!are_equal(*known, lattice))
    node.fail(
        fmt::format(" has the name \"{}\" of another lattice of this config; expected another \"name\" "
                    "in its file",
                    printable(lattice.name)));
  return known;
}

std::vector<NamedTopology> BoardShapes::topologies(const json::Node& object,
                                                   std::vector<NamedTopology> fallback) {
  const auto node = object.find("topology");
  if (!node) return fallback;
  std::vector<NamedTopology> all;
  for (const json::Node& item : node->items_or_itself()) {
    NamedTopology topology = parse_topology(item);
    for (const NamedTopology& other : all)
      if (other.lattice == topology.lattice && other.planes == topology.planes)
        item.fail(" is a duplicate; each may appear only once");
    all.push_back(std::move(topology));
  }
  return all;
}

Board BoardShapes::board(const NamedTopology& topology, sim::LatticeSize size, const json::Node& entry) {
  Board board{.rows = size.rows, .cols = size.cols};
  if (topology.lattice == nullptr) {
    board.topology = topology.planes;
    return board;
  }
  board.file = topology.file;
  std::shared_ptr<const GraphBoard>& known =
      boards_[{topology.lattice.get(), size.rows, size.cols, size.layers}];
  if (known == nullptr) {
    const Lattice& lattice = *topology.lattice;
    if (const std::string error = sim::describe_size_error(lattice, size); !error.empty())
      entry.fail(fmt::format(" is a board of {}: {}", title_of(lattice), error));
    take_room(most_neighbours(lattice, size), entry);
    known = std::make_shared<const GraphBoard>(board_on_lattice(topology.lattice, size));
  }
  board.graph_board = known;
  return board;
}

Board BoardShapes::board_on_graph(const json::Node& name) {
  Board board;
  board.file = name.as_string();
  for (const auto& [file, graph] : graphs_)
    if (file != board.file &&
        std::filesystem::path(file).filename() == std::filesystem::path(board.file).filename())
      name.fail(
          fmt::format(" is called like {}; boards are named by their files, so expected another file name",
                      printable(file)));
  std::shared_ptr<const GraphBoard>& known = graphs_[board.file];
  if (known == nullptr) {
    const auto content = held(name);
    const auto hash = content && content->is(json::Kind::object) ? content->find("hash") : std::nullopt;
    if (hash) content->expect_object({"hash"});
    GraphBoard made(content && !hash ? parse_graph_file(*content) : read_graph(named_file(name, folder_)));
    if (hash && hash->as_string() != hash_text(made))
      hash->fail_value(
          fmt::format("the file has the hash {}: it is another graph than it was", hash_text(made)));
    take_room(neighbours_in(*made.graph), name);
    known = std::make_shared<const GraphBoard>(std::move(made));
  }
  board.graph_board = known;
  board.rows = 1;
  board.cols = static_cast<int>(known->graph->cell_count());
  return board;
}

bj::value topology_json(const Board& board) {
  if (!board.graph_board || !board.graph_board->lattice) return bj::string(sim::name_of(board.topology));
  const Lattice& lattice = *board.graph_board->lattice->lattice;
  if (!board.file.empty()) {
    bj::array joined;
    for (const std::string_view direction : joined_directions(lattice)) joined.emplace_back(direction);
    bj::object object{{"file", board.file}};
    if (!joined.empty()) object["joined"] = std::move(joined);
    return object;
  }
  return topology_json(lattice);
}

std::string topology_text(const Board& board) {
  if (board.graph_board && board.graph_board->lattice) return title_of(*board.graph_board->lattice->lattice);
  return std::string(sim::name_of(board.topology));
}

bj::object files_json(std::span<const Board> boards) {
  bj::object files;
  std::uint64_t values = 0;
  for (const Board& board : boards)
    if (board.graph_board && !board.file.empty() && !files.contains(board.file))
      files[board.file] = held_json(*board.graph_board, values);
  return files;
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <string_view>

#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/graph_json.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

using sim::Lattice;

// The values of all graphs in a report, beyond which it holds their hashes: some 6 MB.
constexpr std::uint64_t kMostHeldValues = 1'000'000;

// To the rounding of numbers that a report was read with.
bool are_near(std::span<const sim::Graph::Point> a, std::span<const sim::Graph::Point> b) {
  constexpr double kRounding = 1e-9;
  return std::ranges::equal(a, b, [](const sim::Graph::Point& one, const sim::Graph::Point& other) {
    return std::abs(one.x - other.x) <= kRounding && std::abs(one.y - other.y) <= kRounding;
  });
}

bool are_equal(const Lattice& a, const Lattice& b) {
  return a.name == b.name && a.unit_rows == b.unit_rows && a.unit_cols == b.unit_cols &&
         a.is_layered == b.is_layered && joined_directions(a) == joined_directions(b) && a.sees == b.sees &&
         are_near(a.steps, b.steps) && std::ranges::equal(a.outlines, b.outlines, are_near);
}

std::uint64_t neighbours_in(const sim::Graph& graph) {
  std::uint64_t count = graph.cell_count();
  for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) count += graph.sees(cell).size();
  return count;
}

std::string hash_text(const GraphBoard& board) { return fmt::format("{:016x}", board.hash); }

// A file's content.
bj::object held_json(const GraphBoard& board, std::uint64_t& values) {
  if (board.lattice) {
    Lattice lattice = *board.lattice->lattice;
    lattice.joins_rows = lattice.joins_cols = lattice.joins_layers = false;  // the topology says it
    return to_json(lattice);
  }
  bj::object hash_json{{"hash", hash_text(board)}, {"cells", board.cell_count}};
  if (board.graph == nullptr) return hash_json;
  const sim::Graph& graph = *board.graph;
  const std::uint64_t more = neighbours_in(graph) * (opens_less(graph) ? 2 : 1) + 3 * graph.places().size();
  if (values + more > kMostHeldValues) return hash_json;
  values += more;
  return to_json(graph);
}

// The graph in the file has the hash, or is missing. name: of the file; held: the hash, and the number of cells.
GraphBoard board_of_hash(const json::Node& name, const json::Node& held,
                         const std::filesystem::path& folder) {
  held.expect_object({"hash", "cells"});
  const json::Node hash = held.need("hash");
  const std::string_view digits = hash.as_string();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 16 || error != std::errc() || end != digits.data() + digits.size())
    hash.fail_value("expected 16 hexadecimal digits");
  std::string why;
  const auto file = find_graph_file(name.as_string(), folder);
  if (!file) {
    const std::filesystem::path missing = folder / name.as_string();
    why = fmt::format("the graph {} is not in {}; it is too large to be in a report, so copy it there",
                      printable(missing.filename().string()), folder_text(missing.parent_path()));
  } else {
    try {
      GraphBoard board(read_graph(*file));
      if (board.hash == value) return board;
      why = fmt::format("the graph {} is another one than was played: its hash is {}, not {}",
                        printable_file(*file), hash_text(board), digits);
    } catch (const InputError& wrong) {
      why = wrong.what();
    }
  }
  if (const auto cells = held.find("cells"))
    return {static_cast<std::uint32_t>(cells->as_whole(1, sim::Graph::kMaxCells)), value, std::move(why)};
  name.fail(": " + why);
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
  if (neighbours_ > sim::kMaxCellsAndNeighbors)
    node.fail(
        fmt::format(" brings the cells and neighbours of all boards on lattices and graphs to {}; a "
                    "config may have at most {}",
                    with_commas(neighbours_), with_commas(sim::kMaxCellsAndNeighbors)));
}

NamedTopology BoardShapes::parse_topology(const json::Node& node) {
  if (node.is(json::Kind::string))
    if (const auto* const planes = find_named(sim::kTopologies, node.text()))
      return {.planes = planes->topology, .node = node};
  NamedTopology topology{.node = node};
  Lattice lattice = lattice_of(node, [&](const json::Node& file) {
    topology.file = file.as_string();
    if (const auto known = lattice_files_.find(topology.file); known != lattice_files_.end())
      return known->second;
    const auto content = held(file);
    Lattice read = content ? parse_lattice(*content) : read_lattice(named_file(file, folder_));
    return lattice_files_.emplace(topology.file, std::move(read)).first->second;
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
        fmt::format(" has the name \"{}\" of another lattice of this config, which sees or is drawn "
                    "otherwise; expected another \"name\" in its file",
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
    take_room(sim::max_cells_and_neighbors(lattice, size), entry);
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
    const bool is_hash = content && content->is(json::Kind::object) && content->find("hash");
    GraphBoard made = is_hash   ? board_of_hash(name, *content, folder_)
                      : content ? GraphBoard(parse_graph_file(*content))
                                : GraphBoard(read_graph(named_file(name, folder_)));
    if (made.graph != nullptr) take_room(neighbours_in(*made.graph), name);
    known = std::make_shared<const GraphBoard>(std::move(made));
  }
  board.graph_board = known;
  board.rows = 1;
  board.cols = static_cast<int>(known->cell_count);
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

void leave_out_drawings(bj::object& content) {
  for (const char* const key : {"description", "steps", "outlines", "places", "cells"})
    content.stable_erase(key);
  // A lattice's neighbours are in the order of its file, a graph's ascending.
  bj::value* const lists = content.if_contains("sees");
  if (!content.contains("unit") || lists == nullptr || !lists->is_array()) return;
  for (bj::value& list : lists->get_array())
    if (list.is_array())
      std::ranges::sort(list.get_array(), {}, [](const bj::value& item) { return bj::serialize(item); });
}

std::vector<std::filesystem::path> hashed_files(std::span<const Board> boards,
                                                const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& [name, content] : files_json(boards)) {
    const auto file = content.as_object().contains("hash") ? find_graph_file(name, folder) : std::nullopt;
    if (file) files.push_back(*file);
  }
  return files;
}

std::string why_missing(std::span<const Board> boards) {
  for (const Board& board : boards)
    if (board.graph_board && board.graph_board->graph == nullptr) return board.graph_board->why_missing;
  return {};
}

}  // namespace sapper::experiments::minesweeper

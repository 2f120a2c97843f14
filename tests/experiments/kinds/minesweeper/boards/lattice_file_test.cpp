// Lattices as data: neighbours from the geometry of what is drawn or from distances, and from the steps of the file; those of
// grids, posteriors against all layouts, and where bad files are wrong.
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"

#include <boost/json/parse.hpp>
#include <numbers>

#include "sim/minesweeper/grid.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/graph_checks.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Graph;
using sim::Lattice;
using sim::LatticeSize;

const Lattice& shipped(std::string_view name) {
  const auto* const lattice = find_named(shipped_lattices(), name);
  if (lattice == nullptr) throw std::invalid_argument(std::string(name));
  return *lattice;
}

std::vector<sim::Cell> seen_from(const Graph& graph, sim::Cell cell) {
  const auto cells = graph.sees(cell);
  return {cells.begin(), cells.end()};
}

std::vector<LatticeSize> sizes_of(const Lattice& lattice) {
  std::vector<LatticeSize> sizes;
  for (const auto& [rows, cols] : {std::pair{1, 1}, {1, 5}, {3, 1}, {2, 2}, {4, 6}, {5, 7}, {9, 8}})
    if (const LatticeSize size{rows, cols, lattice.is_layered ? 3 : 1};
        describe_size_error(lattice, size).empty())
      sizes.push_back(size);
  return sizes;
}

TEST(Lattices, OfGridsAreTheGrids) {
  for (const sim::TopologyRow& topology : sim::kTopologies) {
    const Lattice& lattice = shipped(topology.name);
    for (const LatticeSize size : sizes_of(lattice)) {
      const sim::Grid grid(size.rows, size.cols, topology.topology);
      const Graph graph = make_graph(lattice, size);
      ASSERT_EQ(graph.cell_count(), grid.cell_count());
      for (sim::Cell cell = 0; cell < grid.cell_count(); ++cell) {
        std::vector<sim::Cell> neighbors;
        for (const sim::Cell neighbor : grid.neighbors(cell)) neighbors.push_back(neighbor);
        std::ranges::sort(neighbors);
        EXPECT_EQ(seen_from(graph, cell), neighbors) << topology.name << ' ' << cell;
      }
    }
  }
}

// The outline of a cell of a board.
std::vector<Graph::Point> outline_of(const Lattice& lattice, int row, int col) {
  const int in_unit = row % lattice.unit_rows * lattice.unit_cols + col % lattice.unit_cols;
  const int down = row / lattice.unit_rows;
  const int right = col / lattice.unit_cols;
  std::vector<Graph::Point> corners = lattice.outlines[static_cast<std::size_t>(in_unit)];
  for (Graph::Point& corner : corners) {
    corner.x += down * lattice.steps[0].x + right * lattice.steps[1].x;
    corner.y += down * lattice.steps[0].y + right * lattice.steps[1].y;
  }
  return corners;
}

double distance(const Graph::Point& a, const Graph::Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

int shared_corners(const std::vector<Graph::Point>& a, const std::vector<Graph::Point>& b) {
  int shared = 0;
  for (const Graph::Point& corner : a)
    shared +=
        std::ranges::any_of(b, [&](const Graph::Point& other) { return distance(corner, other) < 1e-6; });
  return shared;
}

TEST(Lattices, OfTilingsSeeWhatSharesACornerOrAnEdge) {
  struct Tiling {
    std::string_view name;
    int corners;                    // that neighbours share
    std::set<std::size_t> degrees;  // away from the border
  };
  for (const Tiling& tiling : {Tiling{"square", 1, {8}}, Tiling{"hex", 1, {6}}, Tiling{"triangle", 1, {12}},
                               Tiling{"triangle3", 2, {3}}, Tiling{"cairo", 1, {7}},
                               Tiling{"snub", 1, {9, 12}}, Tiling{"kagome", 1, {6, 12}}}) {
    SCOPED_TRACE(tiling.name);
    const Lattice& lattice = shipped(tiling.name);
    constexpr LatticeSize kSize{11, 12};
    const Graph graph = make_graph(lattice, kSize);
    std::vector<std::vector<Graph::Point>> outlines;
    for (int row = 0; row < kSize.rows; ++row)
      for (int col = 0; col < kSize.cols; ++col) outlines.push_back(outline_of(lattice, row, col));
    std::set<std::size_t> degrees;
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) {
      std::vector<sim::Cell> touched;
      for (sim::Cell other = 0; other < graph.cell_count(); ++other)
        if (other != cell && shared_corners(outlines[cell], outlines[other]) >= tiling.corners)
          touched.push_back(other);
      EXPECT_EQ(seen_from(graph, cell), touched) << cell;
      const int row = static_cast<int>(cell) / kSize.cols;
      const int col = static_cast<int>(cell) % kSize.cols;
      if (std::min(row, kSize.rows - 1 - row) >= 4 && std::min(col, kSize.cols - 1 - col) >= 4)
        degrees.insert(touched.size());
    }
    EXPECT_EQ(degrees, tiling.degrees);
  }
}

// The angle at a corner of an outline.
double angle_at(const std::vector<Graph::Point>& outline, std::size_t corner) {
  const Graph::Point& at = outline[corner];
  const Graph::Point& before = outline[(corner + outline.size() - 1) % outline.size()];
  const Graph::Point& after = outline[(corner + 1) % outline.size()];
  const double cosine = ((before.x - at.x) * (after.x - at.x) + (before.y - at.y) * (after.y - at.y)) /
                        (distance(before, at) * distance(after, at));
  return std::acos(cosine);
}

// What is drawn are the tilings that the names promise: around each corner the outlines close up, with these numbers of
// corners, and but for the Cairo tiling all are regular, with edges of one length.
TEST(Lattices, AreDrawnAsTilings) {
  using Around = std::multiset<std::size_t>;
  const std::map<std::string, std::set<Around>> expected{
      {"square", {{4, 4, 4, 4}}},          {"hex", {{6, 6, 6}}},        {"triangle", {{3, 3, 3, 3, 3, 3}}},
      {"triangle3", {{3, 3, 3, 3, 3, 3}}}, {"snub", {{3, 3, 3, 4, 4}}}, {"kagome", {{3, 3, 6, 6}}},
      {"cairo", {{5, 5, 5}, {5, 5, 5, 5}}}};
  for (const auto& [name, arounds] : expected) {
    SCOPED_TRACE(name);
    const Lattice& lattice = shipped(name);
    std::vector<std::vector<Graph::Point>> outlines;
    for (int row = 0; row < 5 * lattice.unit_rows; ++row)
      for (int col = 0; col < 5 * lattice.unit_cols; ++col) outlines.push_back(outline_of(lattice, row, col));
    double longest = 0;
    double shortest = 1e9;
    for (const auto& outline : lattice.outlines)
      for (std::size_t i = 0; i < outline.size(); ++i) {
        const double edge = distance(outline[i], outline[(i + 1) % outline.size()]);
        longest = std::max(longest, edge);
        shortest = std::min(shortest, edge);
        if (name != "cairo") {
          EXPECT_NEAR(angle_at(outline, i),
                      std::numbers::pi * (1 - 2.0 / static_cast<double>(outline.size())), 1e-9);
        }
      }
    if (name != "cairo") {
      EXPECT_NEAR(longest, shortest, 1e-9);
    }
    std::set<Around> found;
    // Around the corners of the middle unit.
    for (int row = 2 * lattice.unit_rows; row < 3 * lattice.unit_rows; ++row)
      for (int col = 2 * lattice.unit_cols; col < 3 * lattice.unit_cols; ++col)
        for (const Graph::Point& corner : outline_of(lattice, row, col)) {
          Around around;
          double angles = 0;
          for (const auto& outline : outlines)
            for (std::size_t i = 0; i < outline.size(); ++i)
              if (distance(corner, outline[i]) < 1e-6) {
                around.insert(outline.size());
                angles += angle_at(outline, i);
              }
          EXPECT_NEAR(angles, 2 * std::numbers::pi, 1e-9);
          found.insert(around);
        }
    EXPECT_EQ(found, arounds);
  }
}

// By rows, columns and layers between two cells.
TEST(Lattices, OfDistancesSeeWhatIsThatFar) {
  using Sees = std::function<bool(int rows, int cols, int layers)>;
  const std::map<std::string, Sees> expected{
      {"knight", [](int rows, int cols, int) { return rows * cols == 2; }},
      {"apart2",
       [](int rows, int cols, int) { return std::max(rows, cols) == 2 && rows % 2 + cols % 2 == 0; }},
      {"cube26",
       [](int rows, int cols, int layers) {
         return std::max({rows, cols, layers}) == 1;
       }},
      {"cube6", [](int rows, int cols, int layers) { return rows + cols + layers == 1; }}};
  for (const auto& [name, sees] : expected)
    for (const LatticeSize size : sizes_of(shipped(name))) {
      SCOPED_TRACE(name);
      const Graph graph = make_graph(shipped(name), size);
      ASSERT_EQ(graph.cell_count(), size.cell_count());
      const auto place = [&](sim::Cell cell) {
        const auto at = static_cast<int>(cell);
        return std::array{at / size.cols % size.rows, at % size.cols, at / size.cols / size.rows};
      };
      for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) {
        std::vector<sim::Cell> seen;
        for (sim::Cell other = 0; other < graph.cell_count(); ++other) {
          const auto a = place(cell);
          const auto b = place(other);
          if (sees(std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])))
            seen.push_back(other);
        }
        EXPECT_EQ(seen_from(graph, cell), seen);
      }
    }
}

TEST(Lattices, HaveNoBordersWhereTheseAreJoined) {
  for (Lattice lattice : shipped_lattices()) {
    SCOPED_TRACE(lattice.name);
    lattice.joins_rows = lattice.joins_cols = true;
    lattice.joins_layers = lattice.is_layered;
    const LatticeSize size{5 * lattice.unit_rows, 5 * lattice.unit_cols, lattice.is_layered ? 5 : 1};
    const Graph graph = make_graph(lattice, size);
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) {
      const int row = static_cast<int>(cell) / size.cols;
      const int col = static_cast<int>(cell) % size.cols;
      const int in_unit = row % lattice.unit_rows * lattice.unit_cols + col % lattice.unit_cols;
      EXPECT_EQ(graph.sees(cell).size(), lattice.sees[static_cast<std::size_t>(in_unit)].size());
      for (const sim::Cell seen : graph.sees(cell))
        EXPECT_THAT(seen_from(graph, seen), testing::Contains(cell));
    }
    EXPECT_EQ(graph.places().size(), graph.cell_count());
    // Two cells at most are neighbours in more than one way.
    const Graph tiny = make_graph(lattice, {lattice.unit_rows, lattice.unit_cols});
    for (sim::Cell cell = 0; cell < tiny.cell_count(); ++cell) {
      std::vector<sim::Cell> seen = seen_from(tiny, cell);
      EXPECT_EQ(std::ranges::adjacent_find(seen), seen.end());
      EXPECT_THAT(seen, Not(testing::Contains(cell)));
    }
    if (lattice.unit_rows > 1) {
      EXPECT_THAT(describe_size_error(lattice, {lattice.unit_rows + 1, lattice.unit_cols}),
                  HasSubstr("multiple of 2"));
    }
  }
}

// With borders and joined ones, as often; no wider than 5 cells, in no more than 3 layers, and of at most so many cells.
struct SmallBoard {
  Lattice lattice;
  LatticeSize size;
};
SmallBoard small_board(const Lattice& lattice, std::uint64_t max_cells, sim::Stream& random) {
  SmallBoard board{lattice, {}};
  board.lattice.joins_rows = random.below(2) == 0;
  board.lattice.joins_cols = random.below(2) == 0;
  board.lattice.joins_layers = lattice.is_layered && random.below(2) == 0;
  do {
    board.size = {1 + static_cast<int>(random.below(5)), 1 + static_cast<int>(random.below(5)),
                  lattice.is_layered ? 1 + static_cast<int>(random.below(3)) : 1};
  } while (board.size.cell_count() > max_cells || !describe_size_error(board.lattice, board.size).empty());
  return board;
}

// Step by step, from unit to unit: what the lattice says, and nothing else.
std::vector<sim::Cell> seen_by_steps(const SmallBoard& board, sim::Cell cell) {
  const auto& [lattice, size] = board;
  const int number = static_cast<int>(cell);
  const int col = number % size.cols;
  const int row = number / size.cols % size.rows;
  const int layer = number / size.cols / size.rows;
  // False if the place is off the board; a joined direction goes around.
  const auto bring_onto_board = [](int& place, int side, bool is_joined) {
    if (is_joined) place = (place % side + side) % side;
    return place >= 0 && place < side;
  };
  std::set<sim::Cell> seen;
  const int in_unit = row % lattice.unit_rows * lattice.unit_cols + col % lattice.unit_cols;
  for (const Lattice::Step& step : lattice.sees[static_cast<std::size_t>(in_unit)]) {
    int to_row = (row / lattice.unit_rows + step.rows) * lattice.unit_rows +
                 static_cast<int>(step.cell) / lattice.unit_cols;
    int to_col = (col / lattice.unit_cols + step.cols) * lattice.unit_cols +
                 static_cast<int>(step.cell) % lattice.unit_cols;
    int to_layer = layer + step.layers;
    if (bring_onto_board(to_row, size.rows, lattice.joins_rows) &&
        bring_onto_board(to_col, size.cols, lattice.joins_cols) &&
        bring_onto_board(to_layer, size.layers, lattice.joins_layers))
      seen.insert(static_cast<sim::Cell>((to_layer * size.rows + to_row) * size.cols + to_col));
  }
  seen.erase(cell);
  return {seen.begin(), seen.end()};
}

TEST(Lattices, BoardsSeeWhatTheirStepsReach) {
  for (const Lattice& lattice : shipped_lattices()) {
    SCOPED_TRACE(lattice.name);
    sim::Stream random({51, 0, 0}, sim::StreamPurpose::layout);
    for (int number = 0; number < tests::case_count(300); ++number) {
      const SmallBoard board = small_board(lattice, 75, random);
      const Graph graph = make_graph(board.lattice, board.size);
      ASSERT_EQ(graph.cell_count(), board.size.cell_count());
      for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell)
        ASSERT_EQ(seen_from(graph, cell), seen_by_steps(board, cell)) << number << ' ' << cell;
    }
  }
}

// Small boards of every lattice; numbers that contradict one another among them.
TEST(Lattices, PosteriorsMatchAllLayouts) {
  constexpr std::ptrdiff_t kMaxHidden = 12;  // 2^12 layouts to try
  const int cases = tests::case_count(1000);
  for (const Lattice& lattice : shipped_lattices()) {
    SCOPED_TRACE(lattice.name);
    int inconsistent = 0;
    for (int number = 0; number < cases && !testing::Test::HasFailure(); ++number) {
      SCOPED_TRACE(number);
      sim::Stream random({50, 0, static_cast<std::uint64_t>(number)}, sim::StreamPurpose::layout);
      sim::GraphPosition position;
      do {
        const SmallBoard board = small_board(lattice, 20, random);
        position = tests::random_position_on(
            std::make_shared<const Graph>(make_graph(board.lattice, board.size)), random);
      } while (std::ranges::count(position.shown, sim::GraphPosition::kHidden) > kMaxHidden);
      inconsistent += tests::analysis_matches_all_layouts(position) ? 0 : 1;
    }
    if (testing::Test::HasFailure()) return;
    EXPECT_GT(inconsistent, cases / 100);
    EXPECT_LT(inconsistent, cases / 3);
  }
}

TEST(Lattices, FilesSatisfyTheirSchema) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SAPPER_DATA_DIR "/lattices")) {
    std::ifstream file(entry.path());
    const std::string text(std::istreambuf_iterator<char>(file), {});
    EXPECT_THAT(tests::schema_errors(boost::json::parse(text), SAPPER_DATA_DIR "/schema/lattice.schema.json"),
                IsEmpty());
    const Lattice lattice = read_lattice(entry.path());
    EXPECT_EQ(lattice.name + ".json", entry.path().filename().string());
    EXPECT_EQ(lattice.sees, shipped(lattice.name).sees);
    ++files;
  }
  EXPECT_EQ(static_cast<std::size_t>(files), shipped_lattices().size());
}

// Without the folder.
std::string lattice_error(const std::string& members) {
  const tests::TemporaryFolder folder;
  try {
    (void)read_lattice(
        folder.write("l.json", R"({"schema": "sapper-lattice/1", "name": "l", )" + members + "}"));
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.substr(message.find("l.json"));
  }
  return "";
}

TEST(Lattices, SayWhereAFileIsWrong) {
  EXPECT_EQ(lattice_error(R"("unit": [1, 1], "sees": [[[0, 1, 0], [0, -1, 0]]])"), "");
  EXPECT_EQ(lattice_error(R"("unit": [1, 1], "sees": [[[0, 0, 0]]])"),
            "l.json:1:71: sees[0][0] is the cell itself; no cell sees itself");
  EXPECT_THAT(lattice_error(R"("unit": [1, 2], "sees": [[[0, 0, 1]]])"),
              HasSubstr("sees has 1 list, but the unit has 2 cells"));
  EXPECT_THAT(lattice_error(R"("unit": [1, 1], "sees": [[[0, 1, 1]]])"),
              HasSubstr("sees[0][0][2] is 1; expected"));
  EXPECT_THAT(lattice_error(R"("unit": [1, 1], "sees": [[[0, 1.5, 0]]])"),
              HasSubstr("expected a whole number"));
  EXPECT_THAT(lattice_error(R"("unit": [1, 1], "sees": [[[0, 1, 0, 1]]])"),
              HasSubstr("must be [rows, columns, cell of the unit]"));
  EXPECT_THAT(lattice_error(R"("unit": [1, 1], "sees": [[[0, 1, 0], [0, 1, 0]]])"),
              HasSubstr("sees[0][1] is in this list already"));
  EXPECT_THAT(lattice_error(R"("unit": [1, 1], "joined": ["row"], "sees": [[]])"),
              HasSubstr("did you mean \"rows\""));
  EXPECT_THAT(lattice_error(R"("unit": [1, 1], "sees": [[]], "outlines": [])"),
              HasSubstr("outlines has 0 outlines, but the unit has 1 cell"));
  std::string many = R"("unit": [1, 1], "sees": [[)";
  for (int i = 1; i <= 128; ++i)
    many += (i > 1 ? ", [" : "[") + std::to_string(i % 16 + 1) + ", " + std::to_string(i / 16) + ", 0]";
  EXPECT_THAT(lattice_error(many + "]]"), HasSubstr("sees[0][127] is one too many"));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

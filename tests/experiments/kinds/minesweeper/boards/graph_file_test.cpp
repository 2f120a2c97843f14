// Graphs in files: what is read, and where bad ones are wrong.
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"

#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

std::shared_ptr<const sim::Graph> graph_in(const std::string& text) {
  const tests::TemporaryFolder folder;
  return read_graph(folder.write("g.json", text));
}

std::vector<sim::Cell> list_of(std::span<const sim::Cell> cells) { return {cells.begin(), cells.end()}; }

// Without the folder.
std::string error_of(const std::string& text) {
  try {
    (void)graph_in(text);
  } catch (const InputError& error) {
    const std::string message = error.what();
    return message.substr(message.find("g.json"));
  }
  return "";
}

std::string with_lists(const std::string& members) {
  return R"({"schema": "sapper-graph/1", )" + members + "}";
}

TEST(GraphFile, HoldsWhatCellsSeeAndOpen) {
  const auto graph = graph_in(with_lists(
      R"("sees": [[1, 2], [0, 2], [0, 1], []], "opens": [[1], [0], [], []], "places": [[0, 0], [1, 0], [0, 1], [2, 2.5]])"));
  EXPECT_EQ(graph->cell_count(), 4U);
  EXPECT_THAT(list_of(graph->sees(1)), ElementsAre(0, 2));
  EXPECT_THAT(list_of(graph->seen_by(2)), ElementsAre(0, 1));
  EXPECT_THAT(list_of(graph->opens(0)), ElementsAre(1));
  EXPECT_THAT(list_of(graph->opens(2)), IsEmpty());
  EXPECT_EQ(graph->places()[3].y, 2.5);
  const auto directed = graph_in(with_lists(R"("sees": [[1], []])"));
  EXPECT_THAT(list_of(directed->opens(0)), ElementsAre(1));
  EXPECT_THAT(list_of(directed->seen_by(0)), IsEmpty());
  EXPECT_TRUE(directed->places().empty());
}

TEST(GraphFile, SaysWhereAGraphIsWrong) {
  EXPECT_EQ(error_of(with_lists(R"("sees": [[1], [1]])")),
            "g.json:1:45: sees[1][0] is 1, the cell itself; no cell sees itself");
  EXPECT_EQ(error_of(with_lists("\"sees\": [[1],\n [2]]")),
            "g.json:2:3: sees[1][0] is 2; expected a whole number from 0 to 1");
  EXPECT_THAT(error_of(with_lists(R"("sees": [[1, 1], [0]])")),
              HasSubstr("sees[0][1] is 1, which is in this list already"));
  EXPECT_THAT(error_of(with_lists(R"("sees": [[1, 2], [0], [0]], "opens": [[1], [], []])")),
              HasSubstr("opens[0] has cell 1, but opens[1] lacks cell 0; opening must be mutual"));
  EXPECT_THAT(error_of(with_lists(R"("sees": [[1], [0], []], "opens": [[2], [], [0]])")),
              HasSubstr("opens[0] has cell 2, which cell 0 does not see"));
  EXPECT_THAT(error_of(with_lists(R"("sees": [[1], [0]], "opens": [[1]])")),
              HasSubstr("opens has 1 list, but \"sees\" has 2"));
  EXPECT_THAT(error_of(with_lists(R"("sees": [])")), HasSubstr("g.json:1:38: sees"));
  EXPECT_THAT(error_of(with_lists(R"("sees": [[]], "places": [[1, 2, 3]])")), HasSubstr("expected [x, y]"));
  EXPECT_THAT(error_of(R"({"schema": "sapper-graph/2", "sees": [[]]})"),
              HasSubstr("expected \"sapper-graph/1\""));
  EXPECT_THAT(error_of(with_lists(R"("sees": [[]], "see": 1)")), HasSubstr("see"));
}

std::string list_up_to(std::uint32_t count, std::uint32_t without) {
  std::string list = "[";
  for (std::uint32_t cell = 0; cell < count; ++cell)
    if (cell != without) list += (list.size() > 1 ? "," : "") + std::to_string(cell);
  return list + "]";
}

TEST(GraphFile, LimitsDegrees) {
  const auto hub = [](std::uint32_t degree) {
    std::string sees = "\"sees\": [" + list_up_to(degree + 1, 0);
    for (std::uint32_t cell = 1; cell <= degree; ++cell) sees += ",[]";
    return with_lists(sees + "]");
  };
  EXPECT_EQ(graph_in(hub(127))->sees(0).size(), 127U);
  EXPECT_THAT(error_of(hub(128)),
              HasSubstr("g.json:1:39: sees[0] has 128 cells; a cell may see at most 127"));
  std::string seen = "\"sees\": [[]";
  for (int cell = 1; cell <= 128; ++cell) seen += ",[0]";
  EXPECT_THAT(error_of(with_lists(seen + "]")),
              HasSubstr("sees[128] has cell 0, which more than 127 cells see"));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

// Replays of games on lattices and graphs: they tell the games that were counted, and what they say of each guess is so over
// all layouts.
#include <boost/json/parse.hpp>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/run/worker.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;

const std::atomic<bool> kNeverStopped = false;

// Cells 0 to 4 see the next two of a ring, which need not see them; 5 sees all.
constexpr const char* kBoards = R"("games": 30, "boards": [
    {"rows": 3, "cols": 4, "mines": 3, "topology": "triangle"}, {"rows": 2, "cols": 3, "layers": 2, "mines": 3, "topology": "cube6"},
    {"graph": "ring.json", "mines": 2}],
  "files": {"ring.json": {"schema": "sapper-graph/1", "sees": [[1, 2], [2, 3], [3, 4], [4, 0], [0, 1], [0, 1, 2, 3, 4]]}},
  "first_click": {"rule": "safe", "cell": "strategy"}, "strategies": ["random", "rules", "csp", "min_risk", "progress", "pinv"])";

// The cell of a replay, which is coordinates or a number.
sim::Cell cell_of(const GraphBoard& board, const bj::value& place) {
  std::vector<std::uint64_t> coordinates;
  if (place.is_array())
    for (const bj::value& value : place.get_array()) coordinates.push_back(value.to_number<std::uint64_t>());
  else
    coordinates.push_back(place.to_number<std::uint64_t>());
  return board.cell_at(coordinates).value();
}

std::uint32_t bits_of(std::span<const sim::Cell> cells) {
  std::uint32_t bits = 0;
  for (const sim::Cell cell : cells) bits |= 1U << cell;
  return bits;
}

// P(mine) of each cell over all layouts that meet the numbers.
std::vector<double> risks_over_layouts(const sim::Graph& graph, std::uint32_t mines,
                                       const std::map<sim::Cell, int>& shown) {
  std::vector<double> risks(graph.cell_count(), 0);
  double layouts = 0;
  for (std::uint32_t layout = 0; layout < 1U << graph.cell_count(); ++layout) {
    if (std::popcount(layout) != static_cast<int>(mines)) continue;
    const bool fits = std::ranges::all_of(shown, [&](const auto& entry) {
      return (layout >> entry.first & 1U) == 0 &&
             std::popcount(layout & bits_of(graph.sees(entry.first))) == entry.second;
    });
    if (!fits) continue;
    ++layouts;
    for (sim::Cell cell = 0; cell < graph.cell_count(); ++cell) risks[cell] += layout >> cell & 1U;
  }
  for (double& risk : risks) risk /= layouts;
  return risks;
}

// Follows a player's digs; returns how many mistakes it made.
int check_player(const bj::object& player, const Board& board) {
  const GraphBoard& shape = *board.graph_board;
  std::map<sim::Cell, int> shown;
  int mistakes = 0;
  std::vector<sim::Cell> mines;
  for (const bj::value& mine : player.at("mines").as_array()) mines.push_back(cell_of(shape, mine));
  EXPECT_EQ(mines.size(), board.mines);
  for (const bj::value& value : player.at("digs").as_array()) {
    const bj::object& dig = value.as_object();
    const sim::Cell cell = cell_of(shape, dig.at("cell"));
    const std::vector<double> risks = risks_over_layouts(*shape.graph, board.mines, shown);
    if (!shown.empty()) {
      EXPECT_EQ(!dig.at("p_mine").is_null(), risks[cell] > 0);
    }
    if (!shown.empty() && risks[cell] > 0) {
      double lowest = 1;
      std::uint64_t safe = 0;
      for (sim::Cell other = 0; other < risks.size(); ++other) {
        if (shown.contains(other)) continue;
        lowest = std::min(lowest, risks[other]);
        safe += risks[other] == 0 ? 1 : 0;
      }
      EXPECT_NEAR(dig.at("p_mine").to_number<double>(), risks[cell], 1e-8);
      EXPECT_NEAR(dig.at("lowest_p_mine").to_number<double>(), lowest, 1e-8);
      EXPECT_EQ(dig.at("missed_safe"), safe);
      EXPECT_EQ(dig.contains("mistake"), safe > 0 || risks[cell] > lowest + 1e-9);
      mistakes += dig.contains("mistake") ? 1 : 0;
    }
    for (const bj::value& entry : dig.at("shown").as_array()) {
      bj::array place = entry.as_array();
      const auto number = place.back().to_number<int>();
      place.pop_back();
      const sim::Cell opened = cell_of(shape, place.size() == 1 ? place.front() : bj::value(place));
      EXPECT_EQ(number, std::popcount(bits_of(mines) & bits_of(shape.graph->sees(opened))));
      shown[opened] = number;
    }
  }
  EXPECT_EQ(player.at("won").as_bool(), shown.size() + mines.size() == shape.graph->cell_count());
  EXPECT_EQ(player.at("exploded").is_null(), player.at("won").as_bool());
  return mistakes;
}

TEST(GraphReplay, TellsTheGameThatWasCountedAndJudgesItAsAllLayoutsDo) {
  const auto experiment = tests::experiment_of(kBoards);
  const Config& config = *experiment->parts().minesweeper;
  const auto worker = experiment->make_worker(std::nullopt);
  std::vector<int> mistakes(6, 0);
  int explained = 0;
  std::array<bool, 2> ends{};
  const auto games = static_cast<std::uint64_t>(tests::case_count(8));
  for (std::size_t number = 0; number < config.cases.size(); ++number)
    for (std::uint64_t game = 0; game < games; ++game) {
      SCOPED_TRACE(testing::Message() << "case " << number << ", game " << game);
      CaseTally tally(6);
      std::string records;
      ASSERT_TRUE(worker->play(number, {game, game + 1}, kNeverStopped, tally, records));
      const bj::object replay = experiment->parts().display->replay_json(number, game, nullptr);
      EXPECT_THAT(tests::schema_errors(bj::parse(json::to_text(replay)),
                                       std::filesystem::path(SAPPER_DATA_DIR) / "schema/replay.schema.json"),
                  testing::IsEmpty());
      for (std::size_t i = 0; i < 6; ++i) {
        const bj::object& player = replay.at("players").at(i).as_object();
        std::uint64_t digs = 0;
        for (const std::uint64_t kind : tally.player(i).moves) digs += kind;
        EXPECT_EQ(player.at("digs").as_array().size(), digs);
        EXPECT_EQ(player.at("won").as_bool(), tally.player(i).wins == 1);
        ends[tally.player(i).wins] = true;
        mistakes[i] += check_player(player, config.board_of(number));
        for (const bj::value& dig : player.at("digs").as_array())
          explained += dig.as_object().contains("candidates") && dig.as_object().contains("reason") ? 1 : 0;
      }
    }
  EXPECT_TRUE(ends[0] && ends[1]);
  EXPECT_GT(mistakes[0], 0);
  EXPECT_EQ(mistakes[3], 0) << "min_risk makes none";
  EXPECT_GT(explained, 0) << "progress says why it guesses";
}

TEST(GraphReplay, DrawsRowsAndLayersAndNamesCells) {
  const auto experiment = tests::experiment_of(kBoards);
  const std::string random = "random", other = "external", csp = "csp";
  const auto text_of = [&](std::size_t number) {
    std::string text;
    for (std::uint64_t game = 0; game < 10; ++game)
      text += experiment->parts().texts.replay(number, game, &random);
    return text;
  };
  EXPECT_THAT(text_of(0), testing::AllOf(HasSubstr("cells are row,col from 0; before a guess the board"),
                                         HasSubstr("\n      2 "), HasSubstr("(* mine, . hidden and free)")));
  EXPECT_THAT(text_of(1),
              testing::AllOf(HasSubstr("cells are layer,row,col from 0"), HasSubstr("layer 1\n")));
  EXPECT_THAT(text_of(2), testing::AllOf(HasSubstr("cells are numbers from 0\n"), HasSubstr("\nmines at ")));
  EXPECT_THAT(tests::message_of<InputError>([&] { (void)experiment->parts().texts.replay(0, 0, &other); }),
              HasSubstr("--strategy external: it has no command to run"));
  // Mistakes are found and shown.
  for (std::size_t number = 0; number < 3; ++number) {
    bool is_found = false;
    for (std::uint64_t game = 0; game < 30 && !is_found; ++game) {
      const auto mistake =
          experiment->parts().display->mistake(number, game, random, RecordFilter::missed, 0);
      if (!mistake) continue;
      is_found = true;
      EXPECT_THAT(mistake->text, testing::AllOf(HasSubstr("random, dig " + std::to_string(mistake->dig)),
                                                HasSubstr("missed")));
    }
    EXPECT_TRUE(is_found);
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

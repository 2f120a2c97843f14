// Reviews of games on lattices and graphs, against brute force: each dig is valued by all layouts and all ways to play on. The
// same game is judged alike from a report, from a replay, and from the replay that a review makes.
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/review/kept_review.hpp"
#include "experiments/review/played_game.hpp"
#include "experiments/review/replay_games.hpp"
#include "experiments/review/review.hpp"
#include "experiments/review/review_replay.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/possible_layouts.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using sim::Cell;
using sim::GraphPosition;
using tests::message_of;
using tests::PossibleLayouts;

// A lattice from a file, of three cells in a row that see up and down; a directed graph.
std::string members_of(std::string_view first_click) {
  return R"("games": 30, "seed": 3, "boards": [
    {"rows": 3, "cols": 4, "mines": 3, "topology": "triangle"},
    {"rows": 2, "cols": 3, "layers": 2, "mines": 2, "topology": "cube6"},
    {"rows": 4, "cols": 3, "mines": 3, "topology": {"file": "columns.json", "joined": ["cols"]}},
    {"graph": "ring.json", "mines": 2}],
  "files": {
    "columns.json": {"schema": "sapper-lattice/1", "name": "columns", "unit": [1, 1],
      "sees": [[[1, 0, 0], [-1, 0, 0], [0, 1, 0]]]},
    "ring.json": {"schema": "sapper-graph/1", "sees": [[1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 1], [0, 1, 2, 3, 4, 5]]}},
  "first_click": {"rule": ")" +
         std::string(first_click) + R"(", "cell": "strategy"}, "strategies": ["random", "progress", "pinv"])";
}

double share(std::size_t won, const PossibleLayouts& layouts) {
  return static_cast<double>(won) / static_cast<double>(layouts.size());
}

// The digs after the first that may hit a mine are judged as all layouts say. Returns how many.
std::size_t expect_judged_as_layouts_say(const ReviewedGame& reviewed) {
  const sim::Graph& graph = *reviewed.game.graph_rules().graph;
  std::size_t mines_around = 0;
  GraphPosition view{reviewed.game.graph_rules().graph,
                     std::vector(graph.cell_count(), GraphPosition::kHidden),
                     {.count = reviewed.game.rules.mine_count},
                     {},
                     {}};
  const auto is_mine = [&](Cell cell) { return std::ranges::binary_search(reviewed.game.mines, cell); };
  auto judged = reviewed.judged.digs.begin();
  std::size_t checked = 0;
  std::uint32_t number = 0;
  for (const RecordedDig& dig : reviewed.game.digs) {
    const Cell dug = dig.cells.front();
    const PossibleLayouts layouts(view);
    ++number;
    if (number == 1) {
      ++judged;
    } else if (const double p_mine = layouts.p_mine(dug); p_mine > 0) {
      EXPECT_EQ(judged->number, number);
      EXPECT_NEAR(judged->p_mine, p_mine, 1e-12);
      EXPECT_NEAR(judged->w_best, share(layouts.won(), layouts), 1e-12);
      EXPECT_NEAR(judged->w_dig, share(layouts.won_by(dug), layouts), 1e-12);
      ++judged;
      ++checked;
    }
    if (is_mine(dug)) break;
    // By the words of the rules: a 0 opens all that it sees.
    std::vector<Cell> opened{dug};
    while (!opened.empty()) {
      const Cell cell = opened.back();
      opened.pop_back();
      if (!view.is_hidden(cell)) continue;
      mines_around = static_cast<std::size_t>(std::ranges::count_if(graph.sees(cell), is_mine));
      view.shown[cell] = static_cast<std::uint8_t>(mines_around);
      if (mines_around == 0) opened.insert(opened.end(), graph.sees(cell).begin(), graph.sees(cell).end());
    }
  }
  EXPECT_EQ(judged, reviewed.judged.digs.end());
  EXPECT_EQ(reviewed.judged.is_won, view.hidden_count() == reviewed.game.mines.size());
  return checked;
}

// Of the object as it is written.
std::vector<std::string> schema_errors_of(const bj::object& object, const std::string& schema) {
  return tests::schema_errors(bj::parse(json::to_text(object)),
                              std::filesystem::path(SAPPER_DATA_DIR) / ("schema/" + schema + ".schema.json"));
}

std::string without_file(bj::object review) {
  review["file"] = "";
  return bj::serialize(review);
}

std::optional<RecordedGame> game_of(const bj::object& replay) {
  return ReplayGames(json::Document::parse(bj::serialize(replay), "replay.json")).next();
}

TEST(GraphReview, JudgesGamesAsAllLayoutsDoWhereverTheyComeFrom) {
  const auto games = static_cast<std::uint64_t>(tests::case_count(4));
  std::size_t checked = 0;
  std::set<std::string> identities;
  for (const char* const rule : {"unprotected", "safe"}) {
    const auto experiment = tests::experiment_of(members_of(rule));
    const minesweeper::Config& config = *experiment->parts().minesweeper;
    Reviewer reviewer({}, std::nullopt);
    for (std::size_t number = 0; number < config.cases.size(); ++number)
      for (std::uint64_t game = 0; game < games; ++game) {
        SCOPED_TRACE(testing::Message() << rule << ", case " << number << ", game " << game);
        for (RecordedGame& recorded : play_recorded(config, number, game, nullptr, "r.json")) {
          const std::string label = recorded.player;
          identities.insert(identity_of(recorded));
          const ReviewedGame reviewed = reviewer.review(std::move(recorded));
          checked += expect_judged_as_layouts_say(reviewed);
          const bj::object review = to_json(reviewed);
          EXPECT_THAT(schema_errors_of(review, "review"), testing::IsEmpty());

          bj::object replay = experiment->parts().display->replay_json(number, game, &label);
          EXPECT_THAT(schema_errors_of(replay, "replay"), testing::IsEmpty());
          EXPECT_EQ(without_file(to_json(reviewer.review(game_of(replay).value()))), without_file(review));

          const bj::object player = player_of_replay(reviewed, label);
          replay["players"] = bj::array{player};
          EXPECT_EQ(without_file(to_json(reviewer.review(game_of(replay).value()))), without_file(review));
        }
      }
  }
  EXPECT_EQ(identities.size(), 2 * 4 * games * 3);
  EXPECT_GT(checked, 10 * games);
}

TEST(GraphReview, RefusesReplaysThatContradictTheirBoards) {
  const auto experiment = tests::experiment_of(members_of("safe"));
  const auto refusal_of = [&](std::size_t number, const auto& change) {
    bj::object replay = experiment->parts().display->replay_json(number, 0, nullptr);
    change(replay);
    return message_of<InputError>([&] { game_of(replay); });
  };
  EXPECT_THAT(refusal_of(0,
                         [](bj::object& replay) {
                           replay["players"].at(0).at("digs").at(0).at("shown").at(0).as_array().back() = 9;
                         }),
              testing::HasSubstr("is not what the dig shows by the rules"));
  EXPECT_THAT(refusal_of(1, [](bj::object& replay) { replay["board"].as_object().erase("layers"); }),
              testing::HasSubstr("layers"));
  EXPECT_THAT(refusal_of(1,
                         [](bj::object& replay) {
                           replay["players"].at(0).at("mines").as_array()[0] = bj::array{0, 1};
                         }),
              testing::HasSubstr("expected [layer, row, col], from 0, of cube6 2 x 2 x 3"));
  EXPECT_THAT(
      refusal_of(3, [](bj::object& replay) { replay["players"].at(0).at("mines").as_array()[0] = 7; }),
      testing::HasSubstr("players[0].mines[0] is 7; expected a whole number from 0 to 6"));
  const auto first_shown = [](bj::object& replay) -> bj::value& {
    return replay["players"].at(0).at("digs").at(0).at("shown").at(0);
  };
  EXPECT_THAT(refusal_of(1,
                         [&](bj::object& replay) {
                           first_shown(replay) = bj::array{0, 0, 1};
                         }),
              testing::HasSubstr("expected [layer, row, col, number]"));
  EXPECT_THAT(refusal_of(3,
                         [&](bj::object& replay) {
                           first_shown(replay) = bj::array{0, 0, 1};
                         }),
              testing::HasSubstr("expected [cell, number]"));
  EXPECT_THAT(refusal_of(0, [](bj::object& replay) { replay["board"].as_object()["layers"] = 3; }),
              testing::HasSubstr("board.layers is for lattices in layers"));
  EXPECT_THAT(refusal_of(3, [](bj::object& replay) { replay["board"].as_object()["rows"] = 3; }),
              testing::HasSubstr("board.rows is not for boards on a graph"));
  EXPECT_THAT(refusal_of(3, [](bj::object& replay) { replay["board"].as_object()["cells"] = 8; }),
              testing::HasSubstr("board.cells is not the 7 cells of the graph"));
  EXPECT_THAT(refusal_of(3, [](bj::object& replay) { replay.erase("files"); }),
              testing::HasSubstr("ring.json"));
  EXPECT_THAT(refusal_of(3,
                         [](bj::object& replay) {
                           replay["players"].at(0).at("digs").at(0).as_object()["stopped_at"] = bj::array{0};
                         }),
              testing::HasSubstr("games with flags"));
  Reviewer reviewer({}, sim::FirstClickRule::safe_corners);
  EXPECT_THAT(message_of<InputError>([&] {
                reviewer.review(game_of(experiment->parts().display->replay_json(0, 0, nullptr)).value());
              }),
              testing::HasSubstr("triangle 3 x 4 has no corners"));
}

}  // namespace
}  // namespace sapper::experiments

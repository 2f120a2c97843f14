// `judge` of a config: what the judged games gave away, against best play by brute force over replays of the same games;
// the games themselves, which it does not change; and what cannot be judged.
#include <boost/json/parse.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/tally.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/possible_layouts.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using tests::experiment_of;
using tests::play_all;
using tests::tally_of;

constexpr int kRows = 3;
constexpr int kCols = 4;
constexpr std::uint32_t kMines = 3;

double as_double(const bj::value& value) { return value.to_number<double>(); }

struct GivenAway {
  double w_start = 0;
  double given_away = 0;
};

// W of the position minus W of the dig, at every dig of a replayed game, by trying every play on every layout.
// A first cell that the config gives is not charged.
GivenAway by_best_play(const bj::value& player, tests::BestPlay& best, sim::Topology topology,
                       sim::FirstClickRule rule, bool is_first_given) {
  const sim::Grid grid(kRows, kCols, topology);
  const auto first_share = [&](sim::Cell cell) {
    const tests::BestPlayValue value = best.first_dig(kMines, rule, cell);
    return static_cast<double>(value.won) / static_cast<double>(value.layouts);
  };
  GivenAway sum;
  std::vector<std::string> rows(kRows, std::string(kCols, '.'));
  bool is_first = true;
  for (const bj::value& dig : player.at("digs").as_array()) {
    const auto at = [](const bj::value& list, std::size_t i) { return list.at(i).to_number<std::size_t>(); };
    const sim::Cell cell =
        grid.at(static_cast<int>(at(dig.at("cell"), 0)), static_cast<int>(at(dig.at("cell"), 1)));
    if (is_first) {
      for (sim::Cell other = 0; other < grid.cell_count(); ++other)
        if (!is_first_given || other == cell) sum.w_start = std::max(sum.w_start, first_share(other));
      sum.given_away = sum.w_start - first_share(cell);
      is_first = false;
    } else {
      const tests::Position before =
          tests::position_from_rows(rows, kMines, topology, sim::cells_free_by_rule(grid, rule));
      const auto layouts = static_cast<double>(tests::count_layouts(before.view).layouts);
      sum.given_away += (best.value(before.view) - best.value_of_dig(before.view, cell)) / layouts;
    }
    for (const bj::value& shown : dig.at("shown").as_array())
      rows[at(shown, 0)][at(shown, 1)] = static_cast<char>('0' + at(shown, 2));
  }
  return sum;
}

TEST(JudgedGames, GiveAwayWhatBestPlaySays) {
  // An interval needs two games.
  const auto judged_games = static_cast<std::uint64_t>(std::max(tests::case_count(12), 2));
  double by_random = 0;
  bool is_next_given = false;
  for (const sim::TopologyRow& topology : sim::kTopologies)
    for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules) {
      const bool is_first_given = is_next_given = !is_next_given;
      SCOPED_TRACE(testing::Message() << topology.name << ' ' << rule.name << ' ' << is_first_given);
      const sim::Grid grid(kRows, kCols, topology.topology);
      if (grid.cell_count() < kMines + sim::max_protected_cells(grid, rule.rule)) continue;
      const auto experiment = experiment_of(
          R"("games": 20, "judge": )" + std::to_string(judged_games) +
          R"(, "boards": [{"rows": 3, "cols": 4, "mines": 3}], "topology": ")" + std::string(topology.name) +
          R"(", "first_click": {"rule": ")" + std::string(rule.name) + R"(", "cell": )" +
          (is_first_given ? "[1, 1]" : R"("strategy")") +
          R"(}, "strategies": ["random", "rules", "min_risk", "progress", "optimal"])");
      const Report played = play_all(*experiment);
      tests::BestPlay best(grid);
      for (const bj::value& result : experiment->parts().results.results(0, tally_of(played, 0))) {
        const std::string label(result.at("label").as_string());
        SCOPED_TRACE(label);
        double w_start = 0, sum = 0, squares = 0, wins = 0;
        for (std::uint64_t game = 0; game < judged_games; ++game) {
          const bj::object replay = experiment->parts().display->replay_json(0, game, &label);
          const bj::value& player = replay.at("players").at(0);
          const GivenAway given = by_best_play(player, best, topology.topology, rule.rule, is_first_given);
          w_start += given.w_start;
          sum += given.given_away;
          squares += given.given_away * given.given_away;
          wins += player.at("won").as_bool();
        }
        const auto games = static_cast<double>(judged_games);
        const double mean = sum / games;
        // Student's interval with one more game, which gave away nothing or everything.
        const double quantile = boost::math::quantile(boost::math::students_t(games), 0.975);
        const auto end = [&](double value, double sign) {
          const double mean_with = (sum + value) / (games + 1);
          const double variance = (squares + value) / (games + 1) - mean_with * mean_with;
          return mean_with + sign * quantile * std::sqrt(std::max(0.0, variance) / games);
        };
        const bj::value& judged = result.at("judged");
        EXPECT_EQ(judged.at("games"), judged_games);
        EXPECT_EQ(as_double(judged.at("wins")), wins);
        EXPECT_EQ(judged.at("unjudged_digs"), 0);
        EXPECT_NEAR(as_double(judged.at("w_start")), w_start / games, 1e-8);
        EXPECT_NEAR(as_double(judged.at("given_away")), mean, 1e-8);
        EXPECT_NEAR(as_double(judged.at("given_away_ci_low")), std::max(0.0, end(0, -1)), 1e-4);
        EXPECT_NEAR(as_double(judged.at("given_away_ci_high")), end(1, 1), 1e-4);
        EXPECT_NEAR(wins / games,
                    as_double(judged.at("w_start")) - as_double(judged.at("given_away")) +
                        as_double(judged.at("luck")),
                    1e-8);
        if (label == "random") by_random += mean;
      }
    }
  EXPECT_GT(by_random, 0.1);
}

// The cell of a replay, which is coordinates or a number.
sim::Cell cell_of(const minesweeper::GraphBoard& board, const bj::value& place) {
  std::vector<std::uint64_t> coordinates;
  if (place.is_array())
    for (const bj::value& value : place.get_array()) coordinates.push_back(value.to_number<std::uint64_t>());
  else
    coordinates.push_back(place.to_number<std::uint64_t>());
  return board.cell_at(coordinates).value();
}

TEST(JudgedGames, GiveAwayWhatBestPlaySaysOnLatticesAndGraphs) {
  const auto judged_games = static_cast<std::uint64_t>(std::max(tests::case_count(12), 2));
  double by_random = 0;
  for (const std::string_view first_cell : {R"("strategy")", "0"}) {
    const bool is_first_given = first_cell == "0";
    const auto experiment =
        experiment_of(R"("games": 20, "judge": )" + std::to_string(judged_games) + R"(, "boards": [)" +
                      (is_first_given ? "" : R"({"rows": 3, "cols": 4, "mines": 3, "topology": "triangle"},
           {"rows": 2, "cols": 3, "layers": 2, "mines": 2, "topology": "cube6"},)") +
                      R"({"graph": "ring.json", "mines": 2}],
  "files": {"ring.json": {"schema": "sapper-graph/1", "sees": [[1, 2], [2, 3], [3, 4], [4, 0], [0, 1], [0, 1, 2, 3, 4]]}},
  "first_click": {"rule": "unprotected", "cell": )" +
                      std::string(first_cell) + R"(}, "strategies": ["random", "progress", "optimal"])");
    const minesweeper::Config& config = *experiment->parts().minesweeper;
    const Report played = play_all(*experiment);
    for (std::size_t number = 0; number < config.cases.size(); ++number) {
      const minesweeper::GraphBoard& board = *config.board_of(number).graph_board;
      for (const bj::value& result : experiment->parts().results.results(number, tally_of(played, number))) {
        const std::string label(result.at("label").as_string());
        SCOPED_TRACE(testing::Message() << experiment->case_name(number) << ", " << label);
        double given_away = 0, w_start = 0;
        for (std::uint64_t game = 0; game < judged_games; ++game) {
          const bj::object replay = experiment->parts().display->replay_json(number, game, &label);
          sim::GraphPosition view{board.graph,
                                  std::vector(board.cell_count, sim::GraphPosition::kHidden),
                                  {.count = config.board_of(number).mines},
                                  {},
                                  {}};
          bool is_first = true;
          for (const bj::value& dig : replay.at("players").at(0).at("digs").as_array()) {
            const tests::PossibleLayouts layouts(view);
            const auto count = static_cast<double>(layouts.size());
            const auto w_dig = static_cast<double>(layouts.won_by(cell_of(board, dig.at("cell")))) / count;
            const double w_best =
                is_first && is_first_given ? w_dig : static_cast<double>(layouts.won()) / count;
            given_away += w_best - w_dig;
            w_start += std::exchange(is_first, false) ? w_best : 0;
            for (const bj::value& shown : dig.at("shown").as_array()) {
              bj::array place = shown.as_array();
              const auto value = place.back().to_number<std::uint8_t>();
              place.pop_back();
              view.shown[cell_of(board, place.size() == 1 ? place.front() : bj::value(place))] = value;
            }
          }
        }
        const bj::value& judged = result.at("judged");
        EXPECT_EQ(judged.at("games"), judged_games);
        EXPECT_EQ(judged.at("unjudged_digs"), 0);
        EXPECT_NEAR(as_double(judged.at("w_start")), w_start / static_cast<double>(judged_games), 1e-8);
        EXPECT_NEAR(as_double(judged.at("given_away")), given_away / static_cast<double>(judged_games), 1e-8);
        if (label == "random") by_random += given_away;
        if (label == "optimal") {
          EXPECT_NEAR(given_away, 0, 1e-9);
        }
      }
    }
  }
  EXPECT_GT(by_random, 0.1);
}

// `opening` at a corner, where it fits, though it fits at no other kind of cell.
TEST(JudgedGames, NeedARuleThatFitsAtTheFirstCellAlone) {
  const auto experiment = experiment_of(R"("games": 40, "seed": 1, "judge": 40, "strategies": ["csp"],
      "boards": [{"rows": 5, "cols": 2, "mines": 5}], "first_click": {"rule": "opening", "cell": [0, 0]})");
  const bj::value result = experiment->parts().results.results(0, tally_of(play_all(*experiment), 0))[0];
  const sim::Grid grid(5, 2);
  tests::BestPlay best(grid);
  const tests::BestPlayValue value = best.first_dig(5, sim::FirstClickRule::opening, 0);
  EXPECT_EQ(value.layouts, 6U);
  EXPECT_NEAR(as_double(result.at("judged").at("w_start")), static_cast<double>(value.won) / 6, 1e-8);
  EXPECT_EQ(result.at("judged").at("unjudged_digs"), 0);
}

// Judging is beside the games: all else that is counted stays the same.
TEST(JudgedGames, ArePlayedAsOthersAre) {
  const std::string members =
      R"("games": 40, "boards": [{"rows": 6, "cols": 7, "mines": 9}, {"rows": 4, "mines": 4, "topology": "triangle3"}],
    "topology": "hex", "first_click": {"rule": "unprotected", "cell": "strategy"}, "strategies": ["csp", "pinv"])";
  const auto plain = experiment_of(members);
  const auto judging = experiment_of(members + R"(, "judge": 6)");
  const Report without = play_all(*plain);
  const Report with = play_all(*judging, 3);
  for (std::size_t number = 0; number < 2; ++number) {
    const bj::array expected = plain->parts().results.results(number, tally_of(without, number));
    bj::array results = judging->parts().results.results(number, tally_of(with, number));
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(expected[i].at("judged"), nullptr);
      EXPECT_EQ(results[i].at("judged").at("games"), 6);
      results[i].as_object()["judged"] = nullptr;
      EXPECT_EQ(results[i], expected[i]);
    }
  }
  EXPECT_FALSE(plain->config().contains("judge"))
      << "the config of a report without judged games stays as it was";
  EXPECT_EQ(judging->config().at("judge"), 6);
}

TEST(JudgedGames, AreRefusedWhereChancesAreNotThoseOfRandomLayouts) {
  const auto refusal_of = [](const std::string& members) {
    return tests::message_of<InputError>([&] { experiment_of(R"("judge": 5, )" + members); });
  };
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "mines": 4}], "motion": "moving")"),
              HasSubstr("judge: 4 x 4, 4 mines: the mines move"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 5, "layout": [[0, 0]]}])"), HasSubstr("are fixed"));
  EXPECT_THAT(refusal_of(R"("boards": [{"rows": 4, "mines": 2, "layout": "no_guess"}])"),
              HasSubstr("need no guess"));
  EXPECT_THAT(refusal_of(R"("game": "go", "boards": [{"size": 3, "komi": 0.5}])"), HasSubstr("judge"));
}

}  // namespace
}  // namespace sapper::experiments

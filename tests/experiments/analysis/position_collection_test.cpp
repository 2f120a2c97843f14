// Labelled positions against all layouts of small boards and best play by definition; scores against counts by hand.
// tests/solvers/minesweeper/analysis/inference_test.cpp checks the inferences.
#include "experiments/analysis/position_collection.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

#include "experiments/analysis/position_score.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/position_text.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

namespace bj = boost::json;
using experiments::minesweeper::CollectedPositions;
using experiments::minesweeper::CollectionOptions;
using experiments::minesweeper::PositionKind;
using experiments::minesweeper::PositionScorer;

// Stops once there are as many as `stop_after`.
std::vector<std::string> collect(const CollectionOptions& options, int games = 12,
                                 const std::string& rule = "safe", std::size_t stop_after = ~std::size_t{0}) {
  const auto experiment = experiments::parse_experiment(
      R"({"schema": "sapper-config/1", "name": "small", "seed": 6, "games": )" + std::to_string(games) +
          R"(, "boards": [{"rows": 4, "mines": [3, 5]}], "first_click": {"rule": ")" + rule +
          R"(", "cell": [0, 0]}, "strategies": ["random", "min_risk"]})",
      "c.json", ".");
  const auto& config = *experiment->parts().minesweeper;
  std::vector<std::string> lines;
  CollectedPositions collected{.next_game = options.first_game};
  while (!collected.is_complete) {
    std::atomic<bool> stop = false;
    const std::size_t before = lines.size();
    collect_positions(config, options, stop, collected, [&](std::span<const std::string> more) {
      lines.insert(lines.end(), more.begin(), more.end());
      stop = lines.size() - before >= stop_after;
    });
    EXPECT_EQ(collected.count, lines.size());
  }
  return lines;
}

sim::Cell cell_of(const bj::value& item) {
  return static_cast<sim::Cell>(item.at(0).as_int64() * 4 + item.at(1).as_int64());
}

std::set<sim::Cell> cells_of(const bj::value& list) {
  std::set<sim::Cell> cells;
  for (const bj::value& item : list.as_array()) cells.insert(cell_of(item));
  return cells;
}

Position position_of(const bj::value& line) {
  std::vector<std::string> rows;
  for (const bj::value& row : line.at("cells").as_array()) rows.emplace_back(row.as_string());
  return position_from_rows(rows, static_cast<std::uint32_t>(line.at("mines").as_int64()));
}

TEST(PositionCollection, LabelsAreThoseOfAllLayouts) {
  int solved = 0;
  int forced = 0;
  const sim::Grid grid(4, 4);
  BestPlay oracle(grid);
  std::vector<std::string> lines = collect({.where = PositionKind::guess, .most = 60}, 40);
  for (std::string& line : collect({.where = PositionKind::forced, .most = 40}))
    lines.push_back(std::move(line));
  for (const std::string& text : lines) {
    ASSERT_EQ(text.find('\n'), text.size() - 1);
    const bj::value line = bj::parse(text);
    ASSERT_THAT(schema_errors(line, SAPPER_DATA_DIR "/schema/positions.schema.json"), IsEmpty());
    const Position position = position_of(line);
    const sim::View& view = position.view;
    const LayoutCounts counts = count_layouts(view);
    ASSERT_GT(counts.layouts, 0U);
    std::set<sim::Cell> safe, mine;
    for (sim::Cell cell = 0; cell < 16; ++cell) {
      const bj::value& p_mine = line.at("p_mine").at(cell / 4).at(cell % 4);
      ASSERT_EQ(p_mine.is_null(), view.is_shown(cell));
      if (view.is_shown(cell)) continue;
      ASSERT_NEAR(p_mine.to_number<double>(), counts.p_mine(cell), 1e-12);
      if (counts.is_certain_safe(cell)) safe.insert(cell);
      if (counts.is_certain_mine(cell)) mine.insert(cell);
    }
    ASSERT_EQ(cells_of(line.at("safe")), safe);
    ASSERT_EQ(cells_of(line.at("mine")), mine);
    ASSERT_EQ(line.at("safe_inference").as_array().size(), safe.size());
    ASSERT_EQ(line.at("mine_inference").as_array().size(), mine.size());
    const sim::Cell expert = cell_of(line.at("expert"));
    ASSERT_TRUE(view.is_hidden(expert));
    if (!safe.empty()) {
      ++forced;
      ASSERT_EQ(cells_of(line.at("best")), safe);
      ASSERT_TRUE(safe.contains(expert));
      ASSERT_TRUE(line.at("win_probability").is_null());
      continue;
    }
    if (line.at("best").is_null()) continue;
    ++solved;
    const auto layouts = static_cast<double>(counts.layouts);
    ASSERT_NEAR(line.at("win_probability").to_number<double>(), oracle.value(view) / layouts, 1e-12);
    std::set<sim::Cell> best;
    for (sim::Cell cell = 0; cell < 16; ++cell)
      if (view.is_hidden(cell) && oracle.value_of_dig(view, cell) == oracle.value(view)) best.insert(cell);
    ASSERT_EQ(cells_of(line.at("best")), best);
    const bj::array& cells = line.at("value_cells").as_array();
    ASSERT_EQ(line.at("values").as_array().size(), cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i)
      ASSERT_NEAR(line.at("values").at(i).to_number<double>(),
                  oracle.value_of_dig(view, cell_of(cells[i])) / layouts, 1e-12);
    ASSERT_EQ(cells.size() + mine.size(), view.hidden_count());
  }
  EXPECT_GT(solved, 20);
  EXPECT_GT(forced, 20);
}

TEST(PositionCollection, ComesInTheOrderOfGamesForAnyNumberOfThreads) {
  const std::vector<std::string> all = collect({.most = 100'000}, 12);
  EXPECT_EQ(collect({.most = 100'000, .threads = 3}, 12), all);
  for (const std::size_t threads : {1, 3})  // stopped again and again
    EXPECT_EQ(collect({.most = 100'000, .threads = threads}, 12, "safe", 5), all);
  std::vector<std::string> parts = collect({.most = 100'000}, 7);
  for (std::string& line : collect({.first_game = 7, .most = 100'000}, 5)) parts.push_back(std::move(line));
  EXPECT_EQ(parts, all);
  EXPECT_EQ(collect({.most = 9}, 12), std::vector<std::string>(all.begin(), all.begin() + 9));
  std::int64_t game = 0;
  std::set<std::string> ids;
  for (const std::string& text : all) {
    const bj::value line = bj::parse(text);
    EXPECT_GE(line.at("source").at("game").as_int64(), game);
    game = line.at("source").at("game").as_int64();
    EXPECT_TRUE(ids.emplace(line.at("id").as_string()).second);
  }
  EXPECT_EQ(game, 11);
}

TEST(PositionCollection, TakesTheKindThatIsAskedFor) {
  const std::vector<std::string> all = collect({.most = 100'000});
  std::multiset<std::string> parts;
  for (const PositionKind kind : {PositionKind::guess, PositionKind::forced})
    for (const std::string& text : collect({.where = kind, .most = 100'000})) {
      EXPECT_EQ(bj::parse(text).at("safe").as_array().empty(), kind == PositionKind::guess);
      parts.insert(text);
    }
  EXPECT_EQ(parts, std::multiset<std::string>(all.begin(), all.end()));
}

// Each of a game's positions is as likely: over some 200 games, how often the first one is taken is within five standard
// deviations of what that means (a false alarm in two million; the seed is fixed).
TEST(PositionCollection, TakesOneOfAGameAtRandom) {
  const auto game_of = [](const bj::value& line) {
    const bj::value& source = line.at("source");
    return std::tuple(source.at("case").as_int64(), source.at("game").as_int64(),
                      std::string(source.at("strategy").as_string()));
  };
  std::map<std::tuple<std::int64_t, std::int64_t, std::string>, std::vector<std::string>> games;
  for (const std::string& text : collect({.most = 100'000}, 50))
    games[game_of(bj::parse(text))].push_back(text);
  double expected = 0;
  double variance = 0;
  int first = 0;
  std::size_t taken = 0;
  for (const std::string& text : collect({.most = 100'000, .takes_one_per_game = true}, 50)) {
    const std::vector<std::string>& positions = games.at(game_of(bj::parse(text)));
    EXPECT_THAT(positions, testing::Contains(text));
    first += text == positions.front();
    const double chance = 1 / static_cast<double>(positions.size());
    expected += chance;
    variance += chance * (1 - chance);
    ++taken;
  }
  EXPECT_EQ(taken, games.size());
  EXPECT_NEAR(first, expected, 5 * std::sqrt(variance));
}

// .1.1. over .1.1. with two mines: the middle is safe by the mine count; the left and the right pair hold one each.
constexpr const char* kPosition =
    R"({"schema": "sapper-positions/2", "id": "a", "rows": 2, "cols": 5, "mines": 2,
        "cells": [".1.1.", ".1.1."],
        "p_mine": [[0.5, null, 0, null, 0.5], [0.5, null, 0, null, 0.5]],
        "safe": [[0, 2], [1, 2]], "safe_inference": ["mine_count", "component"], "mine": [], "mine_inference": [],
        "best": [[0, 2], [1, 2]], "win_probability": null, "value_cells": null, "values": null})";
constexpr const char* kSolved =
    R"({"schema": "sapper-positions/2", "id": "b", "rows": 1, "cols": 4, "mines": 1, "cells": ["1..."],
        "p_mine": [[null, 0.25, 0.75, 1]], "safe": [], "safe_inference": [], "mine": [[0, 3]],
        "mine_inference": ["one_number"], "best": [[0, 1]], "win_probability": 0.7,
        "value_cells": [[0, 1], [0, 2]], "values": [0.7, 0.2]})";
// The two positions above as version 1 wrote them.
constexpr const char* kOldPosition =
    R"({"schema": "sapper-positions/1", "id": "a", "rows": 2, "cols": 5, "mines": 2,
        "cells": [".1.1.", ".1.1."],
        "p_mine": [[0.5, null, 0, null, 0.5], [0.5, null, 0, null, 0.5]],
        "safe": [[0, 2, "mine_count"], [1, 2, "component"]], "mine": [], "best": [[0, 2], [1, 2]],
        "win_probability": null, "values": null})";
constexpr const char* kOldSolved =
    R"({"schema": "sapper-positions/1", "id": "b", "rows": 1, "cols": 4, "mines": 1, "cells": ["1..."],
        "p_mine": [[null, 0.25, 0.75, 1]], "safe": [], "mine": [[0, 3, "one_number"]], "best": [[0, 1]],
        "win_probability": 0.7, "values": [[0, 1, 0.7], [0, 2, 0.2]]})";

experiments::json::Document line(const std::string& text, const experiments::json::Limits& limits = {}) {
  return experiments::json::Document::parse(text, "f.jsonl", limits, {3, 1});
}

TEST(PositionScore, CountsByHand) {
  PositionScorer scorer;
  scorer.add_position(line(kPosition));
  scorer.add_position(line(kSolved));
  scorer.add_answer(line(
      R"({"id": "a", "safe": [[0, 2], [0, 2], [0, 0], [0, 1], [5, 5]], "mine": [[1, 0]], "dig": [0, 0], "text": "?"})"));
  scorer.add_answer(line(R"({"id": "b", "mine": [[0, 3]], "dig": [0, 2]})"));
  const bj::value score = bj::parse(bj::serialize(score_json(scorer)));
  EXPECT_THAT(schema_errors(score, SAPPER_DATA_DIR "/schema/score.schema.json"), IsEmpty());
  EXPECT_EQ(score.at("positions"), 2);
  EXPECT_EQ(score.at("answered"), 2);
  const bj::value& safe = score.at("safe");
  EXPECT_EQ(safe.at("positions"), 1);
  EXPECT_EQ(safe.at("right"), 1);
  EXPECT_EQ(safe.at("wrong"), 1);
  EXPECT_EQ(safe.at("invalid"), 3);
  EXPECT_EQ(safe.at("recall").to_number<double>(), 0.5);
  EXPECT_EQ(safe.at("precision").to_number<double>(), 0.2);
  EXPECT_EQ(safe.at("inference").at("mine_count").at("found"), 1);
  EXPECT_EQ(safe.at("inference").at("component").at("recall").to_number<double>(), 0);
  EXPECT_TRUE(safe.at("inference").at("one_number").at("recall").is_null());
  const bj::value& mine = score.at("mine");
  EXPECT_EQ(mine.at("right"), 1);
  EXPECT_EQ(mine.at("wrong"), 1);
  EXPECT_EQ(mine.at("recall").to_number<double>(), 1);
  const bj::value& dig = score.at("dig");
  EXPECT_EQ(dig.at("digs"), 2);
  EXPECT_EQ(dig.at("missed_safe"), 1);
  EXPECT_EQ(dig.at("mean_risk").to_number<double>(), (0.5 + 0.75) / 2);
  EXPECT_EQ(dig.at("mean_excess_risk").to_number<double>(), (0.5 + 0.5) / 2);
  EXPECT_EQ(dig.at("solved"), 1);
  EXPECT_NEAR(dig.at("mean_win_chance_lost").to_number<double>(), 0.5, 1e-9);
  EXPECT_EQ(safe.at("exact_match").to_number<double>(), 0);
  EXPECT_EQ(mine.at("exact_match").to_number<double>(), 0.5);
  // The values are 0.5 and 0.75: the error is their standard deviation over the square root of two.
  EXPECT_NEAR(dig.at("standard_errors").at("mean_risk").to_number<double>(), 0.125, 1e-9);
  EXPECT_TRUE(dig.at("standard_errors").at("mean_win_chance_lost").is_null());
}

TEST(PositionScore, OldPositionsAreScoredAlike) {
  const auto score_of = [](std::initializer_list<const char*> positions) {
    PositionScorer scorer;
    for (const char* position : positions) scorer.add_position(line(position));
    scorer.add_answer(line(R"({"id": "a", "safe": [[0, 2], [0, 0]], "mine": [], "dig": [0, 0]})"));
    scorer.add_answer(line(R"({"id": "b", "safe": [], "mine": [[0, 3]], "dig": [0, 2]})"));
    return bj::serialize(score_json(scorer));
  };
  EXPECT_EQ(score_of({kOldPosition, kOldSolved}), score_of({kPosition, kSolved}));
  EXPECT_EQ(score_of({kOldPosition, kSolved}), score_of({kPosition, kSolved}));
}

// A position whose certain cells are the given ones, row 0, of as many that are safe.
std::string position_with(int number, int safe_cells) {
  std::string risks, safe, inferences;
  for (int col = 0; col < 10; ++col) {
    risks += (col == 0 ? "" : ", ") + std::string(col < safe_cells ? "0" : "0.5");
    if (col >= safe_cells) continue;
    safe += (col == 0 ? "[0, " : ", [0, ") + std::to_string(col) + "]";
    inferences += col == 0 ? R"("component")" : R"(, "component")";
  }
  return R"({"schema": "sapper-positions/2", "id": ")" + std::to_string(number) +
         R"(", "rows": 1, "cols": 10, "p_mine": [[)" + risks + R"(]], "safe": [)" + safe +
         R"(], "safe_inference": [)" + inferences +
         R"(], "mine": [], "mine_inference": [], "value_cells": null, "values": null})";
}

// The standard errors against the spread of the estimates themselves over many samples of positions. Two players who answer
// the same positions, the second of whom finds what the first one finds, and by chance one cell more: their difference
// varies less than either score. 400 samples determine a standard deviation to 3.5 %; the seed is fixed.
TEST(PositionScore, StandardErrorsAreTheSpreadOfTheEstimates) {
  SAPPER_LONG_TEST();
  constexpr int kSamples = 400;
  constexpr int kPositions = 40;
  std::mt19937_64 random(7);
  std::vector<double> recalls, differences, errors_of_recall, errors_of_difference;
  for (int sample = 0; sample < kSamples; ++sample) {
    PositionScorer scorer;
    std::vector<std::array<std::string, 2>> answers;
    for (int number = 0; number < kPositions; ++number) {
      const int safe = static_cast<int>(random() % 9);
      scorer.add_position(line(position_with(number, safe)));
      const int found = safe == 0 ? 0 : static_cast<int>(random() % static_cast<unsigned>(safe + 1));
      const int more = std::min(safe, found + static_cast<int>(random() % 2));
      std::array<std::string, 2> both;
      for (const int player : {0, 1}) {
        std::string cells;
        for (int col = 0; col < (player == 0 ? found : more); ++col)
          cells += (col == 0 ? "[0, " : ", [0, ") + std::to_string(col) + "]";
        both[static_cast<std::size_t>(player)] =
            R"({"id": ")" + std::to_string(number) + R"(", "safe": [)" + cells + "]}";
      }
      answers.push_back(both);
    }
    for (const auto& both : answers)
      for (const std::size_t player : {0U, 1U}) scorer.add_answer(line(both[player]), player);
    const auto recall = scorer.score()[experiments::minesweeper::Measure::safe_recall];
    const auto difference =
        scorer.differences()[static_cast<std::size_t>(experiments::minesweeper::Measure::safe_recall)];
    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->difference.positions, static_cast<std::uint64_t>(kPositions));
    recalls.push_back(*recall.value);
    errors_of_recall.push_back(*recall.standard_error);
    differences.push_back(*difference->difference.value);
    errors_of_difference.push_back(*difference->difference.standard_error);
  }
  const auto mean = [](const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  };
  const auto spread = [&](const std::vector<double>& values) {
    double squares = 0;
    for (const double value : values) squares += (value - mean(values)) * (value - mean(values));
    return std::sqrt(squares / static_cast<double>(values.size() - 1));
  };
  EXPECT_NEAR(mean(errors_of_recall) / spread(recalls), 1, 0.15);
  EXPECT_NEAR(mean(errors_of_difference) / spread(differences), 1, 0.15);
  EXPECT_LT(spread(differences), 0.6 * spread(recalls));
}

TEST(PositionScore, PlayersAreComparedWhereBothAnswer) {
  PositionScorer scorer;
  scorer.add_position(line(kPosition));
  scorer.add_position(line(kSolved));
  scorer.add_answer(line(R"({"id": "a", "safe": [[0, 2], [1, 2]], "dig": [0, 2]})"));
  scorer.add_answer(line(R"({"id": "b", "dig": [0, 2]})"));
  scorer.add_answer(line(R"({"id": "b", "safe": [[0, 1]], "dig": [0, 1]})"), 1);
  const bj::value score = bj::parse(bj::serialize(score_json(scorer, 2)));
  EXPECT_THAT(schema_errors(score, SAPPER_DATA_DIR "/schema/score.schema.json"), IsEmpty());
  EXPECT_EQ(score.at("other").at("answered"), 1);
  EXPECT_EQ(score.at("safe").at("exact_match").to_number<double>(), 1);
  std::map<std::string, bj::value> differences;
  for (const bj::value& item : score.at("differences").as_array())
    differences[std::string(item.at("measure").as_string())] = item;
  EXPECT_FALSE(differences.contains("safe.exact_match"));  // no position has both players' list
  EXPECT_EQ(differences.at("dig.mean_risk").at("positions"), 1);
  EXPECT_EQ(differences.at("dig.mean_risk").at("difference").to_number<double>(), 0.5);
  EXPECT_EQ(differences.at("dig.mean_win_chance_lost").at("difference").to_number<double>(), 0.5);
  EXPECT_TRUE(differences.at("dig.mean_risk").at("standard_error").is_null());
  EXPECT_THAT(score_text(scorer, 2),
              AllOf(HasSubstr("first answers: 2 positions, 2 answered"),
                    HasSubstr("second answers: 2 positions, 1 answered"), HasSubstr("dig.mean_risk")));
}

// Reads it as `score` does.
experiments::json::Document answer(const std::string& text) {
  experiments::json::Limits limits;
  limits.numbers = experiments::json::NumberPolicy::any;
  return line(text, limits);
}

// A model may write any number: its answer is wrong, and the answers after it are scored all the same.
TEST(PositionScore, CellsOffTheBoardAreInvalidWhateverTheNumbers) {
  const std::string digits(400, '9');
  for (const std::string& number : {std::string("99"), std::string("2000000000"), std::string("-1"),
                                    std::string("1e300"), std::string("-1e300"), std::string("0.5"),
                                    std::string("18446744073709551616"), std::string("1e400"), digits}) {
    for (const std::string& cell : {"[" + number + ", 0]", "[0, " + number + "]"}) {
      PositionScorer scorer;
      scorer.add_position(line(kPosition));
      scorer.add_answer(answer(R"({"id": "a", "safe": [[0, 2], )" + cell + R"(], "dig": )" + cell + "}"));
      EXPECT_EQ(scorer.score().safe.right, 1U) << cell;
      EXPECT_EQ(scorer.score().safe.invalid, 1U) << cell;
      EXPECT_EQ(scorer.score().dig.invalid, 1U) << cell;
    }
  }
  PositionScorer scorer;
  scorer.add_position(line(kPosition));
  scorer.add_answer(answer(R"({"id": "a", "safe": [[0.0, 2e0]]})"));
  EXPECT_EQ(scorer.score().safe.right, 1U);
}

TEST(PositionScore, WrongLinesNameThePlaceAndCountForNothing) {
  PositionScorer scorer;
  scorer.add_position(line(kPosition));
  const auto refusal = [&](const std::string& text) -> std::string {
    try {
      scorer.add_answer(line(text));
    } catch (const experiments::InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_THAT(refusal(R"({"id": "c"})"), HasSubstr("f.jsonl:3:8: id is \"c\"; no position has this id"));
  EXPECT_THAT(refusal(R"({"id": "a", "mines": []})"), HasSubstr("mine"));
  EXPECT_THAT(refusal(R"({"safe": []})"), HasSubstr("id"));
  PositionScorer again;
  again.add_position(line(kPosition));
  EXPECT_THROW(again.add_position(line(kPosition)), experiments::InputError);
  EXPECT_THROW(again.add_answer(line(R"({"id": "a", "safe": [[0, 2], [0]]})")), experiments::InputError);
  EXPECT_EQ(again.score().answered, 0U);
  EXPECT_EQ(again.score().safe.right, 0U);
  EXPECT_EQ(refusal(R"({"id": "a", "dig": [9, 9]})"), "");
  EXPECT_EQ(scorer.score().dig.invalid, 1U);
  EXPECT_THAT(refusal(R"({"id": "a"})"), HasSubstr("an earlier line answers this position"));
  scorer = PositionScorer();
  scorer.add_position(line(kPosition));
  EXPECT_THAT(refusal(R"({"id": "a", "safe": [[0, "2"]]})"),
              HasSubstr("safe[0][1] is \"2\"; expected a whole number"));
}

}  // namespace
}  // namespace sapper::tests

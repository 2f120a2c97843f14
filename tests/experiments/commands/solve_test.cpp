// `sapper solve`: what it answers and what it refuses.
#include "experiments/commands/solve.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/tablet_oracle.hpp"

namespace sapper::experiments {
namespace {

using testing::HasSubstr;

SolveOptions ask(std::string game, std::vector<std::string> numbers) {
  SolveOptions options;
  options.game = std::move(game);
  options.numbers = std::move(numbers);
  return options;
}

boost::json::object answer(SolveOptions options) {
  options.json = true;
  return boost::json::parse(solution_of(options)).as_object();
}

TEST(Solve, TabletAsText) {
  EXPECT_EQ(solution_of(ask("tablet", {"100", "100", "50", "50"})),
            "100 x 100 tablet with its poison at column 50, row 50: value -198, lost in 198 moves\n"
            "best move: vertical cut before column 1, which leaves the 99 x 100 tablet with its poison at "
            "column 49, "
            "row 50\n"
            "normalized: 316,200 states\n");
  EXPECT_THAT(solution_of(ask("tablet", {"100", "100", "48", "52"})),
              HasSubstr("value 191, won in 191 moves\n"));
  EXPECT_EQ(solution_of(ask("tablet", {"1", "1", "0", "0"})),
            "1 x 1 tablet with its poison at column 0, row 0: value 0, lost: no move is left\nnormalized: 1 "
            "state\n");
}

TEST(Solve, TabletAsJson) {
  const boost::json::object solution = answer(ask("tablet", {"9", "6", "2", "5"}));
  tests::TabletOracle oracle;
  EXPECT_EQ(solution.at("schema"), "sapper-solution/1");
  EXPECT_EQ(solution.at("value"), oracle.value(9, 6, 2, 5));
  EXPECT_EQ(solution.at("poison"), (boost::json::array{2, 5}));
  const auto& leaves = solution.at("best_move").at("leaves").as_object();
  const auto side = [&](const char* key) { return static_cast<int>(leaves.at(key).as_int64()); };
  const auto poison = [&](std::size_t i) { return static_cast<int>(leaves.at("poison").at(i).as_int64()); };
  EXPECT_EQ(oracle.value(side("cols"), side("rows"), poison(0), poison(1)),
            1 - static_cast<int>(solution.at("value").as_int64()));
  EXPECT_TRUE(answer(ask("tablet", {"1", "1", "0", "0"})).at("best_move").is_null());
}

TEST(Solve, AlgorithmsAnswerTheSameWithTheirOwnStates) {
  std::vector<boost::json::value> values;
  std::vector<boost::json::value> states;
  for (const char* algorithm : {"plain", "memo", "normalized"}) {
    SolveOptions options = ask("tablet", {"4", "4", "1", "2"});
    options.algorithm = algorithm;
    const boost::json::object solution = answer(options);
    EXPECT_EQ(solution.at("algorithm"), algorithm);
    values.push_back(solution.at("value"));
    states.push_back(solution.at("states"));
  }
  EXPECT_EQ(values[0], values[1]);
  EXPECT_EQ(values[0], values[2]);
  EXPECT_EQ(states[1], 2 * 3 * 3 * 2);
  EXPECT_GT(states[0].as_int64(), states[1].as_int64());
  EXPECT_LT(states[2].as_int64(), states[1].as_int64());
}

TEST(Solve, TableOfAllSquares) {
  SolveOptions options = ask("tablet", {"5", "3"});
  options.table = true;
  tests::TabletOracle oracle;
  const boost::json::object solution = answer(options);
  const auto& rows = solution.at("values").as_array();
  ASSERT_EQ(rows.size(), 3u);
  std::string text;
  for (int row = 0; row < 3; ++row) {
    ASSERT_EQ(rows[static_cast<std::size_t>(row)].as_array().size(), 5u);
    for (int col = 0; col < 5; ++col) {
      const int value = oracle.value(5, 3, col, row);
      EXPECT_EQ(rows.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(col)), value);
      const std::string digits = std::to_string(value);
      text += std::string(2 - digits.size(), ' ') + digits + (col < 4 ? " " : "\n");
    }
  }
  EXPECT_THAT(solution_of(options), testing::StartsWith(text + "normalized: "));
}

TEST(Solve, NimAndTaking) {
  EXPECT_THAT(solution_of(ask("nim", {"3", "4", "5"})),
              HasSubstr("best move: take 2 from the heap of 3, which leaves 1 4 5\n"));
  EXPECT_THAT(solution_of(ask("nim", {"1", "2", "3"})), HasSubstr("lost in"));
  EXPECT_EQ(solution_of(ask("take", {"3", "21"})),
            "heap 21, taking 1 to 3: value 11, won in 11 moves\n"
            "best move: take 1 from the heap of 21, which leaves 20\n"
            "normalized: 22 states\n");
  const boost::json::object solution = answer(ask("take", {"3", "20"}));
  EXPECT_EQ(solution.at("value"), -10);
  EXPECT_EQ(solution.at("most_taken"), 3);
  EXPECT_EQ(solution.at("best_move").at("take"), 1);
}

TEST(Solve, RefusesWithWhatIsRight) {
  const auto refusal = [](const SolveOptions& options) {
    return tests::message_of<InputError>([&] { solution_of(options); });
  };
  EXPECT_EQ(refusal(ask("tablett", {})),
            "solve: \"tablett\" is no game; did you mean \"tablet\"? allowed: tablet, nim, take");
  EXPECT_THAT(refusal(ask("tablet", {"3"})), HasSubstr("solve tablet: 1 number is given; expected M N I J"));
  EXPECT_EQ(refusal(ask("tablet", {"3", "3", "3", "0"})),
            "solve tablet: I, the poison's column, is \"3\"; a whole number from 0 to 2 is needed");
  EXPECT_THAT(refusal(ask("tablet", {"3", "3", "0", "-1"})),
              HasSubstr("is \"-1\"; a whole number from 0 to 2"));
  EXPECT_THAT(refusal(ask("tablet", {"0", "3", "0", "0"})), HasSubstr("M, the columns, is \"0\""));
  EXPECT_THAT(refusal(ask("tablet", {"10001", "3", "0", "0"})), HasSubstr("from 1 to 10000"));
  EXPECT_THAT(refusal(ask("nim", {})), HasSubstr("0 heaps are given; expected the sizes of 1 to 8 heaps"));
  EXPECT_THAT(refusal(ask("nim", {"1", "2", "3", "4", "5", "6", "7", "8", "9"})),
              HasSubstr("9 heaps are given"));
  EXPECT_THAT(refusal(ask("nim", {"3", "x"})), HasSubstr("a heap is \"x\""));
  EXPECT_THAT(refusal(ask("take", {"0", "5"})), HasSubstr("K, the most that is taken, is \"0\""));
  EXPECT_THAT(refusal(ask("nim", {"10000000", "10000000"})),
              HasSubstr("normalized needs more than 200000000 states"));
  SolveOptions options = ask("nim", {"3", "4"});
  options.table = true;
  EXPECT_EQ(refusal(options), "solve: --table goes with the tablet only");
  options = ask("tablet", {"9", "9", "4", "4"});
  options.algorithm = "plane";
  EXPECT_EQ(refusal(options),
            "--algorithm is \"plane\"; did you mean \"plain\"? allowed: plain, memo, normalized");
  options.algorithm = "plain";
  options.max_states = 1000;
  EXPECT_EQ(refusal(options),
            "solve tablet: plain needs more than 1000 states; the algorithm normalized needs fewer, "
            "--max-states allows more");
  options = ask("take", {"1", "1000000"});
  options.algorithm = "plain";
  EXPECT_EQ(
      refusal(options),
      "solve take: plain would look 1000000 moves ahead, and can look 5000; the algorithm normalized looks "
      "as far as need be");
}

}  // namespace
}  // namespace sapper::experiments

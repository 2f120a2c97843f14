// `sapper solve`: its solutions, and what it refuses.
#include <boost/json.hpp>
#include <cstdio>

#include "experiments/cli/command_line.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/tablet_oracle.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Words = std::vector<std::string>;

std::string solution_of(Words words) {
  words.insert(words.begin(), "solve");
  testing::internal::CaptureStdout();
  const int status = run_words(words);
  std::fflush(stdout);
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(status, 0);
  return text;
}

boost::json::object answer(Words words) {
  words.push_back("--json");
  return boost::json::parse(solution_of(std::move(words))).as_object();
}

TEST(Solve, TabletAsText) {
  EXPECT_EQ(solution_of({"tablet", "100", "100", "50", "50"}),
            "100 x 100 tablet with its poison at column 50, row 50: value -198, lost in 198 moves\n"
            "best move: vertical cut before column 1, which leaves the 99 x 100 tablet with its poison at "
            "column 49, "
            "row 50\n"
            "algorithm normalized: 316,200 states evaluated\n");
  EXPECT_THAT(solution_of({"tablet", "100", "100", "48", "52"}), HasSubstr("value 191, won in 191 moves\n"));
  EXPECT_EQ(solution_of({"tablet", "1", "1", "0", "0"}),
            "1 x 1 tablet with its poison at column 0, row 0: value 0, lost: no move is left\n"
            "algorithm normalized: 1 state evaluated\n");
}

TEST(Solve, TabletAsJson) {
  const boost::json::object solution = answer({"tablet", "9", "6", "2", "5"});
  tests::TabletOracle oracle;
  EXPECT_EQ(solution.at("schema"), "sapper-solution/1");
  EXPECT_EQ(solution.at("value"), oracle.value(9, 6, 2, 5));
  EXPECT_EQ(solution.at("poison"), (boost::json::array{2, 5}));
  const auto& leaves = solution.at("best_move").at("leaves").as_object();
  const auto side = [&](const char* key) { return static_cast<int>(leaves.at(key).as_int64()); };
  const auto poison = [&](std::size_t i) { return static_cast<int>(leaves.at("poison").at(i).as_int64()); };
  EXPECT_EQ(oracle.value(side("cols"), side("rows"), poison(0), poison(1)),
            1 - static_cast<int>(solution.at("value").as_int64()));
  EXPECT_TRUE(answer({"tablet", "1", "1", "0", "0"}).at("best_move").is_null());
}

TEST(Solve, AlgorithmsAgreeAndCountTheirOwnStates) {
  std::vector<boost::json::value> values;
  std::vector<boost::json::value> states;
  for (const char* algorithm : {"plain", "memo", "normalized"}) {
    const boost::json::object solution = answer({"tablet", "4", "4", "1", "2", "--algorithm", algorithm});
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
  const Words words{"tablet", "5", "3", "--table"};
  tests::TabletOracle oracle;
  const boost::json::object solution = answer(words);
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
  EXPECT_THAT(solution_of(words), StartsWith(text + "algorithm normalized: "));
}

TEST(Solve, NimAndTaking) {
  EXPECT_THAT(solution_of({"nim", "3", "4", "5"}),
              HasSubstr("best move: take 2 from the heap of 3, which leaves 1 4 5\n"
                        "  3  011\n  4  100\n  5  101\n"
                        "     010  nim-sum 2: a 1 under each column with an odd number of 1s\n"
                        "It is not 0, so the player to move wins by making it 0. 3 xor 2 = 1: "));
  EXPECT_EQ(answer({"nim", "3", "4", "5"}).at("nim_sum"), 2);
  EXPECT_THAT(solution_of({"nim", "1", "2", "3"}),
              AllOf(HasSubstr("lost in"), HasSubstr("It is 0, so the player to move loses")));
  EXPECT_THAT(solution_of({"take", "3", "21"}),
              AllOf(StartsWith("heap 21, taking 1 to 3: value 11, won in 11 moves\n"
                               "best move: take 1 from the heap of 21, which leaves 20\n"
                               "Taking 1 to 3, a heap counts as the rest of its division by 4: 21 as 1.\n"),
                    EndsWith("\nalgorithm normalized: 22 states evaluated\n")));
  const boost::json::object solution = answer({"take", "3", "20"});
  EXPECT_EQ(solution.at("value"), -10);
  EXPECT_EQ(solution.at("most_taken"), 3);
  EXPECT_EQ(solution.at("best_move").at("take"), 1);
}

TEST(Solve, RefusesWithWhatIsRight) {
  const auto refusal = [](Words words) {
    words.insert(words.begin(), "solve");
    return tests::message_of<InputError>([&] { run_words(words); });
  };
  EXPECT_THAT(refusal({}), HasSubstr("solve: a game is needed: minesweeper, tablet, nim, take"));
  EXPECT_THAT(
      refusal({"tablett"}),
      HasSubstr(
          "solve: \"tablett\" is not a game; did you mean \"tablet\"? allowed: minesweeper, tablet, nim"));
  EXPECT_EQ(refusal({"tablet", "3"}), "solve tablet: ROWS is missing: its rows");
  EXPECT_EQ(refusal({"tablet", "3", "3"}),
            "solve tablet: POISON_COL is missing; expected COLS ROWS POISON_COL POISON_ROW");
  EXPECT_EQ(refusal({"tablet", "3", "3", "1"}),
            "solve tablet: POISON_ROW is missing; expected COLS ROWS POISON_COL POISON_ROW");
  EXPECT_EQ(refusal({"tablet", "3", "3", "3", "0"}),
            "solve tablet: POISON_COL is \"3\"; expected a whole number from 0 to 2");
  EXPECT_THAT(refusal({"tablet", "3", "3", "0", "-1"}), HasSubstr("-1 is not an option"));
  EXPECT_THAT(refusal({"tablet", "0", "3", "0", "0"}), HasSubstr("COLS is \"0\""));
  EXPECT_THAT(refusal({"tablet", "10001", "3", "0", "0"}), HasSubstr("from 1 to 10000"));
  EXPECT_THAT(refusal({"tablet", "3", "3", "0", "0", "1"}), HasSubstr("unexpected argument \"1\""));
  EXPECT_EQ(refusal({"tablet", "3", "3", "0", "0", "--table"}),
            "solve tablet --table: expected only COLS ROWS");
  EXPECT_EQ(refusal({"tablet", "1001", "3", "--table"}),
            "solve tablet --table: COLS is \"1001\"; expected a whole number from 0 to 1000");
  EXPECT_EQ(refusal({"nim"}), "solve nim: HEAP is missing: the sizes of the heaps");
  EXPECT_THAT(refusal({"nim", "1", "2", "3", "4", "5", "6", "7", "8", "9"}),
              HasSubstr("solve nim: unexpected argument \"9\""));
  EXPECT_THAT(refusal({"nim", "3", "x"}), HasSubstr("solve nim: HEAP is \"x\""));
  EXPECT_THAT(refusal({"take", "0", "5"}), HasSubstr("solve take: MOST is \"0\""));
  EXPECT_EQ(refusal({"nim", "1000001"}),
            "solve nim: HEAP is \"1000001\"; expected a whole number from 0 to 1000000");
  EXPECT_THAT(refusal({"take", "1000", "1000001"}), HasSubstr("from 0 to 1000000"));
  EXPECT_THAT(refusal({"nim", "1000000", "1000000"}),
              HasSubstr("normalized needs more than 200000000 states"));
  EXPECT_EQ(refusal({"nim", "1000000", "1000000", "--max-states", "18446744073709551615"}),
            "solve nim: normalized needs more than 1024 MB; raise --memory to allow more");
  EXPECT_EQ(refusal({"nim", "1000000", "9", "--algorithm", "memo", "--memory", "32"}),
            "solve nim: memo needs more than 32 MB; the algorithm normalized needs less, or raise --memory "
            "to allow more");
  EXPECT_THAT(refusal({"nim", "3", "4", "--table"}),
              HasSubstr("--table is not an option of solve nim, but of solve tablet"));
  EXPECT_EQ(refusal({"tablet", "9", "9", "4", "4", "--algorithm", "plane"}),
            "--algorithm is \"plane\"; did you mean \"plain\"? allowed: plain, memo, normalized");
  EXPECT_EQ(refusal({"tablet", "9", "9", "4", "4", "--algorithm", "plain", "--max-states", "1000"}),
            "solve tablet: plain needs more than 1000 states; the algorithm normalized needs fewer, or "
            "raise --max-states to allow more");
  EXPECT_EQ(
      refusal({"take", "1", "1000000", "--algorithm", "plain"}),
      "solve take: plain would look 1000000 moves ahead, and can look 5000; the algorithm normalized has "
      "no such limit");
}

// `sapper solve minesweeper`: what it prints, and what it refuses.

int run(Words words) {
  const Words command{"solve", "minesweeper"};
  words.insert(words.begin(), command.begin(), command.end());
  return run_words(words);
}

std::string minesweeper_solution(Words words) {
  testing::internal::CaptureStdout();
  const int status = run(std::move(words));
  std::fflush(stdout);
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(status, 0);
  return text;
}

std::string minesweeper_refusal(Words words) {
  return tests::message_of<InputError>([&] { run(std::move(words)); });
}

TEST(SolveMinesweeper, PrintsTheFractionAndTheBestFirstCells) {
  EXPECT_EQ(minesweeper_solution({"4", "4", "4"}),
            "4 x 4, 4 mines, unprotected, square: best play wins 961/1820 = 0.52802198\n"
            "best first cells (row,col from 0): 0,1 0,2 1,0 1,3 2,0 2,3 3,1 3,2\n");
  EXPECT_EQ(minesweeper_solution({"1", "2", "1", "--rule", "safe", "--first", "0,1", "--topology", "hex"}),
            "1 x 2, 1 mine, safe, hex: best play wins 1/1 = 1.00000000\nfirst cell (row,col from 0): 0,1\n");
}

TEST(SolveMinesweeper, PrintsJson) {
  EXPECT_EQ(
      boost::json::parse(minesweeper_solution({"3", "3", "2", "--rule", "safe", "--first", "0,1", "--json"})),
      boost::json::parse(R"({
    "rows": 3, "cols": 3, "mines": 2, "rule": "safe", "topology": "square", "numerator": "24",
    "denominator": "28", "value": 0.8571428571428571, "best_first": [[0, 1]], "first": [0, 1]})"));
  const auto chosen = boost::json::parse(minesweeper_solution({"3", "3", "2", "--rule", "safe", "--json"}));
  EXPECT_EQ(chosen.at("best_first"), boost::json::parse("[[0,1],[1,0],[1,2],[2,1]]"));
  EXPECT_TRUE(chosen.at("first").is_null());
}

TEST(SolveMinesweeper, RefusesWhatItCannotSolve) {
  EXPECT_THAT(minesweeper_refusal({"16", "30", "99"}), HasSubstr("480 cells; boards of at most 64"));
  EXPECT_THAT(minesweeper_refusal({"5", "5", "26"}), HasSubstr("26 mines do not fit"));
  EXPECT_THAT(minesweeper_refusal({"3", "3", "9", "--rule", "safe"}), HasSubstr("allows 8"));
  EXPECT_THAT(minesweeper_refusal({"8", "8", "30"}), HasSubstr("too many to solve"));
  EXPECT_THAT(minesweeper_refusal({"5", "5", "12", "--memory", "64"}), HasSubstr("64 MB are allowed"));
  EXPECT_THAT(minesweeper_refusal({"4", "0", "3"}), HasSubstr("COLS"));
  EXPECT_THAT(minesweeper_refusal({"4", "4", "4", "--rule", "openings"}), HasSubstr("opening"));
  for (const char* wrong : {"4,0", "0,5", "-1,0", "2", "1,2,3", "a,b"})
    EXPECT_THAT(minesweeper_refusal({"4", "5", "6", "--first", wrong}),
                HasSubstr("expected ROW,COL from 0,0 to 3,4"))
        << wrong;
}

}  // namespace
}  // namespace sapper::experiments

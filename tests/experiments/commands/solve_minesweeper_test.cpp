// `sapper solve minesweeper`: what it prints, and what it refuses.
#include <boost/json.hpp>
#include <cstdio>

#include "experiments/cli/command_line.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using Words = std::vector<std::string>;

int run(Words words) {
  const Words command{"solve", "minesweeper"};
  words.insert(words.begin(), command.begin(), command.end());
  return run_words(words);
}

std::string solution_of(Words words) {
  testing::internal::CaptureStdout();
  const int status = run(std::move(words));
  std::fflush(stdout);
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(status, 0);
  return text;
}

std::string refusal(Words words) {
  return tests::message_of<InputError>([&] { run(std::move(words)); });
}

TEST(SolveMinesweeper, PrintsTheFractionAndTheBestFirstCells) {
  EXPECT_EQ(solution_of({"4", "4", "4"}),
            "4 x 4, 4 mines, unprotected, square: best play wins 961/1820 = 0.52802198\n"
            "best first cells (row,col from 0): 0,1 0,2 1,0 1,3 2,0 2,3 3,1 3,2\n");
  EXPECT_EQ(solution_of({"1", "2", "1", "--rule", "safe", "--first", "0,1", "--topology", "hex"}),
            "1 x 2, 1 mine, safe, hex: best play wins 1/1 = 1.00000000\nfirst cell (row,col from 0): 0,1\n");
}

TEST(SolveMinesweeper, PrintsJson) {
  EXPECT_EQ(boost::json::parse(solution_of({"3", "3", "2", "--rule", "safe", "--first", "0,1", "--json"})),
            boost::json::parse(R"({
    "rows": 3, "cols": 3, "mines": 2, "rule": "safe", "topology": "square", "numerator": "24",
    "denominator": "28", "value": 0.8571428571428571, "best_first": [[0, 1]], "first": [0, 1]})"));
  const auto chosen = boost::json::parse(solution_of({"3", "3", "2", "--rule", "safe", "--json"}));
  EXPECT_EQ(chosen.at("best_first"), boost::json::parse("[[0,1],[1,0],[1,2],[2,1]]"));
  EXPECT_TRUE(chosen.at("first").is_null());
}

TEST(SolveMinesweeper, RefusesWhatItCannotSolve) {
  EXPECT_THAT(refusal({"16", "30", "99"}), HasSubstr("480 cells; boards of at most 64"));
  EXPECT_THAT(refusal({"5", "5", "26"}), HasSubstr("26 mines do not fit"));
  EXPECT_THAT(refusal({"3", "3", "9", "--rule", "safe"}), HasSubstr("allows 8"));
  EXPECT_THAT(refusal({"8", "8", "30"}), HasSubstr("too many to solve"));
  EXPECT_THAT(refusal({"5", "5", "12", "--memory", "64"}), HasSubstr("64 MB are allowed"));
  EXPECT_THAT(refusal({"4", "0", "3"}), HasSubstr("COLS"));
  EXPECT_THAT(refusal({"4", "4", "4", "--rule", "openings"}), HasSubstr("opening"));
  for (const char* wrong : {"4,0", "0,5", "-1,0", "2", "1,2,3", "a,b"})
    EXPECT_THAT(refusal({"4", "5", "6", "--first", wrong}), HasSubstr("expected ROW,COL from 0,0 to 3,4"))
        << wrong;
}

}  // namespace
}  // namespace sapper::experiments

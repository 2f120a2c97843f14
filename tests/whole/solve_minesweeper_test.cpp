// `sapper solve minesweeper` from outside: text, JSON, refusals, interruption.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <thread>

#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

ProgramResult solve(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"solve", "minesweeper"});
  return run_program(sapper(std::move(arguments)));
}

TEST(SolveMinesweeper, PrintsTheFractionAndTheBestFirstCells) {
  const ProgramResult result = solve({"4", "4", "4"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out,
            "4 x 4, 4 mines, unprotected, square: best play wins 961/1820 = 0.52802198\n"
            "best first cells: 0,1 0,2 1,0 1,3 2,0 2,3 3,1 3,2\n");
}

TEST(SolveMinesweeper, PrintsJson) {
  const ProgramResult result =
      solve({"3", "3", "2", "--rule", "safe", "--first", "0,1", "--topology", "square", "--json"});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(boost::json::parse(result.out), boost::json::parse(R"({
    "rows": 3, "cols": 3, "mines": 2, "rule": "safe", "topology": "square", "numerator": "24",
    "denominator": "28", "value": 0.8571428571428571, "best_first": [[0, 1]], "first": [0, 1]})"));
  const ProgramResult chosen = solve({"3", "3", "2", "--rule", "safe", "--json"});
  EXPECT_EQ(boost::json::parse(chosen.out).at("best_first"), boost::json::parse("[[0,1],[1,0],[1,2],[2,1]]"));
  EXPECT_TRUE(boost::json::parse(chosen.out).at("first").is_null());
}

TEST(SolveMinesweeper, RefusesInOneLine) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"16", "30", "99"},
                                                    {"5", "5", "26"},
                                                    {"3", "3", "9", "--rule", "safe"},
                                                    {"8", "8", "30"},
                                                    {"5", "5", "12", "--memory", "64"},
                                                    {"4", "4", "4", "--first", "4,0"}}) {
    const ProgramResult result = solve(arguments);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, StartsWith("sapper: "));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  }
}

TEST(SolveMinesweeper, EndsWhenInterrupted) {
  Program program(sapper({"solve", "minesweeper", "6", "6", "8"}));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130);
  EXPECT_FALSE(result.timed_out);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("interrupted"));
}

}  // namespace
}  // namespace sapper::tests

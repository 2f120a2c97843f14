// `sapper bound` from outside; tests/solvers/minesweeper/bound holds its numbers to exact values.
// Label: threads
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Bound : public ProgramTest {
 protected:
  Words words(const Words& more = {}) const {
    return joined({"bound", "--rows", "5", "--mines", "6", "--rule", "safe", "--cell", "0,0", "--quiet"},
                  more);
  }
};

TEST_F(Bound, IsTheSameForAnyThreadsAndInParts) {
  const std::string whole = run_well(words({"--games", "40", "--json", "--threads", "1"})).out;
  const bj::value result = bj::parse(whole);
  expect_valid(result, "bound");
  EXPECT_EQ(result.at("games"), 40);
  EXPECT_GT(result.at("bound").to_number<double>(), 0.4);
  EXPECT_LE(result.at("bound").to_number<double>(), result.at("ci_high").to_number<double>());
  EXPECT_EQ(run_well(words({"--games", "40", "--json", "--threads", "3"})).out, whole);

  write("part.json", run_well(words({"--games", "15", "--json"})).out);
  EXPECT_EQ(run_well(words({"--games", "40", "--json", "--extend", "part.json"})).out, whole);
  expect_valid(bj::parse(run_well(words({"--games", "2", "--json"})).out), "bound");
  EXPECT_THAT(run_well(words({"--games", "3"})).out, HasSubstr("bound on the games that any player wins: "));
}

TEST_F(Bound, RefusesWhatItCannotBound) {
  write("part.json", run_well(words({"--games", "5", "--json"})).out);
  expect_refused(words({"--games", "9", "--depth", "0", "--extend", "part.json"}),
                 "was made with depth 1, not 0");
  expect_refused(words({"--games", "5", "--extend", "part.json"}), "5 games are played already");
  write("other.json", "{}");
  expect_refused(words({"--extend", "other.json"}), "is not a result of `sapper bound --json`");
  expect_refused(words({"--layouts", "9"}), "--fewest-layouts is above --layouts");
  expect_refused({"bound", "--rows", "30", "--mines", "9"}, "at most 512 cells");
  expect_refused({"bound", "--rows", "3", "--mines", "9"}, "at most 0 can lie there");
  expect_refused({"bound"}, "a board needs --level");
}

}  // namespace
}  // namespace sapper::tests

// The tablet from outside: `solve` and `play`.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;

TEST(TabletFromOutside, SolveAnswersAndRefuses) {
  ProgramResult result = run_program(sapper({"solve", "tablet", "100", "100", "50", "50"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("value -198"));
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(run_program(sapper({"solve", "tablet", "5", "3", "--table", "--json"})).out,
              HasSubstr("\"values\": [["));
  EXPECT_THAT(run_program(sapper({"solve", "nim", "3", "4", "5", "--algorithm", "memo"})).out,
              HasSubstr("memo: 120"));
  EXPECT_THAT(run_program(sapper({"solve", "take", "3", "21"})).out, HasSubstr("value 11"));
  result = run_program(
      sapper({"solve", "tablet", "9", "9", "4", "4", "--algorithm", "plain", "--max-states", "99"}));
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("sapper: solve tablet: plain needs more than 99 states"));
  EXPECT_EQ(run_program(sapper({"solve", "nim", "3", "-4"})).status, 2);
  EXPECT_EQ(run_program(sapper({"solve"})).status, 2);
}

TEST(TabletFromOutside, PlayReadsStandardInput) {
  ProgramResult result = run_program(sapper({"play", "tablet", "3", "1", "0", "0"}, "v 1\n"));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("you have won"));
  result = run_program(sapper({"play", "tablet", "3", "1", "0", "0", "--second"}));
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.out, HasSubstr("you have lost"));
  EXPECT_EQ(run_program(sapper({"play", "tablet"})).status, 0);
  EXPECT_EQ(run_program(sapper({"play", "tablet", "3", "1", "3", "0"})).status, 2);
  EXPECT_EQ(run_program(sapper({"play", "tablet", "9000", "9000", "4000", "4000"})).status, 2);
  EXPECT_EQ(run_program(sapper({"play", "chess"})).status, 2);
}

}  // namespace
}  // namespace sapper::tests

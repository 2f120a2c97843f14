// `sapper solve minesweeper`: what its texts mean and which are refused.
#include "experiments/commands/solve_minesweeper.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"

namespace sapper::experiments {
namespace {

using testing::HasSubstr;

SolveMinesweeperTexts ask(std::vector<std::string> numbers) {
  SolveMinesweeperTexts texts;
  texts.numbers = std::move(numbers);
  return texts;
}

std::string refusal(const SolveMinesweeperTexts& texts) {
  return tests::message_of<InputError>([&] { (void)read_solve_minesweeper(texts); });
}

TEST(SolveMinesweeper, ReadsItsOptions) {
  SolveMinesweeperTexts texts = ask({"4", "5", "6"});
  const SolveMinesweeperOptions plain = read_solve_minesweeper(texts);
  EXPECT_EQ(plain.grid->rows(), 4);
  EXPECT_EQ(plain.grid->cols(), 5);
  EXPECT_EQ(plain.grid->topology(), sim::Topology::square);
  EXPECT_EQ(plain.mine_count, 6);
  EXPECT_EQ(plain.rule, sim::FirstClickRule::unprotected);
  EXPECT_EQ(plain.first, std::nullopt);

  texts.rule = "opening";
  texts.topology = "hex";
  texts.first = "3,4";
  texts.memory = "64";
  const SolveMinesweeperOptions all = read_solve_minesweeper(texts);
  EXPECT_EQ(all.grid->topology(), sim::Topology::hex);
  EXPECT_EQ(all.rule, sim::FirstClickRule::opening);
  EXPECT_EQ(all.first, all.grid->at(3, 4));
  EXPECT_EQ(all.memory_bytes, std::size_t{64} << 20);
}

TEST(SolveMinesweeper, RefusesWrongTexts) {
  EXPECT_THAT(refusal(ask({"4", "5"})), HasSubstr("expected ROWS COLS MINES"));
  EXPECT_THAT(refusal(ask({"4", "0", "3"})), HasSubstr("COLS"));
  SolveMinesweeperTexts texts = ask({"4", "5", "6"});
  for (const char* wrong : {"4,0", "0,5", "-1,0", "2", "1,2,3", "a,b", ""}) {
    texts.first = wrong;
    EXPECT_THAT(refusal(texts), HasSubstr("expected ROW,COL from 0,0 to 3,4")) << wrong;
  }
  texts.first.reset();
  texts.rule = "openings";
  EXPECT_THAT(refusal(texts), HasSubstr("did you mean \"opening\"?"));
  texts.rule.reset();
  texts.topology = "plane";
  EXPECT_THAT(refusal(texts), HasSubstr("square, torus, hex"));
  texts.topology.reset();
  texts.memory = "1";
  EXPECT_THAT(refusal(texts), HasSubstr("--memory"));
}

}  // namespace
}  // namespace sapper::experiments

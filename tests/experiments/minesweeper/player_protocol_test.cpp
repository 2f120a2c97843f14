// The lines of sapper-player/1: what is written satisfies the schema, what is no answer is refused with its
// reason.
#include "experiments/minesweeper/player_protocol.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <sstream>

#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const sim::Grid kGrid(3, 4);

sim::View small_view() {
  sim::View view(kGrid, 2);
  view.show(0, 1);
  view.show(5, 2);
  return view;
}

std::vector<std::string> errors_in(const std::string& lines) {
  std::vector<std::string> errors;
  std::istringstream in(lines);
  for (std::string line; std::getline(in, line);)
    for (const std::string& error :
         tests::schema_errors(boost::json::parse(line), SAPPER_DATA_DIR "/schema/player.schema.json"))
      errors.push_back(fmt::format("{}: {}", line, error));
  return errors;
}

std::string refusal_of(std::string_view line) {
  const sim::View view = small_view();
  std::vector<solvers::Move> digs;
  return tests::message_of<WrongAnswer>([&] { read_digs(line, view, digs); });
}

TEST(PlayerProtocol, WritesWhatTheSchemaSays) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(3, 4, sim::Topology::hex);
  rules.mine_count = 2;
  const sim::View view = small_view();
  const std::vector<sim::Cell> shown{5};
  std::string lines;
  append_case_line(lines, 3, rules, 5);
  append_case_line(lines, 0, rules, sim::kNoCell);
  append_game_line(lines, 7, (std::uint64_t{1} << 53) - 1);
  append_turn_line(lines, 1, view, std::nullopt);
  append_turn_line(lines, 2, view, shown);
  append_turn_line(lines, 3, view, std::span<const sim::Cell>());
  append_end_line(lines, true, 3);
  EXPECT_THAT(errors_in(lines), IsEmpty());
  EXPECT_THAT(lines, HasSubstr(R"("case":3,"rows":3,"cols":4,"mines":2,"topology":"hex",)"));
  EXPECT_THAT(lines, HasSubstr(R"("first_click":{"rule":"unprotected","cell":[1,1]})"));
  EXPECT_THAT(lines, HasSubstr(R"({"type":"turn","turn":1,"shown":[[0,0,1],[1,1,2]]})"));
  EXPECT_THAT(lines, HasSubstr(R"({"type":"turn","turn":2,"shown":[[1,1,2]]})"));
  EXPECT_THAT(lines, HasSubstr(R"({"type":"turn","turn":3,"shown":[]})"));
}

TEST(PlayerProtocol, ReadsDigsWithTheirClaims) {
  const sim::View view = small_view();
  std::vector<solvers::Move> digs;
  const std::string line = R"( {"dig": [[2,3],[0,1]], "certain": true, "p_mine": [0, 0.25]} )";
  EXPECT_THAT(errors_in(line), IsEmpty());
  read_digs(line, view, digs);
  ASSERT_EQ(digs.size(), 2U);
  EXPECT_EQ(digs[0].cell, 11U);
  EXPECT_EQ(digs[1].cell, 1U);
  for (const solvers::Move& dig : digs) {
    EXPECT_TRUE(dig.claim.is_made && dig.claim.is_certain);
    EXPECT_FALSE(dig.is_judged);
  }
  EXPECT_EQ(digs[1].claim.p_mine, 0.25);
  digs.clear();
  read_digs(R"({"dig":[[0,1]]})", view, digs);
  EXPECT_FALSE(digs[0].claim.is_certain);
  EXPECT_FALSE(digs[0].claim.p_mine);
}

TEST(PlayerProtocol, RefusesWhatIsNoAnswer) {
  const std::vector<std::pair<std::string_view, std::string_view>> answers = {
      {"", "is no JSON"},
      {"dig 3 4", "is no JSON"},
      {R"({"dig":[[0,1]]} {})", "is no JSON"},
      {"[[0,1]]", "is no JSON object"},
      {"{}", "has no \"dig\""},
      {R"({"dig":[]})", "has no \"dig\""},
      {R"({"dig":[1]})", "has a dig that is no [row, col]"},
      {R"({"dig":[[0,1,2]]})", "has a dig that is no [row, col]"},
      {R"({"dig":[[3,0]]})", "rows go from 0 to 2, columns from 0 to 3"},
      {R"({"dig":[[0,-1]]})", "digs where there is no cell"},
      {R"({"dig":[[0,1.0]]})", "digs where there is no cell"},
      {R"({"dig":[[0,1],[1,1]]})", "digs [1, 1], which is shown already"},
      {R"({"dig":[[0,1]],"certain":1})", "neither true nor false"},
      {R"({"dig":[[0,1]],"p_mine":[]})", "one number for each dig, here 1"},
      {R"({"dig":[[0,1]],"p_mine":[1.5]})", "no number from 0 to 1"},
      {R"({"dig":[[0,1]],"p_mine":[1e400]})", "no number from 0 to 1"},
      {R"({"dig":[[0,1]],"p_mines":[1]})", "did you mean \"p_mine\"?"},
  };
  for (const auto& [line, reason] : answers) EXPECT_THAT(refusal_of(line), HasSubstr(reason)) << line;
  const auto unready = [](std::string_view line) {
    return tests::message_of<WrongAnswer>([&] { check_ready(line); });
  };
  EXPECT_EQ(unready(R"({"type":"ready","protocol":"sapper-player/1"})"), "");
  EXPECT_THAT(unready(R"({"type":"ready","protocol":"sapper-player/2"})"), HasSubstr("sapper-player/1"));
  EXPECT_THAT(unready("hello"), HasSubstr("is no JSON"));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

// Positions in JSON: read one by one, refused with the place of the error.
#include "experiments/analysis/position_reader.hpp"

#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

std::vector<sim::Position> read_all(const std::string& content) {
  PositionReader reader(sim::Input{"p", content});
  std::vector<sim::Position> positions;
  while (const auto text = reader.next()) positions.push_back(make_position(*text, sim::FlagMeaning::mark));
  return positions;
}

bool is_json(const std::string& content) {
  return PositionReader(sim::Input{"p", content}).begins_with_object();
}

std::string refusal(const std::string& content) {
  return tests::message_of<sim::InputError>([&] { read_all(content); });
}

TEST(PositionReader, ReadsOneOrMany) {
  const std::string one = R"({"rows":2,"cols":3,"mines":1,"cells":["1..","F.0"]})";
  EXPECT_EQ(read_all(one).size(), 1U);
  EXPECT_EQ(read_all(one + "\n" + one + "\n\n" + one + "\n").size(), 3U);
  const sim::Position position = read_all(one)[0];
  const sim::View& view = position.view;
  EXPECT_EQ(view.grid().rows(), 2);
  EXPECT_EQ(view.grid().cols(), 3);
  EXPECT_EQ(view.mine_count(), 1U);
  EXPECT_EQ(view.number(0), 1);
  EXPECT_TRUE(view.is_flagged(3));
  EXPECT_EQ(view.number(5), 0);
}

TEST(PositionReader, PassesOverOtherKeysAndReadsAnyOrder) {
  const auto positions = read_all(R"(
    {"p_mine": [[null, 0.5]], "cells": ["1.", ".."], "note": "a } in a \"text\\", "more": {"rows": [{}]},
     "mines": 1, "topology": "torus", "cols": 2, "last": 1e40, "rows": 2}
  )");
  ASSERT_EQ(positions.size(), 1U);
  EXPECT_EQ(positions[0].grid->topology(), sim::Topology::torus);
}

TEST(PositionReader, ReadsTheFirstClickRule) {
  const auto positions =
      read_all(R"({"rows":1,"cols":3,"mines":1,"cells":["..."],"first_click":"safe_corners"})");
  EXPECT_EQ(positions.at(0).view.free_by_rule().size(), 2U);
  EXPECT_NE(refusal(R"({"rows":1,"cols":3,"mines":1,"cells":["..."],"first_click":"safest"})")
                .find("first_click is \"safest\"; expected a first-click rule"),
            std::string::npos);
}

TEST(PositionReader, ReadsEscapedCells) {
  const auto positions = read_all(R"({"rows":1,"cols":2,"mines":1,"cells":["\u0031."]})");
  EXPECT_EQ(positions[0].view.number(0), 1);
}

TEST(PositionReader, NamesLineAndColumnOfMistakes) {
  const std::string good = R"({"rows":1,"cols":2,"mines":1,"cells":["1."]})";
  EXPECT_EQ(refusal(good + "\n"
                           R"({"rows":1,"cols":2,"mines":1,"cells":["1x"]})"),
            "p:2:41: 'x' is not a cell; a cell is 0 to 8 (shown), . (hidden) or F (flagged)");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":-1,"cells":["1."]})"),
            "p:1:28: mines is -1; expected a whole number from 0 to 16777216");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":1.5,"cells":["1."]})"),
            "p:1:28: mines is 1.5; expected a whole number from 0 to 16777216");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":3,"cells":["1."]})"),
            "p:1:28: 3 mines on a board of 2 cells");
  EXPECT_EQ(refusal(R"({"rows":2,"cols":2,"mines":1,"cells":["1."]})"),
            "p:1:38: cells has 1 row, but \"rows\" is 2");
  EXPECT_EQ(refusal(R"({"rows":2,"cols":2,"mines":1,"cells":["1.","..."]})"),
            "p:1:44: cells[1] has 3 cells, but \"cols\" is 2");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":1,"cells":["1."],"mines":1})"),
            "p:1:45: duplicate key mines (first at line 1, column 20)");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":1,"cells":["1."],"topology":"cube"})"),
            "p:1:56: topology is \"cube\"; expected a topology; allowed: square, torus, hex");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":1,"cells":["1.",7]})"),
            "p:1:44: cells[1] is 7; expected a string");
}

TEST(PositionReader, RefusesWhatIsNoPosition) {
  for (const char* content :
       {R"({})", R"({"rows":1,"cols":2,"mines":1})", R"({"rows":1,"cols":2,"cells":["1."]})"})
    EXPECT_NE(refusal(content).find("lacks the key"), std::string::npos) << content;
  for (const char* content :
       {R"({"rows":1,)", R"({"rows")", "{", R"({"rows":1 "cols":2})", R"({"rows":01})", "{} x"})
    EXPECT_NE(refusal(content).find("p:1:"), std::string::npos) << content;
  EXPECT_NE(refusal("{\"a\":" + std::string(10000, '[')).find("p:1:"), std::string::npos);
  EXPECT_NE(refusal(R"({"rows":0,"cols":0,"mines":0,"cells":[]})")
                .find("rows is 0; expected a whole number from 1 to 4096"),
            std::string::npos);
  EXPECT_NE(refusal("{\"rows\":\"\xff\"}").find("p:1:10: the byte 0xff is not valid UTF-8"),
            std::string::npos);
}

// In characters, and a wrong sign is named rather than counted.
TEST(PositionReader, CountsCellsInCharacters) {
  EXPECT_EQ(refusal("{\"rows\":1,\"cols\":2,\"mines\":1,\"cells\":[\"1\xE2\x9A\x91\"]}"),
            "p:1:41: '\xE2\x9A\x91' is not a cell; a cell is 0 to 8 (shown), . (hidden) or F (flagged)");
  EXPECT_EQ(refusal(R"({"rows":1,"cols":2,"mines":1,"cells":["1.\r"]})"),
            "p:1:42: the character 0x0D is not a cell; a cell is 0 to 8 (shown), . (hidden) or F (flagged)");
}

TEST(PositionReader, ABlankThatMayBeACellIsRefused) {
  const auto with_cells = [](int cols, const std::string& cells) {
    return R"({"rows":2,"cols":)" + std::to_string(cols) + R"(,"mines":2,"cells":[)" + cells + "]}";
  };
  for (const int cols : {4, 5})
    EXPECT_THAT(refusal(with_cells(cols, R"(".1 1.",".1 1.")")),
                StartsWith("p:1:42: this blank may stand for a shown 0; write 0 if it does."));
  EXPECT_THAT(refusal(with_cells(2, R"(" 1","1.")")), StartsWith("p:1:40: this blank"));
  EXPECT_THAT(refusal(with_cells(3, R"("1..","   ")")), StartsWith("p:1:46: this blank"));
  EXPECT_EQ(read_all(with_cells(3, R"(". 1 .",". 1 .")"))[0].view.hidden_count(), 4U);
}

TEST(PositionReader, SkipsByteOrderMarks) {
  const std::string mark = "\xEF\xBB\xBF";
  const std::string one = R"({"rows":1,"cols":2,"mines":1,"cells":["1."]})";
  EXPECT_TRUE(is_json(mark + " " + one));
  EXPECT_EQ(read_all(mark + one + "\n" + one).size(), 2U);
  EXPECT_EQ(read_all(mark + one + "\n" + mark + one).size(), 2U) << "files joined";
  EXPECT_EQ(refusal(mark + R"({"rows":1,"cols":2,"mines":-1,"cells":["1."]})"),
            "p:1:28: mines is -1; expected a whole number from 0 to 16777216");
}

TEST(PositionReader, CountsLinesOfAnyEnd) {
  const std::string one = R"({"rows":1,"cols":2,"mines":1,"cells":["1."]})";
  const std::string bad = R"({"rows":1,"cols":2,"mines":-1,"cells":["1."]})";
  EXPECT_EQ(refusal(one + "\r\n" + one + "\r\r" + bad).substr(0, 6), "p:4:28");
}

TEST(PositionReader, IsToldFromTextByItsFirstCharacter) {
  EXPECT_TRUE(is_json(" \r\n\t{"));
  EXPECT_FALSE(is_json("mines 1\n{"));
  EXPECT_FALSE(is_json(""));
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

// The protocol's syntax: lines, ids, words, replies.
#include "experiments/gtp/gtp_engine.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::go {
namespace {

TEST(GtpSyntax, ParsesALine) {
  GtpLine line = read_gtp_line("17 play  black\tC3 # a comment");
  EXPECT_EQ(line.id, "17");
  EXPECT_EQ(line.command, "play");
  EXPECT_THAT(line.arguments, ElementsAre("black", "C3"));
  line = read_gtp_line("\x01qu\x7Fit\r");
  EXPECT_EQ(line.id, "");
  EXPECT_EQ(line.command, "quit");
  EXPECT_THAT(line.arguments, IsEmpty());
  line = read_gtp_line("boardsize 9");
  EXPECT_EQ(line.id, "") << "only the first word is an id";
  EXPECT_THAT(line.arguments, ElementsAre("9"));
  line = read_gtp_line("9x9");
  EXPECT_EQ(line.command, "9x9") << "no id, since not all of it is digits";
}

TEST(GtpSyntax, KnowsLinesWithoutACommand) {
  for (const char* text : {"", " \t\r", "# 1 quit", "\x01"}) EXPECT_TRUE(read_gtp_line(text).is_empty());
  EXPECT_FALSE(read_gtp_line("3").is_empty()) << "a line with an id gets a reply";
}

TEST(GtpSyntax, WritesReplies) {
  EXPECT_EQ(written_reply("", {true, ""}), "= \n\n");
  EXPECT_EQ(written_reply("007", {true, "2"}), "=007 2\n\n");
  EXPECT_EQ(written_reply("1", {false, "unknown command"}), "?1 unknown command\n\n");
}

TEST(GtpSyntax, ReadsColors) {
  for (const char* text : {"b", "B", "black", "BLACK"})
    EXPECT_EQ(parse_color(text), sim::go::Color::black) << text;
  for (const char* text : {"w", "White"}) EXPECT_EQ(parse_color(text), sim::go::Color::white) << text;
  for (const char* text : {"", "blac", "empty"}) EXPECT_EQ(parse_color(text), std::nullopt) << text;
}

TEST(GtpSyntax, ListsPointsFromTheLowestLine) {
  const sim::go::Board board(3);
  EXPECT_EQ(written_points(board, {board.at(1, 1), board.at(0, 2), board.at(0, 0)}), "A1 C1 B2");
  EXPECT_EQ(written_points(board, {}), "");
}

}  // namespace
}  // namespace sapper::experiments::go

#include "sim/support/text.hpp"

#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

using Parts = std::vector<std::string_view>;

TEST(NumberPolicy, AreReadWhole) {
  EXPECT_EQ(parse_number<int>("-5"), -5);
  EXPECT_EQ(parse_number<std::uint32_t>("4294967295"), 4294967295U);
  EXPECT_EQ(parse_number<double>("2.5e-1"), 0.25);
  for (const char* text : {"", "4294967296", "-1", "1x", "1.0", "+1", " 1"})
    EXPECT_EQ(parse_number<std::uint32_t>(text), std::nullopt) << text;
  EXPECT_EQ(parse_number<double>("1e400"), std::nullopt);
  EXPECT_EQ(parse_whole_number("12", 12), 12U);
  for (const char* text : {"", "13", "-1", "1e1"})
    EXPECT_EQ(parse_whole_number(text, 12), std::nullopt) << text;
}

TEST(Words, AreTakenFromTheFront) {
  std::string_view text = "a::b";
  EXPECT_EQ(take_until(text, ':'), "a");
  EXPECT_EQ(take_until(text, ':'), "");
  EXPECT_EQ(take_until(text, ':'), "b");
  EXPECT_EQ(text, "");
  EXPECT_EQ(take_until(text, ':'), "");
}

TEST(Words, AreSplit) {
  EXPECT_EQ(split("", ","), Parts{""});
  EXPECT_EQ(split("a,,b,", ","), (Parts{"a", "", "b", ""}));
  EXPECT_EQ(split("a < b<c", " < "), (Parts{"a", "b<c"}));
  EXPECT_EQ(split_lines(""), Parts{});
  EXPECT_EQ(split_lines("a"), Parts{"a"});
  EXPECT_EQ(split_lines("a\n"), Parts{"a"});
  EXPECT_EQ(split_lines("\na\n\n"), (Parts{"", "a", ""}));
}

TEST(Tables, HaveNames) {
  struct Row {
    std::string_view name;
    int value;
  };
  constexpr std::array<Row, 2> kTable{{{"one", 1}, {"two", 2}}};
  EXPECT_EQ(names_in(kTable), (Parts{"one", "two"}));
  ASSERT_NE(find_named(kTable, "two"), nullptr);
  EXPECT_EQ(find_named(kTable, "two")->value, 2);
  EXPECT_EQ(find_named(kTable, "three"), nullptr);
}

}  // namespace
}  // namespace sapper::sim

// Lines that players type: read, and quoted in messages.
#include <gtest/gtest.h>

#include <sstream>

#include "experiments/play/board_table.hpp"

namespace sapper::experiments {
namespace {

TEST(TypedLine, IsAskedForUntilTheInputEnds) {
  std::istringstream in("  B2 \t\r\n\nlast");
  std::ostringstream out;
  EXPECT_EQ(ask_line("? ", in, out, Echo::no), "B2");
  EXPECT_EQ(ask_line("? ", in, out, Echo::yes), "");
  EXPECT_EQ(ask_line("? ", in, out, Echo::yes), "last") << "a last line without a line break";
  EXPECT_EQ(ask_line("? ", in, out, Echo::yes), std::nullopt);
  EXPECT_EQ(out.str(), "? ? \n? last\n? \n");
}

TEST(TypedLine, IsQuotedHarmlessly) {
  EXPECT_EQ(quoted_input("\x1b[31mred"), "\"\\x1B[31mred\"");
  EXPECT_EQ(quoted_input(std::string(100, 'x')), '"' + std::string(40, 'x') + "...\"");
}

}  // namespace
}  // namespace sapper::experiments

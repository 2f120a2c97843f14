#include "solvers/support/settings.hpp"

#include <stdexcept>

#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

constexpr std::array<std::string_view, 2> kColours{"red", "blue"};
constexpr std::array kParameters{
    Parameter::whole("effort", 0, 3, 1, "how hard"),
    Parameter::choice("colour", kColours, 1, "which"),
};

TEST(Settings, AreReadByName) {
  Settings settings(kParameters);
  EXPECT_EQ(settings.whole("effort"), 1);
  EXPECT_EQ(settings.choice("colour"), "blue");
  settings.set("effort", 3);
  EXPECT_EQ(settings.whole("effort"), 3);
  EXPECT_EQ(label_of("player", settings), "player(effort=3)");
}

// In every build: a mistyped name must not read beyond the table.
TEST(Settings, RefuseNamesThatTheTableLacks) {
  Settings settings(kParameters);
  EXPECT_THROW((void)settings.whole("efort"), std::logic_error);
  EXPECT_THROW((void)settings.number(""), std::logic_error);
  EXPECT_THROW((void)settings.texts("efort"), std::logic_error);
  EXPECT_THROW(settings.set("color", 0), std::logic_error);
  EXPECT_THROW((void)settings.choice("effort"), std::logic_error);
  EXPECT_THROW((void)Settings().whole("effort"), std::logic_error);
}

}  // namespace
}  // namespace sapper::solvers

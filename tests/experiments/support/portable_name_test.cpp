// Names in archives: those that every system can hold are unchanged.
#include "experiments/support/markup.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

TEST(PortableName, KeepsWhatEverySystemHolds) {
  for (const std::string name :
       {"r.json", "a study.csv", "é è 日本.json", "CONFIG.json", "com10", "console", "a.-b"})
    EXPECT_EQ(portable_name(name), name);
}

TEST(PortableName, ReplacesTheRest) {
  const std::pair<std::string, std::string> names[]{
      {"a\\b", "a_b"},
      {"C:", "C_"},
      {"a/b", "a_b"},
      {"a\nb\x1b[2J", "a_b_[2J"},
      {"caf\xe9.json", "caf_.json"},
      {"\xff\xfe", "__"},
      {"cut \xc3", "cut _"},
      {"left\u202eright", "left_right"},
      {"<>:\"|?*", "_______"},
      {"CON", "_CON"},
      {"nul.txt", "_nul.txt"},
      {"Com1.report.json", "_Com1.report.json"},
      {".hidden", "_.hidden"},
      {"-x", "_-x"},
      {"..", "_._"},
      {"end.", "end_"},
      {"end ", "end_"},
      {"", "_"},
  };
  for (const auto& [name, portable] : names) EXPECT_EQ(portable_name(name), portable);
}

TEST(PortableName, ShortensBetweenCharactersAndKeepsTheEnding) {
  std::string longest(300, 'a');
  longest += ".json";
  std::string kept(95, 'a');
  kept += ".json";
  EXPECT_EQ(portable_name(longest), kept);
  std::string letters;
  for (int i = 0; i < 100; ++i) letters += "é";
  EXPECT_EQ(portable_name("x" + letters).size(), 99U) << "not within a character";
}

}  // namespace
}  // namespace sapper::experiments

// The files of external players: which are compared, and how reports and checkpoints keep them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "experiments/run/experiment.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sapper::experiments {
namespace {

using testing::IsEmpty;

TEST(ProgramFiles, AreComparedByContentWordForWord) {
  const std::vector<ProgramFile> before{{"x", 0, "python3", "aa"}, {"x", 1, "bot.py", "bb"}};
  EXPECT_EQ(changed_program(before, before), "");
  EXPECT_EQ(changed_program(before, {{"x", 0, "python3", "aa"}, {"x", 1, "bot.py", "cc"}}),
            "bot.py (player \"x\")");
  EXPECT_EQ(changed_program(before, {{"y", 1, "bot.py", "cc"}}), "") << "another player";
  EXPECT_EQ(changed_program(before, {}), "");
  // A log that the program has written since.
  EXPECT_EQ(changed_program(before, {{"x", 1, "bot.py", "bb"}, {"x", 3, "bot.log", "dd"}}), "");
  EXPECT_EQ(changed_program({{"a\nb", 1, "x\x1b", "1"}}, {{"a\nb", 1, "x\x1b", "2"}}),
            "x\\x1B (player \"a\\nb\")");
}

TEST(ProgramFiles, AreAddedOnce) {
  std::vector<ProgramFile> files{{"x", 1, "bot.py", "bb"}};
  add_program_files({{"x", 1, "bot.py", "cc"}, {"x", 2, "weights", "dd"}}, files);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[0].hash, "bb");
  EXPECT_EQ(files[1].name, "weights");
}

TEST(ProgramFiles, AreReadBack) {
  const std::vector<ProgramFile> files{{"a \"b\"", 3, "bot\n.py", "0123456789abcdef"}};
  const std::vector<ProgramFile> again = program_files_from(to_json(files));
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].player, files[0].player);
  EXPECT_EQ(again[0].word, files[0].word);
  EXPECT_EQ(again[0].name, files[0].name);
  EXPECT_EQ(again[0].hash, files[0].hash);
  for (const char* const other : {"null", "3", "{}", "[1, null, {}, {\"word\": -1}, {\"word\": \"x\"}]"})
    EXPECT_THAT(program_files_from(boost::json::parse(other)), IsEmpty()) << other;
}

TEST(ProgramFiles, HaveTheHashOfTheirContent) {
  const tests::TemporaryFolder folder;
  const auto a = folder.write("a", std::string(200'000, 'x'));
  const auto b = folder.write("b", std::string(200'000, 'x'));
  std::string other(200'000, 'x');
  other.back() = 'y';
  const auto c = folder.write("c", other);
  EXPECT_EQ(hash_of_file(a).size(), 16U);
  EXPECT_EQ(hash_of_file(a), hash_of_file(b));
  EXPECT_NE(hash_of_file(a), hash_of_file(c));
  EXPECT_EQ(hash_of_file(folder.path() / "none"), "");
}

}  // namespace
}  // namespace sapper::experiments

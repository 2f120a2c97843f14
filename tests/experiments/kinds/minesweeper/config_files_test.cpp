// The files that a config names: boards, and what external players are run from.
#include <stdlib.h>

#include <filesystem>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/config.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

class ConfigFiles : public testing::Test {
 protected:
  ConfigFiles() {
    folder_.write("b.txt", "...\n..*\n...\n");
    folder_.write("bot.py", "print()");
    folder_.write("weights", "1 2 3");
    folder_.write("tool", "#!/bin/sh\n");
    fs::permissions(folder_.path() / "tool", fs::perms::owner_all);
    if (const char* const path = ::getenv("PATH")) path_ = path;
    ::setenv("PATH", (folder_.path().string() + "::/usr/bin:/bin").c_str(), 1);
  }
  ~ConfigFiles() override { ::setenv("PATH", path_.c_str(), 1); }
  // command: a JSON list.
  std::unique_ptr<Experiment> experiment(const std::string& command) const {
    Overrides overrides;
    overrides.allow_commands = true;
    return load_experiment(
        folder_.write(
            "c.json",
            R"({"schema": "sapper-config/1", "games": 1, "first_click": {"rule": "safe", "cell": [0, 0]},
      "boards": [{"file": "b.txt"}], "strategies": ["rules",
      {"name": "external", "label": "x", "command": )" +
                command + "}]}"),
        overrides);
  }
  std::vector<std::string> programs(const std::string& command) const {
    std::vector<std::string> names;
    for (const ProgramFile& file : experiment(command)->program_files())
      names.push_back(std::to_string(file.word) + " " + file.name);
    return names;
  }

  tests::TemporaryFolder folder_;
  std::string path_;
};

TEST_F(ConfigFiles, OfAPlayerAreItsProgramAndTheArgumentsThatAreFiles) {
  EXPECT_THAT(programs(R"(["./tool", "-x", "bot.py", "none", "weights", "."])"),
              ElementsAre("0 ./tool", "2 bot.py", "4 weights"));
  EXPECT_THAT(programs(R"(["tool", "bot.py"])"), ElementsAre("0 tool", "1 bot.py")) << "found in PATH";
  EXPECT_THAT(programs(R"(["bot.py"])"), IsEmpty()) << "not executable, so not found in PATH";
  EXPECT_THAT(programs(R"(["no-such-program"])"), IsEmpty());
}

TEST_F(ConfigFiles, ChangeTheHashWithTheirContent) {
  const auto before = experiment(R"(["tool", "bot.py"])")->program_files();
  EXPECT_EQ(changed_program(before, experiment(R"(["tool", "bot.py"])")->program_files()), "");
  folder_.write("bot.py", "print(1)");
  EXPECT_EQ(changed_program(before, experiment(R"(["tool", "bot.py"])")->program_files()),
            "bot.py (player \"x\")");
}

TEST_F(ConfigFiles, AreAllThatTheConfigNames) {
  std::vector<std::string> names;
  for (const fs::path& file : experiment(R"(["./tool", "bot.py"])")->files())
    names.push_back(fs::relative(fs::canonical(file), fs::canonical(folder_.path())));
  EXPECT_THAT(names, ElementsAre("b.txt", "tool", "bot.py"));
}

}  // namespace
}  // namespace sapper::experiments

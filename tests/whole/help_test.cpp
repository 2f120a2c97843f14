// The manual page and the completion script as processed by man and bash.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "experiments/cli/command.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

using experiments::all_commands;
using experiments::Declaration;
using experiments::declaration_of;
using experiments::NamedCommand;

ProgramResult shell(const std::string& script) {
  ProgramRun run;
  run.program = "/bin/bash";
  run.arguments = {"-c", script};
  return run_program(run);
}

bool is_installed(const std::string& program) { return shell("command -v " + program).status == 0; }

TEST(ManPage, IsFormattedWithoutWarnings) {
  const TemporaryFolder folder;
  const std::string page = folder.write("sapper.1", run_program(sapper({"help", "--man"})).out).string();
  bool is_checked = false;
  if (is_installed("man")) {
    const ProgramResult result =
        shell("MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l '" + page + "' | col -b");
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, HasSubstr("--checkpoint-every S"));
    EXPECT_THAT(result.out, HasSubstr("sapper run data/experiments/classic.json"));
    is_checked = true;
  }
  if (is_installed("mandoc")) {
    const ProgramResult result = shell("mandoc -T lint -W warning '" + page + "'");
    EXPECT_EQ(result.out + result.err, "");
    is_checked = true;
  }
  if (!is_checked) GTEST_SKIP() << "neither man nor mandoc is installed";
}

class Completion : public testing::Test {
 protected:
  // What bash offers for the last of the words.
  std::set<std::string> offered(const std::vector<std::string>& words) const {
    std::string line = "source " + script_ + "; COMP_WORDS=(";
    for (const std::string& word : words) line += "'" + word + "' ";
    line += "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; cd " + folder_.path().string() +
            "; _sapper; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const ProgramResult result = shell(line);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    std::istringstream in(result.out);
    std::set<std::string> offers;
    for (std::string offer; std::getline(in, offer);)
      if (!offer.empty()) offers.insert(offer);
    return offers;
  }

  TemporaryFolder folder_;
  std::string script_ =
      folder_.write("completion.sh", run_program(sapper({"help", "--completion", "bash"})).out).string();
};

TEST_F(Completion, OffersEveryCommandAndOption) {
  std::set<std::string> top;
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    std::istringstream in(named.full_name);
    std::vector<std::string> words{"sapper"};
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() == 2) top.insert(words[1]);
    std::set<std::string> options{"--help"};
    const Declaration declaration = declaration_of(*named.command);
    for (const auto& option : declaration.syntax.options()) options.insert(option.name);
    if (named.full_name == "play") options = offered({"sapper", "play", "minesweeper", "--"});
    words.push_back("--");
    EXPECT_EQ(offered(words), options);
  }
  EXPECT_EQ(offered({"sapper", ""}), top);
}

TEST_F(Completion, OffersGamesValuesAndFiles) {
  folder_.write("a config.json", "{}");
  EXPECT_THAT(offered({"sapper", "val"}), ElementsAre("validate"));
  EXPECT_THAT(offered({"sapper", "solve", "t"}), ElementsAre("tablet", "take"));
  EXPECT_THAT(offered({"sapper", "help", "ru"}), ElementsAre("run"));
  EXPECT_THAT(offered({"sapper", "help", "play", "g"}), ElementsAre("go"));
  EXPECT_THAT(offered({"sapper", "run", "x", "--progress", "a"}), ElementsAre("always", "auto"));
  EXPECT_THAT(offered({"sapper", "run", "x", "--progress", "=", "n"}), ElementsAre("never"));
  EXPECT_THAT(offered({"sapper", "run", "x", "--games", ""}), IsEmpty());
  EXPECT_THAT(offered({"sapper", "run", "a"}), ElementsAre("a config.json"));
  EXPECT_THAT(offered({"sapper", "run", "x", "-o", "a"}), ElementsAre("a config.json"));
  EXPECT_THAT(offered({"sapper", "play", "--bot", "min"}), ElementsAre("min_risk"));
  EXPECT_THAT(offered({"sapper", "play", "go", "--white", "u"}), ElementsAre("uct"));
  EXPECT_THAT(offered({"sapper", "play", "go", "--l"}), IsEmpty()) << "--level is Minesweeper's";
  EXPECT_THAT(offered({"sapper", "list", "--"}), ElementsAre("--help", "--json"));
}

TEST(Help, GivesOneThingAtATime) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"help", "run", "--man"}, {"help", "--man", "--completion", "bash"}}) {
    const ProgramResult result = run_program(sapper(words));
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr("expected a command, or --man, or --completion"));
  }
  EXPECT_THAT(run_program(sapper({"help", "--completion", "fish"})).err,
              StartsWith("sapper: --completion is \"fish\"; "));
}

}  // namespace
}  // namespace sapper::tests

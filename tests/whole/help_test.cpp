// The manual page and the completion script as processed by man and bash.
#include "experiments/cli/command.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using experiments::all_commands;
using experiments::Declaration;
using experiments::declaration_of;
using experiments::NamedCommand;

using ManPage = ProgramTest;
using Help = ProgramTest;

TEST_F(ManPage, IsFormattedWithoutWarnings) {
  const std::string page = write("sapper.1", output_of({"help", "--man"})).string();
  bool is_checked = false;
  if (is_installed("man")) {
    const ProgramResult result =
        run_shell("MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -l '" + page + "' | col -b");
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_THAT(result.out, HasSubstr("--checkpoint-every S"));
    EXPECT_THAT(result.out, HasSubstr("sapper run data/experiments/classic.json"));
    is_checked = true;
  }
  if (is_installed("mandoc")) {
    const ProgramResult result = run_shell("mandoc -T lint -W warning '" + page + "'");
    EXPECT_EQ(result.out + result.err, "");
    is_checked = true;
  }
  if (!is_checked) GTEST_SKIP() << "neither man nor mandoc is installed";
}

class Completion : public ProgramTest {
 protected:
  Completion() { write("completion.sh", output_of({"help", "--completion", "bash"})); }
  // What bash offers for the last of the words.
  std::set<std::string> offered(const Words& words) const {
    std::string line = "source ./completion.sh; COMP_WORDS=(";
    for (const std::string& word : words) line += "'" + word + "' ";
    line +=
        "); COMP_CWORD=" + std::to_string(words.size() - 1) + "; _sapper; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const ProgramResult result = run_shell(line);
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    std::set<std::string> offers;
    for (const std::string& offer : lines_of(result.out))
      if (!offer.empty()) offers.insert(offer);
    return offers;
  }
};

TEST_F(Completion, OffersEveryCommandAndOption) {
  std::set<std::string> top;
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    std::istringstream in(named.full_name);
    Words words{"sapper"};
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
  write("a config.json", "{}");
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

TEST_F(Help, GivesOneThingAtATime) {
  for (const Words& words : {Words{"help", "run", "--man"}, {"help", "--man", "--completion", "bash"}}) {
    expect_refused(words, "expected a command, or --man, or --completion");
  }
  EXPECT_THAT(run({"help", "--completion", "fish"}).err, StartsWith("sapper: --completion is \"fish\"; "));
}

}  // namespace
}  // namespace sapper::tests

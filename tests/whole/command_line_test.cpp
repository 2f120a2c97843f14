// The command line from outside: refusals, help, `list`, and standard output that cannot be written.
#include "experiments/cli/command.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/first_click.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

using experiments::all_commands;
using experiments::CommandDeclaration;
using experiments::declaration_of;
using experiments::NamedCommand;
using Help = ProgramTest;
using ManPage = ProgramTest;

constexpr const char* kLevels =
    R"({"schema": "sapper-levels/1", "levels": [{"name": "Tiny", "rows": 2, "cols": 3, "mines": 1}]})";

using CommandLine = ProgramTest;
using List = ProgramTest;
using StandardInput = ProgramTest;
using InputFiles = ProgramTest;

TEST_F(CommandLine, RefusesWhatItDoesNotKnowInOneLine) {
  const std::pair<Words, std::string> refusals[] = {
      {{}, "a command is needed: run, analyze, "},
      {{"lst"}, "\"lst\" is not a command; did you mean \"list\"?"},
      {{""}, "a command is needed"},
      {{"--seed", "1", "list"}, "--seed precedes the command"},
      {{"run"}, "run: CONFIG is missing: the experiment (sapper-config/1)"},
      {{"run", "a.json", "b.json"}, "run: unexpected argument \"b.json\""},
      {{"run", "a.json", "--thread", "2"}, "run: --thread is not an option; did you mean --threads?"},
      {{"run", "a.json", "-x"}, "run: -x is not an option"},
      {{"run", "a.json", "-o"}, "run: --output needs a value: FILE"},
      {{"run", "a.json", "--seed", "-1"},
       "--seed is \"-1\"; expected a whole number from 0 to 18446744073709551615"},
      {{"run", "a.json", "--seed", "18446744073709551616"},
       "--seed is \"18446744073709551616\"; expected a whole number"},
      {{"run", "a.json", "--seed", "1.5"}, "--seed is \"1.5\""},
      {{"run", "a.json", "--seed", ""}, "--seed is \"\""},
      {{"run", "a.json", "--seed", " 1"}, "--seed is \" 1\""},
      {{"run", "a.json", "--seed", "0x10"}, "--seed is \"0x10\""},
      {{"run", "a.json", "--seed", "1", "--seed", "2"}, "run: --seed is given twice"},
      {{"run", "a.json", "--games", "0"}, "--games is \"0\"; expected a whole number from 1"},
      {{"run", "a.json", "--threads", "0"}, "--threads is \"0\"; expected a whole number from 1 to 4096"},
      {{"run", "a.json", "--threads", "4097"},
       "--threads is \"4097\"; expected a whole number from 1 to 4096"},
      {{"run", "a.json", "--progress", "alway"}, "--progress is \"alway\"; did you mean \"always\"?"},
      {{"run", "a.json", "--checkpoint-every", "0"},
       "--checkpoint-every is \"0\"; expected a number of seconds, above 0"},
      {{"run", "a.json", "--checkpoint-every", "nan"}, "--checkpoint-every is \"nan\""},
      {{"run", "a.json", "--checkpoint-every", "1e400"}, "--checkpoint-every is \"1e400\""},
      {{"validate"}, "validate: CONFIG is missing"},
      {{"analyze"}, "analyze: POSITION is missing"},
      {{"validate", "a.json", "--csv", "t.csv"}, "validate: --csv is not an option of validate, but of run"},
      {{"analyze", "p.txt", "--games", "5"}, "analyze: --games is not an option of analyze, but of run"},
      {{"list", "--seed", "1"}, "list: --seed is not an option of list"},
      {{"help", "rnu"}, "\"rnu\" is not a command; did you mean \"run\"?"},
      {{"help", "run", "fast"}, "help: unexpected argument \"fast\""},
      {{"help", "play", "chess"}, "play: \"chess\" is not a game"},
      {{"list", "more"}, "list: unexpected argument \"more\""},
  };
  for (const auto& [arguments, message] : refusals) expect_refused(arguments, message);
}

TEST_F(CommandLine, HelpsOnStandardOutput) {
  for (const Words& arguments :
       {Words{"--help"}, {"-h"}, {"run", "--help"}, {"analyze", "-h"}, {"list", "--help"}}) {
    const ProgramResult result = run_well(arguments);
    EXPECT_THAT(result.out, HasSubstr("Usage: sapper"));
    EXPECT_EQ(result.err, "");
  }
}

TEST_F(CommandLine, SaysItsVersion) {
  for (const Words& arguments : {Words{"--version"}, {"run", "--version"}, {"play", "--version"}}) {
    const ProgramResult result = run_well(arguments);
    EXPECT_THAT(result.out, StartsWith("sapper " SAPPER_VERSION "\n"));
    EXPECT_THAT(result.out, HasSubstr("\n\nTo cite it:\n\n@software{sapper,\n"));
    EXPECT_THAT(result.out, HasSubstr("  version = {" SAPPER_VERSION "}"));
  }
}

TEST_F(CommandLine, HelpOfACommandIsTheSameByEitherWay) {
  for (const Words& command :
       {Words{"run"}, {"play"}, {"play", "go"}, {"solve"}, {"solve", "nim"}, {"help"}}) {
    const std::string help = output_of(joined({"help"}, command));
    EXPECT_THAT(help, StartsWith("Usage: sapper " + command[0]));
    EXPECT_EQ(help, output_of(joined(command, {"--help"})));
  }
  EXPECT_EQ(output_of({"help"}), output_of({"--help"}));
  // A game alone names what there is for it.
  EXPECT_EQ(output_of({"help", "nim"}),
            output_of({"play", "nim", "--help"}) + "\n" + output_of({"solve", "nim", "--help"}));
  EXPECT_EQ(output_of({"help", "take"}), output_of({"solve", "take", "--help"}));
  expect_refused({"nim", "3", "4"}, "\"nim\" is not a command; expected sapper play nim or sapper solve nim");
}

TEST_F(CommandLine, SaysOnceThatThreadsExceedTheCores) {
  write_config("c.json",
               R"("name": "c", "games": 10, "boards": [{"rows": 4, "mines": 2}], "strategies": ["rules"])");
  const auto messages = [&](const Words& arguments) {
    return run_well(joined(arguments, {"--progress", "never"})).err;
  };
  const std::string many = messages({"run", "c.json", "--threads", "4096", "-o", "many.json"});
  EXPECT_THAT(many, StartsWith("sapper: 4096 threads on "));
  EXPECT_THAT(many, EndsWith("more threads than cores do not increase speed\n"));
  EXPECT_EQ(count_of(many, "\n"), 1U);
  EXPECT_EQ(messages({"run", "c.json", "--threads", "4096", "-o", "quiet.json", "--quiet"}), "");
  EXPECT_EQ(messages({"run", "c.json", "--threads", "1", "-o", "one.json"}), "");
  EXPECT_THAT(messages({"scale", "c.json", "--threads", "1,4096", "--repeats", "1"}),
              StartsWith("sapper: 4096 threads on "));
}

TEST_F(CommandLine, TakesCountsInPowersOfTen) {
  const std::string config = SAPPER_DATA_DIR "/experiments/quick.json";
  const ProgramResult result = run_well({"validate", config, "--games", "2.5e3"});
  EXPECT_EQ(result.out, output_of({"validate", config, "--games", "2500"}));
  EXPECT_THAT(run({"validate", config, "--games", "1e-1"}).err,
              StartsWith("sapper: --games is \"1e-1\"; expected a whole number from 1 to "));
}

TEST_F(List, ExplainsEveryNameInOneLine) {
  const ProgramResult result = run_well({"list"});
  for (const char* name :
       {"random", "unprotected", "safe", "opening", "relocate", "safe_corners", "flood", "ring", "single",
        "fixed", "moving", "square", "torus", "hex", "Beginner", "Intermediate", "Expert"})
    EXPECT_THAT(result.out, HasSubstr("\n  " + std::string(name) + " ")) << name;
  EXPECT_THAT(result.out, HasSubstr(" effort: ")) << "the settings of a strategy";
}

TEST_F(List, PrintsJson) {
  write("levels.json", kLevels);
  start_.environment = {{"SAPPER_DATA", folder_.path().string()}};
  const bj::value root = json_of({"list", "--json"});
  EXPECT_EQ(root.at("schema"), "sapper-list/1");
  EXPECT_EQ(root.at("topologies").as_array().size(), 3U);
  EXPECT_EQ(root.at("first_click_rules").as_array().size(), sim::kFirstClickRules.size());
  EXPECT_EQ(root.at("strategies").at(0).at("name"), "random");
  EXPECT_FALSE(root.at("strategies").at(0).as_object().contains("settings"));
  std::vector<std::string> with_effort;
  for (const bj::value& entry : root.at("strategies").as_array())
    if (const auto* settings = entry.as_object().if_contains("settings"))
      for (const bj::value& setting : settings->as_array())
        if (setting.at("name") == "effort") with_effort.emplace_back(entry.at("name").as_string());
  EXPECT_THAT(with_effort, ElementsAre("expert"));
  ASSERT_EQ(root.at("levels").as_array().size(), 1U) << "SAPPER_DATA names another data folder";
  EXPECT_EQ(root.at("levels").at(0).at("name"), "Tiny");
  EXPECT_EQ(root.at("levels").at(0).at("cols"), 3);
  for (const char* section : {"strategies", "first_click_rules", "reveals", "mine_motions", "topologies"})
    for (const bj::value& entry : root.at(section).as_array())
      EXPECT_FALSE(entry.at("description").as_string().empty());
}

TEST_F(List, RefusesADataFolderWithoutLevels) {
  start_.environment = {{"SAPPER_DATA", folder_.path().string()}};
  expect_refused({"list"}, "levels.json");
}

// Standard input may never end.
TEST_F(StandardInput, IsReadUpToALimit) {
  write("p.jsonl", R"({"schema": "sapper-positions/1", "id": "a", "rows": 1, "cols": 2, "mines": 1,)"
                   R"( "cells": [".1"], "p_mine": [[1, null]], "safe": [], "mine": [], "values": null})"
                   "\n");
  const auto refusal = [&](const std::string& input, const std::string& command) {
    const ProgramResult result = run_shell(input + " | " + kQuotedProgram + ' ' + command);
    EXPECT_EQ(result.status, 2) << command << result.err;
    EXPECT_LT(result.max_memory_kb, 1 << 20);
    return result.err;
  };
  for (const std::string command : {"report - -o p.html", "verify -"})
    EXPECT_EQ(
        refusal(R"(echo '{"a":'; cat /dev/zero)", command),
        "sapper: standard input: is larger than 268435456 bytes, the most allowed; save it as a file\n");
  EXPECT_THAT(refusal("cat /dev/zero", "score p.jsonl -"), HasSubstr("the line is longer than"));
  EXPECT_THAT(refusal("yes '{\"id\": \"a\"}'", "score p.jsonl -"), HasSubstr("standard input:2:"));
  EXPECT_THAT(refusal("cat /dev/zero", "validate -"), HasSubstr("is larger than 16777216 bytes"));
}

// A file that is too large is refused unread.
TEST_F(InputFiles, HaveALimit) {
  fs::resize_file(write("large.json", "{\n"), (std::uintmax_t{1} << 33) + 1);
  const ProgramResult result = run({"verify", "large.json"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "sapper: large.json: is larger than 8589934592 bytes, the most allowed\n");
  EXPECT_LT(result.max_memory_kb, 1 << 19);
}

TEST(StandardOutput, FullOrMissingIsAFailureAndClosedByItsReaderIsNot) {
  for (const Words& arguments : {Words{"--version"},
                                 {"list"},
                                 {"run", "--help"},
                                 {"validate", SAPPER_DATA_DIR "/experiments/quick.json"}}) {
    expect_end_with_output(sapper(arguments));
    ProgramRun run = sapper(arguments);
    run.standard_output = StandardOutput::closed;
    const ProgramResult result = run_program(run);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, StartsWith("sapper: cannot write standard output: "));
    EXPECT_EQ(count_of(result.err, "\n"), 1U);
  }
}

// The manual page and the completion scripts as processed by man and the shells.

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

// The words in the shell's own syntax, after its functions of completion that a script uses without a terminal.
struct CompletingShell {
  std::string name;
  std::string call;  // of the shell with a script
  std::string script;
};
const CompletingShell kCompletingShells[] = {
    {"bash", "bash -c",
     "source ./bash; COMP_WORDS=(<WORDS>); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _sapper; "
     "printf '%s\\n' \"${COMPREPLY[@]}\""},
    {"fish", "fish -c", "source ./fish; complete -C (string join ' ' -- <WORDS>)"},
    {"zsh", "zsh -f -c",
     "compdef() :; compset() :; _describe() print -l -- ${${(P)@[-1]}%%:*}; _files() print -l -- *(N); "
     "compadd() { shift; print -l -- $@ }; source ./zsh; words=(<WORDS>); CURRENT=$#words; _sapper"},
};

class Completion : public ProgramTest, public testing::WithParamInterface<CompletingShell> {
 protected:
  void SetUp() override {
    if (!is_installed(GetParam().name)) GTEST_SKIP() << GetParam().name << " is not installed";
    write(GetParam().name, output_of({"help", "--completion", GetParam().name}));
  }
  // What the shell offers for the last of the words.
  std::set<std::string> offered(const Words& words) const {
    std::string script = GetParam().script, quoted;
    for (const std::string& word : words) quoted += "'" + word + "' ";
    script.replace(script.find("<WORDS>"), 7, quoted);
    const ProgramResult result = run_shell(GetParam().call + ' ' + experiments::single_quoted(script));
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.err, "");
    std::set<std::string> offers;
    for (const std::string& line : lines_of(result.out))
      if (const std::string offer = line.substr(0, line.find('\t'));
          !offer.empty() && offer.starts_with(words.back()))
        offers.insert(offer);
    return offers;
  }
};

TEST_P(Completion, OffersEveryCommandAndOption) {
  std::set<std::string> top;
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    std::istringstream in(named.full_name);
    Words words{"sapper"};
    for (std::string word; in >> word;) words.push_back(word);
    if (words.size() == 2) top.insert(words[1]);
    std::set<std::string> options{"--help"};
    const CommandDeclaration declaration = declaration_of(*named.command);
    for (const auto& option : declaration.syntax.options()) options.insert(option.name);
    if (named.full_name == "play") options = offered({"sapper", "play", "minesweeper", "--"});
    words.push_back("--");
    EXPECT_EQ(offered(words), options);
  }
  EXPECT_EQ(offered({"sapper", ""}), top);
}

TEST_P(Completion, OffersGamesValuesAndFiles) {
  write("a config.json", "{}");
  EXPECT_THAT(offered({"sapper", "val"}), ElementsAre("validate"));
  EXPECT_THAT(offered({"sapper", "solve", "t"}), ElementsAre("tablet", "take"));
  EXPECT_THAT(offered({"sapper", "help", "ru"}), ElementsAre("run"));
  EXPECT_THAT(offered({"sapper", "help", "play", "g"}), ElementsAre("go"));
  EXPECT_THAT(offered({"sapper", "run", "x", "--progress", "a"}), ElementsAre("always", "auto"));
  if (GetParam().name == "bash") {
    EXPECT_THAT(offered({"sapper", "run", "x", "--progress", "=", "n"}), ElementsAre("never"));
  }
  EXPECT_THAT(offered({"sapper", "run", "x", "--games", ""}), IsEmpty());
  EXPECT_THAT(offered({"sapper", "run", "a"}), ElementsAre("a config.json"));
  EXPECT_THAT(offered({"sapper", "run", "x", "-o", "a"}), ElementsAre("a config.json"));
  EXPECT_THAT(offered({"sapper", "play", "--bot", "min"}), ElementsAre("min_risk"));
  EXPECT_THAT(offered({"sapper", "play", "go", "--white", "u"}), ElementsAre("uct"));
  EXPECT_THAT(offered({"sapper", "play", "go", "--l"}), IsEmpty()) << "--level is Minesweeper's";
  EXPECT_THAT(offered({"sapper", "list", "--"}), ElementsAre("--help", "--json"));
}

TEST_P(Completion, IsWellFormed) {
  EXPECT_EQ(run_shell(GetParam().name + " -n ./" + GetParam().name).err, "");
}

INSTANTIATE_TEST_SUITE_P(Shells, Completion, testing::ValuesIn(kCompletingShells),
                         [](const auto& test) { return test.param.name; });

TEST_F(Help, GivesOneThingAtATime) {
  for (const Words& words : {Words{"help", "run", "--man"}, {"help", "--man", "--completion", "bash"}}) {
    expect_refused(words, "expected a command, or --man, or --completion");
  }
  EXPECT_THAT(run({"help", "--completion", "csh"}).err, StartsWith("sapper: --completion is \"csh\"; "));
}

}  // namespace
}  // namespace sapper::tests

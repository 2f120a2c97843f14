// What holds for every command: its help fits the screen and names all it takes, its examples are understood,
// and what it does not take is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "experiments/commands/command_line.hpp"
#include "experiments/commands/help_text.hpp"
#include "experiments/commands/parser.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/messages.hpp"

namespace sapper::experiments {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void expect_fits(const std::string& help) {
  for (const std::string& line : lines_of(help)) {
    EXPECT_LE(display_width(line), 80U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  EXPECT_THAT(lines_of(help).back(), StartsWith("  sapper ")) << "the last line is an example";
}

TEST(Commands, HelpFitsTheScreenAndEndsWithAnExample) {
  expect_fits(help_of_program());
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    expect_fits(help_of(*named.command, named.full_name));
  }
}

TEST(Commands, HelpNamesEverythingThatIsTaken) {
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    const std::string help = help_of(*named.command, named.full_name);
    EXPECT_THAT(help, StartsWith("Usage: sapper " + named.full_name));
    const Declaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) {
      EXPECT_THAT(help, HasSubstr(option.name + (option.value_name.empty() ? "" : " " + option.value_name)));
      EXPECT_FALSE(option.help.empty()) << option.name;
      EXPECT_FALSE(option.help.ends_with('.')) << option.name;
    }
    for (const Argument& argument : declaration.syntax.arguments())
      EXPECT_THAT(help, HasSubstr(argument.name));
    for (const Command& subcommand : named.command->subcommands)
      EXPECT_THAT(help, HasSubstr("\n  " + subcommand.name + ' '));
    EXPECT_THAT(help_of_program(), HasSubstr("\n  " + named.full_name.substr(0, named.full_name.find(' '))));
  }
}

// The words of an example up to a redirection.
std::vector<std::string> words_of(const std::string& example) {
  std::istringstream in(example);
  std::vector<std::string> words;
  for (std::string word; in >> word && word != "<" && word != ">" && word != "|";) words.push_back(word);
  return words;
}

TEST(Commands, ExamplesAreUnderstood) {
  int examples = 0;
  for (const NamedCommand& named : all_commands()) {
    EXPECT_FALSE(named.command->examples.empty()) << named.full_name;
    for (const std::string& example : named.command->examples) {
      SCOPED_TRACE(example);
      std::vector<std::string> words = words_of(example);
      ASSERT_GE(words.size(), 2U);
      EXPECT_EQ(words[0], "sapper");
      const Command* command = find_command(words[1]);
      ASSERT_NE(command, nullptr);
      words.erase(words.begin(), words.begin() + 2);
      if (!command->subcommands.empty()) {
        const Command* const subcommand =
            command->find(words.empty() || words[0][0] == '-' ? command->default_subcommand : words[0]);
        ASSERT_NE(subcommand, nullptr);
        if (!words.empty() && words[0] == subcommand->name) words.erase(words.begin());
        command = subcommand;
      }
      const Declaration declaration = declaration_of(*command);
      EXPECT_EQ(parse_words(declaration.syntax, "example", words), Request::run);
      ++examples;
    }
  }
  EXPECT_GT(examples, 10);
}

std::string refusal(const std::vector<std::string>& words) {
  return tests::message_of<InputError>([&] { run_words(words); });
}

TEST(Commands, RefuseOptionsOfOtherCommands) {
  std::set<std::string> options;
  for (const NamedCommand& named : all_commands()) {
    const Declaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) options.insert(option.name);
  }
  int refused = 0;
  for (const NamedCommand& named : all_commands()) {
    if (named.command->declare == nullptr) continue;
    const Declaration declaration = declaration_of(*named.command);
    for (const std::string& option : options) {
      if (declaration.syntax.find_option(option) != nullptr) continue;
      std::vector<std::string> words;
      std::istringstream in(named.full_name);
      for (std::string word; in >> word;) words.push_back(word);
      words.push_back(option);
      EXPECT_THAT(refusal(words), StartsWith(named.full_name + ": " + option + " is not an option of " +
                                             named.full_name + ", but of "));
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(Commands, NameTheOptionThatWasProbablyMeant) {
  for (const NamedCommand& named : all_commands()) {
    const Declaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) {
      std::string wrong = option.name;
      wrong.insert(wrong.size() / 2, 1, 'q');
      EXPECT_THAT(tests::message_of<InputError>([&] { parse_words(declaration.syntax, "test", {wrong}); }),
                  HasSubstr("test: " + wrong + " is not an option; did you mean " + option.name + "? "));
    }
  }
}

struct Parsed {
  std::string file;
  std::vector<std::string> rest;
  std::optional<std::string> output;
  bool is_quiet = false;
};

Parsed parse(std::vector<std::string> words) {
  Parsed parsed;
  Syntax syntax;
  syntax.argument("FILE", "a file", text(parsed.file));
  syntax.arguments("WORD", "a word", more_texts(parsed.rest), 0, 3);
  syntax.option("-o, --output", "FILE", "where it goes", text(parsed.output));
  syntax.flag("--quiet", "say nothing", parsed.is_quiet);
  EXPECT_EQ(parse_words(syntax, "test", std::move(words)), Request::run);
  return parsed;
}

TEST(Parser, TakesOptionsInEveryForm) {
  EXPECT_EQ(parse({"f", "-o", "x"}).output, "x");
  EXPECT_EQ(parse({"-ox", "f"}).output, "x");
  EXPECT_EQ(parse({"--output", "x", "f"}).output, "x");
  EXPECT_EQ(parse({"--output=x", "f"}).output, "x");
  EXPECT_EQ(parse({"f", "--output", "a=b"}).output, "a=b");
  EXPECT_EQ(parse({"f", "-o", "[x]"}).output, "[x]");
  EXPECT_TRUE(parse({"--quiet", "f", "--quiet"}).is_quiet);
  const Parsed parsed = parse({"--quiet", "--", "-o", "--quiet", "", "[a,b]"});
  EXPECT_EQ(parsed.file, "-o");
  EXPECT_EQ(parsed.rest, (std::vector<std::string>{"--quiet", "", "[a,b]"}));
  EXPECT_EQ(parse({"-"}).file, "-");
}

TEST(Parser, RefusesInOneLine) {
  const auto message = [](std::vector<std::string> words) {
    return tests::message_of<InputError>([&] { parse(std::move(words)); });
  };
  EXPECT_EQ(message({}), "test: FILE is missing: a file");
  EXPECT_EQ(message({"f", "a", "b", "c", "d"}), "test: unexpected argument \"d\"");
  EXPECT_EQ(message({"f", "-o"}), "test: --output needs a value: FILE, where it goes");
  EXPECT_EQ(message({"f", "--output="}), "test: --output needs a value: FILE, where it goes");
  EXPECT_EQ(message({"f", "--output", "x", "-o", "y"}), "test: --output is given twice");
  EXPECT_EQ(message({"f", "--quiet=yes"}), "test: --quiet takes no value");
  EXPECT_EQ(message({"f", "-q"}), "test: -q is not an option; sapper test --help lists its options");
}

}  // namespace
}  // namespace sapper::experiments

// What holds for every command of the registry: it says what it does, its help fits the screen and names all it takes, as do
// the manual page and the completion script; its examples are understood, and what it does not take is refused.
#include "experiments/cli/command_line.hpp"
#include "experiments/cli/completion.hpp"
#include "experiments/cli/help_text.hpp"
#include "experiments/cli/man_page.hpp"
#include "experiments/cli/parse_words.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments {
namespace {

using tests::lines_of;

void expect_fits(const std::string& help) {
  for (const std::string& line : lines_of(help)) {
    EXPECT_LE(display_width(line), 80U) << line;
    EXPECT_FALSE(line.ends_with(' ')) << line;
  }
  EXPECT_THAT(lines_of(help).back(), StartsWith("  sapper ")) << "the last line is an example";
}

TEST(Commands, SayWhatTheyDo) {
  std::set<std::string> names;
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    EXPECT_TRUE(names.insert(named.full_name).second) << "two commands of that name";
    EXPECT_FALSE(named.command->summary.empty());
    EXPECT_FALSE(named.command->summary.ends_with('.')) << "a phrase";
    EXPECT_FALSE(named.command->examples.empty());
    EXPECT_TRUE(named.command->declare != nullptr || !named.command->subcommands.empty()) << "can be run";
    if (!named.command->default_subcommand.empty()) {
      EXPECT_NE(named.command->find(named.command->default_subcommand), nullptr);
    }
    EXPECT_EQ(declaration_of(*named.command).action != nullptr, named.command->declare != nullptr);
  }
}

std::string without_escapes(const std::string& troff) {
  std::string text;
  for (std::size_t i = 0; i < troff.size(); ++i) {
    if (troff.compare(i, 2, "\\f") == 0)
      i += 2;
    else if (troff[i] != '\\')
      text += troff[i];
  }
  return text;
}

TEST(Commands, AreInTheManualPageWithAllTheyTake) {
  const std::string page = without_escapes(man_page());
  EXPECT_THAT(page, StartsWith(".TH SAPPER 1 "));
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    const std::size_t at = page.find("\n.SS sapper " + named.full_name + ' ');
    ASSERT_NE(at, std::string::npos);
    const std::string section = page.substr(at, page.find("\n.S", at + 1) - at);
    const CommandDeclaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) EXPECT_THAT(section, HasSubstr(option.name));
    for (const Argument& argument : declaration.syntax.arguments())
      EXPECT_THAT(section, HasSubstr(argument.name));
  }
}

// What shells offer in the end: tests/whole/command_line_test.cpp.
TEST(Commands, AreInTheCompletionScripts) {
  const std::string script = completion_script(Shell::bash);
  const std::size_t table = script.find('\'');
  for (const Shell shell : {Shell::fish, Shell::zsh})
    EXPECT_THAT(completion_script(shell), HasSubstr(script.substr(table, script.rfind("--help|") - table)));
  for (const NamedCommand& named : all_commands()) {
    SCOPED_TRACE(named.full_name);
    EXPECT_THAT(script, HasSubstr(named.full_name.substr(named.full_name.rfind(' ') + 1)));
    const CommandDeclaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) EXPECT_THAT(script, HasSubstr(option.name));
  }
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
    const CommandDeclaration declaration = declaration_of(*named.command);
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
      const Command* command = find_named(commands(), words[1]);
      ASSERT_NE(command, nullptr);
      words.erase(words.begin(), words.begin() + 2);
      if (!command->subcommands.empty()) {
        const Command* const subcommand =
            command->find(words.empty() || words[0][0] == '-' ? command->default_subcommand : words[0]);
        ASSERT_NE(subcommand, nullptr);
        if (!words.empty() && words[0] == subcommand->name) words.erase(words.begin());
        command = subcommand;
      }
      const CommandDeclaration declaration = declaration_of(*command);
      EXPECT_EQ(parse_words(declaration.syntax, "example", words), ParsedRequest::run);
      ++examples;
    }
  }
  EXPECT_GT(examples, 10);
}

std::string refusal(const std::vector<std::string>& words) {
  return tests::message_of<InputError>([&] { run_words(words); });
}

TEST(Commands, RefuseOptionsOfOtherCommands) {
  SAPPER_LONG_TEST();
  std::set<std::string> options;
  for (const NamedCommand& named : all_commands()) {
    const CommandDeclaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) options.insert(option.name);
  }
  int refused = 0;
  for (const NamedCommand& named : all_commands()) {
    if (named.command->declare == nullptr) continue;
    const CommandDeclaration declaration = declaration_of(*named.command);
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
    const CommandDeclaration declaration = declaration_of(*named.command);
    for (const Option& option : declaration.syntax.options()) {
      std::string wrong = option.name;
      wrong.insert(wrong.size() / 2, 1, 'q');
      EXPECT_THAT(tests::message_of<InputError>([&] { parse_words(declaration.syntax, "test", {wrong}); }),
                  HasSubstr("test: " + wrong + " is not an option; did you mean " + option.name + "? "));
    }
  }
}

}  // namespace
}  // namespace sapper::experiments

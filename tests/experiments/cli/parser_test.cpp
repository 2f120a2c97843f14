// How words become arguments, options and their values, and what is refused.
#include "experiments/cli/command_line.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

struct Parsed {
  std::string file;
  std::vector<std::string> rest;
  std::optional<std::string> output;
  std::vector<std::string> ends;
  bool is_quiet = false;
};

Parsed parse(const std::vector<std::string>& words) {
  Parsed parsed;
  Syntax syntax;
  syntax.argument("FILE", "a file", text(parsed.file));
  syntax.arguments("WORD", "a word", more_texts(parsed.rest), 0, 3);
  syntax.option("-o, --output", "FILE", "where it goes", text(parsed.output));
  syntax.option("--between", "FROM TO", "the ends", more_texts(parsed.ends));
  syntax.flag("--quiet", "say nothing", parsed.is_quiet);
  EXPECT_EQ(parse_words(syntax, "test", words), Request::run);
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
  EXPECT_EQ(parse({"f", "-o", "-"}).output, "-");
  EXPECT_EQ(parse({"f", "-o", ""}).output, "");
  EXPECT_EQ(parse({"f", "-o", "-1"}).output, "-1") << "a number; whether it may be negative its option knows";
  EXPECT_EQ(parse({"f", "-o-x"}).output, "-x");
  EXPECT_EQ(parse({"f", "--output=--x=y"}).output, "--x=y");
  EXPECT_THAT(parse({"--between", "a", "b", "f"}).ends, ElementsAre("a", "b"));
  EXPECT_THAT(parse({"--between=a", "b", "f"}).ends, ElementsAre("a", "b"));
}

Request request_of(const std::vector<std::string>& words) {
  std::string file;
  Syntax syntax;
  syntax.argument("FILE", "a file", text(file));
  return parse_words(syntax, "test", words);
}

TEST(Parser, HelpAndVersionWinOverMistakes) {
  EXPECT_EQ(request_of({"--wrong", "a", "b", "--help"}), Request::help);
  EXPECT_EQ(request_of({"--version", "-h"}), Request::help);
  EXPECT_EQ(request_of({"--version", "a", "b"}), Request::version);
  EXPECT_EQ(request_of({"--", "--help"}), Request::run);
}

TEST(Parser, ReadsARepeatableOptionEachTime) {
  Syntax syntax;
  std::vector<std::string> read;
  Value files = more_texts(read);
  files.is_repeatable = true;
  syntax.option("--games", "FILE", "records", std::move(files));
  EXPECT_EQ(parse_words(syntax, "test", {"--games", "a", "--games=b", "--games", "c"}), Request::run);
  EXPECT_EQ(read, (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(tests::message_of<InputError>([&] {
              parse_words(syntax, "test", {"--games", "a", "--games"});
            }),
            "test: --games needs a value: FILE, records");
}

TEST(Parser, RefusesInOneLine) {
  const auto message = [](const std::vector<std::string>& words) {
    return tests::message_of<InputError>([&] { parse(words); });
  };
  EXPECT_EQ(message({}), "test: FILE is missing: a file");
  EXPECT_EQ(message({"f", "a", "b", "c", "d"}), "test: unexpected argument \"d\"");
  EXPECT_EQ(message({"f", "-o"}), "test: --output needs a value: FILE, where it goes");
  EXPECT_EQ(message({"f", "--output="}), "test: --output needs a value: FILE, where it goes");
  EXPECT_EQ(message({"f", "-o", "--quiet"}), "test: --output needs a value: FILE, where it goes");
  EXPECT_EQ(message({"f", "-o", "--", "x"}), "test: --output needs a value: FILE, where it goes");
  EXPECT_EQ(message({"f", "--output", "x", "-o", "y"}), "test: --output is given twice");
  EXPECT_EQ(message({"f", "--between", "a"}), "test: --between needs values: FROM TO, the ends");
  EXPECT_EQ(message({"f", "--between", "a", "--quiet"}), "test: --between needs values: FROM TO, the ends");
  EXPECT_EQ(message({"f", "--between", "a", "b", "--between", "c", "d"}), "test: --between is given twice");
  EXPECT_EQ(message({"f", "--quiet=yes"}), "test: --quiet takes no value");
  EXPECT_EQ(message({"f", "-1"}), "test: -1 is not an option; sapper test --help lists its options");
  EXPECT_EQ(message({"f", "-q=3"}), "test: -q is not an option; sapper test --help lists its options");
  EXPECT_EQ(message({"f", "-q"}), "test: -q is not an option; sapper test --help lists its options");
}

}  // namespace
}  // namespace sapper::experiments

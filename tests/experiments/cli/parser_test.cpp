// How words become arguments, options and their values, and what is refused.
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/cli/parse_words.hpp"
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
  CommandSyntax syntax;
  syntax.argument("FILE", "a file", text(parsed.file));
  syntax.arguments("WORD", "a word", more_texts(parsed.rest), 0, 3);
  syntax.option("-o, --output", "FILE", "where it goes", text(parsed.output));
  syntax.option("--between", "FROM TO", "the ends", more_texts(parsed.ends));
  syntax.flag("--quiet", "say nothing", parsed.is_quiet);
  EXPECT_EQ(parse_words(syntax, "test", words), ParsedRequest::run);
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

ParsedRequest request_of(const std::vector<std::string>& words) {
  std::string file;
  CommandSyntax syntax;
  syntax.argument("FILE", "a file", text(file));
  return parse_words(syntax, "test", words);
}

TEST(Parser, HelpAndVersionWinOverMistakes) {
  EXPECT_EQ(request_of({"--wrong", "a", "b", "--help"}), ParsedRequest::help);
  EXPECT_EQ(request_of({"--version", "-h"}), ParsedRequest::help);
  EXPECT_EQ(request_of({"--version", "a", "b"}), ParsedRequest::version);
  EXPECT_EQ(request_of({"--", "--help"}), ParsedRequest::run);
}

TEST(Parser, ReadsARepeatableOptionEachTime) {
  CommandSyntax syntax;
  std::vector<std::string> read;
  OptionValue files = more_texts(read);
  files.is_repeatable = true;
  syntax.option("--games", "FILE", "records", std::move(files));
  EXPECT_EQ(parse_words(syntax, "test", {"--games", "a", "--games=b", "--games", "c"}), ParsedRequest::run);
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

// Values of options: what is read, exactly, and what is refused.

TEST(WholeNumber, IsReadExactly) {
  const std::pair<const char*, std::uint64_t> numbers[] = {
      {"0", 0},
      {"007", 7},
      {"18446744073709551615", 18446744073709551615U},
      {"1e6", 1'000'000},
      {"1E6", 1'000'000},
      {"1e+6", 1'000'000},
      {"1e0", 1},
      {"2.5e3", 2500},
      {"2.50e1", 25},
      {"0.001e3", 1},
      {"0e5", 0},
      {"0e99999", 0},
      {"9007199254740993e0", 9007199254740993U},  // not a double
      {"1.8446744073709551615e19", 18446744073709551615U},
      {"1.0", 1},
      {"100e-2", 1},
      {"10000000000000000000000e-3", 10'000'000'000'000'000'000U},
      {"10k", 10'000},
      {"10K", 10'000},
      {"1M", 1'000'000},
      {"1.5M", 1'500'000},
      {"0.25k", 250},
      {"2G", 2'000'000'000},
  };
  for (const auto& [text, number] : numbers) EXPECT_EQ(parse_whole(text), number) << text;
}

TEST(WholeNumber, IsRefusedWhereItIsNot) {
  for (const char* text : {"",
                           " 1",
                           "1 ",
                           "-1",
                           "+1",
                           "0x10",
                           "1.5",
                           "1.0005k",
                           "1e3k",
                           "k",
                           "1kk",
                           "1m",
                           "1 M",
                           "1T",
                           "99999999999G",
                           "1e",
                           "e6",
                           ".5e1",
                           "1.e1",
                           "1.5e0",
                           "2.55e1",
                           "1e-3",
                           "1e6.0",
                           "1e 6",
                           "1e20",
                           "18446744073709551616",
                           "1.8446744073709551616e19",
                           "1e99999999999",
                           "1e4294967296",
                           "1,000",
                           "1_000",
                           "inf",
                           "nan",
                           "1e6e6",
                           "1..5e3",
                           "1.5.0e3",
                           "\xC2\xB2"})
    EXPECT_EQ(parse_whole(text), std::nullopt) << text;
}

template <class Read>
std::string refusal(Read value, const char* text) {
  return tests::message_of<InputError>([&] { value.read("--x", text); });
}

TEST(Values, RefuseWithNameAndRange) {
  unsigned number = 3;
  EXPECT_EQ(refusal(whole_number(number, 1, 4096), "4097"),
            "--x is \"4097\"; expected a whole number from 1 to 4096");
  EXPECT_EQ(number, 3U);
  double period = 30;
  EXPECT_EQ(refusal(seconds(period), "0"),
            "--x is \"0\"; expected a number of seconds, above 0, up to 1e+09");
  for (const char* text : {"nan", "inf", "-1", "1e400", "1s", "", " 1"})
    EXPECT_NE(refusal(seconds(period, NumberRange::not_negative), text), "") << text;
  EXPECT_EQ(refusal(seconds(period, NumberRange::not_negative), "0"), "");
  EXPECT_EQ(period, 0);
  std::optional<double> part;
  EXPECT_EQ(refusal(share(part), "1.01"), "--x is \"1.01\"; expected a number from 0 to 1");
  EXPECT_EQ(refusal(share(part), "1"), "");
  EXPECT_EQ(part, 1);
}

TEST(Values, KnowTheirDefaultsFromTheirTargets) {
  unsigned number = 3;
  EXPECT_EQ(whole_number(number, 1, 9).fallback, "3");
  EXPECT_EQ(whole_number(number, 1, 9).allowed, "1 to 9");
  double period = 0.5;
  EXPECT_EQ(seconds(period).fallback, "0.5");
  enum class Pace { slow, fast };
  Pace pace = Pace::fast;
  const OptionValue value = choice(pace, Choices<Pace>{{"slow", Pace::slow}, {"fast", Pace::fast}});
  EXPECT_EQ(value.fallback, "fast");
  EXPECT_EQ(value.allowed, "slow, fast");
  value.read("--x", "slow");
  EXPECT_EQ(pace, Pace::slow);
  EXPECT_EQ(refusal(value, "slwo"), "--x is \"slwo\"; did you mean \"slow\"? allowed: slow, fast");
}

TEST(Values, ListsAreSortedAndHoldNothingTwice) {
  std::vector<std::size_t> list;
  whole_numbers(list, 1, 4096).read("--x", "4,1,2e1");
  EXPECT_EQ(list, (std::vector<std::size_t>{1, 4, 20}));
  for (const char* text : {"", ",", "1,", "1,,2", "1, 2", "0,1", "4097"})
    EXPECT_NE(refusal(whole_numbers(list, 1, 4096), text), "") << text;
  EXPECT_EQ(refusal(whole_numbers(list, 1, 4096), "2,1,2"), "--x is \"2,1,2\"; 2 is given twice");
}

}  // namespace
}  // namespace sapper::experiments

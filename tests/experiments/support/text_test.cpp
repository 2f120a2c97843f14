// Text for people, and words for a shell.
#include "experiments/support/text.hpp"

#include <boost/json/serialize.hpp>
#include <new>
#include <system_error>

#include "experiments/support/bibtex.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/parts.hpp"
#include "experiments/support/portable_name.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/program.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// These are the widths that wcwidth(3) gives in a UTF-8 locale.
TEST(DisplayWidth, CountsTheColumnsOfATerminal) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("caf\xc3\xa9 \xc2\xb1"), 6U);
  EXPECT_EQ(display_width("cafe\xcc\x81"), 4U) << "a combining accent";
  EXPECT_EQ(display_width("⬜ 🔹🚩💣❌"), 11U);
  EXPECT_EQ(display_width("戦略"), 4U);
  EXPECT_EQ(display_width("\xff\xe2\x82"), 2U) << "broken text: one column for each lead byte";
}

TEST(Fit, CutsBetweenLetters) {
  EXPECT_EQ(fit("caf\xc3\xa9s", 4), "caf\xc3\xa9");
  EXPECT_EQ(fit("⬜🔹x", 4), "⬜🔹");
  EXPECT_EQ(fit("⬜🔹x", 3), "⬜") << "half of an emoji cannot be shown";
  EXPECT_EQ(wrapped("⬜ hidden, 🚩 flagged", 11), "⬜ hidden,\n🚩 flagged");
  EXPECT_EQ(wrapped("⬜ hidden,", 9), "⬜\nhidden,") << "ten columns";
}

// A shell reads back the same word.
TEST(ShellQuoted, IsReadBackByShells) {
  std::vector<std::string> words{"",    "plain",       "-x",    "a b",          "it's",  "a\nb",  "end\n\n",
                                 "\n",  "\x1b[2J",     "tab\t", "%s %% \\n",    "!x",    "$HOME", "`id`",
                                 "=ls", "caf\xc3\xa9", "\xff",  "\xe2\x80\xae", "1\0012"};
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp)
  for (int i = 0; i < 200; ++i) {
    std::string word;
    for (std::size_t length = 1 + random() % 12; length > 0; --length)
      word += static_cast<char>(1 + random() % 255);
    words.push_back(word);
  }
  std::string line = "printf '%s\\001'";
  std::string expected;
  for (const std::string& word : words) {
    const std::string quoted = shell_quoted(word);
    line += ' ' + quoted;
    expected += word + '\x01';
    for (const char letter : quoted)
      EXPECT_TRUE(letter == '\n' ? word.back() == '\n' : static_cast<unsigned char>(letter) >= ' ') << quoted;
  }
  for (const char* const shell : {"/bin/sh", "/bin/bash"}) {
    const tests::ProgramRun run{.program = shell, .arguments = {"-c", line}};
    EXPECT_EQ(tests::run_program(run).out, expected) << shell;
  }
}

TEST(ShellQuoted, KeepsPlainWordsAsTheyAre) {
  EXPECT_EQ(shell_quoted("dir/a-b_c.json"), "dir/a-b_c.json");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("a\x1b"), "\"$(printf 'a\\033')\"");
  EXPECT_EQ(shell_quoted_file("-r.json"), "./-r.json");
  EXPECT_EQ(shell_quoted_file("--"), "./--");
  EXPECT_EQ(shell_quoted_file("-"), "-") << "standard input or output";
}

TEST(ErrorText, IsWhatThePartsSay) {
  EXPECT_EQ(error_text(RunError("a.json: cannot be written")), "a.json: cannot be written");
  EXPECT_EQ(error_text(std::system_error(std::make_error_code(std::errc::no_space_on_device), "a")),
            "a: No space left on device");
}

TEST(ErrorText, SaysWhatIsShort) {
  EXPECT_EQ(error_text(std::bad_alloc()), "out of memory");
  const std::system_error of_thread(std::make_error_code(std::errc::resource_unavailable_try_again));
  EXPECT_THAT(error_text(of_thread), HasSubstr("out of threads or memory"));
  EXPECT_THAT(error_text(of_thread), HasSubstr("--threads"));
  EXPECT_THAT(error_text(std::runtime_error("pthread_create has failed: no")), HasSubstr("--threads"));
}

// Names in archives: those that every system can hold are unchanged.

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

// The BibTeX entry says what CITATION.cff says.

// The value of a key of CITATION.cff, without quotes; of a list, that of its first such key.
std::string citation_file(const std::string& key) {
  std::ifstream file(SAPPER_SOURCE_DIR "/CITATION.cff");
  for (std::string line; std::getline(file, line);) {
    const auto begin = line.find(key + ": ");
    if (begin == std::string::npos || line.find_first_not_of(" -") != begin) continue;
    std::string value = line.substr(begin + key.size() + 2);
    if (value.front() == '"') value = value.substr(1, value.size() - 2);
    return value;
  }
  return "missing: " + key;
}

TEST(Citation, AgreesWithItsFile) {
  const std::string entry = bibtex(SAPPER_VERSION, "abc1234");
  EXPECT_THAT(entry, HasSubstr("author = {{" + citation_file("name") + "}}"));
  EXPECT_THAT(entry, HasSubstr("title = {{" + citation_file("title") + "}}"));
  EXPECT_THAT(entry, HasSubstr("version = {" + citation_file("version") + "}"));
  EXPECT_THAT(entry, HasSubstr("year = {" + citation_file("date-released").substr(0, 4) + "}"));
  EXPECT_THAT(entry, HasSubstr("note = {commit abc1234}\n}\n"));
}

// The address of the repository is known to some builds only.
TEST(Citation, NamesTheRepositoryIfThereIsOne) {
  EXPECT_THAT(bibtex("0.2.0", "abc1234", "https://example.org/sapper"),
              HasSubstr("note = {commit abc1234},\n  url = {https://example.org/sapper}\n}\n"));
  EXPECT_THAT(bibtex("0.2.0", "abc1234", ""), Not(HasSubstr("url")));
}

TEST(Citation, StaysOneEntryWhateverAReportSays) {
  const std::string entry = bibtex("0.1}, title = {%", "\\input{x}");
  EXPECT_THAT(entry, HasSubstr("version = {0.1, title  }"));
  EXPECT_THAT(entry, HasSubstr("note = {commit inputx}"));
  EXPECT_THAT(bibtex("0.1.0", ""), Not(HasSubstr("note")));
}

}  // namespace
}  // namespace sapper::experiments

namespace sapper::experiments::json {
namespace {

struct Read {
  std::string path;
  std::string value;
  bool operator==(const Read&) const = default;
};
void PrintTo(const Read& read, std::ostream* out) { *out << read.path << '=' << read.value; }

std::vector<Read> read(std::string_view text, const std::vector<std::string>& paths) {
  std::vector<Read> all;
  PartReader reader;
  for (const std::string& path : paths)
    reader.on(path, [&all, path](boost::json::value&& value) {
      all.push_back({path, boost::json::serialize(value)});
    });
  reader.read(text, "x.json");
  return all;
}

TEST(PartReader, ReadsTheWantedPartsInTheOrderOfTheText) {
  EXPECT_THAT(
      read(R"({"b": {"x": [1, {"y": 2}], "z": "s"}, "skip": {"a": [[1], {"a": 1}]}, "a": true, "n": null})",
           {"a", "b.x", "n", "absent"}),
      ElementsAre(Read{"b.x", R"([1,{"y":2}])"}, Read{"a", "true"}, Read{"n", "null"}));
  EXPECT_THAT(read(R"({"l": [1, "\u00e9\n", {"k": []}, []], "m": {"l": [5]}})", {"l[]", "m.l[]"}),
              ElementsAre(Read{"l[]", "1"}, Read{"l[]", "\"\u00e9\\n\""}, Read{"l[]", R"({"k":[]})"},
                          Read{"l[]", "[]"}, Read{"m.l[]", "5"}));
  // A key with a prefix of a wanted path, and a wanted path of another type.
  EXPECT_THAT(read(R"({"li": {"l": 1}, "l": {"x": 1}})", {"l[]"}), IsEmpty());
}

TEST(PartReader, SkipsAByteOrderMark) {
  EXPECT_THAT(read("\xEF\xBB\xBF{\"a\": 1}", {"a"}), ElementsAre(Read{"a", "1"}));
}

TEST(PartReader, ReadsNumbersToTheLastBit) {
  std::vector<double> numbers;
  PartReader reader;
  reader.on("n[]", [&](boost::json::value&& value) { numbers.push_back(value.to_number<double>()); });
  reader.read(R"({"n": [0.1, 7.038531e-26, 8.41e21, 1e-7, 9007199254740993.0, 0.30000000000000004]})", "x");
  EXPECT_EQ(numbers,
            (std::vector<double>{0.1, 7.038531e-26, 8.41e21, 1e-7, 9007199254740993.0, 0.30000000000000004}));
  EXPECT_THAT(read(R"({"n": [18446744073709551615, -1]})", {"n[]"}),
              ElementsAre(Read{"n[]", "18446744073709551615"}, Read{"n[]", "-1"}));
}

TEST(PartReader, NamesThePlaceOfAnError) {
  const auto error = [](std::string_view text) {
    return tests::message_of<InputError>([&] { read(text, {"a", "l[]"}); });
  };
  EXPECT_THAT(error("{\"a\": 1,\n  \"b\": [1,]}"), HasSubstr("x.json:2:11: trailing comma"));
  EXPECT_THAT(error("{\"a\": [1"), HasSubstr("unexpected end of text"));
  EXPECT_THAT(error("{\"b\": 1} 2"), HasSubstr("x.json:1:10: unexpected text after"));
  EXPECT_THAT(error("{\"a\": 1, \"a\": 2}"), HasSubstr("duplicate key \"a\""));
  EXPECT_THAT(error("{\"l\": [1e999]}"), HasSubstr("out of range"));
  EXPECT_THAT(error("{\"b\": " + std::string(100, '[') + std::string(100, ']') + "}"),
              HasSubstr("nested deeper"));
  EXPECT_THAT(error(""), HasSubstr("the file is empty"));
}

}  // namespace
}  // namespace sapper::experiments::json

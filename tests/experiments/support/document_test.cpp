// JSON with positions: what is refused and where, and what is kept exactly.
#include "experiments/support/json/document.hpp"

#include "experiments/support/compression.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/line_reader.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::json {
namespace {

std::string refusal_of(const std::string& text) {
  return tests::message_of<InputError>([&] { Document::parse(text, "f.json"); });
}

struct Bad {
  std::string text;
  std::string place;
  std::string message;
};

TEST(Document, RefusesWhatIsNotStrictJsonAtItsPlace) {
  const std::vector<Bad> all = {
      {"", "1:1", "empty"},
      {" \n\n", "3:1", "empty"},
      {"{\"a\": 1,\n \"b\"", "2:5", "unexpected end of text"},
      {"[1, 2", "1:6", "unexpected end of text"},
      {"\"abc", "1:5", "unexpected end of text"},
      {"{\"a\": 1,\n \"b\": 2,\n  \"a\": 3}", "3:3", "duplicate key a (first at line 1, column 2)"},
      {"{\"x\": [{}, {\"a\": 1, \"a\": 2}]}", "1:21", "duplicate key x[1].a"},
      {"{\"a\": NaN}", "1:7", "NaN is not a JSON number"},
      {"[\n-Infinity]", "2:2", "Infinity is not a JSON number"},
      {"[1,\n  1e400]", "2:3", "1e400 is out of range"},
      {"[-1e400]", "1:2", "-1e400 is out of range"},
      {"[1,]", "1:4", "trailing comma; remove the comma before this ]"},
      {"{\"a\": 1 \"b\": 2}", "1:9", "expected a comma or a colon before this \""},
      {"// note\n{}", "1:1", "comments are not allowed in JSON"},
      {"{} # note", "1:4", "comments are not allowed in JSON"},
      {"[1, /* two */ 2]", "1:5", "comments are not allowed in JSON"},
      {"{\"a\": 1,\n}", "2:1", "trailing comma; remove the comma before this }"},
      {"{'a': 1}", "1:2", "strings must use double quotes"},
      {"[{} {}]", "1:5", "expected a comma or a colon before this {"},
      {"{\"a\" [1]}", "1:6", "expected a comma or a colon before this ["},
      {"[1, ,2]", "1:5", "unexpected ','"},
      {"[*]", "1:2", "unexpected '*'"},
      {"[01]", "1:3", "unexpected '1'"},
      {R"({"a": "\ud800"})", "1:14", "half of a surrogate pair"},
      {R"({"a": "\udBffx"})", "1:14", "half of a surrogate pair"},
      {"{} {}", "1:4", "unexpected text after the end"},
      {"[\"\xff\"]", "1:3", "0xff is not valid UTF-8"},
      {"[\"\xed\xa0\x80\"]", "1:3", "not valid UTF-8"},
      {"\xef\xbb\xbf{,}", "1:2", "unexpected ','"},
      {"\xef\xbb\xbf", "1:1", "empty"},
      {"[1,\r\r\n\n*]", "4:1", "unexpected '*'"},
      {"[\"a\nb\"]", "1:4", "0x0a must be escaped here"},
      {std::string(10000, '['), "1:65", "nested deeper than the limit of 64 levels"},
  };
  for (const Bad& bad : all) {
    const std::string message = refusal_of(bad.text);
    EXPECT_THAT(message, StartsWith("f.json:" + bad.place + ": ")) << bad.text.substr(0, 50);
    EXPECT_THAT(message, HasSubstr(bad.message)) << bad.text.substr(0, 50);
    EXPECT_EQ(message.find('\n'), std::string::npos) << "one line";
  }
}

TEST(Document, KnowsThePlaceOfEveryValue) {
  const Document document =
      Document::parse("{\"a\": [true,\n  \"x\\\"],\\n\", -1.5e3],\n\t\"b\": {\"c\": null}}", "f");
  // The object, the list, its three items, the inner object, and its member.
  const auto place = [&](std::uint32_t value) {
    const Place found = document.place_of(document.offset_of(value));
    return std::pair(found.line, found.column);
  };
  EXPECT_EQ(place(1), std::pair(std::size_t{1}, std::size_t{7}));
  EXPECT_EQ(place(2), std::pair(std::size_t{1}, std::size_t{8}));
  EXPECT_EQ(place(3), std::pair(std::size_t{2}, std::size_t{3}));
  EXPECT_EQ(document.text_of(3), "x\"],\n");
  EXPECT_EQ(document.text_of(4), "-1.5e3");
  EXPECT_EQ(document.size_of(1), 3U);
  EXPECT_EQ(document.behind(1), 5U);
  EXPECT_EQ(document.key_of(6), "c");
  EXPECT_EQ(place(6), std::pair(std::size_t{3}, std::size_t{13}));
  EXPECT_EQ(document.behind(0), 7U);
}

TEST(Document, SkipsAByteOrderMark) {
  const Document document = Document::parse("\xEF\xBB\xBF{\"a\": 1}", "f");
  EXPECT_EQ(document.place_of(document.offset_of(1)).column, 7U);
}

TEST(Document, KeepsNumbersOfAnySizeWhereAsked) {
  Limits limits;
  limits.numbers = NumberPolicy::any;
  const Document document = Document::parse("[1e400, -1e400]", "f", limits);
  EXPECT_EQ(document.text_of(1), "1e400");
}

TEST(Document, RefusesALargeFileByItsSize) {
  const tests::TemporaryFolder folder;
  const auto file = folder.write("large.json", "{}");
  std::filesystem::resize_file(file, 100'000'000);
  EXPECT_THAT(tests::message_of<InputError>([&] { Document::read(file); }),
              HasSubstr("has 100000000 bytes; a JSON file may have at most 16777216"));
  EXPECT_THAT(tests::message_of<InputError>([&] { Document::read(folder.path()); }), HasSubstr("folder"));
  EXPECT_THAT(tests::message_of<InputError>([&] { Document::read(folder.path() / "none"); }),
              HasSubstr("none: "));
}

TEST(Document, RefusesTooManyValues) {
  SAPPER_LONG_TEST();
  std::string text = "[0";
  for (int i = 0; i < 2'000'000; ++i) text += ",0";
  EXPECT_THAT(refusal_of(text + "]"), HasSubstr("more than the limit of 2000000 values"));
}

TEST(Node, ReadsWholeNumbersExactly) {
  const auto whole = [](const std::string& text) {
    const Document document = Document::parse(text, "f");
    return Node(document).as_whole(0, std::numeric_limits<std::uint64_t>::max());
  };
  EXPECT_EQ(whole("18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(whole("9223372036854775809"), 9223372036854775809U);
  EXPECT_EQ(whole("0"), 0U);
  EXPECT_EQ(whole("1e6"), 1'000'000U);  // JSON has one kind of number, whatever its form
  EXPECT_EQ(whole("1E+3"), 1000U);
  EXPECT_EQ(whole("2.50e1"), 25U);
  EXPECT_EQ(whole("1.0"), 1U);
  EXPECT_EQ(whole("1000e-3"), 1U);
  for (const char* bad :
       {"18446744073709551616", "1.5", "1e-1", "1e20", "-1", "-0", "-1e3", "\"1\"", "true", "null"})
    EXPECT_THROW(whole(bad), InputError) << bad;
}

TEST(Node, SaysWhichWholeNumbersAreAllowed) {
  const auto refusal = [](const std::string& text) {
    const Document document = Document::parse(text, "f");
    return tests::message_of<InputError>([&] { Node(document).as_whole(1, 2'000'000); });
  };
  for (const char* other : {"1e7", "0.0", "1.5", "-1", "1e300", "\"1\""})
    EXPECT_THAT(refusal(other), EndsWith("expected a whole number from 1 to 2000000")) << other;
}

TEST(Node, SuggestsTheNearestName) {
  const std::vector<std::string_view> names{"rules", "csp", "min_risk"};
  EXPECT_THAT(suggest("rule", names), StartsWith("did you mean \"rules\"?"));
  EXPECT_THAT(suggest("cps", names), StartsWith("did you mean \"csp\"?"));
  EXPECT_THAT(suggest("MinRisk", names), StartsWith("did you mean \"min_risk\"?"));
  EXPECT_THAT(suggest("banana", names), StartsWith("allowed: rules, csp, min_risk"));
}

// Whatever the file's content and name, the message is one short line.
TEST(Document, RefusesInOneShortLine) {
  const std::string long_text(100000, 'x');
  const std::string message = tests::message_of<InputError>([&] {
    Node(Document::parse("{\"" + long_text + "\\u202e\": 1}", "f\n" + long_text)).expect_object({"a"});
  });
  EXPECT_THAT(message, StartsWith("f\\nxxx"));
  EXPECT_LT(message.size(), 1000U);
  EXPECT_THAT(tests::message_of<InputError>(
                  [&] { Node(Document::parse("\"a\\u001b[2J\\u0085\\u2028\\u0000\"", "f")).as_whole(0, 1); }),
              HasSubstr("\"a\\x1B[2J\\u0085\\u2028\\x00\""));
  EXPECT_LT(refusal_of("1" + std::string(300, '0')).size(), 200U);
}

}  // namespace
}  // namespace sapper::experiments::json

namespace sapper::experiments {
namespace {

// Compressed text: frames that decompress alone and in sequence, by other programs too; damage and missing ends are found.

constexpr Compression kFormats[] = {Compression::gzip, Compression::zstd};

std::string lines_like_records(std::size_t count) {
  std::mt19937 random(3);  // NOLINT(cert-msc51-cpp)
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += R"({"case":0,"game":)" + std::to_string(i) + R"(,"won":)" +
            (random() % 2 == 0 ? "true" : "false") + R"(,"guesses":[0.)" + std::to_string(random()) + "]}\n";
  return text;
}

class Compressed : public testing::Test {
 protected:
  // All lines, each with a line feed.
  std::string read(const std::string& bytes) const {
    LineReader lines(folder_.write("file", bytes));
    std::string text;
    while (const auto line = lines.next()) text.append(*line) += '\n';
    return text;
  }
  tests::TemporaryFolder folder_;
};

TEST_F(Compressed, IsToldByNamesAndByContent) {
  EXPECT_EQ(compression_of(std::filesystem::path("a/g.jsonl.gz")), Compression::gzip);
  EXPECT_EQ(compression_of(std::filesystem::path("G.JSONL.ZST")), Compression::zstd);
  for (const char* const plain : {"g.jsonl", "gz", ".gz", "g.gz.jsonl", "g.zip"})
    EXPECT_EQ(compression_of(std::filesystem::path(plain)), Compression::none) << plain;
  for (const Compression format : kFormats)
    EXPECT_EQ(compression_of_content(compressed("x", format)), format);
  EXPECT_EQ(compression_of_content("{\"case\":0"), Compression::none);
  EXPECT_EQ(compression_of_content(""), Compression::none);
}

TEST_F(Compressed, FramesHoldTheirTextsOneAfterTheOther) {
  const std::string text = lines_like_records(20'000);
  for (const Compression format : kFormats) {
    EXPECT_EQ(compressed(text, format), compressed(text, format));
    EXPECT_LT(compressed(text, format).size(), text.size() / 2);
    std::string bytes;
    for (std::size_t begin = 0, size = 1; begin < text.size(); begin += size, size *= 3)
      bytes += compressed(std::string_view(text).substr(begin, size), format);
    EXPECT_EQ(read(bytes), text);
    EXPECT_EQ(read(bytes + compressed("", format)), text);
  }
  EXPECT_EQ(read(text), text) << "plain text too";
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("\n\nx"), "\n\nx\n") << "a last line without its end";
}

// A program that shares no code with zlib's interface here reads them.
TEST_F(Compressed, IsReadByGzip) {
  const std::string text = lines_like_records(1000);
  const std::string bytes =
      compressed(text.substr(0, 7777), Compression::gzip) + compressed(text.substr(7777), Compression::gzip);
  const tests::ProgramResult result =
      tests::run_program({.program = "/bin/gzip", .arguments = {"-dc"}, .input = bytes});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, text);
}

// A checksum over each frame: nothing is read wrongly.
TEST_F(Compressed, IsRefusedWhereDamagedOrCutOff) {
  const std::string text = lines_like_records(40);
  for (const Compression format : kFormats) {
    const std::string frame = compressed(text, format);
    const std::string bytes = frame + frame;
    for (std::size_t size = 5; size < bytes.size(); size += 7) {
      if (size == frame.size()) continue;
      EXPECT_THAT(tests::message_of<InputError>([&] { read(bytes.substr(0, size)); }),
                  HasSubstr("ends inside"))
          << size;
    }
    int refused = 0;
    int tried = 0;
    for (std::size_t at = 4; at < bytes.size(); at += 3, ++tried) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      try {
        EXPECT_EQ(read(damaged), text + text) << "a byte of a header that says nothing of the text";
      } catch (const InputError&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, tried * 9 / 10);
    EXPECT_THROW(read(frame + "more text\n"), InputError);
  }
}

// A few bytes may stand for gigabytes: one line of them is refused before it fills the memory.
TEST_F(Compressed, LinesOfEnormousLengthAreRefused) {
  for (const Compression format : kFormats) {
    const std::string frame = compressed(std::string(std::size_t{1} << 20, 'x'), format);
    std::string bytes;
    for (int i = 0; i < 70; ++i) bytes += frame;
    ASSERT_LT(bytes.size(), 400'000U);
    EXPECT_THAT(tests::message_of<InputError>([&] { read(bytes); }), HasSubstr("the line is longer than"));
  }
}

}  // namespace
}  // namespace sapper::experiments

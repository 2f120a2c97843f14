#include "experiments/support/json/parts.hpp"

#include <boost/json/serialize.hpp>

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

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

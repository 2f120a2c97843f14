// JSON written member by member is what the writer of whole values makes of it, where that takes a line for each.
#include "experiments/support/json/stream_writer.hpp"

#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <string>

#include "experiments/support/json/writer.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::json {
namespace {

TEST(StreamWriter, WritesWhatFollows) {
  std::string text;
  const StreamWriter::Sink write = [&](std::string_view piece) { text += piece; };
  StreamWriter writer(write);
  constexpr std::array<std::uint64_t, 3> kNumbers{1, 20, 300};
  writer.begin_object();
  writer.member("a \"key\"", std::string_view("text"));
  writer.key("empty");
  writer.begin_list();
  writer.end();
  writer.key("list");
  writer.begin_list();
  writer.value(1.5);
  writer.begin_line();
  writer.member("case", 7);
  writer.key("values");
  writer.numbers(kNumbers);
  writer.end();
  writer.numbers({});
  writer.end();
  writer.key("inner");
  writer.begin_object();
  writer.key("as it is");
  writer.text("[ ]");
  writer.end();
  writer.end();
  EXPECT_EQ(text, R"({
  "a \"key\"": "text",
  "empty": [],
  "list": [
    1.5,
    {"case": 7, "values": [1,20,300]},
    []
  ],
  "inner": {
    "as it is": [ ]
  }
})");
}

TEST(StreamWriter, WritesValuesAsWholeOnes) {
  boost::json::array long_list;
  for (int i = 0; i < 60; ++i) long_list.emplace_back(i);
  const boost::json::object whole{{"list", long_list}, {"object", {{"inner", long_list}, {"x", nullptr}}}};
  std::string text;
  const StreamWriter::Sink write = [&](std::string_view piece) { text += piece; };
  StreamWriter writer(write);
  writer.begin_object();
  writer.member("list", long_list);
  writer.key("object");
  writer.begin_object();
  writer.member("inner", long_list);
  writer.member("x", boost::json::value());
  writer.end();
  writer.end();
  EXPECT_EQ(text, to_text(whole));
}

}  // namespace
}  // namespace sapper::experiments::json

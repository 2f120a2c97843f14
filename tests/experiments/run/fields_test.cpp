// Structs as JSON objects, written and read by the tables of their members.
// Label: threads
#include "experiments/run/fields.hpp"

#include <boost/json/parse.hpp>

#include "experiments/run/shard.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

struct Everything {
  std::uint64_t number = 0;
  double share = 0;
  bool is_there = false;
  std::vector<std::string> names;
  std::optional<double> z;
  Shard part;
  RecordFilter filter = RecordFilter::all;

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("number", self.number);
    visit("share", self.share);
    visit("is_there", self.is_there);
    visit("names", self.names);
    visit("z", self.z);
    visit("part", self.part);
    visit("filter", self.filter);
  }
};

constexpr const char* kText =
    R"({"number":18446744073709551615,"share":1.23456789E-1,"is_there":true,"names":["a","\n"],"z":null,)"
    R"("part":{"shard":2,"of":3},"filter":"won"})";

std::string refusal(std::string text, const std::string& old, const std::string& by) {
  text.replace(text.find(old), old.size(), by);
  return tests::message_of<WrongField>([&] {
    Everything read;
    read_json(boost::json::parse(text), "it", read);
  });
}

TEST(Fields, AreWrittenAndReadBack) {
  const Everything written{~std::uint64_t{0}, 0.12345678901, true, {"a", "\n"}, {}, {2, 3},
                           RecordFilter::won};
  EXPECT_EQ(as_json(written), boost::json::parse(kText)) << "rounded to nine digits";
  Everything read;
  read.z = 1;
  read.names = {"of", "before", "it"};
  read_json(boost::json::parse(kText), "it", read);
  EXPECT_EQ(as_json(read), as_json(written));
}

TEST(Fields, SayWhatIsWrong) {
  EXPECT_EQ(refusal(kText, "number", "numbers"), "it lacks the key \"number\"");
  EXPECT_EQ(refusal(kText, "\"shard\":2", "\"shard\":-2"),
            "it.part.shard is not a whole number from 0 to 2^64 - 1");
  EXPECT_EQ(refusal(kText, "\"a\"", "7"), "it.names is not a string");
  EXPECT_EQ(refusal(kText, "true", "1"), "it.is_there is not true or false");
  EXPECT_EQ(refusal(kText, "null", "[]"), "it.z is not a number");
  EXPECT_EQ(refusal(kText, "\"won\"", "\"win\""), "it.filter is unknown");
  EXPECT_EQ(refusal(kText, "[\"a\",\"\\n\"]", "{}"), "it.names is not a list");
}

}  // namespace
}  // namespace sapper::experiments

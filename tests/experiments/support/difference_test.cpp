#include "experiments/support/json/difference.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "tests/support/test.hpp"

namespace sapper::experiments::json {
namespace {

std::string text_of(const boost::json::value* value) {
  return value == nullptr ? "nothing" : boost::json::serialize(*value);
}

// `PATH: FIRST, SECOND`; empty if there is none.
std::string difference(const char* first, const char* second, const Tolerance& tolerance = {}) {
  const boost::json::value a = boost::json::parse(first);
  const boost::json::value b = boost::json::parse(second);
  const auto found = first_difference(a, b, "root", tolerance);
  return found ? found->path + ": " + text_of(found->first) + ", " + text_of(found->second) : "";
}

TEST(JsonDifference, IsTheFirstOne) {
  EXPECT_EQ(difference(R"({"a": 1, "b": [true, "x"]})", R"({"b": [true, "x"], "a": 1})"), "");
  EXPECT_EQ(difference(R"({"a": 1, "b": [true, "x", {"c": 2}]})", R"({"b": [true, "x", {"c": 3}], "a": 0})"),
            "root.b[2].c: 2, 3");
  EXPECT_EQ(difference(R"({"a": 1})", R"({"a": 1, "b": null})"), "root.b: nothing, null");
  EXPECT_EQ(difference(R"({"a": 1, "b": null})", R"({"a": 1})"), "root.b: null, nothing");
  EXPECT_EQ(difference("[1, 2]", "[1, 2, 3]"), "root: [1,2], [1,2,3]");
  EXPECT_EQ(difference(R"({"a": []})", R"({"a": {}})"), "root.a: [], {}");
}

TEST(JsonDifference, ComparesNumbersByValue) {
  EXPECT_EQ(difference("[1, 2.0, 18446744073709551615]", "[1.0, 2, 18446744073709551615]"), "");
  EXPECT_EQ(difference("18446744073709551615", "18446744073709551614"),
            "root: 18446744073709551615, 18446744073709551614");
  EXPECT_EQ(difference("1", "\"1\""), "root: 1, \"1\"");
}

TEST(JsonDifference, ToleratesWhatItIsTold) {
  Tolerance tolerance;
  tolerance.may_be_missing = [](const boost::json::value& value) { return value.is_null(); };
  EXPECT_EQ(difference(R"({"a": 1})", R"({"a": 1, "b": null})", tolerance), "");
  EXPECT_EQ(difference("{}", R"({"b": 1})", tolerance), "root.b: nothing, 1");
  tolerance.are_same = [](const boost::json::value& a, const boost::json::value& b) {
    return a.is_number() && b.is_number() && std::abs(a.to_number<double>() - b.to_number<double>()) < 0.1;
  };
  EXPECT_EQ(difference("[1.05]", "[1]", tolerance), "");
  EXPECT_EQ(difference("[1.25]", "[1]", tolerance), "root[0]: 1.25E0, 1");
}

}  // namespace
}  // namespace sapper::experiments::json

// Bytes as text, and back.
#include "experiments/support/base64.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

// The vectors of RFC 4648, section 10.
TEST(Base64, IsThatOfItsRfc) {
  for (const auto& [bytes, text] : {std::pair<std::string, std::string>{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"},
                                    {"\xFB\xFF", "+/8="}}) {
    EXPECT_EQ(base64(bytes), text);
    EXPECT_EQ(bytes_of_base64(text), bytes);
  }
}

TEST(Base64, RefusesAllElse) {
  for (const std::string text :
       {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "====", "Zg==Zg==", "Z===", "Zm9v!", "Zm 9v===", "Zm-_"})
    EXPECT_EQ(bytes_of_base64(text), std::nullopt) << text;
}

}  // namespace
}  // namespace sapper::experiments

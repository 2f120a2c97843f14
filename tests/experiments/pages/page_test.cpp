// The text of pages is readable in light and dark mode.
#include "experiments/pages/page.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/contrast.hpp"

namespace sapper::experiments::pages {
namespace {

// The value of a variable in a part of the style.
std::string colour_of(const std::string& rules, const std::string& name) {
  const auto at = rules.find("--" + name + ": #");
  return at == std::string::npos ? "missing: " + name : rules.substr(at + name.size() + 4, 7);
}

TEST(Page, HasReadableText) {
  const std::string page = make_page("t", "", "");
  const auto dark = page.find("prefers-color-scheme: dark");
  ASSERT_NE(dark, std::string::npos);
  for (const std::string& rules : {page.substr(0, dark), page.substr(dark)})
    for (const char* const ink : {"ink", "faint", "link"})
      for (const char* const background : {"paper", "tint"})
        EXPECT_GE(tests::contrast(colour_of(rules, ink), colour_of(rules, background)),
                  tests::kReadableContrast)
            << ink << " on " << background;
  const auto caption = page.find("figcaption {");
  ASSERT_NE(caption, std::string::npos);
  EXPECT_GE(tests::contrast(page.substr(page.find("color: ", caption) + 7, 7), "#ffffff"),
            tests::kReadableContrast);
}

}  // namespace
}  // namespace sapper::experiments::pages

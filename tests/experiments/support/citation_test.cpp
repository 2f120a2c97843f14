// The BibTeX entry says what CITATION.cff says.
#include <fstream>
#include <iterator>

#include "experiments/support/environment.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

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

TEST(Citation, StaysOneEntryWhateverAReportSays) {
  const std::string entry = bibtex("0.1}, title = {%", "\\input{x}");
  EXPECT_THAT(entry, HasSubstr("version = {0.1, title  }"));
  EXPECT_THAT(entry, HasSubstr("note = {commit inputx}"));
  EXPECT_THAT(bibtex("0.1.0", ""), Not(HasSubstr("note")));
}

}  // namespace
}  // namespace sapper::experiments

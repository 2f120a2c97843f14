// Every reader of external text handles its corpus, and some thousand damaged copies of it, with at most a user error.
// `./dev fuzz` does the same for longer, guided by coverage.
#include "tests/fuzz/targets.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace sapper::tests {
namespace {

class Fuzz : public testing::TestWithParam<std::string> {
 protected:
  const FuzzTarget& target() const { return *find_fuzz_target(GetParam()); }
};

TEST_P(Fuzz, TakesItsCorpus) {
  const std::vector<std::string> corpus = fuzz_corpus(target());
  EXPECT_FALSE(corpus.empty());
  for (const std::string& input : corpus) EXPECT_NO_THROW(run_fuzz_target(target(), input)) << input;
}

// The seeds are well-formed: what reads them does not refuse them.
TEST_P(Fuzz, SeedsAreSound) {
  for (const std::string& input : target().seeds())
    if (input.find("\"file\"") == std::string::npos) {
      EXPECT_NO_THROW(target().read(input)) << input;
    }
}

void damage(std::string& text, std::mt19937_64& random) {
  if (text.empty()) text = " ";
  const std::size_t place = random() % text.size();
  constexpr std::string_view kLetters = "\"{}[],:.-0129eE \n#\\/truenaABFvh\xff\x80";
  switch (random() % 6) {
    case 0:
      text[place] = static_cast<char>(random());
      break;
    case 1:
      text[place] = kLetters[random() % kLetters.size()];
      break;
    case 2:
      text.insert(place, 1, kLetters[random() % kLetters.size()]);
      break;
    case 3:
      text.erase(place, 1 + random() % 8);
      break;
    case 4:
      text.resize(place);
      break;
    default:
      text.insert(random() % text.size(), text.substr(place, random() % 40));
      break;
  }
}

TEST_P(Fuzz, TakesDamagedInputs) {
  std::mt19937_64 random(7);
  const std::vector<std::string> corpus = fuzz_corpus(target());
  for (int i = 0; i < 400; ++i) {
    std::string input = corpus[random() % corpus.size()];
    if (input.size() > 4096) input.resize(4096);
    for (std::uint64_t times = 1 + random() % 4; times > 0; --times) damage(input, random);
    EXPECT_NO_THROW(run_fuzz_target(target(), input)) << input;
  }
}

// `./dev fuzz all` is a list in a shell script.
TEST(FuzzTargets, AreThoseOfDev) {
  std::string list = "targets=(";
  for (const FuzzTarget& target : fuzz_targets()) list.append(target.name) += ' ';
  list.back() = ')';
  EXPECT_THAT(content_of(SAPPER_DATA_DIR "/../dev"), HasSubstr(list));
}

std::vector<std::string> names() {
  std::vector<std::string> names;
  for (const FuzzTarget& target : fuzz_targets()) names.emplace_back(target.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(Targets, Fuzz, testing::ValuesIn(names()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace sapper::tests

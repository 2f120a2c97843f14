// Sweeps and runs of a size that takes minutes: SAPPER_TEST_LARGE=1 ./dev test -R LargeRuns. Skipped otherwise, and
// under sanitizers, whose memory says nothing.
#include <cstdio>
#include <cstdlib>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class LargeRuns : public ProgramTest {
 protected:
  void SetUp() override {
    if (std::getenv("SAPPER_TEST_LARGE") == nullptr) GTEST_SKIP() << "SAPPER_TEST_LARGE is not set";
    if (kDefaultTestPercent < 100) GTEST_SKIP() << "the memory of a sanitizer or a debug build says nothing";
    start_.timeout_s = 3000;
  }
  ProgramResult play(const std::string& config, const Words& more = {}) const {
    write_config("c.json", R"("name": "c", "strategies": ["rules", "csp"], )" + config);
    ProgramResult result = run_well(joined({"run", "c.json", "-o", "r.json", "--quiet", "--force"}, more));
    std::printf("%ld MB\n", result.max_memory_kb / 1024);
    return result;
  }
  static std::string numbers(int first, int last) {
    std::string list;
    for (int i = first; i <= last; ++i) list += (i == first ? "[" : ", ") + std::to_string(i);
    return list + "]";
  }
};

// The README's claim about memory; the report is not held as a whole.
TEST_F(LargeRuns, SweepOfAQuarterMillionCases) {
  const ProgramResult result =
      play(R"("games": 1, "first_click": {"rule": "unprotected"}, "boards": [{"rows": )" + numbers(12, 61) +
           R"(, "cols": )" + numbers(12, 61) + R"(, "mines": )" + numbers(1, 100) + "}]");
  EXPECT_EQ(count_of(read("r.json"), "\"strategy\":"), 500'000U);
  EXPECT_LT(result.max_memory_kb, 500'000 * 2.5);
}

TEST_F(LargeRuns, TenMillionGamesInTheMemoryOfAHundredThousand) {
  const std::string config = R"("boards": [{"rows": 4, "mines": 3}], "games": )";
  const ProgramResult few = play(config + "100000");
  const ProgramResult many = play(config + "10000000", {"--checkpoint-every", "1"});
  EXPECT_EQ(count_of(read("r.json"), "\"games\": 10000000"), 4U)
      << "the config, two results and their comparison";
  EXPECT_LT(many.max_memory_kb, few.max_memory_kb + 4096);
}

}  // namespace
}  // namespace sapper::tests

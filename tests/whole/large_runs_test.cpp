// Sweeps and runs of a size that takes minutes: SAPPER_TEST_LARGE=1 ./dev test -R LargeRuns. Skipped otherwise, and
// under sanitizers, whose memory says nothing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/case_count.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

class LargeRuns : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("SAPPER_TEST_LARGE") == nullptr) GTEST_SKIP() << "SAPPER_TEST_LARGE is not set";
    if (kDefaultTestPercent < 100) GTEST_SKIP() << "the memory of a sanitizer or a debug build says nothing";
  }
  ProgramResult run(const std::string& config, std::vector<std::string> more = {}) const {
    folder_.write("c.json", R"({"schema": "sapper-config/1", "name": "c", "strategies": ["rules", "csp"], )" +
                                config + "}");
    ProgramRun run = sapper({"run", "c.json", "-o", "r.json", "--quiet", "--force"});
    run.arguments.insert(run.arguments.end(), more.begin(), more.end());
    run.folder = folder_.path();
    run.timeout_s = 3000;
    ProgramResult result = run_program(run);
    EXPECT_EQ(result.status, 0) << result.err;
    std::printf("%ld MB\n", result.max_memory_kb / 1024);
    return result;
  }
  std::size_t count_of(const std::string& text) const {
    std::ifstream in(folder_.path() / "r.json");
    std::size_t count = 0;
    for (std::string line; std::getline(in, line);)
      for (auto place = line.find(text); place != std::string::npos; place = line.find(text, place + 1))
        ++count;
    return count;
  }
  static std::string numbers(int first, int last) {
    std::string list;
    for (int i = first; i <= last; ++i) list += (i == first ? "[" : ", ") + std::to_string(i);
    return list + "]";
  }

  TemporaryFolder folder_;
};

// The README's claim about memory; the report is not held as a whole.
TEST_F(LargeRuns, SweepOfAQuarterMillionCases) {
  const ProgramResult result =
      run(R"("games": 1, "first_click": {"rule": "unprotected"}, "boards": [{"rows": )" + numbers(12, 61) +
          R"(, "cols": )" + numbers(12, 61) + R"(, "mines": )" + numbers(1, 100) + "}]");
  EXPECT_EQ(count_of("\"strategy\":"), 500'000U);
  EXPECT_LT(result.max_memory_kb, 500'000 * 2.5);
}

TEST_F(LargeRuns, TenMillionGamesInTheMemoryOfAHundredThousand) {
  const std::string config = R"("boards": [{"rows": 4, "mines": 3}], "games": )";
  const ProgramResult few = run(config + "100000");
  const ProgramResult many = run(config + "10000000", {"--checkpoint-every", "1"});
  EXPECT_EQ(count_of("\"games\": 10000000"), 4U) << "the config, two results and their comparison";
  EXPECT_LT(many.max_memory_kb, few.max_memory_kb + 4096);
}

}  // namespace
}  // namespace sapper::tests

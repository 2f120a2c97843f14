// The behaviour signature: one number for what every strategy does under every rule, by fixed seeds: a hash of
// all reproducible counters (games, wins, digs by kind, risks, ...), by name. It moves exactly when some game is
// played or counted differently, not when the report's text changes, so a change that should only be faster must
// leave it alone. A change that means to move it says why in its commit and puts the new number here.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "experiments/engine/driver.hpp"
#include "experiments/engine/experiment.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "tests/support/most_strategies.hpp"

namespace sapper::experiments {
namespace {

using tests::most_strategies;

constexpr std::uint64_t kSignature = 0xdced6bf6ce606588;

// Fowler, Noll and Vo's hash of 64 bits, variant 1a.
std::uint64_t hash(std::string_view text, std::uint64_t value) {
  for (const char letter : text) value = (value ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return value;
}

std::uint64_t play(const std::string& members, std::uint64_t value,
                   const std::string& strategies = most_strategies()) {
  const auto experiment = parse_experiment(
      R"({"schema": "sapper-config/1", "seed": 77, "strategies": [)" + strategies + "], " + members + "}",
      "signature", {});
  Played played(experiment->case_count());
  DriverOptions options;
  options.threads = 2;
  const std::atomic<bool> never = false;
  EXPECT_EQ(drive(*experiment, played, never, options), Outcome::finished);
  for (const auto& tally : played.cases) {
    const std::vector<CounterName> names = tally->names();
    const std::vector<std::uint64_t> counters = tally->counters();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].is_reproducible)
        value = hash(names[i].name + '=' + std::to_string(counters[i]) + ' ', value);
  }
  return value;
}

TEST(Signature, IsWhatItWas) {
  std::uint64_t value = 0xcbf29ce484222325;
  value = play(R"("games": 500, "boards": [{"level": "Beginner"}, {"level": "Expert"}])", value);
  value = play(R"("games": 300, "boards": [{"rows": 12, "cols": 9, "mines": 18, "topology": "torus"},
    {"rows": 9, "cols": 12, "mines": 18, "topology": "hex"}],
    "first_click": {"rule": "relocate", "cell": "strategy"})",
               value);
  value = play(R"("games": 200, "boards": [{"rows": 8, "mines": 12}], "mines": "moving", "reveal": "ring",
    "first_click": {"rule": "safe_corners", "cell": "corner"})",
               value);
  value = play(R"("games": 300, "boards": [{"rows": 4, "cols": 5, "mines": 5}],
    "first_click": {"rule": "safe", "cell": "strategy"})",
               value, R"("min_risk", "optimal")");
  EXPECT_EQ(value, kSignature) << "0x" << std::hex << value;
}

}  // namespace
}  // namespace sapper::experiments

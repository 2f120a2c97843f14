// The behaviour signature: for every strategy one number that captures its play under every rule, with fixed seeds: a
// hash of all reproducible counters (games, wins, digs by kind, risks, ...), by name. It changes exactly when some game
// is played or counted differently, not when the report's text changes, so a mere optimization must not change it. An
// intended change explains it in the commit and updates the number here. If all numbers change, the layouts, the rules
// or the counters have changed.
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/support/hash.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

const std::map<std::string, std::uint64_t, std::less<>> kSignatures{
    {"random", 0x5670a02b2306e709}, {"rules", 0xc5835ef2b8c7ce7b},    {"csp", 0xc9fe835f233b33db},
    {"sat", 0xda0ba8ae221cac75},    {"min_risk", 0xad4d0359df850241}, {"progress", 0x190ae718042cee57},
    {"expert", 0x639b803bb11ac052}, {"pinv", 0x845490e078bc7a76},     {"optimal", 0x3e6e484841ff33d5},
    {"pseq", 0x3e436100ba1ebd49},
};

void play(const std::string& strategy, const std::string& members, Hash& hash) {
  const auto experiment =
      tests::experiment_of(R"("seed": 77, "strategies": [")" + strategy + R"("], )" + members);
  const Report played = tests::play_all(*experiment);
  for (const TalliedGames& stretch : played.tallied) {
    const std::vector<CounterName> names = stretch.tally->names();
    const std::vector<std::uint64_t> counters = stretch.tally->counters();
    for (std::size_t i = 0; i < names.size(); ++i)
      if (names[i].is_reproducible) hash.add(names[i].name + '=' + std::to_string(counters[i]) + ' ');
  }
}

// All built-in strategies.
std::vector<std::string> strategies_played() {
  std::vector<std::string> names;
  for (const auto& strategy : solvers::strategies()) names.emplace_back(strategy.name);
  return names;
}

class Signature : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Strategies, Signature, testing::ValuesIn(strategies_played()),
                         [](const auto& test) { return test.param; });

TEST_P(Signature, IsWhatItWas) {
  SAPPER_LONG_TEST_IF(GetParam() != "min_risk");
  const std::string& strategy = GetParam();
  Hash hash;
  if (strategy != "optimal") {  // which plays small boards only
    play(strategy, R"("games": 500, "boards": [{"level": "Beginner"}, {"level": "Expert"}])", hash);
    play(strategy, R"("games": 300, "boards": [{"rows": 12, "cols": 9, "mines": 18, "topology": "torus"},
      {"rows": 9, "cols": 12, "mines": 18, "topology": "hex"}],
      "first_click": {"rule": "relocate", "cell": "strategy"})",
         hash);
    play(strategy, R"("games": 200, "boards": [{"rows": 8, "mines": 12}], "motion": "moving",
      "reveal": "ring", "first_click": {"rule": "safe_corners", "cell": "corner"})",
         hash);
    // Several blocks of the bit planes.
    play(strategy, R"("games": 40, "boards": [{"rows": 18, "cols": 3, "mines": 7, "topology": "torus"},
      {"rows": 2, "cols": 34, "mines": 8}, {"rows": 17, "cols": 33, "mines": 80, "topology": "hex"}],
      "motion": ["fixed", "moving"], "first_click": {"rule": "safe_corners", "cell": "corner"})",
         hash);
  }
  play(strategy, R"("games": 300, "boards": [{"rows": 4, "cols": 5, "mines": 5}],
    "first_click": {"rule": "safe", "cell": "strategy"})",
       hash);
  const std::uint64_t value = hash.value();
  const auto known = kSignatures.find(strategy);
  ASSERT_NE(known, kSignatures.end())
      << "no signature of \"" << strategy << "\"; it is 0x" << std::hex << value;
  EXPECT_EQ(value, known->second) << "0x" << std::hex << value;
}

}  // namespace
}  // namespace sapper::experiments

// Plays an experiment and prints the report's results.
#include <atomic>
#include <boost/json/serialize.hpp>
#include <iostream>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/driver.hpp"

int main() {
  namespace experiments = sapper::experiments;
  const auto experiment = experiments::parse_experiment(
      R"({"schema": "sapper-config/1", "boards": [{"level": "Beginner"}], "strategies": ["csp", "pinv", "sat"],
          "games": 100})",
      "consumer", {});
  experiments::Report played(*experiment);
  experiments::DriverOptions options;
  options.threads = 2;
  const std::atomic<bool> never = false;
  if (experiments::drive(played, never, options) != experiments::Outcome::finished) return 1;
  for (const auto& result : experiment->parts().results.results(0, *played.of_case(0)[0].tally))
    std::cout << result.at("strategy") << ' ' << result.at("games") << '\n';
}

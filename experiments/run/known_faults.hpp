// Faults in the results of earlier versions of the program. version: `0.1.0`; empty: from before 0.2.0.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

class Experiment;

struct KnownFault {
  std::string text;  // the end of a sentence that begins with the version
  // Members of results and comparisons that this version computes otherwise from the same counters.
  std::vector<std::string_view> recomputed = {};
  bool ends_cases_otherwise = false;  // its stop rule ended cases that this one's does not
};

// The faults in results of one kind of experiment.
class KnownFaults {
 public:
  virtual ~KnownFaults() = default;
  virtual std::vector<KnownFault> known_faults(std::string_view version) const = 0;
};

// The faults in results of this experiment: those that concern all kinds, then those of its own.
std::vector<KnownFault> known_faults_of(const Experiment& experiment, std::string_view version);

}  // namespace sapper::experiments

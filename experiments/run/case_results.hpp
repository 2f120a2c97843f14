// The results that follow from the tally of a case, for reports and whatever reads them.
#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sapper::experiments {

class Experiment;
class Tally;
struct Comparison;
struct PairedCounts;
struct Timing;

class CaseResults {
 public:
  virtual ~CaseResults() = default;
  // The results of one case, as objects of the report's `results`, `comparisons` and `timing.results`: of each player, of
  // each pair of players, and the speed of each player; wall_per_core_s is the run's wall time divided by its processor
  // time.
  virtual boost::json::array results(std::size_t case_number, const Tally& tally) const = 0;
  boost::json::array comparisons(std::size_t case_number, const Tally& tally) const;
  virtual std::vector<Comparison> comparisons_of(std::size_t case_number, const Tally& tally) const = 0;
  boost::json::array timings(std::size_t case_number, const Tally& tally, double wall_per_core_s) const;
  virtual std::vector<Timing> timings_of(std::size_t case_number, const Tally& tally,
                                         double wall_per_core_s) const = 0;
  // The object of one case in the report's `cases`: what is common to all players.
  virtual boost::json::object case_facts(std::size_t case_number, const Tally& tally) const = 0;

  // Games won by both, one and neither of two of the players; nullopt if games are not won or lost.
  virtual std::optional<PairedCounts> paired(const Tally& tally, std::size_t a, std::size_t b) const = 0;
  // An inconsistency in the counts: `3 wins of 2 games`; empty if there is none.
  virtual std::string contradiction(const Tally& tally) const = 0;
  // The processor time of the games, and the part of it spent on laying the boards of a case, for all players; nullopt if
  // that is not told from theirs.
  virtual double core_s(const Tally& tally) const = 0;
  virtual std::optional<double> layout_s(const Tally& tally) const = 0;
};

// The facts of a case of any kind: its number, name, games and properties.
boost::json::object facts_of_case(const Experiment& experiment, std::size_t case_number, const Tally& tally);

}  // namespace sapper::experiments

// The texts about an experiment that a person reads at the terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace sapper::experiments {

class Tally;

class ExperimentTexts {
 public:
  virtual ~ExperimentTexts() = default;
  // The games that would run, for `validate`: one line per case.
  virtual std::string outline() const = 0;
  virtual std::string headline(const Tally& tally) const = 0;  // results so far, for the progress line
  // The table of all results: lines of at most `width` columns, if that is 80 or more.
  using TallyOf = std::function<const Tally&(std::size_t case_number)>;
  // wall_per_core_s: nullopt where wall times do not say how fast the games are.
  virtual std::string summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                              std::size_t width) const = 0;
  // Replays one game, by every player or the one with that label, move by move. InputError for an unknown label.
  virtual std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const = 0;
};

}  // namespace sapper::experiments

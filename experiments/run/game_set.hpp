// Games of cases as a set: those of a config, of a shard, of a report, and, by arithmetic, those that are missing. A new run, a
// resumed one, an extension and a shard play what is missing of theirs; reports are merged where nothing is missing and
// nothing is there twice.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "experiments/run/game_range.hpp"

namespace sapper::experiments {

class Experiment;

// A game of a case.
struct GamePlace {
  std::size_t case_number = 0;
  std::uint64_t game = 0;
  auto operator<=>(const GamePlace&) const = default;  // NOLINT(modernize-use-nullptr): not a pointer
};

// Time of all operations: linear in the ranges of both sets, or logarithmic for those of one case.
class GameSet {
 public:
  // Games of a case that follow one another.
  struct Range {
    std::size_t case_number = 0;
    GameRange games;
    bool operator==(const Range&) const = default;
  };

  GameSet() = default;  // no games
  GameSet(std::size_t case_number, GameRange games) { append(case_number, games); }
  // All games of an experiment.
  static GameSet all_of(const Experiment& experiment);
  // Of these, from `begin` up to, but not including, `end`, in the order of the cases.
  static GameSet between(const Experiment& experiment, GamePlace begin, GamePlace end);

  // The games may not precede any that are there; they may continue the last ones. An empty range adds nothing.
  void append(std::size_t case_number, GameRange games);

  GameSet plus(const GameSet& other) const;
  GameSet minus(const GameSet& other) const;
  GameSet common(const GameSet& other) const;

  bool empty() const { return ranges_.empty(); }
  std::uint64_t size() const;
  // In order; ranges of a case neither overlap nor touch.
  std::span<const Range> ranges() const { return ranges_; }
  std::span<const Range> of_case(std::size_t case_number) const;
  // The only range of a case, or the first; empty if there is none.
  GameRange range_of(std::size_t case_number) const;
  // One past the last case that has games.
  std::size_t case_end() const { return empty() ? 0 : ranges_.back().case_number + 1; }
  bool operator==(const GameSet&) const = default;

 private:
  std::vector<Range> ranges_;
};

}  // namespace sapper::experiments

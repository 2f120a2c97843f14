// What a kind of game offers to the driver, the checkpoint and the report. A further kind of game is a folder
// that implements this and a row in config.cpp; nothing else changes.
//
// An experiment is a list of boards (in other games: whatever is varied), each played `games` times. Game k
// of a board depends on (seed, board, k) alone. Whoever plays fills a tally of integers; tallies of
// successive games add up to the tally of all, so that neither threads nor chunks nor interruptions show in
// the result.
#pragma once

#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/engine/config.hpp"

namespace sapper::experiments {

// Counts over some games of one board.
class Tally {
 public:
  virtual ~Tally() = default;
  virtual std::uint64_t games() const = 0;
  virtual void clear() = 0;
  // Adds a tally of the same experiment.
  virtual void add(const Tally& other) = 0;
  // All counters, always as many of them in the same order: for checkpoints.
  virtual std::vector<std::uint64_t> counters() const = 0;
  virtual void set_counters(std::span<const std::uint64_t> counters) = 0;
};

// Plays games. Keeps its memory from one call to the next; serves one thread at a time.
class Worker {
 public:
  virtual ~Worker() = default;
  // Plays games first..last-1 of a board and adds them to the tally. Answers false, with the tally in pieces,
  // if `abandon` became true before the last game. Throws RunError from game_failed() when a game fails.
  virtual bool play(std::size_t board, std::uint64_t first, std::uint64_t last,
                    const std::atomic<bool>& abandon, Tally& tally) = 0;
};

class Experiment {
 public:
  virtual ~Experiment() = default;

  virtual const CommonConfig& common() const = 0;
  virtual std::size_t board_count() const = 0;
  virtual std::string board_name(std::size_t board) const = 0;  // `16 x 30, 99 mines`
  // How often each numbered game is played (once by every strategy).
  virtual std::size_t plays_per_game() const = 0;
  // How much a game costs, in comparison with the other boards'; for the time left.
  virtual double game_cost(std::size_t board) const = 0;
  // How many games to give to a thread at once as long as nothing is known of their speed.
  virtual std::uint64_t first_chunk(std::size_t board) const = 0;

  virtual std::unique_ptr<Worker> make_worker() const = 0;
  virtual std::unique_ptr<Tally> make_tally() const = 0;
  // The widest half-width that the stop rule looks at.
  virtual double half_width(const Tally& tally) const = 0;

  // The config, every default filled in and every list expanded: again a config, of the same experiment.
  virtual boost::json::object config() const = 0;
  // Of one board: objects of the report's `results`, of its `comparisons`, and of its `timing.results`, where
  // wall_per_core_s is the run's wall time divided by its processor time.
  virtual boost::json::array results(std::size_t board, const Tally& tally) const = 0;
  virtual boost::json::array comparisons(std::size_t board, const Tally& tally) const = 0;
  virtual boost::json::array timings(std::size_t board, const Tally& tally, double wall_per_core_s) const = 0;
  virtual double core_s(const Tally& tally) const = 0;

  virtual std::string headline(const Tally& tally) const = 0;  // results so far, for the progress line
  // The table of all results, for a person.
  using TallyOf = std::function<const Tally&(std::size_t board)>;
  virtual std::string summary(const TallyOf& tally_of, double wall_per_core_s) const = 0;
  // One game, played again by every strategy or the one named, move by move. InputError for an unknown name.
  virtual std::string replay(std::size_t board, std::uint64_t game, const std::string* strategy) const = 0;
  // What would run, for `validate`: a line a board.
  virtual std::string outline() const = 0;
};

// The error of a failed game: names it and the option that plays just it again.
[[noreturn]] void game_failed(const Experiment& experiment, std::size_t board, std::uint64_t game,
                              std::string_view what);

}  // namespace sapper::experiments

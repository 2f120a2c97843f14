// What a kind of experiment offers to the driver, the checkpoint and the report. A further kind is a folder
// that implements this and a row in kinds/load_experiment.cpp; nothing else changes.
//
// An experiment is a list of cases (whatever is varied: the board, the first click, ...), each played `games`
// times by every player. Game k of a case depends on (seed, board, k) alone. Workers fill tallies of integers;
// tallies of successive games add up to the tally of all, so that neither threads nor chunks nor interruptions
// show in the result.
#pragma once

#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/counters.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"

namespace sapper::experiments {

// Games first to last - 1 of a case.
struct GameRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  std::uint64_t size() const { return last - first; }
  bool operator==(const GameRange&) const = default;
};

// Counts over some games of one case.
class Tally {
 public:
  virtual ~Tally() = default;
  virtual std::uint64_t games() const = 0;
  virtual void clear() = 0;
  // Adds a tally of other games of the same case.
  virtual void add(const Tally& other) = 0;
  // The names of all counters, and their values in the same order: for checkpoints, merges and signatures.
  virtual std::vector<CounterName> names() const = 0;
  virtual std::vector<std::uint64_t> counters() const = 0;
  // std::invalid_argument if their number is another.
  virtual void set_counters(std::span<const std::uint64_t> counters) = 0;
};

// Which games' records a worker writes.
enum class RecordFilter : std::uint8_t { all, lost, won, guessed, differ };
inline constexpr std::array<std::string_view, 5> kRecordFilterNames{"all", "lost", "won", "guessed",
                                                                    "differ"};

// Plays games. Keeps its memory from one call to the next; serves one thread at a time.
class Worker {
 public:
  virtual ~Worker() = default;
  // Plays a range of games of a case and adds them to the tally; where records were asked for, appends theirs
  // to `records`, one line per game and player. False, with tally and records unspecified, if `abandon`
  // became true before the last game. Throws GameFailed when a game fails.
  [[nodiscard]] virtual bool play(std::size_t case_number, GameRange games, const std::atomic<bool>& abandon,
                                  Tally& tally, std::string& records) = 0;
};

// The cells of a board for which a case stands in a map of results by cell. Cases of one map differ in their cells only.
struct CellMap {
  int rows = 0;
  int cols = 0;
  bool has_shifted_rows = false;  // odd rows lie half a cell to the right
  std::string key;                // the same for all cases of a map
  std::string label;
  std::vector<std::uint32_t> cells;  // row * cols + col
};

class Experiment {
 public:
  virtual ~Experiment() = default;

  virtual const CommonConfig& common() const = 0;
  virtual std::size_t case_count() const = 0;
  // What describes a case, in the same order in all cases, some of which may lack a property.
  virtual CaseProperties properties(std::size_t case_number) const = 0;
  std::string case_name(std::size_t case_number) const {  // `16 x 30, 99 mines`
    return label_of(properties(case_number));
  }
  // What tables, comparisons and --strategy call the players, each of whom plays every game.
  virtual std::vector<std::string> labels() const = 0;
  // The programs beside this one that its games run, each `"LABEL": command line`.
  virtual std::vector<std::string> commands() const { return {}; }
  // How much a game costs, in comparison with the other cases'; for the time left.
  virtual double game_cost(std::size_t case_number) const = 0;
  // How many games to give to a thread at once as long as nothing is known of their speed.
  virtual std::uint64_t first_chunk(std::size_t case_number) const = 0;

  virtual bool has_records() const { return false; }
  // Whether the exact risks of its players' decisions are known, by which win rates can be adjusted.
  virtual bool has_risks() const { return false; }
  // `records`: only if has_records().
  virtual std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const = 0;
  virtual std::unique_ptr<Tally> make_tally() const = 0;
  // The widest half-width that the stop rule looks at.
  virtual double half_width(const Tally& tally) const = 0;
  // Whether these games meet the config's stop rule, which there is.
  virtual bool may_stop(const Tally& tally) const { return half_width(tally) <= common().stop->half_width; }

  // Games won by both, one and neither of two of the players; nullopt if nothing is won here.
  virtual std::optional<PairedCounts> paired(const Tally& tally, std::size_t a, std::size_t b) const = 0;
  // What no games can have counted: `3 wins of 2 games`; empty if nothing is wrong.
  virtual std::string contradiction(const Tally& tally) const = 0;

  // The config, every default filled in and every list expanded: again a config, of the same experiment.
  virtual boost::json::object config() const = 0;
  // Of one case: objects of the report's `results`, of its `comparisons`, and of its `timing.results`, where
  // wall_per_core_s is the run's wall time divided by its processor time.
  virtual boost::json::array results(std::size_t case_number, const Tally& tally) const = 0;
  virtual boost::json::array comparisons(std::size_t case_number, const Tally& tally) const = 0;
  // Of one case an object of the report's `cases`: what holds for all players alike.
  virtual boost::json::object case_facts(std::size_t case_number, const Tally& tally) const;
  // What a table says of a case beyond its properties, as columns of its own.
  virtual boost::json::object case_columns(std::size_t /*case_number*/) const { return {}; }
  // Where a case stands in a map of its board; nullopt if it does in none.
  virtual std::optional<CellMap> cell_map(std::size_t /*case_number*/) const { return std::nullopt; }
  virtual boost::json::array timings(std::size_t case_number, const Tally& tally,
                                     double wall_per_core_s) const = 0;
  virtual double core_s(const Tally& tally) const = 0;

  virtual std::string headline(const Tally& tally) const = 0;  // results so far, for the progress line
  // The table of all results, for a person: lines of at most `width` columns, if that is 80 or more.
  using TallyOf = std::function<const Tally&(std::size_t case_number)>;
  virtual std::string summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const = 0;
  // One game, played again by every player or the one with that label, move by move. InputError for an
  // unknown label.
  virtual std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const = 0;
  // What would run, for `validate`: one line per case.
  virtual std::string outline() const = 0;
  // The replay for programs and pages; InputError if this kind of game has no such form.
  virtual boost::json::object replay_json(std::size_t case_number, std::uint64_t game,
                                          const std::string* label) const;
};

// Whether the stop rule, if there is one, ends a case after these games, which are all from the first on.
bool is_stopped(const Experiment& experiment, const Tally& tally);
// Whether a case of which this range is to be played needs no more games.
bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range);

// A game that failed: what() names case and game and the option that plays just it again.
class GameFailed : public RunError {
 public:
  GameFailed(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
             std::string_view what);
  std::uint64_t game() const { return game_; }

 private:
  std::uint64_t game_;
};

// InputError, naming them, if the experiment runs programs that its config may not run.
void refuse_commands(const Experiment& experiment, const std::string& config_file);

// The place of the label among the experiment's; InputError, naming --strategy and the labels, if there is
// none.
std::size_t find_label(const Experiment& experiment, const std::string& label);

}  // namespace sapper::experiments

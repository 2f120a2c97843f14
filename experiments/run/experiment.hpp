// The interface between a kind of experiment and the driver: its plan, and how its games are played. What else an experiment
// offers it hands out as parts, each an interface of its own. A new kind is a folder that implements them and a row in
// kinds/load_experiment.cpp; nothing else changes.
//
// An experiment is a list of cases (varying the board, the first click, ...), each played `games` times by every
// player. Game k of a case depends only on (seed, board, k).
#pragma once

#include <boost/json/fwd.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

namespace minesweeper {
struct Config;
}

class CaseDisplay;
class CaseResults;
class ExperimentTexts;
class ExternalInputs;
class GameJoining;
class KnownFaults;
class PlayerTuning;
class Tally;
class Worker;
enum class RecordFilter : std::uint8_t;
struct CaseProperty;
struct CommonConfig;
struct GameRange;
struct StopEvidence;

// The keys of its config that list the cases, and the one that lists the players; all others concern every game.
struct SweepKeys {
  std::vector<std::string_view> cases{"boards"};
  std::string_view players = "strategies";
};

// The interfaces of an experiment beside its plan and its games. A pointer is null where a kind of game has no such part.
struct ExperimentParts {
  const CaseResults& results;
  const ExperimentTexts& texts;
  SweepKeys sweep = {};
  const CaseDisplay* display = nullptr;
  const ExternalInputs* inputs = nullptr;
  const GameJoining* joining = nullptr;
  const KnownFaults* faults = nullptr;
  const PlayerTuning* tuning = nullptr;
  const minesweeper::Config* minesweeper =
      nullptr;  // for what only Minesweeper has: reviews, published rates
  bool has_records = false;
  // Whether the exact risks of its players' decisions are known, so that win rates can be adjusted.
  bool has_risks = false;
  // How many games of each case, the first ones, are analyzed while they are played, and so take longer than the others.
  std::uint64_t analyzed_games = 0;
};

class Experiment {
 public:
  Experiment() = default;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;
  virtual ~Experiment() = default;

  virtual const CommonConfig& common() const = 0;
  virtual std::size_t case_count() const = 0;
  // What describes a case, in the same order in all cases, some of which may lack a property.
  virtual std::vector<CaseProperty> properties(std::size_t case_number) const = 0;
  std::string case_name(std::size_t case_number) const;  // `16 x 30, 99 mines`
  // The players' names in tables, comparisons and --strategy; each player plays every game.
  virtual std::vector<std::string> labels() const = 0;
  // The config with all defaults filled in and all lists expanded: again a config of the same experiment.
  virtual boost::json::object config() const = 0;

  // The cost of a game relative to those of the other cases; for the time left.
  virtual double game_cost(std::size_t case_number) const = 0;
  // How many games to give to a thread at once before their speed is known.
  virtual std::uint64_t first_chunk(std::size_t case_number) const = 0;
  // `records`: only if it has records.
  virtual std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const = 0;
  virtual std::unique_ptr<Tally> make_tally() const = 0;
  // What the stop rule, or without one the estimate of a run's precision, decides by.
  virtual StopEvidence stop_evidence(const Tally& tally) const = 0;

  virtual ExperimentParts parts() const = 0;
};

// Whether the stop rule, if any, ends a case after these games, which must be all games from the first on.
bool is_stopped(const Experiment& experiment, const Tally& tally);
// Whether a case, of which this range is to be played, needs no more games.
bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range);

// Whether reports of the experiment say who won each game (won_games.hpp). Depends on its config alone, so that shards
// and all of their games agree.
bool keeps_won_games(const Experiment& experiment);

// The index of the label among the experiment's; InputError, naming --strategy and the labels, if there is none.
std::size_t find_label(const Experiment& experiment, const std::string& label);

}  // namespace sapper::experiments

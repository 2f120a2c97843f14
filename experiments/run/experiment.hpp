// The description of a case of an experiment: an ordered list of properties. It is part of reports; labels, tables, the
// axes of figures and the pairing of reports are derived from it, so that no code outside a kind of game depends on its
// properties.
#pragma once

#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/config/config.hpp"
#include "experiments/run/counters.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/won_games.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/support/settings.hpp"

namespace sapper::experiments {

struct CaseProperty {
  enum class Role : std::uint8_t {
    name,     // the config's name for the case: precedes its label; does not identify games
    board,    // always in the label
    measure,  // in the label, except that of a series of cases along the axis
    setting,  // in the label if it varies
    axis,     // a number derived from the others: the axis of win rate figures
  };
  std::string_view name;     // `rows`
  boost::json::value value;  // a scalar or a short list
  Role role = Role::setting;
  bool varies = false;  // over the sweep
  std::string text;     // in labels: `16 x 30`; may be empty
  double scale = 1;     // the factor of an axis's values; its text is the name with the unit
};
using CaseProperties = std::vector<CaseProperty>;

// `Expert (16 x 30, 99 mines), ring`.
std::string label_of(std::span<const CaseProperty> properties);
// Leaves out what changes along the axis: `16 x 30, ring`.
std::string series_label_of(std::span<const CaseProperty> properties);
// The property with that role, or null.
const CaseProperty* find_role(std::span<const CaseProperty> properties, CaseProperty::Role role);
// Identifies what is played: cases with equal keys play the same games under the same seed.
std::string key_of(std::span<const CaseProperty> properties);
boost::json::object to_json(std::span<const CaseProperty> properties);

// The files that external players are run from, by their content: games of two versions of a program are not of one
// experiment, and a run does not go on with another version unless asked to. What a program loads by itself (modules,
// weights) is not known here.

// The program of a player's command, or an argument that names a file, as the script of an interpreter.
struct ProgramFile {
  std::string player;    // its label
  std::size_t word = 0;  // of the command, from 0
  std::string name;      // as the command names it
  std::string hash;      // of the content, 16 hexadecimal digits; empty if it cannot be read

  bool is_of_same_word(const ProgramFile& other) const {
    return player == other.player && word == other.word;
  }
  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("player", self.player);
    visit("word", self.word);
    visit("name", self.name);
    visit("hash", self.hash);
  }
};

// Empty if the file cannot be read.
std::string hash_of_file(const std::filesystem::path& file);

// The first file whose content differs: `bot.py (player "my bot")`; empty if none does. Words of which only one side has a
// file are left out: a log that a program writes is there only after its first game.
std::string changed_program(const std::vector<ProgramFile>& before, const std::vector<ProgramFile>& now);
// How the list of other builds that played names it: `another version of bot.py (player "my bot")`.
std::string another_version(const std::string& program);
// Adds the files of words that the list lacks.
void add_program_files(const std::vector<ProgramFile>& from, std::vector<ProgramFile>& to);

// What is computed of the games of a case, once, for all outputs: the numbers, for figures, pages and comparisons, and
// the objects that reports and tables show.

struct CaseLabels;

// Guesses with an exact P(mine) in [low, high), and how many of them lost.
struct CalibrationBin {
  double low = 0;
  double high = 0;
  std::uint64_t guesses = 0;
  double predicted = 0;  // the sum of their P(mine)
  std::uint64_t losses = 0;
  std::optional<double> z;  // where losses and predicted losses must agree

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("low", self.low);
    visit("high", self.high);
    visit("guesses", self.guesses);
    visit("predicted_losses", self.predicted);
    visit("losses", self.losses);
    visit("z", self.z);
  }
};

struct Phase {
  std::string name;
  double seconds = 0;  // of all games
};

// The speed of a player's games of one case.
struct Timing {
  std::string label;
  double games_per_s = 0;
  std::vector<Phase> phases;
  bool has_stable_phases = true;  // no single game dominates them
  boost::json::object json;
};

// A player's games of one case. What a kind of game lacks is empty.
struct Result {
  std::shared_ptr<const CaseLabels> played;  // set by results_of (report_results.hpp)
  std::string label;
  std::uint64_t games = 0;
  std::optional<std::uint64_t> wins;
  std::optional<double> win_rate, low, high;  // with its 95 % interval
  std::optional<AdjustedRate> adjusted;       // where the exact risks are calibrated
  std::vector<double> guess_histogram;        // [guesses] games
  std::optional<double> mean_guesses, predicted_losses, losses, standard_error;
  std::optional<double> mean_excess_risk;  // per guess
  std::optional<double> given_away;        // per judged game, of the chance to win
  std::optional<double> z;                 // of losses against predicted losses, if they must agree
  std::vector<CalibrationBin> calibration;
  Timing timing;             // set by results_of
  boost::json::object json;  // the report's: all of this, and what only the kind of game has

  // Sets a number, rounded as in reports, and its member in the report, a path like `guess_risk.z`; nullopt is null
  // there.
  void set(std::string_view path, std::optional<double> Result::*number, std::optional<double> value);
  // Sets a number to nullopt, and its member to null: it is unknown.
  void clear(std::string_view path);
};

// Two players on the same games of a case.
struct Comparison {
  std::shared_ptr<const CaseLabels> played;  // set by results_of
  std::size_t case_number = 0;
  std::size_t board = 0;
  std::string a, b;
  std::uint64_t both = 0, only_a = 0, only_b = 0, neither = 0;  // games that they won
  double difference = 0, low = 0, high = 0;                     // of the win rates, a minus b; 95 % interval
  double p_value = 1;                                           // that agrees with the interval
  std::optional<boost::json::object> sprt;  // of the stop rule's sequential test of the two

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("case", self.case_number);
    visit("board", self.board);
    visit("a", self.a);
    visit("b", self.b);
    visit("both", self.both);
    visit("only_a", self.only_a);
    visit("only_b", self.only_b);
    visit("neither", self.neither);
    visit("difference", self.difference);
    visit("difference_ci_low", self.low);
    visit("difference_ci_high", self.high);
    visit("p_value", self.p_value);
    if (self.sprt) visit("sprt", *self.sprt);
  }
};

// The objects of a list.
template <class Rows>
boost::json::array json_of(Rows&& rows) {
  boost::json::array list;
  for (auto& row : rows)
    if constexpr (requires { row.json; })
      list.push_back(std::move(row.json));
    else
      list.push_back(as_json(row));
  return list;
}

// The interface between a kind of experiment and the driver, checkpoints and reports. A new kind is a folder that
// implements it and a row in kinds/load_experiment.cpp; nothing else changes.
//
// An experiment is a list of cases (varying the board, the first click, ...), each played `games` times by every
// player. Game k of a case depends only on (seed, board, k). Workers fill tallies of integers; tallies of successive
// games add up to the tally of all, so that threads, chunks and interruptions do not affect the result.

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
  // std::invalid_argument if their number is wrong.
  virtual void set_counters(std::span<const std::uint64_t> counters) = 0;
};

// The games whose records a worker writes.
enum class RecordFilter : std::uint8_t { all, lost, won, guessed, differ, missed, wrong, excess };
inline constexpr std::array<std::string_view, 8> kRecordFilterNames{"all",    "lost",   "won",   "guessed",
                                                                    "differ", "missed", "wrong", "excess"};
constexpr std::span<const std::string_view> names_of(RecordFilter) { return kRecordFilterNames; }

// Plays games. Reuses its memory between calls; serves one thread at a time.
class Worker {
 public:
  virtual ~Worker() = default;
  // Plays a range of games of a case and adds them to the tally; if records are requested, appends theirs to `records`,
  // one line per game and player. False, with tally and records unspecified, if `abandon` became true before the last
  // game. Throws GameFailed when a game fails.
  [[nodiscard]] virtual bool play(std::size_t case_number, GameRange games, const std::atomic<bool>& abandon,
                                  Tally& tally, std::string& records) = 0;
  // Who won the games of the last range played; null if games are not won or lost.
  virtual const WonGames* won_games() const { return nullptr; }
  // Seconds of wall time spent on preparing for another case, since the last call.
  double take_starting_s() { return std::exchange(starting_s_, 0); }

 protected:
  double starting_s_ = 0;
};

// The cells of a board that a case represents in a map of results by cell. Cases of one map differ only in their cells.
struct CellMap {
  int rows = 0;
  int cols = 0;
  bool has_shifted_rows = false;  // odd rows are shifted right by half a cell
  std::string key;                // the same for all cases of a map
  std::string label;
  std::vector<std::uint32_t> cells;  // row * cols + col
};

// The size of a case's board.
struct CaseSize {
  double cells = 0;
  std::string others;  // what else varies over the sweep: `12 % mines, torus`; may be empty
};

// The games of a case as some of the players played them, to be joined with the same games of the others.
struct PlayedPart {
  const Tally& tally;
  const WonGames& won;
  std::vector<std::optional<std::size_t>> players;  // [player of all] its index here, if it is one of these
};

// A setting of a player that is a number.
struct NumberSetting {
  std::string player;    // its label
  std::string strategy;  // its name, which several players may share
  std::string name;
  double value = 0;
  std::optional<Interval>
      range;  // of the values that it may have; nullopt: only the player's own program knows
  bool is_whole = false;
};

// A player with some of its settings changed, under a label of its own.
struct PlayerVariant {
  std::string label;
  std::vector<solvers::NamedNumber> settings;
};

// What is wrong in results of an earlier version of the program.
struct KnownFault {
  std::string text;  // the end of a sentence that begins with the version
  // Members of results and comparisons that this version computes otherwise from the same counters.
  std::vector<std::string_view> recomputed = {};
  bool ends_cases_otherwise = false;  // its stop rule ended cases that this one's does not
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
  // The players' names in tables, comparisons and --strategy; each player plays every game.
  virtual std::vector<std::string> labels() const = 0;
  // The keys of its config that list the cases, and the one that lists the players; all others concern every game.
  struct SweepKeys {
    std::vector<std::string_view> cases;
    std::string_view players;
  };
  virtual SweepKeys sweep_keys() const { return {{"boards"}, "strategies"}; }
  // The external programs that its games run, each `"LABEL": command line`.
  virtual std::vector<std::string> commands() const { return {}; }
  // Why its games cannot be played by this process, as a sentence; empty: they can.
  virtual std::string missing_player() const { return {}; }
  // The files of these programs as they are now; reads them.
  virtual std::vector<ProgramFile> program_files() const { return {}; }
  // The files that the config names and that its games or their set-up read.
  virtual std::vector<std::filesystem::path> files() const { return {}; }
  // The cost of a game relative to those of the other cases; for the time left.
  virtual double game_cost(std::size_t case_number) const = 0;
  // How many games of each case, the first ones, are analyzed while they are played, and so take longer than the others.
  virtual std::uint64_t analyzed_games() const { return 0; }
  // How many games to give to a thread at once before their speed is known.
  virtual std::uint64_t first_chunk(std::size_t case_number) const = 0;

  virtual bool has_records() const { return false; }
  // Whether the exact risks of its players' decisions are known, so that win rates can be adjusted.
  virtual bool has_risks() const { return false; }
  // `records`: only if has_records().
  virtual std::unique_ptr<Worker> make_worker(std::optional<RecordFilter> records) const = 0;
  virtual std::unique_ptr<Tally> make_tally() const = 0;
  // Whether what is counted once for each game of a case, such as its board, depends on who is the first player.
  virtual bool counts_for_first_player(std::size_t /*case_number*/) const { return false; }
  // The tally of the same games by all players. The first part has them as in a report of some of the players; who won
  // is known if there are several parts. Only of games that are won or lost.
  virtual std::unique_ptr<Tally> joined(std::span<const PlayedPart> parts) const;
  // What the stop rule, or without one the estimate of a run's precision, decides by.
  virtual StopEvidence stop_evidence(const Tally& tally) const = 0;

  // Games won by both, one and neither of two of the players; nullopt if games are not won or lost.
  virtual std::optional<PairedCounts> paired(const Tally& tally, std::size_t a, std::size_t b) const = 0;
  // An inconsistency in the counts: `3 wins of 2 games`; empty if there is none.
  virtual std::string contradiction(const Tally& tally) const = 0;

  // The settings of its players that are numbers.
  virtual std::vector<NumberSetting> number_settings() const { return {}; }
  // The same cases under another seed, played by two variants of a player: its stop_evidence is that of a sequential test
  // of the first against the second, adjusted where risks are known, and it never stops. The settings are among
  // number_settings().
  virtual std::unique_ptr<Experiment> pair_of_variants(const std::string& player, std::uint64_t seed,
                                                       const PlayerVariant& first,
                                                       const PlayerVariant& second) const;

  // The config with all defaults filled in and all lists expanded: again a config of the same experiment.
  virtual boost::json::object config() const = 0;
  // What is computed of the games of one case: for each player, for each pair of players, and the speed of each player;
  // wall_per_core_s is the run's wall time divided by its processor time.
  virtual std::vector<Result> results_of(std::size_t case_number, const Tally& tally) const = 0;
  virtual std::vector<Comparison> comparisons_of(std::size_t case_number, const Tally& tally) const = 0;
  virtual std::vector<Timing> timings_of(std::size_t case_number, const Tally& tally,
                                         double wall_per_core_s) const = 0;
  // The processor time spent on laying the boards of a case, for all players; nullopt if it is not told from theirs.
  virtual std::optional<double> layout_s(const Tally& /*tally*/) const { return std::nullopt; }
  // These make them objects of the report's `results`, `comparisons` and `timing.results`.
  boost::json::array results(std::size_t case_number, const Tally& tally) const {
    return json_of(results_of(case_number, tally));
  }
  boost::json::array comparisons(std::size_t case_number, const Tally& tally) const {
    return json_of(comparisons_of(case_number, tally));
  }
  boost::json::array timings(std::size_t case_number, const Tally& tally, double wall_per_core_s) const {
    return json_of(timings_of(case_number, tally, wall_per_core_s));
  }
  // The object of one case in the report's `cases`: what is common to all players.
  virtual boost::json::object case_facts(std::size_t case_number, const Tally& tally) const;
  // What a table says of a case beyond its properties, as columns of its own.
  virtual boost::json::object case_columns(std::size_t /*case_number*/) const { return {}; }
  // Its board's size, by which costs can be compared; nullopt if it has none.
  virtual std::optional<CaseSize> size_of(std::size_t /*case_number*/) const { return std::nullopt; }
  // The place of a case in a map of its board; nullopt if it has none.
  virtual std::optional<CellMap> cell_map(std::size_t /*case_number*/) const { return std::nullopt; }
  virtual double core_s(const Tally& tally) const = 0;

  virtual std::string headline(const Tally& tally) const = 0;  // results so far, for the progress line
  // The table of all results, for a person: lines of at most `width` columns, if that is 80 or more.
  using TallyOf = std::function<const Tally&(std::size_t case_number)>;
  virtual std::string summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const = 0;
  // Replays one game, by every player or the one with that label, move by move. InputError for an unknown label.
  virtual std::string replay(std::size_t case_number, std::uint64_t game, const std::string* label) const = 0;
  // What is wrong in results of this experiment by an earlier version of the program. version: `0.1.0`; empty: from before
  // 0.2.0. A kind of experiment adds its own to those of all.
  virtual std::vector<KnownFault> known_faults(std::string_view version) const;
  // What would run, for `validate`: one line per case.
  virtual std::string outline() const = 0;
  // How its games are played, in sentences for a paper; empty: its cases say it.
  virtual std::string methods() const { return {}; }
  // The replay for programs and pages; InputError if this kind of game does not support it.
  virtual boost::json::object replay_json(std::size_t case_number, std::uint64_t game,
                                          const std::string* label) const;
};

// Whether the stop rule, if any, ends a case after these games, which must be all games from the first on.
bool is_stopped(const Experiment& experiment, const Tally& tally);
// Whether a case, of which this range is to be played, needs no more games.
bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range);

// Whether reports of the experiment say who won each game (won_games.hpp). Depends on its config alone, so that shards
// and all of their games agree.
bool keeps_won_games(const Experiment& experiment);

// A player is no longer the one that played the games before: the games end, whichever is the next. what() says all.
class PlayerChanged : public RunError {
 public:
  using RunError::RunError;
};

// A game that failed: what() names the case, the game and the option that replays it.
class GameFailed : public RunError {
 public:
  GameFailed(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
             std::string_view what);
  // Which is not the game's fault.
  GameFailed(const PlayerChanged& changed, std::uint64_t game) : GameFailed(changed.what(), "", game) {}
  std::uint64_t game() const { return game_; }
  // what() without that option, for commands that do not have it.
  std::string_view without_advice() const { return std::string_view(what()).substr(0, length_); }

 private:
  GameFailed(const std::string& text, const std::string& advice, std::uint64_t game)
      : RunError(text + advice), length_(text.size()), game_(game) {}
  std::size_t length_;
  std::uint64_t game_;
};

// InputError, naming the programs, if the experiment would run programs without permission, or if a player is missing.
void refuse_commands(const Experiment& experiment, const std::string& config_file);

// The index of the label among the experiment's; InputError, naming --strategy and the labels, if there is none.
std::size_t find_label(const Experiment& experiment, const std::string& label);

}  // namespace sapper::experiments

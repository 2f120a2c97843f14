// The games that `sapper review` is given, one after another, from files of all kinds, recognised by content:
// - replays of people's games (recorded_game.hpp) and of sapper's (sapper-replay/1);
// - reports and configs: the game that --game names, and those of the records (sapper-games/1) in the files after them.
//   Both are played again (played_game.hpp), by every strategy or by the record's.
// Games that cannot be judged (minesweeper::refusal_to_judge) are refused: a case of a report once, a replay once.
#pragma once

#include <deque>
#include <exception>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/review/recorded_game.hpp"
#include "experiments/review/replay_games.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/line_reader.hpp"

namespace sapper::experiments {

class GameSource {
 public:
  // A file that cannot be read, or a part of one: one line that says what and where.
  struct Refusal {
    std::string message;
  };
  using Item = std::variant<RecordedGame, Refusal>;

  // strategy: the label of the only player whose games are wanted; nullopt: all. allow_commands: whether a config's
  // external players may be started.
  GameSource(std::vector<std::string> files, std::optional<std::string> game,
             std::optional<std::string> strategy, bool allow_commands)
      : files_(std::move(files)),
        game_(std::move(game)),
        strategy_(std::move(strategy)),
        allow_commands_(allow_commands) {}

  // nullopt after the last game. One thread calls it at a time.
  std::optional<Item> next();
  // Whether the records read so far leave out games between those that they hold, as those of --games-where do.
  bool leaves_out_games() const { return leaves_out_games_; }

 private:
  void open(const std::string& file);
  void read_recording();
  void open_experiment(const std::string& file);
  void read_record();
  void play(std::size_t case_number, std::uint64_t game, const std::string* strategy);
  void read_replay();
  // Names the file if the error does not.
  void refuse(const std::string& file, const std::exception& error);

  std::vector<std::string> files_;
  std::optional<std::string> game_, strategy_;
  bool allow_commands_;
  std::size_t next_file_ = 0;
  std::deque<Item> waiting_;
  std::optional<RecordingReader> recording_;
  std::optional<ReplayGames> replay_;
  bool has_player_ = false;                      // whether the replay has the one that is wanted
  std::set<std::string> refusals_;               // of games of the replay
  std::unique_ptr<Experiment> experiment_;       // of the last report or config
  const minesweeper::Config* config_ = nullptr;  // its plan
  std::string experiment_file_;
  std::set<std::size_t> refused_cases_;  // of it
  std::optional<LineReader> records_;
  // [case, label] the game after the last one that the file of records held.
  std::map<std::pair<std::size_t, std::string>, std::uint64_t> next_games_;
  bool leaves_out_games_ = false;
};

}  // namespace sapper::experiments

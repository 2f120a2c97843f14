// Games that have been played: the rules, the mines and the digs, as a replay file tells them or as they were when an
// experiment's game was played again.
//
// Files of people's games hold mouse events. RecordingReader plays these on the file's board by the rules of the
// program that wrote it, and keeps what they open: a click opens a cell, a chord opens all hidden cells around a number
// that are not flagged. A file is read in time and memory linear in its size (reading_meter.hpp), a collection one game
// at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/review/byte_reader.hpp"
#include "experiments/review/reading_meter.hpp"
#include "sim/minesweeper/game_rules.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/support/input_text.hpp"
#include "solvers/minesweeper/analysis/claim.hpp"
#include "solvers/minesweeper/analysis/dig_judge.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments {

// What a player opened in one action.
struct RecordedDig {
  // Hidden and not flagged before: the one cell of a click, the set of a chord; at least one, each once.
  std::vector<sim::Cell> cells;
  // The cells that have a flag at that moment, but had none at the dig before, or the reverse; ascending. Openings stop at
  // a flag in people's programs, so that a cell which an opening without flags would have shown may be dug later.
  std::vector<sim::Cell> flag_changes;
  std::optional<double> time_s;  // since the start of the game
  solvers::Claim claim{};        // what an external player said about it
};

// Clicks of one kind.
struct ClickTally {
  std::uint32_t made = 0;
  std::uint32_t useful = 0;  // digs and chords that open a cell, flags that are the first on a mine

  std::uint32_t wasted() const { return made - useful; }
};

// The clicks of a player, as other programs count them: a right click on a number is one of its own only if no chord
// follows while the button is held; clicks beside the board count.
struct PlayerClicks {
  ClickTally digs, flags, chords;

  ClickTally total() const {
    return {digs.made + flags.made + chords.made, digs.useful + flags.useful + chords.useful};
  }
};

struct RecordedGame {
  std::string file;             // as given, with `#K` for a game of a collection
  std::string player, program;  // valid UTF-8, also of invisible characters; may be empty
  // What it was played by. rules.first_click counts only if it is known: neither the file nor its program may tell.
  sim::GameRules rules;
  // The board, if it is on a lattice or graph; then rules.grid is null. Such games have no flags.
  std::shared_ptr<const minesweeper::Board> on_graph;
  bool is_first_click_known = false;
  solvers::FirstCellChoice first_cell = solvers::FirstCellChoice::player;
  minesweeper::Guessing guessing = minesweeper::Guessing::allowed;
  std::vector<sim::Cell>
      mines;  // rules.mine_count ones, ascending, each once; at the end of the game if they moved
  std::vector<RecordedDig> digs;  // in order; at least one
  std::optional<bool> won;        // nullopt: the game was left unfinished
  std::optional<double> time_s;
  std::optional<int> bv3;              // where the file states it, which is that of the board
  std::optional<PlayerClicks> clicks;  // where the file holds mouse events

  const sim::Grid& grid() const { return *rules.grid; }  // of a board of the planes
  minesweeper::Board board() const;
  sim::GraphGameRules graph_rules() const;  // of another one
};

struct ReplayFormat;

// How the names of replay files end, `.avf` and so on, ascending.
std::vector<std::string_view> replay_endings();

// The games of a file: one, or those of a collection, where `FILE#K` is the K-th one and games without a dig are left
// out. Formats are recognised by content, or by the file's name where they have no signature.
class RecordingReader {
 public:
  // InputError if the file cannot be read or is not a replay, or if it is none
  // of the games that its name asks for.
  explicit RecordingReader(const std::filesystem::path& path);
  // Reads a file's content in the same way; extension: that of its name, such as `.evf`.
  RecordingReader(sim::Input input, std::string_view extension);
  RecordingReader(const RecordingReader&) = delete;
  RecordingReader& operator=(const RecordingReader&) = delete;

  // The next game; nullopt after the last one. InputError in one line if a game is damaged,
  // contradicts itself, in the 3BV of its board or in the result of its digs, or if there is no game with a dig. The
  // games after that one, if any, can still be read.
  std::optional<RecordedGame> next();

  const ReadingMeter& meter() const { return meter_; }

 private:
  std::optional<RecordedGame> next_of_collection();
  RecordedGame read_game(const ReplayFormat& format, const std::string& file, std::string_view content);

  sim::Input input_;
  ReadingMeter meter_;
  const ReplayFormat* format_ = nullptr;  // null: a collection
  bool is_at_end_ = false;

  // These are used for a collection only.
  ByteReader games_;  // before the next one
  std::size_t checksum_bytes_ = 0;
  std::uint64_t number_ = 0;       // of the last game
  bool has_returned_any_ = false;  // a game, or what is wrong with one
};

}  // namespace sapper::experiments

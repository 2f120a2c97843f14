// Games that were played elsewhere, as their replay files tell them: the board and the digs.
//
// Files of people's games hold mouse events. read_recordings plays these on the file's board by the rules of the
// program that wrote it, and keeps what they open: a click opens a cell, a chord opens all hidden cells around a number
// that are not flagged.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/minesweeper/first_click.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/support/input_text.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments {

// What a player opened in one action.
struct RecordedDig {
  // Hidden and not flagged before: the one cell of a click, the set of a chord; at least one, each once.
  std::vector<sim::Cell> cells;
  // The cells with a flag at that moment, ascending. Openings stop at a flag in people's programs, so that a cell which
  // an opening without flags would have shown may be dug later.
  std::vector<sim::Cell> flagged;
  std::optional<double> time_s;  // since the start of the game
  solvers::Move::Claim claim{};  // what an external player said about it
};

struct RecordedGame {
  std::string file;             // as given, with `#K` for a game of a collection
  std::string player, program;  // valid UTF-8, also of invisible characters; may be empty
  std::shared_ptr<const sim::Grid> grid;
  std::vector<sim::Cell> mines;                    // ascending, each once
  std::optional<sim::FirstClickRule> first_click;  // where the file or its program tells
  std::vector<RecordedDig> digs;                   // in order; at least one
  std::optional<bool> won;                         // nullopt: the game was left unfinished
  std::optional<double> time_s;
  std::optional<int> bv3;  // where the file states it, which is that of the board
};

// Called with the error about a game of a collection, which is then left out.
using SkipGame = std::function<void(const sim::InputError&)>;

// The games of a file: one, or those of a collection, where `FILE#K` is the K-th one and games without a dig are left
// out. Formats are recognised by content, or by the file's name where they have no signature. InputError in one line if
// the file is not a replay, is damaged, or contradicts itself: in the 3BV of its board, or in the result of its digs; without `skip` also if
// this is so of one game of a collection.
std::vector<RecordedGame> read_recordings(const std::filesystem::path& path, const SkipGame& skip = {});
// Reads a file's content in the same way; extension: that of its name, such as `.evf`.
std::vector<RecordedGame> parse_recordings(const sim::Input& input, std::string_view extension,
                                           const SkipGame& skip = {});

}  // namespace sapper::experiments

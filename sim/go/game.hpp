// One game of Go: turns, superko, passing, resigning, the end, the score.
//
// - Black begins; the sides move in turn, or pass. Moves out of turn, on occupied points or off the board are illegal.
// - Stones are placed and captured by the rules in board.hpp; suicide is illegal.
// - Positional superko (Tromp and Taylor, rule 6): a move that would repeat any earlier position of the board
//   is refused, no matter which side made it. Passing is always allowed.
// - The game ends when both sides pass in succession; when a side resigns; and, with GameEnd::settled, when
//   no empty region touches both colours (the course document's rule). The rule applies once both sides have
//   stones on the board, as at the start no region can touch both. The full board that the document mentions is never
//   reached, since its last stone would have no liberty.
// - A side that resigns has lost, and its score is 0.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sim/go/board.hpp"
#include "sim/go/scoring.hpp"

namespace sapper::sim::go {

// A position's key for superko: the exclusive or of one random 128-bit word per stone (A. Zobrist, "A new hashing method
// with application for game playing", 1970). Two different positions share a key with probability 2^-128. In a game of m
// positions in which n moves are checked, a false repetition has probability at most m n / 2^128: below 1e-26 for a
// thousand positions and a billion moves.
struct PositionKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;
  bool operator==(const PositionKey&) const = default;
  PositionKey& operator^=(const PositionKey& other) {
    high ^= other.high;
    low ^= other.low;
    return *this;
  }
};

// The words are the same in every build. The empty board's key is 0.
const PositionKey& stone_key(Point point, Color color);

// The positions that have occurred on the board: a set of keys, removed last in, first out. Lookup, insertion and removal
// take O(1); memory is kept.
class PositionHistory {
 public:
  PositionHistory();
  void clear();
  std::size_t count() const { return keys_.size(); }
  bool contains(const PositionKey& key) const { return slots_[slot_of(key)] != kFree; }
  // A key may be added again: a pass repeats the position.
  void add(const PositionKey& key);
  void remove_last();

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;
  // The slot of the key, or the one where it belongs.
  std::size_t slot_of(const PositionKey& key) const {
    std::size_t slot = key.low & mask_;
    while (slots_[slot] != kFree && keys_[slots_[slot]] != key) slot = (slot + 1) & mask_;
    return slot;
  }
  void grow();

  std::vector<PositionKey> keys_;  // in the order of insertion
  // An open-addressing table of indices into keys_, at most half full. The last inserted key can be removed directly:
  // no other key's probe sequence passes its slot.
  std::vector<std::uint32_t> slots_;
  std::size_t mask_ = 0;
};

enum class GameEnd : std::uint8_t {
  settled,  // two passes, or no empty region touches both colours
  passes,   // two passes only
};
std::string_view name_of(GameEnd end);

struct Rules {
  int size = 19;
  int komi_halves = 15;  // added to White's score, in half points
  Scoring scoring = Scoring::area;
  GameEnd end = GameEnd::settled;
};

enum class Verdict : std::uint8_t { legal, out_of_turn, game_over, off_board, occupied, suicide, superko };
std::string_view name_of(Verdict verdict);  // as a reason: `the point is occupied`

enum class Ending : std::uint8_t { none, passes, settled, resignation };

struct Move {
  Color color = Color::black;
  Point point = kPass;
  bool operator==(const Move&) const = default;
};

class Game {
 public:
  explicit Game(const Rules& rules);

  void start();  // an empty board; keeps its memory
  const Rules& rules() const { return rules_; }
  void set_komi(int komi_halves) { rules_.komi_halves = komi_halves; }
  void set_scoring(Scoring scoring) { rules_.scoring = scoring; }

  const Board& board() const { return board_; }
  Color to_move() const { return to_move_; }
  std::span<const Move> moves() const { return moves_; }
  bool is_over() const { return ending_ != Ending::none; }
  Ending ending() const { return ending_; }

  // Whether the move is legal, and if not, why; kPass is a move too.
  Verdict verdict(Color color, Point point) const;
  bool is_legal(Point point) const { return verdict(to_move_, point) == Verdict::legal; }
  // Makes a legal move; an illegal one has no effect.
  Verdict play(Color color, Point point);
  Verdict play(Point point) { return play(to_move_, point); }
  void resign(Color color);

  // Editors and protocols that let a side move twice, or go on after the end, call these.
  void set_to_move(Color color) { to_move_ = color; }
  void reopen();
  // Takes back the last move (or resignation) by replaying all the others; false if there is none.
  bool undo();
  // Returns to `earlier`; this game must be a copy of it, played further. Cheaper than another copy.
  void return_to(const Game& earlier);

  Score score() const;
  Color winner() const;  // of the game as scored now; Color::empty for a draw

 private:
  PositionKey key_after(Color color, Point point) const;
  bool is_repetition(Color color, Point point) const;

  Rules rules_;
  Board board_;
  Color to_move_ = Color::black;
  Ending ending_ = Ending::none;
  Color resigned_ = Color::empty;
  unsigned passes_ = 0;  // in succession
  PositionKey key_;
  PositionHistory history_;  // the empty board and one position per move
  std::vector<Move> moves_;
};

}  // namespace sapper::sim::go

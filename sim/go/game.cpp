#include "sim/go/game.hpp"

#include <utility>

#include "sim/random/stream.hpp"

namespace sapper::sim::go {
namespace {

bool is_on_board(const Board& board, Point point) {
  return point < board.site_count() && board.color(point) != Color::outside;
}

using KeyTable = std::array<std::array<PositionKey, kMaxSites>, 2>;

KeyTable make_keys() {
  Stream words(GameId{0x676F, 0x6B657973, 0}, StreamPurpose::layout);
  KeyTable table;
  for (auto& keys : table) {
    for (PositionKey& key : keys) {
      key.high = words.next64();
      key.low = words.next64();
    }
  }
  return table;
}

const KeyTable kKeys = make_keys();
constexpr std::size_t kFirstSlots = 1024;

}  // namespace

std::string_view name_of(GameEnd end) { return end == GameEnd::settled ? "settled" : "passes"; }

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 7> kReasons{"the move is legal",
                                                     "it is the other side's turn",
                                                     "the game is over",
                                                     "the point is not on the board",
                                                     "the point is occupied",
                                                     "the stone would have no liberty",
                                                     "the position has been on the board before (superko)"};
  return kReasons[static_cast<std::size_t>(verdict)];
}

Game::Game(const Rules& rules) : rules_(rules), board_(rules.size) { start(); }

void Game::start() {
  board_.clear();
  to_move_ = Color::black;
  reopen();
  key_ = {};
  history_.clear();
  history_.add(key_);
  moves_.clear();
}

Verdict Game::verdict(Color color, Point point) const {
  if (is_over()) return Verdict::game_over;
  if (color != to_move_) return Verdict::out_of_turn;
  if (point == kPass) return Verdict::legal;
  if (!is_on_board(board_, point)) return Verdict::off_board;
  if (board_.color(point) != Color::empty) return Verdict::occupied;
  if (board_.is_suicide(point, color)) return Verdict::suicide;
  if (is_repetition(color, point)) return Verdict::superko;
  return Verdict::legal;
}

PositionKey Game::key_after(Color color, Point point) const {
  PositionKey key = key_;
  key ^= stone_key(point, color);
  if (board_.around(point, opposite(color)) == 0) return key;
  for (const Point chain : board_.captured_by(point, color))
    board_.for_each_in_chain(chain, [&](Point stone) { key ^= stone_key(stone, opposite(color)); });
  return key;
}

// Until stones are captured, every position has one stone more than the one before.
bool Game::is_repetition(Color color, Point point) const {
  const bool is_any_taken = board_.captures(Color::black) + board_.captures(Color::white) > 0;
  return is_any_taken && history_.contains(key_after(color, point));
}

Verdict Game::play(Color color, Point point) {
  const Verdict judged = verdict(color, point);
  if (judged != Verdict::legal) return judged;
  if (point == kPass) {
    board_.forget_ko();
    if (++passes_ == 2) ending_ = Ending::passes;
  } else {
    passes_ = 0;
    key_ = key_after(color, point);
    board_.play(point, color);
    const bool have_both_stones =
        board_.stone_count(Color::black) > 0 && board_.stone_count(Color::white) > 0;
    if (rules_.end == GameEnd::settled && have_both_stones && is_settled(board_)) ending_ = Ending::settled;
  }
  history_.add(key_);
  moves_.push_back({color, point});
  to_move_ = opposite(color);
  return Verdict::legal;
}

void Game::resign(Color color) {
  if (is_over()) return;
  ending_ = Ending::resignation;
  resigned_ = color;
}

void Game::reopen() {
  ending_ = Ending::none;
  resigned_ = Color::empty;
  passes_ = 0;
}

bool Game::undo() {
  if (ending_ == Ending::resignation) {
    ending_ = Ending::none;
    resigned_ = Color::empty;
    return true;
  }
  if (moves_.empty()) return false;
  std::vector<Move> moves = std::move(moves_);
  const Color mover = moves.back().color;
  moves.pop_back();
  start();
  for (const Move& move : moves) {
    if (is_over()) reopen();
    set_to_move(move.color);
    play(move.color, move.point);
  }
  to_move_ = mover;
  return true;
}

void Game::return_to(const Game& earlier) {
  board_ = earlier.board_;
  to_move_ = earlier.to_move_;
  ending_ = earlier.ending_;
  resigned_ = earlier.resigned_;
  passes_ = earlier.passes_;
  key_ = earlier.key_;
  while (history_.count() > earlier.history_.count()) history_.remove_last();
  moves_.resize(earlier.moves_.size());
}

Score Game::score() const {
  Score score = score_of(board_, rules_.scoring, rules_.komi_halves);
  if (resigned_ == Color::black) score.black_halves = 0;
  if (resigned_ == Color::white) score.white_halves = 0;
  return score;
}

Color Game::winner() const {
  return ending_ == Ending::resignation ? opposite(resigned_) : winner_of(score());
}

const PositionKey& stone_key(Point point, Color color) { return kKeys[index_of(color)][point]; }

PositionHistory::PositionHistory() : slots_(kFirstSlots, kFree), mask_(kFirstSlots - 1) {
  keys_.reserve(kFirstSlots / 2);
}

void PositionHistory::clear() {
  while (!keys_.empty()) remove_last();
}

void PositionHistory::add(const PositionKey& key) {
  if (2 * (keys_.size() + 1) > slots_.size()) grow();
  const std::size_t slot = slot_of(key);
  if (slots_[slot] == kFree) slots_[slot] = static_cast<std::uint32_t>(keys_.size());
  keys_.push_back(key);
}

void PositionHistory::remove_last() {
  const std::size_t slot = slot_of(keys_.back());
  // A repeated key stays in the table because of its first occurrence.
  if (slots_[slot] == keys_.size() - 1) slots_[slot] = kFree;
  keys_.pop_back();
}

void PositionHistory::grow() {
  slots_.assign(2 * slots_.size(), kFree);
  mask_ = slots_.size() - 1;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const std::size_t slot = slot_of(keys_[i]);
    if (slots_[slot] == kFree) slots_[slot] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace sapper::sim::go

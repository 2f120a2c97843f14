#include "experiments/go/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "experiments/go/board_key.hpp"
#include "experiments/support/thread_time.hpp"

namespace sapper::experiments::go {
namespace {

using sim::go::Color;
using sim::go::Ending;
using sim::go::Verdict;

void count(const Match& match, PairingTally& tally) {
  const sim::go::Game& game = match.game();
  const std::uint64_t moves = game.moves().size();
  tally.moves += moves;
  tally.moves_squared += moves * moves;
  tally.longest = std::max(tally.longest, moves);
  const std::uint64_t bin = moves / length_bin_width(game.board().size());
  ++tally.lengths[std::min<std::uint64_t>(bin, kLengthBins - 1)];
  tally.taken_by_black += game.board().captures(Color::black);
  tally.taken_by_white += game.board().captures(Color::white);
  const int margin = game.score().margin_halves();
  if (margin > 0) tally.black_margin_halves += static_cast<std::uint64_t>(margin);
  if (margin < 0) tally.white_margin_halves += static_cast<std::uint64_t>(-margin);
  tally.black_wins += margin > 0;
  tally.draws += margin == 0;
  ++tally.stops[static_cast<std::size_t>(match.stop())];
}

}  // namespace

Match::Match(const Config& config, const Board& board, const Pairing& pairing)
    : seed_(config.seed),
      game_(config.rules_of(board)),
      black_(make_player(pairing.black)),
      white_(make_player(pairing.white)) {}

bool Match::play(std::uint64_t number, const std::atomic<bool>* abandon) {
  const sim::GameId id{seed_, key_of_size(game_.rules().size), number};
  sim::Stream black_stream(id, sim::Purpose::playout);
  sim::Stream white_stream(id, sim::Purpose::opponent);
  const std::uint64_t cap = kMoveCapPerPoint * game_.board().point_count();
  game_.start();
  while (!game_.is_over() && game_.moves().size() < cap) {
    if (abandon != nullptr && abandon->load(std::memory_order_relaxed)) return false;
    const bool is_black = game_.to_move() == Color::black;
    const sim::go::Point point =
        (is_black ? black_ : white_)
            ->choose(game_, is_black ? black_stream : white_stream, solvers::go::Passing::free);
    const Verdict verdict = game_.play(point);
    if (verdict != Verdict::legal) throw std::logic_error("a player's move is illegal");
  }
  return true;
}

GameStop Match::stop() const {
  if (game_.ending() == Ending::passes) return GameStop::passes;
  return game_.ending() == Ending::settled ? GameStop::settled : GameStop::capped;
}

bool GoWorker::play(std::size_t board, std::uint64_t first, std::uint64_t last,
                    const std::atomic<bool>& abandon, Tally& tally) {
  auto& board_tally = dynamic_cast<BoardTally&>(tally);
  if (board_ != board) {
    matches_.clear();
    for (const Pairing& pairing : config_.strategies)
      matches_.emplace_back(config_, config_.boards[board], pairing);
    won_.resize(matches_.size());
    board_ = board;
  }
  for (std::size_t i = 0; i < matches_.size(); ++i)
    if (!play_pairing(i, first, last, abandon, board_tally.of(i))) return false;
  for (std::size_t b = 1; b < matches_.size(); ++b)
    for (std::size_t a = 0; a < b; ++a)
      for (std::size_t word = 0; word < won_[a].size(); ++word)
        board_tally.both_won(a, b) +=
            static_cast<std::uint64_t>(std::popcount(won_[a][word] & won_[b][word]));
  board_tally.add_games(last - first);
  return true;
}

bool GoWorker::play_pairing(std::size_t pairing, std::uint64_t first, std::uint64_t last,
                            const std::atomic<bool>& abandon, PairingTally& tally) {
  Match& match = matches_[pairing];
  std::vector<std::uint64_t>& won = won_[pairing];
  won.assign((last - first + 63) / 64, 0);
  const std::uint64_t begin_ns = thread_ns();
  for (std::uint64_t number = first; number < last; ++number) {
    const std::uint64_t wins_before = tally.black_wins;
    try {
      if (!match.play(number, &abandon)) return false;
      count(match, tally);
    } catch (const std::exception& error) {
      const std::size_t board = *std::exchange(board_, std::nullopt);  // its game may be in any state now
      game_failed(owner_, board, number,
                  fmt::format("{}: {}", name_of(config_.strategies[pairing]), error.what()));
    }
    if (tally.black_wins > wins_before)
      won[(number - first) / 64] |= std::uint64_t{1} << (number - first) % 64;
  }
  tally.core_ns += thread_ns() - begin_ns;
  return true;
}

}  // namespace sapper::experiments::go

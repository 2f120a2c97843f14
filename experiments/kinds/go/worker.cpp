#include "experiments/kinds/go/worker.hpp"

#include <algorithm>
#include <stdexcept>

#include "experiments/kinds/go/config.hpp"
#include "experiments/kinds/go/tally.hpp"

namespace sapper::experiments::go {

namespace {

using sim::go::Color;
using sim::go::Ending;
using sim::go::Verdict;

void count(const Match& match, PairingCounts& tally) {
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
  tally.wins += margin > 0;
  tally.draws += margin == 0;
  ++tally.stops[static_cast<std::size_t>(match.stop())];
}

}  // namespace

Match::Match(const Config& config, const Board& board, const Pairing& pairing)
    : seed_(config.seed),
      game_(config.rules_of(board)),
      black_(pairing.black.make()),
      white_(pairing.white.make()) {}

bool Match::play(std::uint64_t number, const std::atomic<bool>* abandon) {
  const sim::GameId id{seed_, key_of_size(game_.rules().size), number};
  sim::Stream black_stream(id, sim::StreamPurpose::playout);
  sim::Stream white_stream(id, sim::StreamPurpose::opponent);
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

void GoWorker::start_case(std::size_t case_number) {
  matches_.clear();
  for (const Pairing& pairing : config_.strategies)
    matches_.emplace_back(config_, config_.boards[case_number], pairing);
}

std::optional<bool> GoWorker::play_game(std::size_t pairing, std::uint64_t game,
                                        const std::atomic<bool>& abandon, PairingCounts& counts) {
  if (!matches_[pairing].play(game, &abandon)) return std::nullopt;
  const std::uint64_t wins_before = counts.wins;
  count(matches_[pairing], counts);
  return counts.wins > wins_before;
}

}  // namespace sapper::experiments::go

#include "experiments/kinds/go/worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments/kinds/go/board_key.hpp"
#include "solvers/support/thread_time.hpp"

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

bool GoWorker::play(std::size_t case_number, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
                    std::string& /*records*/) {
  CaseTally& case_tally = CaseTally::of(tally);
  if (case_ != case_number) {
    matches_.clear();
    for (const Pairing& pairing : config_.strategies)
      matches_.emplace_back(config_, config_.boards[case_number], pairing);
    case_ = case_number;
  }
  won_.start(matches_.size(), games.size());
  for (std::size_t i = 0; i < matches_.size(); ++i)
    if (!play_pairing(i, games, abandon, case_tally.player(i))) return false;
  won_.add_pairs(case_tally);
  case_tally.add_games(games.size());
  return true;
}

bool GoWorker::play_pairing(std::size_t pairing, GameRange games, const std::atomic<bool>& abandon,
                            PairingCounts& counts) {
  Match& match = matches_[pairing];
  const std::uint64_t begin_ns = solvers::thread_ns();
  for (std::uint64_t number = games.first; number < games.last; ++number) {
    const std::uint64_t wins_before = counts.wins;
    try {
      if (!match.play(number, &abandon)) return false;
      count(match, counts);
    } catch (const std::exception& error) {
      const std::size_t failed_case =
          *std::exchange(case_, std::nullopt);  // its game may be in any state now
      throw GameFailed(owner_, failed_case, number,
                       fmt::format("{}: {}", config_.strategies[pairing].label, error.what()));
    }
    if (counts.wins > wins_before) won_.set(pairing, number - games.first);
  }
  counts.core_ns += solvers::thread_ns() - begin_ns;
  return true;
}

}  // namespace sapper::experiments::go

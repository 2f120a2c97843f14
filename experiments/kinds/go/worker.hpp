// Plays chunks of Go games: each pairing in turn over the same game numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/kinds/go/config.hpp"
#include "experiments/kinds/go/tally.hpp"
#include "experiments/kinds/paired/paired_worker.hpp"

namespace sapper::experiments::go {

// Two players at a board. A game depends only on the seed, the size and its number: Black uses the stream
// StreamPurpose::playout, White StreamPurpose::opponent.
class Match {
 public:
  Match(const Config& config, const Board& board, const Pairing& pairing);

  // Plays the game with this number to its end or the cap. Returns false in the middle if `abandon` becomes true.
  bool play(std::uint64_t number, const std::atomic<bool>* abandon = nullptr);
  const sim::go::Game& game() const { return game_; }
  GameStop stop() const;  // why it ended

 private:
  std::uint64_t seed_;
  sim::go::Game game_;
  std::unique_ptr<solvers::go::Player> black_;
  std::unique_ptr<solvers::go::Player> white_;
};

class GoWorker final : public GameByGameWorker<CaseTally> {
 public:
  // The config is the experiment's, which must outlive the worker.
  GoWorker(const Experiment& owner, const Config& config) : GameByGameWorker(owner), config_(config) {}

 private:
  void start_case(std::size_t case_number) override;
  std::optional<bool> play_game(std::size_t pairing, std::uint64_t game, const std::atomic<bool>& abandon,
                                PairingCounts& counts) override;

  const Config& config_;
  std::vector<Match> matches_;  // of the case, one per pairing
};

}  // namespace sapper::experiments::go

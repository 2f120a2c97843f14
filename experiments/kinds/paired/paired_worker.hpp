// The worker of an experiment in which several players play the same games: each player in turn plays all games of a chunk,
// and what is counted of each pair of players is counted at the end. A kind of experiment adds how one game is played.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/run/experiment.hpp"
#include "experiments/run/game_failed.hpp"
#include "experiments/run/game_range.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/won_games.hpp"
#include "experiments/run/worker.hpp"
#include "sim/support/interruptible.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments {

// CaseTally: a PairedTally.
template <class CaseTally>
class PairedWorker : public Worker {
 public:
  bool play(std::size_t case_number, GameRange games, const std::atomic<bool>& abandon, Tally& tally,
            std::string& records) final {
    CaseTally& counts = CaseTally::of(tally);
    if (case_ != case_number) {
      case_.reset();
      const auto begin = std::chrono::steady_clock::now();
      start_case(case_number);
      starting_s_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      case_ = case_number;
    }
    won_.start(labels_.size(), games.size());
    try {
      const sim::Interruptible until(abandon);
      for (std::size_t player = 0; player < labels_.size(); ++player)
        if (!play_chunk(player, games, abandon, counts)) throw sim::Interrupted();
      won_.add_pairs(counts);
      counts.add_games(games.size());
      finish_chunk(games, counts, records);
    } catch (const sim::Interrupted&) {
      case_.reset();  // a game may be in any state now
      return false;
    }
    return true;
  }

  const WonGames* won_games() const override {
    if constexpr (requires(const typename CaseTally::PlayerCounts& counts) { counts.wins; }) return &won_;
    return nullptr;
  }

 protected:
  // The experiment is `owner` in errors; it must outlive the worker.
  explicit PairedWorker(const Experiment& owner) : owner_(owner), labels_(owner.labels()) {}

  // Prepares for the games of another case, or for those of the same after a game that failed or was abandoned.
  virtual void start_case(std::size_t case_number) = 0;
  // Plays a player's games of a chunk. False, or sim::Interrupted, if `abandon` became true before the last one.
  virtual bool play_chunk(std::size_t player, GameRange games, const std::atomic<bool>& abandon,
                          CaseTally& tally) = 0;
  // Counts and records what needs the games of all players.
  virtual void finish_chunk(GameRange /*games*/, CaseTally& /*tally*/, std::string& /*records*/) {}

  // Throws what a game threw as GameFailed.
  [[noreturn]] void fail(std::size_t player, std::uint64_t game, const std::exception& error) {
    throw GameFailed(owner_, *std::exchange(case_, std::nullopt), game,
                     labels_[player] + ": " + error.what());
  }

  [[noreturn]] void fail(const PlayerChanged& changed, std::uint64_t game) {
    case_.reset();
    throw GameFailed(changed, game);
  }

  std::size_t case_number() const { return *case_; }
  const std::vector<std::string>& labels() const { return labels_; }
  WonGames& won() { return won_; }
  const WonGames& won() const { return won_; }

 private:
  const Experiment& owner_;
  std::vector<std::string> labels_;
  std::optional<std::size_t> case_;
  WonGames won_;
};

// The worker of a kind of experiment whose games are played and counted one by one. If the counts of a player have a member
// core_ns, its processor time is added there.
template <class CaseTally>
class GameByGameWorker : public PairedWorker<CaseTally> {
 protected:
  using PairedWorker<CaseTally>::PairedWorker;

  // Plays a game, counts it, and returns whether the player won it; nullopt if `abandon` became true before its end.
  virtual std::optional<bool> play_game(std::size_t player, std::uint64_t game,
                                        const std::atomic<bool>& abandon,
                                        typename CaseTally::PlayerCounts& counts) = 0;

  bool play_chunk(std::size_t player, GameRange games, const std::atomic<bool>& abandon,
                  CaseTally& tally) override {
    auto& counts = tally.player(player);
    const std::uint64_t begin_ns = solvers::thread_ns();
    for (std::uint64_t game = games.first; game < games.last; ++game) {
      if (abandon.load(std::memory_order_relaxed)) return false;
      try {
        const std::optional<bool> is_won = play_game(player, game, abandon, counts);
        if (!is_won) return false;
        if (*is_won) this->won().set(player, game - games.first);
      } catch (const PlayerChanged& changed) {
        this->fail(changed, game);
      } catch (const std::exception& error) {
        this->fail(player, game, error);
      }
    }
    if constexpr (requires { counts.core_ns; }) counts.core_ns += solvers::thread_ns() - begin_ns;
    return true;
  }
};

}  // namespace sapper::experiments

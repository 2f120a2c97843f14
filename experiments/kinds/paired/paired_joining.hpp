// Joins the tallies of an experiment in which several players play the same games, each of some of the players.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <span>

#include "experiments/run/game_joining.hpp"
#include "experiments/run/tally.hpp"
#include "experiments/run/won_games.hpp"

namespace sapper::experiments {

// Config and CaseTally: those of a PairedExperiment whose games are won or lost.
template <class Config, class CaseTally>
class PairedJoining final : public GameJoining {
 public:
  // The config must outlive it.
  explicit PairedJoining(const Config& config) : config_(config) {}

  bool counts_for_first_player(std::size_t case_number) const override {
    if constexpr (requires { config_.counts_for_first_player(case_number); })
      return config_.counts_for_first_player(case_number);
    return false;
  }
  std::unique_ptr<Tally> joined(std::span<const GamesOfSomePlayers> parts) const override {
    const std::size_t player_count = parts.front().players.size();
    auto all = std::make_unique<CaseTally>(player_count);
    all->add_games(parts.front().tally.games());
    const auto first = std::ranges::find_if(parts, [](const auto& part) { return part.players[0] == 0; });
    const CaseTally& counted = CaseTally::of((first == parts.end() ? parts.begin() : first)->tally);
    all->case_counts() = counted.case_counts();
    join_test(CaseTally::of(parts.front().tally), *all);
    for (std::size_t b = 0; b < player_count; ++b) {
      const GamesOfSomePlayers& part_b = part_of(parts, b);
      all->player(b) = CaseTally::of(part_b.tally).player(*part_b.players[b]);
      for (std::size_t a = 0; a < b; ++a) all->both_won(a, b) = joined_pair(parts, a, b);
    }
    return all;
  }

 private:
  // The first part that a player is in.
  static const GamesOfSomePlayers& part_of(std::span<const GamesOfSomePlayers> parts, std::size_t player) {
    return *std::ranges::find_if(parts, [&](const auto& part) { return part.players[player].has_value(); });
  }
  static std::uint64_t joined_pair(std::span<const GamesOfSomePlayers> parts, std::size_t a, std::size_t b) {
    for (const GamesOfSomePlayers& part : parts)
      if (part.players[a] && part.players[b])
        return CaseTally::of(part.tally)
            .both_won(std::min(*part.players[a], *part.players[b]),
                      std::max(*part.players[a], *part.players[b]));
    const GamesOfSomePlayers& of_a = part_of(parts, a);
    const GamesOfSomePlayers& of_b = part_of(parts, b);
    return WonGames::both_won(of_a.won.words(*of_a.players[a]), of_b.won.words(*of_b.players[b]),
                              of_a.won.game_count());
  }
  // What is counted for an adjusted sequential test, if the config has one: the first part has the same.
  void join_test(const CaseTally& first, CaseTally& all) const {
    if constexpr (requires { all.case_counts().tested; }) {
      const bool is_tested = config_.stop && config_.stop->sprt && config_.stop->sprt->is_adjusted;
      all.case_counts().tested = {};
      if (is_tested) all.case_counts().tested = first.case_counts().tested;
    }
  }

  const Config& config_;
};

}  // namespace sapper::experiments

// Games that were played by some of the players at one time and by the others at another, joined as if all had played at
// once. What a kind of game needs for it whose games are won or lost.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace sapper::experiments {

class Tally;
class WonGames;

// The games of a case as some of the players played them, to be joined with the same games of the others.
struct GamesOfSomePlayers {
  const Tally& tally;
  const WonGames& won;
  std::vector<std::optional<std::size_t>> players;  // [player of all] its index here, if it is one of these
};

class GameJoining {
 public:
  virtual ~GameJoining() = default;
  // Whether what is counted once for each game of a case, such as its board, depends on who is the first player.
  virtual bool counts_for_first_player(std::size_t case_number) const = 0;
  // The tally of the same games by all players. The first part has them as in a report of some of the players; who won
  // is known if there are several parts.
  virtual std::unique_ptr<Tally> joined(std::span<const GamesOfSomePlayers> parts) const = 0;
};

}  // namespace sapper::experiments

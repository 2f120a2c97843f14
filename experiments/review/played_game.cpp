#include "experiments/review/played_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "experiments/kinds/minesweeper/experiment/replay.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::experiments {
namespace {

// Takes down each dig, with what the player said about it to as many digits as in a replay.
struct DigRecorder : minesweeper::NoObserver {
  std::vector<RecordedDig>& digs;

  explicit DigRecorder(std::vector<RecordedDig>& recorded) : digs(recorded) {}
  void will_dig(const sim::Game&, const solvers::Move& move, const solvers::Claim& claim) {
    sim::end_if_interrupted();
    RecordedDig& dig = digs.emplace_back();
    dig.cells = {move.cell};
    dig.claim = claim;
    if (dig.claim.p_mine) dig.claim.p_mine = json::rounded(*dig.claim.p_mine);
  }
};

}  // namespace

std::vector<RecordedGame> play_recorded(const minesweeper::Config& config, std::size_t case_number,
                                        std::uint64_t game, const std::string* label,
                                        const std::string& file) {
  const minesweeper::Case& played = config.cases[case_number];
  std::vector<RecordedGame> games;
  for (const std::string& name : label != nullptr ? std::vector{*label} : config.labels()) {
    const solvers::StrategyChoice choice = minesweeper::find_player(config, case_number, name);
    RecordedGame& recorded = games.emplace_back();
    recorded.file = file;
    recorded.player = choice.label;
    recorded.program = "sapper";
    recorded.rules = config.rules_of(played);
    recorded.is_first_click_known = true;
    if (played.first_cell != sim::kNoCell) recorded.first_cell = solvers::FirstCellChoice::given;
    recorded.guessing = config.board_of(case_number).guessing;
    minesweeper::Player player(config, played);
    minesweeper::PlayerFactory factory(config, choice);
    const minesweeper::AnyPlayerPointer strategy = factory.make(case_number, player.game().rules());
    try {
      player.play(game, *strategy, DigRecorder(recorded.digs));
    } catch (const std::exception& error) {
      throw InputError::in_file(file, fmt::format("{} failed after {}: {}", printable(name),
                                                  count_text(recorded.digs.size(), "dig"), error.what()));
    }
    if (recorded.digs.empty())
      throw InputError::in_file(file, printable(name) + " digs no cell in this game");
    const auto mines = player.game().layout().mines();
    recorded.mines.assign(mines.begin(), mines.end());
    std::sort(recorded.mines.begin(), recorded.mines.end());
  }
  return games;
}

}  // namespace sapper::experiments

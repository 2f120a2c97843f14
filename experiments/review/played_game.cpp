#include "experiments/review/played_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "experiments/kinds/minesweeper/experiment/replay.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::experiments {
namespace {

// Takes down a dig, with what the player said about it to as many digits as in a replay.
void record(const solvers::Move& move, const solvers::Claim& claim, std::vector<RecordedDig>& digs) {
  sim::end_if_interrupted();
  RecordedDig& dig = digs.emplace_back();
  dig.cells = {move.cell};
  dig.claim = claim;
  if (dig.claim.p_mine) dig.claim.p_mine = json::rounded(*dig.claim.p_mine);
}

struct DigRecorder : minesweeper::NoObserver {
  std::vector<RecordedDig>& digs;

  explicit DigRecorder(std::vector<RecordedDig>& recorded) : digs(recorded) {}
  void will_dig(const sim::Game&, const solvers::Move& move, const solvers::Claim& claim) {
    record(move, claim, digs);
  }
};

class GraphDigRecorder final : public minesweeper::GraphPlayer::Observer {
 public:
  explicit GraphDigRecorder(std::vector<RecordedDig>& recorded) : digs_(recorded) {}
  void will_dig(const sim::GraphGame&, const solvers::Move& move, const solvers::Claim& claim) override {
    record(move, claim, digs_);
  }
  void dug(const sim::GraphGame&) override {}

 private:
  std::vector<RecordedDig>& digs_;
};

// Plays; what that throws is the player's failure.
template <class Play>
void play_to_the_end(const RecordedGame& recorded, const Play& play) {
  try {
    play();
  } catch (const std::exception& error) {
    throw InputError::in_file(recorded.file,
                              fmt::format("{} failed after {}: {}", printable(recorded.player),
                                          count_text(recorded.digs.size(), "dig"), error.what()));
  }
}

// Fills the rules, the digs and the mines.
void play_on_grid(const minesweeper::Config& config, std::size_t case_number, std::uint64_t game,
                  const solvers::StrategyChoice& choice, RecordedGame& recorded) {
  const minesweeper::Case& played = config.cases[case_number];
  recorded.rules = config.rules_of(played);
  minesweeper::Player player(config, played);
  minesweeper::PlayerFactory factory(config, choice);
  const minesweeper::AnyPlayerPointer strategy = factory.make(case_number, player.game().rules());
  play_to_the_end(recorded, [&] { player.play(game, *strategy, DigRecorder(recorded.digs)); });
  const auto mines = player.game().layout().mines();
  recorded.mines.assign(mines.begin(), mines.end());
}

void play_on_graph(const minesweeper::Config& config, std::size_t case_number, std::uint64_t game,
                   const solvers::StrategyChoice& choice, RecordedGame& recorded) {
  const minesweeper::Case& played = config.cases[case_number];
  recorded.on_graph = std::make_shared<const minesweeper::Board>(config.board_of(case_number));
  recorded.rules.mine_count = recorded.on_graph->mines;
  recorded.rules.first_click = played.first_click;
  recorded.rules.reveal = played.reveal;
  recorded.rules.motion = played.motion;
  recorded.rules.fixed_mines = recorded.on_graph->fixed_mines;
  minesweeper::GraphPlayer player(config, played);
  minesweeper::PlayerFactory factory(config, choice);
  const minesweeper::AnyGraphPlayerPointer strategy = factory.make(case_number, player.game().rules());
  GraphDigRecorder recorder(recorded.digs);
  play_to_the_end(recorded, [&] { player.play(game, *strategy, &recorder); });
  const auto mines = player.game().layout().mines();
  recorded.mines.assign(mines.begin(), mines.end());
}

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
    recorded.is_first_click_known = true;
    if (played.first_cell != sim::kNoCell) recorded.first_cell = solvers::FirstCellChoice::given;
    recorded.guessing = config.board_of(case_number).guessing;
    const auto play = config.board_of(case_number).graph_board ? play_on_graph : play_on_grid;
    play(config, case_number, game, choice, recorded);
    if (recorded.digs.empty())
      throw InputError::in_file(file, printable(name) + " digs no cell in this game");
    std::sort(recorded.mines.begin(), recorded.mines.end());
  }
  return games;
}

}  // namespace sapper::experiments

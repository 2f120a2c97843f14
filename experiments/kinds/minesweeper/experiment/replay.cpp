#include "experiments/kinds/minesweeper/experiment/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <functional>
#include <optional>
#include <string_view>

#include "experiments/drawing/text_board.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "experiments/kinds/minesweeper/experiment/graph_replay.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"
#include "experiments/kinds/minesweeper/experiment/replayed_dig.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/minesweeper/posterior/lowest_risk.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"

namespace sapper::experiments::minesweeper {

namespace bj = boost::json;

namespace {

using sim::Cell;

// nullopt if counting exceeds its limits.
std::optional<solvers::CellRisks> risks_of(const sim::View& before) {
  try {
    solvers::Posterior posterior(before.grid());
    if (posterior.compute(before)) return posterior.cell_risks();
  } catch (const solvers::ComponentTooWide&) {
  }
  return std::nullopt;
}

// On larger boards certain digs are not proved: a game has one for most of its cells.
constexpr std::size_t kMostCellsProved = 2500;

// Why a cell is certainly safe; nullopt if it is not, or if that would take long.
std::optional<solvers::Proof> proof_of(const sim::View& before, Cell cell) {
  solvers::ProofLimits limits;
  limits.max_calls_of_smaller = 300;
  return solvers::prove(before, {}, cell, limits);
}

// A board in the text of a replay, below the numbers of the digs.
std::string board_text(const sim::Grid& grid, std::function<PictureCell(Cell)> cell) {
  constexpr int kLabelWidth = 7;
  return draw_text({&grid, std::move(cell)}, {.label_width = kLabelWidth, .zero = '0'});
}

PictureCell shown_cell(std::uint8_t number) {
  if (number == sim::kHidden) return {};
  return {CellSign::number, number};
}

// A board of the planes.
class GridBoard final : public ReplayBoard {
 public:
  explicit GridBoard(const sim::View& view) : view_(view), grid_(view.grid()) {}

  std::uint8_t hidden() const override { return sim::kHidden; }
  std::string_view convention() const override { return "row,col from 0"; }
  std::string name_of(Cell cell) const override { return sim::cell_text(grid_, cell); }
  bj::value cell_json(Cell cell) const override { return minesweeper::cell_json(grid_, cell); }
  std::string text_before(const ReplayedDig& dig) const override {
    return board_text(grid_, [&](Cell cell) {
      return cell == dig.move.cell ? PictureCell{CellSign::asked} : shown_cell(dig.before[cell]);
    });
  }
  bj::object position_json(const std::vector<std::uint8_t>& shown) const override {
    bj::object position;
    add_view_facts(position, view_);
    position["cells"] = shown_json(grid_, [&](Cell cell) { return shown[cell]; });
    return position;
  }
  bj::value risks_json(const ReplayedDig& dig) const override {
    return board_json(grid_, [&](Cell cell) {
      return dig.before[cell] == sim::kHidden ? bj::value(json::rounded(dig.p_mine[cell])) : bj::value();
    });
  }

 private:
  const sim::View& view_;
  const sim::Grid& grid_;
};

// Records every dig.
class Recording {
 public:
  explicit Recording(solvers::Strategy& strategy) : strategy_(strategy) {}

  void started(const sim::Game&) {}
  void will_dig(const sim::Game& game, const solvers::Move& move, const solvers::Claim& claim) {
    const sim::View& view = game.view();
    ReplayedDig& dig = digs_.emplace_back();
    dig.move = move;
    dig.claim = claim;
    dig.before = sim::cells_of(view);
    judge_risk(GridBoard(view), dig, [&] { return risks_of(view); });
    if (move.kind == solvers::MoveKind::guess) {
      if (digs_.size() > 1) dig.take(strategy_.explain());
    } else if (move.kind != solvers::MoveKind::first && view.grid().cell_count() <= kMostCellsProved) {
      dig.proof = proof_of(view, move.cell);
      if (!dig.proof) return;
      dig.proof_words = short_argument(view, *dig.proof);
      if (dig.proof_words.empty()) dig.proof_words = proof_words(view, *dig.proof);
      dig.proof_numbers = numbers_of(view, *dig.proof);
    }
  }
  void dug(const sim::Game& game, const solvers::Move&, std::uint32_t opened) {
    digs_.back().opened = opened;
    digs_.back().after = sim::cells_of(game.view());
  }
  const std::vector<ReplayedDig>& digs() const { return digs_; }

 private:
  solvers::Strategy& strategy_;
  std::vector<ReplayedDig> digs_;
};

std::string end_text(const sim::Game& game) {
  return board_text(game.view().grid(),
                    [&](Cell cell) -> PictureCell {
                      if (cell == game.exploded()) return {CellSign::exploded};
                      if (game.layout().is_mine(cell)) return {CellSign::mine};
                      if (!game.view().is_shown(cell)) return {};
                      return shown_cell(static_cast<std::uint8_t>(game.view().number(cell)));
                    }) +
         (game.exploded() == sim::kNoCell ? "(* mine, . hidden and free)\n"
                                          : "(* mine, X the mine that was dug, . hidden and free)\n");
}

// A game replayed by one strategy.
struct Replayed {
  Replayed(const Config& config, std::size_t case_number, std::uint64_t number,
           const solvers::StrategyChoice& choice)
      : label(choice.label),
        player(config, config.cases[case_number]),
        factory(config, choice),
        strategy(factory.make(case_number, player.game().rules())),
        recording((*strategy).strategy) {
    try {
      const GameSummary& summary = player.play(number, *strategy, recording);
      is_won = summary.is_won;
      end = summary.is_forfeited ? fmt::format("given up after {} digs", recording.digs().size())
            : is_won             ? fmt::format("won after {} digs", recording.digs().size())
                                 : fmt::format("lost at dig {}: a mine at {}", recording.digs().size(),
                                               sim::cell_text(player.game().view().grid(), player.game().exploded()));
    } catch (const std::exception& error) {
      end = fmt::format("failed after {} digs: {}", recording.digs().size(), error.what());
    }
  }
  Replayed(const Replayed&) = delete;
  Replayed& operator=(const Replayed&) = delete;

  std::string label;
  Player player;
  PlayerFactory factory;
  AnyPlayerPointer strategy;
  Recording recording;
  bool is_won = false;
  std::string end;
};

bj::object json_of(const Replayed& replayed) {
  const sim::Game& game = replayed.player.game();
  const GridBoard board(game.view());
  std::vector<Cell> mines;
  for (Cell cell = 0; cell < game.view().grid().cell_count(); ++cell)
    if (game.is_laid() && game.layout().is_mine(cell)) mines.push_back(cell);
  return player_json(board, replayed.label, replayed.is_won, replayed.end, mines, game.exploded(),
                     replayed.recording.digs());
}

}  // namespace

solvers::StrategyChoice find_player(const Config& config, std::size_t case_number, const std::string& label,
                                    std::string_view what) {
  for (const solvers::StrategyChoice& choice : config.strategies)
    if (choice.label == label) return choice;
  const solvers::StrategyEntry* entry = find_entry(label);
  if (!entry) {
    std::vector<std::string> known = config.labels();
    for (const solvers::StrategyEntry& other : players()) known.emplace_back(other.name);
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    throw InputError(
        fmt::format("{} is \"{}\"; {}", what, label,
                    json::suggest(label, std::vector<std::string_view>(known.begin(), known.end()))));
  }
  solvers::StrategyChoice choice(*entry);
  if (const auto reason = config.refusal_of(choice, config.cases[case_number]))
    throw InputError(fmt::format("{} {}: {}", what, label, *reason));
  return choice;
}

bj::object rules_json(const sim::GameRules& rules, Guessing guessing) {
  bj::object board;
  add_view_facts(board, sim::View(*rules.grid, rules.mine_count));
  board["layout"] = layout_name(rules.fixed_mines != nullptr, guessing);
  return {{"board", std::move(board)},
          {"first_click", sim::name_of(rules.first_click)},
          {"reveal", sim::name_of(rules.reveal)},
          {"motion", sim::name_of(rules.motion)}};
}

std::string MinesweeperExperiment::replay_player(std::size_t case_number, std::uint64_t number,
                                                 const std::string& label) const {
  const solvers::StrategyChoice choice = find_player(config_, case_number, label);
  if (config_.board_of(case_number).graph_board)
    return GraphReplay(config_, case_number, number, choice).text();
  const Replayed replayed(config_, case_number, number, choice);
  const sim::Game& game = replayed.player.game();
  return fmt::format("{}\n{}{}\n\n{}\n", replayed.label,
                     text_of(GridBoard(game.view()), replayed.recording.digs()), replayed.end,
                     end_text(game));
}

bj::object MinesweeperExperiment::replay_json(std::size_t case_number, std::uint64_t game,
                                              const std::string* label) const {
  return minesweeper::replay_json(config_, case_number, game, label);
}

std::optional<ShownMistake> MinesweeperExperiment::mistake(std::size_t case_number, std::uint64_t number,
                                                           const std::string& label, RecordFilter kind,
                                                           std::size_t after_dig) const {
  if (config_.board_of(case_number).graph_board) {
    std::optional<ShownMistake> found =
        GraphReplay(config_, case_number, number, find_player(config_, case_number, label))
            .mistake(kind, after_dig);
    if (found) found->text.insert(0, replay_head(case_number, number));
    return found;
  }
  const Replayed replayed(config_, case_number, number, find_player(config_, case_number, label));
  const sim::View& view = replayed.player.game().view();
  const std::vector<ReplayedDig>& digs = replayed.recording.digs();
  for (std::size_t i = after_dig; i < digs.size(); ++i)
    if (is_mistake(digs[i], kind))
      return ShownMistake{i + 1,
                          fmt::format("{}{}, dig {}: {}", replay_head(case_number, number), label, i + 1,
                                      mistake_text(GridBoard(view), digs[i], view.grid(), 0, shown_cell))};
  return std::nullopt;
}

bj::object replay_json(const Config& config, std::size_t case_number, std::uint64_t game,
                       const std::string* label, std::string_view what) {
  bj::object replay{{"schema", "sapper-replay/1"},
                    {"name", config.name},
                    {"case", case_number},
                    {"case_name", name_of(config, case_number)},
                    {"game", game},
                    {"seed", config.seed}};
  const Board& board = config.board_of(case_number);
  const Case& played = config.cases[case_number];
  for (auto& member : board.graph_board ? graph_rules_json(board, config.graph_rules_of(played))
                                        : rules_json(config.rules_of(played), board.guessing))
    replay[member.key()] = std::move(member.value());
  if (board.graph_board) add_places(*board.graph_board, replay["board"].as_object());
  if (bj::object files = files_json({&board, 1}); !files.empty()) replay["files"] = std::move(files);
  if (played.first_cell != sim::kNoCell) replay["first_cell_given"] = true;
  bj::array players;
  for (const std::string& player : label ? std::vector{*label} : config.labels()) {
    const solvers::StrategyChoice choice = find_player(config, case_number, player, what);
    players.push_back(board.graph_board ? GraphReplay(config, case_number, game, choice).json()
                                        : json_of(Replayed(config, case_number, game, choice)));
  }
  replay["players"] = std::move(players);
  return replay;
}

}  // namespace sapper::experiments::minesweeper

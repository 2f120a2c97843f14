#include "experiments/kinds/minesweeper/experiment/replay.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <functional>
#include <optional>
#include <string_view>

#include "experiments/drawing/text_board.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/kinds/minesweeper/experiment/argument_words.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/proof_words.hpp"
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

namespace {

using sim::Cell;

// A dig and the board around it.
struct Dig {
  solvers::Move move;
  solvers::Claim claim;
  std::uint32_t opened = 0;
  std::vector<std::uint8_t> before;  // [cell] its number or kHidden
  std::vector<std::uint8_t> after;
  bool is_risky = false;  // it may have hit a mine
  // A risky dig has P(mine) before it, [cell], which is read only where hidden and empty if unknown; the lowest of any
  // hidden cell; the number of cells that were certainly safe; and what was wrong with it, empty if nothing was.
  std::vector<double> p_mine;
  GuessRisk risk;
  std::size_t missed_safe = 0;
  std::string mistake;
  // A guess has the strategy's explanation.
  std::string reason;
  std::optional<double> win_probability;
  std::vector<solvers::Explanation::Candidate> candidates;
  // A certain cell has a proof.
  std::optional<solvers::Proof> proof;
  std::string proof_words, proof_numbers;
};

// nullopt if counting exceeds its limits.
std::optional<solvers::CellRisks> risks_of(const sim::View& before) {
  try {
    solvers::Posterior posterior(before.grid());
    if (posterior.compute(before)) return posterior.cell_risks();
  } catch (const solvers::ComponentTooWide&) {
  }
  return std::nullopt;
}

// Fills what a dig that may hit a mine has, from the view before it.
void judge_risk(const sim::View& before, Dig& dig) {
  dig.is_risky = dig.move.kind == solvers::MoveKind::guess;
  dig.risk = {dig.move.p_mine, dig.move.lowest_p_mine};
  if (!dig.is_risky && dig.move.kind != solvers::MoveKind::pinv) return;
  if (std::optional<solvers::CellRisks> risks = risks_of(before)) {
    dig.p_mine = std::move(risks->p_mine);
    dig.missed_safe = risks->safe.size();
    double lowest = 1;
    for (Cell cell = 0; cell < dig.p_mine.size(); ++cell)
      if (before.is_hidden(cell)) lowest = std::min(lowest, dig.p_mine[cell]);
    if (!dig.is_risky) dig.risk.p_mine = dig.p_mine[dig.move.cell];
    dig.risk.lowest = lowest;
    dig.is_risky = dig.risk.p_mine > 0;
  }
  if (!dig.is_risky) return;
  std::vector<std::string> wrong;
  if (dig.missed_safe > 0) wrong.push_back(count_text(dig.missed_safe, "safe cell") + " missed");
  if (dig.claim.is_certain || dig.move.kind == solvers::MoveKind::pinv)
    wrong.emplace_back("wrongly held to be safe");
  if (dig.missed_safe == 0 && dig.risk.excess() > solvers::LowestRisk::kTie)
    wrong.emplace_back("not of the lowest risk");
  dig.mistake = fmt::format("{}", fmt::join(wrong, ", "));
}

// On larger boards certain digs are not proved: a game has one for most of its cells.
constexpr std::size_t kMostCellsProved = 2500;

// Why a cell is certainly safe; nullopt if it is not, or if that would take long.
std::optional<solvers::Proof> proof_of(const sim::View& before, Cell cell) {
  solvers::ProofLimits limits;
  limits.max_calls_of_smaller = 300;
  return solvers::prove(before, {}, cell, limits);
}

// Records every dig.
class Recording {
 public:
  explicit Recording(solvers::Strategy& strategy) : strategy_(strategy) {}

  void started(const sim::Game&) {}
  void will_dig(const sim::Game& game, const solvers::Move& move, const solvers::Claim& claim) {
    const sim::View& view = game.view();
    Dig& dig = digs_.emplace_back();
    dig.move = move;
    dig.claim = claim;
    dig.before = sim::cells_of(view);
    judge_risk(view, dig);
    if (move.kind == solvers::MoveKind::guess) {
      if (digs_.size() == 1) return;
      const solvers::Explanation explanation = strategy_.explain();
      dig.reason = explanation.why;
      dig.win_probability = explanation.win_probability;
      dig.candidates.assign(explanation.candidates.begin(), explanation.candidates.end());
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
  const std::vector<Dig>& digs() const { return digs_; }

 private:
  solvers::Strategy& strategy_;
  std::vector<Dig> digs_;
};

// A board in the text of a replay, below the numbers of the digs.
std::string board_text(const sim::Grid& grid, std::function<PictureCell(Cell)> cell) {
  constexpr int kLabelWidth = 7;
  return draw_text({&grid, std::move(cell)}, {.label_width = kLabelWidth, .zero = '0'});
}

PictureCell shown_cell(std::uint8_t number) {
  if (number == sim::kHidden) return {};
  return {CellSign::number, number};
}

// The last column of a dig's line.
std::string proved_by(const Dig& dig) {
  if (!dig.proof) return "";
  const bool needs_mine_count = dig.proof->means == solvers::Proof::Means::mine_count;
  return ' ' + dig.proof_numbers + (needs_mine_count ? " and the mine count" : "");
}

// `claimed to be safe; mistake: 10 safe cells missed, wrongly held to be safe; excess risk 0.500000` and a line break;
// empty if there is nothing to say, as of a certain cell that the player holds to be one.
std::string judgement_of(const Dig& dig) {
  std::vector<std::string> parts;
  if (dig.is_risky && dig.claim.is_certain) parts.emplace_back("claimed to be safe");
  if (dig.claim.p_mine && (dig.is_risky || *dig.claim.p_mine > 0))
    parts.push_back(fmt::format("believed P(mine) {:.4f}", *dig.claim.p_mine));
  if (!dig.mistake.empty()) parts.push_back("mistake: " + dig.mistake);
  if (dig.risk.excess() > solvers::LowestRisk::kTie)
    parts.push_back(fmt::format("excess risk {:.6f}", dig.risk.excess()));
  return parts.empty() ? "" : fmt::format("       {}\n", fmt::join(parts, "; "));
}

// A board before each risky dig, then a line for each dig.
std::string text_of(const sim::Grid& grid, const std::vector<Dig>& digs) {
  std::string text =
      "cells are row,col from 0; before a guess the board: . hidden, ? about to be dug\n"
      "  dig  cell          why     P(mine)   opens  proved by\n";
  for (std::size_t i = 0; i < digs.size(); ++i) {
    const Dig& dig = digs[i];
    if (dig.is_risky && i > 0)
      text += board_text(grid, [&](Cell cell) {
        return cell == dig.move.cell ? PictureCell{CellSign::asked} : shown_cell(dig.before[cell]);
      });
    text += fmt::format("{:5}  {:<12}  {:<6}  {:>8}  {:>6}{}\n", i + 1, sim::cell_text(grid, dig.move.cell),
                        solvers::kMoveKindNames[static_cast<std::size_t>(dig.move.kind)],
                        dig.is_risky ? fmt::format("{:.6f}", dig.risk.p_mine) : std::string("-"),
                        dig.opened == 0 ? "mine" : std::to_string(dig.opened), proved_by(dig));
    text += judgement_of(dig);
    if (!dig.reason.empty())
      text += fmt::format(
          "       {}{}\n", dig.reason,
          dig.win_probability ? fmt::format("; win chance {:.4f}", *dig.win_probability) : std::string());
    if (!dig.candidates.empty()) text += "       candidates: cell, P(mine), value\n";
    for (const auto& candidate : dig.candidates)
      text += fmt::format("       {:<9}  {:.6f}  {:.4f}{}\n", sim::cell_text(grid, candidate.cell),
                          candidate.p_mine, candidate.value,
                          candidate.standard_error
                              ? fmt::format(" (standard error {:.4f})", *candidate.standard_error)
                              : std::string());
  }
  return text;
}

// True for a dig that may hit a mine and is a mistake of this kind. The filter of records also keeps games where a guess
// beside a certainly safe cell was safe itself.
bool is_mistake(const Dig& dig, RecordFilter kind) {
  if (!dig.is_risky) return false;
  switch (kind) {
    case RecordFilter::missed:
      return dig.missed_safe > 0;
    case RecordFilter::wrong:
      return dig.claim.is_certain || dig.move.kind == solvers::MoveKind::pinv;
    default:
      return dig.risk.excess() > solvers::LowestRisk::kTie;
  }
}

// As many rows and columns around the cell as CaseDisplay::kMistakeLines and 80 columns allow.
BoardWindow window_around(const BoardTable& table, const sim::Grid& grid, Cell cell) {
  constexpr int kLinesAbove = 2, kMostColumns = 35;
  const auto part = [](int place, int size, int most) {
    const int length = std::min(size, most);
    return std::clamp(place - length / 2, 0, size - length);
  };
  const int most_rows = CaseDisplay::kMistakeLines - kLinesAbove - table.label_lines();
  BoardWindow window;
  window.first_row = part(grid.row_of(cell), grid.rows(), most_rows);
  window.last_row = std::min(window.first_row + most_rows, grid.rows());
  window.first_col = part(grid.col_of(cell), grid.cols(), kMostColumns);
  window.last_col = std::min(window.first_col + kMostColumns, grid.cols());
  return window;
}

// `8,8 (?), P(mine) 1.0000, a mine; 1 safe cell missed (o)` and the board before it.
std::string mistake_text(const sim::Grid& grid, const Dig& dig) {
  const double lowest = dig.missed_safe > 0 ? 0 : dig.risk.lowest.value_or(0);
  const auto is_better = [&](Cell cell) {
    return !dig.p_mine.empty() && dig.p_mine[cell] <= lowest + solvers::LowestRisk::kTie &&
           dig.risk.excess() > solvers::LowestRisk::kTie;
  };
  const BoardPicture picture{&grid, [&](Cell cell) -> PictureCell {
                               if (cell == dig.move.cell) return {CellSign::asked};
                               if (dig.before[cell] != sim::kHidden) return shown_cell(dig.before[cell]);
                               if (!is_better(cell)) return {};
                               return {.sign = CellSign::letter, .letter = 'o'};
                             }};
  const DrawingStyle style{.label_width = 4, .zero = '0'};
  const BoardTable table(grid, style, fitting_form(picture, style));
  std::string text = fmt::format("{} (?), P(mine) {:.4f}{}; {}", sim::cell_text(grid, dig.move.cell),
                                 dig.risk.p_mine, dig.opened == 0 ? ", a mine" : "", dig.mistake);
  if (dig.risk.excess() > solvers::LowestRisk::kTie)
    text += dig.missed_safe > 0 ? "; o: safe" : fmt::format("; o: P(mine) {:.4f}", lowest);
  return text + '\n' + table.draw(picture, window_around(table, grid, dig.move.cell));
}

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

namespace bj = boost::json;

bj::object position_json(const sim::View& view, const std::vector<std::uint8_t>& cells) {
  bj::object position;
  add_view_facts(position, view);
  position["cells"] = shown_json(view.grid(), [&](Cell cell) { return cells[cell]; });
  return position;
}

bj::value risks_json(const sim::Grid& grid, const Dig& dig) {
  if (dig.p_mine.empty()) return nullptr;
  return board_json(grid, [&](Cell cell) {
    return dig.before[cell] == sim::kHidden ? bj::value(json::rounded(dig.p_mine[cell])) : bj::value();
  });
}

bj::array candidates_json(const sim::Grid& grid, const Dig& dig) {
  bj::array list;
  for (const auto& candidate : dig.candidates) {
    bj::object object{{"cell", cell_json(grid, candidate.cell)},
                      {"p_mine", json::rounded(candidate.p_mine)},
                      {"value", json::rounded(candidate.value)}};
    if (candidate.standard_error) object["standard_error"] = json::rounded(*candidate.standard_error);
    list.push_back(std::move(object));
  }
  return list;
}

bj::object dig_json(const sim::View& view, const Dig& dig) {
  const sim::Grid& grid = view.grid();
  const bool is_guess = dig.move.kind == solvers::MoveKind::guess;
  bj::array shown;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (dig.after[cell] != dig.before[cell] && dig.after[cell] != sim::kHidden)
      shown.push_back(bj::array{grid.row_of(cell), grid.col_of(cell), dig.after[cell]});
  bj::object object{{"cell", cell_json(grid, dig.move.cell)},
                    {"why", solvers::kMoveKindNames[static_cast<std::size_t>(dig.move.kind)]},
                    {"p_mine", dig.is_risky ? bj::value(json::rounded(dig.risk.p_mine)) : bj::value()},
                    {"opened", dig.opened},
                    {"shown", std::move(shown)}};
  if (dig.claim.is_made) object["claimed_safe"] = dig.claim.is_certain;
  if (dig.claim.p_mine) object["belief"] = json::rounded(*dig.claim.p_mine);
  if (dig.is_risky) {
    object["lowest_p_mine"] = dig.risk.lowest ? bj::value(json::rounded(*dig.risk.lowest)) : bj::value();
    object["excess_risk"] = dig.risk.lowest ? bj::value(json::rounded(dig.risk.excess())) : bj::value();
    object["missed_safe"] = dig.missed_safe;
    if (!dig.mistake.empty()) object["mistake"] = dig.mistake;
    object["position"] = position_json(view, dig.before);
    object["risks"] = risks_json(grid, dig);
  }
  if (dig.proof) {
    object["reason"] = dig.proof_words;
    object["proved_by"] = cells_json(grid.size(), dig.proof->numbers);
  }
  if (!is_guess) return object;
  if (!dig.reason.empty()) object["reason"] = dig.reason;
  if (dig.win_probability) object["win_probability"] = json::rounded(*dig.win_probability);
  if (!dig.candidates.empty()) object["candidates"] = candidates_json(grid, dig);
  return object;
}

bj::object json_of(const Replayed& replayed) {
  const sim::Game& game = replayed.player.game();
  const sim::Grid& grid = game.view().grid();
  bj::array digs;
  for (const Dig& dig : replayed.recording.digs()) digs.push_back(dig_json(game.view(), dig));
  bj::array mines;
  for (Cell cell = 0; cell < grid.cell_count(); ++cell)
    if (game.is_laid() && game.layout().is_mine(cell)) mines.push_back(cell_json(grid, cell));
  return {{"strategy", replayed.label},
          {"won", replayed.is_won},
          {"end", replayed.end},
          {"mines", std::move(mines)},
          {"exploded",
           game.exploded() == sim::kNoCell ? bj::value() : bj::value(cell_json(grid, game.exploded()))},
          {"digs", std::move(digs)}};
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
  if (const Board& board = config.board_of(case_number); board.graph_board) {
    if (plays_on_graphs(*entry)) return choice;
    throw InputError(fmt::format("{} {}: it does not play on lattices and graphs, such as {}; expected {}",
                                 what, label, name_of(board), players_on_graphs()));
  }
  if (const auto reason = choice.refusal(config.rules_of(config.cases[case_number])))
    throw InputError(fmt::format("{} {}: {}", what, label, *reason));
  return choice;
}

bj::object rules_json(const sim::GameRules& rules, Guessing guessing) {
  bj::object board;
  add_view_facts(board, sim::View(*rules.grid, rules.mine_count));
  board["layout"] = guessing != Guessing::allowed  ? row_of(guessing).name
                    : rules.fixed_mines != nullptr ? kGivenLayout
                                                   : kRandomLayout;
  return {{"board", std::move(board)},
          {"first_click", sim::name_of(rules.first_click)},
          {"reveal", sim::name_of(rules.reveal)},
          {"motion", sim::name_of(rules.motion)}};
}

std::string MinesweeperExperiment::replay_player(std::size_t case_number, std::uint64_t number,
                                                 const std::string& label) const {
  const Replayed replayed(config_, case_number, number, find_player(config_, case_number, label));
  const sim::Game& game = replayed.player.game();
  return fmt::format("{}\n{}{}\n\n{}\n", replayed.label,
                     text_of(game.view().grid(), replayed.recording.digs()), replayed.end, end_text(game));
}

bj::object MinesweeperExperiment::replay_json(std::size_t case_number, std::uint64_t game,
                                              const std::string* label) const {
  return minesweeper::replay_json(config_, case_number, game, label);
}

std::optional<ShownMistake> MinesweeperExperiment::mistake(std::size_t case_number, std::uint64_t number,
                                                           const std::string& label, RecordFilter kind,
                                                           std::size_t after_dig) const {
  const Replayed replayed(config_, case_number, number, find_player(config_, case_number, label));
  const std::vector<Dig>& digs = replayed.recording.digs();
  for (std::size_t i = after_dig; i < digs.size(); ++i)
    if (is_mistake(digs[i], kind))
      return ShownMistake{i + 1,
                          fmt::format("{}{}, dig {}: {}", replay_head(case_number, number), label, i + 1,
                                      mistake_text(replayed.player.game().view().grid(), digs[i]))};
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
  const sim::GameRules rules = config.rules_of(config.cases[case_number]);
  for (auto& member : rules_json(rules, config.board_of(case_number).guessing))
    replay[member.key()] = std::move(member.value());
  if (config.cases[case_number].first_cell != sim::kNoCell) replay["first_cell_given"] = true;
  bj::array players;
  for (const std::string& player : label ? std::vector{*label} : config.labels())
    players.push_back(
        json_of(Replayed(config, case_number, game, find_player(config, case_number, player, what))));
  replay["players"] = std::move(players);
  return replay;
}

}  // namespace sapper::experiments::minesweeper

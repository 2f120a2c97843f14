#include "experiments/kinds/go/go_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/kinds/go/worker.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/differences.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {

namespace {

// The cost in playouts.
double cost_of_game(const Board& board, const solvers::go::PlayerSpec& player) {
  const double moves = board.size * board.size;
  return player.kind == solvers::go::PlayerKind::random ? 1 : moves * player.playouts;
}

std::string replay_pairing(const Config& config, const Board& board, std::uint64_t number,
                           const Pairing& pairing) {
  Match match(config, board, pairing);
  match.play(number);
  const sim::go::Game& game = match.game();
  std::string text = pairing.label + '\n';
  std::size_t move_number = 0;
  for (const sim::go::Move& move : game.moves()) {
    text += fmt::format("{:5}  {} {}\n", ++move_number, move.color == sim::go::Color::black ? 'B' : 'W',
                        to_text(game.board(), move.point));
  }
  const sim::go::Score score = game.score();
  const int margin = score.margin_halves();
  return text + fmt::format("ended after {} moves ({}): Black {}, White {}; {}\n\n{}\n", move_number,
                            kGameStopNames[static_cast<std::size_t>(match.stop())],
                            sim::go::halves_to_text(score.black_halves),
                            sim::go::halves_to_text(score.white_halves),
                            margin == 0  ? "a draw"
                            : margin > 0 ? "Black wins"
                                         : "White wins",
                            draw(game.board()));
}

}  // namespace

GoExperiment::GoExperiment(Config config)
    : PairedExperiment(std::move(config)),
      varies_size_(std::any_of(config_.boards.begin(), config_.boards.end(),
                               [&](const Board& board) { return board.size != config_.boards[0].size; })),
      varies_komi_(std::any_of(config_.boards.begin(), config_.boards.end(), [&](const Board& board) {
        return board.komi_halves != config_.boards[0].komi_halves;
      })) {}

CaseProperties GoExperiment::properties(std::size_t case_number) const {
  using Role = CaseProperty::Role;
  namespace bj = boost::json;
  const Board& board = config_.boards[case_number];
  return {{"size", bj::value(board.size), Role::board, varies_size_, fmt::format("{0} x {0}", board.size)},
          {"komi", bj::value(board.komi_halves / 2.0), Role::board, varies_komi_,
           "komi " + sim::go::halves_to_text(board.komi_halves)},
          {"scoring", bj::value(name_of(config_.scoring)), Role::setting, false, {}},
          {"end", bj::value(name_of(config_.end)), Role::setting, false, {}}};
}

Result GoExperiment::result(std::size_t case_number, std::size_t player, const CaseTally& tally) const {
  return result_of(config_, case_number, player, tally);
}

double GoExperiment::game_cost(std::size_t case_number) const {
  const Board& played = config_.boards[case_number];
  double cost = 0;
  for (const Pairing& pairing : config_.strategies)
    cost += cost_of_game(played, pairing.black) + cost_of_game(played, pairing.white);
  return cost * played.size * played.size;
}

std::uint64_t GoExperiment::first_chunk(std::size_t case_number) const {
  constexpr double kCost = 500'000;  // some 20 ms
  return std::clamp<std::uint64_t>(static_cast<std::uint64_t>(kCost / game_cost(case_number)), 1, 64);
}

std::unique_ptr<Worker> GoExperiment::make_worker(std::optional<RecordFilter>) const {
  return std::make_unique<GoWorker>(*this, config_);
}

std::string GoExperiment::summary(const TallyOf& tally_of, double wall_per_core_s, std::size_t width) const {
  return summary_of(config_, tally_of, wall_per_core_s, width);
}

std::string GoExperiment::replay(std::size_t case_number, std::uint64_t game,
                                 const std::string* label) const {
  const Board& played = config_.boards[case_number];
  std::string text = fmt::format("{}: game {} of case {}, {}; seed {}\n\n", config_.name, game, case_number,
                                 name_of(played), config_.seed);
  if (label)
    return text + replay_pairing(config_, played, game, config_.strategies[find_label(*this, *label)]);
  for (const Pairing& pairing : config_.strategies) text += replay_pairing(config_, played, game, pairing);
  return text;
}

std::string GoExperiment::outline() const {
  return first_lines(
             config_.boards.size(), "cases",
             [&](std::size_t i) { return fmt::format("  case {}: {}\n", i, name_of(config_.boards[i])); }) +
         fmt::format("  scoring {}, end {}\n  strategies: {}\n", name_of(config_.scoring),
                     name_of(config_.end), fmt::join(config_.labels(), ", "));
}

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const std::filesystem::path&,
                                            const Overrides& overrides) {
  return std::make_unique<GoExperiment>(read_config(document, overrides));
}

namespace {

using json::rounded;
namespace bj = boost::json;

void add_length(bj::object& result, const PairingCounts& counts, int size, std::uint64_t games) {
  const auto count = static_cast<double>(games);
  const double mean = games == 0 ? 0 : static_cast<double>(counts.moves) / count;
  const double variance = games == 0 ? 0 : static_cast<double>(counts.moves_squared) / count - mean * mean;
  set_path(result, "length.mean", rounded(mean));
  set_path(result, "length.standard_deviation", rounded(std::sqrt(std::max(variance, 0.0))));
  set_path(result, "length.bin_width", length_bin_width(size));
}

double margin_of(const PairingCounts& tally, std::uint64_t games) {
  if (games == 0) return 0;
  const double halves =
      static_cast<double>(tally.black_margin_halves) - static_cast<double>(tally.white_margin_halves);
  return rounded(halves / 2 / static_cast<double>(games));
}

}  // namespace

Result result_of(const Config& config, std::size_t case_number, std::size_t player, const CaseTally& tally) {
  const Board& board = config.boards[case_number];
  const std::uint64_t games = tally.games();
  const Pairing& pairing = config.strategies[player];
  const PairingCounts& counts = tally.player(player);
  Result result;
  result.label = pairing.label;
  result.json = {{"case", case_number},
                 {"board", to_json(board)},
                 {"scoring", name_of(config.scoring)},
                 {"end", name_of(config.end)},
                 {"strategy", pairing.label},
                 {"label", pairing.label},
                 {"black", name_of(pairing.black)},
                 {"white", name_of(pairing.white)}};
  add_win_rate(result, config, counts.wins, games);
  set_path(result.json, "margin.mean", margin_of(counts, games));
  add_length(result.json, counts, board.size, games);
  set_path(result.json, "captures.mean", rounded_ratio(counts.taken_by_black + counts.taken_by_white, games));
  add_reported(result.json, counts);
  return result;
}

// Results for people: the rates in the progress line and the table at the end.

namespace {

// The columns after the pairing's.
std::vector<std::string> numbers_of(const CaseTally& tally, std::size_t pairing, double wall_per_core_s) {
  const PairingCounts& counts = tally.player(pairing);
  const auto games = static_cast<double>(std::max<std::uint64_t>(tally.games(), 1));
  const double wall_s = static_cast<double>(counts.core_ns) * 1e-9 * wall_per_core_s;
  const double margin =
      static_cast<double>(counts.black_margin_halves) - static_cast<double>(counts.white_margin_halves);
  const auto taken = static_cast<double>(counts.taken_by_black + counts.taken_by_white);
  return {with_commas(tally.games()),
          rate_text(counts.wins, tally.games()),
          percent_text(counts.draws, tally.games()),
          fmt::format("{:+.1f}", margin / 2 / games),
          fmt::format("{:.1f}", static_cast<double>(counts.moves) / games),
          fmt::format("{:.1f}", taken / games),
          wall_s > 0 ? with_commas(static_cast<std::uint64_t>(games / wall_s)) : "-"};
}

}  // namespace

std::string summary_of(const Config& config, const Experiment::TallyOf& tally_of, double wall_per_core_s,
                       std::size_t width) {
  ResultsTable table(
      {"board", "strategy", "games", "Black wins", "draws", "margin", "moves", "taken", "games/s"});
  std::uint64_t capped = 0;
  for (std::size_t board = 0; board < config.boards.size(); ++board) {
    const CaseTally& tally = CaseTally::of(tally_of(board));
    if (tally.games() == 0) continue;  // interrupted run, or another shard
    table.begin_group(name_of(config.boards[board]));
    for (std::size_t i = 0; i < config.strategies.size(); ++i) {
      table.add_row(config.strategies[i].label, numbers_of(tally, i, wall_per_core_s));
      capped += tally.player(i).stops[static_cast<std::size_t>(GameStop::capped)];
    }
  }
  std::string text =
      table.text(width) + fmt::format("\n{}; margin: Black's lead in points, komi counted; {} scoring\n",
                                      rate_note(), name_of(config.scoring));
  if (capped > 0)
    text += fmt::format("{} games were stopped after {} moves per point and scored as they were.\n",
                        with_commas(capped), kMoveCapPerPoint);
  return text;
}

}  // namespace sapper::experiments::go

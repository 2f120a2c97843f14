#include "experiments/kinds/go/go_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/go/text.hpp"

namespace sapper::experiments::go {

namespace {

// The cost in playouts.
double cost_of_game(const Board& board, const solvers::go::PlayerChoice& player) {
  return player.playouts() == 0 ? 1 : static_cast<double>(board.size * board.size) * player.playouts();
}

// Black's mean lead, in points.
double mean_margin(const PairingCounts& counts, std::uint64_t games) {
  const double halves =
      static_cast<double>(counts.black_margin_halves) - static_cast<double>(counts.white_margin_halves);
  return games == 0 ? 0 : halves / 2 / static_cast<double>(games);
}

void add_length(boost::json::object& result, const PairingCounts& counts, int size, std::uint64_t games) {
  const double mean = ratio(counts.moves, games);
  const double variance = ratio(counts.moves_squared, games) - mean * mean;
  set_path(result, "length.mean", json::rounded(mean));
  set_path(result, "length.standard_deviation", json::rounded(std::sqrt(std::max(variance, 0.0))));
  set_path(result, "length.bin_width", length_bin_width(size));
}

}  // namespace

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

std::string GoExperiment::replay_player(std::size_t case_number, std::uint64_t number,
                                        const std::string& label) const {
  Match match(config_, config_.boards[case_number], config_.strategies[find_label(*this, label)]);
  match.play(number);
  const sim::go::Game& game = match.game();
  std::string text = label + '\n';
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

std::string GoExperiment::outline() const {
  return first_lines(
             config_.boards.size(), "cases",
             [&](std::size_t i) { return fmt::format("  case {}: {}\n", i, name_of(config_.boards[i])); }) +
         fmt::format("  scoring {}, end {}\n  strategies: {}\n", name_of(config_.scoring),
                     name_of(config_.end), fmt::join(labels_, ", "));
}

boost::json::object GoExperiment::result(std::size_t case_number, std::size_t player,
                                         const CaseTally& tally) const {
  const Board& board = config_.boards[case_number];
  const std::uint64_t games = tally.games();
  const Pairing& pairing = config_.strategies[player];
  const PairingCounts& counts = tally.player(player);
  boost::json::object result{
      {"case", case_number},           {"board", to_json(board)},      {"scoring", name_of(config_.scoring)},
      {"end", name_of(config_.end)},   {"strategy", pairing.label},    {"label", pairing.label},
      {"black", pairing.black.name()}, {"white", pairing.white.name()}};
  add_win_rate(result, config_, counts.wins, games);
  set_path(result, "margin.mean", json::rounded(mean_margin(counts, games)));
  add_length(result, counts, board.size, games);
  set_path(result, "captures.mean", rounded_ratio(counts.taken_by_black + counts.taken_by_white, games));
  add_reported(result, counts);
  return result;
}

std::string GoExperiment::summary(const TallyOf& tally_of, std::optional<double> wall_per_core_s,
                                  std::size_t width) const {
  const SpeedColumns speeds(wall_per_core_s);
  ResultsTable table(
      speeds.heads({"board", "strategy", "games", "Black wins", "draws", "margin", "moves", "taken"}));
  std::uint64_t capped = 0;
  add_rows(
      tally_of,
      [&](const CaseTally& tally, std::size_t pairing) -> std::vector<std::string> {
        const PairingCounts& counts = tally.player(pairing);
        const std::uint64_t games = tally.games();
        capped += counts.stops[static_cast<std::size_t>(GameStop::capped)];
        return speeds.row(
            {with_commas(games), rate_text(counts.wins, games), percent_text(counts.draws, games),
             fmt::format("{:+.1f}", mean_margin(counts, games)),
             fmt::format("{:.1f}", ratio(counts.moves, games)),
             fmt::format("{:.1f}", ratio(counts.taken_by_black + counts.taken_by_white, games))},
            games, counts.core_ns, counts.core_ns);
      },
      table);
  std::string text =
      table.text(width) + fmt::format("\n{}; margin: Black's lead in points, komi counted; {} scoring\n",
                                      rate_note(), name_of(config_.scoring));
  if (capped > 0)
    text += fmt::format("{} games were stopped after {} moves per point and scored as they were.\n",
                        with_commas(capped), kMoveCapPerPoint);
  return text;
}

std::unique_ptr<Experiment> make_experiment(const json::Document& document, const std::filesystem::path&,
                                            const ConfigOverrides& overrides) {
  return std::make_unique<GoExperiment>(read_config(document, overrides));
}

}  // namespace sapper::experiments::go

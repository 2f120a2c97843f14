#include "experiments/kinds/go/go_experiment.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/kinds/go/results.hpp"
#include "experiments/kinds/go/worker.hpp"
#include "experiments/kinds/paired/result_parts.hpp"
#include "experiments/support/errors.hpp"
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

}  // namespace sapper::experiments::go

#include "experiments/review/kept_review.hpp"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <exception>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/run/exact_numbers.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_identity.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;

// Visits an optional value as whether there is one, and it.
template <class Optional, class Value, class Visit>
void each_number_of_optional(Optional& optional, Value value, Visit& visit) {
  bool has_value = optional.has_value();
  visit(has_value);
  if (!has_value) return;
  if (optional) value = static_cast<Value>(*optional);
  visit(value);
  if constexpr (!std::is_const_v<Optional>) optional = static_cast<typename Optional::value_type>(value);
}

template <class Dig, class Visit>
void each_number_of_dig(Dig& dig, Visit& visit) {
  visit(dig.number);
  visit.size(dig.cells);
  for (auto& cell : dig.cells) visit(cell);
  visit(dig.p_mine);
  visit(dig.lowest_p_mine);
  visit(dig.missed_safe);
  each_number_of_optional(dig.least_inference, std::uint32_t{0}, visit);
  visit(dig.claim.is_made);
  visit(dig.claim.is_certain);
  each_number_of_optional(dig.claim.p_mine, 0.0, visit);
  visit(dig.best);
  visit(dig.w_best);
  visit(dig.w_dig);
  visit(dig.w_error);
  visit(dig.given_away);
  visit(dig.given_away_error);
  visit(dig.luck);
  visit(dig.is_forced);
}

template <class Game, class Visit>
void each_number_of_game(Game& game, Visit& visit) {
  visit(game.is_won);
  visit(game.w_start);
  visit(game.given_away);
  visit(game.luck);
  visit(game.difference);
  visit(game.dig_count);
  visit(game.wrong_claims);
  visit(game.unjudged);
  visit.size(game.digs);
  for (auto& dig : game.digs) each_number_of_dig(dig, visit);
}

}  // namespace

std::string identity_of(const RecordedGame& game) {
  Hash hash;
  const auto add_number = [&](std::size_t number) { hash.add(static_cast<std::uint32_t>(number)); };
  const auto add_cells = [&](const std::vector<sim::Cell>& cells) {
    add_number(cells.size());
    for (const sim::Cell cell : cells) hash.add(cell);
  };
  for (const std::string& text : {game.file, game.player}) {
    hash.add(text);
    add_number(text.size());
  }
  const minesweeper::Board board = game.board();
  add_number(static_cast<std::size_t>(board.rows));
  add_number(static_cast<std::size_t>(board.cols));
  add_number(static_cast<std::size_t>(board.topology));
  if (board.graph_board) hash.add(fmt::format("{:016x}", board.graph_board->hash));
  add_number(static_cast<std::size_t>(game.rules.reveal));
  add_number(game.is_first_click_known ? 1 + static_cast<std::size_t>(game.rules.first_click) : 0);
  add_number(game.first_cell == solvers::FirstCellChoice::given ? 1 : 0);
  add_number(game.won ? 1 + static_cast<std::size_t>(*game.won) : 0);
  add_cells(game.mines);
  for (const RecordedDig& dig : game.digs) {
    add_cells(dig.cells);
    add_cells(dig.flag_changes);
  }
  return fmt::format("{:016x}", hash.value());
}

std::string line_of(const KeptReview& kept) {
  bj::object line;
  if (!kept.game.empty()) line["game"] = kept.game;
  if (kept.judged) {
    NumberWriter numbers;
    each_number_of_game(*kept.judged, numbers);
    line["judged"] = numbers.take();
  } else {
    line["refusal"] = printable(kept.refusal, kept.refusal.size() + 1);
  }
  return bj::serialize(line);
}

KeptReview kept_review(std::string_view line) {
  KeptReview kept;
  try {
    const bj::value value = bj::parse(line);
    const bj::object& object = value.as_object();
    if (const bj::value* const game = object.if_contains("game")) read_json(*game, "game", kept.game);
    if (const bj::value* const judged = object.if_contains("judged")) {
      NumberReader numbers(*judged);
      each_number_of_game(kept.judged.emplace(), numbers);
      numbers.end();
    } else {
      read_json(object.at("refusal"), "refusal", kept.refusal);
    }
  } catch (const std::exception&) {
    throw InputError("the checkpoint is not valid; delete it and run without --resume to start over");
  }
  return kept;
}

}  // namespace sapper::experiments

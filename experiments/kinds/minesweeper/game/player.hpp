// Plays games of one case with any strategy and counts what happens.
//
// Every strategy plays the same games: game k's mines and a strategy's random choices come from streams identified by
// (seed, board, k) alone. This is the hot path; it allocates nothing once the buffers have grown.
//
// Kinds of digs: a dig has the kind given by its strategy, except the first dig of a game. That one is `first` if the
// rules keep its cell free of mines; else it is a guess like any other, with the risk given by the first-click rule
// (sim::first_dig_risk), even where the config chooses its cell. So every loss is caused by a guess or a wrong dig. If a
// file fixes the layout, these
// probabilities, like the strategies' own, are those of a random layout: they are correct on average over layouts, not
// for this one. Layouts that need no guess (Board::guessing) are drawn for each game and strategy again. They never
// have a mine under the first dig, which is then `first` under any rule; of other guesses the risk remains that of all
// layouts. An external player does not give kinds: the referee determines whether its dig was safe by the local rules,
// safe in every layout (csp), or a guess, and at what risk; so its losses are guesses' losses, whatever it claimed.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "experiments/kinds/minesweeper/game/dealer.hpp"
#include "experiments/kinds/minesweeper/game/game_in_play.hpp"
#include "experiments/kinds/minesweeper/game/outside_player.hpp"
#include "experiments/kinds/minesweeper/game/referee.hpp"
#include "experiments/kinds/minesweeper/game/tally.hpp"
#include "solvers/minesweeper/choice/strategy.hpp"

namespace sapper::experiments::minesweeper {

// Phases are timed in one game of this many: those whose number is a multiple of it.
inline constexpr std::uint64_t kTimedEvery = 16;

// Observes every game and dig, for replays. The default observer does nothing and costs nothing.
struct NoObserver {
  void started(const sim::Game&) {}
  // The game before and after a dig.
  void will_dig(const sim::Game&, const solvers::Move&, const solvers::Claim&) {}
  void dug(const sim::Game&, const solvers::Move&, std::uint32_t /*opened*/) {}
};
// Whether an observer wants to see each dig: it does not inherit both defaults.
template <class Observer>
inline constexpr bool kSeesDigs =
    !std::is_same_v<decltype(&Observer::dug), decltype(&NoObserver::dug)> ||
    !std::is_same_v<decltype(&Observer::will_dig), decltype(&NoObserver::will_dig)>;

// The exact risk of a guess.
struct GuessRisk {
  double p_mine = 0;
  std::optional<double> lowest;  // of any hidden cell; nullopt where it is unknown

  // How much more was risked than necessary; 0 where that is unknown. Risks that differ by LowestRisk::kTie are equal.
  double excess() const { return lowest ? std::max(p_mine - *lowest, 0.0) : 0; }
  bool operator==(const GuessRisk&) const = default;
};

// What happened in one game.
struct GameSummary {
  std::uint64_t number = 0;
  bool is_won = false;
  bool is_lost_by_guess = false;
  std::uint32_t turns = 0;  // of the strategy, including the first dig
  std::array<std::uint32_t, solvers::kMoveKindCount> moves{};
  std::vector<GuessRisk> guesses;  // in order; if a guess lost, it is the last
  bool is_forfeited = false;       // lost because the player resigned or failed
  std::uint32_t missed_safe = 0;   // guesses made while some cell was certainly safe
  // Digs that the player claimed as certain, and those of them that could have been mines.
  std::uint32_t claims = 0;
  std::uint32_t wrong_claims = 0;
  // The P(mine) that an external player stated for its digs: how often, and the sum of the squared differences from the
  // exact ones.
  std::uint32_t beliefs = 0;
  double squared_errors = 0;
  // Fallible flags at the end of the game, and the wrong ones among them.
  std::uint32_t flags = 0;
  std::uint32_t wrong_flags = 0;

  double total_risk() const;  // of its guesses
  bool has_excess_risk() const;
};

void count(const GameSummary& game, StrategyCounts& counts);

// For a turn without a dig of a hidden cell.
[[noreturn]] void fail_idle();

// Lets the referee judge a dig before it is made, of which the player has claimed this or nothing: fills in its kind and
// risk, and counts what it was worth in the summary of its game.
template <class Boards>
void rule_on_dig(RefereeOf<Boards>& referee, const typename Boards::View& view, const solvers::Claim& claim,
                 solvers::Move& move, GameSummary& summary);
extern template void rule_on_dig(RefereeOf<solvers::OnGrids>&, const sim::View&, const solvers::Claim&,
                                 solvers::Move&, GameSummary&);
extern template void rule_on_dig(RefereeOf<solvers::OnGraphs>&, const sim::GraphPosition&,
                                 const solvers::Claim&, solvers::Move&, GameSummary&);

class Player {
 public:
  Player(const Config& config, const Case& played);

  const sim::Game& game() const { return game_.game(); }
  // Processor time spent on judging guesses since the last call.
  std::uint64_t take_referee_ns() { return referee_.take_spent_ns(); }

  // Plays one game. The summary is valid until the next game. std::logic_error if the strategy violates its contract.
  template <class Observer = NoObserver>
  const GameSummary& play(std::uint64_t number, const AnyPlayer& player, Observer&& observer = {});

  // The same, but defers guesses that the strategy has not judged to settle(). Judging them mid-game would evict the
  // strategy's tables from the processor's caches: `rules` then takes a tenth longer.
  template <class Observer = NoObserver>
  void play_ahead(std::uint64_t number, const AnyPlayer& player, Observer&& observer = {});
  // Whether settle() is due.
  bool is_far_ahead() const { return played_ >= (plays_ahead() ? kMostAhead : 1); }
  // Judges the deferred guesses. Returns the summaries of all games since the last call, in the order in which this
  // strategy played them; valid until the next game.
  std::span<const GameSummary> settle();

  // The game being played or judged, or the last one.
  std::uint64_t current_game() const { return current_game_; }

 private:
  static constexpr std::size_t kMostAhead = 32;  // games
  static constexpr sim::Cell kLargestBoardAhead =
      64 * 64;  // each deferred guess keeps a view, and each game its board

  // A guess deferred to settle().
  struct DeferredGuess {
    sim::View view;
    solvers::Move move;
    std::size_t game;   // in games_
    std::size_t index;  // in that game's guesses
  };

  template <class Observer>
  void play_game(std::uint64_t number, const AnyPlayer& player, Observer& observer);
  void choose_first_dig(const AnyPlayer& player);
  // The player's turn.
  void plan(const AnyPlayer& player, std::span<const sim::CellBlock> shown);
  bool plays_ahead() const { return game_.view().grid().cell_count() <= kLargestBoardAhead; }
  // Digs in order until the game ends, or only the first if the mines move. Returns whether any dig was made.
  template <class Observer>
  bool make_digs(solvers::PhaseTimer& phases, Observer& observer);
  // The same for cells that the strategy calls safe, many at a time.
  bool dig_safe_cells(std::span<const sim::CellBlock> cells, solvers::MoveKind kind);
  // The same for one dig. Returns whether it was made.
  template <class Observer>
  bool make_dig(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases,
                Observer& observer);
  bool may_dig_on() const { return !game_.is_over() && !do_mines_move(); }
  bool do_mines_move() const { return game().rules().motion == sim::MineMotion::moving; }
  // Judges a dig before it is made: its kind and risk, if the strategy leaves them to the referee.
  void judge(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases);
  void leave(const solvers::Move& guess);
  GameSummary& summary() { return games_[played_]; }
  void start_summary(std::uint64_t number);
  void finish_summary(const solvers::Strategy& strategy);

  Dealer dealer_;
  GameInPlay game_;
  sim::Stream random_;
  solvers::Digs digs_;
  std::vector<solvers::Claim> claims_;  // [move of digs_] of a player from outside; else empty
  solvers::MoveKind last_kind_ = solvers::MoveKind::first;
  // The first played_ are complete, except the risks of deferred guesses. Entries are reused and keep their memory, as
  // are those of left_, of which left_count_ are in use.
  std::vector<GameSummary> games_{1};
  std::size_t played_ = 0;
  std::vector<DeferredGuess> left_;
  std::size_t left_count_ = 0;
  bool leaves_guesses_ = false;
  std::uint64_t current_game_ = 0;
  Referee referee_;
};

template <class Observer>
const GameSummary& Player::play(std::uint64_t number, const AnyPlayer& player, Observer&& observer) {
  SAPPER_EXPECT(played_ == 0);
  leaves_guesses_ = false;
  play_game(number, player, observer);
  return games_.front();
}

template <class Observer>
void Player::play_ahead(std::uint64_t number, const AnyPlayer& player, Observer&& observer) {
  leaves_guesses_ = plays_ahead();
  play_game(number, player, observer);
  ++played_;
}

template <class Observer>
void Player::play_game(std::uint64_t number, const AnyPlayer& player, Observer& observer) {
  using solvers::Phase;
  solvers::Strategy& strategy = player.strategy;
  solvers::PhaseTimer& phases = strategy.telemetry().phases;
  if (number % kTimedEvery == 0) phases.start(Phase::layout);
  const sim::GameId id = dealer_.id_of(number);
  game_.start(id);
  random_ = sim::Stream(id, sim::StreamPurpose::strategy);
  phases.enter(Phase::choice);
  start_summary(number);
  referee_.forget();
  strategy.start_game(number);
  strategy.begin(game_.view(), random_);
  choose_first_dig(player);
  phases.enter(Phase::layout);
  const sim::Cell first = digs_.empty() ? 0 : digs_.front().cell;
  game_.lay(first);
  observer.started(game());

  for (;;) {
    ++summary().turns;
    if (digs_.empty() && player.has_resigned()) break;
    phases.enter(Phase::reveal);
    if (!make_digs(phases, observer)) fail_idle();
    if (game_.is_over()) break;
    if (do_mines_move()) {
      // The shown numbers have changed: previous knowledge is invalid.
      strategy.begin(game_.view(), random_);
      game_.forget_shown();
    }
    plan(player, game().shown());
    game_.forget_shown();
  }
  phases.stop();
  finish_summary(strategy);
  strategy.finish(summary().is_won);
}

template <class Observer>
bool Player::make_digs(solvers::PhaseTimer& phases, Observer& observer) {
  bool any = false;
  if (!kSeesDigs<Observer> && !do_mines_move()) {
    any = dig_safe_cells(digs_.safe, digs_.safe_kind);
  } else {
    sim::for_each_cell(digs_.safe, [&](sim::Cell cell) {
      solvers::Move move{cell, digs_.safe_kind, 0};
      if (!any || may_dig_on()) any |= make_dig(move, {}, phases, observer);
    });
  }
  for (std::size_t i = 0; i < digs_.moves.size(); ++i)
    if (!any || may_dig_on())
      any |= make_dig(digs_.moves[i], i < claims_.size() ? claims_[i] : solvers::Claim(), phases, observer);
  return any;
}

inline bool Player::dig_safe_cells(std::span<const sim::CellBlock> cells, solvers::MoveKind kind) {
  const std::size_t shown = game().shown().size();
  const std::uint32_t digs = game_.dig_next(cells);
  if (digs == 0) return false;
  last_kind_ = kind;
  summary().moves[static_cast<std::size_t>(kind)] += digs;
  referee_.see(game().shown().subspan(shown));
  return true;
}

template <class Observer>
bool Player::make_dig(solvers::Move& move, const solvers::Claim& claim, solvers::PhaseTimer& phases,
                      Observer& observer) {
  if (!game_.view().is_hidden(move.cell)) return false;
  if (!move.is_judged || move.kind == solvers::MoveKind::pinv) judge(move, claim, phases);
  last_kind_ = move.kind;
  ++summary().moves[static_cast<std::size_t>(move.kind)];
  if (move.kind == solvers::MoveKind::guess) summary().guesses.push_back({move.p_mine, move.lowest_p_mine});
  observer.will_dig(game(), move, claim);
  const std::size_t shown = game().shown().size();
  const std::uint32_t hidden = game_.view().hidden_count();
  game_.dig_next(move.cell);
  if (do_mines_move())
    referee_.forget();
  else
    referee_.see(game().shown().subspan(shown));
  observer.dug(game(), move, hidden - game_.view().hidden_count());
  return true;
}

}  // namespace sapper::experiments::minesweeper

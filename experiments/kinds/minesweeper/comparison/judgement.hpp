// Estimates how much the choices of other strategies would gain in the guesses of an experiment's first strategy.
//
// The first strategy plays the games that `run` plays, from the same random streams. At each of its guesses, except the
// first dig of a game, every other strategy is asked where it would dig; if the choices differ, they are judged on the
// same sampled layouts (judgement.hpp). The sum of the gains over the guesses of a game estimates the gain in win rate
// of the other strategy (performance-difference lemma: Kakade and Langford, "Approximately optimal approximate
// reinforcement learning", 2002). The lemma is exact if play-outs continue as the other strategy plays. Otherwise the
// estimate tends to be too high: one gain makes another superfluous, and play-outs by a weaker rule than the strategies'
// mishandle positions that the strategies would win.
//
// The result does not depend on the number of threads. Cost: some milliseconds per guess and 100 layouts by the rule of
// `progress`.
#pragma once

#include <array>
#include <atomic>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/kinds/minesweeper/config/config.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/choice/dig_playouts.hpp"

namespace sapper::experiments::minesweeper {

// Phases of a game, by the natural logarithm of the number of layouts left: up to these bounds.
inline constexpr std::array<double, 5> kPhaseEnds{20, 40, 80, 120, 1e300};

// The gain of one strategy, over guesses of one phase or of all.
struct ChoiceGain {
  std::uint64_t guesses = 0;  // in which it chose another cell
  double sum = 0;             // of the differences in win probability
  double squares = 0;         // of the sums per game

  // The gain per game, and the half-width of its 95 % interval, which needs two games: the longer side of
  // mean_interval_95, as a game may gain or lose everything.
  double mean(std::uint64_t games) const;
  double half_width(std::uint64_t games) const;
};

struct Judgement {
  std::size_t case_number = 0;
  std::uint64_t games = 0;
  std::uint64_t guesses = 0;   // of the first strategy
  std::uint64_t unjudged = 0;  // of them, those whose frontier was too wide to count
  // [strategy - 1][phase], then all phases.
  std::vector<std::array<ChoiceGain, kPhaseEnds.size() + 1>> gains;
};
// The judgement of a case before its first game.
Judgement empty_judgement(const Config& config, std::size_t case_number);
// All that games have added, as whole numbers, and the judgement of which they are. WrongField if they are not of this config.
boost::json::array numbers_of(const Judgement& judgement);
Judgement judgement_of(const Config& config, std::size_t case_number, const boost::json::value& numbers);

struct JudgeOptions {
  std::uint64_t first_game = 0;  // the games are this one and the following ones
  std::uint32_t layouts = 400;
  solvers::PlayoutRule rule = solvers::PlayoutRule::progress;
  std::size_t threads = 1;
};

// InputError if the config has no second strategy, an external one other than the first, or games that cannot be judged
// (refusal_to_judge).
void check_judgeable(const Config& config);

// Judges the config's games of the judgement's case that it lacks, and adds them. Ends early, without the games in play, if
// `interrupt` becomes true. after_game: called after each game was added, by one thread at a time. RunError.
void judge_games(const Config& config, const JudgeOptions& options, const std::atomic<bool>& interrupt,
                 Judgement& judgement, const std::function<void()>& after_game);

std::string text_of(const Config& config, const Judgement& judgement);
// An element of `cases` in sapper-judge/1.
boost::json::object to_json(const Config& config, const Judgement& judgement);
// sapper-judge/1.
boost::json::object judgements_json(const Config& config, std::span<const Judgement> judgements,
                                    const JudgeOptions& judged);
// As results and options call the rule.
std::string_view playout_name(solvers::PlayoutRule rule);

// Judges guesses in one position by play-outs on the same sampled layouts (solvers/minesweeper/choice/dig_playouts.hpp),
// which continue by the given rule, with exact end-games, whoever made the guess. Boards: OnGrids or OnGraphs.
template <class Boards>
class ChoiceJudgeOf {
 public:
  using View = typename Boards::View;

  // The board must outlive the object.
  explicit ChoiceJudgeOf(const typename Boards::Board& board,
                         solvers::PlayoutRule rule = solvers::PlayoutRule::progress)
      : posterior_(board), digs_(board, rule) {}

  // cells: hidden ones; fills values(). solvers::ComponentTooWide if the frontier is too wide to count;
  // std::logic_error if no layout is consistent with the view.
  void judge(const View& view, std::span<const sim::Cell> cells, std::uint32_t layouts, sim::Stream& random);

  // [cell]: the estimated win probability after a dig there.
  std::span<const double> values() const { return values_; }
  // The natural logarithm of the number of layouts of the position.
  double log_layouts() const { return log_layouts_; }

 private:
  typename Boards::Posterior posterior_;
  solvers::DigPlayoutsOf<Boards> digs_;
  std::vector<double> values_;
  double log_layouts_ = 0;
};
using ChoiceJudge = ChoiceJudgeOf<solvers::OnGrids>;

extern template class ChoiceJudgeOf<solvers::OnGrids>;
extern template class ChoiceJudgeOf<solvers::OnGraphs>;

}  // namespace sapper::experiments::minesweeper

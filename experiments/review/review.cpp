#include "experiments/review/review.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/stats/statistics.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/hash.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/board_statistics.hpp"
#include "sim/minesweeper/graph_statistics.hpp"
#include "sim/support/interruptible.hpp"

namespace sapper::experiments {
namespace {

using sim::Cell;

// Judges of this many boards are kept.
constexpr std::size_t kMostJudges = 16;

PlayerReview::Mean mean_of(const ValueSums& values, const Interval& interval) {
  PlayerReview::Mean mean{values.sum / static_cast<double>(values.count), {}};
  if (values.count > 1 && interval.low < interval.high) mean.interval = interval;
  return mean;
}

PlayerReview::Mean share_of(std::uint64_t wins, std::uint64_t games) {
  return mean_of({games, static_cast<double>(wins), static_cast<double>(wins)}, wilson_95(wins, games));
}

// A hash over the board and its mines: the same game is judged alike wherever it comes from.
std::uint64_t key_of(const RecordedGame& game) {
  Hash hash;
  const minesweeper::Board board = game.board();
  hash.add(static_cast<std::uint32_t>(board.rows));
  hash.add(static_cast<std::uint32_t>(board.cols));
  for (const Cell mine : game.mines) hash.add(mine);
  return hash.value();
}

// What a file whose first dig contradicts a first-click rule says.
void check_first_dig(const RecordedGame& game, bool is_asked) {
  const Cell first = game.digs.front().cells.front();
  const sim::FirstClickRule rule = game.rules.first_click;
  std::vector<Cell> kept_free;
  if (game.on_graph)
    sim::append_protected_cells(*game.graph_rules().graph, rule, first, kept_free);
  else
    sim::append_protected_cells(game.grid(), rule, first, kept_free);
  const minesweeper::Board board = game.board();
  for (const Cell mine : game.mines)
    if (std::find(kept_free.begin(), kept_free.end(), mine) != kept_free.end())
      throw InputError::in_file(game.file,
                                "the first dig is at " + cell_name(board, first) + " and a mine at " +
                                    cell_name(board, mine) + ", which the first-click rule " +
                                    std::string(sim::name_of(rule)) +
                                    (is_asked ? " excludes; another rule may be right"
                                              : " of its program excludes; another rule may be given"));
}

std::uint32_t three_bv_of(const sim::Layout& layout, const RecordedGame&) {
  return sim::BoardCounter().count(layout).three_bv;
}
std::uint32_t three_bv_of(const sim::GraphLayout& layout, const RecordedGame& game) {
  return sim::GraphCounter().count(*game.graph_rules().graph, game.mines, layout.numbers()).three_bv;
}

}  // namespace

ReviewedGame Reviewer::review(RecordedGame game, const solvers::JudgedGame* judged,
                              const std::function<void(std::size_t digs)>& progress) {
  if (const std::string reason = minesweeper::refusal_to_judge(game.rules, game.guessing); !reason.empty())
    throw InputError::in_file(game.file, reason);
  ReviewedGame reviewed;
  if (first_click_)
    game.rules.first_click = *first_click_;
  else if (!game.is_first_click_known)
    game.rules.first_click =
        std::binary_search(game.mines.begin(), game.mines.end(), game.digs.front().cells.front())
            ? sim::FirstClickRule::unprotected
            : sim::FirstClickRule::safe;
  game.is_first_click_known = true;
  if (game.on_graph && !sim::is_for_graphs(game.rules.first_click))
    throw InputError::in_file(game.file,
                              fmt::format("{} has no corners, which the first-click rule {} keeps "
                                          "free; expected another rule",
                                          shape_text(*game.on_graph), sim::name_of(game.rules.first_click)));
  check_first_dig(game, first_click_.has_value());

  follow(game, [&](auto followed) {
    reviewed.bv3 = three_bv_of(followed.layout(), game);
    auto* const judge = judged == nullptr ? &judge_for(game, followed) : nullptr;
    if (judge != nullptr) judge->begin({0, key_of(game), 0}, game.first_cell);
    for (std::size_t digs = 0; followed.next(); ++digs) {
      sim::end_if_interrupted();
      if (judge != nullptr) judge->will_dig(followed.view(), followed.cells(), followed.dig().claim);
      followed.make();
      if (progress) progress(digs + 1);
    }
    reviewed.ending = followed.ending();
    if (judge != nullptr && reviewed.ending == GameEnding::given_up) judge->will_give_up(followed.view());
    reviewed.judged = judge != nullptr ? judge->finish(reviewed.ending == GameEnding::won) : *judged;
  });
  reviewed.game = std::move(game);
  return reviewed;
}

namespace {

// The judge of games by these rules; made where none is kept.
template <class Judges, class Rules>
auto& judge_of(Judges& judges, const typename Judges::key_type& board, const Rules& rules,
               const solvers::JudgeSettings& settings) {
  using Judge = typename Judges::mapped_type::element_type;
  if (const auto found = judges.find(board); found != judges.end()) return *found->second;
  if (judges.size() == kMostJudges) judges.clear();
  return *judges.emplace(board, std::make_unique<Judge>(rules, settings)).first->second;
}

}  // namespace

solvers::GameJudge& Reviewer::judge_for(const RecordedGame& game, const FollowedGame&) {
  const sim::GameRules& rules = game.rules;
  return judge_of(judges_,
                  {rules.grid->rows(), rules.grid->cols(), rules.grid->topology(), rules.mine_count,
                   rules.first_click, rules.reveal},
                  rules, settings_);
}

solvers::GraphGameJudge& Reviewer::judge_for(const RecordedGame& game,
                                             const FollowedGameOf<solvers::OnGraphs>&) {
  const sim::GraphGameRules rules = game.graph_rules();
  return judge_of(graph_judges_,
                  {game.on_graph->graph_board->hash, rules.mine_count, rules.first_click, rules.reveal},
                  rules, settings_);
}

std::vector<const solvers::JudgedDig*> costliest_first(const ReviewedGame& reviewed) {
  std::vector<const solvers::JudgedDig*> digs;
  for (const solvers::JudgedDig& dig : reviewed.judged.digs) digs.push_back(&dig);
  std::stable_sort(digs.begin(), digs.end(), [](const auto* a, const auto* b) {
    return a->given_away != b->given_away ? a->given_away > b->given_away
                                          : a->excess_risk() > b->excess_risk();
  });
  return digs;
}

DigMark mark_of(const solvers::JudgedDig& dig) {
  const double difference = dig.difference();
  return difference >= 0.1    ? DigMark{"??", "very bad"}
         : difference >= 0.05 ? DigMark{"?", "bad"}
         : difference >= 0.02 ? DigMark{"?!", "doubtful"}
                              : DigMark{};
}

SkillAndLuck skill_and_luck_of(const ReviewedGame& reviewed) {
  const ReferenceLevel& level = reference_level(reviewed.game.rules, reviewed.judged.w_start);
  return skill_and_luck_of(level, level.has_board(reviewed.game.rules), figures_of(reviewed.judged));
}

void ReviewSums::Sum::add(double value) {
  values.add(value);
  most = std::max(most, value);
}

PlayerReview::Mean ReviewSums::Sum::mean(double least) const {
  return mean_of(values, mean_interval_95(values, {least, most}));
}

void ReviewSums::add(const ReviewedGame& reviewed) {
  auto found = std::find_if(players_.begin(), players_.end(),
                            [&](const Player& player) { return player.name == reviewed.game.player; });
  if (found == players_.end()) {
    players_.emplace_back().name = reviewed.game.player;
    found = players_.end() - 1;
  }
  const solvers::JudgedGame& judged = reviewed.judged;
  double missed_digs = 0;
  double excess_risk = 0;
  for (const solvers::JudgedDig& dig : judged.digs) {
    missed_digs += dig.missed_safe > 0 ? 1 : 0;
    if (!dig.cells.empty()) excess_risk += dig.excess_risk();
  }
  ++found->games;
  found->wins += judged.is_won ? 1U : 0U;
  found->w_start.add(judged.w_start);
  found->given_away.add(judged.difference);
  found->luck.add((judged.is_won ? 1 : 0) - judged.w_start + judged.difference);
  found->missed_digs.add(missed_digs);
  found->excess_risk.add(excess_risk);
  found->even_luck.add(judged.w_start - judged.difference);
  const ReferenceLevel& level = reference_level(reviewed.game.rules, judged.w_start);
  const bool is_own_level = level.has_board(reviewed.game.rules);
  auto of_level = std::find_if(found->levels.begin(), found->levels.end(), [&](const auto& other) {
    return other.level == &level && other.is_own_level == is_own_level;
  });
  if (of_level == found->levels.end()) of_level = found->levels.insert(of_level, {&level, is_own_level, {}});
  of_level->games.push_back(figures_of(judged));
}

PlayerReview::OfLevel ReviewSums::rated(const Player::OfLevel& played) {
  constexpr std::size_t kFewestGames = 10;
  constexpr std::size_t kMostSteps = 20;
  const std::vector<GameFigures>& games = played.games;
  const std::size_t steps = std::min(kMostSteps, games.size() / kFewestGames);
  const auto rate = [&](std::size_t begin, std::size_t end) {
    GameFigures sum;
    for (std::size_t i = begin; i < end; ++i) sum += games[i];
    return skill_and_luck_of(*played.level, played.is_own_level, sum);
  };
  PlayerReview::OfLevel rated{rate(0, games.size()), {}};
  for (std::size_t step = 0; steps > 1 && step < steps; ++step) {
    const std::size_t begin = step * games.size() / steps;
    const std::size_t end = (step + 1) * games.size() / steps;
    rated.steps.push_back({begin + 1, end, rate(begin, end)});
  }
  return rated;
}

std::vector<PlayerReview> ReviewSums::players() const {
  std::vector<PlayerReview> reviews;
  for (const Player& player : players_) {
    PlayerReview::Mean even_luck = player.even_luck.mean();
    if (even_luck.interval)  // it is a win rate
      even_luck.interval->high = std::max(even_luck.value, std::min(even_luck.interval->high, 1.0));
    reviews.push_back({player.name,
                       player.games,
                       player.wins,
                       share_of(player.wins, player.games),
                       mean_of(player.w_start, student_interval_95(player.w_start)),
                       player.given_away.mean(),
                       player.luck.mean(-1),
                       player.missed_digs.mean(),
                       player.excess_risk.mean(),
                       even_luck,
                       {}});
    for (const Player::OfLevel& played : player.levels) reviews.back().levels.push_back(rated(played));
  }
  return reviews;
}

}  // namespace sapper::experiments

// `expert`: exact risks and end-games, play-outs against best play, and games that depend only on their own stream.
#include "solvers/minesweeper/choice/playouts.hpp"
#include "solvers/minesweeper/posterior/layouts.hpp"
#include "tests/support/best_play.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/players.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/reference_positions.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

std::unique_ptr<Strategy> make_expert(const sim::GameRules& rules, int effort, int endgame_layouts = 512) {
  return tests::make_player("expert", rules, {{"effort", effort}, {"endgame_layouts", endgame_layouts}});
}

class Expert : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Efforts, Expert, testing::Values(0, 1, 2, 3, 4),
                         [](const auto& test) { return "Effort" + std::to_string(test.param); });

TEST_P(Expert, GuessesWithExactRisksAndSolvesTheEnd) {
  SAPPER_LONG_TEST_IF(GetParam() == 4);
  const int cases = tests::case_count(400);
  const tests::PositionKind kind{.may_be_inconsistent = false};
  int solved = 0;
  int guesses = 0;
  for (std::uint64_t number = 0; guesses < cases; ++number) {
    const auto made = tests::random_position(kind, 960, number);
    const sim::View& view = made.position.view;
    if (view.hidden_count() == view.mine_count()) continue;
    const auto counts = tests::count_layouts(view);
    SCOPED_TRACE(tests::text_of(view));
    const auto player = make_expert(tests::rules_of(made.position), GetParam(), 64);
    const auto digs =
        tests::first_turn(*player, view, sim::Stream({961, 0, number}, sim::StreamPurpose::strategy));
    ASSERT_FALSE(digs.empty());
    bool is_any_safe = false;
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      is_any_safe |= view.is_hidden(cell) && counts.is_certain_safe(cell);
    if (is_any_safe) {
      for (const Move& dig : digs) ASSERT_TRUE(counts.is_certain_safe(dig.cell));
      continue;
    }
    ASSERT_EQ(digs.size(), 1U);
    ASSERT_EQ(digs[0].kind, MoveKind::guess);
    ASSERT_NEAR(digs[0].p_mine, counts.p_mine(digs[0].cell), 1e-12);
    ASSERT_LT(digs[0].p_mine, 1);
    ++guesses;
    const Explanation explanation = player->explain();
    ASSERT_FALSE(explanation.why.empty());
    ASSERT_FALSE(explanation.candidates.empty());
    ASSERT_EQ(explanation.candidates.front().cell, digs[0].cell);
    for (const Explanation::Candidate& candidate : explanation.candidates)
      ASSERT_NEAR(candidate.p_mine, counts.p_mine(candidate.cell), 1e-12);
    if (counts.layouts > 64 || view.hidden_count() > 11) continue;
    tests::BestPlay best(view.grid());
    ASSERT_NEAR(explanation.win_probability.value(), best.value(view) / static_cast<double>(counts.layouts),
                1e-12);
    ASSERT_EQ(best.value_of_dig(view, digs[0].cell), best.value(view));
    ++solved;
  }
  EXPECT_GT(solved, cases / 10);
}

// One player plays games in a row, and new players play the same games backwards.
TEST_P(Expert, PlaysAGameAloneAsAmongOthers) {
  SAPPER_LONG_TEST_IF(GetParam() == 4);
  const sim::GameRules rules = tests::game_rules({9, 12}, 22, sim::FirstClickRule::safe);
  const std::uint64_t games = GetParam() < 2 ? 12 : 4;
  const auto moves_of = [&](Strategy& player, std::uint64_t game_number) {
    sim::Game game(rules);
    tests::PlayTally tally;
    std::vector<Cell> moves;
    tests::play_game(game, player, 0, {962, 0, game_number}, tally,
                     [&](const sim::View&, const std::vector<Move>& digs) {
                       for (const Move& dig : digs) moves.push_back(dig.cell);
                     });
    EXPECT_EQ(tally.losses_by_proof, 0);
    return moves;
  };
  std::vector<std::vector<Cell>> in_a_row;
  const auto player = make_expert(rules, GetParam(), 16);
  for (std::uint64_t number = 0; number < games; ++number) in_a_row.push_back(moves_of(*player, number));
  for (std::uint64_t number = games; number-- > 0;) {
    const auto fresh = make_expert(rules, GetParam(), 16);
    ASSERT_EQ(moves_of(*fresh, number), in_a_row[number]);
  }
}

// The explanation of `expert`'s guess on an Expert board.
std::string_view reason_of(const sim::View& view, int effort, double late) {
  const sim::GameRules rules = tests::game_rules(view.grid(), view.mine_count());
  const auto player =
      tests::make_player("expert", rules, {{"effort", effort}, {"playout_layouts", 10}, {"late", late}});
  tests::first_turn(*player, view, sim::Stream({963, 0, 0}, sim::StreamPurpose::strategy));
  return player->explain().why;
}

// A small opening in the corner of an Expert board: several cells are nearly equal.
TEST(ExpertSettings, PlaysOutNoEarlierThanItsSettingSays) {
  const sim::Grid grid(16, 30);
  sim::View view(grid, 99);
  for (const auto& [cell, number] : {std::pair(0, 0), {1, 1}, {30, 1}, {31, 3}})
    view.show(static_cast<Cell>(cell), number);
  Posterior posterior(grid);
  ASSERT_TRUE(posterior.compute(view));
  const std::string_view looks_ahead = reason_of(view, 0, 1e6);
  const std::string_view plays_out = reason_of(view, 2, 0);
  EXPECT_NE(looks_ahead, plays_out);
  EXPECT_EQ(reason_of(view, 1, posterior.log_layouts() - 0.001), looks_ahead);
  EXPECT_EQ(reason_of(view, 1, posterior.log_layouts() + 0.001), plays_out);
}

TEST(ExpertSettings, PlaysNothingOutBeforeTheFirstOpening) {
  const sim::Grid grid(16, 30);
  sim::View view(grid, 99);
  view.show(0, 1);
  for (const int effort : {1, 2, 3, 4}) EXPECT_EQ(reason_of(view, effort, 1e6), reason_of(view, 0, 1e6));
}

// A position of few layouts in which no cell is certain, if the number gives one.
struct SmallGuess {
  explicit SmallGuess(std::uint64_t number) : made(tests::random_position(kind(), 970, number)) {
    layouts = tests::consistent_layouts(view());
    if (view().hidden_count() > 11 || layouts.size() < 2 || layouts.size() > 64) return;
    posterior = std::make_unique<Posterior>(view().grid());
    is_guess = posterior->compute(view());
    EXPECT_TRUE(is_guess);
    for (Cell cell = 0; cell < view().grid().cell_count(); ++cell)
      if (view().is_hidden(cell) && !posterior->knowledge().is_mine(cell))
        is_guess &= !posterior->is_certain_safe(cell) && !posterior->is_certain_mine(cell);
  }
  const sim::View& view() const { return made.position.view; }
  static tests::PositionKind kind() { return {.may_be_inconsistent = false}; }

  decltype(tests::random_position(tests::PositionKind{}, 0, 0)) made;
  tests::Layouts layouts;
  std::unique_ptr<Posterior> posterior;
  bool is_guess = false;
};

// Two cells, the worse of which has the higher two-step value: a narrow prior favours that value, a wide one the
// play-outs. 200 layouts resolve values 0.25 apart by at least 5 standard errors.
TEST(Playouts, BelieveTwoStepValuesAsFarAsThePriorDoes) {
  const int cases = tests::case_count(20);
  int tested = 0;
  for (std::uint64_t number = 0; tested < cases; ++number) {
    const SmallGuess guess(number);
    if (!guess.is_guess) continue;
    tests::BestPlay best_play(guess.view().grid());
    const auto count = static_cast<double>(guess.layouts.size());
    LookAhead::Candidate better{sim::kNoCell, 0, 0};
    LookAhead::Candidate worse{sim::kNoCell, 0, 1};
    for (Cell cell = 0; cell < guess.view().grid().cell_count(); ++cell) {
      if (!guess.posterior->knowledge().is_unknown(cell)) continue;
      const double value = best_play.value_of_dig(guess.view(), cell) / count;
      if (value > better.value) better = {cell, guess.posterior->p_mine(cell), value};
      if (value < worse.value) worse = {cell, guess.posterior->p_mine(cell), value};
    }
    if (better.value - worse.value < 0.25) continue;
    ++tested;
    SCOPED_TRACE(tests::text_of(guess.view()));
    better.value = 0.5;
    worse.value = 0.9;
    const std::array candidates{worse, better};
    const auto chosen = [&](const PlayoutPrior& prior) {
      Playouts playouts(guess.view().grid());
      const PlayoutLimits limits{.max_layouts = 200, .per_round = 200, .prior = prior};
      sim::Stream random({971, 0, number}, sim::StreamPurpose::playout);
      return playouts.choose(*guess.posterior, candidates, limits, random).front().cell;
    };
    EXPECT_EQ(chosen({.share = 1, .deviation = 1e-6}), worse.cell);
    EXPECT_EQ(chosen({.share = 0, .deviation = 1}), better.cell);
  }
}

// Over 200 searches with other layouts, the spread of each value agrees with its standard error: the ratio of the two
// variances varies by about 0.1 (its root mean square over positions less), and 0.55 to 1.6 are allowed for the mean
// over positions. A false alarm is less likely than 1e-6.
TEST(Playouts, StandardErrorsAreTheSpreadOfTheValues) {
  SAPPER_LONG_TEST();
  double spread = 0;
  double claimed = 0;
  int tested = 0;
  for (std::uint64_t number = 0; tested < 4; ++number) {
    const SmallGuess guess(number);
    if (!guess.is_guess) continue;
    std::vector<LookAhead::Candidate> candidates;
    for (Cell cell = 0; cell < guess.view().grid().cell_count(); ++cell)
      if (guess.posterior->knowledge().is_unknown(cell) && candidates.size() < 3)
        candidates.push_back({cell, guess.posterior->p_mine(cell), 0.5});
    if (candidates.size() < 2) continue;
    ++tested;
    constexpr int kSearches = 200;
    std::vector<double> sums(guess.view().grid().cell_count()), squares = sums, errors = sums;
    for (std::uint64_t search = 0; search < kSearches; ++search) {
      Playouts playouts(guess.view().grid());
      sim::Stream random({972, number, search}, sim::StreamPurpose::playout);
      const PlayoutLimits limits{
          .max_layouts = 40, .min_loss = 0, .per_round = 40, .prior = {.share = 0, .deviation = 1}};
      for (const LookAhead::Candidate& judged :
           playouts.choose(*guess.posterior, candidates, limits, random)) {
        ASSERT_TRUE(judged.standard_error.has_value());
        sums[judged.cell] += judged.value;
        squares[judged.cell] += judged.value * judged.value;
        errors[judged.cell] += *judged.standard_error * *judged.standard_error;
      }
    }
    for (const LookAhead::Candidate& candidate : candidates) {
      const double mean = sums[candidate.cell] / kSearches;
      spread += squares[candidate.cell] / kSearches - mean * mean;
      claimed += errors[candidate.cell] / kSearches;
    }
  }
  EXPECT_GT(claimed, 0);
  EXPECT_GT(spread / claimed, 0.55);
  EXPECT_LT(spread / claimed, 1.6);
}

// If no candidate is dropped, this many layouts are sampled, and the stream continues after them.
TEST(Playouts, EndAtTheLimitOfLayouts) {
  for (std::uint64_t number = 0;; ++number) {
    const SmallGuess guess(number);
    if (!guess.is_guess) continue;
    std::vector<LookAhead::Candidate> candidates;
    for (Cell cell = 0; cell < guess.view().grid().cell_count(); ++cell)
      if (guess.posterior->knowledge().is_unknown(cell))
        candidates.push_back({cell, guess.posterior->p_mine(cell), 0.5});
    ASSERT_GT(candidates.size(), 1U);
    Playouts playouts(guess.view().grid());
    sim::Stream random({971, 1, number}, sim::StreamPurpose::playout);
    const PlayoutLimits limits{.max_layouts = 20, .min_loss = 0};
    EXPECT_EQ(playouts.choose(*guess.posterior, candidates, limits, random).size(), candidates.size());
    sim::Stream drawn({971, 1, number}, sim::StreamPurpose::playout);
    LayoutSampler sampler;
    sampler.start(*guess.posterior);
    std::vector<Cell> mines;
    for (int layouts = 0; layouts < 20; ++layouts) sampler.draw(drawn, mines);
    EXPECT_EQ(random.next64(), drawn.next64());
    return;
  }
}

// If every number leads to a solved end-game, play-outs over all layouts win what best play wins.
TEST(PlayoutPlayer, WinsWhatBestPlayWinsWhereTheEndIsNear) {
  const int cases = tests::case_count(60);
  int tested = 0;
  for (std::uint64_t number = 0; tested < cases; ++number) {
    const SmallGuess guess(number);
    if (!guess.is_guess) continue;
    const sim::View& view = guess.view();
    const tests::Layouts& layouts = guess.layouts;
    Posterior& posterior = *guess.posterior;
    const LocalRules& knowledge = posterior.knowledge();
    ++tested;
    SCOPED_TRACE(tests::text_of(view));
    PlayoutPlayer player(view.grid());
    player.start(posterior);
    tests::BestPlay best(view.grid());
    sim::Layout layout(view.grid());
    for (Cell first = 0; first < view.grid().cell_count(); ++first) {
      if (!knowledge.is_unknown(first)) continue;
      double won = 0;
      for (const std::uint64_t mines : layouts) {
        if (tests::has_mine(mines, first)) continue;
        layout.clear();
        for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
          if (tests::has_mine(mines, cell)) layout.add_mine(cell);
        player.take_layout(layout);
        won += player.play(first);
      }
      ASSERT_NEAR(won, best.value_of_dig(view, first), 1e-9) << first;
    }
    player.release();
    Posterior fresh(view.grid());
    ASSERT_TRUE(fresh.compute(view));
    for (Cell cell = 0; cell < view.grid().cell_count(); ++cell)
      if (view.is_hidden(cell)) {
        ASSERT_EQ(posterior.p_mine(cell), fresh.p_mine(cell));
      }
  }
}

// The corrected result of a play-out varies much less than its outcome, which is near 0 or 1.
// Over the same positions, with 1,000 results, it kept 25 to 43 % of the outcome's variance.
TEST(PlayoutPlayer, TakesLuckOffItsResults) {
  SAPPER_LONG_TEST();
  constexpr std::size_t kResults = 500;
  int tested = 0;
  for (const tests::ReferencePosition& reference : tests::read_reference_positions("positions.jsonl")) {
    const sim::View& view = reference.position.view;
    Posterior posterior(view.grid());
    ASSERT_TRUE(posterior.compute(view));
    const auto is_certain = [&](Cell cell) {
      return posterior.is_certain_safe(cell) ||
             (posterior.knowledge().is_unknown(cell) && posterior.is_certain_mine(cell));
    };
    std::vector<Cell> cells(view.grid().cell_count());
    std::iota(cells.begin(), cells.end(), Cell{0});
    if (view.grid().cell_count() != 480 || std::ranges::any_of(cells, is_certain)) continue;
    const auto risk = [&](Cell cell) {
      return posterior.knowledge().is_unknown(cell) ? posterior.p_mine(cell) : 1;
    };
    const Cell first = *std::ranges::min_element(cells, {}, risk);
    PlayoutPlayer player(view.grid());
    LayoutSampler sampler;
    sampler.start(posterior);
    player.start(posterior);
    sim::Stream random({972, 0, static_cast<std::uint64_t>(tested)}, sim::StreamPurpose::playout);
    sim::Layout layout(view.grid());
    std::vector<Cell> mines;
    std::vector<double> results;
    while (results.size() < kResults) {
      sampler.draw(random, mines);
      layout.clear();
      for (const Cell mine : player.known_mines()) layout.add_mine(mine);
      for (const Cell mine : mines) layout.add_mine(mine);
      if (layout.is_mine(first)) continue;
      player.take_layout(layout);
      results.push_back(player.play(first));
    }
    const double mean = std::reduce(results.begin(), results.end()) / kResults;
    const double squares =
        std::inner_product(results.begin(), results.end(), results.begin(), 0.0) / kResults;
    EXPECT_LE(squares - mean * mean, 0.55 * mean * (1 - mean) + 1e-9) << reference.name;
    ++tested;
  }
  EXPECT_GT(tested, 5);
}

}  // namespace
}  // namespace sapper::solvers

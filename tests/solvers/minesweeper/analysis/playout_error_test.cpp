// The error of W by play-outs, against exact values: that of the sampled layouts, which its standard error states, and that
// of play-outs which play worse than the strongest player, which no standard error contains.
//
// SAPPER_TEST_COVERAGE=1 makes the table of data/studies/judging.md, with more positions and the judge's default settings.
#include <fmt/format.h>

#include "solvers/minesweeper/analysis/dig_judge.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/test.hpp"

namespace sapper::solvers {
namespace {

using sim::Cell;

bool makes_table() { return std::getenv("SAPPER_TEST_COVERAGE") != nullptr; }

// A guess, and the chances to win before and after it.
struct KnownGuess {
  const sim::View& view;
  Cell cell;
  double w_best;
  double w_dig;
};

// A player digs what is certainly safe, else two times in three a cell of lowest risk and once any that may be free.
Cell choose_guess(const CellRisks& risks, sim::Stream& random) {
  double lowest = 1;
  for (const double p_mine : risks.p_mine)
    if (p_mine < lowest) lowest = p_mine;
  const double most = random.below(3) == 0 ? 1 - 1e-9 : lowest + 1e-9;
  std::vector<Cell> cells;
  for (Cell cell = 0; cell < risks.p_mine.size(); ++cell)
    if (risks.p_mine[cell] <= most) cells.push_back(cell);
  return cells[random.below(static_cast<std::uint32_t>(cells.size()))];
}

// visit(view, guess, layouts) with guesses of games by this player, until it returns false.
template <class Visit>
void visit_guesses(const sim::GameRules& rules, Visit visit) {
  const sim::Grid& grid = *rules.grid;
  Posterior posterior(grid);
  sim::Game game(rules);
  for (std::uint64_t number = 0;; ++number) {
    const sim::GameId id{980, grid.cell_count(), number};
    sim::Stream random(id, sim::StreamPurpose::strategy);
    game.start(id);
    game.dig(random.below(grid.cell_count()));
    while (game.status() == sim::Game::Status::playing) {
      ASSERT_TRUE(posterior.compute(game.view()));
      const CellRisks risks = posterior.cell_risks();
      if (!risks.safe.empty()) {
        for (const Cell cell : risks.safe) game.dig(cell);
        continue;
      }
      const Cell guess = choose_guess(risks, random);
      if (!visit(game.view(), guess, posterior)) return;
      game.dig(guess);
    }
  }
}

// Errors over the positions of a range of layouts, each judged several times on other layouts; in points.
struct Errors {
  double positions = 0;
  double lowest = 0;      // of a position
  double w = 0;           // means over the positions: W too high
  double difference = 0;  // what the dig gives away
  // Variances.
  double stated = 0;
  double sampling = 0;
  double beyond = 0;  // share of judgements that are off by more than two stated errors

  void add(GameJudge& judge, const KnownGuess& known, std::uint64_t number) {
    constexpr int kTimes = 4;
    double sum = 0, squares = 0;
    for (std::uint64_t time = 0; time < kTimes; ++time) {
      judge.begin({981, number, time});
      judge.will_dig(known.view, std::array{known.cell});
      const JudgedDig& dig = judge.finish(true).digs.at(0);
      const double error = 100 * (dig.w_best - known.w_best);
      sum += error;
      squares += error * error;
      difference += 100 * (dig.w_best - dig.w_dig - known.w_best + known.w_dig) / kTimes;
      stated += 1e4 * dig.w_error * dig.w_error / kTimes;
      beyond += std::abs(error) > 200 * dig.w_error + 1e-9 ? 1.0 / kTimes : 0;
    }
    ++positions;
    w += sum / kTimes;
    lowest = std::min(lowest, sum / kTimes);
    sampling += (squares - sum * sum / kTimes) / (kTimes - 1);
  }
  std::string line(const char* board, double layouts) const {
    const auto mean = [&](double value) { return value / positions; };
    return fmt::format("| {} | {:.0f} | {:.0f} | {:+.2f} | {:+.1f} | {:.2f} | {:.2f} | {:.0f} % | {:+.2f} |",
                       board, layouts, positions, mean(w), lowest, std::sqrt(mean(sampling)),
                       std::sqrt(mean(stated)), 100 * mean(beyond), mean(difference));
  }
};

// Judges guesses by play-outs until each range has this many. exact(view, guess, posterior): its values, or nullopt.
template <class Exact>
void expect_errors(const char* board, const sim::GameRules& rules, std::vector<double> ranges, int positions,
                   Exact exact) {
  const JudgeSettings settings = makes_table()
                                     ? JudgeSettings{.exact = ExactValues::none}
                                     : JudgeSettings{.effort = 0, .layouts = 60, .exact = ExactValues::none};
  GameJudge judge(rules, settings);
  std::vector<Errors> errors(ranges.size());
  std::uint64_t number = 0;
  visit_guesses(rules, [&](const sim::View& view, Cell guess, const Posterior& posterior) {
    const double layouts = std::exp(posterior.log_layouts());
    const auto range = static_cast<std::size_t>(
        std::ranges::find_if(ranges, [&](double most) { return layouts < most + 0.5; }) - ranges.begin());
    if (range == ranges.size() || errors[range].positions >= positions) return true;
    if (const auto known = exact(view, guess, posterior)) errors[range].add(judge, *known, ++number);
    return std::ranges::any_of(errors, [&](const Errors& some) { return some.positions < positions; });
  });
  Errors all;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    if (makes_table()) fmt::print("{}\n", errors[i].line(board, ranges[i]));
    all.positions += errors[i].positions;
    all.stated += errors[i].stated;
    all.sampling += errors[i].sampling;
    all.w += errors[i].w;
    // The next dig ends in what play-outs solve: with more layouts they play on, and not as well.
    if (ranges[i] <= 64) {
      EXPECT_NEAR(errors[i].w / errors[i].positions, 0,
                  4 * std::sqrt(errors[i].stated / 4) / errors[i].positions + 0.1);
    }
  }
  EXPECT_GT(all.sampling / all.stated, 0.6);
  EXPECT_LT(all.sampling / all.stated, 1.5);
  EXPECT_LT(all.w / all.positions, 0.3 + 4 * std::sqrt(all.stated / 4) / all.positions);
}

TEST(PlayoutError, IsThatOfTheLayoutsAndAFewPointsOnSmallBoards) {
  const sim::GameRules rules = tests::game_rules({makes_table() ? 5 : 4, 5}, 5, sim::FirstClickRule::safe);
  const auto solver = optimal::OptimalSolver::shared(rules, std::uint64_t{512} << 20);
  const std::vector<double> ranges =
      makes_table() ? std::vector<double>{64, 512, 4096, 53'130} : std::vector<double>{64, 512, 15'504};
  expect_errors("5 x 5, 5 mines", rules, ranges, makes_table() ? 200 : tests::case_count(30),
                [&](const sim::View& view, Cell guess, const Posterior&) {
                  return std::optional(KnownGuess{view, guess, solver->probability_after(view, {}),
                                                  solver->probability_after(view, std::array{guess})});
                });
}

TEST(PlayoutError, IsThatOfTheLayoutsAndAFewPointsAtTheEnd) {
  const sim::GameRules rules = tests::game_rules({9, 9}, 20, sim::FirstClickRule::safe);
  constexpr std::uint64_t kScans = 100'000'000;
  Endgame end(*rules.grid);
  const std::vector<double> ranges =
      makes_table() ? std::vector<double>{64, 512, 4096} : std::vector<double>{64, 512};
  expect_errors(
      "9 x 9, 20 mines", rules, ranges, makes_table() ? 100 : tests::case_count(30),
      [&](const sim::View& view, Cell guess, const Posterior& posterior) -> std::optional<KnownGuess> {
        if (!end.solve(posterior, LayoutList::kMostLayouts, kScans)) return std::nullopt;
        const auto won = end.won_by(std::array{guess}, kScans);
        if (!won) return std::nullopt;
        return KnownGuess{view, guess, end.win_probability(), static_cast<double>(*won) / end.layout_count()};
      });
}

}  // namespace
}  // namespace sapper::solvers

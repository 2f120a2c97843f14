// What every strategy promises (strategy.hpp), for every row of the registry under every kind of game: digs of hidden
// cells only, claims of certainty and stated risks true against brute force over all layouts, the same play from the same
// stream whatever was played before, settings at their bounds. Games are played on boards of at most 16 cells.
#include <bit>
#include <numeric>

#include "tests/support/case_count.hpp"
#include "tests/support/every_game.hpp"
#include "tests/support/layout_oracle.hpp"
#include "tests/support/long_test.hpp"
#include "tests/support/players.hpp"
#include "tests/support/test.hpp"

namespace sapper::tests {
namespace {

using sim::Cell;
using sim::View;
using solvers::Move;
using solvers::MoveKind;
using solvers::Parameter;
using solvers::StrategyChoice;
using solvers::StrategyEntry;

// One row has no numbers but 0, 1 and 2; on the last board the rules leave few cells free.
constexpr BoardShape kShapes[] = {{4, 4, 3}, {1, 7, 2}, {3, 3, 8}};

bool is_new(const View& view) { return view.hidden_count() == view.grid().cell_count(); }

// The risk of a cell dug in this view. The first dig's risk is that of its first-click rule; later all layouts that agree with the
// view are equally likely.
double exact_risk(const sim::GameRules& rules, const View& view, const LayoutCounts& counts, Cell cell) {
  return is_new(view) ? sim::first_dig_risk(rules, cell) : counts.p_mine(cell);
}

void expect_lawful_flags(const View& view, std::span<const Cell> flags) {
  std::set<Cell> seen;
  for (const Cell flag : flags) {
    ASSERT_LT(flag, view.grid().cell_count());
    EXPECT_TRUE(view.is_hidden(flag)) << "a flag on the shown cell " << flag;
    EXPECT_TRUE(seen.insert(flag).second) << "two flags on cell " << flag;
  }
}

// The digs of a turn, before they are made.
void expect_lawful_turn(const sim::GameRules& rules, const View& view, solvers::Strategy& player,
                        const std::vector<Move>& digs) {
  ASSERT_FALSE(digs.empty());
  const LayoutCounts counts = count_layouts(view);
  ASSERT_GT(counts.layouts, 0U);
  // What the strategy is told does not show that the rules protect its first dig; the referee knows.
  const bool is_protected =
      is_new(view) && sim::row_of(rules.first_click).protection == sim::Protection::first_dig;
  std::set<Cell> dug;
  for (const Move& dig : digs) {
    ASSERT_LT(dig.cell, view.grid().cell_count());
    EXPECT_TRUE(view.is_hidden(dig.cell)) << "cell " << dig.cell << " is shown";
    EXPECT_TRUE(dug.insert(dig.cell).second) << "cell " << dig.cell << " twice in a turn";
    switch (dig.kind) {
      case MoveKind::first:
        EXPECT_TRUE(is_new(view));
        EXPECT_EQ(sim::first_dig_risk(rules, dig.cell), 0);
        break;
      case MoveKind::rules:
      case MoveKind::csp:
        EXPECT_TRUE(counts.is_certain_safe(dig.cell)) << "cell " << dig.cell << " may be a mine";
        EXPECT_EQ(dig.p_mine, 0);
        break;
      case MoveKind::guess:
        EXPECT_EQ(digs.size(), 1U) << "a guess is the only dig of its turn";
        EXPECT_TRUE(dig.p_mine >= 0 && dig.p_mine <= 1) << dig.p_mine;
        if (dig.is_judged && !is_protected) {
          EXPECT_NEAR(dig.p_mine, exact_risk(rules, view, counts, dig.cell), 1e-9);
        }
        break;
      default:  // a method that can err
        EXPECT_EQ(dig.p_mine, 0);
    }
  }
  expect_lawful_flags(view, player.fallible_flags());
  if (digs.size() > 1 || (digs.size() == 1 && digs[0].kind != MoveKind::guess)) {
    for (const Cell flag : player.fallible_flags())
      EXPECT_FALSE(dug.contains(flag)) << "cell " << flag << " is flagged and held for safe";
  }
}

void expect_lawful_explanation(const View& view, const std::vector<Move>& digs,
                               const solvers::Explanation& explanation) {
  if (explanation.win_probability) {
    EXPECT_TRUE(*explanation.win_probability >= 0 && *explanation.win_probability <= 1);
  }
  const LayoutCounts counts = count_layouts(view);
  for (const auto& candidate : explanation.candidates) {
    EXPECT_TRUE(view.is_hidden(candidate.cell));
    EXPECT_NEAR(candidate.p_mine, counts.p_mine(candidate.cell), 1e-9);
  }
  if (explanation.candidates.empty()) return;
  ASSERT_EQ(digs.size(), 1U);
  const auto is_dug = [&](const auto& candidate) { return candidate.cell == digs[0].cell; };
  EXPECT_TRUE(std::ranges::any_of(explanation.candidates, is_dug)) << "the cell guessed is a candidate";
}

// What is planned in a game, and how it ends.
struct Course {
  std::vector<Cell> cells;
  std::vector<MoveKind> kinds;
  std::vector<double> risks;
  int wins = 0;
  bool operator==(const Course&) const = default;
};

enum class Watching : std::uint8_t { nothing, everything };

Course play(const StrategyChoice& choice, sim::Game& game, solvers::Strategy& player, std::uint64_t number,
            Watching watching) {
  Course course;
  PlayTally tally;
  const sim::GameRules& rules = game.rules();
  const sim::GameId id{2026, 18, number};
  const auto newcomer = watching == Watching::nothing ? nullptr : choice.make(rules);
  play_game(game, player, sim::kNoCell, id, tally, [&](const View& view, const std::vector<Move>& digs) {
    for (const Move& dig : digs) {
      course.cells.push_back(dig.cell);
      course.kinds.push_back(dig.kind);
      course.risks.push_back(dig.p_mine);
    }
    if (watching == Watching::nothing) return;
    SCOPED_TRACE(text_of(view));
    expect_lawful_turn(rules, view, player, digs);
    // Play does not depend on whether anyone asks.
    if (!is_new(view)) expect_lawful_explanation(view, digs, player.explain());
    // A strategy may begin in the middle of a game.
    const std::vector<Move> fresh =
        first_turn(*newcomer, view, sim::Stream(id, sim::StreamPurpose::opponent));
    expect_lawful_turn(rules, view, *newcomer, fresh);
  });
  course.wins = tally.wins;
  return course;
}

void expect_lawful_telemetry(const solvers::FrontierTally& frontier) {
  EXPECT_LE(frontier.components, frontier.cells) << "a component has a cell";
  EXPECT_LE(frontier.largest_component, frontier.cells);
  EXPECT_EQ(std::accumulate(frontier.widths.begin(), frontier.widths.end(), std::uint64_t{0}),
            frontier.analyses);
  std::size_t bins = frontier.widths.size();
  while (bins > 0 && frontier.widths[bins - 1] == 0) --bins;
  EXPECT_EQ(std::max<std::uint64_t>(bins, 1),
            std::max(static_cast<std::uint64_t>(std::bit_width(frontier.largest_width)), std::uint64_t{1}))
      << "the widest frontier is in the last bin";
}

// Plays the games forwards, watched, and with the same player backwards: memory from one game must not show in another.
void expect_conforms(const StrategyChoice& choice, const sim::GameRules& rules, int games) {
  if (const std::optional<std::string> refusal = choice.refusal(rules)) {
    EXPECT_FALSE(refusal->empty());
    return;
  }
  sim::Game game(rules);
  const auto player = choice.make(rules);
  ASSERT_NE(player, nullptr);
  std::vector<Course> courses;
  for (int i = 0; i < games; ++i) {
    courses.push_back(play(choice, game, *player, static_cast<std::uint64_t>(i), Watching::everything));
    if (testing::Test::HasFailure()) return;
  }
  expect_lawful_telemetry(player->telemetry().frontier);
  for (int i = games; i-- > 0;)
    EXPECT_EQ(play(choice, game, *player, static_cast<std::uint64_t>(i), Watching::nothing),
              courses[static_cast<std::size_t>(i)])
        << "game " << i << " after others";
  const auto fresh = choice.make(rules);
  EXPECT_EQ(play(choice, game, *fresh, static_cast<std::uint64_t>(games - 1), Watching::nothing),
            courses.back())
      << "by a new player";
}

std::vector<const StrategyEntry*> strategies_here() {
  std::vector<const StrategyEntry*> entries;
  for (const StrategyEntry& entry : solvers::strategies()) entries.push_back(&entry);
  return entries;
}

class StrategyConformance : public testing::TestWithParam<const StrategyEntry*> {};
INSTANTIATE_TEST_SUITE_P(All, StrategyConformance, testing::ValuesIn(strategies_here()),
                         [](const auto& test) { return std::string(test.param->name); });

TEST_P(StrategyConformance, PlaysEveryKindOfGameLawfully) {
  const StrategyChoice choice(*GetParam());
  int played = 0;
  for (const BoardShape& shape : kShapes)
    for_each_kind_of_game(shape, [&](const sim::GameRules& rules) {
      if (HasFailure()) return;  // one is enough to read
      played += !choice.refusal(rules).has_value();
      expect_conforms(choice, rules, case_count(6));
    });
  EXPECT_GT(played, 0) << "refuses every small board";
}

// Boards of several blocks of the bit planes (sim/minesweeper/cell_planes.hpp), which no oracle here can judge: the same
// player forwards, backwards, and a new one for each game must play the same.
TEST_P(StrategyConformance, PlaysTheSameOnBoardsOfSeveralBlocks) {
  SAPPER_LONG_TEST_IF(GetParam()->name == "pinv" || GetParam()->name == "expert");
  const StrategyChoice choice(*GetParam());
  for (const BoardShape& shape : {BoardShape{2, 35, 9}, BoardShape{18, 3, 7}, BoardShape{18, 34, 80}})
    for_each_kind_of_game(shape, [&](const sim::GameRules& rules) {
      if (HasFailure() || choice.refusal(rules)) return;
      if (rules.grid->cell_count() > 200 && rules.motion == sim::MineMotion::moving && !runs_long_tests())
        return;
      // Where the mines move, the longer games take seconds by the slower strategies.
      const int games = case_count(rules.grid->cell_count() < 100 ? 4 : 2);
      sim::Game game(rules);
      const auto player = choice.make(rules);
      std::vector<Course> courses(static_cast<std::size_t>(games));
      for (std::size_t i = 0; i < courses.size(); ++i)
        courses[i] = play(choice, game, *player, i, Watching::nothing);
      for (int i = games; i-- > 0;) {
        const auto number = static_cast<std::uint64_t>(i);
        const Course& course = courses[number];
        EXPECT_EQ(play(choice, game, *player, number, Watching::nothing), course)
            << "game " << i << " after others";
        EXPECT_EQ(play(choice, game, *choice.make(rules), number, Watching::nothing), course)
            << "game " << i << " by a new player";
      }
    });
}

// The values of a parameter that matter: its bounds, or all of a choice.
std::vector<double> values_at_bounds(const Parameter& parameter) {
  if (parameter.type == Parameter::Type::texts || parameter.type == Parameter::Type::numbers) return {};
  if (parameter.type != Parameter::Type::choice) return {parameter.least, parameter.most};
  std::vector<double> values;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) values.push_back(static_cast<double>(i));
  return values;
}

TEST_P(StrategyConformance, PlaysWithEverySettingAtItsBounds) {
  const StrategyEntry& entry = *GetParam();
  for (std::size_t index = 0; index < entry.parameters.size(); ++index)
    for (const double value : values_at_bounds(entry.parameters[index])) {
      StrategyChoice choice(entry);
      choice.settings.set(index, value);
      SCOPED_TRACE(solvers::label_of(entry.name, choice.settings));
      int number = 0;
      for_each_kind_of_game(kShapes[0], [&](const sim::GameRules& rules) {
        if (HasFailure() || number++ % 7 != 0) return;  // settings and rules of the game are independent
        expect_conforms(choice, rules, 1);
      });
    }
}

}  // namespace

TEST(StrategyRegistry, HasOneDefaultAndAdvisersForEveryGame) {
  EXPECT_EQ(std::ranges::count(solvers::strategies(), true, &StrategyEntry::is_default), 1);
  EXPECT_EQ(solvers::default_strategy().name, "min_risk");
  std::vector<std::string_view> advisers;
  for (const StrategyEntry* const entry : solvers::advisers()) advisers.push_back(entry->name);
  EXPECT_EQ(advisers, (std::vector<std::string_view>{"optimal", "expert", "progress", "min_risk"}));
  for (const StrategyEntry& entry : solvers::strategies())
    if (!entry.published_setting.empty()) {
      EXPECT_TRUE(std::ranges::count(entry.parameters, entry.published_setting, &Parameter::name) == 1)
          << entry.name;
    }
}

// Every row of the registry describes itself.
TEST(StrategyRegistry, HasADescriptionAndBoundsInEveryRow) {
  std::set<std::string_view> names;
  for (const StrategyEntry& entry : solvers::strategies()) {
    SCOPED_TRACE(entry.name);
    EXPECT_TRUE(names.insert(entry.name).second);
    EXPECT_EQ(solvers::find_strategy(entry.name), &entry);
    EXPECT_FALSE(entry.description.empty());
    ASSERT_NE(entry.make, nullptr);
    std::set<std::string_view> parameters;
    for (const Parameter& parameter : entry.parameters) {
      SCOPED_TRACE(parameter.name);
      EXPECT_TRUE(parameters.insert(parameter.name).second);
      EXPECT_FALSE(parameter.description.empty());
      EXPECT_LE(parameter.least, parameter.most);
      if (!parameter.is_required()) {
        EXPECT_TRUE(parameter.least <= parameter.fallback && parameter.fallback <= parameter.most);
      }
    }
  }
}

}  // namespace sapper::tests

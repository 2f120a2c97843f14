// From a request to a board and its rules; mutually exclusive options are refused by name.
#include "experiments/play/minesweeper_setup.hpp"

#include <regex>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/config/players.hpp"
#include "experiments/play/minesweeper_watch.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::FirstClickRule;

std::string refusal(const MinesweeperRequest& request) {
  return tests::message_of<InputError>([&] { set_up(request); });
}

MinesweeperRequest numbers(int rows, int cols, std::uint64_t mines) {
  MinesweeperRequest request;
  request.rows = rows;
  request.cols = cols;
  request.mines = mines;
  return request;
}

TEST(MinesweeperSetup, IsBeginnerByDefault) {
  const MinesweeperSetup setup = set_up({});
  EXPECT_EQ(name_of(setup.board()), "Beginner (9 x 9, 10 mines)");
  EXPECT_EQ(setup.config.first_clicks[0].rule, FirstClickRule::opening);
  EXPECT_EQ(setup.config.reveals[0], sim::Reveal::flood);
  EXPECT_EQ(setup.config.motions[0], sim::MineMotion::fixed);
  EXPECT_EQ(setup.asking, MinesweeperSetup::Asking::for_a_command);
}

TEST(MinesweeperSetup, TakesLevelsNumbersAndRules) {
  MinesweeperRequest level;
  level.level = "expert";
  EXPECT_EQ(name_of(set_up(level).board()), "Expert (16 x 30, 99 mines)");

  MinesweeperRequest request = numbers(8, 10, 12);
  request.first_click = "relocate";
  request.reveal = "ring";
  request.topology = "hex";
  request.moving = true;
  request.seed = 77;
  const MinesweeperSetup setup = set_up(request);
  EXPECT_EQ(name_of(setup.board()), "8 x 10, 12 mines, hex");
  EXPECT_EQ(setup.config.first_clicks[0].rule, FirstClickRule::relocate);
  EXPECT_EQ(setup.config.reveals[0], sim::Reveal::ring);
  EXPECT_EQ(setup.config.motions[0], sim::MineMotion::moving);
  EXPECT_EQ(setup.config.seed, 77U);

  MinesweeperRequest density;
  density.rows = 8;
  density.density = 0.2;
  EXPECT_EQ(name_of(set_up(density).board()), "8 x 8, 13 mines") << "round(12.8)";
}

TEST(MinesweeperSetup, KnowsTheCourse) {
  MinesweeperRequest request;
  request.course = 0;
  const MinesweeperSetup zero = set_up(request);
  EXPECT_EQ(zero.board().rows, 9);
  EXPECT_EQ(zero.board().cols, 9);
  ASSERT_TRUE(zero.board().fixed_mines);
  EXPECT_THAT(*zero.board().fixed_mines, ElementsAre(7, 14, 15, 17, 22, 31, 50, 52, 63, 68));
  for (const int level : {1, 2}) {
    request.course = level;
    for (const int side : {1, 2, 3, 7, 13}) {
      request.size = side;
      const MinesweeperSetup setup = set_up(request);
      EXPECT_EQ(setup.board().rows, side);
      EXPECT_EQ(setup.board().cols, side);
      EXPECT_EQ(setup.board().mines, static_cast<std::uint32_t>(side * side / 5));
      EXPECT_EQ(setup.config.first_clicks[0].rule, FirstClickRule::safe_corners);
      EXPECT_EQ(setup.config.reveals[0], sim::Reveal::ring);
      EXPECT_EQ(setup.config.motions[0], level == 2 ? sim::MineMotion::moving : sim::MineMotion::fixed);
      EXPECT_EQ(setup.asking, MinesweeperSetup::Asking::for_row_and_column);
    }
  }
}

TEST(MinesweeperSetup, TakesBoardsFromFiles) {
  const tests::TemporaryFolder folder;
  MinesweeperRequest request;
  request.file = folder.write("map.txt", "..*\n...\n");
  const MinesweeperSetup setup = set_up(request);
  EXPECT_EQ(name_of(setup.board()), "map.txt (2 x 3, 1 mine)");
  EXPECT_EQ(setup.config.first_clicks[0].rule, FirstClickRule::unprotected);
  request.first_click = "safe_corners";
  EXPECT_THAT(
      refusal(request),
      HasSubstr(
          "has a mine at 0,2 (row,col from 0); the first-click rule safe_corners keeps that cell free"));
  request.first_click = "opening";
  EXPECT_THAT(refusal(request), HasSubstr("--first-click opening: a board file fixes the mines"));
  request.first_click = "relocate";
  EXPECT_EQ(refusal(request), "");

  request.file = folder.write("cells.txt", "0,2\n");
  EXPECT_NE(refusal(request), "") << "a list of cells does not give the board's size";
  request.rows = 2;
  request.cols = 3;
  EXPECT_EQ(*set_up(request).board().fixed_mines, std::vector<sim::Cell>{2});
  request.file = folder.path() / "none";
  EXPECT_THAT(refusal(request), HasSubstr("none: cannot be read"));
}

TEST(MinesweeperSetup, LeavesRoomForTheFirstDig) {
  struct Case {
    const char* rule;
    std::uint64_t most;
  };
  for (const auto& [rule, most] : {Case{"unprotected", 25}, Case{"safe", 24}, Case{"relocate", 24},
                                   Case{"opening", 16}, Case{"safe_corners", 21}}) {
    MinesweeperRequest request = numbers(5, 5, most);
    request.first_click = rule;
    EXPECT_EQ(refusal(request), "") << rule;
    ++*request.mines;
    const std::string limit = most == 25 ? "5 x 5 has 25 cells" : "it holds at most " + std::to_string(most);
    EXPECT_THAT(refusal(request), HasSubstr(limit)) << rule;
  }
}

TEST(MinesweeperSetup, RefusesOptionsThatExcludeEachOther) {
  const auto changed = [](MinesweeperRequest request, auto change) {
    change(request);
    return refusal(request);
  };
  MinesweeperRequest course;
  course.course = 1;
  EXPECT_THAT(changed(course, [](auto& r) { r.level = "Expert"; }), HasSubstr("--course and --level"));
  EXPECT_THAT(changed(course, [](auto& r) { r.rows = 5; }), HasSubstr("its levels 1 and 2 take --size"));
  EXPECT_THAT(changed(course, [](auto& r) { r.topology = "hex"; }), HasSubstr("--course and --topology"));
  EXPECT_THAT(changed(course, [](auto& r) { r.moving = true; }), HasSubstr("the mines move on its level 2"));
  EXPECT_THAT(changed(course, [](auto& r) { r.course = 0, r.size = 5; }), HasSubstr("its board is 9 x 9"));
  const MinesweeperRequest none;
  EXPECT_THAT(changed(none, [](auto& r) { r.size = 5; }), HasSubstr("--rows and --cols give its size"));
  EXPECT_THAT(changed(none, [](auto& r) { r.level = "Expert", r.mines = 5; }),
              HasSubstr("a level has its own"));
  EXPECT_THAT(changed(none, [](auto& r) { r.mines = 5; }), HasSubstr("a board needs --rows"));
  EXPECT_THAT(changed(none, [](auto& r) { r.rows = 5; }), HasSubstr("a board needs --mines or --density"));
  EXPECT_THAT(changed(none, [](auto& r) { r.rows = 5, r.mines = 5, r.density = 0.1; }),
              HasSubstr("--mines and --density are mutually exclusive"));
  EXPECT_THAT(changed(none, [](auto& r) { r.file = "x", r.mines = 5; }), HasSubstr("the file gives"));
  EXPECT_THAT(changed(none, [](auto& r) { r.level = "Expart"; }), HasSubstr("did you mean \"Expert\"?"));
  EXPECT_THAT(changed(none, [](auto& r) { r.first_click = "lucky"; }),
              HasSubstr("--first-click is \"lucky\""));
  EXPECT_THAT(changed(none, [](auto& r) { r.reveal = "all"; }), HasSubstr("--reveal is \"all\""));
  EXPECT_EQ(refusal(numbers(5, 5, 26)), "--mines is 26; 5 x 5 has 25 cells");
}

// Watching a strategy: every move with its reason and its risk, the same game as an experiment's.

std::string watch(const MinesweeperRequest& request, const std::string& strategy) {
  std::ostringstream out;
  const bool is_won = watch_minesweeper(out, set_up(request), {strategy, 0, {}});
  EXPECT_THAT(out.str(), HasSubstr(strategy + (is_won ? " has won after " : " has lost after ")));
  return out.str();
}

// The cells that are dug, in order.
std::vector<std::string> digs_of(const std::string& screen) {
  const std::regex line(R"(Round \d+: (\d+,\d+) is dug)");
  std::vector<std::string> digs;
  for (std::sregex_iterator match(screen.begin(), screen.end(), line), end; match != end; ++match)
    digs.push_back((*match)[1].str());
  return digs;
}

TEST(MinesweeperWatch, ShowsTheGameThatAnExperimentPlays) {
  MinesweeperRequest request;
  request.seed = 2026;
  for (const char* strategy : {"random", "csp", "min_risk", "pinv"}) {
    const std::string config = R"({"schema": "sapper-config/1", "seed": 2026, "games": 1,
      "boards": [{"level": "Beginner"}], "strategies": [")" +
                               std::string(strategy) + "\"]}";
    const std::string replay = parse_experiment(config, "config", ".")->parts().texts.replay(0, 0, nullptr);
    const std::regex line(R"(\n +\d+  (\d+,\d+) )");
    std::vector<std::string> expected;
    for (std::sregex_iterator match(replay.begin(), replay.end(), line), end; match != end; ++match)
      expected.push_back((*match)[1].str());
    ASSERT_FALSE(expected.empty()) << replay;
    EXPECT_EQ(digs_of(watch(request, strategy)), expected) << strategy;
  }
}

TEST(MinesweeperWatch, SaysWhyAndAtWhatRisk) {
  MinesweeperRequest request;
  request.seed = 3;
  const std::string screen = watch(request, "min_risk");
  EXPECT_THAT(screen, HasSubstr("Round 1: 4,4 is dug, the first dig, protected by the rules; P(mine) 0; "));
  EXPECT_THAT(screen, HasSubstr("is dug, certainly safe by the local rules; P(mine) 0; "));
  std::size_t boards = 0;
  for (std::size_t at = screen.find("\n8 "); at != std::string::npos; at = screen.find("\n8 ", at + 1))
    ++boards;
  EXPECT_EQ(boards, digs_of(screen).size()) << "one board per dig";
  EXPECT_THAT(screen, HasSubstr("\n  0 1 2 3 4 5 6 7 8\n0 ")) << "the board's labels are those of its cells";
  EXPECT_THAT(screen, HasSubstr("Cells are row,col from 0"));
}

// A uniform guess reports the mean risk of its candidates; the risk shown is that of the cell dug.
TEST(MinesweeperWatch, RisksAreThoseOfTheCellThatIsDug) {
  const std::regex guess(R"(a guess; P\(mine\) ([0-9.e-]+); (\w+))");
  double predicted = 0;
  int losses = 0;
  int guesses = 0;
  MinesweeperRequest request;
  request.rows = 6;
  request.mines = 8;
  for (request.seed = 0; request.seed < 300; ++request.seed) {
    const std::string screen = watch(request, "random");
    for (std::sregex_iterator match(screen.begin(), screen.end(), guess), end; match != end; ++match) {
      const double risk = std::stod((*match)[1].str());
      const bool is_mine = (*match)[2].str() == "a";
      if (risk == 0 || risk == 1) {
        EXPECT_EQ(is_mine, risk == 1) << screen;
      }
      predicted += risk;
      losses += is_mine;
      ++guesses;
    }
  }
  ASSERT_GT(guesses, 500);
  // A sum of independent Bernoulli variables, whose variance is at most its mean: a false alarm is a deviation of
  // more than 5 sigma.
  EXPECT_NEAR(predicted, losses, 5 * std::sqrt(predicted));
}

TEST(MinesweeperWatch, RefusesUnknownStrategies) {
  std::ostringstream out;
  EXPECT_THAT(tests::message_of<InputError>([&] {
                watch_minesweeper(out, set_up({}), {"cps", 0, {}});
              }),
              HasSubstr("--bot is \"cps\"; did you mean \"csp\"?"));
  EXPECT_EQ(out.str(), "");
}

TEST(MinesweeperWatch, EveryStrategyPlaysEveryKindOfGame) {
  for (const solvers::StrategyEntry& entry : players()) {
    if (is_policy(entry)) continue;  // it plays only for Python
    for (int level = 0; level <= 2; ++level) {
      MinesweeperRequest request;
      request.course = level;
      request.seed = 11;
      if (entry.refusal == nullptr) watch(request, std::string(entry.name));
    }
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

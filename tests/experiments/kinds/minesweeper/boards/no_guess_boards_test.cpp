// Boards with "layout": "no_guess": the layouts of `sapper boards`, which complete inference always solves.
#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_generator.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/game/game_slots.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/errors.hpp"
#include "sim/minesweeper/graph_game.hpp"
#include "solvers/minesweeper/posterior/posterior.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;

bj::object config_with(const std::string& boards, const std::string& more = "") {
  return bj::parse(R"({"schema": "sapper-config/1", "name": "c", "seed": 11, "games": 60, "boards": )" +
                   boards +
                   R"(, "strategies": ["csp", "min_risk", "rules"],
                      "first_click": {"rule": "safe", "cell": [1, 2]})" +
                   more + "}")
      .as_object();
}

bj::object report_of(const bj::object& config) {
  const auto experiment = parse_experiment(bj::serialize(config), "c.json", {});
  const tests::TemporaryFolder folder;
  const std::string text = tests::text_of(tests::play_all(*experiment));
  (void)load_report(folder.write("r.json", text));  // which checks it
  return bj::parse(text).as_object();
}

std::string error_of(const std::string& boards, const std::string& more = "") {
  return tests::message_of<InputError>(
      [&] { (void)parse_experiment(bj::serialize(config_with(boards, more)), "c.json", {}); });
}

TEST(NoGuessBoards, AreSolvedByLogicAloneAndNotByTheLocalRules) {
  const bj::object config = config_with(R"([{"rows": 8, "mines": 13, "layout": "no_guess"}])");
  EXPECT_THAT(tests::schema_errors(config, SAPPER_DATA_DIR "/schema/config.schema.json"), IsEmpty());
  const bj::object report = report_of(config);
  EXPECT_THAT(tests::schema_errors(report, SAPPER_DATA_DIR "/schema/report.schema.json"), IsEmpty());
  const bj::array& results = report.at("results").as_array();
  for (const std::size_t complete : {0, 1}) {
    EXPECT_EQ(results[complete].at("wins"), 60);
    EXPECT_EQ(results[complete].at("moves").at("guess"), 0);
  }
  EXPECT_GT(results[2].at("moves").at("guess").as_int64(), 0);
  EXPECT_LT(results[2].at("wins").as_int64(), 60);
  EXPECT_TRUE(results[2].at("win_rate_adjusted").is_null()) << "the risks are those of all layouts";
  EXPECT_EQ(report.at("config").at("boards").at(0).at("layout"), "no_guess");
}

// Boards and certificates on boards of several blocks of the bit planes, by generators that have made others: all at once
// on any number of threads, or each alone.
TEST(GeneratedBoards, AreTheSameWhateverWasMadeBefore) {
  for (const sim::TopologyRow& topology : sim::kTopologies)
    for (const sim::FirstClickRuleRow& rule : sim::kFirstClickRules)
      for (const minesweeper::Guessing guessing :
           {minesweeper::Guessing::allowed, minesweeper::Guessing::none, minesweeper::Guessing::repaired}) {
        SCOPED_TRACE(testing::Message() << topology.name << ", " << rule.name);
        minesweeper::BoardRequest request;
        request.board.rows = 17;
        request.board.cols = 33;
        request.board.mines = 25;
        request.board.topology = topology.topology;
        request.board.guessing = guessing;
        request.rule = rule.rule;
        request.first = 0;
        request.is_certified = guessing != minesweeper::Guessing::allowed;
        const auto made = [&](std::uint64_t first, std::uint64_t count, std::size_t threads) {
          std::vector<std::string> boards;
          const std::atomic<bool> never = false;
          minesweeper::generate_boards(
              request, first, count, threads, never, [&](const minesweeper::GeneratedBoard& board) {
                boards.push_back(bj::serialize(minesweeper::to_json(request, board)));
              });
          return boards;
        };
        const std::vector<std::string> boards = made(0, 3, 1);
        ASSERT_EQ(boards.size(), 3U);
        EXPECT_EQ(made(0, 3, 3), boards);
        for (std::uint64_t number = 3; number-- > 0;)
          EXPECT_EQ(made(number, 1, 1).at(0), boards[number]) << number;
      }
}

class NoGuessBoardsOf : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Kinds, NoGuessBoardsOf,
                         testing::Values("no_guess", "no_guess_repaired", "no_guess_walked"),
                         [](const auto& test) { return std::string(test.param); });

TEST_P(NoGuessBoardsOf, AreThoseOfTheGenerator) {
  const auto experiment =
      parse_experiment(bj::serialize(config_with(R"([{"rows": 8, "mines": 13, "layout": ")" +
                                                 std::string(GetParam()) + R"("}])")),
                       "c", {});
  const auto& config = *experiment->parts().minesweeper;
  minesweeper::Player player(config, config.cases.front());
  const auto strategy = config.strategies[2].make(player.game().rules());
  const auto solver = config.strategies[0].make(player.game().rules());
  minesweeper::BoardRequest request;
  request.board = config.boards.front();
  request.rule = config.cases.front().first_click;
  request.first = config.cases.front().first_cell;
  request.seed = config.seed;
  const std::atomic<bool> never = false;
  std::uint64_t later = 0;  // boards that are not the first layout drawn, as it was
  minesweeper::generate_boards(request, 5, 20, 2, never, [&](const minesweeper::GeneratedBoard& board) {
    player.play(board.number, *strategy);
    EXPECT_THAT(player.game().layout().mines(), testing::UnorderedElementsAreArray(board.mines));
    later += board.tries > 1 || board.moved_mines > 0;
    EXPECT_TRUE(player.play(board.number, *solver).is_won) << "by logic alone";
  });
  EXPECT_GT(later, 0U);
}

// Those of the generator on a lattice and a directed graph, by generators that have made others or none.
TEST_P(NoGuessBoardsOf, AreThoseOfTheGeneratorOnLatticesAndGraphs) {
  tests::TemporaryFolder folder;
  std::string sees;
  for (int cell = 0; cell < 70; ++cell)
    sees += fmt::format("{}[{}, {}, {}]", cell == 0 ? "" : ", ", (cell + 1) % 70, (cell + 5) % 70,
                        (cell + 12) % 70);
  folder.write("g.json", R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}");
  bj::object config_json = config_with(fmt::format(
      R"([{{"rows": 9, "mines": 11, "topology": "cairo", "layout": "{0}"}}, {{"graph": "g.json", "mines": 8, "layout": "{0}"}}])",
      GetParam()));
  config_json["first_click"] = {{"rule", "safe"}, {"cell", "strategy"}};
  EXPECT_THAT(tests::schema_errors(config_json, SAPPER_DATA_DIR "/schema/config.schema.json"), IsEmpty());
  const auto experiment = parse_experiment(bj::serialize(config_json), "c", folder.path());
  const auto& config = *experiment->parts().minesweeper;
  EXPECT_THAT(experiment->case_name(1), HasSubstr(", no guess"));
  std::uint64_t later = 0;
  for (const minesweeper::Case& played : config.cases) {
    minesweeper::GraphPlayer player(config, played);
    const auto solver = config.strategies[0].make(player.game().rules());
    minesweeper::BoardRequest request;
    request.board = config.boards[played.board];
    request.rule = played.first_click;
    request.seed = config.seed;
    const std::atomic<bool> never = false;
    for (std::uint64_t number = 5; number < 10; ++number) {
      EXPECT_TRUE(player.play(number, *solver).is_won) << "by logic alone";
      EXPECT_EQ(player.summary().guesses.size(), 0U);
      std::vector<sim::Cell> mines(player.game().layout().mines().begin(),
                                   player.game().layout().mines().end());
      std::ranges::sort(mines);
      // The strategy's first draw is the cell that it digs first.
      sim::Stream random({config.seed, key_of(request.board), number}, sim::StreamPurpose::strategy);
      request.first = random.below(request.board.cell_count());
      const auto made = [&](std::uint64_t first, std::uint64_t count) {
        minesweeper::GeneratedBoard last;
        minesweeper::generate_boards(request, first, count, 2, never,
                                     [&](const minesweeper::GeneratedBoard& board) { last = board; });
        return last;
      };
      const minesweeper::GeneratedBoard board = made(number, 1);
      EXPECT_EQ(board.mines, mines);
      EXPECT_EQ(made(number - 3, 4).mines, mines);
      const bj::value line = bj::parse(bj::serialize(to_json(request, board)));
      EXPECT_EQ(board_of(request, line).mines, mines);
      EXPECT_THAT(tests::schema_errors(line, SAPPER_DATA_DIR "/schema/boards.schema.json"), IsEmpty());
      later += board.tries > 1 || board.moved_mines > 0;
    }
  }
  EXPECT_GT(later, 0U);
  const bj::object report = [&] {
    const tests::TemporaryFolder reports;
    const std::string text = tests::text_of(tests::play_all(*experiment));
    (void)load_report(reports.write("r.json", text));
    return bj::parse(text).as_object();
  }();
  EXPECT_THAT(tests::schema_errors(report, SAPPER_DATA_DIR "/schema/report.schema.json"), IsEmpty());
  for (const bj::value& result : report.at("results").as_array()) {
    if (result.at("strategy") == "rules") continue;
    EXPECT_EQ(result.at("wins"), 60);
    EXPECT_EQ(result.at("moves").at("guess"), 0);
    EXPECT_TRUE(result.at("win_rate_adjusted").is_null());
  }
  EXPECT_EQ(report.at("config").at("boards").at(1).at("layout"), GetParam());
  config_json["judge"] = 5;
  EXPECT_THAT(tests::message_of<InputError>(
                  [&] { (void)parse_experiment(bj::serialize(config_json), "c", folder.path()); }),
              HasSubstr("the layouts need no guess"));
}

// Each dig is free in every way to lay mines on hidden cells that meets the numbers it names, of all 2^16 of them.
TEST(NoGuessBoards, AreCertifiedOnLatticesAndGraphs) {
  const tests::TemporaryFolder folder;
  std::string sees;
  for (int cell = 0; cell < 16; ++cell)
    sees += fmt::format("{}[{}, {}, {}]", cell == 0 ? "" : ", ", (cell + 1) % 16, (cell + 5) % 16,
                        (cell + 15) % 16);
  folder.write("g.json", R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}");
  bj::object config_json = config_with(
      R"([{"rows": 4, "mines": 3, "topology": ["cairo", "triangle3"], "layout": "no_guess"},
          {"rows": 2, "cols": 2, "layers": 4, "mines": 3, "topology": "cube6", "layout": "no_guess"},
          {"graph": "g.json", "mines": 3, "layout": "no_guess"}])");
  config_json["first_click"] = {{"rule", "safe"}, {"cell", "strategy"}};
  const auto experiment = parse_experiment(bj::serialize(config_json), "c", folder.path());
  std::map<std::string_view, int> reasons;
  for (const minesweeper::Board& board : experiment->parts().minesweeper->boards) {
    SCOPED_TRACE(minesweeper::name_of(board));
    const sim::Graph& graph = *board.graph_board->graph;
    minesweeper::BoardRequest request;
    request.board = board;
    request.rule = sim::FirstClickRule::safe;
    request.first = 5;
    request.is_certified = true;
    const std::atomic<bool> never = false;
    minesweeper::generate_boards(request, 0, 12, 1, never, [&](const minesweeper::GeneratedBoard& made) {
      std::uint32_t mines = 0;
      for (const sim::Cell mine : made.mines) mines |= 1U << mine;
      const auto number_in = [&](std::uint32_t layout, sim::Cell cell) {
        return std::ranges::count_if(graph.sees(cell),
                                     [&](sim::Cell seen) { return (layout >> seen & 1) != 0; });
      };
      EXPECT_EQ(made.certificate.front().cell, 5U);
      EXPECT_THAT(tests::schema_errors(bj::parse(bj::serialize(to_json(request, made))),
                                       SAPPER_DATA_DIR "/schema/boards.schema.json"),
                  IsEmpty());
      std::uint32_t shown = 0;
      sim::GraphGameRules rules{board.graph_board->graph, 3, request.rule};
      rules.fixed_mines = std::make_shared<const std::vector<sim::Cell>>(made.mines);
      sim::GraphGame game(rules);
      game.start({});
      for (const minesweeper::CertifiedDig& dig : made.certificate) {
        ++reasons[dig.reason];
        EXPECT_EQ((mines | shown) >> dig.cell & 1, 0U);
        const std::uint32_t shown_before = shown;
        game.dig(dig.cell);
        for (sim::Cell cell = 0; cell < 16; ++cell)
          if (!game.view().is_hidden(cell)) shown |= 1U << cell;
        if (dig.reason == "first") continue;
        bool can_be_mine = false;
        for (std::uint32_t layout = 0; layout < 1U << 16 && !can_be_mine; ++layout) {
          if ((layout >> dig.cell & 1) == 0 || (layout & shown_before) != 0) continue;
          if ((dig.reason == "mine_count" || dig.reason == "all") && std::popcount(layout) != 3) continue;
          can_be_mine = std::ranges::all_of(dig.numbers, [&](sim::Cell number) {
            return (layout >> number & 1) == 0 && number_in(layout, number) == number_in(mines, number);
          });
        }
        EXPECT_FALSE(can_be_mine) << "cell " << dig.cell << " by " << dig.reason;
      }
    });
  }
  EXPECT_GT(reasons["rules"], 0);
  EXPECT_GT(reasons["numbers"] + reasons["mine_count"], 0);
}

TEST(NoGuessBoards, StandBesideBoardsThatMayNeedOne) {
  const auto experiment = parse_experiment(
      bj::serialize(
          config_with(R"([{"rows": 8, "mines": 13}, {"rows": 8, "mines": 13, "layout": "no_guess"}])")),
      "c", {});
  EXPECT_THAT(experiment->case_name(1), HasSubstr("no guess"));
  EXPECT_NE(experiment->case_name(0), experiment->case_name(1));
}

TEST(NoGuessBoards, AreRefusedWhereTheyMeanNothing) {
  EXPECT_THAT(error_of(R"([{"rows": 8, "mines": 9, "layout": "no_gess"}])"), HasSubstr("no_guess"));
  EXPECT_THAT(error_of(R"([{"rows": 8, "mines": 9, "layout": "no_guess"}])", R"(, "motion": "moving")"),
              HasSubstr("fixed"));
  EXPECT_THAT(error_of(R"([{"rows": 8, "mines": 9, "layout": "no_guess"}])",
                       R"(, "stop": {"half_width": 0.01, "interval": "adjusted"})"),
              HasSubstr("no guess"));
  EXPECT_THAT(error_of(R"([{"file": "b.txt", "rows": 8, "layout": "no_guess"}])"), HasSubstr("layout"));
}

}  // namespace
}  // namespace sapper::experiments

namespace sapper::experiments::minesweeper {
namespace {

// Slots against games played one by one. tests/python/test_vector_env.py compares the games themselves with a slow
// player in Python.

sim::GameRules slot_rules(int rows = 6, int cols = 7, std::uint32_t mines = 8) {
  sim::GameRules rules;
  rules.grid = std::make_shared<const sim::Grid>(rows, cols, sim::Topology::square);
  rules.mine_count = mines;
  rules.first_click = sim::FirstClickRule::safe;
  return rules;
}

Dealer slot_dealer() { return dealer_of(slot_rules(), 4); }

SlotSettings settings(std::uint32_t slots, std::size_t threads, Autoreset autoreset, bool computes_risks) {
  return {.slots = slots, .threads = threads, .autoreset = autoreset, .computes_risks = computes_risks};
}

// Each slot digs what it samples, 60 times; the view of every slot is that of its own game, played alone.
TEST(GameSlots, EachSlotPlaysItsGamesByNumber) {
  constexpr std::uint32_t kSlots = 150;
  for (const std::size_t threads : {1U, 3U}) {
    GameSlots slots(slot_dealer(), settings(kSlots, threads, Autoreset::next_step, true));
    slots.reset(std::nullopt);
    const sim::GameRules rules = slots.rules();
    const std::uint64_t key = key_of(rules);
    std::deque<sim::Game> alone;
    solvers::Posterior posterior(*rules.grid);
    for (std::uint64_t slot = 0; slot < kSlots; ++slot) alone.emplace_back(rules).start({4, key, slot << 32});
    std::vector<std::int32_t> digs(kSlots);
    std::uint32_t ended = 0;
    for (int step = 0; step < 60; ++step) {
      slots.sample(digs);
      slots.step(digs);
      for (std::uint32_t slot = 0; slot < kSlots; ++slot) {
        sim::Game& game = alone[slot];
        if (game.status() != sim::Game::Status::playing)
          game.start(
              {4, key, (std::uint64_t{slot} << 32) + static_cast<std::uint64_t>(slots.arrays().games[slot])});
        else
          game.dig(static_cast<sim::Cell>(digs[slot]));
        const bool is_over = game.status() != sim::Game::Status::playing;
        ended += is_over;
        ASSERT_EQ(slots.arrays().over[slot] != 0, is_over);
        ASSERT_EQ(slots.arrays().won[slot] != 0, game.status() == sim::Game::Status::won);
        const bool is_counted = !is_over && game.is_laid() && posterior.compute(game.view());
        for (sim::Cell cell = 0; cell < slots.cell_count(); ++cell) {
          const std::size_t at = slot * std::size_t{slots.cell_count()} + cell;
          const int shown = game.exploded() == cell       ? GameSlots::kDugMine
                            : game.view().is_hidden(cell) ? GameSlots::kHiddenCell
                                                          : game.view().number(cell);
          ASSERT_EQ(slots.arrays().cells[at], shown);
          ASSERT_EQ(slots.arrays().hidden[at] != 0, shown == GameSlots::kHiddenCell);
          if (is_counted && game.view().is_hidden(cell)) {
            ASSERT_EQ(slots.arrays().risks[at], posterior.p_mine(cell));
          }
        }
      }
    }
    EXPECT_GT(ended, 4 * kSlots);
  }
}

TEST(GameSlots, ChosenSlotsAreResetAlone) {
  GameSlots slots(slot_dealer(), settings(3, 1, Autoreset::disabled, false));
  slots.reset(std::nullopt);
  const std::vector<std::int32_t> digs{0, 0, 0};
  slots.step(digs);
  slots.step(digs);
  EXPECT_EQ(slots.arrays().invalid[0], 1);
  const std::vector<std::uint8_t> chosen{0, 1, 0};
  slots.reset(std::nullopt, chosen);
  EXPECT_EQ(slots.arrays().games, (std::vector<std::int64_t>{0, 1, 0}));
  EXPECT_EQ(slots.arrays().invalid, (std::vector<std::int64_t>{1, 0, 1}));
  EXPECT_EQ(slots.arrays().cells[slots.cell_count()], GameSlots::kHiddenCell);
  EXPECT_NE(slots.arrays().cells[0], GameSlots::kHiddenCell);
}

// NaN is equal to itself here.
template <class Slots, class OtherSlots>
void expect_same(const Slots& one, const OtherSlots& other, double tolerance = 0) {
  const auto has_equal = [&](auto member) {
    const auto &left = one.arrays().*member, &right = other.arrays().*member;
    return std::ranges::equal(left, right, [&](double a, double b) {
      return std::abs(a - b) <= tolerance || (std::isnan(a) && std::isnan(b));
    });
  };
  EXPECT_TRUE(has_equal(&SlotArrays::cells));
  EXPECT_TRUE(has_equal(&SlotArrays::hidden));
  EXPECT_TRUE(has_equal(&SlotArrays::risks));
  EXPECT_TRUE(has_equal(&SlotArrays::safe));
  EXPECT_TRUE(has_equal(&SlotArrays::final_cells));
  EXPECT_TRUE(has_equal(&SlotArrays::games));
  EXPECT_TRUE(has_equal(&SlotArrays::invalid));
  EXPECT_TRUE(has_equal(&SlotArrays::over));
  EXPECT_TRUE(has_equal(&SlotArrays::won));
  EXPECT_TRUE(has_equal(&SlotArrays::lost));
  EXPECT_TRUE(has_equal(&SlotArrays::opened));
  EXPECT_TRUE(has_equal(&SlotArrays::dug_shown));
  EXPECT_TRUE(has_equal(&SlotArrays::dug_risks));
  EXPECT_TRUE(has_equal(&SlotArrays::lowest_risks));
  EXPECT_TRUE(has_equal(&SlotArrays::stepped_games));
}

// A grid given as a graph, whose games have the grid's key: every array is that of the grid's slots, in several blocks of
// slots and of cells, through all ways to start the next game, with a new seed and with steps taken back.
TEST(GameSlots, StepOnAGridGivenAsAGraphAsOnTheGrid) {
  struct Size {
    int rows, cols;
    std::uint32_t mines;
    int steps;
  };
  for (const Size& size : {Size{6, 7, 8, 60}, Size{9, 20, 25, 25}})
    for (const Autoreset autoreset : {Autoreset::next_step, Autoreset::same_step, Autoreset::disabled}) {
      SCOPED_TRACE(testing::Message() << size.rows << ' ' << static_cast<int>(autoreset));
      const sim::GameRules rules = slot_rules(size.rows, size.cols, size.mines);
      SlotSettings given = settings(70, 2, autoreset, true);
      given.can_take_back = true;
      GameSlots on_grid(dealer_of(rules, 4), given);
      GameSlotsOf<solvers::OnGraphs> on_graph(
          DealerOf<solvers::OnGraphs>(
              {std::make_shared<const sim::Graph>(*rules.grid), size.mines, rules.first_click}, 4,
              key_of(rules)),
          given);
      EXPECT_EQ(on_graph.dug_mine(), GameSlots::kDugMine);
      std::vector<std::int32_t> digs(70), others(70);
      std::uint32_t ended = 0;
      for (const std::optional<std::uint64_t> seed :
           {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(9)}) {
        on_grid.reset(seed);
        on_graph.reset(seed);
        for (int step = 0; step < size.steps; ++step) {
          on_grid.sample(digs);
          on_graph.sample(others);
          ASSERT_EQ(digs, others);
          if (step % 7 == 3) {
            on_graph.step(std::vector<std::int32_t>(70, step % 42));
            on_graph.take_back();
          }
          on_grid.step(digs);
          on_graph.step(digs);
          expect_same(on_graph, on_grid, 1e-12);
          ASSERT_FALSE(HasFailure()) << "step " << step;
          ended += static_cast<std::uint32_t>(std::ranges::count(on_grid.arrays().over, 1));
          if (autoreset != Autoreset::disabled || step % 20 != 19) continue;
          on_graph.reset(std::nullopt, std::vector(on_grid.arrays().over));
          on_grid.reset(std::nullopt, std::vector(on_grid.arrays().over));
        }
      }
      EXPECT_GT(ended, 70U);
    }
}

// Every second step is first another one that is taken back; nothing may differ from slots without it.
TEST(GameSlots, AStepTakenBackChangesNothing) {
  constexpr std::uint32_t kSlots = 70;
  for (const Autoreset autoreset : {Autoreset::next_step, Autoreset::same_step, Autoreset::disabled}) {
    SlotSettings given = settings(kSlots, 2, autoreset, true);
    GameSlots plain(slot_dealer(), given);
    given.can_take_back = true;
    GameSlots slots(slot_dealer(), given);
    plain.reset(std::nullopt);
    slots.reset(std::nullopt);
    std::vector<std::int32_t> digs(kSlots), others(kSlots);
    std::uint32_t ended = 0;
    for (int step = 0; step < 80; ++step) {
      const std::int8_t* const cells = slots.arrays().cells.data();
      if (step % 2 == 0) {
        for (std::uint32_t slot = 0; slot < kSlots; ++slot)
          others[slot] = static_cast<std::int32_t>((slot * 5 + static_cast<std::uint32_t>(step) * 11) % 42);
        slots.step(others);
        slots.sample(others);
        slots.take_back();
        slots.take_back();
        expect_same(slots, plain);
      }
      EXPECT_EQ(slots.arrays().cells.data(), cells);
      plain.sample(digs);
      slots.sample(others);
      EXPECT_EQ(digs, others);
      plain.step(digs);
      slots.step(digs);
      expect_same(slots, plain);
      ASSERT_FALSE(HasFailure()) << "step " << step;
      ended += static_cast<std::uint32_t>(std::ranges::count(plain.arrays().over, 1));
      if (autoreset != Autoreset::disabled || step % 20 != 19) continue;
      plain.reset(std::nullopt, std::vector(plain.arrays().over));
      slots.reset(std::nullopt, std::vector(slots.arrays().over));
      slots.take_back();
      expect_same(slots, plain);
    }
    EXPECT_GT(ended, 2 * kSlots);
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

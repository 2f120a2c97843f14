// Boards with "layout": "no_guess": the layouts of `sapper boards`, which complete inference always solves.
#include <atomic>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fstream>
#include <iterator>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/board_generator.hpp"
#include "experiments/kinds/minesweeper/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/player.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/errors.hpp"
#include "tests/support/json_schema.hpp"
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
  Report played(*experiment);
  DriverOptions options;
  options.threads = 2;
  const std::atomic<bool> never = false;
  EXPECT_EQ(drive(played, never, options), Outcome::finished);
  const tests::TemporaryFolder folder;
  played.threads = 2;
  played.started = "2026-01-02T03:04:05Z";
  write_report(folder.path() / "r.json", played);
  (void)load_report(folder.path() / "r.json");  // which checks it
  std::ifstream in(folder.path() / "r.json");
  return bj::parse(std::string(std::istreambuf_iterator<char>(in), {})).as_object();
}

std::string error_of(const std::string& boards, const std::string& more = "") {
  try {
    (void)parse_experiment(bj::serialize(config_with(boards, more)), "c.json", {});
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
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
  const auto& config = dynamic_cast<const minesweeper::MinesweeperExperiment&>(*experiment).plan();
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

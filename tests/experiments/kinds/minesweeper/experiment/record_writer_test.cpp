// Lines of records: what they say, byte for byte as fmt and Boost.JSON would write it.
#include "experiments/kinds/minesweeper/experiment/record_writer.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <cmath>
#include <random>

#include "experiments/support/json/writer.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/played_report.hpp"
#include "tests/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

namespace bj = boost::json;

double random_risk(std::mt19937_64& random) {
  const double unit = std::generate_canonical<double, 53>(random);
  switch (random() % 5) {
    case 0:
      return unit;
    case 1:
      return std::pow(10, -300 * unit);
    case 2:
      return static_cast<double>(random() % 50) / static_cast<double>(50 + random() % 50);
    case 3:
      return std::round(unit * 1e12) / 1e12;
    default:
      return random() % 2 == 0 ? 0 : 1;
  }
}

TEST(RecordWriter, WritesWhatHappened) {
  std::mt19937_64 random(5);
  std::string lines = "before\n";
  for (int i = 0; i < tests::case_count(2000); ++i) {
    GameSummary game;
    game.number = random() >> (random() % 64);
    game.is_won = random() % 2 == 0;
    game.turns = static_cast<std::uint32_t>(random());
    for (std::uint32_t& digs : game.moves) digs = static_cast<std::uint32_t>(random());
    for (std::uint64_t guesses = random() % 60; guesses > 0; --guesses)
      game.guesses.push_back(
          {random_risk(random), random() % 3 == 0 ? std::nullopt : std::optional(random_risk(random))});
    game.is_lost_by_guess = !game.guesses.empty() && random() % 2 == 0;
    game.is_forfeited = random() % 2 == 0;
    game.missed_safe = static_cast<std::uint32_t>(random());
    game.wrong_claims = static_cast<std::uint32_t>(random());
    const sim::BoardStatistics board{static_cast<std::uint32_t>(random() | 1), 1, 0};
    const std::string label = i % 2 == 0 ? "a \"b\"\n" : std::string(300, 'x');
    const std::size_t before = lines.size();
    RecordWriter(random() % 1000, label).append(game, board, lines);

    const std::string line = lines.substr(before);
    ASSERT_EQ(line.back(), '\n');
    const bj::object record = bj::parse(line).as_object();
    EXPECT_EQ(record.at("strategy").as_string(), label);
    EXPECT_EQ(record.at("game").to_number<std::uint64_t>(), game.number);
    EXPECT_EQ(record.at("won").as_bool(), game.is_won);
    EXPECT_EQ(record.at("forfeited").as_bool(), game.is_forfeited);
    EXPECT_EQ(record.at("moves").at("guess").to_number<std::uint32_t>(), game.moves.back());
    EXPECT_EQ(record.at("isolated").to_number<std::uint32_t>(), board.three_bv - 1);
    EXPECT_EQ(record.at("lost_risk").is_null(), !game.is_lost_by_guess);
    std::string guesses, lowest;
    for (const GuessRisk& guess : game.guesses) {
      guesses += fmt::format("{}{:.12g}", guesses.empty() ? "" : ",", guess.p_mine);
      lowest += fmt::format("{}{}", lowest.empty() ? "" : ",",
                            guess.lowest ? fmt::format("{:.12g}", *guess.lowest) : "null");
    }
    ASSERT_THAT(line,
                HasSubstr(fmt::format(R"(,"guesses":[{}],"lowest":[{}],"lost_risk":)", guesses, lowest)));
  }
  EXPECT_THAT(lines, StartsWith("before\n{\"case\":"));
}

// Boards are counted once for all strategies where their layouts are the same, and for each of them where a strategy
// chooses its first dig.
TEST(RecordWriter, BoardsAreThoseThatTheStrategyPlayed) {
  for (const std::string cell : {"[3, 3]", "\"strategy\""}) {
    SCOPED_TRACE(cell);
    const auto config_of = [&](const std::string& strategies) {
      return R"("seed": 4, "games": 300, "boards": [{"rows": 7, "mines": 8}], "first_click": {"rule": "opening",
        "cell": )" +
             cell + R"(}, "strategies": [)" + strategies + "]";
    };
    const auto together = tests::experiment_of(config_of(R"("rules", "random")"));
    const auto alone = tests::experiment_of(config_of(R"("random")"));
    std::string of_second;
    for (const std::string& line : tests::lines_of(tests::records_of(*together)))
      if (line.find(R"("strategy":"random")") != std::string::npos) of_second += line + '\n';
    EXPECT_EQ(of_second, tests::records_of(*alone));
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

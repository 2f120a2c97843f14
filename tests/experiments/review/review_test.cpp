// Recorded games followed on their boards, reviewed, and added up by player.
#include "experiments/review/review.hpp"

#include <boost/json/serialize.hpp>

#include "experiments/review/replay_games.hpp"
#include "experiments/review/review_replay.hpp"
#include "experiments/support/errors.hpp"
#include "sim/support/interruptible.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

using sim::Cell;

// A board of 1 x 7, a mine at 3: 0 0 1 * 1 0 0.
RecordedGame row_game(std::vector<RecordedDig> digs) {
  RecordedGame game;
  game.file = "row";
  game.player = "a";
  game.rules.grid = std::make_shared<const sim::Grid>(1, 7);
  game.rules.mine_count = 1;
  game.rules.flag_protection = sim::FlagProtection::digs_and_openings;
  game.mines = {3};
  game.digs = std::move(digs);
  return game;
}

RecordedDig dig(std::vector<Cell> cells, std::vector<Cell> flag_changes = {}) {
  return {std::move(cells), std::move(flag_changes), {}, {}};
}

struct Step {
  std::vector<Cell> cells, opened;
  bool operator==(const Step&) const = default;
};

std::vector<Step> steps_of(const RecordedGame& game, GameEnding ending) {
  std::vector<Step> steps;
  FollowedGame followed(game);
  while (followed.next()) {
    const std::vector<Cell> cells(followed.cells().begin(), followed.cells().end());
    const std::span<const Cell> opened = followed.make();
    steps.push_back({cells, {opened.begin(), opened.end()}});
  }
  EXPECT_EQ(followed.ending(), ending);
  return steps;
}

TEST(FollowedGame, OpeningsStopAtFlagsAndChordsOpenTheirCells) {
  EXPECT_EQ(steps_of(row_game({dig({0}), dig({4, 6})}), GameEnding::won),
            (std::vector<Step>{{{0}, {0, 1, 2}}, {{4, 6}, {4, 5, 6}}}));
  // The flag at 1 keeps the opening from spreading. What is shown already is left out, and digs of nothing else.
  EXPECT_EQ(
      steps_of(row_game({dig({0}, {1}), dig({0, 1}, {1}), dig({1}), dig({5}, {1, 4}), dig({3, 4}, {1, 4})}),
               GameEnding::lost),
      (std::vector<Step>{{{0}, {0}}, {{1}, {1, 2}}, {{5}, {5, 6}}, {{3, 4}, {}}}));
  EXPECT_EQ(steps_of(row_game({dig({0})}), GameEnding::given_up), (std::vector<Step>{{{0}, {0, 1, 2}}}));
}

TEST(FollowedGame, HasTheFlagsOfEachDig) {
  const RecordedGame game = row_game({dig({0}, {1, 2}), dig({5}, {2, 3}), dig({1}, {1, 3})});
  FollowedGame followed(game);
  std::vector<std::vector<Cell>> flagged;
  while (followed.next()) {
    std::vector<Cell>& cells = flagged.emplace_back();
    for (Cell cell = 0; cell < 7; ++cell)
      if (followed.view().is_flagged(cell)) cells.push_back(cell);
    followed.make();
  }
  EXPECT_EQ(flagged, (std::vector<std::vector<Cell>>{{1, 2}, {1, 3}, {}}));
}

// A saved review names the cells of a chord, and the flags at which an opening stopped.
TEST(FollowedGame, IsTheSameFromASavedReview) {
  const RecordedGame game = row_game({dig({0}, {1}), dig({1}, {1, 4}), dig({5}), dig({4, 3}, {4})});
  const std::vector<Step> steps = steps_of(game, GameEnding::lost);
  ASSERT_EQ(steps.size(), 4U);
  boost::json::object player = player_of_replay(Reviewer({}, {}).review(game), "a");
  const auto saved = [&] {
    const boost::json::object replay{{"schema", "sapper-replay/1"}, {"players", boost::json::array{player}}};
    return ReplayGames(json::Document::parse(boost::json::serialize(replay), "saved")).next().value();
  };
  EXPECT_EQ(steps_of(saved(), GameEnding::lost), steps);
  // Without its flag the first dig would show more.
  boost::json::object& first = player["digs"].as_array()[0].as_object();
  EXPECT_EQ(boost::json::serialize(first.at("stopped_at")), "[[0,1]]");
  first.erase("stopped_at");
  EXPECT_THAT(tests::message_of<InputError>(saved),
              HasSubstr("players[0].digs[0].shown is not what the dig "));
  first["stopped_at"] = boost::json::array{boost::json::array{0, 0}, boost::json::array{0, 1}};
  EXPECT_THAT(tests::message_of<InputError>(saved), HasSubstr("lists a cell that is dug"));
}

// Files of a board of `side` x `side` cells and a dig that hits its mine, for some players.
std::string replay_of(int side, int players) {
  std::string text = R"({"schema": "sapper-replay/1", "board": {"rows": )" + std::to_string(side) +
                     R"(, "cols": )" + std::to_string(side) +
                     R"(, "mines": 1, "topology": "square"}, "players": [)";
  for (int player = 0; player < players; ++player)
    text += std::string(player == 0 ? "" : ", ") +
            R"({"strategy": "a", "mines": [[0, 0]], "digs": [{"cell": [0, 0], "shown": []}]})";
  return text + "]}";
}

// How many games are read, and the message that ends them.
std::pair<int, std::string> read_all(const std::string& text) {
  ReplayGames games(json::Document::parse(text, "replay"));
  int count = 0;
  try {
    while (games.next()) ++count;
  } catch (const InputError& error) {
    return {count, error.what()};
  }
  return {count, ""};
}

TEST(ReplayGames, AreReadOneByOneOnBoardsThatTheFilePaysFor) {
  EXPECT_EQ(read_all(replay_of(20, 100)), std::pair(100, std::string()));
  EXPECT_EQ(read_all(replay_of(1000, 1)), std::pair(1, std::string()));
  const auto [count, message] = read_all(replay_of(1000, 100));
  EXPECT_EQ(count, 1);
  EXPECT_THAT(message,
              HasSubstr("board: with this game the file asks for boards of 2,000,000 cells, more than its"));
}

// A game that is wrong does not keep those after it from being read.
TEST(ReplayGames, GoOnAfterAWrongOne) {
  std::string text = replay_of(5, 3);
  text.replace(text.find("[[0, 0]]", text.find("strategy", text.find("strategy") + 1)), 8, "[[0, 9]]");
  ReplayGames games(json::Document::parse(text, "replay"));
  EXPECT_TRUE(games.next());
  EXPECT_THAT(tests::message_of<InputError>([&] { games.next(); }), HasSubstr("players[1].mines[0]"));
  EXPECT_TRUE(games.next());
  EXPECT_FALSE(games.next());
}

TEST(ReplayGames, EndWhenInterrupted) {
  const std::string text = replay_of(5, 3);
  std::atomic<bool> interrupt = false;
  const sim::Interruptible until(interrupt);
  ReplayGames games(json::Document::parse(text, "replay"));
  EXPECT_TRUE(games.next());
  interrupt = true;
  EXPECT_THROW(games.next(), sim::Interrupted);
  EXPECT_THROW(json::Document::parse(text, "replay"), sim::Interrupted);
}

TEST(Reviewer, FindsTheFirstClickRuleOrIsTold) {
  const RecordedGame on_mine = row_game({dig({3})});
  const RecordedGame on_zero = row_game({dig({0}), dig({6})});
  const auto rule = [](const RecordedGame& game, std::optional<sim::FirstClickRule> asked = {}) {
    return Reviewer({}, asked).review(game).game.rules.first_click;
  };
  EXPECT_EQ(rule(on_mine), sim::FirstClickRule::unprotected);
  EXPECT_EQ(rule(on_zero), sim::FirstClickRule::safe);
  EXPECT_EQ(rule(on_zero, sim::FirstClickRule::opening), sim::FirstClickRule::opening);
  RecordedGame told = on_zero;
  told.rules.first_click = sim::FirstClickRule::opening;
  told.is_first_click_known = true;
  EXPECT_EQ(rule(told), sim::FirstClickRule::opening);
  EXPECT_EQ(rule(told, sim::FirstClickRule::safe), sim::FirstClickRule::safe);
  EXPECT_THROW(rule(on_mine, sim::FirstClickRule::safe), InputError);
}

TEST(Reviewer, StopsWhenInterrupted) {
  const std::atomic<bool> interrupt = true;
  const sim::Interruptible until(interrupt);
  EXPECT_THROW(Reviewer({}, std::nullopt).review(row_game({dig({0})})), sim::Interrupted);
}

// What an external player said of a dig is in its replay; of a mine or a guess it may not say that it is safe.
TEST(Reviewer, ChecksTheClaimsOfReplays) {
  const auto reviewed = [](const std::string& claim) {
    ReplayGames games(json::Document::parse(R"({"schema": "sapper-replay/1", "first_click": "safe",
      "board": {"rows": 1, "cols": 7, "mines": 1, "topology": "square"},
      "players": [{"strategy": "bot", "won": false, "mines": [[0, 3]], "digs": [
        {"cell": [0, 0], "shown": [[0, 0, 0], [0, 1, 0], [0, 2, 1]], "claimed_safe": true},
        {"cell": [0, 3], "shown": []
        )" + claim + "}]}]}",
                                            "replay"));
    return Reviewer({}, {}).review(games.next().value());
  };
  const ReviewedGame wrong = reviewed(R"(, "claimed_safe": true, "belief": 0.25)");
  EXPECT_EQ(wrong.judged.wrong_claims, 1U);
  const boost::json::object json = to_json(wrong);
  EXPECT_EQ(json.at("wrong_claims").to_number<int>(), 1);
  const boost::json::object& last = json.at("digs").as_array().back().as_object();
  EXPECT_TRUE(last.at("claimed_safe").as_bool());
  EXPECT_DOUBLE_EQ(last.at("belief").as_double(), 0.25);
  EXPECT_THAT(text_of(wrong), HasSubstr("wrongly held to be safe"));

  const ReviewedGame guessed = reviewed(R"(, "claimed_safe": false)");
  EXPECT_EQ(guessed.judged.wrong_claims, 0U);
  EXPECT_THAT(text_of(guessed), Not(HasSubstr("held to be safe")));
  const boost::json::object silent = to_json(reviewed(""));
  EXPECT_FALSE(silent.at("digs").as_array().back().as_object().contains("claimed_safe"));
  EXPECT_THROW(reviewed(R"(, "claimed_safe": 1)"), InputError);
  EXPECT_THROW(reviewed(R"(, "belief": 1.5)"), InputError);
}

// Two places are left for the mine after the first dig, at 3 or beyond: by hand.
TEST(Reviewer, ValuesAGameOfHand) {
  // `safe` at 0 leaves the mine at 1 to 6. It shows 0 unless the mine is at 1; an opening ends before the mine, and so
  // tells where it is. The mine at 1 leaves nothing to guess either: W is 1.
  const ReviewedGame won = Reviewer({}, {}).review(row_game({dig({0}), dig({4}), dig({6})}));
  EXPECT_EQ(won.ending, GameEnding::won);
  EXPECT_EQ(won.bv3, 2U);
  EXPECT_DOUBLE_EQ(won.judged.w_start, 1);
  EXPECT_DOUBLE_EQ(won.judged.given_away, 0);
  EXPECT_DOUBLE_EQ(won.judged.luck, 0);
  // Digging the only mine gives everything away; so does stopping.
  for (const bool stops : {false, true}) {
    const ReviewedGame lost =
        Reviewer({}, {}).review(row_game(stops ? std::vector{dig({0})} : std::vector{dig({0}), dig({3})}));
    EXPECT_EQ(lost.ending, stops ? GameEnding::given_up : GameEnding::lost);
    ASSERT_EQ(lost.judged.digs.size(), 2U);
    EXPECT_DOUBLE_EQ(lost.judged.digs.back().given_away, 1);
    EXPECT_EQ(lost.judged.digs.back().missed_safe, 3U);
    EXPECT_DOUBLE_EQ(lost.judged.luck, 0);
  }
}

TEST(ReviewSums, AddUpByPlayer) {
  const auto reviewed = [](const char* player, bool is_won, double w_start, double difference) {
    ReviewedGame game;
    game.game.player = player;
    game.game.rules.grid = std::make_shared<const sim::Grid>(9, 9);
    game.judged.is_won = is_won;
    game.judged.w_start = w_start;
    game.judged.difference = difference;
    return game;
  };
  ReviewSums sums;
  sums.add(reviewed("b", true, 0.5, 0.1));
  sums.add(reviewed("a", false, 0.5, 0.2));
  sums.add(reviewed("b", false, 0.7, 0.3));
  const std::vector<PlayerReview> players = sums.players();
  ASSERT_EQ(players.size(), 2U);
  EXPECT_EQ(players[0].player, "b");
  EXPECT_EQ(players[0].games, 2U);
  EXPECT_DOUBLE_EQ(players[0].won.value, 0.5);
  EXPECT_NEAR(players[0].w_start.value, 0.6, 1e-12);
  EXPECT_NEAR(players[0].given_away.value, 0.2, 1e-12);
  EXPECT_NEAR(players[0].even_luck.value, 0.4, 1e-12);
  EXPECT_NEAR(players[0].luck.value, 0.1, 1e-12);  // (0.6 - 0.4) / 2
  // 0.1 and 0.3, and 0 or 1: standard errors of 0.0882 and 0.2728, of which Student's interval has 4.3027.
  EXPECT_EQ(players[0].given_away.interval->low, 0);
  EXPECT_NEAR(players[0].given_away.interval->high, 1.4 / 3 + 4.3027 * 0.2728, 1e-3);
  EXPECT_EQ(players[0].even_luck.interval->high, 1);
  EXPECT_FALSE(players[1].won.interval);
}

// They say nothing of the games that none of them was.
TEST(ReviewSums, HaveAnIntervalWhereAllGamesAreAlike) {
  ReviewSums sums;
  ReviewedGame game;
  game.game.rules.grid = std::make_shared<const sim::Grid>(9, 9);
  game.judged.w_start = 0.94;
  game.judged.difference = 0.94;
  for (int i = 0; i < 20; ++i) sums.add(game);
  const std::vector<PlayerReview> players = sums.players();
  EXPECT_LT(players[0].given_away.interval->low, 0.85);
  EXPECT_GT(players[0].given_away.interval->high, 0.94);
  EXPECT_GT(players[0].even_luck.interval->high, 0.1);
  EXPECT_GT(players[0].missed_digs.interval->high, 0.1);
  EXPECT_THAT(text_of(players), testing::HasSubstr("94.00 (80.19 to 94.88)"));
}

}  // namespace
}  // namespace sapper::experiments

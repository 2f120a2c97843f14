// `sapper review`: games of reports, records, replays and broken files, judged; the sums of games; the page.
// Label: threads
#include "tests/support/long_test.hpp"
#include "tests/support/markup_check.hpp"
#include "tests/support/replay_files.hpp"
#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class Review : public ProgramTest {
 protected:
  Review() {
    write_config("c.json", R"("name": "c", "games": 6, "seed": 3,
      "boards": [{"rows": 4, "cols": 5, "mines": 5}, {"rows": 9, "mines": 14}],
      "first_click": {"rule": "safe"}, "strategies": ["rules", "min_risk"])");
    run_well({"run", "c.json", "-o", "c.report.json", "--games-out", "c.jsonl", "--quiet"});
  }
  // Quick, and where it matters exact.
  std::string review(const Words& more) const {
    return output_of(joined({"review", "--effort", "0", "--layouts", "20"}, more));
  }
  std::vector<bj::value> judged(const Words& more) const {
    std::vector<bj::value> games;
    for (const std::string& line : lines_of(review(joined({"--json"}, more))))
      games.push_back(bj::parse(line));
    return games;
  }
};

double number(const bj::value& object, const char* key) { return object.at(key).to_number<double>(); }

// What was reviewed before a signal is not lost: the first games are on standard output and in the checkpoint.
TEST_F(Review, KeepsWhatItHasWhenInterrupted) {
  write_config(
      "many.json",
      R"("name": "many", "games": 400, "boards": [{"rows": 9, "mines": 16}], "strategies": ["rules"])");
  run_well({"run", "many.json", "-o", "many.report.json", "--games-out", "many.jsonl", "--quiet"});
  TerminalProgram program(
      command({"review", "many.report.json", "many.jsonl", "--effort", "0", "--threads", "2", "--json",
               "--csv", "digs.csv", "-o", "page.html", "--progress", "never"}));
  ASSERT_TRUE(program.wait_for("sapper-review/1"));
  program.send(SIGINT);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 130) << result.out;
  EXPECT_THAT(result.out, HasSubstr("reviewed so far"));
  const std::size_t games = count_of(result.out, "\"schema\":\"sapper-review/1\"");
  EXPECT_GE(games, 1U);
  EXPECT_LT(games, 400U);
  EXPECT_THAT(result.out, AllOf(HasSubstr("what was reviewed is kept in "), HasSubstr(" --resume")));
  EXPECT_EQ(count_of(read("page.html.checkpoint"), "{\"game\":"), games);
  EXPECT_FALSE(exists("page.html"));
  EXPECT_FALSE(exists("digs.csv"));
}

// The second game's first judged dig alone would take many minutes.
TEST_F(Review, EndsWithinADigWhenInterrupted) {
  write_config("long.json",
               R"("name": "long", "boards": [{"rows": 5, "mines": 1}, {"rows": 40, "mines": 330}],
      "first_click": {"rule": "opening"}, "strategies": ["csp"])");
  for (const int game : {0, 1})
    write(fmt::format("{}.json", game),
          output_of({"run", "long.json", "--replay", fmt::format("{}:0", game), "--json"}));
  TerminalProgram program(command({"review", "0.json", "1.json", "--layouts", "1000000", "--threads", "1",
                                   "--json", "--csv", "digs.csv", "--progress", "never"}));
  ASSERT_TRUE(program.wait_for("sapper-review/1"));
  program.send(SIGTERM);
  const ProgramResult result = program.wait();
  EXPECT_EQ(result.status, 143) << result.out;
  EXPECT_THAT(result.out, HasSubstr("interrupted; 1 game reviewed so far"));
  EXPECT_EQ(count_of(result.out, "\"schema\":\"sapper-review/1\""), 1U);
  EXPECT_EQ(read("digs.csv"), "") << "the checkpoint has what was judged";
}

TEST_F(Review, ReadsAReportInOneLine) {
  write("line.json", bj::serialize(read_json("c.report.json")));
  const auto game_of = [&](const std::string& report) {
    return output_of({"review", report, "--game", "0:0", "--json", "--effort", "0", "--layouts", "5"});
  };
  const std::string pretty = game_of("c.report.json");
  EXPECT_EQ(with_replaced(with_replaced(game_of("line.json"), "line.json", "c.report.json"), "line.json",
                          "c.report.json"),
            pretty);
}

TEST_F(Review, AddsUpToTheResultOfEachGame) {
  const std::vector<bj::value> games = judged({"c.report.json", "c.jsonl"});
  const std::vector<std::string> records = lines_of(read("c.jsonl"));
  ASSERT_EQ(games.size(), records.size());
  std::size_t exact = 0, estimated = 0, missed = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    const bj::value& game = games[i];
    expect_valid(game, "review");
    const bj::value record = bj::parse(records[i]);
    EXPECT_EQ(game.at("player"), record.at("strategy"));
    EXPECT_EQ(game.at("outcome").as_int64(), record.at("won").as_bool() ? 1 : 0);
    EXPECT_EQ(game.at("bv3"), record.at("bv3"));
    EXPECT_EQ(game.at("first_click"), "safe");
    EXPECT_NEAR(number(game, "outcome"),
                number(game, "w_start") - number(game, "given_away") + number(game, "luck"), 1e-9);
    // The guesses of the record that could hit a mine are the judged digs after the first.
    std::vector<double> risks;
    for (const bj::value& risk : record.at("guesses").as_array())
      if (risk.to_number<double>() > 0) risks.push_back(risk.to_number<double>());
    const bj::array& digs = game.at("digs").as_array();
    ASSERT_EQ(digs.size(), risks.size() + 1);
    double given_away = 0, luck = 0;
    for (std::size_t dig = 0; dig < digs.size(); ++dig) {
      given_away += number(digs[dig], "given_away");
      luck += number(digs[dig], "luck");
      EXPECT_NEAR(number(digs[dig], "p_mine"), dig == 0 ? 0 : risks[dig - 1], 1e-8);
      (digs[dig].at("exact").as_bool() ? exact : estimated) += 1;
      missed += digs[dig].at("missed_safe").as_int64() > 0 ? 1 : 0;
    }
    EXPECT_NEAR(given_away, number(game, "given_away"), 1e-9);
    EXPECT_NEAR(luck, number(game, "luck"), 1e-9);
  }
  for (const std::size_t seen : {exact, estimated, missed}) EXPECT_GT(seen, 0U);
  EXPECT_EQ(review({"c.report.json", "c.jsonl", "--json", "--threads", "1"}),
            review({"c.report.json", "c.jsonl", "--json", "--threads", "3"}));
}

// A game is judged alike wherever it comes from.
TEST_F(Review, ReadsReplaysAndReportsAlike) {
  run_well({"run", "c.json", "--replay", "1:2", "-o", "replay.json"});
  std::vector<bj::value> by_report = judged({"c.report.json", "--game", "1:2"});
  std::vector<bj::value> by_replay = judged({"replay.json"});
  ASSERT_EQ(by_report.size(), 2U);
  ASSERT_EQ(by_replay.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(by_replay[i].at("file"), "replay.json");
    EXPECT_EQ(by_report[i].at("file"), "c.report.json 1:2");
    by_replay[i].as_object()["file"] = by_report[i].at("file");
    EXPECT_EQ(by_replay[i], by_report[i]);
  }
  const std::string table = review({"replay.json"});
  EXPECT_THAT(table, HasSubstr("at even luck"));
  EXPECT_THAT(table, HasSubstr("min_risk"));
}

// The risks are those that a replay of the game has, under `ring` and where an opening does not fit at every cell.
TEST_F(Review, JudgesByTheGamesOwnRules) {
  const auto expect_risks_of_replays = [&](const std::string& members, const std::string& game,
                                           const std::string& player) {
    write_config("own.json", R"("name": "own", "games": 40, )" + members);
    const bj::value replay = json_of({"run", "own.json", "--replay", game, "--strategy", player, "--json"});
    const bj::value review = judged({"own.json", "--game", game, "--strategy", player}).at(0);
    std::map<std::int64_t, double> risks;
    std::int64_t dig = 0;
    for (const bj::value& dug : replay.at("players").at(0).at("digs").as_array())
      if (++dig; dig > 1 && !dug.at("p_mine").is_null()) risks[dig] = number(dug, "p_mine");
    EXPECT_GT(risks.size(), 0U);
    std::map<std::int64_t, double> judged_risks;
    for (const bj::value& dug : review.at("digs").as_array())
      if (dug.at("dig").as_int64() > 1) judged_risks[dug.at("dig").as_int64()] = number(dug, "p_mine");
    EXPECT_EQ(judged_risks.size(), risks.size());
    for (const auto& [number_of_dig, risk] : risks) EXPECT_NEAR(judged_risks[number_of_dig], risk, 1e-8);
    return risks;
  };
  const std::map<std::int64_t, double> risks = expect_risks_of_replays(
      R"("seed": 1, "boards": [{"rows": 6, "cols": 6, "mines": 5}], "first_click": {"rule": "safe",
         "cell": "corner"}, "reveal": "ring", "strategies": ["random"])",
      "0:3", "random");
  EXPECT_NEAR(risks.at(5), 0.2, 1e-9);
  expect_risks_of_replays(R"("seed": 1, "boards": [{"rows": 5, "cols": 2, "mines": 5}],
      "first_click": {"rule": "opening", "cell": [0, 0]}, "strategies": ["csp"])",
                          "0:0", "csp");
}

TEST_F(Review, RefusesGamesThatCannotBeJudgedAsOthersDo) {
  for (const auto& [members, reason] :
       {std::pair(R"("boards": [{"rows": 5, "mines": 4, "layout": "no_guess"}])",
                  "the layouts need no guess; "),
        {R"("boards": [{"rows": 5, "layout": [[0, 0], [4, 4]]}])", "the mines are fixed; "},
        {R"("boards": [{"rows": 5, "mines": 4}], "motion": "moving")", "the mines move; "}}) {
    write_config("o.json", R"("name": "o", "games": 2, "first_click": {"rule": "safe"},
        "strategies": ["csp", "rules"], )" +
                               std::string(members));
    run_well({"run", "o.json", "--replay", "0:0", "--strategy", "csp", "-o", "o.replay.json", "--force"});
    for (const Words& command : {Words{"run", "o.json", "--judge", "1"},
                                 {"judge", "o.json"},
                                 {"review", "o.json", "--game", "0:0"},
                                 {"review", "o.replay.json"}})
      EXPECT_THAT(refusal(command), HasSubstr(reason));
  }
}

// A game that stops before its end is given up: W at that moment is given away.
TEST_F(Review, AGameThatStopsIsGivenUp) {
  bj::value replay = json_of({"run", "c.json", "--replay", "0:1", "--strategy", "min_risk", "--json"});
  bj::array& digs = replay.at("players").at(0).at("digs").as_array();
  digs.resize(1);
  write("stopped.json", bj::serialize(replay));
  const bj::value game = judged({"stopped.json"}).front();
  expect_valid(game, "review");
  EXPECT_EQ(game.at("gave_up"), true);
  EXPECT_EQ(game.at("outcome"), 0);
  const bj::value& last = game.at("digs").as_array().back();
  EXPECT_TRUE(last.at("cell").is_null());
  EXPECT_EQ(last.at("w_dig").to_number<double>(), 0);
  EXPECT_NEAR(number(last, "given_away"), number(last, "w_best"), 1e-12);
  EXPECT_GT(number(last, "given_away"), 0);
  const std::string table = review({"stopped.json"});
  EXPECT_THAT(table, HasSubstr("given up after 2 digs"));
  EXPECT_THAT(table, HasSubstr(" at the start - "));
}

TEST_F(Review, ReportsFilesThatItCannotReadAndGoesOn) {
  run_well({"run", "c.json", "--replay", "0:0", "-o", "replay.json"});
  const std::string replay = read("replay.json");
  write("broken.json", replay.substr(0, replay.size() / 2));
  write("foreign.txt", "this is no game\n");
  write("moved.json", with_replaced(replay, "\"mines\": [[", "\"mines\": [[9,"));
  write("empty", "");
  const ProgramResult result =
      run({"review", "broken.json", "foreign.txt", "replay.json", "moved.json", "empty", "absent.evf",
           "c.jsonl", "--json", "--quiet", "--effort", "0", "--layouts", "5"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.out).size(), 3U)
      << "two games of replay.json, and the one of moved.json that is right";
  const std::vector<std::string> errors = lines_of(result.err);
  ASSERT_EQ(errors.size(), 6U) << result.err;
  const std::vector<std::string> files{"broken.json", "foreign.txt", "moved.json",
                                       "empty",       "absent.evf",  "c.jsonl"};
  for (std::size_t i = 0; i < files.size(); ++i) EXPECT_THAT(errors[i], StartsWith("sapper: " + files[i]));
  EXPECT_THAT(refusal({"review", "c.report.json"}), HasSubstr("--game CASE:GAME"));
  EXPECT_THAT(refusal({"review", "c.report.json", "--game", "7:0"}), HasSubstr("--game"));
  EXPECT_THAT(refusal({"review", SAPPER_DATA_DIR "/experiments/go.json", "--game", "0:0"}),
              HasSubstr("is not of Minesweeper"));
  // One line says which of the files is meant, whatever is wrong.
  for (const Words& wrong :
       {Words{"--game", "7:0"}, {"--game", "0"}, {"--game", "0:0", "--strategy", "nobody"}})
    EXPECT_THAT(
        run(joined({"review", "replay.json", "c.report.json", "--quiet", "--effort", "0", "--layouts", "2"},
                   wrong))
            .err,
        HasSubstr("sapper: c.report.json: " + wrong[wrong.size() - 2] + " is "));
  // A wrong record is left out alone.
  const std::vector<std::string> records = lines_of(read("c.jsonl"));
  write("cut.jsonl", records[0] + "\n" + records[1].substr(0, 40) + "\n" + records[2] + "\n");
  const ProgramResult cut =
      run({"review", "c.report.json", "cut.jsonl", "--json", "--quiet", "--effort", "0", "--layouts", "5"});
  EXPECT_EQ(cut.status, 2);
  EXPECT_EQ(lines_of(cut.out).size(), 2U);
  EXPECT_THAT(cut.err, StartsWith("sapper: cut.jsonl:2:"));
  // No layout of this game has an opening at the first dig.
  EXPECT_THAT(run({"review", "c.report.json", "c.jsonl", "--first-click", "opening", "--quiet", "--effort",
                   "0", "--layouts", "2"})
                  .err,
              HasSubstr("which the first-click rule opening excludes"));
  EXPECT_THAT(refusal({"review", "replay.json", "-o", "page.txt"}), HasSubstr("page.txt"));
}

// A game of a person is judged alike from the files of every program.
TEST_F(Review, ReadsPeoplesReplaysAlike) {
  Words files;
  for (const auto& [extension, content] : files_of_every_format(sample_replay())) {
    files.push_back("game" + std::to_string(files.size()) + extension);
    write(files.back(), content);
  }
  const std::vector<bj::value> games = judged(files);
  ASSERT_EQ(games.size(), files.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    SCOPED_TRACE(files[i]);
    expect_valid(games[i], "review");
    EXPECT_EQ(games[i].at("file").as_string(), files[i] + (files[i].ends_with(".evfs") ? "#1" : ""));
    EXPECT_EQ(games[i].at("player"), "Ann");
    EXPECT_EQ(games[i].at("first_click"), "safe");
    EXPECT_EQ(games[i].at("outcome"), 1);
    EXPECT_EQ(games[i].at("bv3"), 10);
    EXPECT_NEAR(number(games[i], "time_s"), 1.8, 1e-9);
    EXPECT_EQ(games[i].at("digs"), games.front().at("digs"));
  }
}

TEST_F(Review, ReportsTheBrokenGamesOfACollectionAndGoesOn) {
  const std::string good = metasweeper_file(sample_replay(), 4);
  write("all.evfs", collection_file({good, good.substr(0, good.size() / 2), good}));
  const ProgramResult result = run({"review", "all.evfs", "--json", "--effort", "0", "--layouts", "2"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.out).size(), 2U);
  EXPECT_THAT(result.err, StartsWith("sapper: all.evfs#2: byte "));
  EXPECT_EQ(judged({"all.evfs#3"}).size(), 1U);
  EXPECT_THAT(refusal({"review", "all.evfs#4"}), HasSubstr("there is no #4"));
  write("empty.evfs", collection_file({}));
  EXPECT_THAT(refusal({"review", "empty.evfs"}), HasSubstr("empty.evfs: holds no game"));
}

// Arbiter adds a second to times, which doubles do not take off again without an error.
TEST_F(Review, TimesHaveNoMoreDigitsThanTheFile) {
  SampleReplay sample = sample_replay();
  sample.time_ms = 7370;
  write("game.avf", arbiter_file(sample));
  EXPECT_THAT(output_of({"review", "game.avf", "--json", "--effort", "0", "--layouts", "2"}),
              HasSubstr("\"time_s\":7.37,"));
}

// A spreadsheet would run such a name.
TEST_F(Review, WritesNamesThatLookLikeFormulasAsText) {
  SampleReplay replay = sample_replay();
  replay.player = "=1+1";
  write("a.evf", metasweeper_file(replay, 4));
  review({"a.evf", "--csv", "digs.csv"});
  EXPECT_THAT(lines_of(read("digs.csv")).at(1), StartsWith("a.evf,'=1+1,"));
}

TEST_F(Review, WritesATableAndAPage) {
  SAPPER_LONG_TEST();
  review({"c.report.json", "c.jsonl", "--csv", "digs.csv", "-o", "page.html"});
  std::size_t digs = 0;
  for (const bj::value& game : judged({"c.report.json", "c.jsonl"}))
    digs += game.at("digs").as_array().size();
  const std::vector<std::string> rows = lines_of(read("digs.csv"));
  EXPECT_EQ(rows.size(), digs + 1);
  for (const std::string& row : rows)
    EXPECT_EQ(std::ranges::count(row, ','), std::ranges::count(rows.front(), ',')) << row;
  for (const Words& games : {Words{"c.report.json", "c.jsonl"}, Words{"c.report.json", "--game", "0:3"}}) {
    review(joined(games, {"-o", "page.html", "--force"}));
    const std::string page = read("page.html");
    EXPECT_EQ(markup_error(page), "");
    EXPECT_THAT(page, HasSubstr("min_risk"));
    EXPECT_THAT(page, HasSubstr("points given away"));
    EXPECT_THAT(page, HasSubstr("at even luck"));
  }
}

TEST_F(Review, SetsTheClicksBesideTheLeast) {
  write("won.avf", arbiter_file(sample_replay()));
  bj::value counted = bj::parse(output_of({"clicks", "won.avf", "--json"}));
  bj::value game = judged({"won.avf"}).at(0);
  expect_valid(game, "review");
  for (const char* key : {"zini", "least", "lower", "upper", "player"})
    EXPECT_EQ(game.at("clicks").at(key), counted.at(key)) << key;
  const std::string text =
      "3BV 10, ZiNi 7, least clicks 7; the player made 17 clicks (8 digs, 4 flags, 5 chords), 7 of them "
      "wasted "
      "(3 digs, 2 flags, 2 chords)";
  EXPECT_THAT(review({"won.avf", "--csv", "digs.csv", "-o", "page.html"}), HasSubstr("\n  " + text + "\n"));
  EXPECT_THAT(read("page.html"), HasSubstr("<p>" + text + ".</p>"));
  EXPECT_THAT(
      lines_of(read("digs.csv")),
      ElementsAre(EndsWith(",clicks_zini,clicks_lower,clicks_upper,clicks_digs,clicks_flags,"
                           "clicks_chords,clicks_wasted_digs,clicks_wasted_flags,clicks_wasted_chords,"
                           "layers,graph,layer,number"),
                  EndsWith(",7,7,7,8,4,5,3,2,2,,,,")));
  // Of digs alone nobody knows the clicks.
  game = judged({"c.report.json", "--game", "1:2"}).at(0);
  expect_valid(game, "review");
  EXPECT_FALSE(game.at("clicks").as_object().contains("player"));
  EXPECT_LE(number(game.at("clicks"), "lower"), number(game.at("clicks"), "upper"));
  EXPECT_THAT(review({"c.report.json", "--game", "1:2", "--strategy", "rules"}), HasSubstr("least clicks "));
}

// Of boards too wide to prove, bounds of which the bytes do not depend on the machine.
TEST_F(Review, BoundsTheClicksOfExpertBoards) {
  write_config(
      "e.json",
      R"("name": "e", "games": 1, "seed": 3, "boards": [{"rows": 16, "cols": 30, "mines": 99}], "strategies": ["rules"])");
  run_well({"run", "e.json", "-o", "e.report.json", "--quiet"});
  const std::string line = review({"e.report.json", "--game", "0:0", "--json"});
  EXPECT_EQ(line, review({"e.report.json", "--game", "0:0", "--json", "--threads", "2"}));
  const bj::value clicks = bj::parse(line).at("clicks");
  EXPECT_LT(number(clicks, "lower"), number(clicks, "upper"));
  EXPECT_GT(number(clicks, "lower"), 0.6 * number(clicks, "upper"));
  EXPECT_LE(number(clicks, "upper"), number(clicks, "zini"));
}

// On a level by what is known of its first cells, elsewhere by play-outs; a cell that the config gives is not charged.
TEST_F(Review, ComparesTheFirstDigWithOtherFirstCells) {
  for (const std::string mines : {"99", "90"}) {
    write_config("f.json", R"("name": "f", "games": 2, "first_click": {"rule": "opening", "cell": [15, 0]},
        "strategies": ["min_risk"], "boards": [{"rows": 16, "cols": 30, "mines": )" +
                               mines + "}]");
    bj::value replay = json_of({"run", "f.json", "--replay", "0:1", "--json"});
    expect_valid(replay, "replay");
    write("given.json", bj::serialize(replay));
    replay.as_object().erase("first_cell_given");
    write("chosen.json", bj::serialize(replay));
    const bj::value game = judged({"chosen.json"}).at(0);
    const bj::value& first = game.at("digs").at(0);
    EXPECT_NE(first.at("best"), first.at("cell"));
    EXPECT_EQ(number(game, "w_start"), number(first, "w_best"));
    if (mines == "99") {
      EXPECT_NEAR(number(first, "given_away"), 0.057, 0.005);
    }
    for (const Words& source : {Words{"f.json", "--game", "0:1"}, Words{"given.json"}}) {
      const bj::value given = judged(source).at(0);
      expect_valid(given, "review");
      EXPECT_EQ(given.at("first_cell_given"), true);
      EXPECT_NEAR(number(given, "w_start"), number(first, "w_dig"), mines == "99" ? 1e-9 : 0.25);
      EXPECT_EQ(number(given.at("digs").at(0), "given_away"), 0);
      EXPECT_NEAR(number(game, "given_away") - number(given, "given_away"), number(first, "given_away"),
                  1e-9);
      EXPECT_NEAR(number(given, "outcome"),
                  number(given, "w_start") - number(given, "given_away") + number(given, "luck"), 1e-9);
      EXPECT_EQ(given.at("skill"), game.at("skill")) << "the first dig is no decision";
      EXPECT_THAT(review(source), HasSubstr("given by the config"));
    }
    review({"given.json", "-o", "given.html", "--force"});
    EXPECT_THAT(read("given.html"), HasSubstr("The config chose the first cell, which is not charged."));
  }
}

// Each line says where the game stands among the reference players; its figures follow from its digs.
TEST_F(Review, RatesEachGame) {
  std::size_t marks = 0, without_decision = 0;
  for (const bj::value& game : judged({"c.report.json", "c.jsonl"})) {
    std::int64_t decisions = 0;
    double given_away = 0, pluck = 0, least = 0;
    for (const bj::value& dig : game.at("digs").as_array()) {
      const double loss = number(dig, "w_best") - number(dig, "w_dig");
      EXPECT_EQ(dig.at("mark").is_null(), loss < 0.02);
      EXPECT_EQ(dig.at("mark") == "very bad", loss >= 0.1);
      marks += dig.at("mark").is_null() ? 0 : 1;
      if (dig.at("dig").as_int64() == 1) continue;
      if (!dig.at("forced").as_bool()) {
        ++decisions;
        given_away += loss;
      }
      if (number(dig, "p_mine") == 1) continue;
      pluck -= std::log10(1 - number(dig, "p_mine"));
      least -= std::log10(1 - number(dig, "lowest_p_mine"));
    }
    EXPECT_EQ(game.at("decisions").as_int64(), decisions);
    EXPECT_NEAR(number(game, "pluck"), pluck, 1e-9);
    EXPECT_NEAR(number(game, "least_luck"), least, 1e-9);
    EXPECT_LE(least, pluck + 1e-9);
    EXPECT_EQ(game.at("skill").is_null(), decisions == 0);
    EXPECT_EQ(game.at("word").is_null(), decisions == 0);
    EXPECT_EQ(game.at("is_nearest_level"), true) << "the boards are none of the levels";
    EXPECT_LE(number(game, "luck_percentile_low"), number(game, "luck_percentile"));
    if (decisions == 0) {
      ++without_decision;
      EXPECT_TRUE(game.at("skill_low").is_null());
      EXPECT_TRUE(game.at("skill_high").is_null());
      continue;
    }
    EXPECT_NEAR(number(game, "given_away_per_decision"), given_away / static_cast<double>(decisions), 1e-9);
    EXPECT_LE(number(game, "skill_low"), number(game, "skill"));
    EXPECT_LE(number(game, "skill"), number(game, "skill_high"));
  }
  EXPECT_GT(marks, 5U);
  EXPECT_GT(without_decision, 0U);
  EXPECT_THAT(review({"c.report.json", "--game", "1:2", "--strategy", "rules"}),
              AllOf(HasSubstr("  Skill "), HasSubstr("percentiles among the reference players of "),
                    HasSubstr(" (the level nearest in the chance to win)"), HasSubstr("pluck ")));
}

// The games of a player as a series: of 40 games four steps of ten, as JSON, as a table and on the page.
TEST_F(Review, SaysSkillOverTime) {
  SAPPER_LONG_TEST();
  write_config("s.json",
               R"("name": "s", "games": 40, "seed": 5, "boards": [{"rows": 4, "cols": 5, "mines": 5}],
      "first_click": {"rule": "safe"}, "strategies": ["random", "min_risk"])");
  run_well({"run", "s.json", "-o", "s.report.json", "--games-out", "s.jsonl", "--quiet"});
  const std::string text = review({"s.report.json", "s.jsonl", "--series", "s.series.json", "-o", "s.html"});
  review({"s.report.json", "s.jsonl", "--series", "s.csv"});
  const bj::value series = read_json("s.series.json");
  expect_valid(series, "review_series");
  std::map<std::string, std::vector<bj::value>> games;
  for (const bj::value& game : judged({"s.report.json", "s.jsonl"}))
    games[std::string(game.at("player").as_string())].push_back(game);
  std::vector<std::string> rows = lines_of(read("s.csv"));
  EXPECT_THAT(rows.at(0), StartsWith("player,first,last,level,"));
  EXPECT_EQ(rows.size(), 9U);
  ASSERT_EQ(series.at("players").as_array().size(), 2U);
  std::map<std::string, double> skill;
  for (const bj::value& player : series.at("players").as_array()) {
    const std::string name(player.at("player").as_string());
    skill[name] = number(player, "skill");
    ASSERT_EQ(player.at("steps").as_array().size(), 4U);
    std::int64_t decisions = 0;
    for (std::size_t step = 0; step < 4; ++step) {
      const bj::value& rated = player.at("steps").at(step);
      EXPECT_EQ(rated.at("first").as_int64(), static_cast<std::int64_t>(10 * step + 1));
      EXPECT_EQ(rated.at("last").as_int64(), static_cast<std::int64_t>(10 * step + 10));
      std::int64_t of_step = 0;
      for (std::size_t i = 10 * step; i < 10 * step + 10; ++i)
        of_step += games[name].at(i).at("decisions").as_int64();
      EXPECT_EQ(rated.at("decisions").as_int64(), of_step);
      decisions += of_step;
    }
    EXPECT_EQ(player.at("decisions").as_int64(), decisions);
    EXPECT_THAT(text, HasSubstr(name));
  }
  EXPECT_GT(skill.at("min_risk"), skill.at("random") + 20);
  EXPECT_THAT(text, HasSubstr("31 to 40"));
  EXPECT_EQ(markup_error(read("s.html")), "");
  EXPECT_THAT(read("s.html"), HasSubstr("min_risk: skill over 40 games"));
  expect_refused({"review", "s.json", "--game", "0:0", "--series", "s.txt"}, "ends in .csv or .json");
}

// The table of reference players is made of games of the levels alone.
TEST_F(Review, MakesReferencePlayers) {
  SAPPER_LONG_TEST();
  write_config("l.json",
               R"("name": "l", "games": 30, "boards": [{"level": "Beginner"}, {"rows": 4, "mines": 3}],
      "first_click": {"rule": "safe", "cell": "corner"}, "strategies": ["random", "csp"])");
  run_well({"run", "l.json", "-o", "l.report.json", "--games-out", "l.jsonl", "--quiet"});
  review({"l.report.json", "l.jsonl", "--reference-out", "players.json"});
  const bj::value made = read_json("players.json");
  expect_valid(made, "reference_players");
  expect_valid(load_json(SAPPER_DATA_DIR "/reference/players.json"), "reference_players");
  ASSERT_EQ(made.at("levels").as_array().size(), 1U);
  const bj::value& level = made.at("levels").at(0);
  EXPECT_EQ(level.at("level"), "Beginner");
  std::map<std::string, std::pair<double, std::int64_t>>
      sums;  // what decisions are charged, and their number
  for (const bj::value& game : judged({"l.report.json", "l.jsonl"})) {
    if (game.at("rows").as_int64() != 9 || game.at("decisions").as_int64() == 0) continue;
    auto& [sum, count] = sums[std::string(game.at("player").as_string())];
    for (const bj::value& dig : game.at("digs").as_array())
      if (dig.at("dig").as_int64() > 1 && !dig.at("forced").as_bool())
        sum += std::min(number(dig, "w_best") - number(dig, "w_dig"), 0.2);
    count += game.at("decisions").as_int64();
  }
  for (const bj::value& player : level.at("players").as_array()) {
    const auto& [sum, count] = sums.at(std::string(player.at("player").as_string()));
    EXPECT_EQ(player.at("games"), 30);
    EXPECT_EQ(player.at("decisions").as_int64(), count);
    double mean = 0;
    for (const bj::value& entry : player.at("losses").as_array())
      mean += entry.at(0).to_number<double>() * entry.at(1).to_number<double>();
    EXPECT_NEAR(mean, sum / static_cast<double>(count), 1e-4);
  }
}

// Sums over games that were chosen by how they ended say nothing of others, and the charts of these would show nothing.
TEST_F(Review, WarnsOfGamesThatWereChosenByTheirOutcome) {
  write_config("d.json", R"("name": "d", "games": 60, "seed": 3, "boards": [{"rows": 8, "mines": 8}],
      "strategies": ["rules", "min_risk"])");
  const auto warning_of = [&](const std::string& where) {
    run_well({"run", "d.json", "-o", "d.report.json", "--games-out", "d.jsonl", "--games-where", where,
              "--quiet", "--force"});
    const std::string text = review({"d.report.json", "d.jsonl", "-o", "d.html", "--force"});
    const std::size_t begin = text.find("95 % interval\n") + 14;
    std::string warning = text.substr(begin, text.find("costliest mistakes") - begin);
    std::ranges::replace(warning, '\n', ' ');
    EXPECT_THAT(read("d.html"), HasSubstr(warning.substr(0, warning.size() - 1)));
    return warning;
  };
  EXPECT_THAT(warning_of("lost"),
              AllOf(StartsWith("All "), HasSubstr(" games of rules were lost: if they were chosen by their "
                                                  "outcome (--games-where lost), win rates, luck ")));
  const std::string lost = read("d.html");
  EXPECT_THAT(lost, Not(HasSubstr("<figure>")));
  EXPECT_LT(lost.find("<h2>The costliest mistakes</h2>\n<ol>\n<li>"), lost.find("<h2>Players</h2>"));
  EXPECT_THAT(warning_of("won"), HasSubstr("were won: "));
  EXPECT_THAT(warning_of("guessed"), StartsWith("The records leave out games of their run: if they were "));
  EXPECT_EQ(warning_of("all"), "");
  EXPECT_THAT(read("d.html"), HasSubstr("<figure>"));
}

TEST_F(Review, OfOnePlayerOnly) {
  SAPPER_LONG_TEST();
  const std::vector<bj::value> all = judged({"c.report.json", "c.jsonl"});
  std::vector<bj::value> wanted;
  for (const bj::value& game : all)
    if (game.at("player") == "rules") wanted.push_back(game);
  ASSERT_LT(wanted.size(), all.size());
  EXPECT_EQ(judged({"c.report.json", "c.jsonl", "--strategy", "rules"}), wanted);
  run_well({"run", "c.json", "--replay", "1:2", "-o", "replay.json"});
  for (const Words& source : {Words{"c.report.json", "--game", "1:2"}, Words{"replay.json"}}) {
    const std::vector<bj::value> games = judged(joined(source, {"--strategy", "min_risk"}));
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].at("player"), "min_risk");
    EXPECT_THAT(refusal(joined({"review", "--strategy", "nobody"}, source)), HasSubstr("--strategy"));
  }
  EXPECT_THAT(refusal({"review", "c.report.json", "c.jsonl", "--strategy", "csp"}), HasSubstr("--strategy"));
  write("a.evf", metasweeper_file(sample_replay(), 4));
  EXPECT_THAT(refusal({"review", "a.evf", "--strategy", "Ann"}),
              HasSubstr("a.evf: was not played by sapper"));
}

// As --replay has it: no cell had a risk.
TEST_F(Review, AFirstDigThatTheRuleProtectsIsNoGuess) {
  review({"c.report.json", "--game", "1:2", "-o", "page.html"});
  EXPECT_THAT(read("page.html"), HasSubstr(R"("why":"first","p_mine":null)"));
  EXPECT_THAT(read("page.html"), HasSubstr(R"("why":"guess")"));
  write_config("u.json", R"("name": "u", "games": 2, "boards": [{"rows": 4, "mines": 3}],
      "first_click": {"rule": "unprotected"}, "strategies": ["min_risk"])");
  review({"u.json", "--game", "0:0", "-o", "u.html"});
  EXPECT_THAT(read("u.html"), Not(HasSubstr(R"("why":"first")")));
}

TEST_F(Review, TheLastLineOfProgressIsOfAllGames) {
  const ProgramResult result =
      run({"review", "c.report.json", "c.jsonl", "--effort", "0", "--layouts", "5", "--progress", "always"});
  EXPECT_THAT(result.err, AllOf(StartsWith("1 game reviewed\n"), EndsWith("24 games reviewed\n")));
}

}  // namespace
}  // namespace sapper::tests

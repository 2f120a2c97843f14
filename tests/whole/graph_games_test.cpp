// Experiments on lattices and graphs from outside: their reports hold what they were played on, and are resumed, extended,
// merged and compared without the files; what such games lack is refused in a line.
// Label: threads
#include "tests/support/long_test.hpp"
#include "tests/whole/browser.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

constexpr const char* kMembers =
    R"("name": "shapes", "seed": 7, "games": 40, "strategies": ["csp", "min_risk"],
  "topology": ["triangle", {"file": "columns.json", "joined": ["cols"]}],
  "boards": [{"rows": 5, "density": [0.12, 0.2]}, {"rows": 3, "layers": 2, "mines": 4, "topology": "cube6"},
             {"graph": "ring.json", "mines": 4}],
  "first_click": {"rule": "safe"})";

class GraphGames : public ProgramTest {
 protected:
  GraphGames() {
    std::string sees;
    for (int cell = 0; cell < 20; ++cell)
      sees += (cell == 0 ? "[" : ", [") + std::to_string((cell + 1) % 20) + ", " +
              std::to_string((cell + 3) % 20) + "]";
    write("ring.json", R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}");
    write("columns.json", R"({"schema": "sapper-lattice/1", "name": "columns", "unit": [1, 1],
      "sees": [[[1, 0, 0], [-1, 0, 0], [2, 0, 0], [-2, 0, 0], [0, 1, 0], [0, -1, 0]]]})");
    write_config("shapes.json", kMembers);
  }
};

TEST_F(GraphGames, ReportsHoldWhatTheyWerePlayedOn) {
  run_well({"run", "shapes.json", "-o", "r.json", "--threads", "2"});
  const std::string expected = reproducible("r.json");
  expect_valid(read_json("r.json"), "report");
  run_well({"run", "shapes.json", "-o", "one.json", "--threads", "1"});
  EXPECT_EQ(reproducible("one.json"), expected);

  // Elsewhere, without the files.
  fs::create_directory(path("elsewhere"));
  fs::rename(path("r.json"), path("elsewhere/r.json"));
  for (const char* const file : {"ring.json", "columns.json"})
    fs::rename(path(file), path(std::string(file) + ".away"));
  run_well({"run", "elsewhere/r.json", "-o", "again.json"});
  EXPECT_EQ(reproducible("again.json"), expected);
  for (const char* const shard : {"1", "2", "3"})
    run_well({"run", "elsewhere/r.json", "--shard", std::string(shard) + "/3", "-o",
              std::string(shard) + ".json"});
  run_well({"merge", "1.json", "2.json", "3.json", "-o", "merged.json"});
  EXPECT_EQ(reproducible("merged.json"), expected);
  run_well({"run", "elsewhere/r.json", "--games", "15", "-o", "few.json"});
  run_well({"run", "elsewhere/r.json", "--extend", "few.json", "-o", "extended.json"});
  EXPECT_EQ(reproducible("extended.json"), expected);
  EXPECT_THAT(output_of({"compare", "few.json", "elsewhere/r.json"}),
              AllOf(HasSubstr("triangle 5 x 5, 3 mines"), HasSubstr("ring.json, 20 cells, 4 mines")));
  EXPECT_THAT(output_of({"verify", "elsewhere/r.json", "--sample", "20"}), Not(HasSubstr("differ ")));
  std::string methods = output_of({"methods", "elsewhere/r.json"});
  std::ranges::replace(methods, '\n', ' ');
  EXPECT_THAT(methods, AllOf(HasSubstr("20 cells of the graph ring.json with 4 mines"),
                             HasSubstr("2 x 3 x 3 cells with 4 mines"), HasSubstr("triangle ("),
                             HasSubstr("graphs (files list which cells each cell sees)")));
  EXPECT_THAT(output_of({"table", "elsewhere/r.json", "--format", "csv"}),
              HasSubstr("columns (joined cols)"));
  EXPECT_THAT(output_of({"validate", "elsewhere/r.json"}), HasSubstr("first click safe at cell 0"));
  run_well({"report", "elsewhere/r.json", "-o", "page.html"});
  EXPECT_THAT(read("page.html"), HasSubstr("cube6 2 × 3 × 3, 4 mines"));
  run_well({"plot", "elsewhere/r.json", "-o", "rates.svg"});
  EXPECT_THAT(read("rates.svg"), HasSubstr("</svg>"));
}

// A graph that is too large for its report is needed to play, not to read what was played.
TEST_F(GraphGames, ReportsOfLargeGraphsNeedTheFileToPlay) {
  SAPPER_LONG_TEST();
  std::string sees;
  constexpr int kCells = 60'000, kDegree = 17;
  for (int cell = 0; cell < kCells; ++cell) {
    sees += cell == 0 ? "[" : ", [";
    for (int step = 1; step <= kDegree; ++step)
      sees += (step == 1 ? "" : ",") + std::to_string((cell + step) % kCells);
    sees += "]";
  }
  fs::create_directory(path("graphs"));
  write("graphs/large.json", R"({"schema": "sapper-graph/1", "sees": [)" + sees + "]}");
  write_config("large.json",
               R"("name": "large", "games": 4, "strategies": ["random"], "first_click": {"rule": "safe"},
    "boards": [{"graph": "graphs/large.json", "density": 0.2}])");
  run_well({"run", "large.json", "-o", "r.json"});
  expect_valid(read_json("r.json"), "report");
  EXPECT_EQ(read_json("r.json").at("config").at("files").at("graphs/large.json").at("cells"), kCells);
  for (const char* const shard : {"1", "2"})
    run_well({"run", "large.json", "--shard", std::string(shard) + "/2", "-o", std::string(shard) + ".json"});
  run_well({"archive", "r.json", "-o", "r.zip"});

  fs::create_directory(path("elsewhere"));
  for (const char* const report : {"r.json", "1.json", "2.json"})
    fs::rename(path(report), path(std::string("elsewhere/") + report));
  const std::string moved = "elsewhere/r.json";
  EXPECT_THAT(output_of({"table", moved, "--format", "csv"}), HasSubstr("large.json, 60,000 cells"));
  EXPECT_THAT(output_of({"methods", moved}), HasSubstr("large.json"));
  EXPECT_THAT(output_of({"validate", moved}), HasSubstr("cannot be played: the graph large.json is not in"));
  run_well({"compare", moved, moved});
  run_well({"plot", moved, "-o", "rates.svg"});
  run_well({"report", moved, "-o", "page.html"});
  run_well({"merge", "elsewhere/1.json", "elsewhere/2.json", "-o", "elsewhere/merged.json"});
  EXPECT_EQ(reproducible("elsewhere/merged.json"), reproducible(moved));
  const Words players[] = {{"verify", moved},
                           {"run", moved, "-o", "again.json"},
                           {"run", moved, "--replay", "0:0"},
                           {"validate", moved, "--estimate"},
                           {"scale", moved, "--threads", "1"},
                           {"archive", moved, "-o", "a.zip"}};
  for (const Words& arguments : players)
    expect_refused(
        arguments,
        "elsewhere/r.json: the graph large.json is not in the folder elsewhere/graphs; it is too large "
        "to be in a report, so copy it there");
  for (const char* const command : {"review", "clicks"})
    expect_refused({command, moved, "--game", "0:0"}, "the graph large.json is not in the folder");
  fs::create_directory(path("elsewhere/graphs"));
  fs::copy(path("ring.json"), path("elsewhere/graphs/large.json"));
  for (const Words& arguments : players)
    expect_refused(arguments, "graphs/large.json is another one than was played: its hash is ");
  EXPECT_THAT(output_of({"table", moved, "--format", "csv"}), HasSubstr("large.json, 60,000 cells"));
  fs::copy(path("graphs/large.json"), path("elsewhere/graphs/large.json"),
           fs::copy_options::overwrite_existing);
  run_well({"verify", moved});

  // An archive has all that its commands need.
  fs::rename(path("graphs"), path("away"));
  EXPECT_EQ(run_shell("python3 -m zipfile -e r.zip out").status, 0);
  run_well({"verify", "out/report/r.json"});
  run_well({"run", "out/config/r.json", "-o", "again.json"});
  EXPECT_EQ(reproducible("again.json"), reproducible(moved));
}

// Boards without rows and columns are told apart by their files.
TEST_F(GraphGames, AreTabulatedAndDrawnByTheirFiles) {
  fs::create_directory(path("graphs"));
  fs::copy(path("ring.json"), path("graphs/ring.json"));
  write("path.json", R"({"schema": "sapper-graph/1", "sees": [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4]]})");
  write_config("two.json", R"("name": "two", "games": 40, "strategies": ["csp", "min_risk"],
    "first_click": {"rule": "safe"},
    "boards": [{"graph": "graphs/ring.json", "density": [0.2, 0.3]}, {"graph": "path.json", "density": [0.2, 0.4]}])");
  run_well({"run", "two.json", "-o", "r.json"});
  const std::vector<std::string> rows =
      lines_of(output_of({"table", "r.json", "--format", "markdown", "--columns", "graph,strategy"}));
  EXPECT_THAT(rows,
              Contains(AllOf(HasSubstr("ring.json"), HasSubstr("path.json"), Not(HasSubstr("graphs/")))));
  EXPECT_THAT(output_of({"table", "r.json", "--format", "csv", "--columns", "strategy"}),
              AllOf(HasSubstr("graph"), HasSubstr("ring.json"), Not(HasSubstr("shape"))));
  run_well({"plot", "r.json", "--curves", "graph,strategy", "-o", "rates.svg"});
  EXPECT_THAT(read("rates.svg"), AllOf(HasSubstr("ring.json"), HasSubstr("path.json")));
}

// Cases whose boards are the same keep their games, whatever else was added.
TEST_F(GraphGames, ReportsAreExtendedByOtherBoards) {
  write_config(
      "two.json",
      R"("name": "shapes", "seed": 7, "games": 40, "strategies": ["csp"], "first_click": {"rule": "safe"},
    "boards": [{"graph": "ring.json", "mines": 4}])");
  write_config(
      "more.json",
      R"("name": "shapes", "seed": 7, "games": 40, "strategies": ["csp"], "first_click": {"rule": "safe"},
    "boards": [{"rows": 5, "mines": 3, "topology": {"file": "columns.json"}}, {"graph": "ring.json", "mines": 4}])");
  run_well({"run", "two.json", "-o", "two.report.json"});
  run_well({"run", "more.json", "-o", "straight.json"});
  const ProgramResult extended =
      run_well({"run", "more.json", "--extend", "two.report.json", "-o", "extended.json"});
  EXPECT_THAT(extended.err, HasSubstr("keeps 40 games"));
  EXPECT_EQ(reproducible("extended.json"), reproducible("straight.json"));
}

// The other strategies' choices are judged on any board, the same on any number of threads.
TEST_F(GraphGames, AreJudged) {
  const bj::value judged = json_of({"judge", "shapes.json", "--games", "6", "--layouts", "40", "--json"});
  EXPECT_EQ(judged.at("cases").as_array().size(), 6U);
  std::int64_t guesses = 0;
  for (const bj::value& played : judged.at("cases").as_array()) guesses += played.at("guesses").as_int64();
  EXPECT_GT(guesses, 20);
  EXPECT_EQ(json_of({"judge", "shapes.json", "--games", "6", "--layouts", "40", "--json", "--threads", "1"}),
            judged);
  run_well({"run", "shapes.json", "--games", "8", "--judge", "4", "-o", "r.json"});
  const bj::value report = read_json("r.json");
  expect_valid(report, "report");
  for (const bj::value& result : report.at("results").as_array())
    EXPECT_EQ(result.at("judged").at("games"), 4);
  run_well({"run", "r.json", "--threads", "1", "-o", "again.json"});
  EXPECT_EQ(reproducible("again.json"), reproducible("r.json"));
}

// From reports, records and replays, which hold the files of their boards; several boards on a page.
TEST_F(GraphGames, AreReviewed) {
  run_well({"run", "shapes.json", "-o", "r.json", "--games-out", "games.jsonl", "--games-where", "all",
            "--games", "2"});
  const Words few{"--effort", "0", "--layouts", "20"};
  const auto reviews_of = [&](Words arguments) {
    arguments.insert(arguments.begin(), "review");
    arguments.insert(arguments.end(), few.begin(), few.end());
    arguments.emplace_back("--json");
    std::vector<bj::value> reviews;
    for (const std::string& line : lines_of(output_of(arguments))) reviews.push_back(bj::parse(line));
    for (const bj::value& review : reviews) expect_valid(review, "review");
    return reviews;
  };
  const std::vector<bj::value> all = reviews_of({"r.json", "games.jsonl"});
  EXPECT_EQ(all.size(), 6U * 2 * 2);
  EXPECT_EQ(all.front().at("topology"), "triangle");
  EXPECT_EQ(all.back().at("graph"), "ring.json");
  for (const int number : {2, 4, 5}) {
    const std::string place = std::to_string(number) + ":1";
    write("replay.json", output_of({"run", "r.json", "--replay", place, "--json"}));
    for (const char* const file : {"ring.json", "columns.json"})
      fs::rename(path(file), path(std::string(file) + ".away"));
    const std::vector<bj::value> reviews = reviews_of({"replay.json"});
    bj::object bare = read_json("replay.json").as_object();
    if (bare.erase("files") > 0) {
      write("bare.json", bj::serialize(bare));
      expect_refused({"review", "bare.json"}, "expected the name of a file that exists");
    }
    for (const char* const file : {"ring.json", "columns.json"})
      fs::rename(path(std::string(file) + ".away"), path(file));
    ASSERT_EQ(reviews.size(), 2U) << place;
    const std::vector<bj::value> played = reviews_of({"r.json", "--game", place});
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(reviews[i].at("digs"), played[i].at("digs")) << place;
      EXPECT_EQ(reviews[i].at("w_start"), played[i].at("w_start")) << place;
    }
  }
  run_well({"review", "r.json", "games.jsonl", "-o", "page.html", "--csv", "digs.csv", "--effort", "0",
            "--layouts", "20", "--threads", "2"});
  EXPECT_THAT(read("page.html"), AllOf(HasSubstr("\"drawings\":"), HasSubstr("in layers layer,row,col")));
  const std::vector<std::string> rows = lines_of(read("digs.csv"));
  EXPECT_THAT(rows.front(), EndsWith(",clicks_wasted_chords,layers,graph,layer,number"));
  EXPECT_THAT(rows, Contains(testing::ContainsRegex(",ring.json,,[0-9]+$")));
  EXPECT_THAT(output_of({"review", "r.json", "--game", "4:1", "--strategy", "csp", "--effort", "0",
                         "--layouts", "20"}),
              AllOf(HasSubstr("cube6 2 x 3 x 3, 4 mines"), testing::ContainsRegex("  [0-9],[0-9],[0-9] ")));
  if (!is_installed("chromium")) return;
  // The page opens at a board of its own for each game.
  EXPECT_THAT(document_in_browser(folder_, "page.html#2"), HasSubstr("aria-label=\"cell "));
}

TEST_F(GraphGames, AreRecordedAndReplayed) {
  run_well({"run", "shapes.json", "-o", "r.json", "--games-out", "games.jsonl", "--games-where", "all"});
  EXPECT_EQ(lines_of(read("games.jsonl")).size(), 6U * 2 * 40);
  EXPECT_THAT(output_of({"verify", "r.json", "--games", "games.jsonl", "--sample", "20"}),
              Not(HasSubstr("differ ")));
  for (const char* const place : {"0:3", "4:3", "5:3"}) {
    expect_valid(json_of({"run", "r.json", "--replay", place, "--json"}), "replay");
    run_well({"run", "r.json", "--replay", place, "-o", "replay.html", "--force"});
    // The ring has no places to be drawn at.
    EXPECT_EQ(read("replay.html").find("\"drawing\":") == std::string::npos, place[0] == '5') << place;
  }
  EXPECT_THAT(output_of({"run", "shapes.json", "--replay", "5:3"}), HasSubstr("cells are numbers from 0"));
  EXPECT_THAT(output_of({"run", "shapes.json", "--replay", "4:3"}), HasSubstr("layer 1"));
}

TEST_F(GraphGames, MayMoveTheirMinesOrNeedNoGuess) {
  write("kinds.json",
        R"({"schema": "sapper-config/1", "games": 30, "seed": 8, "first_click": {"rule": "safe"},
    "strategies": ["csp", "rules"], "boards": [
    {"rows": 6, "mines": 5, "topology": "cairo", "layout": "no_guess"},
    {"rows": 4, "mines": 5, "topology": "cube6", "layout": "no_guess_repaired"},
    {"rows": 6, "mines": 5, "topology": "triangle", "layout": "no_guess_walked"},
    {"rows": 6, "topology": "triangle", "layout": [[0, 1], [4, 4], [5, 0]]}]})");
  write("moving.json", R"({"schema": "sapper-config/1", "games": 30, "seed": 8, "motion": "moving",
    "strategies": ["csp", "rules"], "boards": [{"rows": 6, "mines": 5, "topology": ["cairo", "square"]}]})");
  for (const std::string name : {"kinds", "moving"}) {
    const std::string report = name + ".report.json";
    run_well({"run", name + ".json", "-o", report, "--games-out", "games.jsonl", "--games-where", "all",
              "--force"});
    EXPECT_THAT(output_of({"verify", report, "--games", "games.jsonl", "--sample", "20"}),
                Not(HasSubstr("differ ")));
    for (const char* const place : {"0:3", "1:3"}) {
      const bj::value replay = json_of({"run", report, "--replay", place, "--json"});
      expect_valid(replay, "replay");
      EXPECT_EQ(replay.at("motion"), name == "moving" ? "moving" : "fixed");
      run_well({"run", report, "--replay", place, "-o", "replay.html", "--force"});
    }
    const ProgramResult review = run({"review", report, "--game", "0:3"});
    EXPECT_EQ(review.status, 2);
    EXPECT_THAT(review.err, HasSubstr(name == "moving" ? "the mines move" : "the layouts need no guess"));
  }
  EXPECT_EQ(json_of({"run", "kinds.json", "--replay", "1:0", "--json"}).at("board").at("layout"),
            "no_guess_repaired");
  EXPECT_EQ(json_of({"run", "kinds.json", "--replay", "3:0", "--json"}).at("board").at("layout"), "given");
}

// Pages draw a board in the shapes of its cells, and name them as its replay does.
TEST_F(GraphGames, ArePlayedOverOnPages) {
  if (!is_installed("chromium")) GTEST_SKIP() << "chromium is not installed";
  const auto shown_at = [&](const std::string& place, const std::string& address) {
    run_well({"run", "shapes.json", "--replay", place, "-o", "replay.html", "--force"});
    return document_in_browser(folder_, "replay.html" + address);
  };
  const std::string triangles = shown_at("0:3", "#2");
  EXPECT_THAT(triangles, AllOf(HasSubstr("<svg "), HasSubstr("aria-label=\"cell 2,2: shows "),
                               HasSubstr("aria-label=\"cell 0,0: "), Not(HasSubstr("NaN"))));
  EXPECT_THAT(shown_at("4:3", "#2"), HasSubstr("aria-label=\"cell 1,1,1: shows "));
  EXPECT_THAT(shown_at("5:3", "#9999"), AnyOf(HasSubstr("won after "), HasSubstr("lost at dig ")));
}

// A case line of more than a pipe holds is written whole, to a program that answers it at once, too.
TEST_F(GraphGames, LargeOnesArePlayedByProgramsFromOutside) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  write("early.py", R"(import json, sys, time
print('{"type": "ready", "protocol": "sapper-player/1"}', flush=True)
time.sleep(0.3)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game":
        hidden = [[row, col] for row in range(60) for col in range(60)]
    elif message["type"] == "turn":
        hidden = [cell for cell in hidden if cell not in [place[:2] for place in message["shown"]]]
        print(json.dumps({"dig": hidden[:1]}), flush=True)
)");
  const std::string players = SAPPER_DATA_DIR "/players/";
  for (const std::string& command :
       {R"("python3", ")" + players + "random_player.py\"", std::string(R"("python3", "early.py")")}) {
    write_config("large.json", R"("games": 2, "topology": "snub", "boards": [{"rows": 60, "density": 0.2}],
      "first_click": {"rule": "safe", "cell": "strategy"},
      "strategies": [{"name": "external", "label": "mine", "command": [)" +
                                   command + "]}]");
    run_well({"run", "large.json", "--allow-commands", "--quiet", "--force", "-o", "large.report.json"});
    EXPECT_EQ(read_json("large.report.json").at("results").at(0).at("games"), 2);
  }
}

// A player in Python that is told what each cell sees.
TEST_F(GraphGames, ArePlayedByProgramsFromOutside) {
  if (!is_installed("python3")) GTEST_SKIP() << "needs python3";
  const std::string player = SAPPER_DATA_DIR "/players/single_point.py";
  write_config("outside.json", R"("name": "outside", "games": 24, "judge": 2, "topology": "triangle",
    "boards": [{"rows": 5, "mines": 3}, {"rows": 3, "layers": 2, "mines": 3, "topology": "cube6"},
               {"graph": "ring.json", "mines": 4}],
    "first_click": [{"rule": "safe"}, {"rule": "unprotected", "cell": "strategy"}],
    "strategies": ["csp", {"name": "external", "label": "mine", "command": ["python3", ")" +
                                   player + "\"]}]");
  const Words run_it{"run", "outside.json", "--allow-commands", "--quiet"};
  expect_refused({"run", "outside.json"}, "add --allow-commands if you trust it: \"mine\": python3 ");
  run_well(joined(run_it, {"--threads", "1", "-o", "r.json", "--games-out", "one.jsonl"}));
  run_well(joined(run_it, {"--threads", "3", "-o", "three.json", "--games-out", "three.jsonl"}));
  EXPECT_EQ(reproducible("three.json"), reproducible("r.json"));
  EXPECT_EQ(read("three.jsonl"), read("one.jsonl"));
  const bj::value report = read_json("r.json");
  expect_valid(report, "report");
  std::int64_t claims = 0;
  for (const bj::value& result : report.at("results").as_array()) {
    if (result.at("label") != "mine") continue;
    const bj::value& decisions = result.at("decisions");
    claims += decisions.at("claims").as_int64();
    EXPECT_EQ(decisions.at("wrong_claims"), 0);
    EXPECT_EQ(decisions.at("forfeits"), 0);
    EXPECT_EQ(result.at("judged").at("games"), 2);
    EXPECT_EQ(result.at("games").as_int64() - result.at("wins").as_int64(),
              result.at("guess_risk").at("losses").as_int64());
  }
  EXPECT_GT(claims, 50);
  run_well({"verify", "r.json", "--games", "one.jsonl", "--sample", "10", "--allow-commands"});
  run_well(joined(run_it, {"--games", "10", "-o", "few.json"}));
  run_well(joined(run_it, {"--extend", "few.json", "-o", "extended.json"}));
  EXPECT_EQ(reproducible("extended.json"), reproducible("r.json"));
  for (const char* const place : {"0:3", "2:3", "5:3"}) {
    const bj::value replay = json_of({"run", "r.json", "--allow-commands", "--replay", place, "--json"});
    expect_valid(replay, "replay");
    EXPECT_EQ(replay.at("players").at(1).at("strategy"), "mine");
  }
  EXPECT_THAT(output_of({"review", "r.json", "--allow-commands", "--game", "3:4", "--strategy", "mine",
                         "--effort", "0", "--layouts", "20", "--json"}),
              HasSubstr("\"player\":\"mine\""));
  expect_refused({"judge", "outside.json", "--allow-commands"}, "\"mine\" is an external player");
}

// Wrong cells, ends of the process, several digs a turn, and what a replay says of it; a run that such a failure stopped is
// resumed to the same bytes.
TEST_F(GraphGames, JudgeProgramsThatFail) {
  std::string all;
  for (int cell = 0; cell < 20; ++cell) all += (cell == 0 ? "" : ",") + std::to_string(cell);
  write("player", R"(while read -r line; do case $line in
*'"type":"case"'*) echo '{"type":"ready","protocol":"sapper-player/1"}' ;;
*'"game":12,'*) bad=1 ;;
*'"type":"turn"'*) if [ $bad ] && [ -e bad ]; then . ./bad; else echo '{"dig":[)" +
                      all + R"(],"certain":true}'; fi ;;
esac; done
)");
  const auto config = [&](const std::string& settings) {
    write_config("fails.json",
                 R"("name": "fails", "games": 30, "boards": [{"graph": "ring.json", "mines": 2}],
      "first_click": {"rule": "safe", "cell": "strategy"},
      "strategies": [{"name": "external", "label": "mine", "command": ["/bin/sh", "player"])" +
                     settings + "}]");
  };
  config("");
  const Words run_it{"run", "fails.json", "--allow-commands", "--quiet"};
  run_well(joined(run_it, {"-o", "straight.json"}));
  const bj::value straight = read_json("straight.json");
  EXPECT_GT(straight.at("results").at(0).at("decisions").at("wrong_claims").as_int64(), 10);
  write("bad", R"(echo '{"dig":[20]}')");
  const ProgramResult stopped = run(joined(run_it, {"--threads", "2"}));
  EXPECT_EQ(stopped.status, 1);
  EXPECT_THAT(stopped.err, HasSubstr("game 12: mine: turn 1: its answer digs a cell outside the board: cells "
                                     "are 0 to 19: {\"dig\":[20]}"));
  EXPECT_THAT(output_of({"run", "fails.json", "--allow-commands", "--replay", "0:12"}),
              HasSubstr("failed after 0 digs: turn 1: its answer digs a cell outside the board"));
  fs::remove(path("bad"));
  run_well(joined(run_it, {"--resume"}));
  EXPECT_EQ(reproducible("fails.report.json"), reproducible("straight.json"));

  config(R"(, "on_failure": "lose")");
  write("bad", "exit 7");
  const ProgramResult lost = run_well(joined(run_it, {"-o", "lost.json", "--threads", "1"}));
  EXPECT_THAT(lost.err,
              HasSubstr("game 12, turn 1: no answer: it ended with status 7; the game counts as lost"));
  EXPECT_EQ(read_json("lost.json").at("results").at(0).at("decisions").at("forfeits"), 1);
  EXPECT_THAT(output_of({"run", "fails.json", "--allow-commands", "--replay", "0:12"}),
              HasSubstr("given up after 0 digs"));
}

TEST_F(GraphGames, RefuseWhatTheyLack) {
  run_well({"run", "shapes.json", "-o", "r.json", "--games-out", "games.jsonl", "--games-where", "all",
            "--games", "3"});
  const std::pair<Words, std::string> refusals[] = {
      {{"tune", "shapes.json", "--parameters", "csp.effort"}, "no player with settings that are numbers"},
      {{"run", "r.json", "--replay", "0:0", "--strategy", "external"}, "it has no command to run"},
      {{"solve", "minesweeper", "3", "3", "1", "--topology", "triangle"}, "triangle"},
      {{"thresholds", "r.json"}, ""},
  };
  for (const auto& [arguments, message] : refusals) expect_refused(arguments, message);
}

// A line names a file as it is found from where the line is.
TEST_F(GraphGames, LinesOfBoardsFindTheirFiles) {
  fs::create_directory(path("sub"));
  for (const Words& shape :
       {Words{"--graph", "ring.json"}, Words{"--topology", "columns.json", "--rows", "4"}}) {
    Words arguments{"boards", "--mines", "3", "--rule", "safe", "--force", "-o", "sub/b.jsonl"};
    arguments.insert(arguments.end(), shape.begin(), shape.end());
    run_well(arguments);
    EXPECT_THAT(output_of({"analyze", "sub/b.jsonl", "--no-moves"}), HasSubstr("3 mines"));
    fs::rename(path("sub/b.jsonl"), path("b.jsonl"));
    expect_refused({"analyze", "b.jsonl"}, "expected the name of a file that exists");
    arguments[7] = path("sub/b.jsonl").string();
    run_well(arguments);
    EXPECT_THAT(output_of({"clicks", "sub/b.jsonl"}), HasSubstr("least clicks "));
    arguments[7] = "-";
    EXPECT_THAT(output_of(arguments), HasSubstr(shape[1] + "\""));
    EXPECT_THAT(output_of(arguments), Not(HasSubstr("../")));
  }
}

// What the game at the terminal saves is read from where it is.
TEST_F(GraphGames, ArePlayedAtTheTerminal) {
  fs::create_directory(path("out"));
  const std::pair<Words, std::string> games[] = {{{"--graph", "ring.json"}, "5"},
                                                 {{"--topology", "columns.json", "--rows", "6"}, "1,2"},
                                                 {{"--topology", "cube6", "--rows", "3"}, "0,1,2"}};
  for (const auto& [shape, cell] : games) {
    Words arguments{"play", "--mines", "9", "--first-click", "safe", "--seed", "3"};
    arguments.insert(arguments.end(), shape.begin(), shape.end());
    fs::remove(path("out/p.json"));
    const ProgramResult played = run(arguments, cell + "\nhint\nsave out/p.json\nquit\n");
    EXPECT_EQ(played.status, 0) << played.err;
    EXPECT_THAT(played.out, AllOf(HasSubstr("Round 2. "), HasSubstr("Best move: "), HasSubstr("Saved.")));
    EXPECT_THAT(output_of({"analyze", "out/p.json", "--no-moves"}), HasSubstr("9 mines"));
  }
  EXPECT_THAT(output_of({"play", "--topology", "cairo", "--rows", "6", "--mines", "4", "--bot", "csp"}),
              HasSubstr("\ncsp has "));
  expect_refused({"play", "--topology", "cube6"}, "a level has no layers");
}

// Nested lists of numbers and null, to 1e-12.
void expect_near(const bj::value& one, const bj::value& other) {
  if (one.is_null() || other.is_null()) {
    EXPECT_EQ(one, other);
    return;
  }
  if (!one.is_array()) {
    EXPECT_NEAR(one.to_number<double>(), other.to_number<double>(), 1e-12);
    return;
  }
  ASSERT_EQ(one.as_array().size(), other.as_array().size());
  for (std::size_t i = 0; i < one.as_array().size(); ++i) expect_near(one.at(i), other.at(i));
}

// Labels are those of `analyze`, which reads the lines, as `score` does: from another folder than the config's.
TEST_F(GraphGames, GivePositionsWithLabels) {
  fs::create_directory(path("out"));
  run_well({"positions", "shapes.json", "-o", "out/p.jsonl", "--games", "2", "--count", "400"});
  std::string answers;
  std::istringstream positions(read("out/p.jsonl")),
      analyses(output_of({"analyze", "out/p.jsonl", "--json", "--no-moves"}));
  std::set<std::string> shapes;
  std::size_t count = 0;
  for (std::string line, analysis; std::getline(positions, line); ++count) {
    ASSERT_TRUE(std::getline(analyses, analysis));
    const bj::value position = bj::parse(line), analysed = bj::parse(analysis);
    expect_valid(position, "positions");
    for (const char* const key : {"safe", "mine"}) EXPECT_EQ(position.at(key), analysed.at(key));
    expect_near(position.at("p_mine"), analysed.at("p_mine"));
    const auto& object = position.as_object();
    shapes.insert(bj::serialize(object.contains("graph") ? object.at("graph") : object.at("topology")));
    answers += bj::serialize(bj::object{{"id", object.at("id")},
                                        {"safe", object.at("safe")},
                                        {"mine", object.at("mine")},
                                        {"dig", object.at("expert")}}) +
               '\n';
  }
  EXPECT_GT(count, 50U);
  EXPECT_EQ(shapes.size(), 4U);
  write("a.jsonl", answers);
  const bj::value score = bj::parse(output_of({"score", "out/p.jsonl", "a.jsonl", "--json"}));
  EXPECT_EQ(score.at("answered"), count);
  for (const char* const list : {"safe", "mine"}) {
    EXPECT_EQ(score.at(list).at("exact_match").to_number<double>(), 1);
    EXPECT_EQ(score.at(list).at("invalid"), 0);
  }
  EXPECT_EQ(score.at("dig").at("digs"), count);
  EXPECT_EQ(score.at("dig").at("mines"), 0);
  write("wrong.jsonl", R"({"id": "shapes:0:0:csp:1", "dig": [0, 0, 0]})");
  expect_refused({"score", "out/p.jsonl", "wrong.jsonl"}, "expected [row, column] from 0");
}

// The clicks of a game's board, once for its players, those of a line of `boards`, and those in reviews.
TEST_F(GraphGames, HaveLeastClicks) {
  run_well({"run", "shapes.json", "-o", "r.json", "--games", "3"});
  for (const char* const game : {"0:0", "4:1", "5:2"}) {
    const std::string out = output_of({"clicks", "r.json", "--game", game, "--json"});
    EXPECT_EQ(std::ranges::count(out, '\n'), 1);
    const bj::value clicks = bj::parse(out);
    expect_valid(clicks, "clicks");
    EXPECT_FALSE(clicks.at("least").is_null());
    EXPECT_LE(clicks.at("least").as_int64(), clicks.at("bv3").as_int64());
    EXPECT_THAT(output_of({"review", "r.json", "--game", game, "--layouts", "20", "--json"}),
                HasSubstr("\"least\":" + bj::serialize(clicks.at("least")) + ","));
  }
  for (const char* const reveal : {"flood", "ring"}) {
    run_well({"boards", "--topology", "cube6", "--rows", "3", "--mines", "3", "--rule", "safe", "-o",
              "c.jsonl", "--force"});
    const bj::value cube = bj::parse(output_of({"clicks", "c.jsonl", "--json", "--reveal", reveal}));
    expect_valid(cube, "clicks");
    EXPECT_EQ(cube.at("layers"), 3);
    EXPECT_EQ(cube.at("sequence").at(0).as_array().size(), 4U);
  }
  run_well({"clicks", "c.jsonl", "-o", "c.html", "--csv", "c.csv"});
  EXPECT_THAT(read("c.csv"), AllOf(HasSubstr("\nc.jsonl#1,3,3,3,cube6,"), EndsWith(",3,\n")));
}

}  // namespace
}  // namespace sapper::tests

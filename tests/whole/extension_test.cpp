// `sapper run --extend` from outside: whatever changes in a config, the extended report has the bytes of one from the
// start, and keeps what it can.
#include <algorithm>
#include <bit>
#include <csignal>
#include <cstdlib>
#include <random>

#include "tests/support/processes.hpp"
#include "tests/support/report_text.hpp"
#include "tests/support/terminal_program.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

std::string list_of(const std::vector<std::string>& items) {
  return fmt::format("[{}]", fmt::join(items, ", "));
}

// A config, in parts that a change can exchange.
struct RandomStudy {
  std::vector<std::string> boards, first_clicks, reveals, motions, strategies;
  std::string stop;
  int games = 0;
  int judged = 0;

  std::string text() const {
    std::string text = fmt::format(
        R"({{"schema": "sapper-config/1", "name": "study", "seed": 39, "games": {}, "boards": {}, "first_click": {},
  "reveal": {}, "motion": {}, "strategies": {})",
        games, list_of(boards), list_of(first_clicks), list_of(reveals), list_of(motions),
        list_of(strategies));
    if (judged > 0) text += fmt::format(R"(, "judge": {})", judged);
    if (!stop.empty()) text += R"(, "stop": )" + stop;
    return text + "}";
  }
};

class RandomChanges : public ProgramTest {
 protected:
  using Random = std::mt19937_64;
  using Texts = std::vector<std::string>;

  static int between(Random& random, int first, int last) {
    return first + static_cast<int>(random() % static_cast<std::uint64_t>(last - first + 1));
  }
  static bool happens(Random& random, int percent) { return between(random, 1, 100) <= percent; }
  // Some of all, in any order, at least one of `kept`.
  static Texts some_of(Random& random, const Texts& all, const Texts& kept, std::size_t most) {
    Texts some{kept[random() % kept.size()]};
    for (const std::string& text : all)
      if (some.size() < most && text != some.front() && happens(random, 50)) some.push_back(text);
    for (std::size_t i = some.size(); i > 1; --i) std::swap(some[i - 1], some[random() % i]);
    return some;
  }

  static std::string label_of(const std::string& strategy) {
    const bj::value value = bj::parse(strategy);
    return std::string((value.is_string() ? value : value.at("label")).as_string());
  }
  // Often with the same first look as others.
  static std::string random_stop(Random& random, const Texts& strategies) {
    const int least = happens(random, 60) ? 10 : between(random, 5, 40);
    const auto adjusted = [&](const char* key) {
      return happens(random, 40) ? fmt::format(R"(, "{}": "adjusted")", key) : "";
    };
    if (strategies.size() > 1 && happens(random, 40))
      return fmt::format(
          R"({{"sprt": {{"strategies": ["{}", "{}"], "d0": 0, "d1": 0.3{}}}, "min_games": {}}})",
          label_of(strategies[0]), label_of(strategies[1]), adjusted("difference"), least);
    return fmt::format(R"({{"half_width": {:.2f}{}, "min_games": {}}})", 0.05 * between(random, 2, 5),
                       adjusted("interval"), least);
  }
  // Whether the strategies that a sequential test names are there.
  static bool is_possible(const std::string& stop, const Texts& strategies) {
    if (stop.find("sprt") == std::string::npos) return true;
    const bj::value test = bj::parse(stop);
    return std::ranges::all_of(test.at("sprt").at("strategies").as_array(), [&](const bj::value& label) {
      return std::ranges::any_of(
          strategies, [&](const std::string& strategy) { return label_of(strategy) == label.as_string(); });
    });
  }

  static RandomStudy changed(Random& random, const RandomStudy& before) {
    RandomStudy study = before;
    if (happens(random, 60)) study.boards = some_of(random, kBoards, before.boards, 3);
    if (happens(random, 30)) study.first_clicks = some_of(random, kFirstClicks, before.first_clicks, 2);
    if (happens(random, 20)) study.reveals = some_of(random, kReveals, before.reveals, 2);
    if (happens(random, 20) && study.judged == 0)
      study.motions = some_of(random, kMotions, before.motions, 2);
    if (happens(random, 70)) study.strategies = some_of(random, kStrategies, before.strategies, 4);
    if (happens(random, 50)) study.games += between(random, 0, 40);
    if (happens(random, 30) || !is_possible(study.stop, study.strategies))
      study.stop = happens(random, 50) ? "" : random_stop(random, study.strategies);
    return study;
  }

  static RandomStudy random_study(Random& random) {
    RandomStudy study;
    study.boards = some_of(random, kBoards, kBoards, 3);
    study.first_clicks = some_of(random, kFirstClicks, kFirstClicks, 2);
    study.reveals = {kReveals[0]};
    study.motions = {kMotions[0]};
    study.strategies = some_of(random, kStrategies, kStrategies, 3);
    study.games = between(random, 10, 70);
    if (happens(random, 10)) study.judged = between(random, 1, 3);
    if (happens(random, 40)) study.stop = random_stop(random, study.strategies);
    return study;
  }

  inline static const Texts kBoards{R"({"rows": 5, "cols": 5, "mines": 4})",
                                    R"({"rows": 5, "cols": 6, "mines": 5})",
                                    R"({"rows": 6, "cols": 5, "density": 0.2})",
                                    R"({"rows": 4, "cols": 8, "mines": 6, "topology": "torus"})",
                                    R"({"rows": 6, "cols": 6, "mines": 7, "topology": "hex"})",
                                    R"({"level": "Beginner"})"};
  inline static const Texts kFirstClicks{
      R"({"rule": "opening", "cell": [1, 2]})", R"({"rule": "safe", "cell": "strategy"})",
      R"({"rule": "unprotected", "cell": "strategy"})", R"({"rule": "relocate", "cell": "corner"})"};
  inline static const Texts kReveals{R"("flood")", R"("ring")", R"("single")"};
  inline static const Texts kMotions{R"("fixed")", R"("moving")"};
  inline static const Texts kStrategies{
      R"("rules")",    R"("csp")",
      R"("min_risk")", R"({"name": "pseq", "label": "chosen"})",
      R"("random")",   R"({"name": "pseq", "endgame_layouts": 20, "label": "other"})"};
};

// SAPPER_TEST_CHANGES=N makes N changes in place of a few.
TEST_F(RandomChanges, GiveTheBytesOfARunFromTheStart) {
  const char* const asked = std::getenv("SAPPER_TEST_CHANGES");
  const int changes = asked != nullptr ? std::atoi(asked) : case_count(12);
  int kept = 0, added = 0;
  for (int number = 0; number < changes && !HasFailure(); ++number) {
    Random random(static_cast<std::uint64_t>(3900 + number));
    const RandomStudy before = random_study(random);
    const RandomStudy after = changed(random, before);
    SCOPED_TRACE(fmt::format("change {}: {}\nto {}", number, before.text(), after.text()));
    write("before.json", before.text());
    write("after.json", after.text());
    run_well({"run", "before.json", "-o", "r.json", "--quiet", "--force", "--threads", "2"});
    run_well({"run", "after.json", "-o", "straight.json", "--quiet", "--force"});
    const ProgramResult extended = run_well(
        {"run", "after.json", "--extend", "r.json", "-o", "extended.json", "--force", "--threads", "3"});
    ASSERT_EQ(reproducible("extended.json"), reproducible("straight.json")) << extended.err;
    kept += extended.err.find("keeps 0 games") == std::string::npos ? 1 : 0;
    added += extended.err.find("these games too") != std::string::npos ? 1 : 0;
  }
  if (changes >= 12) {
    EXPECT_GT(kept, changes / 2) << "most changes keep games";
    EXPECT_GT(added, changes / 10) << "and some let other strategies play them";
  }
}

class Extension : public ProgramTest {
 protected:
  void write_study(const std::string& name, const std::string& strategies, const std::string& boards,
                   int games, const std::string& more = "") const {
    write(name, fmt::format(R"({{"schema": "sapper-config/1", "name": "study", "seed": 2, "games": {},
  "boards": [{}], "strategies": [{}]{}}})",
                            games, boards, strategies, more));
  }
  void run_quietly(const Words& arguments) const { run_well(joined(arguments, {"--quiet"})); }
  // The last line of standard error.
  std::string last_line(const ProgramResult& result) const {
    return result.err.substr(result.err.rfind('\n', result.err.size() - 2) + 1);
  }
  static constexpr const char* kBoards = R"({"rows": 6, "mines": [5, 7]})";
};

TEST_F(Extension, SaysWhatItKeepsAndAdds) {
  write_study("one.json", R"("csp")", kBoards, 50);
  write_study("two.json", R"("csp", "min_risk")", kBoards, 50);
  write_study("more.json", R"("csp", "min_risk")", R"({"rows": 6, "mines": [5, 6, 7]})", 60);
  run_quietly({"run", "one.json", "-o", "r.json"});
  const ProgramResult two = run_well({"run", "two.json", "--extend", "r.json"});
  EXPECT_THAT(
      two.err,
      HasSubstr("r.json: keeps 100 games of 2 cases, played by csp; min_risk plays these games too\n"));
  EXPECT_EQ(last_line(two), "sapper: 0 games added; 100 of the kept ones played by min_risk too\n");
  EXPECT_THAT(run_well({"run", "two.json", "--extend", "r.json"}).err, HasSubstr("; 0 games added\n"));
  const ProgramResult more = run_well({"run", "more.json", "--extend", "r.json"});
  EXPECT_THAT(more.err,
              HasSubstr("r.json: keeps 100 games of 2 cases, played by csp, min_risk; 1 case is new\n"));
  EXPECT_EQ(last_line(more), "sapper: 80 games added\n");
  run_quietly({"run", "more.json", "-o", "straight.json"});
  EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
}

// Games are not lost unasked.
TEST_F(Extension, ReplacesAReportThatItWouldShrinkOnlyWhenAsked) {
  write_study("one.json", R"("csp")", kBoards, 30);
  write_study("two.json", R"("csp", "rules")", kBoards, 30);
  run_quietly({"run", "two.json", "-o", "r.json"});
  expect_refused(
      {"run", "one.json", "--extend", "r.json"},
      "r.json: holds the games of 1 player that the extended report would lack; choose another output");
  run_quietly({"run", "one.json", "--extend", "r.json", "-o", "less.json"});
  run_quietly({"run", "one.json", "-o", "straight.json"});
  EXPECT_EQ(reproducible("less.json"), reproducible("straight.json"));
  run_quietly({"run", "one.json", "--extend", "r.json", "--force"});
  EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
}

TEST_F(Extension, RefusesWhatItCannotDo) {
  write_study("one.json", R"("csp")", kBoards, 30);
  write_study("two.json", R"("csp", "rules")", kBoards, 30);
  write_study("others.json", R"("min_risk")", kBoards, 30);
  write_study("elsewhere.json", R"("csp")", R"({"rows": 7, "mines": 5})", 30);
  write_study("judged.json", R"("csp")", kBoards, 30, R"(, "judge": 1)");
  write_study("fewer.json", R"("csp")", kBoards, 20);
  run_quietly({"run", "one.json", "-o", "r.json"});
  const auto expect_config_refused = [&](const std::string& config, const std::string& message,
                                         const Words& options = {}) {
    expect_refused(joined({"run", config, "--extend", "r.json", "-o", "x.json"}, options), message);
  };
  expect_config_refused("others.json", "r.json: has no strategy in common with the config \"study\"");
  expect_config_refused("elsewhere.json", "r.json: has no case in common with the config \"study\"");
  expect_config_refused("judged.json", "r.json: belongs to a different experiment than the config \"study\"");
  expect_config_refused("fewer.json", "r.json: has 30 games already; expected --games to be at least that");
  expect_config_refused("two.json", "run: --games-out: the report's games have no records",
                        {"--games-out", "g.jsonl"});
  expect_config_refused("two.json", "run: --extend and --shard are mutually exclusive", {"--shard", "1/2"});
  EXPECT_FALSE(exists("x.json"));
}

// Where added strategies do not play, the records are those of the added games.
TEST_F(Extension, WritesTheRecordsOfTheGamesThatItAdds) {
  write_study("one.json", R"("csp")", kBoards, 20);
  write_study("more.json", R"("csp")", R"({"rows": 6, "mines": [5, 6, 7]})", 30);
  run_quietly({"run", "one.json", "-o", "r.json"});
  run_quietly({"run", "more.json", "--extend", "r.json", "--games-out", "g.jsonl"});
  run_quietly({"run", "more.json", "-o", "straight.json", "--games-out", "all.jsonl"});
  std::string expected;
  for (const std::string& line : lines_of(read("all.jsonl"))) {
    const bj::value record = bj::parse(line);
    if (record.at("case").to_number<int>() == 1 || record.at("game").to_number<int>() >= 20)
      expected += line + '\n';
  }
  EXPECT_EQ(read("g.jsonl"), expected);
  EXPECT_THAT(run_well({"run", "more.json", "--extend", "r.json", "--games-out", "g.jsonl"}).err,
              HasSubstr("; 0 games added\n"));
  expect_refused(
      {"run", "more.json", "--extend", "r.json", "--games-out", "g.jsonl", "--force", "--quiet"},
      " bytes already, and no game is left to be added whose record could replace them; omit --games-out");
  EXPECT_EQ(read("g.jsonl"), expected);
}

// The last records are not of the last case, whose games were there.
TEST_F(Extension, KnowsItsRecordsAgain) {
  write_study("one.json", R"("csp")", R"({"rows": 6, "mines": [7]})", 20);
  write_study("more.json", R"("csp")", kBoards, 20);
  run_quietly({"run", "one.json", "-o", "r.json"});
  const Words words{"run", "more.json", "--extend", "r.json", "-o", "x.json", "--games-out", "g.jsonl"};
  run_quietly(words);
  const std::string records = read("g.jsonl");
  EXPECT_EQ(lines_of(records).size(), 20U);
  EXPECT_THAT(run_well(words).err, HasSubstr("; 0 games added\n"));
  EXPECT_EQ(read("g.jsonl"), records);
  write("g.jsonl", records.substr(0, records.find('\n') + 1));
  expect_refused(words, "g.jsonl does not hold its records");
}

// The interruptions are in the games of the added strategy, and in those after them.
TEST_F(Extension, GoesOnAfterAnInterruption) {
  const int games = case_count(20'000);
  const std::string boards = R"({"rows": 9, "mines": [8, 10]})";
  write_study("one.json", R"("rules")", boards, games);
  write_study("two.json", R"("rules", "csp")", R"({"rows": 9, "mines": [8, 9, 10]})", 2 * games);
  run_quietly({"run", "one.json", "-o", "r.json"});
  run_quietly({"run", "two.json", "-o", "straight.json"});
  for (const int signal : {SIGTERM, SIGKILL}) {
    const Words words{"run",    "two.json",           "--extend", "r.json", "-o",
                      "x.json", "--checkpoint-every", "0.05",     "--force"};
    int cuts = 0;
    for (bool is_finished = false; !is_finished; ++cuts) {
      ASSERT_LT(cuts, 50);
      Program program(command(joined(words, cuts > 0 ? Words{"--resume"} : Words{})));
      if (cuts < 3) {
        wait_for_games_in(path("x.json.checkpoint"));
        program.send(signal);
      }
      is_finished = program.wait().status == 0;
    }
    EXPECT_EQ(reproducible("x.json"), reproducible("straight.json"));
    EXPECT_FALSE(exists("x.json.checkpoint"));
    fs::remove(path("x.json"));
  }
}

// A report of an earlier version has no bits: its games are played again with another strategy, and kept without one.
TEST_F(Extension, PlaysAgainWhereItIsNotKnownWhoWon) {
  write_study("one.json", R"("csp")", kBoards, 30);
  write_study("two.json", R"("csp", "rules")", kBoards, 30);
  run_quietly({"run", "one.json", "-o", "r.json"});
  write("old.json", without_won(read("r.json")));
  const ProgramResult extended = run_well({"run", "two.json", "--extend", "old.json", "-o", "x.json"});
  EXPECT_THAT(extended.err, HasSubstr("keeps 0 games of 0 cases; 2 cases are played again"));
  run_quietly({"run", "two.json", "-o", "straight.json"});
  EXPECT_EQ(reproducible("x.json"), reproducible("straight.json"));
  const ProgramResult longer =
      run_well({"run", "--extend", "old.json", "--games", "40", "-o", "longer.json"});
  EXPECT_EQ(last_line(longer), "sapper: 20 games added\n");
  EXPECT_THAT(read("longer.json"), Not(HasSubstr("\"won\": [")));
}

// A report of very many games at most leaves the bits out: a config that keeps them needs its games again.
TEST_F(Extension, PlaysAgainWhereThereWereTooManyGamesForBits) {
  const std::string stop = R"(, "stop": {"half_width": 0.1, "min_games": 20})";
  write_study("many.json", R"("csp")", kBoards, 100'000'000, stop);
  write_study("more.json", R"("csp")", kBoards, 200'000'000, stop);
  write_study("few.json", R"("csp")", kBoards, 10'000, stop);
  run_quietly({"run", "many.json", "-o", "r.json"});
  EXPECT_THAT(read("r.json"), Not(HasSubstr("\"won\": [")));
  for (const auto& [config, kept] :
       {std::pair("more.json", "of 2 cases, played by csp\n"), {"few.json", "of 0 cases; 2 cases are"}}) {
    const ProgramResult extended = run_well({"run", config, "--extend", "r.json", "-o", "x.json", "--force"});
    EXPECT_THAT(extended.err, HasSubstr(kept)) << config;
    run_quietly({"run", config, "-o", "straight.json", "--force"});
    EXPECT_EQ(reproducible("x.json"), reproducible("straight.json")) << config;
  }
  // Nor may an edited one have them.
  run_quietly({"run", "few.json", "-o", "few.r.json"});
  write("edited.json",
        with_right_hash(with_replaced(read("few.r.json"), "\"games\": 10000,", "\"games\": 100000000,")));
  expect_refused({"verify", "edited.json"},
                 "hold \"won\", which reports of an experiment like this leave out");
}

// The bits of two reports that share boards and seed pair their games as if one report had both strategies.
TEST_F(Extension, ComparesReportsByWhoWon) {
  write_study("csp.json", R"("csp")", kBoards, 300);
  write_study("rules.json", R"("rules")", kBoards, 200);
  write_study("both.json", R"("csp", "rules")", kBoards, 200);
  for (const std::string name : {"csp", "rules", "both"})
    run_quietly({"run", name + ".json", "-o", name + ".r.json"});
  const auto compared = [&](const std::string& a, const std::string& b) {
    const ProgramResult result = run_well({"compare", a, b, "--strategies", "csp,rules", "--json"});
    return bj::parse(result.out).at("comparisons").as_array();
  };
  const bj::array apart = compared("csp.r.json", "rules.r.json");
  const bj::array together = read_json("both.r.json").at("comparisons").as_array();
  ASSERT_EQ(apart.size(), together.size());
  for (std::size_t i = 0; i < apart.size(); ++i) {
    EXPECT_TRUE(apart[i].at("paired").as_bool());
    for (const char* const key :
         {"both", "only_a", "only_b", "neither", "difference", "difference_ci_low", "p_value"})
      EXPECT_EQ(apart[i].at(key), together[i].at(key)) << key;
  }
  write("old.json", without_won(read("rules.r.json")));
  for (const bj::value& row : compared("csp.r.json", "old.json")) EXPECT_FALSE(row.at("paired").as_bool());
  EXPECT_THAT(run_well({"compare", "csp.r.json", "old.json", "--strategies", "csp,rules"}).out,
              HasSubstr("does not say who won each"));
}

// The hash finds them; behind it, the counts do; and where these are right, playing the games again does.
TEST_F(Extension, EditedBitsAreFound) {
  write_study("rules.json", R"("rules")", kBoards, 200);
  run_quietly({"run", "rules.json", "-o", "r.json"});
  const std::string report = read("r.json");
  const std::size_t first = report.find("\"won\": [\"") + 9;
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  // A digit in place of the first one, with so many games more.
  const auto edited = [&](int more) {
    std::string text = report;
    const auto digit = static_cast<unsigned>(kDigits.find(text[first]));
    for (unsigned other = 0; other < 64; ++other)
      if (other != digit && std::popcount(other) == std::popcount(digit) + more) text[first] = kDigits[other];
    EXPECT_NE(text, report);
    return text;
  };
  const int more = kDigits.find(report[first]) == 63 ? -1 : 1;
  write("edited.json", edited(more));
  expect_refused({"compare", "r.json", "edited.json"}, "hash to");
  write("edited.json", with_right_hash(edited(more)));
  expect_refused({"compare", "r.json", "edited.json"}, "do not agree with the games that");
  write("edited.json", with_right_hash(edited(0)));
  run_well({"compare", "r.json", "edited.json"});
  const ProgramResult verified = run({"verify", "edited.json", "--sample", "2"});
  EXPECT_EQ(verified.status, 1);
  EXPECT_THAT(verified.out + verified.err,
              HasSubstr("the games that rules won are others when played again"));
}

}  // namespace
}  // namespace sapper::tests

// Two commands at once on one output: one of them waits for nothing and is refused, or both end well, and no game of one
// that ended well is lost.
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

class TwoAtOnce : public ProgramTest {
 protected:
  // Whether the command ended well; if not, it was refused with a sentence.
  static bool has_succeeded(const ProgramResult& result) {
    if (result.status == 0) return true;
    EXPECT_EQ(result.status, 2) << result.err;
    EXPECT_THAT(result.err, testing::AnyOf(HasSubstr(": another run is writing there; wait for it"),
                                           HasSubstr(" games already; expected --games to be at least that"),
                                           HasSubstr(": holds "), HasSubstr(": exists already; "),
                                           HasSubstr(" was changed while it was archived")));
    return false;
  }
  void write_study(const std::string& name, int games) const {
    write_config(name, fmt::format(R"("name": "study", "seed": 4, "games": {},
      "boards": [{{"rows": 4, "mines": 3}}], "strategies": ["rules"])",
                                   games));
  }
  std::int64_t games_in(const std::string& report) const {
    return read_json(report).at("results").at(0).at("games").as_int64();
  }
};

// One has read what it will replace when the other comes, and goes on once that has ended: it reads its config from a
// pipe of which it gets the rest only then.
TEST_F(TwoAtOnce, ReplaceNothingThatTheOtherHasAdded) {
  write_study("c.json", 100);
  write_study("more.json", 150);
  run_well({"run", "c.json", "-o", "r.json", "--quiet"});
  const std::string config = read("more.json");
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const int pipe = ::open(path("pipe").c_str(), O_RDWR | O_CLOEXEC);  // waits for nobody
  ASSERT_GE(pipe, 0);
  ASSERT_EQ(::write(pipe, config.data(), 10), 10);
  Program first(shell("exec " + kQuotedProgram + " run - --extend r.json --quiet <pipe"));
  const auto has_read = [&] {
    int waiting = 0;
    return ::ioctl(pipe, FIONREAD, &waiting) == 0 && waiting == 0;
  };
  EXPECT_TRUE(wait_until([&] { return has_read() || !is_running(first.id()); }));
  const bool has_second = has_succeeded(run({"run", "--extend", "r.json", "--games", "1000", "--quiet"}));
  EXPECT_EQ(::write(pipe, config.data() + 10, config.size() - 10), static_cast<ssize_t>(config.size()) - 10);
  ::close(pipe);
  const bool has_first = has_succeeded(first.wait());
  EXPECT_TRUE(has_first || has_second);
  EXPECT_EQ(games_in("r.json"), has_second ? 1000 : 150);
}

class RoundsOfTwoAtOnce : public TwoAtOnce {
 protected:
  RoundsOfTwoAtOnce() {
    start_.environment = {{"PATH", "/nowhere"}};  // without gnuplot, whose figures take long
    for (const int games : {20, 40, 60}) {
      write_study(fmt::format("{}.json", games), games);
      run_well({"run", fmt::format("{}.json", games), "-o", report_of(games), "--quiet"});
    }
    for (const std::string shard : {"1", "2"})
      run_well({"run", "20.json", "--shard", shard + "/2", "-o", "s" + shard + ".json", "--quiet"});
    write_config("t.json", R"("name": "t", "boards": [{"rows": 4, "mines": 3}], "strategies": ["progress"])");
    run_well(joined(kTune, {"-o", "t.straight.json"}));
    start_from(20);
    run_well(kArchive);
    archive_ = read("out.zip");
    remove_all({"out.zip", "r.json"});
  }
  static std::string report_of(int games) { return fmt::format("straight.{}.json", games); }
  // The report that some of the commands extend, or find.
  void start_from(int games) const {
    fs::copy_file(path(report_of(games)), path("r.json"), fs::copy_options::overwrite_existing);
  }
  struct Ended {
    bool first = false, second = false;
  };
  Ended run_both(const Words& first, const Words& second) const {
    Program one(command(first)), other(command(second));
    const Ended ended{has_succeeded(one.wait()), has_succeeded(other.wait())};
    EXPECT_TRUE(ended.first || ended.second);
    for (const std::string& name : names())
      EXPECT_THAT(name, testing::AllOf(Not(StartsWith(".")), Not(EndsWith(".checkpoint"))));
    return ended;
  }
  void expect_games(int games) const {
    EXPECT_EQ(reproducible("r.json"), reproducible(report_of(games)));
    fs::remove(path("r.json"));
  }

  static Words run_of(int games) {
    return {"run", fmt::format("{}.json", games), "-o", "r.json", "--quiet", "--threads", "1"};
  }
  static Words extend_to(int games) {
    return {"run", "--extend", "r.json", "--games", std::to_string(games), "--quiet", "--threads", "1"};
  }
  inline static const Words kMerge{"merge", "s1.json", "s2.json", "-o", "r.json", "--quiet"};
  inline static const Words kArchive{"archive", "r.json", "-o", "out.zip"};
  inline static const Words kTune{"tune",         "t.json", "--parameters", "progress.margin",
                                  "--games",      "4",      "--iterations", "2",
                                  "--test-games", "0",      "--quiet"};
  std::string archive_;  // of the report of 20 games
};

TEST_F(RoundsOfTwoAtOnce, LoseNoGame) {
  const auto most = [](const Ended& ended, int before, int first, int second) {
    return std::max({before, ended.first ? first : 0, ended.second ? second : 0});
  };
  const Words tune = joined(kTune, {"-o", "r.json"});
  for (int round = 0; round < case_count(25) && !HasFailure(); ++round) {
    SCOPED_TRACE(round);
    run_both(run_of(20), run_of(20));
    expect_games(20);

    start_from(20);
    expect_games(most(run_both(extend_to(40), extend_to(60)), 20, 40, 60));

    start_from(20);
    expect_games(most(run_both(run_of(20), extend_to(60)), 20, 20, 60));

    run_both(kMerge, kMerge);
    expect_games(20);

    start_from(20);
    expect_games(most(run_both(kMerge, extend_to(60)), 20, 20, 60));

    run_both(tune, tune);
    EXPECT_EQ(reproducible("r.json"), reproducible("t.straight.json"));
    fs::remove(path("r.json"));

    if (const Ended ended = run_both(tune, run_of(20)); ended.first) {
      EXPECT_FALSE(ended.second);
      EXPECT_EQ(reproducible("r.json"), reproducible("t.straight.json"));
      fs::remove(path("r.json"));
    } else {
      expect_games(20);
    }

    // The archive is of the report as it was before, or after, and of nothing between.
    start_from(20);
    const Ended archived = run_both(kArchive, extend_to(60));
    EXPECT_TRUE(archived.second);
    if (archived.first) {
      const std::string made = read("out.zip");
      run_well(joined(kArchive, {"--force"}));
      EXPECT_THAT(made, testing::AnyOf(archive_, read("out.zip")));
      fs::remove(path("out.zip"));
    }
    expect_games(60);
  }
}

}  // namespace
}  // namespace sapper::tests

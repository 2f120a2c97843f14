// Runs over MPI ranks, and what data/cluster has, from outside. Slurm is replaced by stubs of its commands (slurm_test.cpp
// starts a real one), snakemake and GNU parallel are the real ones where they are installed; MPI tests are skipped where
// mpirun is missing or the build has no MPI support (`./dev mpi test` builds with MPI and skips none).
// Label: threads
#include <chrono>
#include <cstdlib>
#include <thread>

#include "tests/whole/mpi.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

std::string two_board_config(int games) {
  return R"({"schema": "sapper-config/1", "name": "c",
  "boards": [{"level": "Intermediate"}, {"rows": 8, "mines": 12}], "strategies": ["rules", "csp"],
  "games": )" +
         std::to_string(case_count(games)) + "}";
}
constexpr const char* kStoppingEarly = R"({"schema": "sapper-config/1", "name": "s", "games": 100000,
  "boards": [{"rows": 4, "mines": 2}, {"rows": 6, "mines": 9}], "strategies": ["csp"],
  "stop": {"half_width": 0.01, "min_games": 100}})";
// Its first games are judged dig by dig.
constexpr const char* kJudged = R"({"schema": "sapper-config/1", "name": "j", "games": 60, "judge": 5,
  "boards": [{"rows": 4, "mines": 4}, {"rows": 5, "mines": 3}], "strategies": ["csp", "min_risk"]})";

// Runs the tasks of an array one after the other, a task again when it is requeued. The second task is sent
// SIGTERM as soon as its checkpoint is there. Jobs that depend on others run last, as they are submitted last.
// Each start asks for the time limit and what is left of it, and is told the next line of the file `times`.
constexpr const char* kSbatch = R"(#!/bin/bash
echo "sbatch $*" >>"$STUBS/log"
tasks=none
while [[ $1 == --* ]]; do
  case $1 in --array=1-*) tasks=${1#--array=1-} ;; esac
  shift
done
if [[ $tasks == none ]]; then
  SLURM_JOB_ID=8 bash "$@" >&2 || exit
  echo 8
  exit
fi
for ((task = 1; task <= tasks; ++task)); do
  export SLURM_ARRAY_JOB_ID=7 SLURM_ARRAY_TASK_ID=$task SLURM_CPUS_PER_TASK=2
  for attempt in 0 1 2 3 4; do
    export SLURM_RESTART_COUNT=$attempt
    rm -f "$STUBS/requeued"
    bash "$@" >&2 &
    job=$!
    if ((task == 2 && attempt == 0)); then
      for ((i = 0; i < 500; ++i)); do
        compgen -G "$STUBS/*part-2-of*.checkpoint" >/dev/null && break
        sleep 0.01
      done
      kill -TERM "$job"
    fi
    wait "$job" || exit
    [[ -e $STUBS/requeued ]] || break
  done
done
echo 7
)";
constexpr const char* kScontrol = R"(#!/bin/bash
echo "scontrol $*" >>"$STUBS/log"
touch "$STUBS/requeued"
)";
constexpr const char* kSqueue = R"(#!/bin/bash
{ read -r line && echo "$line" && cat >"$STUBS/times.left" && mv "$STUBS/times.left" "$STUBS/times"; } <"$STUBS/times"
)";
constexpr const char* kSrun = R"(#!/bin/bash
echo "srun $*" >>"$STUBS/log"
while [[ $1 == --* ]]; do shift; done
exec "$@"
)";

class Cluster : public ProgramTest {
 protected:
  Cluster() {
    start_.environment = {{"STUBS", folder_.path().string()},
                          {"SAPPER", SAPPER_PROGRAM},
                          {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                          {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                          {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                          {"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};
    write("c.json", two_board_config(12'000));
    write("long.json", two_board_config(60'000));
    write("s.json", kStoppingEarly);
    write("j.json", kJudged);
    write_program("sbatch", kSbatch);
    write_program("scontrol", kScontrol);
    write_program("squeue", kSqueue);
    write("times", "");
    write_program("srun", kSrun);
  }
  void run_straight(const std::string& name) const {
    run_well({"run", name + ".json", "-o", "straight.json", "--games-out", "straight.jsonl", "--quiet",
              "--force"});
  }
};

TEST_F(Cluster, ArrayOfShardsSurvivesItsTimeLimit) {
  // Long enough to be still running when the signal comes.
  run_straight("long");
  const std::string script = SAPPER_DATA_DIR "/cluster/slurm_array.sh";
  // The program saves checkpoints every 30 seconds: a wrapper has it save at once.
  write_program("program", "#!/bin/bash\n[[ $1 != run ]] || set -- \"$@\" --checkpoint-every 0.02\nexec " +
                               kQuotedProgram + " \"$@\"\n");
  const ProgramResult result =
      run_shell("SAPPER=$PWD/program '" + script + "' 3 long.json all.json --time=10");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("job array 7 of 3 shards"));
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  const std::string log = read("log");
  EXPECT_THAT(log, HasSubstr("--array=1-3 --requeue --open-mode=append --signal=B:TERM@1 --output=" +
                             path("all.json").string() + ".logs/%a.out --time=10 "));
  EXPECT_THAT(log, HasSubstr("--dependency=afterok:7 --kill-on-invalid-dep=yes"));
  EXPECT_EQ(count_of(log, "scontrol requeue"), 1U) << log;
  EXPECT_THAT(log, HasSubstr("scontrol requeue 7_2"));
  EXPECT_THAT(result.out + result.err, HasSubstr("all.json.part-* and "));
}

// A task ends when a tenth of its time limit is left, at most two minutes: here at once, at three of its starts.
TEST_F(Cluster, TaskEndsBeforeItsTimeLimit) {
  run_straight("long");
  write("times", "2:00 0:12\n1-00:00:00 2:00\n30:00 1:59\n2:00 1:30\n");
  const ProgramResult result =
      run_shell("'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 1 long.json all.json --time=2");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  EXPECT_EQ(count_of(read("log"), "scontrol requeue 7_1"), 3U) << read("log");
}

TEST_F(Cluster, TaskIsKilledFourTimesAtMost) {
  write_program("program", "#!/bin/bash\n[[ $1 != run ]] || kill -9 $$\n");
  const ProgramResult result =
      run_shell("SAPPER=$PWD/program '" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 1 c.json all.json");
  EXPECT_EQ(result.status, 137) << result.err;
  EXPECT_EQ(count_of(read("log"), "scontrol requeue 7_1"), 3U) << read("log");
}

TEST_F(Cluster, ArrayRefusesLimitsOfLessThanAMinute) {
  const std::string script = "'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 1 c.json all.json ";
  for (const std::string limit : {"--time=0:30", "-t 0:30", "-t0:59", "--time 00:00:05 -- --quiet"}) {
    const ProgramResult result = run_shell(script + "--requeue " + limit);
    EXPECT_EQ(result.status, 2) << limit;
    EXPECT_THAT(result.err, HasSubstr("a time limit of less than a minute"));
  }
  EXPECT_FALSE(exists("log"));
}

TEST_F(Cluster, ArrayPassesOptionsOn) {
  write_config("outside.json", R"("name": "o", "games": 40,
    "boards": [{"rows": 5, "mines": 5}], "strategies": [
    {"name": "external", "label": "mine", "command": [")" SAPPER_FAST_PLAYER R"("]}])");
  const std::string script = "'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 1 outside.json ";
  for (const std::string options : {"--time=10 -- --allow-commands --seed 7 --games-out 'g %a.jsonl'",
                                    "--allow-commands --time=10 -- --seed 7 --games-out 'g %a.jsonl'"}) {
    const ProgramResult result = run_shell(script + "all.json " + options);
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(read("all.json"), HasSubstr("\"seed\": 7"));
    EXPECT_NE(read("g 1.jsonl"), "");
    EXPECT_THAT(read("log"), HasSubstr(".logs/%a.out --time=10 /"));
    for (const std::string& name : names())
      if (name.starts_with("all.json") || name.ends_with(".jsonl")) fs::remove_all(path(name));
  }
  EXPECT_NE(run_shell(script + "other.json --time=10").status, 0) << "the program is not allowed";
}

TEST_F(Cluster, MpiJobRunsAndGoesOn) {
  run_straight("c");
  const std::string script = SAPPER_DATA_DIR "/cluster/slurm_mpi.sh";
  const ProgramResult result =
      run_shell("SLURM_CPUS_ON_NODE=2 SLURM_JOB_ID=9 bash '" + script + "' c.json all.json --quiet");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  EXPECT_THAT(read("log"), HasSubstr("srun --mpi=pmix --kill-on-bad-exit=1 --cpus-per-task=2"));
}

// The status that a signal leaves is not enough: srun ends all ranks so when one fails.
TEST_F(Cluster, MpiJobGoesBackIntoTheQueueForItsOwnSignalOnly) {
  write_program("program", "#!/bin/bash\nexit 143\n");
  const std::string job = "SLURM_JOB_ID=9 SLURM_MPI_TYPE=pmix_v4 SAPPER=$PWD/program bash '" SAPPER_DATA_DIR
                          "/cluster/slurm_mpi.sh' c.json all.json";
  EXPECT_EQ(run_shell(job).status, 143);
  EXPECT_THAT(read("log"), AllOf(HasSubstr("srun --mpi=pmix_v4 "), Not(HasSubstr("scontrol requeue"))));
  write_program("scancel", "#!/bin/bash\ntouch \"$STUBS/ended\"\n");
  write_program("program", "#!/bin/bash\nwhile [[ ! -e $STUBS/ended ]]; do sleep 0.01; done\nexit 143\n");
  write("times", "10:00 0:59\n");
  EXPECT_EQ(run_shell(job).status, 0);
  EXPECT_EQ(count_of(read("log"), "scontrol requeue 9"), 1U) << read("log");
}

// The same shards by programs that people have, each the real one. A shard is killed once, and continues.
class Workflow : public Cluster {
 protected:
  // Whether the program is there; else why the test is skipped.
  static std::string lack_of(const std::string& program, const std::string& how) {
    return is_installed(program) ? "" : program + " is missing (" + how + ")";
  }
  void SetUp() override {
    run_straight("c");
    write_program("sapper",
                  "#!/bin/bash\nif [[ $* == *'--shard 2/3'* && ! -e killed ]]; then touch killed; kill -9 "
                  "$$; fi\nexec " +
                      kQuotedProgram + " \"$@\"\n");
  }
};

TEST_F(Workflow, SnakemakePlaysShards) {
  if (const std::string lack = lack_of("snakemake", "pip install snakemake"); !lack.empty())
    GTEST_SKIP() << lack;
  const std::string line =
      "SAPPER=sapper snakemake -s '" SAPPER_DATA_DIR
      "/cluster/Snakefile' --cores 2 --config report='all it.json' shards=3 options='--games-out %a.jsonl' ";
  const ProgramResult result = run_shell(line + "experiment=c.json");
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_TRUE(exists("killed"));
  EXPECT_EQ(reproducible("all it.json"), reproducible("straight.json"));
  EXPECT_EQ(read("1.jsonl") + read("2.jsonl") + read("3.jsonl"), read("straight.jsonl"));
  EXPECT_TRUE(exists("all it.json.logs/2.out"));
  fs::remove(path("all it.json"));
  fs::remove(path("all it.json.part-1-of-3"));
  write_program("sapper", "#!/bin/bash\necho \"no room in $PWD\" >&2\nexit 7\n");
  const ProgramResult failure = run_shell(line + "experiment=c.json");
  EXPECT_NE(failure.status, 0);
  EXPECT_THAT(failure.out + failure.err,
              AllOf(HasSubstr("no room in "), HasSubstr("all it.json.logs/1.out")));
}

// The line in data/cluster/README.md, for three shards.
TEST_F(Workflow, GnuParallelPlaysShards) {
  if (const std::string lack = lack_of("parallel", "Debian: parallel"); !lack.empty()) GTEST_SKIP() << lack;
  const std::string page = content_of(SAPPER_DATA_DIR "/cluster/README.md");
  const std::size_t begin = page.find("    parallel --");
  ASSERT_NE(begin, std::string::npos);
  const std::string line = page.substr(begin, page.find('#', begin) - begin);
  const ProgramResult result = run_shell("CONFIG=c.json REPORT=all.json SHARDS=3\n" + line);
  ASSERT_EQ(result.status, 0) << line << result.err;
  EXPECT_TRUE(exists("killed"));
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  EXPECT_EQ(count_of(read("all.json.jobs"), "--shard"), 3U);
}

class Mpi : public Cluster {
 protected:
  void SetUp() override { SAPPER_SKIP_WITHOUT_MPI(); }
  std::string mpirun(int ranks) const {
    return fmt::format("mpirun --oversubscribe --bind-to none -n {} '{}' ", ranks, SAPPER_PROGRAM);
  }
  void expect_success(const std::string& line) const {
    const ProgramResult result = run_shell(line);
    EXPECT_EQ(result.status, 0) << line << '\n' << result.err;
  }
  // Starts mpirun, and runs `end`, which ends it, once its checkpoint is there.
  ProgramResult run_and_end(const std::string& command, const std::string& checkpoint,
                            const std::string& end) const {
    Program program(shell("exec " + command + " --checkpoint-every 0.05"));
    wait_for_games_in(path(checkpoint));
    run_shell(fmt::format("mpirun={}; {}", program.id(), end));
    return program.wait();
  }
};

TEST_F(Mpi, HasTheSameBytesOnAnyNumberOfRanks) {
  for (const std::string name : {"c", "s", "j"}) {
    run_straight(name);
    for (const int ranks : {1, 2, 3, 4}) {
      expect_success(mpirun(ranks) + "run " + name + ".json -o r.json --threads " +
                     std::to_string(1 + ranks % 2) + " --force --games-out r.jsonl");
      EXPECT_EQ(reproducible("r.json"), reproducible("straight.json")) << name << " on " << ranks;
      EXPECT_EQ(read("r.jsonl"), read("straight.jsonl")) << name << " on " << ranks;
    }
  }
}

// Ranks x shards x interruption; each part continues with another number of ranks.
TEST_F(Mpi, HasTheSameBytesHoweverItIsRun) {
  for (const auto& [name, rank_counts] :
       {std::pair(std::string("c"), std::vector{1, 2, 4}), std::pair(std::string("s"), std::vector{3})}) {
    run_straight(name);
    for (const int ranks : rank_counts)
      for (const int shards : {1, 3}) {
        std::string merge = fmt::format("'{}' merge", SAPPER_PROGRAM);
        for (int shard = 1; shard <= shards; ++shard) {
          const std::string part =
              fmt::format("run {0}.json -o part{1}.json --shard {1}/{2}", name, shard, shards);
          const std::string checkpoint = fmt::format("part{}.json.checkpoint", shard);
          const ProgramResult cut = run_and_end(mpirun(ranks) + part, checkpoint, "kill -TERM $mpirun");
          // mpirun also fails when the signal finds the ranks at their end.
          if (!exists(fmt::format("part{}.json", shard))) {
            EXPECT_NE(cut.status, 0);
            EXPECT_TRUE(exists(checkpoint)) << cut.err;
            expect_success(mpirun(ranks % 4 + 1) + part + " --resume");
          }
          merge += fmt::format(" part{}.json", shard);
        }
        expect_success(merge + " -o merged.json --force --quiet");
        EXPECT_EQ(reproducible("merged.json"), reproducible("straight.json"))
            << name << " on " << ranks << ", " << shards;
        for (int shard = 1; shard <= shards; ++shard) fs::remove(path(fmt::format("part{}.json", shard)));
      }
  }
}

// The first or the last of mpirun's children is killed; they are in the order of their ranks.
TEST_F(Mpi, RankThatDiesLeavesACheckpoint) {
  run_straight("c");
  for (const std::string dead : {"head", "tail"}) {
    const ProgramResult result =
        run_and_end(mpirun(3) + "run c.json -o r.json --threads 1 --games-out r.jsonl", "r.json.checkpoint",
                    "kill -9 $(pgrep -P $mpirun -f 'run c.json' | sort -n | " + dead + " -n 1)");
    EXPECT_NE(result.status, 0);
    EXPECT_THAT(result.out + result.err, HasSubstr("signal 9"));
    EXPECT_FALSE(exists("r.json"));
    ASSERT_TRUE(exists("r.json.checkpoint")) << result.err;
    fs::copy_file(path("r.json.checkpoint"), path("again.json.checkpoint"));
    fs::copy_file(path("r.jsonl"), path("again.jsonl"));
    // None, and another number.
    expect_success("\"$SAPPER\" run c.json -o r.json --games-out r.jsonl --resume --quiet");
    EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
    EXPECT_EQ(read("r.jsonl"), read("straight.jsonl"));
    expect_success(mpirun(2) + "run c.json -o again.json --games-out again.jsonl --resume --quiet");
    EXPECT_EQ(reproducible("again.json"), reproducible("straight.json"));
    EXPECT_EQ(read("again.jsonl"), read("straight.jsonl"));
    remove_all({"r.json", "r.jsonl", "again.json", "again.jsonl"});
  }
}

// Added strategies play in one process; all else in any number.
TEST_F(Mpi, ExtendsWhatItCan) {
  const std::string members =
      R"("seed": 3, "games": 40, "boards": [{"rows": 6, "mines": 5}{}], "strategies": ["csp"{}])";
  const auto write_with = [&](const std::string& name, const std::string& board,
                              const std::string& strategy) {
    write_config(name, with_replaced(with_replaced(members, "{}", board), "{}", strategy));
  };
  write_with("one.json", "", "");
  write_with("more.json", R"(, {"rows": 6, "mines": 6})", "");
  write_with("two.json", "", R"(, "rules")");
  expect_success("\"$SAPPER\" run one.json -o r.json --quiet");
  expect_success("\"$SAPPER\" run more.json -o straight.json --quiet");
  expect_success(mpirun(2) + "run more.json --extend r.json -o x.json --threads 1 --quiet");
  EXPECT_EQ(reproducible("x.json"), reproducible("straight.json"));
  const ProgramResult refused = run_shell(mpirun(2) + "run two.json --extend r.json -o y.json");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(count_of(refused.err, "done by one process; run it without mpirun"), 1U) << refused.err;
}

TEST_F(Mpi, MistakesAreToldOnce) {
  const ProgramResult result = run_shell(mpirun(3) + "run none.json");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(count_of(result.err, "none.json:"), 1U) << result.err;
}

}  // namespace
}  // namespace sapper::tests

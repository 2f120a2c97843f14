// Runs over MPI ranks, and the Slurm scripts in data/cluster, from outside. Slurm is replaced by stubs of sbatch, srun
// and scontrol; MPI tests are skipped where mpirun is missing or the build has no MPI support (`./dev mpi test` builds
// with MPI and skips none).
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/case_count.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/mpi.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string config_of(int games) {
  return R"({"schema": "sapper-config/1", "name": "c",
  "boards": [{"level": "Intermediate"}, {"rows": 8, "mines": 12}], "strategies": ["rules", "csp"],
  "games": )" +
         std::to_string(case_count(games)) + "}";
}
constexpr const char* kStopping = R"({"schema": "sapper-config/1", "name": "s", "games": 100000,
  "boards": [{"rows": 4, "mines": 2}, {"rows": 6, "mines": 9}], "strategies": ["csp"],
  "stop": {"half_width": 0.01, "min_games": 100}})";

// Runs the tasks of an array one after the other, a task again when it is requeued. The second task is sent
// SIGTERM as soon as its checkpoint is there. Jobs that depend on others run last, as they are submitted last.
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
  for attempt in 1 2; do
    rm -f "$STUBS/requeued"
    bash "$@" >&2 &
    job=$!
    if ((task == 2 && attempt == 1)); then
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
constexpr const char* kSrun = R"(#!/bin/bash
echo "srun $*" >>"$STUBS/log"
while [[ $1 == --* ]]; do shift; done
exec "$@"
)";

class Cluster : public testing::Test {
 protected:
  Cluster() {
    folder_.write("c.json", config_of(12'000));
    folder_.write("long.json", config_of(60'000));
    folder_.write("s.json", kStopping);
    for (const auto& [name, script] :
         {std::pair("sbatch", kSbatch), std::pair("scontrol", kScontrol), std::pair("srun", kSrun)}) {
      folder_.write(name, script);
      fs::permissions(path(name), fs::perms::owner_all);
    }
  }
  ProgramRun shell(const std::string& command) const {
    ProgramRun run;
    run.program = "/bin/bash";
    run.arguments = {"-c", command};
    run.folder = folder_.path();
    run.environment = {{"STUBS", folder_.path().string()},
                       {"SAPPER", SAPPER_PROGRAM},
                       {"OMPI_ALLOW_RUN_AS_ROOT", "1"},
                       {"OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"},
                       {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
                       {"PATH", folder_.path().string() + ":" + std::getenv("PATH")}};
    return run;
  }
  void run_straight(const std::string& name) const {
    const ProgramResult result = run_program(shell(
        "\"$SAPPER\" run " + name + ".json -o straight.json --games-out straight.jsonl --quiet --force"));
    ASSERT_EQ(result.status, 0) << result.err;
  }
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  std::string reproducible(const std::string& report) const {
    const std::string text = content_of(path(report));
    const auto end = text.find("\n  \"timing\": {");
    EXPECT_NE(end, std::string::npos) << report;
    return text.substr(0, end);
  }

  TemporaryFolder folder_;
};

TEST_F(Cluster, ArrayOfShardsSurvivesItsTimeLimit) {
  // Long enough to be still running when the signal comes.
  run_straight("long");
  const std::string script = SAPPER_DATA_DIR "/cluster/slurm_array.sh";
  // The program saves checkpoints every 30 seconds: a wrapper has it save at once.
  folder_.write("program", "#!/bin/bash\n[[ $1 != run ]] || set -- \"$@\" --checkpoint-every 0.02\nexec '" +
                               std::string(SAPPER_PROGRAM) + "' \"$@\"\n");
  fs::permissions(path("program"), fs::perms::owner_all);
  const ProgramResult result =
      run_program(shell("SAPPER=$PWD/program '" + script + "' 3 long.json all.json --time=10"));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("job array 7 of 3 shards"));
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  const std::string log = content_of(path("log"));
  EXPECT_THAT(log, HasSubstr("--array=1-3 --requeue --open-mode=append --signal=B:TERM@120 --time=10"));
  EXPECT_THAT(log, HasSubstr("--dependency=afterok:7"));
  EXPECT_THAT(log, HasSubstr("scontrol requeue 7_2"));
}

TEST_F(Cluster, ArrayPassesOptionsOn) {
  folder_.write("outside.json", R"({"schema": "sapper-config/1", "name": "o", "games": 40,
    "boards": [{"rows": 5, "mines": 5}], "strategies": [
    {"name": "external", "label": "mine", "command": [")" SAPPER_FAST_PLAYER R"("]}]})");
  const std::string script = "'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 1 outside.json ";
  for (const std::string options : {"--time=10 -- --allow-commands --seed 7 --games-out 'g %a.jsonl'",
                                    "--allow-commands --time=10 -- --seed 7 --games-out 'g %a.jsonl'"}) {
    const ProgramResult result = run_program(shell(script + "all.json " + options));
    ASSERT_EQ(result.status, 0) << result.err;
    EXPECT_THAT(content_of(path("all.json")), HasSubstr("\"seed\": 7"));
    EXPECT_NE(content_of(path("g 1.jsonl")), "");
    EXPECT_THAT(content_of(path("log")), HasSubstr("--signal=B:TERM@120 --time=10 /"));
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().filename().string().starts_with("all.json") || entry.path().extension() == ".jsonl")
        fs::remove(entry.path());
  }
  EXPECT_NE(run_program(shell(script + "other.json --time=10")).status, 0) << "the program is not allowed";
}

TEST_F(Cluster, MpiJobRunsAndGoesOn) {
  run_straight("c");
  const std::string script = SAPPER_DATA_DIR "/cluster/slurm_mpi.sh";
  const ProgramResult result =
      run_program(shell("SLURM_CPUS_ON_NODE=2 SLURM_JOB_ID=9 bash '" + script + "' c.json all.json --quiet"));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  EXPECT_THAT(content_of(path("log")), HasSubstr("srun --kill-on-bad-exit=1 --cpus-per-task=2"));
}

class Mpi : public Cluster {
 protected:
  void SetUp() override { SAPPER_SKIP_WITHOUT_MPI(); }
  std::string mpirun(int ranks) const {
    return fmt::format("mpirun --oversubscribe --bind-to none -n {} '{}' ", ranks, SAPPER_PROGRAM);
  }
  void run_well(const std::string& command) const {
    const ProgramResult result = run_program(shell(command));
    EXPECT_EQ(result.status, 0) << command << '\n' << result.err;
  }
  // Where mpirun and its ranks run a command that `end` ends once its checkpoint is there.
  ProgramResult run_and_end(const std::string& command, const std::string& checkpoint,
                            const std::string& end) const {
    Program program(shell("exec " + command + " --checkpoint-every 0.05"));
    wait_for_games_in(path(checkpoint));
    run_program(shell(fmt::format("mpirun={}; {}", program.id(), end)));
    return program.wait();
  }
};

TEST_F(Mpi, HasTheSameBytesOnAnyNumberOfRanks) {
  for (const std::string name : {"c", "s"}) {
    run_straight(name);
    for (const int ranks : {1, 2, 3, 4}) {
      run_well(mpirun(ranks) + "run " + name + ".json -o r.json --threads " + std::to_string(1 + ranks % 2) +
               " --force --games-out r.jsonl");
      EXPECT_EQ(reproducible("r.json"), reproducible("straight.json")) << name << " on " << ranks;
      EXPECT_EQ(content_of(path("r.jsonl")), content_of(path("straight.jsonl"))) << name << " on " << ranks;
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
          if (!fs::exists(path(fmt::format("part{}.json", shard)))) {
            EXPECT_NE(cut.status, 0);
            EXPECT_TRUE(fs::exists(path(checkpoint))) << cut.err;
            run_well(mpirun(ranks % 4 + 1) + part + " --resume");
          }
          merge += fmt::format(" part{}.json", shard);
        }
        run_well(merge + " -o merged.json --force --quiet");
        EXPECT_EQ(reproducible("merged.json"), reproducible("straight.json"))
            << name << " on " << ranks << ", " << shards;
        for (int shard = 1; shard <= shards; ++shard) fs::remove(path(fmt::format("part{}.json", shard)));
      }
  }
}

// Of mpirun's children, which are in the order of their ranks, the first or the last is killed.
TEST_F(Mpi, RankThatDiesLeavesACheckpoint) {
  run_straight("c");
  for (const std::string dead : {"head", "tail"}) {
    const ProgramResult result =
        run_and_end(mpirun(3) + "run c.json -o r.json --threads 1 --games-out r.jsonl", "r.json.checkpoint",
                    "kill -9 $(pgrep -P $mpirun -f 'run c.json' | sort -n | " + dead + " -n 1)");
    EXPECT_NE(result.status, 0);
    EXPECT_THAT(result.out + result.err, HasSubstr("signal 9"));
    EXPECT_FALSE(fs::exists(path("r.json")));
    ASSERT_TRUE(fs::exists(path("r.json.checkpoint"))) << result.err;
    fs::copy_file(path("r.json.checkpoint"), path("again.json.checkpoint"));
    fs::copy_file(path("r.jsonl"), path("again.jsonl"));
    // None, and another number.
    run_well("\"$SAPPER\" run c.json -o r.json --games-out r.jsonl --resume --quiet");
    EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
    EXPECT_EQ(content_of(path("r.jsonl")), content_of(path("straight.jsonl")));
    run_well(mpirun(2) + "run c.json -o again.json --games-out again.jsonl --resume --quiet");
    EXPECT_EQ(reproducible("again.json"), reproducible("straight.json"));
    EXPECT_EQ(content_of(path("again.jsonl")), content_of(path("straight.jsonl")));
    for (const char* const name : {"r.json", "r.jsonl", "again.json", "again.jsonl"}) fs::remove(path(name));
  }
}

TEST_F(Mpi, MistakesAreToldOnce) {
  const ProgramResult result = run_program(shell(mpirun(3) + "run none.json"));
  EXPECT_EQ(result.status, 2);
  const auto first = result.err.find("none.json:");
  EXPECT_NE(first, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("none.json:", first + 1), std::string::npos) << result.err;
}

}  // namespace
}  // namespace sapper::tests

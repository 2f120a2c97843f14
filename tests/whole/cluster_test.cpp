// Runs over MPI ranks, and the Slurm scripts in data/cluster, from outside. Slurm itself is played by stubs of
// sbatch, srun and scontrol; MPI tests are skipped where mpirun or the build with MPI (./dev mpi 1 --version) is
// missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/support/case_count.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kConfig = R"({"schema": "sapper-config/1", "name": "c",
  "boards": [{"level": "Intermediate"}, {"rows": 8, "mines": 12}], "strategies": ["rules", "csp"],
  "games": )" + std::to_string(case_count(12'000)) +
                            "}";
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
    folder_.write("c.json", kConfig);
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
    const ProgramResult result = run_program(
        shell("$SAPPER run " + name + ".json -o straight.json --games-out straight.jsonl --quiet --force"));
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
  run_straight("c");
  const std::string script = SAPPER_DATA_DIR "/cluster/slurm_array.sh";
  // The program saves checkpoints every 30 seconds: a wrapper has it save at once.
  folder_.write("program", "#!/bin/bash\n[[ $1 != run ]] || set -- \"$@\" --checkpoint-every 0.02\nexec '" +
                               std::string(SAPPER_PROGRAM) + "' \"$@\"\n");
  fs::permissions(path("program"), fs::perms::owner_all);
  const ProgramResult result =
      run_program(shell("SAPPER=$PWD/program '" + script + "' 3 c.json all.json --time=10"));
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("job array 7 of 3 shards"));
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  const std::string log = content_of(path("log"));
  EXPECT_THAT(log, HasSubstr("--array=1-3 --requeue --open-mode=append --signal=B:TERM@120 --time=10"));
  EXPECT_THAT(log, HasSubstr("--dependency=afterok:7"));
  EXPECT_THAT(log, HasSubstr("scontrol requeue 7_2"));
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
  void SetUp() override {
    if (std::system("command -v mpirun >/dev/null") != 0) GTEST_SKIP() << "mpirun is missing";
    const char* const named = std::getenv("SAPPER_MPI_PROGRAM");
    program_ = named ? named : SAPPER_SOURCE_DIR "/build/mpi/sapper";
    if (!fs::exists(program_))
      GTEST_SKIP() << "there is no " << program_ << ": ./dev mpi 1 --version builds it";
  }
  std::string mpirun(int ranks) const {
    return "mpirun --oversubscribe --bind-to none -n " + std::to_string(ranks) + " '" + program_.string() +
           "' run ";
  }

  fs::path program_;
};

TEST_F(Mpi, HasTheSameBytesOnAnyNumberOfRanks) {
  for (const std::string name : {"c", "s"}) {
    run_straight(name);
    for (const int ranks : {1, 2, 3, 4}) {
      const ProgramResult result =
          run_program(shell(mpirun(ranks) + name + ".json -o r.json --threads " +
                            std::to_string(1 + ranks % 2) + " --force --games-out r.jsonl"));
      ASSERT_EQ(result.status, 0) << result.err;
      EXPECT_EQ(reproducible("r.json"), reproducible("straight.json")) << name << " on " << ranks;
      EXPECT_EQ(content_of(path("r.jsonl")), content_of(path("straight.jsonl"))) << name << " on " << ranks;
    }
  }
}

TEST_F(Mpi, RankThatDiesLeavesACheckpoint) {
  run_straight("c");
  Program program(shell("exec " + mpirun(3) + "c.json -o r.json --threads 1 --checkpoint-every 0.1"));
  for (int i = 0; i < 3000 && !fs::exists(path("r.json.checkpoint")); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // The last of mpirun's children.
  run_program(shell("kill -9 $(pgrep -P " + std::to_string(program.id()) + " -f 'run c.json' | tail -n 1)"));
  const ProgramResult result = program.wait();
  EXPECT_NE(result.status, 0);
  EXPECT_THAT(result.out + result.err, HasSubstr("signal 9"));
  EXPECT_FALSE(fs::exists(path("r.json")));
  ASSERT_TRUE(fs::exists(path("r.json.checkpoint"))) << result.err;
  fs::copy_file(path("r.json.checkpoint"), path("again.json.checkpoint"));
  // None, and another number.
  const ProgramResult none =
      run_program(shell("'" + program_.string() + "' run c.json -o r.json --resume --quiet"));
  EXPECT_EQ(none.status, 0) << none.err;
  EXPECT_EQ(reproducible("r.json"), reproducible("straight.json"));
  const ProgramResult two = run_program(shell(mpirun(2) + "c.json -o again.json --resume --quiet"));
  EXPECT_EQ(two.status, 0) << two.err;
  EXPECT_EQ(reproducible("again.json"), reproducible("straight.json"));
}

TEST_F(Mpi, MistakesAreToldOnce) {
  const ProgramResult result = run_program(shell(mpirun(3) + "none.json"));
  EXPECT_EQ(result.status, 2);
  const auto first = result.err.find("none.json:");
  EXPECT_NE(first, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("none.json:", first + 1), std::string::npos) << result.err;
}

}  // namespace
}  // namespace sapper::tests

// The scripts in data/cluster under a real Slurm of one node, which each test starts for itself. Skipped where a part of
// it is missing (Debian: munge, slurm-wlm) or refuses to start; slurmd needs root. tests/whole/cluster_test.cpp tests the
// same scripts with stubs everywhere.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "tests/whole/mpi.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

// Long enough for a command of Slurm to find a shard at play.
const std::string kSlurmConfig = R"({"schema": "sapper-config/1", "name": "c",
  "boards": [{"level": "Intermediate"}, {"level": "Beginner"}], "strategies": ["rules", "csp"],
  "games": )" + std::to_string(case_count(200'000)) +
                                 "}";

// A port that is free now.
int free_port() {
  const int listener = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  socklen_t size = sizeof address;
  const bool is_bound = ::bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                        ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  ::close(listener);
  return is_bound ? ntohs(address.sin_port) : 0;
}

std::string host_name() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  const std::string whole = name.data();
  return whole.substr(0, whole.find('.'));
}

// Jobs in the partition `all` make way for those in `urgent`: at once, or in `patient` after a time of grace.
class Slurm : public ProgramTest {
 protected:
  void SetUp() override {
    for (const char* const command : {"munged", "slurmctld", "slurmd", "sbatch", "srun", "scontrol"})
      if (!is_installed(command)) GTEST_SKIP() << command << " is missing (Debian: munge, slurm-wlm)";
    if (::geteuid() != 0) GTEST_SKIP() << "slurmd needs root";
    start();
    if (!wait_until([this] { return output("sinfo -h -p all -o %t") == "idle\n"; }, 60))
      GTEST_SKIP() << "Slurm does not start here: " << read("munged.log") << read("slurmctld.log")
                   << read("slurmd.log");
    write("c.json", kSlurmConfig);
    // The program saves checkpoints every 30 seconds: a wrapper has it save at once.
    write_program("program", "#!/bin/bash\n[[ $1 != run ]] || set -- \"$@\" --checkpoint-every 0.02\nexec " +
                                 kQuotedProgram + " \"$@\"\n");
  }
  void TearDown() override {
    if (node_) {
      output("scancel -u root");
      wait_until([this] { return output("squeue -h").empty(); }, 30);
    }
    for (auto* const daemon : {&node_, &controller_, &munge_}) {
      if (!*daemon) continue;
      (*daemon)->send(SIGTERM);
      (*daemon)->wait();
    }
  }

  void start() {
    start_.environment = {{"SLURM_CONF", path("slurm.conf")}, {"SAPPER", path("program")}};
    fs::create_directory(path("state"));
    fs::create_directory(path("spool"));
    write("slurm.conf", configuration());
    // munged wants to be reached by everyone, and its key by no one else.
    fs::permissions(folder_.path(), fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec);
    run_shell("umask 077; head -c 1024 /dev/urandom >munge.key");
    munge_.emplace(
        shell("exec munged --foreground --key-file=$PWD/munge.key --socket=$PWD/munge.socket "
              "--pid-file=$PWD/munge.pid --seed-file=$PWD/munge.seed --log-file=$PWD/munged.log"));
    wait_until([this] { return exists("munge.socket"); }, 30);
    controller_.emplace(shell("exec slurmctld -D -i"));
    node_.emplace(shell("exec slurmd -D"));
  }
  std::string configuration() const {
    const std::string host = host_name();
    return fmt::format(
        "ClusterName=test\nSlurmctldHost={0}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n"
        "SlurmctldPort={1}\nSlurmdPort={2}\nAuthType=auth/munge\nCredType=cred/munge\n"
        // A job waits for its credential to expire before it starts again.
        "AuthInfo=socket={3}/munge.socket,cred_expire=5\nMpiDefault=none\n"
        "ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSelectType=select/cons_tres\n"
        "SelectTypeParameters=CR_Core\nJobAcctGatherType=jobacct_gather/none\nReturnToService=2\n"
        "PreemptType=preempt/partition_prio\nPreemptMode=REQUEUE\nSlurmdParameters=config_overrides\n"
        "SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1\n"
        "StateSaveLocation={3}/state\nSlurmdSpoolDir={3}/spool\nSlurmctldPidFile={3}/slurmctld.pid\n"
        "SlurmdPidFile={3}/slurmd.pid\nSlurmctldLogFile={3}/slurmctld.log\nSlurmdLogFile={3}/slurmd.log\n"
        "NodeName={0} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
        "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP PriorityTier=1\n"
        "PartitionName=patient Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=1 GraceTime=60\n"
        "PartitionName=urgent Nodes=ALL MaxTime=INFINITE State=UP PriorityTier=2\n",
        host, free_port(), free_port(), folder_.path().string());
  }
  std::string output(const std::string& command) const { return run_shell(command).out; }
  void play_straight() const { run_well({"run", "c.json", "-o", "straight.json", "--quiet"}); }

  // Submits three shards with these options; the job array's number.
  std::string submit_array(const std::string& options) const {
    const ProgramResult submitted =
        run_shell("'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 3 c.json all.json --time=10 " + options);
    EXPECT_EQ(submitted.status, 0) << submitted.err;
    const auto begin = submitted.out.find("job array ") + 10;
    return submitted.out.substr(begin, submitted.out.find(' ', begin) - begin);
  }
  // Waits until a shard is at play, or the job over MPI (its part is empty).
  void wait_for_checkpoint(const std::string& part) const {
    ASSERT_TRUE(wait_until([&] { return exists("all.json" + part + ".checkpoint"); }))
        << output("squeue") << logs();
  }
  // A value of `scontrol show job`, such as JobState; Slurm knows a job for five minutes after its end.
  std::string value_of(const std::string& job, const std::string& key) const {
    return output("scontrol --oneliner show job " + job + " | grep -o ' " + key +
                  "=[^ ]*' | head -n 1 | cut -d= -f2 | tr -d '\\n'");
  }
  void expect_end(const std::string& job, const std::string& state, const std::string& restarts) const {
    EXPECT_TRUE(wait_until([&] { return value_of(job, "JobState") == state; }, 100))
        << job << output("scontrol show job " + job) << output("squeue") << logs();
    EXPECT_EQ(value_of(job, "Restarts"), restarts) << job << logs();
  }
  void expect_merged_report() const {
    EXPECT_TRUE(wait_until([&] { return exists("all.json"); }, 100)) << output("squeue") << logs();
    EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  }
  std::string logs() const {
    return output(
        "tail -n 100 all.json.logs/*.out slurm-*.out 2>/dev/null; tail -n 20 slurmctld.log slurmd.log");
  }

  std::optional<Program> munge_, controller_, node_;
};

TEST_F(Slurm, ArrayGoesBackIntoTheQueueAfterSignals) {
  play_straight();
  const std::string array = submit_array("");
  wait_for_checkpoint(".part-2-of-3");
  ASSERT_EQ(run_shell("scancel --batch --signal=TERM " + array + "_2").status, 0) << logs();
  wait_for_checkpoint(".part-3-of-3");
  const std::vector<pid_t> third = processes_of(path("all.json.part-3-of-3"));
  ASSERT_EQ(third.size(), 1U) << logs();
  ::kill(third.front(), SIGKILL);
  expect_merged_report();
  expect_end(array + "_1", "COMPLETED", "0");
  expect_end(array + "_2", "COMPLETED", "1");
  expect_end(array + "_3", "COMPLETED", "1");
  EXPECT_THAT(read("all.json.logs/2.out"), HasSubstr("sapper: interrupted after "));
  EXPECT_THAT(read("all.json.logs/3.out"), HasSubstr("the run ended with status 137; the task goes back"));
  EXPECT_THAT(read("all.json.logs/merge.out"), HasSubstr("may be deleted"));
}

TEST_F(Slurm, ArrayMakesWay) {
  play_straight();
  const std::string array = submit_array("");
  wait_for_checkpoint(".part-1-of-3");
  ASSERT_EQ(run_shell("sbatch -p urgent --exclusive -o urgent.out --wrap true").status, 0);
  expect_merged_report();
  expect_end(array + "_1", "COMPLETED", "1");
}

TEST_F(Slurm, FailedTaskCancelsTheMerge) {
  play_straight();
  const std::string program = read("program");
  write_program("program", "#!/bin/bash\n[[ $* != *--shard\\ 2/3* ]] || exit 9\nexec ./real \"$@\"\n");
  write_program("real", program);
  const std::string array = submit_array("");
  expect_end(array + "_2", "FAILED", "0");
  EXPECT_TRUE(wait_until([&] { return output("squeue -h").empty(); })) << output("squeue");
  EXPECT_EQ(
      output(
          "scontrol --oneliner show job | grep -o 'JobName=sapper-merge.*JobState=[A-Z]*' | sed 's/.*=//'"),
      "CANCELLED\n");
  EXPECT_FALSE(exists("all.json"));
  write_program("program", program);
  submit_array("");
  expect_merged_report();
}

// Each task would take itself for the only rank; the job is not requeued for it.
TEST_F(Slurm, TasksWithoutMpiRefuseToRunAlone) {
  const ProgramResult refused = run_shell("srun -n 2 --mpi=none ./program run c.json -o x.json --quiet");
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("would run the whole experiment"));
  EXPECT_FALSE(exists("x.json"));
  EXPECT_EQ(run_shell("salloc -n 2 ./program run c.json -o x.json --games 20 --quiet").status, 0);
  const ProgramResult shards = run_shell(
      "srun -n 2 --mpi=none bash -c './program run c.json --games 20 --quiet --shard $((SLURM_PROCID + 1))/2 "
      "-o y.$SLURM_PROCID.json' && ./program merge y.0.json y.1.json -o y.json --quiet");
  EXPECT_EQ(shards.status, 0) << shards.err;
  EXPECT_EQ(reproducible("y.json"), reproducible("x.json"));
  const std::string job = output(
      "SLURM_MPI_TYPE=none sbatch --parsable --ntasks=2 --ntasks-per-node=2 --cpus-per-task=1 "
      "'" SAPPER_DATA_DIR "/cluster/slurm_mpi.sh' c.json all.json | tr -d '\\n'");
  expect_end(job, "FAILED", "0");
  EXPECT_FALSE(exists("all.json"));
}

class MpiOnSlurm : public Slurm {
 protected:
  void SetUp() override {
    SAPPER_SKIP_WITHOUT_MPI();
    Slurm::SetUp();
    if (!IsSkipped() && output("srun --mpi=list 2>&1").find("pmix") == std::string::npos)
      GTEST_SKIP() << "this Slurm has no PMIx (Debian: slurm-wlm-basic-plugins)";
  }
  std::string submit_ranks(const std::string& options) const {
    return output("sbatch --parsable --ntasks=2 --ntasks-per-node=2 --cpus-per-task=1 --time=10 " + options +
                  " '" SAPPER_DATA_DIR "/cluster/slurm_mpi.sh' c.json $PWD/all.json | tr -d '\\n'");
  }
};

TEST_F(MpiOnSlurm, JobGoesBackIntoTheQueueAfterItsSignal) {
  play_straight();
  const std::string job = submit_ranks("");
  wait_for_checkpoint("");
  ASSERT_EQ(run_shell("scancel --batch --signal=TERM " + job).status, 0) << logs();
  expect_merged_report();
  expect_end(job, "COMPLETED", "1");
}

TEST_F(MpiOnSlurm, JobMakesWay) {
  play_straight();
  const std::string job = submit_ranks("-p patient");
  wait_for_checkpoint("");
  ASSERT_EQ(run_shell("sbatch -p urgent --exclusive -o urgent.out --wrap true").status, 0);
  expect_merged_report();
  expect_end(job, "COMPLETED", "1");
}

TEST_F(MpiOnSlurm, KilledRankFailsTheJob) {
  play_straight();
  const std::string job = submit_ranks("");
  wait_for_checkpoint("");
  // The ranks themselves, not the srun that names the wrapper, nor other tests' runs; the program's path may contain a space.
  std::vector<pid_t> ranks = processes_of(std::string(SAPPER_PROGRAM) + '\0' + "run" + '\0' + "c.json");
  const std::vector<pid_t> own = processes_of(path("all.json").string());
  std::erase_if(ranks, [&](pid_t rank) { return std::ranges::find(own, rank) == own.end(); });
  ASSERT_FALSE(ranks.empty()) << logs();
  ::kill(ranks.back(), SIGKILL);
  expect_end(job, "FAILED", "0");
  EXPECT_TRUE(exists("all.json.checkpoint"));
  submit_ranks("");
  expect_merged_report();
}

}  // namespace
}  // namespace sapper::tests

// The scripts in data/cluster under a real Slurm of one node, which each test starts for itself. Skipped where Slurm
// is missing (Debian: slurmctld, slurmd) or refuses to start; slurmd needs root. tests/whole/cluster_test.cpp tests the
// same scripts with stubs everywhere.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <optional>

#include "tests/whole/mpi.hpp"
#include "tests/whole/program_test.hpp"

namespace sapper::tests {
namespace {

const std::string kSlurmConfig = R"({"schema": "sapper-config/1", "name": "c",
  "boards": [{"level": "Intermediate"}, {"level": "Beginner"}], "strategies": ["rules", "csp"],
  "games": )" + std::to_string(case_count(30'000)) +
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

class Slurm : public ProgramTest {
 protected:
  void SetUp() override {
    if (std::getenv("SAPPER_TEST_SLURM") == nullptr) GTEST_SKIP() << "SAPPER_TEST_SLURM is not set";
    for (const char* const command : {"slurmctld", "slurmd", "sbatch", "srun", "scontrol"})
      if (!is_installed(command)) GTEST_SKIP() << command << " is missing";
    if (::geteuid() != 0) GTEST_SKIP() << "slurmd needs root";
    fs::create_directory(path("state"));
    fs::create_directory(path("spool"));
    write("slurm.conf", configuration());
    start_.environment = {{"SLURM_CONF", path("slurm.conf")}, {"SAPPER", path("program")}};
    controller_.emplace(shell("exec slurmctld -D -i"));
    node_.emplace(shell("exec slurmd -D"));
    if (!wait_until([this] { return output("sinfo -h -o %t") == "idle\n"; }, 30))
      GTEST_SKIP() << "Slurm does not start here: " << read("slurmctld.log") << read("slurmd.log");
    write("c.json", kSlurmConfig);
    // The program saves checkpoints every 30 seconds: a wrapper has it save at once.
    write_program("program", "#!/bin/bash\n[[ $1 != run ]] || set -- \"$@\" --checkpoint-every 0.02\nexec " +
                                 kQuotedProgram + " \"$@\"\n");
    run_well({"run", "c.json", "-o", "straight.json", "--quiet"});
  }
  void TearDown() override {
    if (!node_) return;
    output("scancel -u root");
    wait_until([this] { return output("squeue -h").empty(); }, 20);
    for (auto* const daemon : {&node_, &controller_}) {
      (*daemon)->send(SIGTERM);
      (*daemon)->wait();
    }
  }

  std::string configuration() const {
    const std::string host = host_name();
    return fmt::format(
        "ClusterName=test\nSlurmctldHost={0}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n"
        "SlurmctldPort={1}\nSlurmdPort={2}\nAuthType=auth/none\nCredType=cred/none\nMpiDefault=none\n"
        "ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSelectType=select/cons_tres\n"
        "SelectTypeParameters=CR_Core\nJobAcctGatherType=jobacct_gather/none\nReturnToService=2\n"
        "SlurmdParameters=config_overrides\n"
        "SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1\n"
        "StateSaveLocation={3}/state\nSlurmdSpoolDir={3}/spool\nSlurmctldPidFile={3}/slurmctld.pid\n"
        "SlurmdPidFile={3}/slurmd.pid\nSlurmctldLogFile={3}/slurmctld.log\nSlurmdLogFile={3}/slurmd.log\n"
        "NodeName={0} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
        "PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n",
        host, free_port(), free_port(), folder_.path().string());
  }
  std::string output(const std::string& command) const { return run_shell(command).out; }
  // The state of a job or an array's task: PENDING, RUNNING, ...; empty once it is over.
  std::string state_of(const std::string& job) const {
    return output("squeue -h -r -o '%i %T' | sed -n 's/^" + job + " //p'");
  }
  // Sends SIGTERM, as before the time limit; then the job waits in the queue: by default for two minutes, in which its
  // credential expires. The node revokes the credential and all others of the same second: a job that starts again so
  // soon is refused ("Job credential revoked") and ends.
  void end_and_release(const std::string& job, const std::string& scancel) const {
    ASSERT_EQ(run_shell(scancel + " --signal=TERM " + job).status, 0);
    EXPECT_TRUE(wait_until([&] { return state_of(job) == "PENDING\n"; }, 30)) << output("squeue");
    EXPECT_EQ(run_shell("scontrol update JobId=" + job + " StartTime=now+2").status, 0);
  }
  std::string logs() const {
    std::string text;
    for (const std::string& name : names())
      if (name.ends_with(".out")) text += read(name);
    return text;
  }

  std::optional<Program> controller_, node_;
};

TEST_F(Slurm, ArrayOfShardsGoesBackIntoTheQueue) {
  const ProgramResult submitted =
      run_shell("'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 3 c.json all.json --time=10");
  ASSERT_EQ(submitted.status, 0) << submitted.err;
  const auto begin = submitted.out.find("job array ") + 10;
  const std::string array = submitted.out.substr(begin, submitted.out.find(' ', begin) - begin);
  const fs::path checkpoint = path("all.json.part-2-of-3.checkpoint");
  ASSERT_TRUE(wait_until([&] { return fs::exists(checkpoint); }, 60)) << submitted.out << logs();
  end_and_release(array + "_2", "scancel --batch");
  EXPECT_TRUE(wait_until([&] { return exists("all.json"); }, 100)) << output("squeue") << logs();
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
  EXPECT_THAT(logs(), HasSubstr("sapper: interrupted after "));
}

class MpiOnSlurm : public Slurm {
 protected:
  void SetUp() override {
    SAPPER_SKIP_WITHOUT_MPI();
    Slurm::SetUp();
    if (!IsSkipped() && output("srun --mpi=list 2>&1").find("pmix") == std::string::npos)
      GTEST_SKIP() << "this Slurm has no PMIx";
  }
};

TEST_F(MpiOnSlurm, JobGoesBackIntoTheQueue) {
  const std::string job = output(
      "SLURM_MPI_TYPE=pmix sbatch --parsable --ntasks=2 --ntasks-per-node=2 --cpus-per-task=1 --time=10 "
      "'" SAPPER_DATA_DIR "/cluster/slurm_mpi.sh' c.json all.json | tr -d '\\n'");
  ASSERT_TRUE(wait_until([&] { return exists("all.json.checkpoint"); }, 60)) << logs();
  end_and_release(job, "scancel");
  EXPECT_TRUE(wait_until([&] { return exists("all.json"); }, 100)) << output("squeue") << logs();
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
}

}  // namespace
}  // namespace sapper::tests

// The scripts in data/cluster under a real Slurm of one node, which each test starts for itself. Skipped where Slurm
// is missing (Debian: slurmctld, slurmd) or refuses to start; slurmd needs root. tests/whole/cluster_test.cpp tests the
// same scripts with stubs everywhere.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <thread>

#include "tests/support/case_count.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/whole/mpi.hpp"
#include "tests/whole/sapper.hpp"

namespace sapper::tests {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kConfig = R"({"schema": "sapper-config/1", "name": "c",
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

bool wait_until(const std::function<bool()>& is_so, int seconds) {
  for (int i = 0; i < 20 * seconds; ++i) {
    if (is_so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return false;
}

class Slurm : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("SAPPER_TEST_SLURM") == nullptr) GTEST_SKIP() << "SAPPER_TEST_SLURM is not set";
    for (const char* const command : {"slurmctld", "slurmd", "sbatch", "srun", "scontrol"})
      if (!has_command(command)) GTEST_SKIP() << command << " is missing";
    if (::geteuid() != 0) GTEST_SKIP() << "slurmd needs root";
    fs::create_directory(path("state"));
    fs::create_directory(path("spool"));
    folder_.write("slurm.conf", configuration());
    start();
    if (!wait_until([this] { return output("sinfo -h -o %t") == "idle\n"; }, 30))
      GTEST_SKIP() << "Slurm does not start here: " << content_of(path("slurmctld.log"))
                   << content_of(path("slurmd.log"));
    folder_.write("c.json", kConfig);
    // The program saves checkpoints every 30 seconds: a wrapper has it save at once.
    folder_.write("program", "#!/bin/bash\n[[ $1 != run ]] || set -- \"$@\" --checkpoint-every 0.02\nexec '" +
                                 std::string(SAPPER_PROGRAM) + "' \"$@\"\n");
    fs::permissions(path("program"), fs::perms::owner_all);
    const ProgramResult straight =
        run_program(shell("'" SAPPER_PROGRAM "' run c.json -o straight.json --quiet"));
    ASSERT_EQ(straight.status, 0) << straight.err;
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
  void start() {
    controller_.emplace(shell("exec slurmctld -D -i"));
    node_.emplace(shell("exec slurmd -D"));
  }
  ProgramRun shell(const std::string& command) const {
    ProgramRun run;
    run.program = "/bin/bash";
    run.arguments = {"-c", command};
    run.folder = folder_.path();
    run.environment = {{"SLURM_CONF", path("slurm.conf")}, {"SAPPER", path("program")}};
    return run;
  }
  std::string output(const std::string& command) const { return run_program(shell(command)).out; }
  fs::path path(const std::string& name) const { return folder_.path() / name; }
  // Of a job or an array's task: PENDING, RUNNING, ...; empty once it is over.
  std::string state_of(const std::string& job) const {
    return output("squeue -h -r -o '%i %T' | sed -n 's/^" + job + " //p'");
  }
  // Sends SIGTERM, as before the time limit; then the job waits in the queue: by default for two minutes, in which its
  // credential expires. The node revokes the credential and all others of the same second: a job that starts again so
  // soon is refused ("Job credential revoked") and ends.
  void end_and_release(const std::string& job, const std::string& scancel) const {
    ASSERT_EQ(run_program(shell(scancel + " --signal=TERM " + job)).status, 0);
    EXPECT_TRUE(wait_until([&] { return state_of(job) == "PENDING\n"; }, 30)) << output("squeue");
    EXPECT_EQ(run_program(shell("scontrol update JobId=" + job + " StartTime=now+2")).status, 0);
  }
  std::string logs() const {
    std::string text;
    for (const auto& entry : fs::directory_iterator(folder_.path()))
      if (entry.path().extension() == ".out") text += content_of(entry.path());
    return text;
  }
  std::string reproducible(const std::string& report) const {
    const std::string text = content_of(path(report));
    const auto end = text.find("\n  \"timing\": {");
    EXPECT_NE(end, std::string::npos) << report << '\n' << logs();
    return text.substr(0, end);
  }

  TemporaryFolder folder_;
  std::optional<Program> controller_, node_;
};

TEST_F(Slurm, ArrayOfShardsGoesBackIntoTheQueue) {
  const ProgramResult submitted =
      run_program(shell("'" SAPPER_DATA_DIR "/cluster/slurm_array.sh' 3 c.json all.json --time=10"));
  ASSERT_EQ(submitted.status, 0) << submitted.err;
  const auto begin = submitted.out.find("job array ") + 10;
  const std::string array = submitted.out.substr(begin, submitted.out.find(' ', begin) - begin);
  const fs::path checkpoint = path("all.json.part-2-of-3.checkpoint");
  ASSERT_TRUE(wait_until([&] { return fs::exists(checkpoint); }, 60)) << submitted.out << logs();
  end_and_release(array + "_2", "scancel --batch");
  EXPECT_TRUE(wait_until([&] { return fs::exists(path("all.json")); }, 100)) << output("squeue") << logs();
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
  ASSERT_TRUE(wait_until([&] { return fs::exists(path("all.json.checkpoint")); }, 60)) << logs();
  end_and_release(job, "scancel");
  EXPECT_TRUE(wait_until([&] { return fs::exists(path("all.json")); }, 100)) << output("squeue") << logs();
  EXPECT_EQ(reproducible("all.json"), reproducible("straight.json"));
}

}  // namespace
}  // namespace sapper::tests

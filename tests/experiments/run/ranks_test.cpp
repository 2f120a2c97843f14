// The ranks of a process: one where no launcher started several, and those of the implementation that was set.
// Label: threads
#include "experiments/run/ranks.hpp"

#include "experiments/support/errors.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

class RanksTest : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* const name :
         {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"})
      ::unsetenv(name);
  }
  void TearDown() override { SetUp(); }
  // Why a run is refused; empty if it is not.
  static std::string refusal() {
    try {
      refuse_lone_rank(*join_ranks());
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
};

TEST_F(RanksTest, OneWithoutALauncher) {
  const auto ranks = join_ranks();
  EXPECT_EQ(ranks->count(), 1U);
  EXPECT_TRUE(ranks->is_first());
  EXPECT_TRUE(ranks->end(std::chrono::milliseconds(0)));
}

TEST_F(RanksTest, SeveralNeedMpi) {
  EXPECT_EQ(refusal(), "");
  ::setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  EXPECT_EQ(refusal(), "");
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  EXPECT_THAT(refusal(), AllOf(HasSubstr("no MPI support"), HasSubstr("./dev mpi RANKS run CONFIG"),
                               HasSubstr("--shard")));
}

// What Slurm 22.05 sets in each of these places.
TEST_F(RanksTest, SeveralTasksOfASlurmStepNeedMpi) {
  const auto set = [](const char* step_tasks, const char* tasks) {
    ::setenv("SLURM_STEP_NUM_TASKS", step_tasks, 1);
    ::setenv("SLURM_NTASKS", tasks, 1);
  };
  ::setenv("SLURM_NTASKS", "4", 1);
  EXPECT_EQ(refusal(), "") << "a job script, or a shell of salloc";
  set("1", "4");
  EXPECT_EQ(refusal(), "") << "the interactive step of salloc";
  set("4", "1");
  EXPECT_EQ(refusal(), "") << "a job that was submitted from within a step";
  set("4", "4");
  EXPECT_THAT(refusal(), HasSubstr("no MPI support"));
  ::setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  EXPECT_EQ(refusal(), "") << "mpirun within a step";
  ::unsetenv("OMPI_COMM_WORLD_SIZE");
  const JoinRanks before = set_join_ranks([] { return std::make_unique<Ranks>(); });
  EXPECT_THAT(refusal(), AllOf(HasSubstr("4 tasks were started, but MPI joins none of them"),
                               HasSubstr("srun --mpi=pmix"), HasSubstr("--shard")));
  set_join_ranks(before);
}

TEST_F(RanksTest, OnlyThoseOfMpiLeaveErrorsToTheFirst) {
  ::setenv("PMIX_RANK", "1", 1);
  EXPECT_FALSE(is_further_rank());
  const JoinRanks before = set_join_ranks([] { return std::make_unique<Ranks>(); });
  EXPECT_TRUE(is_further_rank());
  ::setenv("PMIX_RANK", "0", 1);
  EXPECT_FALSE(is_further_rank());
  set_join_ranks(before);
}

TEST_F(RanksTest, AreThoseOfTheImplementationThatWasSet) {
  const JoinRanks before = set_join_ranks([]() -> std::unique_ptr<Ranks> { throw RunError("the one set"); });
  EXPECT_EQ(tests::message_of<RunError>([] { join_ranks(); }), "the one set");
  set_join_ranks(before);
}

}  // namespace
}  // namespace sapper::experiments

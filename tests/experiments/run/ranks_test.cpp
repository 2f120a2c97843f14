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
    for (const char* const name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) ::unsetenv(name);
  }
};

TEST_F(RanksTest, OneWithoutALauncher) {
  const auto ranks = join_ranks();
  EXPECT_EQ(ranks->count(), 1U);
  EXPECT_TRUE(ranks->is_first());
  EXPECT_TRUE(ranks->end(std::chrono::milliseconds(0)));
}

TEST_F(RanksTest, SeveralNeedMpi) {
  ::setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
  EXPECT_EQ(join_ranks()->count(), 1U);
  ::setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  EXPECT_THAT(tests::message_of<InputError>([] { join_ranks(); }),
              AllOf(HasSubstr("no MPI support"), HasSubstr("./dev mpi RANKS run CONFIG")));
}

TEST_F(RanksTest, AreThoseOfTheImplementationThatWasSet) {
  const JoinRanks before = set_join_ranks([]() -> std::unique_ptr<Ranks> { throw RunError("the one set"); });
  EXPECT_EQ(tests::message_of<RunError>([] { join_ranks(); }), "the one set");
  set_join_ranks(before);
}

}  // namespace
}  // namespace sapper::experiments

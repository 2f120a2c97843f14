// The flag that ends computations: whose it is, and until when.
#include "sim/support/interruptible.hpp"

#include <thread>

#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

TEST(Interruptible, EndsWhatItsThreadDoesWhileItExists) {
  std::atomic<bool> flag = false;
  end_if_interrupted();
  {
    const Interruptible until(flag);
    end_if_interrupted();
    flag = true;
    EXPECT_THROW(end_if_interrupted(), Interrupted);
    std::thread([] { end_if_interrupted(); }).join();
    const std::atomic<bool> never = false;
    {
      const Interruptible inner(never);
      end_if_interrupted();
      const Interruptible innermost(nullptr);
      end_if_interrupted();
    }
    EXPECT_THROW(end_if_interrupted(), Interrupted);
  }
  end_if_interrupted();
}

}  // namespace
}  // namespace sapper::sim

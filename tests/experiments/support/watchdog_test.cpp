// A watchdog looks again and again, until it has seen enough or is destroyed.
#include "experiments/support/watchdog.hpp"

#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

constexpr std::chrono::milliseconds kOften{1};

TEST(Watchdog, LooksUntilItHasSeenEnough) {
  std::atomic<int> looks = 0;
  const Watchdog watchdog(kOften, [&] { return ++looks < 3; });
  while (looks < 3) std::this_thread::yield();
  std::this_thread::sleep_for(10 * kOften);  // in which it would look again
  EXPECT_EQ(looks, 3);
}

TEST(Watchdog, EndsAtOnceWhenItIsDestroyed) {
  std::atomic<int> looks = 0;
  const auto begin = std::chrono::steady_clock::now();
  {
    const Watchdog watchdog(std::chrono::hours(1), [&] {
      ++looks;
      return true;
    });
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
  EXPECT_EQ(looks, 0);
}

}  // namespace
}  // namespace sapper::experiments

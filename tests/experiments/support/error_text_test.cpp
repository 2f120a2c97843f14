#include <new>
#include <stdexcept>
#include <system_error>

#include "experiments/support/errors.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

TEST(ErrorText, IsWhatThePartsSay) {
  EXPECT_EQ(error_text(RunError("a.json: cannot be written")), "a.json: cannot be written");
  EXPECT_EQ(error_text(std::system_error(std::make_error_code(std::errc::no_space_on_device), "a")),
            "a: No space left on device");
}

TEST(ErrorText, SaysWhatIsShort) {
  EXPECT_EQ(error_text(std::bad_alloc()), "out of memory");
  const std::system_error of_thread(std::make_error_code(std::errc::resource_unavailable_try_again));
  EXPECT_THAT(error_text(of_thread), HasSubstr("out of threads or memory"));
  EXPECT_THAT(error_text(of_thread), HasSubstr("--threads"));
  EXPECT_THAT(error_text(std::runtime_error("pthread_create has failed: no")), HasSubstr("--threads"));
}

}  // namespace
}  // namespace sapper::experiments

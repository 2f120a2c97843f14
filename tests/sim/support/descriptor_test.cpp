#include "sim/support/descriptor.hpp"

#include <fcntl.h>

#include "tests/support/test.hpp"

namespace sapper::sim {
namespace {

int open_null() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }
bool is_open(int number) { return ::fcntl(number, F_GETFD) >= 0; }

TEST(Descriptor, IsClosedByTheEndOfItsOwner) {
  int number = -1;
  {
    const Descriptor owner(open_null());
    number = owner.get();
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(Descriptor, HasOneOwner) {
  Descriptor first(open_null());
  const int number = first.get();
  Descriptor second(std::move(first));
  EXPECT_EQ(second.get(), number);
  Descriptor third(open_null());
  const int replaced = third.get();
  third = std::move(second);
  EXPECT_FALSE(is_open(replaced));
  EXPECT_EQ(third.release(), number);
  EXPECT_FALSE(third.is_open());
  EXPECT_TRUE(is_open(number));
  EXPECT_EQ(::close(number), 0);
}

TEST(Descriptor, KeepsErrno) {
  Descriptor wrong(1 << 20);  // closing it fails
  errno = EEXIST;
  wrong.reset();
  EXPECT_EQ(errno, EEXIST);
}

}  // namespace
}  // namespace sapper::sim

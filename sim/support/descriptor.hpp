// A file descriptor that is closed by its owner's end. Closing leaves errno as it was, so that a caller still finds the error
// that made it give up.
#pragma once

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace sapper::sim {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}  // negative: none, as system calls return it
  ~Descriptor() { reset(); }
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    reset(other.release());
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  bool is_open() const { return number_ >= 0; }
  int get() const { return number_; }  // negative: none
  // Gives up ownership.
  int release() { return std::exchange(number_, -1); }
  void reset(int number = -1) {
    const int error = errno;
    if (const int before = std::exchange(number_, number); before >= 0) ::close(before);
    errno = error;
  }

 private:
  int number_ = -1;
};

}  // namespace sapper::sim

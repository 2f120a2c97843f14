#include "sim/support/input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sim/support/input_error.hpp"

namespace sapper::sim {

InputFile::InputFile(const std::filesystem::path& path) : name_(path.string()) {
  if (path == "-") {
    name_ = "standard input";
    return;
  }
  if (path.native().find('\0') != std::string::npos)
    throw InputError::in_file(name_, "is not a file name: it contains a NUL");
  file_.reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!file_.is_open()) fail_reading();
  struct stat status {};
  const auto refuse = [&](const char* wrong) { return InputError::in_file(name_, wrong); };
  if (::fstat(file_.get(), &status) != 0) throw refuse("cannot be read");
  if (S_ISDIR(status.st_mode)) throw refuse("is a folder; expected a file");
  if (!S_ISREG(status.st_mode))
    throw refuse("is a pipe or a device; expected a regular file, or - for standard input");
  size_ = static_cast<std::uint64_t>(status.st_size);
}

std::size_t InputFile::read(std::span<char> buffer) const {
  const int descriptor = file_.is_open() ? file_.get() : STDIN_FILENO;
  for (;;) {
    const ssize_t count = ::read(descriptor, buffer.data(), buffer.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) fail_reading();
  }
}

void InputFile::fail_reading() const {
  throw InputError::in_file(name_, std::string("cannot be read: ") + std::strerror(errno));
}

}  // namespace sapper::sim

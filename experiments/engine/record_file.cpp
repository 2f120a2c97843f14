#include "experiments/engine/record_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kBufferBytes = 1 << 18;

}  // namespace

RecordFile::RecordFile(const std::filesystem::path& path, std::uint64_t length)
    : name_(path.string()), length_(length) {
  const auto refuse = [&](const std::string& wrong) {
    if (file_ >= 0) ::close(file_);
    return InputError::in_file(name_, wrong);
  };
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file_ < 0) throw refuse(fmt::format("cannot be written: {}", std::strerror(errno)));
  struct stat status {};
  if (::fstat(file_, &status) != 0 || !S_ISREG(status.st_mode))
    throw refuse("is no regular file; records go to one that can be cut off and continued");
  if (static_cast<std::uint64_t>(status.st_size) < length)
    throw refuse(fmt::format("has {} bytes, but the checkpoint counts on {}; begin anew without --resume",
                             status.st_size, length));
  if (::ftruncate(file_, static_cast<off_t>(length)) != 0 ||
      ::lseek(file_, static_cast<off_t>(length), SEEK_SET) < 0)
    throw refuse(fmt::format("cannot be written: {}", std::strerror(errno)));
}

RecordFile::~RecordFile() {
  if (file_ >= 0) ::close(file_);
}

void RecordFile::append(std::string_view lines) {
  buffer_ += lines;
  if (has_failed_ || buffer_.size() >= kBufferBytes) write_buffer();
}

std::uint64_t RecordFile::flush() {
  write_buffer();
  if (::fdatasync(file_) != 0) fail();
  return length_;
}

void RecordFile::write_buffer() {
  std::size_t done = 0;
  int failure = 0;
  while (done < buffer_.size() && failure == 0) {
    const ssize_t written = ::write(file_, buffer_.data() + done, buffer_.size() - done);
    if (written >= 0)
      done += static_cast<std::size_t>(written);
    else if (errno != EINTR)
      failure = errno;
  }
  length_ += done;
  buffer_.erase(0, done);
  has_failed_ = failure != 0;
  errno = failure;
  if (has_failed_) fail();
}

void RecordFile::fail() const {
  throw RunError(fmt::format("{}: the records cannot be written: {}", name_, std::strerror(errno)));
}

}  // namespace sapper::experiments

#include "experiments/support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "experiments/support/errors.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// After a rename: the folder's own entry must reach the disk too. Some file systems cannot do this; the file
// is whole all the same.
void flush_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

AtomicFile::AtomicFile(fs::path file)
    : file_(std::move(file)),
      temporary_(file_.string() + ".tmp"),
      stream_(std::fopen(temporary_.c_str(), "wb")) {
  if (!stream_) fail("cannot be written");
}

AtomicFile::~AtomicFile() {
  if (!stream_) return;
  std::fclose(stream_);
  std::error_code ignored;
  fs::remove(temporary_, ignored);
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail("cannot be written");
}

void AtomicFile::flush() {
  if (std::fflush(stream_) != 0 || ::fsync(::fileno(stream_)) != 0) fail("cannot be written");
}

void AtomicFile::commit() {
  flush();
  const int closed = std::fclose(std::exchange(stream_, nullptr));
  if (closed != 0 || ::rename(temporary_.c_str(), file_.c_str()) != 0) {
    const int reason = errno;
    std::error_code ignored;
    fs::remove(temporary_, ignored);
    errno = reason;
    fail("cannot be put in place");
  }
  flush_folder(folder_of(file_));
}

void AtomicFile::fail(std::string_view action) const {
  throw RunError(fmt::format("{}: {}: {}", file_.string(), action, std::strerror(errno)));
}

fs::path check_output(const fs::path& file) {
  const auto refuse = [&](std::string_view wrong) {
    return InputError(fmt::format("{}: {}; expected a file that can be written", file.string(), wrong));
  };
  std::error_code error;
  if (!file.has_filename()) throw refuse("this is no file name");
  const fs::file_status status = fs::status(file, error);
  if (fs::is_directory(status)) throw refuse("this is a folder");
  if (fs::exists(status) && !fs::is_regular_file(status)) throw refuse("this is no plain file");
  const fs::path target =
      fs::is_symlink(fs::symlink_status(file, error)) ? fs::weakly_canonical(file, error) : file;
  if (!fs::is_directory(folder_of(target), error))
    throw refuse(fmt::format("there is no folder {}", folder_of(target).string()));
  if (fs::exists(status) && ::access(target.c_str(), W_OK) != 0) throw refuse(std::strerror(errno));
  try {
    AtomicFile probe(target);
    probe.write(std::string(std::size_t{1} << 16, ' '));
    probe.flush();
  } catch (const RunError& error_met) {
    throw InputError(error_met.what());
  }
  return target;
}

}  // namespace sapper::experiments

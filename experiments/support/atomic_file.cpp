#include "experiments/support/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/hidden_names.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/unfinished_files.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

namespace {

namespace fs = std::filesystem;
using sim::Descriptor;

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// After a rename the folder's entry must reach the disk too. Some file systems do not support this; the file is
// complete nevertheless.
void flush_folder(const fs::path& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.is_open()) ::fsync(opened.get());
}

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz012345";
constexpr std::size_t kLetterCount = 6;
constexpr std::string_view kEnding = ".tmp";

// Returns an unpredictable name; empty if the system provides no random bytes.
fs::path random_name_beside(const fs::path& file) {
  std::array<unsigned char, kLetterCount> bytes{};
  if (::getentropy(bytes.data(), bytes.size()) != 0) return {};
  std::string ending = ".";
  for (const unsigned char byte : bytes) ending += kLetters[byte % kLetters.size()];
  return hidden_name_beside(file, ending.append(kEnding));
}

// Whether random_name_beside may have created this name, which begins with `beginning`.
bool is_random_name(std::string_view name, std::string_view beginning) {
  if (name.size() != beginning.size() + kLetterCount + kEnding.size()) return false;
  return name.starts_with(beginning) && name.ends_with(kEnding) &&
         name.substr(beginning.size(), kLetterCount).find_first_not_of(kLetters) == std::string_view::npos;
}

// Creates the file, which must not exist in any form, and locks it, so that remove_leftovers sees that its writer is
// alive; none with errno on failure, EEXIST if it was removed as a leftover before it was locked. Unlike mkostemp it
// respects the user's umask.
Descriptor create(const fs::path& file) {
  Descriptor created(::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!created.is_open()) return created;
  const bool is_taken = ::flock(created.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  struct stat status {};
  if (!is_taken && ::fstat(created.get(), &status) == 0 && status.st_nlink > 0) return created;
  errno = EEXIST;
  return {};
}

// Removes the file if nobody holds its lock: its writer has ended.
void remove_leftover(const fs::path& file) {
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (opened.is_open() && ::fstat(opened.get(), &status) == 0 && S_ISREG(status.st_mode) &&
      ::flock(opened.get(), LOCK_EX | LOCK_NB) == 0)
    ::unlink(file.c_str());
}

// Follows symbolic links from `file` to the first path that is not a link; `error` is set if there is none.
fs::path follow_links(fs::path file, std::error_code& error) {
  constexpr int kMostLinks = 40;  // as in the kernel
  for (int links = 0; links <= kMostLinks; ++links) {
    const fs::file_status status = fs::symlink_status(file, error);
    if (status.type() == fs::file_type::not_found) error.clear();
    if (!fs::is_symlink(status)) return file;
    const fs::path target = fs::read_symlink(file, error);
    if (error) return file;
    file = target.is_absolute() ? target : folder_of(file) / target;
  }
  error = std::make_error_code(std::errc::too_many_symbolic_link_levels);
  return file;
}

InputError refusal(const fs::path& file, std::string_view wrong) {
  return InputError::in_file(file.string(), fmt::format("{}; expected a file that can be written", wrong));
}

InputError refusal_of_folder(const fs::path& file) {
  return InputError::in_file(file.string(), "this is a folder; expected the name of a file in it");
}

}  // namespace

AtomicFile::AtomicFile(fs::path file) : file_(std::move(file)) {
  constexpr int kTries = 100;
  Descriptor created;
  for (int tries = 0; !created.is_open() && tries < kTries; ++tries) {
    temporary_ = random_name_beside(file_);
    if (temporary_.empty()) fail("cannot be written");
    UnfinishedFiles unfinished;
    created = create(temporary_);
    if (created.is_open()) unfinished.add(temporary_);
    if (!created.is_open() && errno != EEXIST) fail("cannot be written");
  }
  if (created.is_open()) stream_ = ::fdopen(created.get(), "wb");
  if (stream_) {
    created.release();
    return;
  }
  const int reason = errno;
  if (created.is_open()) discard();
  errno = reason;
  fail("cannot be written");
}

AtomicFile::~AtomicFile() {
  if (!stream_) return;
  std::fclose(stream_);
  discard();
}

void AtomicFile::discard() {
  UnfinishedFiles unfinished;
  ::unlink(temporary_.c_str());
  unfinished.forget(temporary_);
}

void AtomicFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stream_) != text.size()) fail("cannot be written");
}

void AtomicFile::flush() {
  if (std::fflush(stream_) != 0 || ::fsync(::fileno(stream_)) != 0) fail("cannot be written");
}

void AtomicFile::commit() {
  struct stat before {};
  if (::lstat(file_.c_str(), &before) == 0 && S_ISREG(before.st_mode) &&
      ::fchmod(::fileno(stream_), before.st_mode & 0777) != 0)
    fail("cannot keep its permissions");
  flush();
  const bool is_closed = std::fclose(std::exchange(stream_, nullptr)) == 0;
  if (!is_closed || !put_in_place()) {
    const int reason = errno;
    discard();
    errno = reason;
    fail("cannot be put in place");
  }
  flush_folder(folder_of(file_));
}

bool AtomicFile::put_in_place() {
  UnfinishedFiles unfinished;
  if (::rename(temporary_.c_str(), file_.c_str()) != 0) return false;
  unfinished.forget(temporary_);
  return true;
}

void AtomicFile::fail(std::string_view action) const {
  const int reason = errno;
  throw RunError(fmt::format("{}: {}: {}", printable_file(file_), action, std::strerror(reason)));
}

void remove_leftovers(const fs::path& file) {
  const std::string beginning = hidden_name_beside(file, ".").filename().string();
  std::error_code error;
  for (fs::directory_iterator entry(folder_of(file), error), end; !error && entry != end;
       entry.increment(error))
    if (is_random_name(entry->path().filename().native(), beginning)) remove_leftover(entry->path());
}

fs::path resolve_output(const fs::path& file) {
  const auto refuse = [&](std::string_view wrong) { return refusal(file, wrong); };
  if (!file.has_filename()) {
    std::error_code ignored;
    throw fs::is_directory(file, ignored) ? refusal_of_folder(file) : refuse("this is not a file name");
  }
  if (file.native().find('\0') != std::string::npos) throw refuse("the name contains a NUL");
  std::error_code error, ignored;
  fs::path target = follow_links(file, error);
  if (error != std::errc::filename_too_long && error != std::errc::too_many_symbolic_link_levels &&
      !fs::is_directory(folder_of(target), ignored))
    throw refuse(fmt::format("there is no folder {}", printable_file(folder_of(target))));
  if (error) throw refuse(error.message());
  return target;
}

fs::path check_plain_file(const fs::path& file) {
  fs::path target = resolve_output(file);
  std::error_code error;
  const fs::file_status status = fs::symlink_status(target, error);
  if (fs::is_directory(status)) throw refusal_of_folder(file);
  if (fs::exists(status) && !fs::is_regular_file(status)) throw refusal(file, "this is not a regular file");
  return target;
}

fs::path check_output(const fs::path& file) {
  fs::path target = check_plain_file(file);
  std::error_code error;
  if (fs::exists(target, error) && ::access(target.c_str(), W_OK) != 0)
    throw refusal(file, std::strerror(errno));
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

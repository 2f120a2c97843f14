#include "experiments/support/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {

namespace {

namespace fs = std::filesystem;

fs::path checked(const fs::path& file, const InputFiles& inputs, OverwritePolicy existing) {
  fs::path target = check_plain_file(file);
  inputs.refuse(target);
  if (existing == OverwritePolicy::refused && holds_something(target))
    throw InputError::in_file(file.string(),
                              "exists already; choose another output, or add --force to replace it");
  return target;
}

}  // namespace

InputFiles::InputFiles() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat status {};
    if (::fstat(stream, &status) == 0 && S_ISREG(status.st_mode))
      (stream == STDIN_FILENO ? files_ : streams_).push_back({status.st_dev, status.st_ino, {}});
  }
}

InputFiles::InputFiles(std::span<const std::string> files) : InputFiles() {
  for (const std::string& file : files) add(file);
}

void InputFiles::add(const fs::path& file) {
  if (file == "-") return;
  if (auto identity = identity_of(sim::parse_numbered_path(file).file))
    files_.push_back(*std::move(identity));
}

void InputFiles::refuse(const fs::path& output) const {
  const auto identity = identity_of(output);
  if (!identity) return;
  if (std::find(files_.begin(), files_.end(), *identity) != files_.end())
    throw InputError::in_file(output.string(), "is read by this command; choose another output");
  if (std::find(streams_.begin(), streams_.end(), *identity) != streams_.end())
    throw InputError::in_file(
        output.string(), "is where standard output or standard error goes already; choose another output");
}

bool holds_something(const fs::path& file) {
  std::error_code error;
  return fs::exists(fs::status(file, error)) &&
         (!fs::is_regular_file(file, error) || fs::file_size(file, error) > 0);
}

OutputFile::OutputFile(const fs::path& file, const InputFiles& inputs, OverwritePolicy existing)
    : path_(checked(file, inputs, existing)), lock_(path_) {
  checked(file, inputs, existing);  // another program may have written it before it was locked
  check_output(path_);
}

void OutputFile::write(std::string_view text) {
  if (!file_) file_.emplace(path_);
  file_->write(text);
}

void OutputFile::commit() {
  if (!file_) file_.emplace(path_);
  file_->commit();
  file_.reset();
}

fs::path checkpoint_of(const fs::path& output) { return output.string() + ".checkpoint"; }

fs::path resolve_checkpoint(const fs::path& output) {
  const fs::path checkpoint = checkpoint_of(output);
  if (::access(checkpoint.c_str(), F_OK) != 0 && errno == ENAMETOOLONG)
    throw InputError::in_file(output.string(),
                              fmt::format("the name of its checkpoint, which is longer by \"{}\", is too "
                                          "long for the disk; choose a shorter name",
                                          checkpoint_of({}).string()));
  return check_plain_file(checkpoint);
}

namespace {

const fs::path& not_read(const fs::path& checkpoint, const InputFiles& inputs) {
  inputs.refuse(checkpoint);
  return checkpoint;
}

}  // namespace

CheckpointFile::CheckpointFile(const fs::path& file, const InputFiles& inputs)
    : path_(not_read(file, inputs)), lock_(path_) {
  check_output(path_);
}

namespace {

using sim::Descriptor;

// A long file name is truncated: a hash distinguishes long names.
fs::path lock_file_of(const fs::path& output) {
  return hidden_name_beside(output, name_hash(output.filename().string()) + ".lock");
}

// Whether the path still leads to the open file: its last holder may have removed it between our open and our lock.
bool is_still(const fs::path& path, int descriptor) {
  struct stat opened {
  }, there{};
  return ::fstat(descriptor, &opened) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         opened.st_ino == there.st_ino && opened.st_dev == there.st_dev;
}

bool is_plain(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
}

// Does not follow links or wait for a pipe. NFS grants locks only on files open for writing; elsewhere a file of
// another user is sufficient.
Descriptor open_to_lock(const fs::path& file, int flags) {
  flags |= O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  Descriptor opened(::open(file.c_str(), O_RDWR | flags, 0666));
  if (!opened.is_open() && (errno == EACCES || errno == EPERM || errno == EROFS))
    opened.reset(::open(file.c_str(), O_RDONLY | flags, 0666));
  return is_plain(opened.get()) ? std::move(opened) : Descriptor();
}

}  // namespace

OutputLock::LockResult OutputLock::try_to_lock(int descriptor) {
  while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return LockResult::held_by_another;
    if (errno != EINTR) return LockResult::impossible;
  }
  return LockResult::locked;
}

OutputLock::OutputLock(const fs::path& output) : output_(output), file_(lock_file_of(output)) {
  lock_beside();
  lock_file_itself();
  remove_leftovers(output_);
}

OutputLock::LockResult OutputLock::try_beside() {
  UnfinishedFiles unfinished;
  Descriptor opened = open_to_lock(file_, O_CREAT);
  if (!opened.is_open()) return LockResult::impossible;
  const LockResult attempt = try_to_lock(opened.get());
  if (attempt == LockResult::locked && is_still(file_, opened.get())) {
    lock_ = std::move(opened);
    unfinished.add(file_);
  }
  return attempt;
}

void OutputLock::lock_beside() {
  while (!is_held()) {
    const LockResult attempt = try_beside();
    if (attempt == LockResult::held_by_another) refuse();
    if (attempt == LockResult::impossible) return;
  }
}

void OutputLock::lock_file_itself() {
  if (output_lock_.is_open() && is_still(output_, output_lock_.get())) return;
  output_lock_ = open_to_lock(output_, 0);
  if (!output_lock_.is_open()) return;
  const LockResult attempt = try_to_lock(output_lock_.get());
  if (attempt != LockResult::locked) output_lock_.reset();
  if (attempt == LockResult::held_by_another) refuse();
}

void OutputLock::refuse() {
  release();
  throw InputError::in_file(output_.string(),
                            "another run is writing there; wait for it, or choose another output");
}

void OutputLock::release() {
  output_lock_.reset();
  if (!is_held()) return;
  UnfinishedFiles unfinished;
  // While it is locked: a process that has opened it meanwhile notices that it is gone.
  ::unlink(file_.c_str());
  unfinished.forget(file_);
  lock_.reset();
}

OutputLock::~OutputLock() { release(); }

}  // namespace sapper::experiments

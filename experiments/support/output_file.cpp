#include "experiments/support/output_file.hpp"

#include <fmt/format.h>
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

}  // namespace sapper::experiments

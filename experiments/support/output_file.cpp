#include "experiments/support/output_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>

#include "experiments/support/errors.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// The identity of a standard stream that is a regular file.
std::optional<FileIdentity> identity_of_stream(int descriptor) {
  struct stat status {};
  const bool is_file = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  return is_file ? identity_of(descriptor) : std::nullopt;
}

fs::path checked(const fs::path& file, const Inputs& inputs, Existing existing) {
  fs::path target = check_plain_file(file);
  inputs.refuse(target);
  if (existing == Existing::refused && holds_something(target))
    throw InputError::in_file(file.string(),
                              "exists already; choose another output, or add --force to replace it");
  return target;
}

}  // namespace

Inputs::Inputs() {
  if (const auto input = identity_of_stream(STDIN_FILENO)) files_.push_back(*input);
  for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO})
    if (const auto stream = identity_of_stream(descriptor)) streams_.push_back(*stream);
}

Inputs::Inputs(std::span<const std::string> files) : Inputs() {
  for (const std::string& file : files) add(file);
}

Inputs::Inputs(std::span<const fs::path> files) : Inputs() {
  for (const fs::path& file : files) add(file);
}

void Inputs::add(const fs::path& file) {
  if (file == "-") return;
  if (auto identity = identity_of(sim::parse_numbered_path(file).file))
    files_.push_back(*std::move(identity));
}

void Inputs::refuse(const fs::path& output) const {
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

OutputFile::OutputFile(const fs::path& file, const Inputs& inputs, Existing existing)
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

}  // namespace sapper::experiments

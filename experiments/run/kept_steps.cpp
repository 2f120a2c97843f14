#include "experiments/run/kept_steps.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kStepsSchema = "sapper-steps/1";
constexpr std::string_view kSaved = R"({"saved":)";
constexpr std::string_view kHash = R"(,"hash":")";

std::string text_of_hash(const Hash& hash) { return fmt::format("{:016x}", hash.value()); }

RunError unwritable(const fs::path& file, int error) {
  return RunError(fmt::format("{}: cannot be written: {}", printable(file.string(), sim::kLongestPath),
                              std::strerror(error)));
}

// A line of the file, with its line feed; nullopt at the end, and of a line that was cut off.
std::optional<std::string> next_line(std::istream& lines) {
  std::string line;
  if (!std::getline(lines, line) || lines.eof()) return std::nullopt;
  return line + '\n';
}

}  // namespace

KeptSteps::KeptSteps(StepsOrigin origin, std::function<bj::value()> state)
    : origin_(std::move(origin)), state_(std::move(state)) {
  if (bj::value* const config = origin_.options.if_contains("config"))
    config->as_object().stable_erase(kNoteKey);  // it may be corrected meanwhile
}

std::string KeptSteps::header() const {
  return bj::serialize(bj::object{{"schema", kStepsSchema},
                                  {"command", origin_.command},
                                  {"options", origin_.options},
                                  {"build_id", build_id()},
                                  {"programs", as_json(origin_.programs)}}) +
         '\n';
}

void KeptSteps::add(std::string_view line) { (waiting_ += line) += '\n'; }

bj::value KeptSteps::read(const fs::path& file, const std::function<void(std::string_view line)>& take) {
  const auto refuse = [&](std::string_view wrong) {
    return InputError::in_file(file.string(),
                               fmt::format("{}; delete it and run without --resume to start over", wrong));
  };
  const auto invalid = [&] {
    return refuse(fmt::format("is not a valid checkpoint of `{}`", origin_.command));
  };
  const auto parsed = [&](const std::string& line) {
    bj::error_code error;
    bj::value value = bj::parse(line, error);
    if (error || !value.is_object()) throw invalid();
    return value;
  };
  const auto need = [&](const bj::value& object, std::string_view key) -> const bj::value& {
    const bj::value* const member = object.get_object().if_contains(key);
    if (member == nullptr) throw invalid();
    return *member;
  };

  std::ifstream lines(file, std::ios::binary);
  std::optional<std::string> line = next_line(lines);
  if (!line) throw invalid();
  const bj::value header = parsed(*line);
  if (need(header, "schema") != bj::value(kStepsSchema) ||
      need(header, "command") != bj::value(origin_.command))
    throw invalid();
  if (const auto difference = json::first_difference(need(header, "options"), origin_.options, ""))
    throw refuse(fmt::format(
        "belongs to another `{}` (its {} differs)", origin_.command,
        printable(std::string_view(difference->path).substr(difference->path.starts_with('.') ? 1 : 0))));
  if (need(header, "build_id") != bj::value(build_id()))
    throw refuse(fmt::format("was written by another build, this is {}", build_id()));
  std::vector<ProgramFile> programs;
  try {
    read_json(need(header, "programs"), "programs", programs);
  } catch (const WrongField&) {
    throw invalid();
  }
  if (const std::string changed = changed_program(programs, origin_.programs); !changed.empty())
    throw refuse(changed + " has changed since then");

  bj::value state;
  Hash hash;
  std::uint64_t bytes = 0;
  for (; line; line = next_line(lines)) {
    const bool is_save = line->starts_with(kSaved);
    if (is_save) {
      const bj::value saved = parsed(*line);
      Hash before = hash;
      before.add(std::string_view(*line).substr(0, line->rfind(kHash)));
      if (need(saved, "hash") != bj::value(text_of_hash(before)))
        throw refuse("is damaged or was edited: its content hashes to " + text_of_hash(before));
      state = need(saved, "saved");
    }
    hash.add(*line);
    bytes += line->size();
    if (!is_save) continue;
    saved_bytes_ = bytes;
    hash_ = hash;
  }
  if (saved_bytes_ == 0) throw invalid();
  file_ = file;

  std::ifstream again(file, std::ios::binary);
  line = next_line(again);
  for (bytes = line->size(); bytes < saved_bytes_; bytes += line->size()) {
    line = next_line(again);
    if (!line) throw invalid();  // another program cuts it off
    if (!line->starts_with(kSaved)) take(std::string_view(*line).substr(0, line->size() - 1));
  }
  return state;
}

void KeptSteps::write(const fs::path& file) {
  std::string text = saved_bytes_ == 0 ? header() + waiting_ : waiting_;
  (text += kSaved) += bj::serialize(state_());
  Hash hash = hash_;
  hash.add(text);
  const std::string end = fmt::format("{}{}\"}}\n", kHash, text_of_hash(hash));
  hash.add(end);
  text += end;
  if (saved_bytes_ > 0 && file == file_)
    append(file, text);
  else
    copy(file, text);
  file_ = file;
  saved_bytes_ += text.size();
  hash_ = hash;
  waiting_.clear();
}

void KeptSteps::append(const fs::path& file, std::string_view text) const {
  const sim::Descriptor opened(::open(file.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
  const auto begin = static_cast<off_t>(saved_bytes_);
  bool is_written = opened.is_open() && ::lseek(opened.get(), 0, SEEK_END) >= begin &&
                    ::ftruncate(opened.get(), begin) == 0 && ::lseek(opened.get(), begin, SEEK_SET) == begin;
  while (is_written && !text.empty()) {
    const ssize_t written = ::write(opened.get(), text.data(), text.size());
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
    else
      is_written = errno == EINTR;
  }
  if (is_written && ::fsync(opened.get()) == 0) return;
  const int error = errno;
  if (opened.is_open() && ::ftruncate(opened.get(), begin) != 0)
    throw unwritable(file, errno);  // what follows the last whole save is dropped anyway
  throw unwritable(file, error);
}

void KeptSteps::copy(const fs::path& file, std::string_view text) const {
  AtomicFile copied(file);
  std::ifstream before(file_, std::ios::binary);
  std::string part;
  for (std::uint64_t left = saved_bytes_; left > 0; left -= part.size()) {
    part.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, kMostWaiting)));
    if (!before.read(part.data(), static_cast<std::streamsize>(part.size())))
      throw RunError(fmt::format("{}: cannot be read", printable(file_.string(), sim::kLongestPath)));
    copied.write(part);
  }
  copied.write(text);
  copied.commit();
}

}  // namespace sapper::experiments

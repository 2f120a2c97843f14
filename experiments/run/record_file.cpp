#include "experiments/run/record_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/support/errors.hpp"
#include "experiments/support/file_identity.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = 1 << 18;
// Bytes kept in memory between two calls of fdatasync.
constexpr std::size_t kMostUnsynced = std::size_t{8} << 20;
constexpr off_t kProbeBytes = 1 << 16;
// A frame has enough text to compress well, and little to decompress for its last line.
constexpr std::size_t kFrameText = std::size_t{1} << 20;

bool is_full(int reason) { return reason == ENOSPC || reason == EDQUOT || reason == EFBIG || reason == EIO; }

// Reserves some space beyond the end, which changes neither content nor length, and releases it. 0 also if the file
// system does not support that.
int probe_room(int file, off_t size) {
  if (::fallocate(file, FALLOC_FL_KEEP_SIZE, size, kProbeBytes) != 0) return is_full(errno) ? errno : 0;
  return ::ftruncate(file, size) == 0 ? 0 : errno;
}

// 0, or errno.
int write_at(int file, std::string_view text, std::uint64_t offset, std::size_t& written) {
  written = 0;
  while (written < text.size()) {
    const ssize_t count =
        ::pwrite(file, text.data() + written, text.size() - written, static_cast<off_t>(offset + written));
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) written += static_cast<std::size_t>(count);
  }
  return 0;
}

// Copies the first bytes of one file to another; 0, or errno.
int copy(int from, int to, std::uint64_t length) {
  std::vector<char> block(std::size_t{1} << 20);
  for (std::uint64_t offset = 0; offset < length;) {
    const std::size_t wanted = std::min<std::uint64_t>(block.size(), length - offset);
    const ssize_t count = ::pread(from, block.data(), wanted, static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : EIO;
    std::size_t written = 0;
    const int failure = write_at(to, {block.data(), static_cast<std::size_t>(count)}, offset, written);
    if (failure != 0) return failure;
    offset += written;
  }
  return ::fdatasync(to) == 0 ? 0 : errno;
}

[[noreturn]] void fail(const fs::path& path, int reason) {
  throw RunError(fmt::format("{}: the records cannot be written: {}",
                             printable(path.string(), sim::kLongestPath), std::strerror(reason)));
}

}  // namespace

RecordFile::RecordFile(fs::path path, std::uint64_t length, std::string waiting)
    : path_(std::move(path)),
      length_(length),
      buffer_(std::move(waiting)),
      compression_(compression_of(path_)) {
  const auto refuse = [&](const std::string& wrong) {
    if (is_new_) ::unlink(path_.c_str());
    return InputError::in_file(path_.string(), wrong);
  };
  const auto open = [&](int flags) {
    file_ = sim::Descriptor(::open(path_.c_str(), flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0666));
    return file_.is_open();
  };
  is_new_ = open(O_RDWR | O_CREAT | O_EXCL);
  // Reading is needed only for moving the file.
  if (!is_new_ && (errno != EEXIST || (!open(O_RDWR) && !open(O_WRONLY))))
    throw refuse(fmt::format("cannot be written: {}", std::strerror(errno)));
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0 || !S_ISREG(status.st_mode))
    throw refuse("is not a regular file; records need one that can be truncated and continued");
  if (static_cast<std::uint64_t>(status.st_size) < length)
    throw refuse(fmt::format("has {} bytes, but the checkpoint expects {}; start over without --resume",
                             status.st_size, length));
  if (length > 0) {
    std::array<char, 4> beginning{};
    const ssize_t count = ::pread(file_.get(), beginning.data(), beginning.size(), 0);
    const Compression there =
        compression_of_content({beginning.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0))});
    if (count > 0 && there != compression_)
      throw refuse(fmt::format("holds {}, but its name says {}; start over without --resume",
                               experiments::name_of(there), experiments::name_of(compression_)));
  }
  if (const int reason = probe_room(file_.get(), status.st_size); reason != 0)
    throw refuse(fmt::format("cannot be written: {}", std::strerror(reason)));
}

RecordFile::~RecordFile() {
  if (is_new_ && !is_begun_) ::unlink(path_.c_str());
}

void RecordFile::begin() {
  is_begun_ = true;
  if (::ftruncate(file_.get(), static_cast<off_t>(length_)) != 0) fail(path_, errno);
}

void RecordFile::append(std::string_view lines) {
  buffer_ += lines;
  pack(Frames::whole);
  if (!has_failed_ && bytes().size() - written_ < kBufferBytes) return;
  int failure = write_some_out();
  if (failure == 0 && buffer_.size() >= kMostUnsynced) failure = bring_to_disk();
  has_failed_ = failure != 0;
  if (has_failed_) fail(path_, failure);
}

void RecordFile::flush() { flush(Frames::whole); }
void RecordFile::finish() { flush(Frames::all); }

void RecordFile::flush(Frames which) {
  pack(which);
  const int failure = write_some_out();
  const int later_failure = bring_to_disk();
  has_failed_ = failure != 0 || later_failure != 0;
  if (has_failed_) fail(path_, failure != 0 ? failure : later_failure);
}

std::string_view RecordFile::bytes() const { return compression_ == Compression::none ? buffer_ : frames_; }

// A frame ends with the first line that brings it to kFrameText, whatever the pieces in which the lines come.
void RecordFile::pack(Frames which) {
  if (compression_ == Compression::none) return;
  while (buffer_.size() - packed_ >= kFrameText) {
    const std::size_t end = buffer_.find('\n', packed_ + kFrameText - 1);
    if (end == std::string::npos) break;
    add_frame(end + 1 - packed_);
  }
  if (which == Frames::all && packed_ < buffer_.size()) add_frame(buffer_.size() - packed_);
}

void RecordFile::add_frame(std::size_t text_size) {
  frames_ += compressed(std::string_view(buffer_).substr(packed_, text_size), compression_);
  packed_ += text_size;
  ends_.push_back({packed_, frames_.size()});
}

int RecordFile::write_some_out() {
  std::size_t done = 0;
  const int failure = write_at(file_.get(), bytes().substr(written_), length_ + written_, done);
  written_ += done;
  return failure;
}

int RecordFile::bring_to_disk() {
  const std::size_t written = std::exchange(written_, 0);
  // What was written since the last sync may be lost: all of it is written again.
  if (::fdatasync(file_.get()) != 0) return errno;
  forget_written(written);
  return 0;
}

// A frame that was written in part does not count.
void RecordFile::forget_written(std::size_t count) {
  if (compression_ == Compression::none) {
    length_ += count;
    buffer_.erase(0, count);
    return;
  }
  const auto first_left =
      std::find_if(ends_.begin(), ends_.end(), [&](const Frame& end) { return end.bytes > count; });
  if (first_left == ends_.begin()) return;
  const Frame last = *std::prev(first_left);
  ends_.erase(ends_.begin(), first_left);
  for (Frame& end : ends_) {
    end.text -= last.text;
    end.bytes -= last.bytes;
  }
  length_ += last.bytes;
  packed_ -= last.text;
  frames_.erase(0, last.bytes);
  buffer_.erase(0, last.text);
}

bool RecordFile::find() {
  const auto own = identity_of(file_.get());
  if (own && identity_of(path_) == own) return true;
  std::error_code none;
  const fs::path now = fs::read_symlink(fmt::format("/proc/self/fd/{}", file_.get()), none);
  if (none || !own || identity_of(now) != own) return false;
  path_ = now;
  return true;
}

void RecordFile::move_to(const fs::path& path) {
  sim::Descriptor moved(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  const int failure = moved.is_open() ? copy(file_.get(), moved.get(), length_) : errno;
  if (failure != 0 && moved.is_open()) ::unlink(path.c_str());
  if (failure != 0) fail(path, failure);
  file_ = std::move(moved);
  path_ = path;
  written_ = 0;
}

namespace {

// The place given in a record; nullopt if the line is not a record.
std::optional<GamePlace> place_of(std::string_view line) {
  const auto read = [&](std::string_view key) -> std::optional<std::uint64_t> {
    if (!line.starts_with(key)) return std::nullopt;
    line.remove_prefix(key.size());
    return parse_number<std::uint64_t>(take_until(line, ','));
  };
  const auto case_number = read(R"({"case":)");
  const auto game = read(R"("game":)");
  return case_number && game ? std::optional(GamePlace{*case_number, *game}) : std::nullopt;
}

}  // namespace

bool ends_with_record(const fs::path& file, RecordFilter filter, GamePlace last) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  if (fs::file_size(file, error) == 0 && !error) return filter != RecordFilter::all;
  std::string beginning;  // of the last line
  try {
    LineReader lines(file);
    while (const auto line = lines.next()) beginning = line->substr(0, 128);
    if (!lines.has_ended_line()) return false;
  } catch (const InputError&) {
    return false;
  }
  const auto place = place_of(beginning);
  return place && (filter == RecordFilter::all ? *place == last : *place <= last);
}

}  // namespace sapper::experiments

#include "experiments/analysis/position_stream.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "experiments/analysis/position_json.hpp"
#include "experiments/support/errors.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments::minesweeper {
namespace {

constexpr const char* kName = "standard input";

// Tracks strings and brackets in a text.
class BracketCount {
 public:
  // True at the bracket that closes the first one.
  bool closes(char c) {
    if (is_escaped_) {
      is_escaped_ = false;
    } else if (in_string_) {
      is_escaped_ = c == '\\';
      in_string_ = c != '"';
    } else if (c == '"') {
      in_string_ = true;
    } else if (c == '{' || c == '[') {
      ++depth_;
    } else if (c == '}' || c == ']') {
      return --depth_ <= 0;
    }
    return false;
  }

 private:
  int depth_ = 0;
  bool in_string_ = false;
  bool is_escaped_ = false;
};

}  // namespace

bool PositionStream::read_more() {
  std::array<char, 1 << 16> block;
  while (!is_at_end_) {
    const ssize_t count = ::read(descriptor_, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw InputError::in_file(kName, std::string("cannot be read: ") + std::strerror(errno));
    is_at_end_ = count == 0;
    buffer_.append(block.data(), static_cast<std::size_t>(count));
    if (buffer_.size() > sim::kMaxInputBytes)
      throw InputError::in_file(kName, "contains a position that is too large");
    return !is_at_end_;
  }
  return false;
}

// Whether a byte order mark was there. Reads as much as tells.
bool PositionStream::skip_byte_order_mark() {
  const auto may_be_cut = [&] {
    return buffer_.size() < sim::kByteOrderMark.size() && sim::kByteOrderMark.starts_with(buffer_);
  };
  while (!buffer_.empty() && may_be_cut() && read_more()) {
  }
  if (!buffer_.starts_with(sim::kByteOrderMark)) return false;
  buffer_.erase(0, sim::kByteOrderMark.size());
  return true;
}

// Removes leading blanks and byte order marks. True if anything is left.
bool PositionStream::skip_blanks() {
  for (;;) {
    std::size_t blanks = 0;
    while (blanks < buffer_.size() && is_json_blank(buffer_[blanks])) ++blanks;
    take(blanks);
    if (skip_byte_order_mark()) continue;
    if (!buffer_.empty()) return true;
    if (!read_more()) return false;
  }
}

PositionRequest PositionStream::take(std::size_t size) {
  PositionRequest request{buffer_.substr(0, size), counter_.place()};
  for (const char c : request.text) counter_.pass(c);
  buffer_.erase(0, size);
  return request;
}

// The end of the record at the beginning of the buffer.
std::size_t PositionStream::find_end() {
  const bool is_object = buffer_.front() == '{';
  BracketCount brackets;
  for (std::size_t i = 0; i < buffer_.size() || read_more(); ++i) {
    const char c = buffer_[i];
    if (is_object && brackets.closes(c)) return i + 1;
    if (c != '\n') continue;
    if (!is_object) return i;
    if ((i + 1 < buffer_.size() || read_more()) && buffer_[i + 1] == '{') return i;
  }
  return buffer_.size();
}

bool PositionStream::begins_with_object() {
  if (buffer_.empty()) read_more();
  skip_byte_order_mark();
  // The text format counts its lines from the first one, so blanks are kept.
  std::size_t first = 0;
  for (; first < buffer_.size() || read_more(); ++first)
    if (!is_json_blank(buffer_[first])) return buffer_[first] == '{';
  return false;
}

sim::Input PositionStream::read_rest() {
  while (read_more()) {
  }
  return {kName, std::move(buffer_)};
}

std::optional<PositionRequest> PositionStream::next() {
  if (!skip_blanks()) return std::nullopt;
  return take(find_end());
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/support/line_reader.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/utf8.hpp"

namespace sapper::experiments {

LineReader::LineReader(const std::filesystem::path& file) : file_(file), block_(std::size_t{1} << 17) {
  // A pipe may give fewer bytes than tell the format.
  std::size_t size = 0;
  constexpr std::size_t kEnough = 4;
  while (size < kEnough) {
    const std::size_t count = file_.read(std::span(block_).subspan(size));
    if (count == 0) break;
    size += count;
  }
  given_ = {block_.data(), size};
  compression_ = compression_of_content(given_);
  if (compression_ == Compression::none) return;
  decompressor_ = make_decompressor(compression_);
  decompressor_->give(given_);
}

std::optional<std::string_view> LineReader::next() {
  for (;;) {
    const std::size_t end = text_.find('\n', searched_);
    if (end != std::string::npos) {
      return take_line(end, end + 1);
    }
    searched_ = text_.size();
    if (text_.size() - at_ > kLongestLine)
      throw InputError::at(name(), line_number_ + 1, 1,
                           fmt::format("the line is longer than {} bytes, the most allowed", kLongestLine));
    if (!fill()) break;
  }
  if (at_ == text_.size()) return std::nullopt;
  return take_line(text_.size(), text_.size());
}

std::string_view LineReader::take_line(std::size_t end, std::size_t next) {
  const std::string_view line = std::string_view(text_).substr(at_, end - at_);
  at_ = searched_ = next;
  has_ended_line_ = next > end;
  return ++line_number_ == 1 ? sim::without_byte_order_mark(line) : line;
}

bool LineReader::fill() {
  text_.erase(0, at_);
  searched_ -= at_;
  at_ = 0;
  const std::size_t before = text_.size();
  if (!decompressor_) {
    if (given_.empty() && !read_block()) return false;
    text_ += given_;
    given_ = {};
    return true;
  }
  try {
    while (text_.size() == before) {
      if (decompressor_->pull(text_)) continue;
      if (read_block()) {
        decompressor_->give(given_);
        continue;
      }
      if (!decompressor_->is_between_frames())
        throw InputError::in_file(
            name(),
            fmt::format("ends inside a compressed block, after {} lines; the rest is missing", line_number_));
      return false;
    }
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError::in_file(name(), fmt::format("is damaged after {} lines ({}: {})", line_number_,
                                                  name_of(compression_), error.what()));
  }
  return true;
}

bool LineReader::read_block() {
  const std::size_t count = file_.read(block_);
  given_ = {block_.data(), count};
  return count > 0;
}

}  // namespace sapper::experiments

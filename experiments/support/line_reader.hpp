// Reads the lines of a text file of any size, plain or compressed (compression.hpp), as its first bytes show. Holds one
// line and a block of the file in memory.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/support/compression.hpp"
#include "sim/support/input_file.hpp"

namespace sapper::experiments {

class LineReader {
 public:
  // "-": standard input. InputError if the file cannot be read.
  explicit LineReader(const std::filesystem::path& file);

  // The next line without its line feed, the first one without a byte order mark; valid until the next call. nullopt at
  // the end. InputError where the file is damaged, truncated inside a frame, or a line is longer than kLongestLine.
  std::optional<std::string_view> next();
  // Whether the line that next() returned last was followed by a line feed.
  bool has_ended_line() const { return has_ended_line_; }
  // The number of the line that next() returned last, from 1.
  std::size_t line_number() const { return line_number_; }
  const std::string& name() const { return file_.name(); }
  Compression compression() const { return compression_; }

  static constexpr std::size_t kLongestLine = std::size_t{64} << 20;

 private:
  bool fill();  // false at the end
  // The line from at_ to `end`; the next one begins at `next`.
  std::string_view take_line(std::size_t end, std::size_t next);
  bool read_block();

  sim::InputFile file_;
  std::vector<char> block_;
  std::string_view given_;  // what is left of the block, of a plain file
  Compression compression_ = Compression::none;
  std::unique_ptr<Decompressor> decompressor_;
  std::string text_;
  std::size_t at_ = 0;        // where the next line begins in text_
  std::size_t searched_ = 0;  // no line feed between at_ and here
  std::size_t line_number_ = 0;
  bool has_ended_line_ = false;
};

}  // namespace sapper::experiments

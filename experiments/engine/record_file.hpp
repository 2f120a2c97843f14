// The file that takes the records of games while they are played: whole lines in order, appended. A checkpoint
// holds its length, so that a resumed run cuts off what was written after the checkpoint and goes on as if
// nothing had happened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace sapper::experiments {

class RecordFile {
 public:
  // Opens the file, making it if need be, and cuts it off after `length` bytes. InputError if it cannot be
  // written, is no regular file, or is shorter.
  RecordFile(const std::filesystem::path& path, std::uint64_t length);
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  ~RecordFile();

  // Whole lines. RunError when they cannot be written; they are kept all the same, and the next call tries again.
  void append(std::string_view lines);
  // Brings everything to the disk. Returns the file's length. RunError when that fails; as above.
  std::uint64_t flush();
  // What is kept and not yet written.
  std::size_t waiting_bytes() const { return buffer_.size(); }

 private:
  void write_buffer();
  [[noreturn]] void fail() const;

  std::string name_;
  int file_ = -1;
  std::uint64_t length_ = 0;
  std::string buffer_;
  bool has_failed_ = false;  // the last write
};

}  // namespace sapper::experiments

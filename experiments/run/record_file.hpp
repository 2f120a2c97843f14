// The file that takes the records of games while they are played: whole lines in order, appended. A checkpoint
// holds its length, so that a resumed run cuts off what was written after the checkpoint and goes on as if
// nothing had happened.
//
// Records count as written once they are known to be on the disk (fdatasync). Until then they are kept in memory too,
// because network file systems tell of a full disk no earlier, and have dropped the bytes by then.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "experiments/run/experiment.hpp"
#include "experiments/run/slice.hpp"

namespace sapper::experiments {

class RecordFile {
 public:
  // Opens the file, making it if need be, and changes nothing yet. length: of the records that it holds and that stay;
  // waiting: those that follow and are yet to be written. InputError if it cannot be written, is no plain file or
  // shorter, or the disk is full.
  RecordFile(std::filesystem::path path, std::uint64_t length, std::string waiting = {});
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  ~RecordFile();  // without begin(): removes the file if the constructor made it

  // Cuts the file off after its records. RunError.
  void begin();
  // Of a run that has played nothing: the destructor leaves the file as if begin() had not been called.
  void discard() { is_begun_ = false; }
  // Whole lines. RunError when they cannot be written; they are kept all the same, and the next call tries again.
  void append(std::string_view lines);
  // Brings everything to the disk. RunError when that fails; as above.
  void flush();

  // Bytes on the disk, and the records that follow them and are not known to be there.
  std::uint64_t length() const { return length_; }
  std::string_view waiting() const { return buffer_; }

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return file_; }  // for its identity

  // Finds the file again where its folder was renamed. False where the file is gone from its folder, or was replaced
  // there by another.
  bool find();
  // Goes on in a file of this name, which must not exist yet, with the records written so far. RunError.
  void move_to(const std::filesystem::path& path);

 private:
  int write_some_out();  // 0, or errno; likewise:
  int bring_to_disk();
  [[noreturn]] void fail(int reason) const;

  std::filesystem::path path_;
  int file_ = -1;
  bool is_new_ = false;  // made by the constructor
  bool is_begun_ = false;
  std::uint64_t length_ = 0;
  std::string buffer_;       // what is not known to be on the disk
  std::size_t written_ = 0;  // bytes of buffer_ that were written to the file
  bool has_failed_ = false;  // the last write
};

// Whether a file ends with the record of this game, the last one that was played: then it is complete. Where only some
// games have records, whether it ends with one of a game up to that.
bool ends_with_record(const std::filesystem::path& file, RecordFilter filter, GamePlace last);

}  // namespace sapper::experiments

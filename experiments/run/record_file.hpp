// The file of the records of games, written while they are played: whole lines, appended in order. A checkpoint holds
// its length, so that a resumed run truncates what was written after the checkpoint and continues as if nothing had
// happened.
//
// Where the file's name ends in .gz or .zst it is compressed: frames of about a megabyte of text (compression.hpp), cut by
// the text alone, so that the bytes of the file do not depend on interruptions. Only whole frames count; the records
// after the last one wait, in the checkpoint too, until finish().
//
// Records count as written once they are known to be on the disk (fdatasync). Until then they are kept in memory too,
// because network file systems report a full disk only then, when the bytes are already lost.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/run/game_set.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/support/compression.hpp"
#include "sim/support/descriptor.hpp"

namespace sapper::experiments {

class RecordFile {
 public:
  // Opens the file, making it if need be, and changes nothing yet. length: of the records that it holds and that stay;
  // waiting: those that follow and are yet to be written. InputError if it cannot be written, is no plain file, shorter
  // or of another compression, or the disk is full.
  RecordFile(std::filesystem::path path, std::uint64_t length, std::string waiting = {});
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;
  ~RecordFile();  // without begin(): removes the file if the constructor created it

  // Truncates the file after its records. RunError.
  void begin();
  // Call in a run that has played nothing: the destructor treats the file as if begin() had not been called.
  void discard() { is_begun_ = false; }
  // Appends whole lines. RunError if they cannot be written; they are kept nevertheless, and the next call retries.
  void append(std::string_view lines);
  // Brings everything to the disk, of a compressed file all whole frames. RunError when that fails; as above.
  void flush();
  // Does so after the last record, and writes the last frame too.
  void finish();

  // Bytes known to be on the disk, and the records that follow them.
  std::uint64_t length() const { return length_; }
  std::string_view waiting() const { return buffer_; }
  bool has_failed() const { return has_failed_; }  // the last attempt to write

  const std::filesystem::path& path() const { return path_; }
  int descriptor() const { return file_.get(); }  // for its identity

  // Finds the file again after its folder was renamed. False if the file has been removed from its folder or replaced.
  bool find();
  // Continues in a file of this name, which must not exist yet, starting with the records written so far. RunError.
  void move_to(const std::filesystem::path& path);

 private:
  enum class Frames : std::uint8_t { whole, all };
  void pack(Frames which);
  void add_frame(std::size_t text_size);
  std::string_view bytes() const;  // to be written at length_
  void flush(Frames which);
  int write_some_out();  // 0, or errno; the same for:
  int bring_to_disk();
  void forget_written(std::size_t count);

  std::filesystem::path path_;
  sim::Descriptor file_;
  bool is_new_ = false;  // created by the constructor
  bool is_begun_ = false;
  std::uint64_t length_ = 0;
  std::string buffer_;       // the records that are not known to be on the disk
  std::size_t written_ = 0;  // of bytes(): what was written to the file
  bool has_failed_ = false;  // the last write

  // A compressed file has the first packed_ bytes of buffer_ as frames.
  struct Frame {
    std::size_t text;   // where it ends, in buffer_
    std::size_t bytes;  // in frames_
  };
  Compression compression_;
  std::string frames_;
  std::vector<Frame> ends_;
  std::size_t packed_ = 0;
};

// Whether a file is complete: ends with the record of this game, the last one played. If only some games have records:
// whether it ends with that of some game up to this one. Reads the file, at some gigabyte of text per second.
bool ends_with_record(const std::filesystem::path& file, RecordFilter filter, GamePlace last);

}  // namespace sapper::experiments

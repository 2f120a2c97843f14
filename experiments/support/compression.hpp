// Compressed text, in gzip (zlib; RFC 1952) or Zstandard (libzstd; RFC 8878) format.
//
// Both formats are sequences of frames (gzip: members), each of which decompresses on its own; frames one after another
// hold their texts one after another. So a compressed file can be appended to, and cut off at the end of any frame.
//
// These are read by zlib and libzstd themselves: libarchive (3.6) ignores gzip's checksums and what follows the last
// frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace sapper::experiments {

enum class Compression : std::uint8_t { none, gzip, zstd };

// The compression that the file's name asks for: it ends in .gz, or in .zst.
Compression compression_of(const std::filesystem::path& file);
// The compression that the first bytes of a file show; `none` if they do not begin a frame.
Compression compression_of_content(std::string_view beginning);
std::string_view name_of(Compression compression);

// The text as one frame with a checksum; the same text always gives the same bytes. std::bad_alloc.
std::string compressed(std::string_view text, Compression compression);

// Decompresses a sequence of frames in pieces of bounded size, however much a few bytes may hold.
class Decompressor {
 public:
  virtual ~Decompressor() = default;
  // The bytes that follow; they must stay until pull() has returned false.
  virtual void give(std::string_view bytes) = 0;
  // Appends up to kMostPulled bytes of text. False where more bytes must be given first. std::runtime_error where the
  // bytes are damaged.
  virtual bool pull(std::string& text) = 0;
  // Whether the bytes given so far are whole frames.
  virtual bool is_between_frames() const = 0;

  static constexpr std::size_t kMostPulled = std::size_t{1} << 18;
};
std::unique_ptr<Decompressor> make_decompressor(Compression compression);  // not `none`

}  // namespace sapper::experiments

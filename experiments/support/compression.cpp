#include "experiments/support/compression.hpp"

#include <zlib.h>
#include <zstd.h>

#include <array>
#include <limits>
#include <new>
#include <stdexcept>

#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b\x08";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr int kGzipWindow = MAX_WBITS + 16;  // zlib's way to ask for the gzip format

// Records shrink to a fifteenth at both, at some 100 and 400 MB/s of one thread; the next levels take half the speed for a
// tenth to a third of the size.
constexpr int kGzipLevel = 3;

constexpr int kZstdLevel = 3;

std::string gzip(std::string_view text) {
  z_stream stream{};
  if (::deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string frame(::deflateBound(&stream, text.size()), '\0');
  // zlib's interface lacks the const; it does not write there.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(frame.data());
  stream.avail_out = static_cast<uInt>(frame.size());
  const int result = ::deflate(&stream, Z_FINISH);
  frame.resize(stream.total_out);
  ::deflateEnd(&stream);
  if (result != Z_STREAM_END) throw std::bad_alloc();
  return frame;
}

std::string zstd(std::string_view text) {
  const std::unique_ptr<ZSTD_CCtx, std::size_t (*)(ZSTD_CCtx*)> context(::ZSTD_createCCtx(), ::ZSTD_freeCCtx);
  if (!context) throw std::bad_alloc();
  ::ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kZstdLevel);
  ::ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string frame(::ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ::ZSTD_compress2(context.get(), frame.data(), frame.size(), text.data(), text.size());
  if (::ZSTD_isError(size) != 0U) throw std::bad_alloc();
  frame.resize(size);
  return frame;
}

class GzipDecompressor : public Decompressor {
 public:
  GzipDecompressor() {
    if (::inflateInit2(&stream_, kGzipWindow) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecompressor() override { ::inflateEnd(&stream_); }
  GzipDecompressor(const GzipDecompressor&) = delete;
  GzipDecompressor& operator=(const GzipDecompressor&) = delete;

  void give(std::string_view bytes) override {
    if (bytes.size() > std::numeric_limits<uInt>::max()) throw std::length_error("too many bytes at once");
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream_.avail_in = static_cast<uInt>(bytes.size());
  }
  bool pull(std::string& text) override {
    if (is_between_frames_ && stream_.avail_in == 0) return false;
    is_between_frames_ = false;
    const std::size_t before = text.size();
    text.resize(before + kMostPulled);
    stream_.next_out = reinterpret_cast<Bytef*>(text.data() + before);
    stream_.avail_out = kMostPulled;
    const int result = ::inflate(&stream_, Z_NO_FLUSH);
    const std::size_t count = kMostPulled - stream_.avail_out;
    text.resize(before + count);
    if (result == Z_STREAM_END) {
      is_between_frames_ = true;
      ::inflateReset(&stream_);
      return true;
    }
    if (result == Z_BUF_ERROR) return false;  // no progress without more bytes
    if (result != Z_OK) throw std::runtime_error(stream_.msg != nullptr ? stream_.msg : "not gzip");
    return true;
  }
  bool is_between_frames() const override { return is_between_frames_; }

 private:
  z_stream stream_{};
  bool is_between_frames_ = true;
};

class ZstdDecompressor : public Decompressor {
 public:
  ZstdDecompressor() : context_(::ZSTD_createDCtx(), ::ZSTD_freeDCtx) {
    if (!context_) throw std::bad_alloc();
  }
  void give(std::string_view bytes) override { input_ = {bytes.data(), bytes.size(), 0}; }
  bool pull(std::string& text) override {
    if (is_between_frames_ && input_.pos == input_.size) return false;
    const std::size_t before = text.size();
    text.resize(before + kMostPulled);
    ZSTD_outBuffer output{text.data() + before, kMostPulled, 0};
    const std::size_t pos_before = input_.pos;
    const std::size_t result = ::ZSTD_decompressStream(context_.get(), &output, &input_);
    text.resize(before + output.pos);
    if (::ZSTD_isError(result) != 0U) throw std::runtime_error(::ZSTD_getErrorName(result));
    is_between_frames_ = result == 0;
    return output.pos > 0 || input_.pos > pos_before;
  }
  bool is_between_frames() const override { return is_between_frames_; }

 private:
  std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context_;
  ZSTD_inBuffer input_{};
  bool is_between_frames_ = true;
};

}  // namespace

Compression compression_of(const std::filesystem::path& file) {
  const std::string ending = lower_case(file.extension().string());
  return ending == ".gz" ? Compression::gzip : ending == ".zst" ? Compression::zstd : Compression::none;
}

Compression compression_of_content(std::string_view beginning) {
  if (beginning.starts_with(kGzipMagic)) return Compression::gzip;
  return beginning.starts_with(kZstdMagic) ? Compression::zstd : Compression::none;
}

std::string_view name_of(Compression compression) {
  constexpr std::array<std::string_view, 3> kNames{"plain text", "gzip", "Zstandard"};
  return kNames[static_cast<std::size_t>(compression)];
}

std::string compressed(std::string_view text, Compression compression) {
  if (compression == Compression::gzip) return gzip(text);
  return compression == Compression::zstd ? zstd(text) : std::string(text);
}

std::unique_ptr<Decompressor> make_decompressor(Compression compression) {
  if (compression == Compression::gzip) return std::make_unique<GzipDecompressor>();
  return std::make_unique<ZstdDecompressor>();
}

}  // namespace sapper::experiments

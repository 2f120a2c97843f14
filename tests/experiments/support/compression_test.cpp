// Compressed text: frames that decompress alone and in sequence, by other programs too; damage and missing ends are found.
#include "experiments/support/compression.hpp"

#include <random>

#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"

namespace sapper::experiments {
namespace {

constexpr Compression kFormats[] = {Compression::gzip, Compression::zstd};

std::string lines_like_records(std::size_t count) {
  std::mt19937 random(3);  // NOLINT(cert-msc51-cpp)
  std::string text;
  for (std::size_t i = 0; i < count; ++i)
    text += R"({"case":0,"game":)" + std::to_string(i) + R"(,"won":)" +
            (random() % 2 == 0 ? "true" : "false") + R"(,"guesses":[0.)" + std::to_string(random()) + "]}\n";
  return text;
}

class Compressed : public testing::Test {
 protected:
  // All lines, each with a line feed.
  std::string read(const std::string& bytes) const {
    LineReader lines(folder_.write("file", bytes));
    std::string text;
    while (const auto line = lines.next()) text.append(*line) += '\n';
    return text;
  }
  tests::TemporaryFolder folder_;
};

TEST_F(Compressed, IsToldByNamesAndByContent) {
  EXPECT_EQ(compression_of(std::filesystem::path("a/g.jsonl.gz")), Compression::gzip);
  EXPECT_EQ(compression_of(std::filesystem::path("G.JSONL.ZST")), Compression::zstd);
  for (const char* const plain : {"g.jsonl", "gz", ".gz", "g.gz.jsonl", "g.zip"})
    EXPECT_EQ(compression_of(std::filesystem::path(plain)), Compression::none) << plain;
  for (const Compression format : kFormats)
    EXPECT_EQ(compression_of_content(compressed("x", format)), format);
  EXPECT_EQ(compression_of_content("{\"case\":0"), Compression::none);
  EXPECT_EQ(compression_of_content(""), Compression::none);
}

TEST_F(Compressed, FramesHoldTheirTextsOneAfterTheOther) {
  const std::string text = lines_like_records(20'000);
  for (const Compression format : kFormats) {
    EXPECT_EQ(compressed(text, format), compressed(text, format));
    EXPECT_LT(compressed(text, format).size(), text.size() / 2);
    std::string bytes;
    for (std::size_t begin = 0, size = 1; begin < text.size(); begin += size, size *= 3)
      bytes += compressed(std::string_view(text).substr(begin, size), format);
    EXPECT_EQ(read(bytes), text);
    EXPECT_EQ(read(bytes + compressed("", format)), text);
  }
  EXPECT_EQ(read(text), text) << "plain text too";
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("\n\nx"), "\n\nx\n") << "a last line without its end";
}

// A program that shares no code with zlib's interface here reads them.
TEST_F(Compressed, IsReadByGzip) {
  const std::string text = lines_like_records(1000);
  const std::string bytes =
      compressed(text.substr(0, 7777), Compression::gzip) + compressed(text.substr(7777), Compression::gzip);
  const tests::ProgramResult result =
      tests::run_program({.program = "/bin/gzip", .arguments = {"-dc"}, .input = bytes});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(result.out, text);
}

// A checksum over each frame: nothing is read wrongly.
TEST_F(Compressed, IsRefusedWhereDamagedOrCutOff) {
  const std::string text = lines_like_records(40);
  for (const Compression format : kFormats) {
    const std::string frame = compressed(text, format);
    const std::string bytes = frame + frame;
    for (std::size_t size = 5; size < bytes.size(); size += 7) {
      if (size == frame.size()) continue;
      EXPECT_THAT(tests::message_of<InputError>([&] { read(bytes.substr(0, size)); }), HasSubstr("ends amid"))
          << size;
    }
    int refused = 0;
    int tried = 0;
    for (std::size_t at = 4; at < bytes.size(); at += 3, ++tried) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
      try {
        EXPECT_EQ(read(damaged), text + text) << "a byte of a header that says nothing of the text";
      } catch (const InputError&) {
        ++refused;
      }
    }
    EXPECT_GT(refused, tried * 9 / 10);
    EXPECT_THROW(read(frame + "more text\n"), InputError);
  }
}

// A few bytes may stand for gigabytes: one line of them is refused before it fills the memory.
TEST_F(Compressed, LinesOfEnormousLengthAreRefused) {
  for (const Compression format : kFormats) {
    const std::string frame = compressed(std::string(std::size_t{1} << 20, 'x'), format);
    std::string bytes;
    for (int i = 0; i < 70; ++i) bytes += frame;
    ASSERT_LT(bytes.size(), 400'000U);
    EXPECT_THAT(tests::message_of<InputError>([&] { read(bytes); }), HasSubstr("the line is longer than"));
  }
}

}  // namespace
}  // namespace sapper::experiments

// The file of records: its content when the disk fails during the run, and the last record of a finished one.
// Label: threads
#include "experiments/run/record_file.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "experiments/run/game_set.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"
#include "tests/support/case_count.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/test.hpp"
#include "tests/support/text.hpp"

namespace {

// The system call, or a disk that turns out to be full at the sync: a network file system then drops the bytes and
// reports it once.
std::atomic<int> failing_calls = 0;  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<off_t> kept_bytes = 0;   // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

extern "C" int fdatasync(int file) {
  if (failing_calls <= 0) return static_cast<int>(::syscall(SYS_fdatasync, file));
  --failing_calls;
  if (::ftruncate(file, kept_bytes) != 0) return -1;
  errno = EDQUOT;
  return -1;
}

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;
using tests::content_of;

class RecordFileTest : public testing::Test {
 protected:
  tests::TemporaryFolder folder_;
  const fs::path file_ = folder_.path() / "g.jsonl";
};

TEST_F(RecordFileTest, LeavesNothingUnlessBegun) {
  { const RecordFile records(file_, 0); }
  EXPECT_FALSE(fs::exists(file_));
  folder_.write("g.jsonl", "0123456789");
  { const RecordFile records(file_, 4); }
  EXPECT_EQ(content_of(file_), "0123456789");
  EXPECT_THAT(tests::message_of<InputError>([&] { const RecordFile records(file_, 11); }),
              HasSubstr("has 10 bytes, but the checkpoint expects 11"));
  EXPECT_EQ(content_of(file_), "0123456789");
  {
    RecordFile records(file_, 4, "waiting\n");
    records.begin();
    EXPECT_EQ(content_of(file_), "0123");
    records.append("more\n");
    records.flush();
    EXPECT_EQ(records.length(), 17U);
    EXPECT_EQ(records.waiting(), "");
  }
  EXPECT_EQ(content_of(file_), "0123waiting\nmore\n");
}

TEST_F(RecordFileTest, WritesAgainWhatTheDiskHasDropped) {
  std::string expected;
  RecordFile records(file_, 0);
  records.begin();
  const auto append = [&](std::size_t size) {
    expected += std::string(size, static_cast<char>('a' + expected.size() % 26)) + '\n';
    records.append(std::string_view(expected).substr(expected.size() - size - 1));
  };
  append(1000);
  records.flush();
  for (const std::size_t size : {10U, 300'000U, 1'000'000U}) {
    const std::uint64_t safe = records.length();
    append(size);
    kept_bytes = static_cast<off_t>(safe);
    failing_calls = 2;
    for (int i = 0; i < 2; ++i)
      EXPECT_THAT(tests::message_of<RunError>([&] { records.flush(); }),
                  HasSubstr("g.jsonl: the records cannot be written: Disk quota exceeded"));
    EXPECT_EQ(records.length(), safe);
    EXPECT_EQ(records.waiting(), std::string_view(expected).substr(safe))
        << "all that is not known to be there";
    append(size);
    records.flush();
    EXPECT_EQ(content_of(file_), expected);
  }
}

TEST_F(RecordFileTest, GoesOnInAnotherFile) {
  RecordFile records(file_, 0);
  records.begin();
  records.append("first\n");
  records.flush();
  records.append("second\n");
  EXPECT_TRUE(records.find());
  fs::rename(file_, folder_.path() / "renamed");
  EXPECT_TRUE(records.find());
  EXPECT_EQ(records.path(), folder_.path() / "renamed");
  fs::remove(records.path());
  EXPECT_FALSE(records.find());
  folder_.write("other", "mine");
  EXPECT_THAT(tests::message_of<RunError>([&] { records.move_to(folder_.path() / "other"); }),
              HasSubstr("other: the records cannot be written: File exists"));
  records.move_to(file_);
  EXPECT_TRUE(records.find());
  records.append("third\n");
  records.flush();
  EXPECT_EQ(content_of(file_), "first\nsecond\nthird\n");
  EXPECT_EQ(content_of(folder_.path() / "other"), "mine");
}

TEST_F(RecordFileTest, EndsWithTheLastGame) {
  const auto ends = [&](const std::string& content, RecordFilter filter, GamePlace last) {
    folder_.write("g.jsonl", content);
    return ends_with_record(file_, filter, last);
  };
  const std::string record = R"({"case":12,"game":345,"strategy":"csp"})"
                             "\n";
  const std::string before = R"({"case":12,"game":344,"strategy":"csp"})"
                             "\n";
  EXPECT_TRUE(ends(record, RecordFilter::all, {12, 345}));
  EXPECT_TRUE(ends(before + record, RecordFilter::all, {12, 345}));
  EXPECT_FALSE(ends(before, RecordFilter::all, {12, 345}));
  EXPECT_FALSE(ends(record, RecordFilter::all, {12, 344}));
  EXPECT_TRUE(ends(before, RecordFilter::lost, {12, 345}));
  EXPECT_FALSE(ends(record, RecordFilter::lost, {12, 344}));
  EXPECT_FALSE(ends(record.substr(0, record.size() - 1), RecordFilter::lost, {12, 345})) << "cut off";
  EXPECT_FALSE(ends("", RecordFilter::all, {12, 345}));
  EXPECT_TRUE(ends("", RecordFilter::lost, {12, 345})) << "none was lost";
  for (const char* const other : {"\n", "{}\n", "case,name\n", "{\"case\":\n"})
    EXPECT_FALSE(ends(other, RecordFilter::lost, {12, 345})) << other;
  std::string many;
  for (int i = 0; i < 5000; ++i) many += before;
  EXPECT_TRUE(ends(many + record, RecordFilter::all, {12, 345}));
  std::string long_line = R"({"case":12,"game":345,"guesses":[)";
  long_line.append(200'000, '1');
  long_line += "]}\n";
  EXPECT_TRUE(ends(many + long_line, RecordFilter::all, {12, 345}));
  fs::remove(file_);
  EXPECT_FALSE(ends_with_record(file_, RecordFilter::lost, {12, 345}));
}

// A Zstandard frame (RFC 8878, 3.1.1) of `megabytes` of one letter in four bytes for each 128 KB, then of `end`.
std::string frame_of_one_letter(std::size_t megabytes, const std::string& end) {
  constexpr std::uint32_t kBlock = 1 << 17;
  constexpr std::uint32_t kRaw = 0, kRepeated = 1;
  std::string frame("\x28\xb5\x2f\xfd\x00\x38", 6);  // a window of 128 KB, nothing else is said
  const auto add_header = [&](std::uint32_t size, std::uint32_t type, bool is_last) {
    const std::uint32_t header = size << 3 | type << 1 | static_cast<std::uint32_t>(is_last);
    for (int shift = 0; shift < 24; shift += 8) frame += static_cast<char>(header >> shift & 0xFF);
  };
  for (std::size_t i = 0; i < 8 * megabytes; ++i) {
    add_header(kBlock, kRepeated, false);
    frame += 'x';
  }
  add_header(static_cast<std::uint32_t>(end.size()), kRaw, true);
  return frame + end;
}

long peak_memory_kb() {
  struct rusage usage {};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

// A few kilobytes may hold gigabytes: they are read in pieces, each line up to a limit.
TEST_F(RecordFileTest, FindsTheEndOfAFrameThatHoldsALot) {
  const std::string record = R"({"case":0,"game":7,"strategy":"csp"})";
  const auto ends = [&](std::size_t megabytes, const std::string& end) {
    folder_.write("g.jsonl", frame_of_one_letter(megabytes, end));
    return ends_with_record(file_, RecordFilter::all, {0, 7});
  };
  EXPECT_TRUE(ends(0, record + "\n"));
  const long before = peak_memory_kb();
  EXPECT_TRUE(ends(50, "\n" + record + "\n"));
  EXPECT_FALSE(ends(50, "\n" + record));
  EXPECT_FALSE(ends(50, "\n")) << "a line of other text";
  EXPECT_FALSE(ends(4000, "\n" + record + "\n")) << "a line that is longer than any record";
  if (tests::kDefaultTestPercent == 100) {
    EXPECT_LT(peak_memory_kb() - before, 256 << 10);
  }
  std::string beginnings;
  for (int i = 0; i < 1'000'000; ++i) beginnings += "\x28\xb5\x2f\xfd";
  folder_.write("g.jsonl", beginnings);
  EXPECT_FALSE(ends_with_record(file_, RecordFilter::all, {0, 7}));
}

class CompressedRecords : public RecordFileTest, public testing::WithParamInterface<const char*> {
 protected:
  static std::string record(int game, std::size_t size) {
    std::string line = R"({"case":0,"game":)" + std::to_string(game) + R"(,"guesses":[)";
    while (line.size() < size) line += std::to_string(line.size() * 7919 % 1000) + ',';
    return line + "0]}\n";
  }
  std::string text_of(const fs::path& file) const {
    LineReader lines(file);
    std::string text;
    while (const auto line = lines.next()) text.append(*line) += '\n';
    return text;
  }
  const fs::path file_ = folder_.path() / (std::string("g.jsonl") + GetParam());
};

// Frames are cut by the text alone, whatever is flushed, and whatever runs wrote it.
TEST_P(CompressedRecords, HaveTheSameBytesHoweverTheyAreWritten) {
  std::string all;
  std::string straight;
  {
    RecordFile records(file_, 0);
    records.begin();
    for (int game = 0; game < 1200; ++game) {
      all += record(game, 2000);
      records.append(record(game, 2000));
    }
    records.finish();
    EXPECT_EQ(records.waiting(), "");
    EXPECT_EQ(records.length(), fs::file_size(file_));
    straight = content_of(file_);
  }
  EXPECT_EQ(text_of(file_), all);
  EXPECT_LT(straight.size(), all.size() / 3);
  EXPECT_TRUE(ends_with_record(file_, RecordFilter::all, {0, 1199}));
  EXPECT_FALSE(ends_with_record(file_, RecordFilter::all, {0, 1198}));
  fs::remove(file_);

  std::uint64_t length = 0;
  std::string waiting;
  for (int game = 0; game < 1200;) {
    RecordFile records(file_, length, waiting);
    records.begin();
    for (const int end = std::min(1200, game + 333); game < end; ++game) {
      records.append(record(game, 2000));
      if (game % 50 == 0) records.flush();
    }
    if (game == 1200) records.finish();
    records.flush();
    length = records.length();
    waiting = records.waiting();
    std::ofstream(file_, std::ios::binary | std::ios::app) << "what came after the checkpoint";
    fs::resize_file(file_, length + (game == 1200 ? 0 : 9));
  }
  EXPECT_EQ(waiting, "");
  EXPECT_EQ(content_of(file_), straight);
}

// What a frame that was written in part held is written again.
TEST_P(CompressedRecords, AreWrittenAgainWhereTheDiskHasDroppedThem) {
  std::string all;
  RecordFile records(file_, 0);
  records.begin();
  int game = 0;
  const auto append = [&](int count) {
    for (const int end = game + count; game < end; ++game) {
      all += record(game, 5000);
      records.append(record(game, 5000));
    }
  };
  for (const int count : {10, 300, 500}) {
    append(count);
    const std::uint64_t safe = records.length();
    kept_bytes = static_cast<off_t>(safe);
    failing_calls = 1;
    EXPECT_THAT(tests::message_of<RunError>([&] { records.flush(); }), HasSubstr("Disk quota exceeded"));
    EXPECT_TRUE(records.has_failed());
    EXPECT_EQ(records.length(), safe);
    append(3);
    records.flush();
    EXPECT_FALSE(records.has_failed());
    EXPECT_EQ(text_of(file_) + std::string(records.waiting()), all);
  }
  records.finish();
  EXPECT_EQ(text_of(file_), all);
}

TEST_P(CompressedRecords, GoOnOnlyInAFileOfTheirFormat) {
  folder_.write(file_.filename().string(), record(0, 100));
  EXPECT_THAT(tests::message_of<InputError>([&] { const RecordFile records(file_, 50); }),
              HasSubstr("holds plain text, but its name says"));
  RecordFile records(file_, 0);
  records.begin();
  records.append(record(0, 100));
  records.finish();
  const fs::path plain = folder_.path() / "plain.jsonl";
  fs::copy_file(file_, plain);
  EXPECT_THAT(tests::message_of<InputError>([&] { const RecordFile other(plain, records.length()); }),
              HasSubstr("but its name says plain text"));
  EXPECT_FALSE(ends_with_record(file_, RecordFilter::all, {0, 1}));
  EXPECT_TRUE(ends_with_record(file_, RecordFilter::all, {0, 0}));
  fs::resize_file(file_, fs::file_size(file_) - 1);
  EXPECT_FALSE(ends_with_record(file_, RecordFilter::lost, {0, 0})) << "cut off";
}

INSTANTIATE_TEST_SUITE_P(Formats, CompressedRecords, testing::Values(".gz", ".zst"));

}  // namespace
}  // namespace sapper::experiments

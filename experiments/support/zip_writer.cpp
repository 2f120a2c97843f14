#include "experiments/support/zip_writer.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fmt/format.h>

#include <new>
#include <utility>
#include <vector>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_file.hpp"

namespace sapper::experiments {

ZipWriter::ZipWriter(OutputFile& file) : file_(file), archive_(::archive_write_new()) {
  if (archive_ == nullptr) throw std::bad_alloc();
  const auto write_bytes = [](archive*, void* writer, const void* bytes, std::size_t size) -> la_ssize_t {
    auto* const self = static_cast<ZipWriter*>(writer);
    try {
      self->file_.write({static_cast<const char*>(bytes), size});
      return static_cast<la_ssize_t>(size);
    } catch (...) {
      self->failure_ = std::current_exception();  // exceptions do not pass through C
      return -1;
    }
  };
  check(::archive_write_set_format_zip(archive_));
  check(::archive_write_set_format_option(archive_, "zip", "hdrcharset", "UTF-8"));
  check(::archive_write_set_bytes_in_last_block(archive_, 1));  // no padding
  check(::archive_write_open(archive_, this, nullptr, write_bytes, nullptr));
}

ZipWriter::~ZipWriter() {
  if (archive_ != nullptr) ::archive_write_free(archive_);
}

void ZipWriter::add(const std::string& name, std::string_view content) {
  begin_entry(name, content.size(), false);
  write(content);
  check(::archive_write_finish_entry(archive_));
}

std::uint64_t ZipWriter::add_file(const std::string& name, const std::filesystem::path& file,
                                  bool is_compressed) {
  const sim::InputFile input(file);
  std::error_code error;
  const std::uint64_t size = std::filesystem::file_size(file, error);
  if (error) throw InputError::in_file(file.string(), "cannot be read: " + error.message());
  begin_entry(name, size, is_compressed);
  std::vector<char> block(std::size_t{1} << 18);
  std::uint64_t read = 0;
  while (const std::size_t count = input.read(block)) {
    read += count;
    if (read > size) break;
    write({block.data(), count});
  }
  if (read != size) throw InputError::in_file(file.string(), "changed its length while it was read");
  check(::archive_write_finish_entry(archive_));
  return size;
}

void ZipWriter::commit() {
  check(::archive_write_close(archive_));
  ::archive_write_free(std::exchange(archive_, nullptr));
  file_.commit();
}

void ZipWriter::begin_entry(const std::string& name, std::uint64_t size, bool is_compressed) {
  check(is_compressed ? ::archive_write_zip_set_compression_store(archive_)
                      : ::archive_write_zip_set_compression_deflate(archive_));
  archive_entry* const entry = ::archive_entry_new2(archive_);
  if (entry == nullptr) throw std::bad_alloc();
  ::archive_entry_set_pathname_utf8(entry, name.c_str());
  ::archive_entry_set_size(entry, static_cast<la_int64_t>(size));
  ::archive_entry_set_filetype(entry, AE_IFREG);
  ::archive_entry_set_perm(entry, 0644);
  const int result = ::archive_write_header(archive_, entry);
  ::archive_entry_free(entry);
  check(result);
}

void ZipWriter::write(std::string_view content) {
  while (!content.empty()) {
    const la_ssize_t count = ::archive_write_data(archive_, content.data(), content.size());
    check(count < 0 ? static_cast<int>(count) : ARCHIVE_OK);
    content.remove_prefix(static_cast<std::size_t>(count));
  }
}

void ZipWriter::check(int result) {
  if (failure_) std::rethrow_exception(failure_);
  if (result >= ARCHIVE_WARN) return;
  const char* const reason = ::archive_error_string(archive_);
  throw RunError(fmt::format("{}: cannot be written: {}", printable_file(file_.path()),
                             reason != nullptr ? reason : "libarchive failed"));
}

}  // namespace sapper::experiments

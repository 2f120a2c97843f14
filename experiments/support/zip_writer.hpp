// A ZIP archive (by libarchive), written whole or not at all. The same entries in the same order give the same bytes: no
// times, users or permissions of the machine go in.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <string>
#include <string_view>

#include "experiments/support/output_file.hpp"

struct archive;

namespace sapper::experiments {

class ZipWriter {
 public:
  // The file must outlive the writer. RunError when the archive cannot be written, here and below.
  explicit ZipWriter(OutputFile& file);
  ~ZipWriter();
  ZipWriter(const ZipWriter&) = delete;
  ZipWriter& operator=(const ZipWriter&) = delete;

  // name: in the archive, with / between folders, in UTF-8.
  void add(const std::string& name, std::string_view content);
  // Copies a file, which is not held in memory; returns its size. is_compressed: already, and is stored as it is.
  // InputError if it cannot be read, or changes its length meanwhile.
  std::uint64_t add_file(const std::string& name, const std::filesystem::path& file, bool is_compressed);
  void commit();

 private:
  void begin_entry(const std::string& name, std::uint64_t size, bool is_compressed);
  void write(std::string_view content);
  void check(int result);

  OutputFile& file_;
  archive* archive_;
  std::exception_ptr failure_;  // of writing the file, within libarchive
};

}  // namespace sapper::experiments

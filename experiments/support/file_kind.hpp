// What a file is that was given to the wrong command: by its beginning, for messages.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace sapper::experiments {

enum class FileKind : std::uint8_t {
  unknown,
  config,
  report,
  scaling,
  benchmark,  // kind_of does not recognise it
  analysis,
  replay,
  comparison,
  judgement,
  tuning,
  checkpoint,
  steps,
  records,
  table,
  position,
  board,
  page,
  picture,
};

// Reads the first kilobytes of a plain file, compressed or not. `unknown` where it cannot be read.
FileKind kind_of(const std::filesystem::path& file);
// `an experiment config`.
std::string_view name_of(FileKind kind);

// InputError, `FILE: is an experiment config; expected ...`, where the file is known to be of another kind than those.
void refuse_other_kinds(const std::filesystem::path& file, std::initializer_list<FileKind> wanted,
                        std::string_view expected);

}  // namespace sapper::experiments

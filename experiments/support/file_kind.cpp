#include "experiments/support/file_kind.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// The kinds by what follows `"schema": "sapper-`.
constexpr std::array kSchemas{std::pair{std::string_view("config/"), FileKind::config},
                              std::pair{std::string_view("report/"), FileKind::report},
                              std::pair{std::string_view("scale/"), FileKind::scaling},
                              std::pair{std::string_view("analysis/"), FileKind::analysis},
                              std::pair{std::string_view("replay/"), FileKind::replay},
                              std::pair{std::string_view("compare/"), FileKind::comparison},
                              std::pair{std::string_view("judge/"), FileKind::judgement}};

constexpr std::array kBeginnings{
    std::pair{std::string_view("sapper-checkpoint/"), FileKind::checkpoint},
    std::pair{std::string_view(R"({"case":)"), FileKind::records},
    std::pair{std::string_view("case,case_name,"), FileKind::table},
    std::pair{std::string_view("mines "), FileKind::position},
    std::pair{std::string_view("<!DOCTYPE html"), FileKind::page},
    std::pair{std::string_view("<!doctype html"), FileKind::page},
    std::pair{std::string_view("<svg"), FileKind::picture},
    std::pair{std::string_view("<?xml"), FileKind::picture},
    std::pair{std::string_view("%PDF-"), FileKind::picture},
    std::pair{std::string_view("\x89PNG"), FileKind::picture},
};

// The first kilobytes of the text, or all of a shorter one.
std::string beginning_of(const fs::path& file) {
  constexpr std::size_t kEnough = 4096;
  std::string text;
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return text;
  try {
    LineReader lines(file);
    while (text.size() < kEnough) {
      const auto line = lines.next();
      if (!line) break;
      text.append(line->substr(0, kEnough)) += '\n';
    }
  } catch (const InputError&) {  // what it holds up to there suffices
  }
  return text;
}

std::optional<FileKind> kind_by_schema(std::string_view text) {
  constexpr std::string_view kValue = "\"sapper-";
  constexpr std::string_view kKey = "\"schema\"";
  for (std::size_t at = text.find(kValue); at != std::string_view::npos; at = text.find(kValue, at + 1)) {
    std::string_view before = text.substr(0, at);
    for (const std::string_view blank_or_colon : {" \t\r\n", ":", " \t\r\n"})
      before = before.substr(0, before.find_last_not_of(blank_or_colon) + 1);
    if (!before.ends_with(kKey)) continue;
    for (const auto& [name, kind] : kSchemas)
      if (text.substr(at + kValue.size()).starts_with(name)) return kind;
  }
  return std::nullopt;
}

// The first line that is neither empty nor a comment; empty if there is none.
std::string_view first_line(std::string_view text) {
  for (const std::string_view line : split_lines(text))
    if (line.find_first_not_of(" \t\r") != std::string_view::npos && !line.starts_with('#')) return line;
  return {};
}

bool is_row_and_column(std::string_view line) {
  const std::size_t comma = line.find(',');
  if (comma == 0 || comma >= 5 || comma + 1 >= line.size()) return false;
  return line.find_first_not_of("0123456789 ,\r") == std::string_view::npos;
}

}  // namespace

FileKind kind_of(const fs::path& file) {
  const std::string text = beginning_of(file);
  const std::string_view line = first_line(text);
  for (const auto& [beginning, kind] : kBeginnings)
    if (line.starts_with(beginning)) return kind;
  if (line.starts_with('{')) {
    if (const auto kind = kind_by_schema(text)) return *kind;
    if (text.find("\"cells\"") != std::string::npos) return FileKind::position;
  }
  return is_row_and_column(line) ? FileKind::board : FileKind::unknown;
}

std::string_view name_of(FileKind kind) {
  switch (kind) {
    case FileKind::unknown:
      return "a file of an unknown kind";
    case FileKind::config:
      return "an experiment config (`sapper run` plays it)";
    case FileKind::report:
      return "a report (`sapper report` makes a page of it)";
    case FileKind::scaling:
      return "the result of `sapper scale` (`sapper plot` draws it)";
    case FileKind::benchmark:
      return "the result of a benchmark (`sapper plot` draws it)";
    case FileKind::analysis:
      return "the result of `sapper analyze --json`";
    case FileKind::replay:
      return "a replay";
    case FileKind::comparison:
      return "the result of `sapper compare --json`";
    case FileKind::judgement:
      return "the result of `sapper judge`";
    case FileKind::checkpoint:
      return "a checkpoint of an earlier version (the build that wrote it goes on from it)";
    case FileKind::records:
      return "the records of games (`sapper compare --games` and `sapper verify --games` read them)";
    case FileKind::table:
      return "a table of results (run --csv)";
    case FileKind::position:
      return "a position (`sapper analyze` reads it)";
    case FileKind::board:
      return "a board file (`sapper play --file` and a config's boards take it)";
    case FileKind::page:
      return "a page";
    case FileKind::picture:
      return "a picture";
  }
  return {};
}

void refuse_other_kinds(const fs::path& file, std::initializer_list<FileKind> wanted,
                        std::string_view expected) {
  const FileKind kind = kind_of(file);
  if (kind == FileKind::unknown || std::find(wanted.begin(), wanted.end(), kind) != wanted.end()) return;
  throw InputError::in_file(file.string(), fmt::format("is {}; expected {}", name_of(kind), expected));
}

}  // namespace sapper::experiments

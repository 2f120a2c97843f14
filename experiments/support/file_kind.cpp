#include "experiments/support/file_kind.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>

#include "experiments/support/errors.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace fs = std::filesystem;

namespace {

struct KindRow {
  FileKind kind;
  std::string_view description;
  std::string_view schema = {};     // what follows `"schema": "sapper-`
  std::string_view beginning = {};  // of the first line
};

constexpr std::array kKinds{
    KindRow{FileKind::unknown, "a file of an unknown kind"},
    KindRow{FileKind::config, "an experiment config (`sapper run` plays it)", "config/"},
    KindRow{FileKind::report, "a report (`sapper report` makes a page of it)", "report/"},
    KindRow{FileKind::scaling, "the result of `sapper scale` (`sapper plot` draws it)", "scale/"},
    KindRow{FileKind::benchmark, "the result of a benchmark (`sapper plot` draws it)"},
    KindRow{FileKind::analysis, "the result of `sapper analyze --json`", "analysis/"},
    KindRow{FileKind::replay, "a replay", "replay/"},
    KindRow{FileKind::comparison, "the result of `sapper compare --json`", "compare/"},
    KindRow{FileKind::judgement, "the result of `sapper judge`", "judge/"},
    KindRow{FileKind::tuning, "the trace of `sapper tune` (`sapper plot` draws it)", "tune/"},
    KindRow{FileKind::checkpoint,
            "a checkpoint of an earlier version (the build that wrote it goes on from it)", "",
            "sapper-checkpoint/"},
    KindRow{FileKind::steps,
            "what an interrupted command has done (the command goes on from it with --resume)", "steps/"},
    KindRow{FileKind::records,
            "the records of games (`sapper compare --games` and `sapper verify --games` read them)", "",
            R"({"case":)"},
    KindRow{FileKind::table, "a table of results (run --csv)", "", "case,case_name,"},
    KindRow{FileKind::position, "a position (`sapper analyze` reads it)", "", "mines "},
    KindRow{FileKind::board,
            "a board file (`sapper analyze` takes it, on squares, tori and hexagons also `sapper play "
            "--file` and a "
            "config's boards)",
            "", R"({"board":)"},
    KindRow{FileKind::page, "a page", "", "<!DOCTYPE html"},
    KindRow{FileKind::page, "a page", "", "<!doctype html"},
    KindRow{FileKind::picture, "a picture", "", "<svg"},
    KindRow{FileKind::picture, "a picture", "", "<?xml"},
    KindRow{FileKind::picture, "a picture", "", "%PDF-"},
    KindRow{FileKind::picture, "a picture", "", "\x89PNG"},
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
    for (const KindRow& row : kKinds)
      if (!row.schema.empty() && text.substr(at + kValue.size()).starts_with(row.schema)) return row.kind;
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
  for (const KindRow& row : kKinds)
    if (!row.beginning.empty() && line.starts_with(row.beginning)) return row.kind;
  if (line.starts_with('{')) {
    if (const auto kind = kind_by_schema(text)) return *kind;
    if (text.find("\"cells\"") != std::string::npos) return FileKind::position;
  }
  return is_row_and_column(line) ? FileKind::board : FileKind::unknown;
}

std::string_view name_of(FileKind kind) {
  return std::ranges::find(kKinds, kind, &KindRow::kind)->description;
}

void refuse_other_kinds(const fs::path& file, std::initializer_list<FileKind> wanted,
                        std::string_view expected) {
  const FileKind kind = kind_of(file);
  if (kind == FileKind::unknown || std::find(wanted.begin(), wanted.end(), kind) != wanted.end()) return;
  throw InputError::in_file(file.string(), fmt::format("is {}; expected {}", name_of(kind), expected));
}

}  // namespace sapper::experiments

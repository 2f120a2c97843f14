// External text in HTML, SVG, XML, LaTeX and CSV.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments {

// The text with & < > " ' as entities, and what XML does not allow (control characters, bytes that are not UTF-8)
// escaped as by printable(): safe in content and in quoted attributes.
std::string escaped(std::string_view text);

// The text with what LaTeX would read as commands escaped.
std::string latex_escaped(std::string_view text);

// The text as a field of a table of comma-separated values (RFC 4180). A spreadsheet might run text that begins with
// = + - @ tab or CR as a formula, in quotes or not: an apostrophe in front makes it plain text. Text that begins with an
// apostrophe gets one too, so that the two can be distinguished.
std::string csv_field(std::string_view text);

}  // namespace sapper::experiments

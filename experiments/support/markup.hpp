// External text in HTML, SVG and XML.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments {

// The text with & < > " ' as entities, and what XML does not allow (control characters, bytes that are not UTF-8)
// escaped as by printable(): safe in content and in quoted attributes.
std::string escaped(std::string_view text);

}  // namespace sapper::experiments

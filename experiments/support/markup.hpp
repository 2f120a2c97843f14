// Text from outside in HTML, SVG and XML.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments {

// The text with & < > " ' as entities, and what XML does not allow (control characters, bytes that are not UTF-8)
// shown as printable() shows it: fit for content and for attributes in quotes.
std::string escaped(std::string_view text);

}  // namespace sapper::experiments

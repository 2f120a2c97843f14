// Whether a text is well-formed markup: for SVG, and for HTML that is written as XML.
#pragma once

#include <string>
#include <string_view>

namespace sapper::tests {

// The first error, with its context; empty: well-formed, with unique ids. Declarations, comments and the content of
// <script> and <style> are skipped.
std::string markup_error(std::string_view text);

}  // namespace sapper::tests

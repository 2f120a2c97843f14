// Whether a text is well-formed markup: for SVG, and for HTML that is written as XML.
#pragma once

#include <string>
#include <string_view>

namespace sapper::tests {

// The first thing that is wrong, with what is near it; empty: well-formed, and every id is there once. Declarations,
// comments and the content of <script> and <style> are passed over.
std::string markup_error(std::string_view text);

}  // namespace sapper::tests

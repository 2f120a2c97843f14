// The common part of all pages: one self-contained file, usable without script, by keyboard, on a phone, and in light
// and dark mode. The markup is well-formed XML as well as HTML.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments::pages {

// A complete page. title: text; body: markup; script: run at the end, may be empty.
std::string make_page(std::string_view title, std::string_view body, std::string_view script);

// JSON that is safe in a <script> element: nothing in it ends the element.
std::string embedded_json(std::string_view json);

}  // namespace sapper::experiments::pages

// What all pages share: one file without anything outside it, readable without script, by keyboard, on a phone, in
// light and dark. The markup is well-formed XML as well as HTML.
#pragma once

#include <string>
#include <string_view>

namespace sapper::experiments::pages {

// A whole page. title: text; body: markup; script: run at the end, may be empty.
std::string make_page(std::string_view title, std::string_view body, std::string_view script);

// JSON fit for a <script> element: nothing in it ends the element.
std::string embedded_json(std::string_view json);

}  // namespace sapper::experiments::pages

// The tables, headings and texts of a page that the program wrote, as a reader sees them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sapper::tests {

struct PageTable {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

std::vector<PageTable> tables_of(std::string_view page);
// The texts of all elements with this name, `h2`, in order. Elements of the name do not contain each other.
std::vector<std::string> texts_of(std::string_view page, std::string_view element);
// The markup of these elements, without their own tags.
std::vector<std::string> contents_of(std::string_view page, std::string_view element);

}  // namespace sapper::tests

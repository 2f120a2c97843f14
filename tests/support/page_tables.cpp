#include "tests/support/page_tables.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace sapper::tests {
namespace {

// Without tags; references resolved; one space between words, none at the ends.
std::string text_of(std::string_view markup) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kReferences{
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&#39;", "'"}}};
  std::string text;
  bool is_space_due = false;
  const auto add = [&](std::string_view letters) {
    if (is_space_due && !text.empty()) text += ' ';
    is_space_due = false;
    text += letters;
  };
  for (std::size_t i = 0; i < markup.size();) {
    if (markup[i] == '<') {
      i = markup.find('>', i) + 1;
      continue;
    }
    if (markup[i] == ' ' || markup[i] == '\n') {
      is_space_due = true;
      ++i;
      continue;
    }
    std::string_view letters = markup.substr(i, 1);
    std::size_t length = 1;
    for (const auto& [reference, letter] : kReferences)
      if (markup.substr(i).starts_with(reference)) {
        letters = letter;
        length = reference.size();
      }
    add(letters);
    i += length;
  }
  return text;
}

}  // namespace

std::vector<std::string> contents_of(std::string_view page, std::string_view element) {
  const std::string begin = fmt::format("<{}", element);
  const std::string end = fmt::format("</{}>", element);
  std::vector<std::string> contents;
  for (std::size_t at = page.find(begin); at != std::string_view::npos; at = page.find(begin, at + 1)) {
    const char after = at + begin.size() < page.size() ? page[at + begin.size()] : '\0';
    if (after != '>' && after != ' ') continue;  // a longer name
    const std::size_t content = page.find('>', at) + 1;
    contents.emplace_back(page.substr(content, page.find(end, content) - content));
  }
  return contents;
}

std::vector<std::string> texts_of(std::string_view page, std::string_view element) {
  std::vector<std::string> texts;
  for (const std::string& content : contents_of(page, element)) texts.push_back(text_of(content));
  return texts;
}

std::vector<PageTable> tables_of(std::string_view page) {
  std::vector<PageTable> tables;
  for (const std::string& markup : contents_of(page, "table")) {
    PageTable& table = tables.emplace_back();
    table.columns = texts_of(markup, "th");
    for (const std::string& body : contents_of(markup, "tbody"))
      for (const std::string& row : contents_of(body, "tr")) table.rows.push_back(texts_of(row, "td"));
  }
  return tables;
}

}  // namespace sapper::tests

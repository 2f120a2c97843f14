// The common part of all pages: one self-contained file, usable without script, by keyboard, on a phone, and in light
// and dark mode. The markup is well-formed XML as well as HTML.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sapper::experiments::pages {

// A complete page. title: text; body: markup; script: run at the end, may be empty.
std::string make_page(std::string_view title, std::string_view body, std::string_view script);

// JSON that is safe in a <script> element: nothing in it ends the element.
std::string embedded_json(std::string_view json);

// Tables that readers sort and filter.

// Add the columns first, then the rows cell by cell. Texts are escaped.
class SortedTable {
 public:
  SortedTable(std::string id, std::string caption) : id_(std::move(id)), caption_(std::move(caption)) {}

  // Text columns are left-aligned.
  void column(std::string name, bool is_text = false) { columns_.push_back({std::move(name), is_text}); }
  void columns(std::initializer_list<const char*> names, bool is_text = false) {
    for (const char* const name : names) column(name, is_text);
  }
  void row();
  void cell(std::string_view text);
  // key: the sort key of the column; if none, the text.
  void cell(std::string_view text, const std::optional<double>& key);
  // The value times `factor`; empty without a value.
  void cell(const std::optional<double>& value, double factor, int digits);
  bool is_empty() const { return row_count_ == 0; }

  std::string markup() const;

 private:
  struct Column {
    std::string name;
    bool is_text;
  };
  std::string id_, caption_;
  std::vector<Column> columns_;
  std::string rows_;
  std::size_t at_ = 0;
  std::size_t row_count_ = 0;
};

}  // namespace sapper::experiments::pages

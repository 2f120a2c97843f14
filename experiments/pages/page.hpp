// The common part of all pages: one self-contained file, usable without script, by keyboard, on a phone, and in light
// and dark mode. The markup is well-formed XML as well as HTML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace sapper::experiments::pages {

// A complete page. title: text; body: markup; script: run at the end, may be empty.
std::string make_page(std::string_view title, std::string_view body, std::string_view script);

// JSON that is safe in a <script> element: nothing in it ends the element.
std::string embedded_json(std::string json);

// A table that readers sort, filter and save as CSV, written row by row. The cells of the first row name the columns. Texts are
// escaped.
class SortedTable {
 public:
  SortedTable(std::string id, std::string caption) : id_(std::move(id)), caption_(std::move(caption)) {}

  void row();
  // Left-aligned.
  void text(std::string_view column, std::string_view text) { add(column, " class=\"text\"", "", text); }
  // key: the sort key of the column; if none, the text.
  void cell(std::string_view column, std::string_view text, const std::optional<double>& key = {});
  // The value times `factor`; empty without a value.
  void cell(std::string_view column, const std::optional<double>& value, double factor, int digits);
  bool is_empty() const { return rows_.empty(); }
  std::size_t row_count() const { return row_count_; }

  std::string markup() const;

 private:
  void add(std::string_view column, std::string_view look, std::string_view key, std::string_view text);

  std::string id_, caption_;
  std::string head_, rows_;
  bool is_first_row_ = true;
  std::size_t row_count_ = 0;
};

}  // namespace sapper::experiments::pages

#include "experiments/pages/sorted_table.hpp"

#include <fmt/format.h>

#include "experiments/support/markup.hpp"

namespace sapper::experiments::pages {

void SortedTable::row() {
  rows_ += rows_.empty() ? "<tr>" : "</tr>\n<tr>";
  at_ = 0;
  ++row_count_;
}

void SortedTable::cell(std::string_view text) {
  rows_ += fmt::format("<td{}>{}</td>", columns_[at_].is_text ? " class=\"text\"" : "", escaped(text));
  ++at_;
}

void SortedTable::cell(std::string_view text, double key) {
  rows_ += fmt::format("<td data-key=\"{:.12g}\">{}</td>", key, escaped(text));
  ++at_;
}

void SortedTable::cell(const std::optional<double>& value, double factor, int digits) {
  if (value)
    cell(fmt::format("{:.{}f}", factor * *value, digits), *value);
  else
    cell("");
}

std::string SortedTable::markup() const {
  std::string head;
  for (const Column& column : columns_)
    head += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_text ? " class=\"text\"" : "",
                        escaped(column.name));
  return fmt::format(
      "<div class=\"controls scripted\"><label for=\"{0}-filter\">Filter</label><input id=\"{0}-filter\" "
      "type=\"search\" "
      "data-filters=\"{0}\" placeholder=\"words to look for\"/><span id=\"{0}-count\" class=\"note\" "
      "aria-live=\"polite\"></span><span class=\"note\">Click a heading to sort.</span></div>\n<p "
      "class=\"caption\" "
      "id=\"{0}-caption\">{1}</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
      "aria-labelledby=\"{0}-caption\"><table id=\"{0}\" "
      "class=\"sorted\">\n<thead><tr>{2}</tr></thead>\n<tbody>\n{3}</tr>\n</"
      "tbody>\n</table></div>\n",
      id_, escaped(caption_), head, rows_);
}

}  // namespace sapper::experiments::pages

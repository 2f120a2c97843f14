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

void SortedTable::cell(std::string_view text, const std::optional<double>& key) {
  if (!key) return cell(text);
  rows_ += fmt::format("<td data-key=\"{:.12g}\">{}</td>", *key, escaped(text));
  ++at_;
}

void SortedTable::cell(const std::optional<double>& value, double factor, int digits) {
  cell(value ? fmt::format("{:.{}f}", factor * *value, digits) : "", value);
}

std::string SortedTable::markup() const {
  std::string head;
  for (const Column& column : columns_)
    head += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_text ? " class=\"text\"" : "",
                        escaped(column.name));
  return fmt::format(
      R"(<div class="controls scripted"><label for="{0}-filter">Filter</label><input id="{0}-filter" type="search" )"
      R"(data-filters="{0}" placeholder="words to look for"/><span id="{0}-count" class="note" )"
      R"(aria-live="polite"></span><span class="note">Click a heading to sort.</span></div>
<p class="caption" id="{0}-caption">{1}</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="{0}-caption"><table id="{0}" class="sorted">
<thead><tr>{2}</tr></thead>
<tbody>
{3}</tr>
</tbody>
</table></div>
)",
      id_, escaped(caption_), head, rows_);
}

}  // namespace sapper::experiments::pages

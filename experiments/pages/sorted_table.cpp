#include "experiments/pages/sorted_table.hpp"

#include <fmt/format.h>

#include "experiments/support/markup.hpp"

namespace sapper::experiments::pages {

const std::string_view kSortingScript = R"JS('use strict';
document.documentElement.classList.add('has-script');
function keyOf(cell) {
  const key = cell.dataset.key ?? cell.textContent.trim();
  return key !== '' && !isNaN(key) ? Number(key) : key;
}
function compare(a, b) {
  if (typeof a === typeof b) return a < b ? -1 : a > b ? 1 : 0;
  return typeof a === 'number' ? -1 : 1;
}
for (const table of document.querySelectorAll('table.sorted')) {
  const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    // Browsers print a button on the first page of a table only.
    const printed = document.createElement('span');
    printed.className = 'printed';
    printed.textContent = head.textContent;
    head.replaceChildren(button, printed);
    button.onclick = () => {
      const isDown = head.getAttribute('aria-sort') === 'ascending';
      heads.forEach((other) => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', isDown ? 'descending' : 'ascending');
      const rows = [...body.rows].map((row) => [keyOf(row.cells[column]), row]);
      rows.sort((a, b) => (isDown ? -1 : 1) * compare(a[0], b[0]));
      body.append(...rows.map((entry) => entry[1]));
    };
  });
}
for (const input of document.querySelectorAll('input[data-filters]')) {
  const table = document.getElementById(input.dataset.filters), said = document.getElementById(input.dataset.filters + '-count');
  input.oninput = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of table.tBodies[0].rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += !row.hidden;
    }
    said.textContent = shown + ' of ' + table.tBodies[0].rows.length + ' rows';
  };
}
)JS";

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

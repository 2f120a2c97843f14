#include "experiments/report/results_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::string_view kGap = "  ";
constexpr std::size_t kLeastName = 8;  // columns; longer names have a line of their own

std::string cut_off(const std::string& text, std::size_t width) {
  constexpr std::string_view kCut = "...";
  if (display_width(text) <= width) return text;
  return fit(text, width - std::min(width, kCut.size())) + std::string(kCut);
}

void append_left(std::string& line, const std::string& text, std::size_t width) {
  line += text;
  line.append(width - std::min(width, display_width(text)), ' ');
}

}  // namespace

void ResultsTable::begin_group(std::string_view name) {
  group_ = printable(name, sim::kLongestPath);
  begins_group_ = true;
}

void ResultsTable::add_row(std::string_view name, std::vector<std::string> numbers, std::string_view mark) {
  is_spaced_ = is_spaced_ || !begins_group_;
  rows_.push_back({begins_group_, std::move(group_), printable(name, sim::kLongestPath), std::string(mark),
                   std::move(numbers)});
  group_.clear();
  begins_group_ = false;
}

std::vector<std::size_t> ResultsTable::number_widths() const {
  std::vector<std::size_t> widths;
  for (std::size_t i = 2; i < heads_.size(); ++i) {
    widths.push_back(display_width(heads_[i]));
    for (const Row& row : rows_) widths.back() = std::max(widths.back(), display_width(row.numbers[i - 2]));
  }
  return widths;
}

std::string ResultsTable::text(std::size_t width) const {
  const std::vector<std::size_t> widths = number_widths();
  std::size_t numbers_width = 0;
  for (const std::size_t number : widths) numbers_width += kGap.size() + number;
  std::size_t group_width = display_width(heads_[0]);
  std::size_t name_width = display_width(heads_[1]);
  for (const Row& row : rows_) {
    group_width = std::max(group_width, display_width(row.group));
    name_width = std::max(name_width, display_width(row.name) + row.mark.size());
  }
  const bool is_wide = group_width + kGap.size() + name_width + numbers_width <= width;
  if (!is_wide) {
    const std::size_t room = width - std::min(width, kGap.size() + numbers_width);
    name_width = std::min(name_width, std::max(room, kLeastName));
  }

  std::string text;
  const auto append_line = [&](const std::string& group, const Row& row) {
    if (is_wide) append_left(text, group, group_width);
    text += kGap;
    std::string name = row.name + row.mark;
    if (display_width(name) > name_width) {  // on a separate line
      text += cut_off(row.name, width - kGap.size() - row.mark.size()) + row.mark + '\n';
      text += kGap;
      name.clear();
    }
    append_left(text, name, name_width);
    for (std::size_t i = 0; i < widths.size(); ++i) {
      text += kGap;
      text.append(widths[i] - display_width(row.numbers[i]), ' ');
      text += row.numbers[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  };
  append_line(heads_[0], {false, "", heads_[1], "", {heads_.begin() + 2, heads_.end()}});
  for (const Row& row : rows_) {
    if (row.begins_group && is_spaced_ && &row != &rows_.front()) text += '\n';
    if (row.begins_group && !is_wide) text += cut_off(row.group, width) + '\n';
    append_line(row.group, row);
  }
  return text;
}

}  // namespace sapper::experiments

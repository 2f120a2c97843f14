// A table of results for people: a group of rows per case, with a row for each of its players.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

class ResultsTable {
 public:
  // heads: the headings of the group's name, the row's name and each number.
  explicit ResultsTable(std::vector<std::string> heads) : heads_(std::move(heads)) {}

  void begin_group(std::string_view name);
  // mark: follows the row's name, even if a long name is truncated.
  void add_row(std::string_view name, std::vector<std::string> numbers, std::string_view mark = "");

  // Lines of at most `width` columns, as far as the numbers allow. The groups' names are the first column if everything
  // fits; otherwise they go above their rows, and long names of rows above their numbers.
  std::string text(std::size_t width) const;

 private:
  struct Row {
    bool begins_group;
    std::string group;
    std::string name;
    std::string mark;
    std::vector<std::string> numbers;
  };
  // The width of each number's column in the table without the groups' names.
  std::vector<std::size_t> number_widths() const;

  std::vector<std::string> heads_;
  std::vector<Row> rows_;
  std::string group_;  // of the next row, if it begins a group
  bool begins_group_ = false;
  bool is_spaced_ = false;  // some group has several rows
};

}  // namespace sapper::experiments

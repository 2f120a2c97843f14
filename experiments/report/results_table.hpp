// A table of results for a person: groups of rows, a group for each case and a row for each of its players.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sapper::experiments {

class ResultsTable {
 public:
  // heads: of the group's name, of the row's name, and of each number.
  explicit ResultsTable(std::vector<std::string> heads) : heads_(std::move(heads)) {}

  void begin_group(std::string_view name);
  // mark: stands behind the row's name, and stays where a long name is cut off.
  void add_row(std::string_view name, std::vector<std::string> numbers, std::string_view mark = "");

  // Lines of at most `width` columns, as far as the numbers leave room. The groups' names are the first column
  // where everything fits; otherwise they stand above their rows, and names of rows that are long above their
  // numbers.
  std::string text(std::size_t width) const;

 private:
  struct Row {
    bool begins_group;
    std::string group;
    std::string name;
    std::string mark;
    std::vector<std::string> numbers;
  };
  // Of the table without the groups' names: the width of each number's column.
  std::vector<std::size_t> number_widths() const;

  std::vector<std::string> heads_;
  std::vector<Row> rows_;
  std::string group_;  // of the next row, where it begins one
  bool begins_group_ = false;
  bool is_spaced_ = false;  // some group has several rows
};

}  // namespace sapper::experiments

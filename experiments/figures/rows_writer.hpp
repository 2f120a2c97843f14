// Rows under headings, one heading for each panel: points with intervals, or stacked bars. In one or several columns.
#pragma once

#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

class RowsWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  struct Row {
    std::string name, end_text;
    double y;
    bool is_heading;
  };

  void draw() override;
  std::vector<std::span<const Panel>> columns_of_panels() const;
  std::vector<Row> rows_of(std::span<const Panel> panels);
  void write_rows(const std::vector<Row>& rows, double from, double left, double pitch);
  std::string x_name(double pitch) const;
  std::vector<Part> intervals(std::span<const Panel> panels);
  std::vector<Part> stacks(std::span<const Panel> panels);

  // The row of each name of a panel, from 0.
  std::map<std::pair<const Panel*, std::string>, double> place_;
};

}  // namespace sapper::experiments::figures

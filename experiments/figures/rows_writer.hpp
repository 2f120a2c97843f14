// Rows under headings, one heading for each panel: points with intervals, or stacked bars.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

class RowsWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  // The row of each name of a panel, from 0.
  using Places = std::map<std::pair<const Panel*, std::string>, double>;

  void draw() override;
  std::vector<Part> intervals(const Places& place);
  std::vector<Part> stacks(const Places& place);
};

}  // namespace sapper::experiments::figures

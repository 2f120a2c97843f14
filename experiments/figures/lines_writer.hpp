// Panels with two axes: lines with bands, points with intervals next to each other, histogram steps. Lines are named at
// their ends where these lie apart, in the panels at the right side; else above the panels.
#pragma once

#include <vector>

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

class LinesWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  void draw() override;
  // Whether the lines of every panel at the right side, or of one if there are several columns, can be named there.
  std::vector<bool> panels_with_names(std::size_t across, double panel_pt, double panel_height_pt) const;
  void write_panel(const Panel& panel, double panel_pt, bool is_y_named, bool is_x_named);
  void write_end_names(const Panel& panel, double panel_pt, double panel_height_pt);
  Range range_of(const Panel& panel) const;
  Range write_x_range(double panel_pt);
};

}  // namespace sapper::experiments::figures

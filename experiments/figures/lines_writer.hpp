// Panels with two axes: lines with bands, points with intervals next to each other, histogram steps.
#pragma once

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

class LinesWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  void draw() override;
  bool can_name_directly(double panel_height_pt) const;
  void write_panel(const Panel& panel, double panel_pt, bool is_y_named, bool is_x_named, bool is_direct);
  Range write_x_range();
};

}  // namespace sapper::experiments::figures

// Boards as heat maps, with a scale of colours beside each.
#pragma once

#include <map>
#include <string>

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

class MapsWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  void draw() override;
  // Each scale of colours by name, from the least to the most value of its panels.
  std::map<std::string, Range> scales() const;
  void write_map(const Panel& panel, double cell_pt, double middle);
};

}  // namespace sapper::experiments::figures

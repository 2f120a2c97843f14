// Boards as heat maps, each with a colour scale.
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
  // Each colour scale by name, from the minimum to the maximum of its panels.
  std::map<std::string, Range> scales() const;
  void write_map(const Panel& panel, double cell_pt, double middle);
};

}  // namespace sapper::experiments::figures

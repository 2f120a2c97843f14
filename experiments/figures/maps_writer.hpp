// Boards as heat maps, with one colour bar for the maps of a scale, and dots in marked cells.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiments/figures/script_writer.hpp"

namespace sapper::experiments::figures {

class MapsWriter final : public ScriptWriter {
 public:
  using ScriptWriter::ScriptWriter;

 private:
  struct Place {
    std::size_t row, col;
  };

  void draw() override;
  std::vector<Place> places(std::size_t across) const;
  // Each colour scale by name, from the minimum to the maximum of its panels.
  std::map<std::string, Range> scales() const;
  void write_map(const Panel& panel, double cell_pt, double middle);
};

}  // namespace sapper::experiments::figures

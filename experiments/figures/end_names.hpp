// Where the names at the ends of lines are placed: next to their lines, moved apart as far as their height requires.
#pragma once

#include <optional>
#include <vector>

namespace sapper::experiments::figures {

// ends: the heights of the lines' ends in a panel of height_pt, in points from its lower border. The middles of the
// names, in the same order and at least `pitch_pt` apart, with the least sum of squared shifts; they stay in the panel,
// except for half a name. nullopt if they do not fit, or if two ends are less than `distinct_pt` apart, so that it would
// be unclear which name belongs to which.
std::optional<std::vector<double>> place_end_names(const std::vector<double>& ends, double height_pt,
                                                   double pitch_pt, double distinct_pt);

}  // namespace sapper::experiments::figures

// Figures of guesses: how many a game takes, how risky they are, and whether as many lose as predicted.
#pragma once

#include <span>

#include "experiments/figures/data_file.hpp"
#include "experiments/figures/figure.hpp"

namespace sapper::experiments::figures {

Figure guesses_figure(std::span<const DataFile> files);
Figure calibration_figure(std::span<const DataFile> files);
Figure risks_figure(std::span<const DataFile> files);

}  // namespace sapper::experiments::figures

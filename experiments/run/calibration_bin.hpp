// Guesses with an exact P(mine) in [low, high), and how many of them lost.
#pragma once

#include <cstdint>
#include <optional>

namespace sapper::experiments {

struct CalibrationBin {
  double low = 0;
  double high = 0;
  std::uint64_t guesses = 0;
  double predicted = 0;  // the sum of their P(mine)
  std::uint64_t losses = 0;
  std::optional<double> z;  // where losses and predicted losses must agree

  template <class Self, class Visit>
  static void each_field(Self& self, Visit visit) {
    visit("low", self.low);
    visit("high", self.high);
    visit("guesses", self.guesses);
    visit("predicted_losses", self.predicted);
    visit("losses", self.losses);
    visit("z", self.z);
  }
};

}  // namespace sapper::experiments

#include "experiments/stats/rate_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/stats/statistics.hpp"
#include "experiments/support/locale.hpp"

namespace sapper::experiments {

std::string rate_text(std::uint64_t wins, std::uint64_t games) {
  constexpr double kMostLopsided = 0.1;  // distance of the interval's centre from the rate, in half-widths
  const double rate = games == 0 ? 0 : static_cast<double>(wins) / static_cast<double>(games);
  const Interval interval = wilson_95(wins, games);
  const double half_width = interval.half_width();
  const double middle = interval.low + half_width;
  if (std::abs(middle - rate) > kMostLopsided * half_width)
    return fmt::format("{:.2f} % ({:.2f} to {:.2f})", 100 * rate, 100 * interval.low, 100 * interval.high);
  return fmt::format("{:.2f} % {} {:.2f}", 100 * rate, plus_minus(), 100 * half_width);
}

std::string rate_note() { return fmt::format("{} or (low to high): 95 % interval", plus_minus()); }

}  // namespace sapper::experiments

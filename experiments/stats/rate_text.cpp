#include "experiments/stats/rate_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "experiments/stats/differences.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/locale.hpp"

namespace sapper::experiments {

namespace {

enum class Ends : std::uint8_t { plain, with_sign };

// What follows a value: ` ± 0.69`, or ` (56.55 to 100.00)` if its interval is lopsided.
std::string after_value(double value, const Interval& interval, int decimals, Ends ends,
                        std::string_view sign = plus_minus()) {
  constexpr double kMostLopsided = 0.1;  // distance of the interval's centre from the value, in half-widths
  const double half_width = interval.half_width();
  const double middle = interval.low + half_width;
  if (std::abs(middle - value) <= kMostLopsided * half_width)
    return fmt::format(" {} {:.{}f}", sign, 100 * half_width, decimals);
  if (ends == Ends::with_sign)
    return fmt::format(" ({:+.{}f} to {:+.{}f})", 100 * interval.low, decimals, 100 * interval.high,
                       decimals);
  return fmt::format(" ({:.{}f} to {:.{}f})", 100 * interval.low, decimals, 100 * interval.high, decimals);
}

}  // namespace

std::string rate_text(std::uint64_t wins, std::uint64_t games) {
  const double rate = games == 0 ? 0 : static_cast<double>(wins) / static_cast<double>(games);
  return fmt::format("{:.2f} %", 100 * rate) + after_value(rate, wilson_95(wins, games), 2, Ends::plain);
}

std::string interval_text(double rate, const Interval& interval, int decimals) {
  return interval_text(rate, interval, decimals, plus_minus());
}

std::string interval_text(double rate, const Interval& interval, int decimals, std::string_view sign) {
  return fmt::format("{:.{}f}", 100 * rate, decimals) +
         after_value(rate, interval, decimals, Ends::plain, sign);
}

std::string difference_text(const Difference& difference) {
  return fmt::format("{:+.2f}", 100 * difference.value) +
         after_value(difference.value, difference.interval, 2, Ends::with_sign);
}

std::string rate_note() { return fmt::format("{} or (low to high): 95 % interval", plus_minus()); }

}  // namespace sapper::experiments

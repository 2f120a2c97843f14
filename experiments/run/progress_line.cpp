#include "experiments/run/progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "experiments/support/escapes.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments {

namespace {

constexpr std::chrono::milliseconds kRewriteEvery{200};
constexpr std::chrono::seconds kFirstLine{3};
constexpr std::chrono::duration<double> kShortestPause{5};
constexpr std::chrono::duration<double> kLongestPause{600};

// Read by signal handlers.
std::atomic<bool> is_line_on_screen = false;

constexpr std::string_view kClear = "\r\x1b[K";

std::size_t line_width() {
  constexpr std::size_t kUsual = 120;
  const std::size_t width = terminal_width(STDERR_FILENO);
  return width > 0 ? width : kUsual;
}

}  // namespace

ProgressLine::ProgressLine(ProgressMode mode)
    : is_shown_(mode != ProgressMode::never), is_rewritten_(is_shown_ && takes_escapes(STDERR_FILENO)) {
  if (!is_rewritten_ && mode != ProgressMode::always) next_line_ += kFirstLine;
}

void ProgressLine::show(std::string_view text) {
  if (!is_shown_) return;
  last_ = text;
  if (is_rewritten_) {
    is_line_on_screen = true;
    sim::write_to_standard_error(fmt::format("\r{}\x1b[K", fit(text, line_width() - 1)));
    next_line_ = Clock::now() + kRewriteEvery;
  } else {
    sim::write_to_standard_error(fmt::format("{}\n", text));
    const std::chrono::duration<double> elapsed = Clock::now() - begin_;
    const auto pause = std::clamp(elapsed / 10, kShortestPause, kLongestPause);
    next_line_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(pause);
  }
}

void ProgressLine::finish(std::string_view text) {
  clear();
  if (!is_rewritten_ && !last_.empty() && last_ != text) show(text);
}

void ProgressLine::clear() const {
  if (is_rewritten_) clear_at_exit();
}

bool ProgressLine::clear_at_exit() {
  if (!is_line_on_screen.exchange(false)) return false;
  sim::write_to_standard_error(kClear);
  return true;
}

}  // namespace sapper::experiments

#include "experiments/engine/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>

#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

constexpr std::chrono::milliseconds kRewriteEvery{200};
constexpr std::chrono::seconds kLineEvery{10};

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 120;
}

}  // namespace

Progress::Progress(const Experiment& experiment, const Played& played, ProgressMode mode)
    : experiment_(experiment),
      plays_per_game_(experiment.labels().size()),
      is_shown_(mode != ProgressMode::never),
      is_rewritten_(mode == ProgressMode::always || ::isatty(STDERR_FILENO) != 0) {
  if (!is_rewritten_) next_line_ += kLineEvery;
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    total_cost_ += static_cast<double>(experiment.common().games) * experiment.game_cost(number);
  std::size_t last = 0;
  while (last + 1 < played.cases.size() && played.cases[last + 1]) ++last;
  before_ = done(last, played);
}

// Games played, and their cost with a case that a stop rule ended counted as whole.
Progress::Amount Progress::done(std::size_t case_number, const Played& played) {
  const auto all = static_cast<double>(experiment_.common().games);
  const auto games_of = [&](std::size_t i) {
    return played.cases[i] ? static_cast<double>(played.cases[i]->games()) : 0;
  };
  for (; counted_cases_ < case_number; ++counted_cases_) {
    counted_.plays += games_of(counted_cases_);
    counted_.cost += all * experiment_.game_cost(counted_cases_);
  }
  return {counted_.plays + games_of(case_number),
          counted_.cost + games_of(case_number) * experiment_.game_cost(case_number)};
}

std::string Progress::line(std::size_t case_number, const Played& played) {
  const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  const Amount now = done(case_number, played);
  const double cost_here = now.cost - before_.cost;
  const double plays_per_s = (now.plays - before_.plays) * static_cast<double>(plays_per_game_) / elapsed_s;
  std::string text = fmt::format("{:3.0f} %  ", 100 * now.cost / total_cost_);
  if (experiment_.case_count() > 1)
    text += fmt::format("case {}/{}  ", case_number + 1, experiment_.case_count());
  text +=
      fmt::format("{}: game {} of {}", experiment_.case_name(case_number),
                  with_commas(played.cases[case_number]->games()), with_commas(experiment_.common().games));
  text += fmt::format("  {} games/s", with_commas(static_cast<std::uint64_t>(plays_per_s)));
  if (cost_here > 0)
    text += fmt::format("  {} left", as_duration((total_cost_ - now.cost) * elapsed_s / cost_here));
  return text + "  " + experiment_.headline(*played.cases[case_number]);
}

void Progress::update(std::size_t case_number, const Played& played) {
  if (!is_shown_ || Clock::now() < next_line_) return;
  if (is_rewritten_) {
    fmt::print(stderr, "\r{}\x1b[K", fit(line(case_number, played), terminal_width() - 1));
    is_on_screen_ = true;
    next_line_ = Clock::now() + kRewriteEvery;
  } else {
    fmt::print(stderr, "{}\n", line(case_number, played));
    next_line_ = Clock::now() + kLineEvery;
  }
  std::fflush(stderr);
}

void Progress::finish() {
  if (!is_on_screen_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  is_on_screen_ = false;
}

}  // namespace sapper::experiments

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
      is_shown_(mode != ProgressMode::never),
      is_rewritten_(mode == ProgressMode::always || ::isatty(STDERR_FILENO) != 0) {
  if (!is_rewritten_) next_line_ += kLineEvery;
  for (std::size_t board = 0; board < experiment.board_count(); ++board)
    total_cost_ += static_cast<double>(experiment.common().games) * experiment.game_cost(board);
  std::size_t last = 0;
  while (last + 1 < played.boards.size() && played.boards[last + 1]) ++last;
  before_ = done(last, played);
}

// Games played, and their cost with a board that a stop rule ended counted as whole.
Progress::Amount Progress::done(std::size_t board, const Played& played) {
  const auto all = static_cast<double>(experiment_.common().games);
  const auto games_of = [&](std::size_t i) {
    return played.boards[i] ? static_cast<double>(played.boards[i]->games()) : 0;
  };
  for (; counted_boards_ < board; ++counted_boards_) {
    counted_.plays += games_of(counted_boards_);
    counted_.cost += all * experiment_.game_cost(counted_boards_);
  }
  return {counted_.plays + games_of(board), counted_.cost + games_of(board) * experiment_.game_cost(board)};
}

std::string Progress::line(std::size_t board, const Played& played) {
  const double elapsed_s = std::chrono::duration<double>(Clock::now() - begin_).count();
  const Amount now = done(board, played);
  const double cost_here = now.cost - before_.cost;
  const double plays_per_s =
      (now.plays - before_.plays) * static_cast<double>(experiment_.plays_per_game()) / elapsed_s;
  std::string text = fmt::format("{:3.0f} %  ", 100 * now.cost / total_cost_);
  if (experiment_.board_count() > 1)
    text += fmt::format("board {}/{}  ", board + 1, experiment_.board_count());
  text += fmt::format("{}: game {} of {}", experiment_.board_name(board),
                      with_commas(played.boards[board]->games()), with_commas(experiment_.common().games));
  text += fmt::format("  {} games/s", with_commas(static_cast<std::uint64_t>(plays_per_s)));
  if (cost_here > 0)
    text += fmt::format("  {} left", as_duration((total_cost_ - now.cost) * elapsed_s / cost_here));
  return text + "  " + experiment_.headline(*played.boards[board]);
}

void Progress::update(std::size_t board, const Played& played) {
  if (!is_shown_ || Clock::now() < next_line_) return;
  if (is_rewritten_) {
    fmt::print(stderr, "\r{}\x1b[K", fit(line(board, played), terminal_width() - 1));
    is_on_screen_ = true;
    next_line_ = Clock::now() + kRewriteEvery;
  } else {
    fmt::print(stderr, "{}\n", line(board, played));
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

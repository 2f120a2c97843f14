#include "experiments/commands/solve_minesweeper.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <thread>

#include "experiments/commands/console.hpp"
#include "experiments/commands/option_values.hpp"
#include "experiments/commands/tablet_arguments.hpp"
#include "experiments/engine/interruption.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "solvers/minesweeper/optimal/optimal_solver.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using solvers::optimal::OptimalSolver;
using solvers::optimal::OptimalValue;

constexpr std::string_view kCommand = "solve minesweeper";
constexpr int kMostSide = 64;
constexpr std::chrono::milliseconds kLookEvery{50};
constexpr std::chrono::milliseconds kRewriteEvery{500};
constexpr std::chrono::seconds kLineEvery{30};

// Watches a search from a thread of its own: stops it when the user interrupts, and says how far it is.
class Watch {
 public:
  Watch(OptimalSolver& solver, const Interruption& interruption, ProgressMode mode)
      : solver_(solver),
        interruption_(interruption),
        is_shown_(mode != ProgressMode::never),
        is_rewritten_(mode == ProgressMode::always || ::isatty(STDERR_FILENO) != 0),
        thread_([this] { watch(); }) {}
  ~Watch() {
    {
      const std::lock_guard lock(mutex_);
      is_done_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  void watch() {
    const Clock::time_point begin = Clock::now();
    const auto every = is_rewritten_ ? Clock::duration(kRewriteEvery) : Clock::duration(kLineEvery);
    Clock::time_point next = begin + every;
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kLookEvery, [this] { return is_done_; })) {
      if (interruption_.flag()) solver_.stop();
      if (!is_shown_ || Clock::now() < next) continue;
      next += every;
      const auto elapsed_s = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin).count();
      const solvers::optimal::SearchProgress progress = solver_.progress();
      fmt::print(stderr, "{}{} s: {} positions, first cell {} of {}{}", is_rewritten_ ? "\r" : "", elapsed_s,
                 with_commas(progress.positions), progress.first_cell, progress.first_cells,
                 is_rewritten_ ? "\x1b[K" : "\n");
      is_on_screen_ = is_rewritten_;
    }
    if (is_on_screen_) fmt::print(stderr, "\r\x1b[K");
  }

  OptimalSolver& solver_;
  const Interruption& interruption_;
  bool is_shown_;
  bool is_rewritten_;
  bool is_on_screen_ = false;
  bool is_done_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

template <class Rows>
auto choice_of(std::string_view option, const std::optional<std::string>& text, const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) {
    if (!text || row.name == *text) return row;
    names.push_back(row.name);
  }
  throw InputError(fmt::format("{} is \"{}\"; {}", option, *text, json::suggest(*text, names)));
}

std::optional<int> read_int(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

sim::Cell read_cell(const std::string& text, const sim::Grid& grid) {
  const std::size_t comma = text.find(',');
  if (comma != std::string::npos) {
    const std::optional<int> row = read_int(std::string_view(text).substr(0, comma));
    const std::optional<int> col = read_int(std::string_view(text).substr(comma + 1));
    if (row && col && *row >= 0 && *row < grid.rows() && *col >= 0 && *col < grid.cols())
      return grid.at(*row, *col);
  }
  throw InputError(fmt::format("--first is \"{}\"; expected ROW,COL from 0,0 to {},{}", text, grid.rows() - 1,
                               grid.cols() - 1));
}

bj::array to_json(sim::Cell cell, const sim::Grid& grid) { return {grid.row_of(cell), grid.col_of(cell)}; }

std::string as_json(const SolveMinesweeperOptions& options, const OptimalValue& value) {
  const sim::Grid& grid = *options.grid;
  bj::object object{{"rows", grid.rows()},
                    {"cols", grid.cols()},
                    {"mines", options.mine_count},
                    {"rule", sim::name_of(options.rule)},
                    {"topology", sim::name_of(grid.topology())},
                    {"numerator", std::to_string(value.won)},
                    {"denominator", std::to_string(value.layouts)},
                    {"value", value.probability()}};
  bj::array best;
  for (const sim::Cell cell : value.best_first) best.push_back(to_json(cell, grid));
  object["best_first"] = std::move(best);
  object["first"] = nullptr;
  if (options.first) object["first"] = to_json(*options.first, grid);
  return json::to_text(object) + '\n';
}

std::string as_text(const SolveMinesweeperOptions& options, const OptimalValue& value) {
  const sim::Grid& grid = *options.grid;
  std::string text =
      fmt::format("{} x {}, {} mine{}, {}, {}: best play wins {}/{} = {:.8f}\n", grid.rows(), grid.cols(),
                  options.mine_count, options.mine_count == 1 ? "" : "s", sim::name_of(options.rule),
                  sim::name_of(grid.topology()), value.won, value.layouts, value.probability());
  text += options.first                  ? "first cell:"
          : value.best_first.size() == 1 ? "best first cell:"
                                         : "best first cells:";
  for (const sim::Cell cell : value.best_first)
    text += fmt::format(" {},{}", grid.row_of(cell), grid.col_of(cell));
  return text + '\n';
}

}  // namespace

SolveMinesweeperOptions read_solve_minesweeper(const SolveMinesweeperTexts& texts) {
  if (texts.numbers.size() != 3)
    throw InputError(fmt::format("{}: {} number{} given; expected ROWS COLS MINES", kCommand,
                                 texts.numbers.size(), texts.numbers.size() == 1 ? " is" : "s are"));
  const int rows = tablet::read_number(kCommand, "ROWS", texts.numbers[0], 1, kMostSide);
  const int cols = tablet::read_number(kCommand, "COLS", texts.numbers[1], 1, kMostSide);
  SolveMinesweeperOptions options;
  options.grid = std::make_shared<const sim::Grid>(
      rows, cols, choice_of("--topology", texts.topology, sim::kTopologies).topology);
  options.mine_count = static_cast<std::uint32_t>(
      tablet::read_number(kCommand, "MINES", texts.numbers[2], 0, kMostSide * kMostSide));
  options.rule = choice_of("--rule", texts.rule, sim::kFirstClickRules).rule;
  if (texts.first) options.first = read_cell(*texts.first, *options.grid);
  options.memory_bytes = whole_number("--memory", texts.memory, 16, 1 << 20).value_or(options.kMemoryMB)
                         << 20;
  return options;
}

int solve_minesweeper(const SolveMinesweeperOptions& options) {
  const solvers::optimal::BoardRules board{options.grid, options.mine_count, options.rule};
  if (const std::optional<std::string> refusal = OptimalSolver::refusal(board, options.memory_bytes))
    throw InputError(fmt::format("{}: the board cannot be solved: {}", kCommand, *refusal));
  std::optional<tbb::global_control> thread_limit;
  if (options.threads != 0)
    thread_limit.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
  const Interruption interruption;
  OptimalSolver solver(
      board, options.memory_bytes,
      options.threads == 1 ? solvers::optimal::Threads::one : solvers::optimal::Threads::all);
  OptimalValue value;
  try {
    const Watch watch(solver, interruption, options.progress);
    value = options.first ? solver.solve(*options.first) : solver.solve();
  } catch (const solvers::optimal::SearchStopped&) {
    print_error("interrupted");
    return 128 + interruption.signal();
  }
  print(options.json ? as_json(options, value) : as_text(options, value));
  return 0;
}

}  // namespace sapper::experiments

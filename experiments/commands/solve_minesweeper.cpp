// `sapper solve minesweeper`: the exact win probability of best play, and the best first cells. Long searches report
// their progress on standard error; an interruption ends them at once.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <charconv>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using solvers::optimal::BoardRules;
using solvers::optimal::OptimalSolver;
using solvers::optimal::OptimalValue;
using solvers::optimal::Threads;

constexpr int kMostSide = 64;
constexpr std::uint64_t kMostMB = 1 << 20;
constexpr std::chrono::milliseconds kLookEvery{50};

struct SolveMinesweeperOptions {
  int rows = 0;
  int cols = 0;
  std::uint32_t mine_count = 0;
  sim::FirstClickRule rule = sim::FirstClickRule::unprotected;
  sim::Topology topology = sim::Topology::square;
  std::optional<std::string> first;  // as written; the player chooses if not given
  std::size_t memory_mb = 1024;
  unsigned threads = 0;  // 0: all cores
  bool is_json = false;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

// Monitors a search from a separate thread: stops it on an interruption, and reports its progress.
class Watch {
 public:
  Watch(OptimalSolver& solver, const Interruption& interruption, ProgressMode mode)
      : solver_(solver), interruption_(interruption), line_(mode), thread_([this] { watch(); }) {}
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
  void watch() {
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, kLookEvery, [this] { return is_done_; })) {
      if (interruption_.flag()) solver_.stop();
      if (!line_.is_due()) continue;
      const solvers::optimal::SearchProgress progress = solver_.progress();
      line_.show(fmt::format("{:.0f} s: {} positions, first cell {} of {}", line_.elapsed_s(),
                             with_commas(progress.positions), progress.first_cell, progress.first_cells));
    }
  }

  OptimalSolver& solver_;
  const Interruption& interruption_;
  ProgressLine line_;
  bool is_done_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::thread thread_;
};

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

using FirstCell = std::optional<sim::Cell>;

bj::array to_json(sim::Cell cell, const sim::Grid& grid) { return {grid.row_of(cell), grid.col_of(cell)}; }

std::string as_json(const BoardRules& board, FirstCell first, const OptimalValue& value) {
  const sim::Grid& grid = *board.grid;
  bj::object object{{"rows", grid.rows()},
                    {"cols", grid.cols()},
                    {"mines", board.mine_count},
                    {"rule", sim::name_of(board.first_click)},
                    {"topology", sim::name_of(grid.topology())},
                    {"numerator", std::to_string(value.won)},
                    {"denominator", std::to_string(value.layouts)},
                    {"value", value.probability()}};
  bj::array best;
  for (const sim::Cell cell : value.best_first) best.push_back(to_json(cell, grid));
  object["best_first"] = std::move(best);
  object["first"] = nullptr;
  if (first) object["first"] = to_json(*first, grid);
  return json::to_text(object) + '\n';
}

std::string as_text(const BoardRules& board, FirstCell first, const OptimalValue& value) {
  const sim::Grid& grid = *board.grid;
  std::string text =
      fmt::format("{} x {}, {}, {}, {}: best play wins {}/{} = {:.8f}\n", grid.rows(), grid.cols(),
                  counted(board.mine_count, "mine"), sim::name_of(board.first_click),
                  sim::name_of(grid.topology()), value.won, value.layouts, value.probability());
  text += first ? "first cell" : value.best_first.size() == 1 ? "best first cell" : "best first cells";
  text += " (row,col from 0):";
  for (const sim::Cell cell : value.best_first)
    text += fmt::format(" {},{}", grid.row_of(cell), grid.col_of(cell));
  return text + '\n';
}

int solve(const SolveMinesweeperOptions& options) {
  const BoardRules board{std::make_shared<const sim::Grid>(options.rows, options.cols, options.topology),
                         options.mine_count, options.rule};
  const std::size_t memory = options.memory_mb << 20;
  FirstCell first;
  if (options.first) first = read_cell(*options.first, *board.grid);
  if (const std::optional<std::string> refusal = OptimalSolver::refusal(board, memory))
    throw InputError("solve minesweeper: the board cannot be solved: " + *refusal);
  std::optional<tbb::global_control> thread_limit;
  if (options.threads != 0)
    thread_limit.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
  if (!options.is_quiet) note_excess_threads(options.threads);

  const Interruption interruption;
  OptimalSolver solver(board, memory, options.threads == 1 ? Threads::one : Threads::all);
  OptimalValue value;
  try {
    const Watch watch(solver, interruption, options.is_quiet ? ProgressMode::never : options.progress);
    value = first ? solver.solve(*first) : solver.solve();
  } catch (const solvers::optimal::SearchStopped&) {
    print_error("interrupted");
    return 128 + interruption.signal();
  }
  print(options.is_json ? as_json(board, first, value) : as_text(board, first, value));
  return 0;
}

template <class Rows, class Choice>
Choices<Choice> choices_of(const Rows& rows, Choice Rows::value_type::*choice) {
  Choices<Choice> choices;
  for (const auto& row : rows) choices.emplace_back(row.name, row.*choice);
  return choices;
}

Value without_fallback(Value value) {
  value.fallback.clear();
  return value;
}

Action declare_solve_minesweeper(Syntax& syntax) {
  const auto options = std::make_shared<SolveMinesweeperOptions>();
  syntax.argument("ROWS", "rows of the board", without_fallback(whole_number(options->rows, 1, kMostSide)));
  syntax.argument("COLS", "its columns", without_fallback(whole_number(options->cols, 1, kMostSide)));
  syntax.argument("MINES", "its mines",
                  without_fallback(whole_number(options->mine_count, 0, kMostSide * kMostSide)));
  syntax.option("--rule", "RULE", "the first-click rule; see `sapper list`",
                choice(options->rule, choices_of(sim::kFirstClickRules, &sim::FirstClickRuleRow::rule)));
  syntax.option("--first", "R,C", "the first cell dug, from 0,0", text(options->first), "the player chooses");
  syntax.option("--topology", "NAME", "which cells are neighbours",
                choice(options->topology, choices_of(sim::kTopologies, &sim::TopologyRow::topology)));
  syntax.option("--memory", "MB", "the most memory to use, in megabytes",
                whole_number(options->memory_mb, 16, kMostMB));
  syntax.flag("--json", "print JSON", options->is_json);
  add_threads(syntax, options->threads);
  add_progress(syntax, options->is_quiet, options->progress);
  return [options] { return solve(*options); };
}

}  // namespace

Command solve_minesweeper_command() {
  return {.name = "minesweeper",
          .summary = "the exact win probability of best play, and the best first cells",
          .details =
              "The search is exhaustive, so only small boards can be solved: 5 x 5 with 5 mines takes "
              "seconds, and each further mine takes about ten times as long.\n\n"
              "The value is a fraction: the layouts won by best play, out of those that the rule allows.",
          .examples = {"sapper solve minesweeper 4 4 4",
                       "sapper solve minesweeper 5 5 5 --rule safe --first 0,0 --json"},
          .declare = declare_solve_minesweeper};
}

}  // namespace sapper::experiments

// `sapper solve minesweeper`: the exact win probability of best play, and the best first cells. Long searches report
// their progress on standard error; an interruption ends them at once.
#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/cell_json.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "experiments/support/watchdog.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "solvers/minesweeper/exact/optimal/optimal_solver.hpp"
#include "solvers/support/thread_arena.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using solvers::optimal::OptimalSolver;
using solvers::optimal::OptimalValue;

constexpr int kMostSide = 64;
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

using FirstCell = std::optional<sim::Cell>;

bj::object as_json(const sim::GameRules& board, FirstCell first, const OptimalValue& value) {
  const sim::Grid& grid = *board.grid;
  bj::object object{{"rows", grid.rows()},
                    {"cols", grid.cols()},
                    {"mines", board.mine_count},
                    {"rule", sim::name_of(board.first_click)},
                    {"topology", sim::name_of(grid.topology())},
                    {"numerator", std::to_string(value.won)},
                    {"denominator", std::to_string(value.layouts)},
                    {"value", value.probability()}};
  object["best_first"] = minesweeper::cells_json(grid.size(), value.best_first);
  object["first"] = first ? bj::value(minesweeper::cell_json(grid, *first)) : bj::value();
  return object;
}

std::string as_text(const sim::GameRules& board, FirstCell first, const OptimalValue& value) {
  const sim::Grid& grid = *board.grid;
  std::string text =
      fmt::format("{} x {}, {}, {}, {}: best play wins {}/{} = {:.8f}\n", grid.rows(), grid.cols(),
                  count_text(board.mine_count, "mine"), sim::name_of(board.first_click),
                  sim::name_of(grid.topology()), value.won, value.layouts, value.probability());
  text += first ? "first cell" : value.best_first.size() == 1 ? "best first cell" : "best first cells";
  text += " (row,col from 0):";
  for (const sim::Cell cell : value.best_first) text += " " + sim::cell_text(grid, cell);
  return text + '\n';
}

std::string progress_text(double elapsed_s, const solvers::optimal::SearchProgress& progress) {
  return fmt::format("{:.0f} s: {} positions, first cell {} of {}", elapsed_s,
                     with_commas(progress.positions), progress.first_cell, progress.first_cells);
}

int solve(const SolveMinesweeperOptions& options) {
  const sim::GameRules board{std::make_shared<const sim::Grid>(options.rows, options.cols, options.topology),
                             options.mine_count, options.rule};
  const std::size_t memory = options.memory_mb << 20;
  FirstCell first;
  if (options.first) first = read_cell("--first", *options.first, board.grid->size());
  if (const std::optional<std::string> refusal = OptimalSolver::refusal(board, memory))
    throw InputError("solve minesweeper: the board cannot be solved: " + *refusal);
  const auto thread_limit = solvers::limit_threads(options.threads);
  if (!options.is_quiet) note_excess_threads(options.threads);

  const Interruption interruption;
  OptimalSolver solver(board, memory,
                       options.threads == 1 ? solvers::ThreadUse::one : solvers::ThreadUse::all);
  OptimalValue value;
  try {
    ProgressLine line(options.is_quiet ? ProgressMode::never : options.progress);
    const Watchdog watchdog(kLookEvery, [&] {
      if (interruption.flag()) solver.stop();
      if (line.is_due()) line.show(progress_text(line.elapsed_s(), solver.progress()));
      return true;
    });
    value = first ? solver.solve(*first) : solver.solve();
  } catch (const solvers::optimal::SearchStopped&) {
    print_error("interrupted");
    return 128 + interruption.signal();
  }
  print(options.is_json ? json::to_text(as_json(board, first, value)) + "\n" : as_text(board, first, value));
  return 0;
}

void add_solve_minesweeper_options(CommandSyntax& syntax, SolveMinesweeperOptions& options) {
  syntax.argument("ROWS", "rows of the board", whole_number(options.rows, 1, kMostSide));
  syntax.argument("COLS", "its columns", whole_number(options.cols, 1, kMostSide));
  syntax.argument("MINES", "its mines", whole_number(options.mine_count, 0, kMostSide * kMostSide));
  add_rule(syntax, options.rule);
  syntax.option("--first", "R,C", "the first cell dug, from 0,0", text(options.first), "the player chooses");
  add_topology(syntax, options.topology);
  syntax.option("--memory", "MB", "the most memory to use, in megabytes",
                whole_number(options.memory_mb, 16, kMaxMemoryMB));
  syntax.flag("--json", "print JSON", options.is_json);
  add_threads(syntax, options.threads);
  add_progress(syntax, options.is_quiet, options.progress);
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
          .declare = declared(add_solve_minesweeper_options, solve)};
}

}  // namespace sapper::experiments

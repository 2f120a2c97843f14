// `sapper solve GAME`: exact values of games. To add one, add its command to the list at the end.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/commands/tablet_options.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/kinds/tablet/tablet_text.hpp"
#include "experiments/play/nim_play.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"
#include "solvers/nim/nim_sum.hpp"
#include "solvers/nim/solver.hpp"
#include "solvers/nim/successors.hpp"
#include "solvers/support/thread_arena.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments {

Command solve_minesweeper_command();

namespace {

namespace bj = boost::json;
using sim::nim::Heaps;
using sim::tablet::Tablet;
using solvers::nim::Algorithm;

constexpr std::uint64_t kMaxTaken = 1000;
constexpr int kMaxTableSide = 1000;

// What the games that are solved by enumerating states take.
struct SolveOptions {
  std::vector<int> heaps;
  tablet::TabletArguments tablet;
  bool is_table = false;
  solvers::nim::SolverOptions solver{.threads = solvers::ThreadUse::all, .max_bytes = std::size_t{1} << 30};
  bool is_json = false;
  unsigned threads = 0;  // 0: all cores
};

struct Solution {
  bj::object object;
  std::string text;
  std::uint64_t states = 0;  // evaluated
};

// Prints what `solve` returns, as text or as sapper-solution/1. InputError if the algorithm would need too many states,
// too much memory or too deep a recursion.
int print_solution(const char* game, const SolveOptions& options, Solution (*solve)(const SolveOptions&)) {
  const auto thread_limit = solvers::limit_threads(options.threads);
  const auto refusal = [&](const std::exception& error, const char* help, const char* raise) {
    const bool is_normalized = options.solver.algorithm == Algorithm::normalized;
    return InputError(
        fmt::format("solve {}: {}; {}{}", game, error.what(), is_normalized ? "" : help, raise));
  };
  try {
    Solution solution = solve(options);
    const std::string_view algorithm =
        solvers::nim::kAlgorithmNames[static_cast<std::size_t>(options.solver.algorithm)];
    if (!options.is_json) {
      print(fmt::format("{}algorithm {}: {} evaluated\n", solution.text, algorithm,
                        count_text(solution.states, "state")));
      return 0;
    }
    bj::object object{{"schema", "sapper-solution/1"}, {"game", game}};
    object.insert(solution.object.begin(), solution.object.end());
    object["algorithm"] = algorithm;
    object["states"] = solution.states;
    print(json::to_text(object) + "\n");
  } catch (const solvers::nim::TooManyStates& error) {
    throw refusal(error, "the algorithm normalized needs fewer, or ", "raise --max-states to allow more");
  } catch (const solvers::nim::TooMuchMemory& error) {
    throw refusal(error, "the algorithm normalized needs less, or ", "raise --memory to allow more");
  } catch (const solvers::nim::TooDeep& error) {
    throw refusal(error, "", "the algorithm normalized has no such limit");
  }
  return 0;
}

Solution heaps_solution(const SolveOptions& options) {
  const Heaps heaps(options.heaps);
  const int max_taken = options.solver.max_taken;
  const auto solver = solvers::nim::make_solver(std::span(&heaps, 1), options.solver);
  const int value = solver->value(heaps);
  Solution solution{{{"heaps", bj::array(heaps.begin(), heaps.end())}}, {}, solver->states()};
  if (max_taken != sim::nim::kNoLimit) solution.object["most_taken"] = max_taken;
  solution.object["value"] = value;
  const int sum = solvers::nim::nim_sum(heaps, max_taken);
  solution.object["nim_sum"] = sum;
  solution.object["best_move"] = nullptr;
  std::optional<sim::nim::Move> winning;
  solution.text =
      fmt::format("heap{} {}{}: value {}, {}\n", heaps.count() == 1 ? "" : "s", fmt::join(heaps, " "),
                  max_taken == sim::nim::kNoLimit ? "" : fmt::format(", taking 1 to {}", max_taken), value,
                  tablet::meaning_of(value));
  if (const auto best = solvers::nim::best_move(heaps, *solver)) {
    const Heaps next = sim::nim::after(heaps, best->move);
    const auto before = heaps[best->move.heap];
    const auto taken = before - best->move.left;
    if (sum != 0) winning = best->move;
    solution.object["best_move"] = {
        {"heap", best->move.heap}, {"take", taken}, {"leaves", bj::array(next.begin(), next.end())}};
    solution.text += fmt::format("best move: take {} from the heap of {}, which leaves {}\n", taken, before,
                                 fmt::join(next, " "));
  }
  solution.text += wrapped(nim_reasons(heaps, max_taken, winning), text_width() > 0 ? text_width() : 80);
  return solution;
}

// The values for every square as the poison.
Solution table_solution(const SolveOptions& options) {
  const Tablet size = options.tablet.size_only("solve tablet --table", kMaxTableSide);
  const auto squares = solvers::tablet::values_of_squares(size.cols, size.rows, options.solver);
  std::size_t width = 0;
  for (const int value : squares.values) width = std::max(width, std::to_string(value).size());
  Solution solution{{{"cols", size.cols}, {"rows", size.rows}}, {}, squares.states};
  bj::array rows;
  for (auto value = squares.values.begin(); value != squares.values.end();) {
    bj::array& row = rows.emplace_back(bj::array()).as_array();
    for (int col = 1; col <= size.cols; ++col, ++value) {
      row.push_back(*value);
      solution.text += fmt::format("{:>{}}{}", *value, width, col < size.cols ? ' ' : '\n');
    }
  }
  solution.object["values"] = std::move(rows);
  return solution;
}

Solution tablet_solution(const SolveOptions& options) {
  if (options.is_table) return table_solution(options);
  const Tablet tablet = options.tablet.with_poison("solve tablet");
  const auto solver = solvers::tablet::make_solver(tablet, options.solver);
  const int value = solvers::tablet::value_of(tablet, *solver);
  Solution solution{
      tablet::to_json(tablet),
      fmt::format("{}: value {}, {}\n", tablet::name_of(tablet).substr(4), value, tablet::meaning_of(value)),
      solver->states()};
  solution.object["value"] = value;
  solution.object["best_move"] = nullptr;
  if (const auto best = solvers::tablet::best_move(tablet, *solver)) {
    const Tablet next = after(tablet, best->move);
    bj::object move = tablet::to_json(best->move);
    move["leaves"] = tablet::to_json(next);
    solution.object["best_move"] = std::move(move);
    solution.text +=
        fmt::format("best move: {}, which leaves {}\n", tablet::name_of(best->move), tablet::name_of(next));
  }
  return solution;
}

int solve_nim(const SolveOptions& options) { return print_solution("nim", options, heaps_solution); }
int solve_take(const SolveOptions& options) { return print_solution("take", options, heaps_solution); }
int solve_tablet(const SolveOptions& options) { return print_solution("tablet", options, tablet_solution); }

void add_solver_options(CommandSyntax& syntax, SolveOptions& options) {
  Choices<Algorithm> algorithms;
  for (const std::string_view name : solvers::nim::kAlgorithmNames)
    algorithms.emplace_back(name, static_cast<Algorithm>(algorithms.size()));
  syntax.option("--algorithm", "NAME", "how states are stored and looked up",
                choice(options.solver.algorithm, algorithms));
  syntax.option("--max-states", "N", "give up after this many states",
                whole_number(options.solver.max_states, 1, std::numeric_limits<std::uint64_t>::max()));
  syntax.option(
      "--memory", "MB", "the most memory to use, in megabytes",
      whole_number_value(16, kMaxMemoryMB,
                         [&](std::uint64_t megabytes) { options.solver.max_bytes = megabytes << 20; }),
      std::to_string(options.solver.max_bytes >> 20));
  add_threads(syntax, options.threads);
  syntax.flag("--json", "print JSON (sapper-solution/1)", options.is_json);
}

void add_nim_options(CommandSyntax& syntax, SolveOptions& options) {
  syntax.arguments("HEAP", "the sizes of the heaps", more_whole_numbers(options.heaps, 0, sim::nim::kMaxHeap),
                   1, sim::nim::kMaxHeaps);
  add_solver_options(syntax, options);
}

void add_take_options(CommandSyntax& syntax, SolveOptions& options) {
  syntax.argument("MOST", "how many may be taken at a time",
                  whole_number(options.solver.max_taken, 1, kMaxTaken));
  syntax.argument("HEAP", "the size of the heap", more_whole_numbers(options.heaps, 0, sim::nim::kMaxHeap));
  add_solver_options(syntax, options);
}

void add_tablet_options(CommandSyntax& syntax, SolveOptions& options) {
  tablet::add_arguments(syntax, options.tablet, tablet::RequiredArguments::size);
  syntax.flag("--table", "every square as the poison; expects only COLS ROWS", options.is_table);
  add_solver_options(syntax, options);
}

}  // namespace

Command solve_command() {
  return {
      .name = "solve",
      .summary = "compute exact values: best play of Minesweeper, the poisoned tablet, Nim",
      .examples = {"sapper solve minesweeper 5 5 5", "sapper solve tablet 100 100 50 50",
                   "sapper solve nim 3 4 5"},
      .subcommands = {solve_minesweeper_command(),
                      {.name = "tablet",
                       .summary = "the value and best move of a poisoned tablet",
                       .details = "A value above 0 means that the player to move wins in that many moves; 0 "
                                  "or below, that they lose.",
                       .examples = {"sapper solve tablet 100 100 50 50", "sapper solve tablet 9 7 --table"},
                       .declare = declared(add_tablet_options, solve_tablet)},
                      {.name = "nim",
                       .summary = "the value and best move of Nim, and why",
                       .details =
                           "The value is the number of moves until the end, above 0 where the player to "
                           "move wins. That does not need it: the nim-sum, the XOR of the heaps, tells "
                           "who wins and which moves do so; it is explained below the best move.",
                       .examples = {"sapper solve nim 3 4 5"},
                       .declare = declared(add_nim_options, solve_nim)},
                      {.name = "take",
                       .summary = "the same for one heap, from which at most MOST are taken at a time",
                       .examples = {"sapper solve take 3 21"},
                       .declare = declared(add_take_options, solve_take)}},
      .subcommand_kind = "game"};
}

}  // namespace sapper::experiments

// `sapper solve GAME`: exact values of games. To add one, declare its function and add it to the list.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/tablet/tablet_experiment.hpp"
#include "experiments/support/json/writer.hpp"
#include "solvers/nim/solver.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments {

Command solve_minesweeper_command();
Command solve_tablet_command();
Command solve_nim_command();
Command solve_take_command();

Command solve_command() {
  return {.name = "solve",
          .summary = "compute exact values: best play of Minesweeper, the poisoned tablet, Nim",
          .examples = {"sapper solve minesweeper 5 5 5", "sapper solve tablet 100 100 50 50",
                       "sapper solve nim 3 4 5"},
          .subcommands = {solve_minesweeper_command(), solve_tablet_command(), solve_nim_command(),
                          solve_take_command()},
          .subcommand_kind = "game"};
}

// `sapper solve nim HEAP...` and `sapper solve take MOST HEAP`: Nim, and a single heap from which a limited number may
// be taken at a time.

namespace {

namespace bj = boost::json;
using sim::nim::Heaps;

constexpr std::uint64_t kMaxTaken = 1000;

struct HeapsOptions {
  std::vector<int> heaps;
  nim::SolveOptions solve;
};

bj::object solution_json(const char* game, const HeapsOptions& options, const Heaps& heaps, int value,
                         solvers::nim::Solver& solver) {
  bj::object object = nim::solution_object(game);
  object["heaps"] = bj::array(heaps.begin(), heaps.end());
  if (options.solve.solver.max_taken != sim::nim::kNoLimit)
    object["most_taken"] = options.solve.solver.max_taken;
  object["value"] = value;
  object["best_move"] = nullptr;
  const std::uint64_t states = solver.states();
  if (const auto best = solvers::nim::best_move(heaps, solver)) {
    const Heaps next = sim::nim::after(heaps, best->move);
    object["best_move"] = {{"heap", best->move.heap},
                           {"take", heaps[best->move.heap] - best->move.left},
                           {"leaves", bj::array(next.begin(), next.end())}};
  }
  nim::add_effort(object, options.solve, states);
  return object;
}

std::string heaps_solution(const char* game, const HeapsOptions& options) {
  const Heaps heaps(options.heaps);
  const auto solver = solvers::nim::make_solver(std::span(&heaps, 1), options.solve.solver);
  const int value = solver->value(heaps);
  if (options.solve.is_json) return json::to_text(solution_json(game, options, heaps, value, *solver)) + '\n';
  const std::uint64_t states = solver->states();
  const int max_taken = options.solve.solver.max_taken;
  std::string text =
      fmt::format("heap{} {}{}: value {}, {}\n", heaps.count() == 1 ? "" : "s", fmt::join(heaps, " "),
                  max_taken == sim::nim::kNoLimit ? "" : fmt::format(", taking 1 to {}", max_taken), value,
                  tablet::meaning_of(value));
  if (const auto best = solvers::nim::best_move(heaps, *solver)) {
    const Heaps next = sim::nim::after(heaps, best->move);
    text +=
        fmt::format("best move: take {} from the heap of {}, which leaves {}\n",
                    heaps[best->move.heap] - best->move.left, heaps[best->move.heap], fmt::join(next, " "));
  }
  return text + nim::effort_line(options.solve, states);
}

Action declare_nim(Syntax& syntax) {
  const auto options = std::make_shared<HeapsOptions>();
  syntax.arguments("HEAP", "the sizes of the heaps",
                   more_whole_numbers(options->heaps, 0, sim::nim::kMaxHeap), 1, sim::nim::kMaxHeaps);
  nim::add_solve_options(syntax, options->solve);
  return [options] {
    return nim::print_solution("solve nim", options->solve, [&] { return heaps_solution("nim", *options); });
  };
}

Action declare_take(Syntax& syntax) {
  const auto options = std::make_shared<HeapsOptions>();
  Value most = whole_number(options->solve.solver.max_taken, 1, kMaxTaken);
  most.fallback.clear();
  syntax.argument("MOST", "how many may be taken at a time", std::move(most));
  syntax.argument("HEAP", "the size of the heap", more_whole_numbers(options->heaps, 0, sim::nim::kMaxHeap));
  nim::add_solve_options(syntax, options->solve);
  return [options] {
    return nim::print_solution("solve take", options->solve,
                               [&] { return heaps_solution("take", *options); });
  };
}

}  // namespace

Command solve_nim_command() {
  return {.name = "nim",
          .summary = "the value and best move of Nim",
          .examples = {"sapper solve nim 3 4 5"},
          .declare = declare_nim};
}

Command solve_take_command() {
  return {.name = "take",
          .summary = "the same for one heap, from which at most MOST are taken at a time",
          .examples = {"sapper solve take 3 21"},
          .declare = declare_take};
}

// `sapper solve tablet`: the value of a poisoned tablet, or with --table the values for every square as the poison.

namespace {

namespace bj = boost::json;
using sim::tablet::Tablet;

constexpr const char* kCommand = "solve tablet";
constexpr int kMaxTableSide = 1000;

struct SolveTabletOptions {
  tablet::TabletArguments tablet;
  bool is_table = false;
  nim::SolveOptions solve;
};

std::string table_solution(const SolveTabletOptions& options) {
  const Tablet size = options.tablet.size_only("solve tablet --table", kMaxTableSide);
  const auto squares = solvers::tablet::values_of_squares(size.cols, size.rows, options.solve.solver);
  const auto value_at = [&](int col, int row) {
    return squares.values[static_cast<std::size_t>(row) * static_cast<std::size_t>(size.cols) +
                          static_cast<std::size_t>(col)];
  };
  if (options.solve.is_json) {
    bj::object object = nim::solution_object("tablet");
    object["cols"] = size.cols;
    object["rows"] = size.rows;
    bj::array rows;
    for (int row = 0; row < size.rows; ++row) {
      bj::array values;
      for (int col = 0; col < size.cols; ++col) values.push_back(value_at(col, row));
      rows.push_back(std::move(values));
    }
    object["values"] = std::move(rows);
    nim::add_effort(object, options.solve, squares.states);
    return json::to_text(object) + '\n';
  }
  std::size_t width = 0;
  for (const int value : squares.values) width = std::max(width, std::to_string(value).size());
  std::string text;
  for (int row = 0; row < size.rows; ++row)
    for (int col = 0; col < size.cols; ++col)
      text += fmt::format("{:>{}}{}", value_at(col, row), width, col + 1 < size.cols ? ' ' : '\n');
  return text + nim::effort_line(options.solve, squares.states);
}

std::string tablet_solution(const SolveTabletOptions& options) {
  const Tablet tablet = options.tablet.with_poison(kCommand);
  const auto solver = solvers::tablet::make_solver(tablet, options.solve.solver);
  const int value = solvers::tablet::value_of(tablet, *solver);
  const std::uint64_t states = solver->states();
  const auto best = solvers::tablet::best_move(tablet, *solver);
  if (options.solve.is_json) {
    bj::object object = nim::solution_object("tablet");
    for (const auto& member : tablet::to_json(tablet)) object[member.key()] = member.value();
    object["value"] = value;
    object["best_move"] = nullptr;
    if (best) {
      bj::object move = tablet::to_json(best->move);
      move["leaves"] = tablet::to_json(after(tablet, best->move));
      object["best_move"] = std::move(move);
    }
    nim::add_effort(object, options.solve, states);
    return json::to_text(object) + '\n';
  }
  std::string text =
      fmt::format("{}: value {}, {}\n", tablet::name_of(tablet).substr(4), value, tablet::meaning_of(value));
  if (best)
    text += fmt::format("best move: {}, which leaves {}\n", tablet::name_of(best->move),
                        tablet::name_of(after(tablet, best->move)));
  return text + nim::effort_line(options.solve, states);
}

Action declare_solve_tablet(Syntax& syntax) {
  const auto options = std::make_shared<SolveTabletOptions>();
  tablet::add_arguments(syntax, options->tablet, tablet::Needed::size);
  syntax.flag("--table", "every square as the poison; expects only COLS ROWS", options->is_table);
  nim::add_solve_options(syntax, options->solve);
  return [options] {
    return nim::print_solution(kCommand, options->solve, [&] {
      return options->is_table ? table_solution(*options) : tablet_solution(*options);
    });
  };
}

}  // namespace

Command solve_tablet_command() {
  return {.name = "tablet",
          .summary = "the value and best move of a poisoned tablet",
          .details =
              "A value above 0 means that the player to move wins in that many moves; 0 or below, that they "
              "lose.",
          .examples = {"sapper solve tablet 100 100 50 50", "sapper solve tablet 9 7 --table"},
          .declare = declare_solve_tablet};
}

}  // namespace sapper::experiments

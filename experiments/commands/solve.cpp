#include "experiments/commands/solve.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <string_view>

#include "experiments/commands/console.hpp"
#include "experiments/commands/tablet_arguments.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "experiments/tablet/drawing.hpp"
#include "solvers/nim/outcome.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using sim::nim::Heaps;
using sim::tablet::Tablet;
using solvers::nim::SolverOptions;

constexpr int kMaxTableSide = 1000;
constexpr int kMaxTaken = 1000;

SolverOptions solver_options(const SolveOptions& options) {
  SolverOptions solver;
  solver.threads = solvers::nim::Threads::all;
  if (options.max_states) solver.max_states = *options.max_states;
  if (!options.algorithm) return solver;
  const auto& names = solvers::nim::kAlgorithmNames;
  const auto found = std::find(names.begin(), names.end(), *options.algorithm);
  if (found == names.end())
    throw InputError(fmt::format("--algorithm is \"{}\"; {}", *options.algorithm,
                                 json::suggest(*options.algorithm, names)));
  solver.algorithm = static_cast<solvers::nim::Algorithm>(found - names.begin());
  return solver;
}

std::string_view name_of(solvers::nim::Algorithm algorithm) {
  return solvers::nim::kAlgorithmNames[static_cast<std::size_t>(algorithm)];
}

bj::object solution(std::string_view game) { return {{"schema", "sapper-solution/1"}, {"game", game}}; }

void add_effort(bj::object& object, const SolverOptions& options, std::uint64_t states) {
  object["algorithm"] = name_of(options.algorithm);
  object["states"] = states;
}
std::string effort(const SolverOptions& options, std::uint64_t states) {
  return fmt::format("{}: {} state{}\n", name_of(options.algorithm), with_commas(states),
                     states == 1 ? "" : "s");
}

std::string solve_table(const SolveOptions& options, const SolverOptions& solver) {
  const Tablet size = tablet::read_size(options.numbers, "solve tablet --table", kMaxTableSide);
  const auto squares = solvers::tablet::values_of_squares(size.cols, size.rows, solver);
  const auto value_at = [&](int col, int row) {
    return squares.values[static_cast<std::size_t>(row) * static_cast<std::size_t>(size.cols) +
                          static_cast<std::size_t>(col)];
  };
  if (options.json) {
    bj::object object = solution("tablet");
    object["cols"] = size.cols;
    object["rows"] = size.rows;
    bj::array rows;
    for (int row = 0; row < size.rows; ++row) {
      bj::array values;
      for (int col = 0; col < size.cols; ++col) values.push_back(value_at(col, row));
      rows.push_back(std::move(values));
    }
    object["values"] = std::move(rows);
    add_effort(object, solver, squares.states);
    return json::to_text(object) + '\n';
  }
  std::size_t width = 0;
  for (const int value : squares.values) width = std::max(width, std::to_string(value).size());
  std::string text;
  for (int row = 0; row < size.rows; ++row)
    for (int col = 0; col < size.cols; ++col)
      text += fmt::format("{:>{}}{}", value_at(col, row), width, col + 1 < size.cols ? ' ' : '\n');
  return text + effort(solver, squares.states);
}

std::string solve_tablet(const SolveOptions& options, const SolverOptions& solver_options) {
  const Tablet tablet = tablet::read_tablet(options.numbers, "solve tablet");
  const auto solver = solvers::tablet::make_solver(tablet, solver_options);
  const int value = solvers::tablet::value_of(tablet, *solver);
  const std::uint64_t states = solver->states();
  const auto best = solvers::tablet::best_move(tablet, *solver);
  if (options.json) {
    bj::object object = solution("tablet");
    for (const auto& member : tablet::to_json(tablet)) object[member.key()] = member.value();
    object["value"] = value;
    object["best_move"] = nullptr;
    if (best) {
      bj::object move = tablet::to_json(best->move);
      move["leaves"] = tablet::to_json(after(tablet, best->move));
      object["best_move"] = std::move(move);
    }
    add_effort(object, solver_options, states);
    return json::to_text(object) + '\n';
  }
  std::string text =
      fmt::format("{}: value {}, {}\n", tablet::name_of(tablet).substr(4), value, tablet::meaning_of(value));
  if (best)
    text += fmt::format("best move: {}, which leaves {}\n", tablet::name_of(best->move),
                        tablet::name_of(after(tablet, best->move)));
  return text + effort(solver_options, states);
}

std::string solve_heaps(const SolveOptions& options, const SolverOptions& solver_options,
                        const Heaps& heaps) {
  const auto solver = solvers::nim::make_solver(std::span(&heaps, 1), solver_options);
  const int value = solver->value(heaps);
  const std::uint64_t states = solver->states();
  const auto best = solvers::nim::best_move(heaps, *solver);
  const bool is_limited = solver_options.most_taken != sim::nim::kNoLimit;
  if (options.json) {
    bj::object object = solution(options.game);
    object["heaps"] = bj::array(heaps.begin(), heaps.end());
    if (is_limited) object["most_taken"] = solver_options.most_taken;
    object["value"] = value;
    object["best_move"] = nullptr;
    if (best) {
      const Heaps next = sim::nim::after(heaps, best->move);
      object["best_move"] = {{"heap", best->move.heap},
                             {"take", heaps[best->move.heap] - best->move.left},
                             {"leaves", bj::array(next.begin(), next.end())}};
    }
    add_effort(object, solver_options, states);
    return json::to_text(object) + '\n';
  }
  std::string text =
      fmt::format("heap{} {}{}: value {}, {}\n", heaps.count() == 1 ? "" : "s", fmt::join(heaps, " "),
                  is_limited ? fmt::format(", taking 1 to {}", solver_options.most_taken) : "", value,
                  tablet::meaning_of(value));
  if (best) {
    const Heaps next = sim::nim::after(heaps, best->move);
    text +=
        fmt::format("best move: take {} from the heap of {}, which leaves {}\n",
                    heaps[best->move.heap] - best->move.left, heaps[best->move.heap], fmt::join(next, " "));
  }
  return text + effort(solver_options, states);
}

std::string solve_nim(const SolveOptions& options, const SolverOptions& solver) {
  if (options.numbers.empty() || options.numbers.size() > sim::nim::kMaxHeaps)
    throw InputError(fmt::format("solve nim: {} heaps are given; expected the sizes of 1 to {} heaps",
                                 options.numbers.size(), sim::nim::kMaxHeaps));
  std::vector<int> sizes;
  for (const std::string& text : options.numbers)
    sizes.push_back(tablet::read_number("solve nim", "a heap", text, 0, sim::nim::kMaxHeap));
  return solve_heaps(options, solver, Heaps(sizes));
}

std::string solve_take(const SolveOptions& options, SolverOptions solver) {
  if (options.numbers.size() != 2)
    throw InputError(
        fmt::format("solve take: {} number{} given; expected K N: the most that is taken at a time, and the "
                    "size of the heap",
                    options.numbers.size(), options.numbers.size() == 1 ? " is" : "s are"));
  solver.most_taken =
      tablet::read_number("solve take", "K, the most that is taken,", options.numbers[0], 1, kMaxTaken);
  const int heap =
      tablet::read_number("solve take", "N, the heap,", options.numbers[1], 0, sim::nim::kMaxHeap);
  return solve_heaps(options, solver, {heap});
}

}  // namespace

std::string solution_of(const SolveOptions& options) {
  constexpr std::array<std::string_view, 3> kGames{"tablet", "nim", "take"};
  const SolverOptions solver = solver_options(options);
  if (options.table && options.game != "tablet") throw InputError("solve: --table goes with the tablet only");
  try {
    if (options.game == "tablet" && options.table) return solve_table(options, solver);
    if (options.game == "tablet") return solve_tablet(options, solver);
    if (options.game == "nim") return solve_nim(options, solver);
    if (options.game == "take") return solve_take(options, solver);
  } catch (const solvers::nim::TooManyStates& error) {
    throw InputError(fmt::format("solve {}: {}; {}--max-states allows more", options.game, error.what(),
                                 solver.algorithm == solvers::nim::Algorithm::normalized
                                     ? ""
                                     : "the algorithm normalized needs fewer, "));
  } catch (const solvers::nim::TooDeep& error) {
    throw InputError(fmt::format("solve {}: {}; the algorithm normalized looks as far as need be",
                                 options.game, error.what()));
  }
  throw InputError(
      fmt::format("solve: \"{}\" is no game; {}", options.game, json::suggest(options.game, kGames)));
}

int solve(const SolveOptions& options) {
  std::optional<tbb::global_control> thread_limit;
  if (options.threads != 0)
    thread_limit.emplace(tbb::global_control::max_allowed_parallelism, options.threads);
  print(solution_of(options));
  return 0;
}

}  // namespace sapper::experiments

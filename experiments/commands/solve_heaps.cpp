// `sapper solve nim HEAP...` and `sapper solve take MOST HEAP`: Nim, and a single heap from which a limited number may
// be taken at a time.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/commands/nim_options.hpp"
#include "experiments/kinds/tablet/drawing.hpp"
#include "experiments/support/json/writer.hpp"
#include "solvers/nim/outcome.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments {
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

}  // namespace sapper::experiments

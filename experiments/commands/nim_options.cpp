#include "experiments/commands/nim_options.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "solvers/nim/outcome.hpp"

namespace sapper::experiments::nim {
namespace {

using solvers::nim::Algorithm;

constexpr std::uint64_t kDefaultMB = 1024;
constexpr std::uint64_t kMostMB = 1 << 20;

std::string_view name_of(Algorithm algorithm) {
  return solvers::nim::kAlgorithmNames[static_cast<std::size_t>(algorithm)];
}

}  // namespace

void add_solve_options(Syntax& syntax, SolveOptions& options) {
  options.solver.threads = solvers::nim::Threads::all;
  Choices<Algorithm> algorithms;
  for (std::size_t i = 0; i < solvers::nim::kAlgorithmNames.size(); ++i)
    algorithms.emplace_back(std::string(solvers::nim::kAlgorithmNames[i]), static_cast<Algorithm>(i));
  syntax.option("--algorithm", "NAME", "how states are stored and looked up",
                choice(options.solver.algorithm, algorithms));
  syntax.option("--max-states", "N", "give up after this many states",
                whole_number(options.solver.max_states, 1, std::numeric_limits<std::uint64_t>::max()));
  options.solver.max_bytes = kDefaultMB << 20;
  Value memory = whole_number_value(
      16, kMostMB, [&options](std::uint64_t megabytes) { options.solver.max_bytes = megabytes << 20; });
  memory.fallback = std::to_string(kDefaultMB);
  syntax.option("--memory", "MB", "the most memory to use, in megabytes", std::move(memory));
  add_threads(syntax, options.threads);
  syntax.flag("--json", "print JSON (sapper-solution/1)", options.is_json);
}

int print_solution(const std::string& command, const SolveOptions& options,
                   const std::function<std::string()>& solve) {
  const auto thread_limit = limit_threads(options.threads);
  const bool is_normalized = options.solver.algorithm == Algorithm::normalized;
  try {
    print(solve());
  } catch (const solvers::nim::TooManyStates& error) {
    throw InputError(fmt::format("{}: {}; {}raise --max-states to allow more", command, error.what(),
                                 is_normalized ? "" : "the algorithm normalized needs fewer, or "));
  } catch (const solvers::nim::TooMuchMemory& error) {
    throw InputError(fmt::format("{}: {}; {}raise --memory to allow more", command, error.what(),
                                 is_normalized ? "" : "the algorithm normalized needs less, or "));
  } catch (const solvers::nim::TooDeep& error) {
    throw InputError(
        fmt::format("{}: {}; the algorithm normalized has no such limit", command, error.what()));
  }
  return 0;
}

boost::json::object solution_object(std::string_view game) {
  return {{"schema", "sapper-solution/1"}, {"game", game}};
}

void add_effort(boost::json::object& object, const SolveOptions& options, std::uint64_t states) {
  object["algorithm"] = name_of(options.solver.algorithm);
  object["states"] = states;
}

std::string effort_line(const SolveOptions& options, std::uint64_t states) {
  return fmt::format("{}: {} state{}\n", name_of(options.solver.algorithm), with_commas(states),
                     states == 1 ? "" : "s");
}

}  // namespace sapper::experiments::nim

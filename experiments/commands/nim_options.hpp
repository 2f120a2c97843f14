// What the commands that solve games by enumerating states share: options, and the report of their effort.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "experiments/cli/syntax.hpp"
#include "solvers/nim/solver.hpp"

namespace sapper::experiments::nim {

struct SolveOptions {
  solvers::nim::SolverOptions solver;
  bool is_json = false;  // sapper-solution/1 instead of text
  unsigned threads = 0;  // 0: all cores
};

// --algorithm, --max-states, --memory, --threads, --json.
void add_solve_options(Syntax& syntax, SolveOptions& options);

// Prints the result of `solve`, computed on options.threads threads. InputError, starting with `command`, if the
// algorithm would need too many states, too much memory or too deep a recursion. Returns the exit status, 0.
int print_solution(const std::string& command, const SolveOptions& options,
                   const std::function<std::string()>& solve);

boost::json::object solution_object(std::string_view game);
void add_effort(boost::json::object& object, const SolveOptions& options, std::uint64_t states);
std::string effort_line(const SolveOptions& options, std::uint64_t states);

}  // namespace sapper::experiments::nim

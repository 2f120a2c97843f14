// `sapper solve tablet`: the value of a poisoned tablet, or with --table the values for every square as the poison.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <memory>
#include <string>

#include "experiments/cli/command.hpp"
#include "experiments/commands/nim_options.hpp"
#include "experiments/commands/tablet_arguments.hpp"
#include "experiments/kinds/tablet/drawing.hpp"
#include "experiments/support/json/writer.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments {
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

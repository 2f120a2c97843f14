#include "experiments/commands/analyze.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <optional>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/position_json.hpp"
#include "experiments/commands/console.hpp"
#include "experiments/support/errors.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments {
namespace {

std::string answer(const sim::PositionText& text, const AnalyzeOptions& options) {
  const sim::Position position = sim::make_position(text, options.flags);
  try {
    const solvers::Analysis analysis = solvers::analyze(position.view, position.trusted_mines, options.seed);
    if (options.json) return minesweeper::analysis_json(position.view, analysis);
    return minesweeper::analysis_drawing(
        position.view, analysis, are_colours_wanted() ? minesweeper::Colours::on : minesweeper::Colours::off);
  } catch (const solvers::ComponentTooWide& error) {
    throw RunError(fmt::format("{}:{}: {}", text.file, text.mines_place.line, error.what()));
  } catch (const solvers::InconsistentPosition& error) {
    const sim::Cell cell = error.inconsistency().cell;
    const sim::Grid& grid = *position.grid;
    const sim::TextPlace place = cell == sim::kNoCell
                                     ? text.mines_place
                                     : sim::place_of_cell(text, grid.row_of(cell), grid.col_of(cell));
    throw InputError::at(text.file, place.line, place.column,
                         "no layout of mines fits this position: " + error.inconsistency().message);
  }
}

// Answers each position of a file of JSON objects as soon as it is read, so that a mistake later in the file
// costs none of the answers before it.
void answer_all(const sim::Input& input, const AnalyzeOptions& options) {
  minesweeper::JsonPositionReader reader(input);
  bool is_first = true;
  while (const auto text = reader.next()) {
    const std::string answered = answer(*text, options);
    if (!options.json && !is_first) print("\n");
    print(answered);
    is_first = false;
  }
}

}  // namespace

int analyze(const AnalyzeOptions& options) {
  std::optional<tbb::global_control> thread_limit;
  if (options.threads != 0)
    thread_limit.emplace(tbb::global_control::max_allowed_parallelism, options.threads);

  const sim::Input input = sim::read_input(options.position);
  if (minesweeper::is_json(input))
    answer_all(input, options);
  else
    print(answer(sim::parse_position_text(input), options));
  return 0;
}

}  // namespace sapper::experiments

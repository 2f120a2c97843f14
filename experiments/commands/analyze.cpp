#include "experiments/commands/analyze.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>

#include <memory>
#include <optional>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/board_svg.hpp"
#include "experiments/analysis/position_json.hpp"
#include "experiments/commands/command.hpp"
#include "experiments/commands/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/counting/counting.hpp"

namespace sapper::experiments {
namespace {

void write_picture(const std::filesystem::path& path, std::string_view svg) {
  AtomicFile file(resolve_output(path));
  file.write(svg);
  file.commit();
}

std::string analysis_of(const sim::PositionText& text, const AnalyzeOptions& options) {
  const sim::Position position =
      sim::make_position(text, options.trusts_flags ? sim::FlagMeaning::evidence : sim::FlagMeaning::mark);
  try {
    const solvers::Analysis analysis = solvers::analyze(position.view, position.trusted_mines, options.seed);
    if (options.svg) write_picture(*options.svg, minesweeper::analysis_svg(position.view, analysis));
    if (options.json) return minesweeper::analysis_json(position.view, analysis);
    return minesweeper::analysis_drawing(
        position.view, analysis, are_colours_wanted() ? minesweeper::Colours::on : minesweeper::Colours::off,
        terminal_columns());
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

// Analyses each position of a file of JSON objects as soon as it is read, so that an error later in the file
// does not suppress the results before it.
void analyze_all(const sim::Input& input, const AnalyzeOptions& options) {
  minesweeper::JsonPositionReader reader(input);
  bool is_first = true;
  while (const auto text = reader.next()) {
    if (options.svg && !is_first)
      throw InputError::at(text->file, text->mines_place.line, 1, "a second position; -o draws one position");
    const std::string analysis = analysis_of(*text, options);
    if (!options.json && !is_first) print("\n");
    print(analysis);
    is_first = false;
  }
}

}  // namespace

int analyze(const AnalyzeOptions& options) {
  std::optional<tbb::global_control> thread_limit;
  if (options.threads != 0)
    thread_limit.emplace(tbb::global_control::max_allowed_parallelism, options.threads);

  if (options.svg && lower_case(options.svg->extension().string()) != ".svg")
    throw InputError::in_file(options.svg->string(), "expected a name that ends in .svg");
  if (options.svg) check_output(*options.svg);
  const sim::Input input = sim::read_input(options.position);
  if (minesweeper::is_json(input))
    analyze_all(input, options);
  else
    print(analysis_of(sim::parse_position_text(input), options));
  return 0;
}

namespace {

Action declare(Syntax& syntax) {
  const auto options = std::make_shared<AnalyzeOptions>();
  syntax.argument("POSITION", "a position file, as text or JSON; - reads standard input",
                  path(options->position));
  syntax.option("-o, --output", "BOARD", "draw the position, .svg", path(options->svg));
  syntax.flag("--json", "print JSON (sapper-analysis/1), one line per position", options->json);
  syntax.flag("--trust-flags", "take every flag for a mine", options->trusts_flags);
  add_threads(syntax, options->threads);
  add_seed(syntax, options->seed);
  return [options] { return analyze(*options); };
}

}  // namespace

Command analyze_command() {
  return {
      .name = "analyze",
      .summary = "the exact posterior of a position, and each strategy's move",
      .details =
          "Counts all layouts of the mines that fit what is shown: P(mine) of every hidden cell, the "
          "cells that are certainly free or mines, the components, and each strategy's move.\n\n"
          "A position file gives the mine count, then one line per row: 0-8 shown numbers, . hidden, F "
          "hidden and flagged. Text after # is a comment.\n\n"
          "  mines 2\n"
          "  topology square\n"
          "  .1.1.\n"
          "  .1.1.\n\n"
          "Or JSON, one object per line: {\"rows\":2,\"cols\":5,\"mines\":2,\"cells\":[\".1.1.\",\".1.1.\"]}",
      .examples = {"sapper analyze data/positions/expert_midgame.txt",
                   "sapper analyze data/positions/expert_midgame.txt -o board.svg",
                   "sapper analyze - --json < positions.jsonl"},
      .declare = declare};
}

}  // namespace sapper::experiments

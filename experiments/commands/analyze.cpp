// `sapper analyze POSITION`: the exact posterior of a position, or of each position of a file of JSON objects.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/any_position.hpp"
#include "experiments/analysis/board_svg.hpp"
#include "experiments/analysis/graph_analysis_text.hpp"
#include "experiments/analysis/graph_svg.hpp"
#include "experiments/analysis/position_reader.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/figures/svg_conversion.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/support/input_text.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/support/thread_arena.hpp"

namespace sapper::experiments {
namespace {

using minesweeper::WhatIfDug;

struct AnalyzeOptions {
  std::filesystem::path position;                // "-": standard input
  bool trusts_flags = false;                     // a flag is evidence of a mine rather than a mark
  std::optional<std::filesystem::path> picture;  // -o: of the one position; .svg, .pdf or .png
  bool force = false;                            // replaces an existing picture
  std::optional<std::string> what_if;            // ROW,COL: the cell whose dig is analysed
  std::optional<std::string> explain;            // ROW,COL: the certain cell whose proof is sought
  bool leaves_out_moves = false;                 // omits the strategies' moves
  unsigned jobs = 1;                             // positions of standard input to analyse in parallel
  bool json = false;       // one object per position (sapper-analysis/1) instead of a drawing
  unsigned threads = 0;    // 0: all cores
  std::uint64_t seed = 0;  // of the strategies' random choices
};

// The file of -o, which holds one picture: of the first position.
class Picture {
 public:
  Picture(const std::filesystem::path& file, const InputFiles& inputs, OverwritePolicy existing)
      : format_(figures::format_of(file)), file_(file, inputs, existing) {}

  // InputError for a second position.
  void claim(const std::string& file, sim::TextPlace place) {
    if (is_claimed_.exchange(true))
      throw InputError::at(file, place.line, 1, "a second position; -o draws one position");
  }
  void write(std::string_view svg) { file_.write_whole(figures::convert_svg(svg, format_)); }

 private:
  figures::ImageFormat format_;
  OutputFile file_;
  std::atomic<bool> is_claimed_ = false;
};

// Why a dig there has no outcomes, or empty if it has.
std::string why_no_dig(const sim::View& view, const solvers::Analysis& analysis, sim::RowCol place) {
  const sim::Grid& grid = view.grid();
  if (place.row >= grid.rows() || place.col >= grid.cols())
    return fmt::format("the cell is not on the board, whose cells are {}", sim::cell_range(grid.size()));
  const sim::Cell cell = grid.at(place.row, place.col);
  if (view.is_shown(cell)) return "the cell is shown already";
  return analysis.p_mine[cell] >= 1 ? "the cell is certainly a mine" : "";
}

WhatIfDug what_if_dug(const sim::Position& position, const solvers::Analysis& analysis, sim::RowCol place) {
  WhatIfDug what_if{place, {}, why_no_dig(position.view, analysis, place)};
  if (!what_if.why_none.empty()) return what_if;
  try {
    what_if.outcomes =
        solvers::dig_outcomes(position.view, position.trusted_mines, position.grid->at(place.row, place.col));
  } catch (const solvers::ComponentTooWide& error) {
    what_if.why_none = error.what();
  }
  return what_if;
}

solvers::Proof find_proof(const std::string& given, const sim::Position& position,
                          const solvers::Analysis& analysis) {
  const sim::Cell cell = read_cell("--explain", given, position.grid->size());
  if (position.view.is_shown(cell))
    throw InputError::in_value("--explain", given, "that cell is shown; expected a hidden one");
  const double p_mine = analysis.p_mine[cell];
  if (p_mine > 0 && p_mine < 1)
    throw InputError::in_value(
        "--explain", given,
        fmt::format(
            "that cell is not certain (P(mine) {:.6g}); expected one that is certainly safe or a mine",
            p_mine));
  if (std::optional<solvers::Proof> proof = solvers::prove(position.view, position.trusted_mines, cell))
    return *std::move(proof);
  throw RunError(fmt::format(
      "--explain {}: that cell is certainly {}, but it would take too long to find the numbers that prove it",
      given, p_mine > 0 ? "a mine" : "safe"));
}

// The cell of --what-if, possibly not on the board.
sim::RowCol what_if_place(const std::string& given) {
  constexpr sim::BoardSize kLargest{sim::Grid::kMaxSide, sim::Grid::kMaxSide};
  if (const auto cell = sim::parse_cell(given, kLargest)) return sim::row_col_of(kLargest, *cell);
  throw InputError::in_value(
      "--what-if", given,
      fmt::format("expected ROW,COL, two whole numbers from 0 to {}", sim::Grid::kMaxSide - 1));
}

// InputError for the options that not every position has. why: such as `is on a lattice`.
void refuse_digs(const AnalyzeOptions& options, std::string_view why) {
  for (const std::string_view option :
       {options.what_if ? "--what-if" : "", options.explain ? "--explain" : ""})
    if (!option.empty())
      throw InputError(fmt::format(
          "{} is for squares, tori and hexagons with a number of mines; this position {}", option, why));
}

std::string analysis_of(const sim::PositionText& text, const AnalyzeOptions& options, Picture* picture) {
  if (picture != nullptr) picture->claim(text.file, text.mines_place);
  if (text.density) refuse_digs(options, "has no number of mines");
  const sim::Position position = sim::make_position_of_any_prior(
      text, options.trusts_flags ? sim::FlagMeaning::evidence : sim::FlagMeaning::mark);
  try {
    const solvers::Analysis analysis =
        position.density
            ? solvers::analyze_without_count(position.view, position.trusted_mines, *position.density)
            : solvers::analyze(position.view, position.trusted_mines, options.seed,
                               options.leaves_out_moves ? solvers::Moves::left_out : solvers::Moves::listed);
    std::optional<WhatIfDug> what_if;
    if (options.what_if) what_if = what_if_dug(position, analysis, what_if_place(*options.what_if));
    const WhatIfDug* const dug = what_if ? &*what_if : nullptr;
    std::optional<minesweeper::ExplainedCell> explanation;
    if (options.explain) {
      explanation.emplace().proof = find_proof(*options.explain, position, analysis);
      explanation->argument =
          minesweeper::argument_of(position.view, position.trusted_mines, explanation->proof);
    }
    const minesweeper::ExplainedCell* const explained = explanation ? &*explanation : nullptr;
    if (picture != nullptr) {
      picture->write(
          minesweeper::analysis_svg(position.view, analysis, explanation ? &explanation->proof : nullptr));
      if (minesweeper::is_drawn_as_heat_map(*position.grid))
        print_error(fmt::format(
            "{}: drawn as a heat map, since a board of more than {} rows or columns is too large for numbers",
            printable_file(*options.picture), minesweeper::kMaxNumberedSide));
    }
    if (options.json)
      return minesweeper::analysis_json(position.view, analysis, dug, explained, position.density);
    return minesweeper::analysis_drawing(
        position.view, analysis,
        are_colours_wanted() ? minesweeper::ColourMode::on : minesweeper::ColourMode::off,
        static_cast<int>(text_width()), dug, explained, position.density);
  } catch (const solvers::ComponentTooWide& error) {
    throw RunError(fmt::format("{}:{}: {}", text.file, text.mines_place.line, error.what()));
  } catch (const solvers::InconsistentPosition& error) {
    const sim::Cell cell = error.inconsistency().cell;
    const sim::Grid& grid = *position.grid;
    const sim::TextPlace place = cell == sim::kNoCell
                                     ? text.mines_place
                                     : sim::place_of_cell(text, grid.row_of(cell), grid.col_of(cell));
    throw InputError::at(
        text.file, place,
        "no layout of mines is consistent with this position: " + error.inconsistency().message);
  }
}

std::string analysis_of(const minesweeper::PlacedGraphPosition& placed, const AnalyzeOptions& options,
                        Picture* picture) {
  refuse_digs(options, placed.board ? "is on a lattice" : "is on a graph");
  if (picture != nullptr) {
    picture->claim(placed.file, placed.mines_place);
    if (const std::string why = minesweeper::why_not_drawn(placed); !why.empty())
      throw InputError::at(placed.file, placed.mines_place, why);
  }
  sim::GraphPosition position = placed.position;
  if (options.trusts_flags) position.known_mines = placed.flagged;
  const solvers::CellNames names{
      [&](sim::Cell cell) { return placed.board ? placed.board->name_of(cell) : std::to_string(cell); },
      placed.board ? minesweeper::convention_of(placed) : "cells from 0"};
  try {
    const solvers::Analysis analysis = solvers::analyze_graph(position, names);
    if (picture != nullptr) picture->write(minesweeper::graph_analysis_svg(placed, analysis));
    return options.json ? minesweeper::graph_analysis_json(placed, analysis)
                        : minesweeper::graph_analysis_text(placed, analysis, static_cast<int>(text_width()));
  } catch (const solvers::ComponentTooWide& error) {
    throw RunError(fmt::format("{}:{}: {}", placed.file, placed.mines_place.line, error.what()));
  } catch (const solvers::InconsistentPosition& error) {
    const sim::Cell cell = error.inconsistency().cell;
    throw InputError::at(
        placed.file, cell == sim::kNoCell ? placed.mines_place : placed.shown_places[cell],
        "no layout of mines is consistent with this position: " + error.inconsistency().message);
  }
}

std::string analysis_of(const minesweeper::AnyPosition& position, const AnalyzeOptions& options,
                        Picture* picture) {
  return std::visit([&](const auto& of_kind) { return analysis_of(of_kind, options, picture); }, position);
}

// Analyses each position of a file of JSON objects as soon as it is read, so that an error later in the file does not
// suppress earlier results. wanted: the number of the one to analyse, from 1; 0: all.
void analyze_all(minesweeper::PositionReader& reader, std::uint64_t wanted, const AnalyzeOptions& options,
                 Picture* picture) {
  bool is_first = true;
  std::uint64_t number = 0;
  while (auto request = reader.next_object()) {
    ++number;
    const minesweeper::AnyPosition position = minesweeper::parse_any_position(*std::move(request));
    if (wanted != 0 && wanted != number) continue;
    const std::string analysis = analysis_of(position, options, picture);
    if (!options.json && !is_first) print("\n");
    const auto& name =
        std::visit([](const auto& of_kind) -> const std::string& { return of_kind.name; }, position);
    if (!options.json && (wanted != 0 || number > 1 || !name.empty()))
      print(fmt::format("{}#{}{}{}\n", printable_file(reader.file()), number, name.empty() ? "" : ": ",
                        printable(name)));
    print(analysis);
    if (number == wanted) return;
    is_first = false;
  }
  if (wanted > number) throw sim::no_such_number({reader.file(), {}, wanted}, number, "position");
}

// Analyses positions as they arrive, several at a time, and prints the results in the order of the input. The thread
// that reads a position also analyses it, so that no result waits for the next position. Returns the exit status: that
// of the worst error. Throws if reading or writing fails.
int answer_all(minesweeper::PositionReader& reader, const AnalyzeOptions& options, Picture* picture) {
  struct Query {
    minesweeper::PositionRequest request;
    std::string text;   // for standard output
    std::string error;  // for standard error
    int status = 0;
  };
  const auto answer = [&](Query& query) {
    const auto fail = [&](const std::exception& error, int status) {
      query.text = options.json ? minesweeper::error_json(error.what()) : "";
      query.error = error.what();
      query.status = status;
    };
    try {
      query.text = analysis_of(minesweeper::parse_any_position(std::move(query.request)), options, picture);
      query.error.clear();
      query.status = 0;
    } catch (const InputError& error) {
      fail(error, 2);
    } catch (const RunError& error) {
      fail(error, 1);
    }
  };
  std::vector<Query> in_flight(options.jobs);
  int status = 0;
  bool has_drawn = false;
  in_order(
      on_plain_threads(options.jobs), in_flight,
      [&](Query& query) {
        auto request = reader.next_object();
        if (!request) return false;
        query.request = *std::move(request);
        return true;
      },
      [&](Query& query, std::size_t) { answer(query); },
      [&](const Query& query) {
        if (!options.json && !query.text.empty() && std::exchange(has_drawn, true)) print("\n");
        print(query.text);
        flush_output();
        if (!query.error.empty()) print_error(query.error);
        status = std::max(status, query.status);
      });
  return status;
}

// Prints to standard output; returns the exit status. InputError if the file is invalid or no layout satisfies
// one of its positions; the results of those before it have been printed. JSON objects on standard input are answered
// one by one and immediately, errors included; the status is then 2 (or 1) if there was an error.
int analyze(const AnalyzeOptions& options) {
  const auto thread_limit = solvers::limit_threads(options.threads);
  std::optional<Picture> file;
  if (options.picture) {
    InputFiles inputs;
    inputs.add(options.position);
    file.emplace(*options.picture, inputs, overwrite_policy(options.force));
  }
  Picture* const picture = file ? &*file : nullptr;
  const bool is_standard_input = options.position == "-";
  const sim::NumberedPath numbered = sim::parse_numbered_path(options.position);
  if (!is_standard_input)
    refuse_other_kinds(numbered.file, {FileKind::position, FileKind::board}, "a position");
  minesweeper::PositionReader reader =
      is_standard_input ? minesweeper::PositionReader(STDIN_FILENO)
                        : minesweeper::PositionReader(sim::read_numbered_input(options.position));
  if (!reader.begins_with_object())
    print(analysis_of(minesweeper::any_position_of(sim::parse_position_text(reader.take_all())), options,
                      picture));
  else if (is_standard_input)
    return answer_all(reader, options, picture);
  else
    analyze_all(reader, numbered.number, options, picture);
  return 0;
}

void add_analyze_options(CommandSyntax& syntax, AnalyzeOptions& options) {
  syntax.argument("POSITION", "a position file, as text or JSON; - reads standard input",
                  path(options.position));
  syntax.option("-o, --output", "BOARD", "draw the position: .svg, .pdf or .png", path(options.picture));
  add_force(syntax, options.force);
  syntax.flag("--json", "print JSON (sapper-analysis/1), one line per position", options.json);
  syntax.flag("--trust-flags", "treat every flag as a mine", options.trusts_flags);
  syntax.option("--what-if", "R,C", "show the outcomes of digging this hidden cell, or why it has none",
                text(options.what_if));
  syntax.option("--explain", "R,C",
                "say why this cell is certain, step by step, from as few shown numbers as can be found",
                text(options.explain));
  syntax.flag("--no-moves", "omit the strategies' moves, which take most of the time",
              options.leaves_out_moves);
  syntax.option("--jobs", "N", "positions of standard input to analyse in parallel",
                whole_number(options.jobs, 1, kMaxThreads));
  add_threads(syntax, options.threads);
  add_seed(syntax, options.seed);
}

}  // namespace

Command analyze_command() {
  return {
      .name = "analyze",
      .summary = "the exact posterior of a position, and each strategy's move",
      .details =
          "Counts all layouts of the mines consistent with what is shown: P(mine) of every hidden cell, the "
          "cells that are certainly free or mines, the components, and each strategy's move.\n\n"
          "A position file gives the mine count, then one line per row: 0-8 shown numbers, . hidden, F "
          "hidden and flagged. Text after # is a comment. Of several positions in a file, FILE#2 is the "
          "second. A line of `sapper positions` is a position, too, and one of `sapper boards` is what its "
          "first dig shows.\n\n"
          "  mines 2\n"
          "  topology square\n"
          "  .1.1.\n"
          "  .1.1.\n\n"
          "Or JSON, one object per line: "
          "{\"rows\":2,\"cols\":5,\"mines\":2,\"cells\":[\".1.1.\",\".1.1.\"]}\n\n"
          "`mines *` in place of a count (\"mines\":\"*\" in JSON) is for positions whose mines nobody has "
          "counted: every "
          "layout that meets the numbers weighs the same. `density 0.2` (\"density\":0.2) makes each cell a "
          "mine with "
          "that probability, independently.\n\n"
          "`topology` may name a lattice (`sapper list`), whose rows hold numbers in base 36: `topology "
          "triangle`, or "
          "`topology cube26` and `layers 3`, the rows of layer after layer.\n\n"
          "A board may also be a graph, in JSON: for each cell the cells whose mines it counts, and the "
          "numbers "
          "shown, null where hidden. \"graph\": FILE takes the cells from a file (sapper-graph/1).\n\n"
          "  {\"sees\":[[1,2],[0],[0]],\"mines\":1,\"shown\":[1,null,null]}\n\n"
          "--explain finds shown numbers, as few as possible, that together prove that a cell is safe or a "
          "mine, says whether a smaller set may exist, and argues from them cell by cell; the mine count is "
          "used only where all numbers do not suffice.\n\n"
          "-o draws a board of up to 256 rows and columns with its numbers, a larger one as a heat map; "
          "lattices "
          "by their outlines, graphs by their places.\n\n"
          "Objects on standard input are answered one by one, so that another program can query sapper. For "
          "an invalid object, the place and the reason of the error are printed, and the next one is read.",
      .examples = {"sapper analyze data/positions/expert_midgame.txt",
                   "sapper analyze data/positions/expert_midgame.txt -o board.svg",
                   "sapper analyze data/positions/one_two_one.txt --explain 2,2",
                   "sapper analyze - --json < positions.jsonl"},
      .declare = declared(add_analyze_options, analyze)};
}

}  // namespace sapper::experiments

// `sapper analyze POSITION`: the exact posterior of a position, or of each position of a file of JSON objects.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <optional>
#include <span>
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
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/grid.hpp"
#include "sim/support/input_text.hpp"
#include "solvers/minesweeper/analysis/analysis.hpp"
#include "solvers/minesweeper/analysis/dig_outcomes.hpp"
#include "solvers/minesweeper/analysis/graph_analysis.hpp"
#include "solvers/minesweeper/analysis/proof.hpp"
#include "solvers/minesweeper/counting/counting.hpp"
#include "solvers/support/thread_arena.hpp"

namespace sapper::experiments {
namespace {

using minesweeper::ExplainedCell;
using minesweeper::WhatIfDug;

struct AnalyzeOptions {
  std::filesystem::path position;                // "-": standard input
  bool trusts_flags = false;                     // a flag is evidence of a mine rather than a mark
  std::optional<std::filesystem::path> picture;  // -o: of the one position; .svg, .pdf or .png
  bool force = false;                            // replaces an existing picture
  std::optional<std::string> what_if;            // the cell whose dig is analysed
  std::optional<std::string> explain;            // the certain cell whose proof is sought
  bool leaves_out_moves = false;                 // omits the strategies' moves
  unsigned jobs = 1;                             // positions of standard input to analyse in parallel
  bool json = false;       // one object per position (sapper-analysis/1) instead of a drawing
  unsigned threads = 0;    // 0: all cores
  std::uint64_t seed = 0;  // of the strategies' random choices

  solvers::Moves moves() const {
    return leaves_out_moves ? solvers::Moves::left_out : solvers::Moves::listed;
  }
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

// Positions as --what-if and --explain ask about them, on the planes and on lattices and graphs: two classes with the same
// functions.
class AskedOnGrid {
 public:
  explicit AskedOnGrid(const sim::Position& position) : position_(position) {
    if (position.density)
      without_count_ = solvers::without_count(position.view, position.trusted_mines, *position.density);
  }

  // The cell with these coordinates; nullopt if there is none.
  std::optional<sim::Cell> cell_at(std::span<const std::uint64_t> coordinates) const {
    const auto [rows, cols] = size();
    if (coordinates[0] >= static_cast<std::uint64_t>(rows) ||
        coordinates[1] >= static_cast<std::uint64_t>(cols))
      return std::nullopt;
    return position_.grid->at(static_cast<int>(coordinates[0]), static_cast<int>(coordinates[1]));
  }
  std::size_t coordinate_count() const { return 2; }
  std::string range() const { return sim::cell_range(size()); }  // of its cells
  bool is_hidden(sim::Cell cell) const { return position_.view.is_hidden(cell); }
  std::vector<solvers::DigOutcome> outcomes(sim::Cell cell) const {
    return without_count_ ? solvers::dig_outcomes(*without_count_, cell)
                          : solvers::dig_outcomes(position_.view, position_.trusted_mines, cell);
  }
  std::optional<solvers::Proof> prove(sim::Cell cell) const {
    return without_count_ ? solvers::prove(*without_count_, cell)
                          : solvers::prove(position_.view, position_.trusted_mines, cell);
  }
  std::vector<minesweeper::ProofSentence> argument(const solvers::Proof& proof) const {
    return minesweeper::argument_of(position_.view, position_.trusted_mines, proof);
  }

 private:
  sim::BoardSize size() const { return position_.grid->size(); }

  const sim::Position& position_;
  std::optional<sim::GraphPosition> without_count_;  // where the mine count is not known
};

class AskedOnGraph {
 public:
  // position: that of `placed`, with its known mines.
  AskedOnGraph(const minesweeper::PlacedGraphPosition& placed, const sim::GraphPosition& position)
      : placed_(placed), position_(position) {}

  std::optional<sim::Cell> cell_at(std::span<const std::uint64_t> coordinates) const {
    if (placed_.board) return placed_.board->cell_at(coordinates);
    if (coordinates.front() >= position_.graph->cell_count()) return std::nullopt;
    return static_cast<sim::Cell>(coordinates.front());
  }
  std::size_t coordinate_count() const { return placed_.board ? placed_.board->has_layers() ? 3 : 2 : 1; }
  std::string range() const {
    const auto name = minesweeper::names_on(placed_);
    const sim::Cell last = position_.graph->cell_count() - 1;
    return last == 0 ? name(0) : fmt::format("{} to {}", name(0), name(last));
  }
  bool is_hidden(sim::Cell cell) const { return position_.is_hidden(cell); }
  std::vector<solvers::DigOutcome> outcomes(sim::Cell cell) const {
    return solvers::dig_outcomes(position_, cell);
  }
  std::optional<solvers::Proof> prove(sim::Cell cell) const { return solvers::prove(position_, cell); }
  std::vector<minesweeper::ProofSentence> argument(const solvers::Proof& proof) const {
    return minesweeper::argument_of(position_, proof, minesweeper::names_on(placed_));
  }

 private:
  const minesweeper::PlacedGraphPosition& placed_;
  const sim::GraphPosition& position_;
};

constexpr std::array<std::string_view, 3> kCellForms{"a cell", "ROW,COL", "LAYER,ROW,COL"};
constexpr std::array<std::string_view, 3> kNumbersOfACell{"a whole number", "two whole numbers",
                                                          "three whole numbers"};

// The numbers of a cell, up to the largest that any board has; nullopt if they are others or more.
std::optional<std::vector<std::uint64_t>> coordinates_in(std::string_view text, std::size_t count,
                                                         std::uint64_t most) {
  std::vector<std::uint64_t> coordinates;
  for (const std::string_view part : split(text, ",")) {
    const auto number = sim::parse_whole_number(part, most);
    if (!number) return std::nullopt;
    coordinates.push_back(*number);
  }
  return coordinates.size() == count ? std::optional(std::move(coordinates)) : std::nullopt;
}

// Position: AskedOnGrid or AskedOnGraph.
template <class Position>
WhatIfDug what_if_dug(const std::string& given, const Position& position, const solvers::Analysis& analysis) {
  const std::size_t count = position.coordinate_count();
  const std::uint64_t most = (count == 1 ? sim::Graph::kMaxCells : sim::Grid::kMaxSide) - 1;
  const auto coordinates = coordinates_in(given, count, most);
  if (!coordinates)
    throw InputError::in_value(
        "--what-if", given,
        fmt::format("expected {}, {} from 0 to {}", kCellForms[count - 1], kNumbersOfACell[count - 1], most));
  WhatIfDug what_if{*coordinates, {}, {}};
  const std::optional<sim::Cell> cell = position.cell_at(*coordinates);
  if (!cell)
    what_if.why_none = "the cell is not on the board, whose cells are " + position.range();
  else if (!position.is_hidden(*cell))
    what_if.why_none = "the cell is shown already";
  else if (analysis.p_mine[*cell] >= 1)
    what_if.why_none = "the cell is certainly a mine";
  if (!what_if.why_none.empty()) return what_if;
  try {
    what_if.outcomes = position.outcomes(*cell);
    what_if.p_mine = analysis.p_mine[*cell];
  } catch (const solvers::ComponentTooWide& error) {
    what_if.why_none = error.what();
  }
  return what_if;
}

template <class Position>
ExplainedCell explain(const std::string& given, const Position& position, const solvers::Analysis& analysis) {
  const std::size_t count = position.coordinate_count();
  const auto coordinates = coordinates_in(given, count, sim::Graph::kMaxCells - 1);
  const std::optional<sim::Cell> cell = coordinates ? position.cell_at(*coordinates) : std::nullopt;
  if (!cell)
    throw InputError::in_value("--explain", given,
                               fmt::format("expected {} from {}", kCellForms[count - 1], position.range()));
  if (!position.is_hidden(*cell))
    throw InputError::in_value("--explain", given, "that cell is shown; expected a hidden one");
  const double p_mine = analysis.p_mine[*cell];
  if (p_mine > 0 && p_mine < 1)
    throw InputError::in_value(
        "--explain", given,
        fmt::format(
            "that cell is not certain (P(mine) {:.6g}); expected one that is certainly safe or a mine",
            p_mine));
  if (std::optional<solvers::Proof> proof = position.prove(*cell)) return {*proof, position.argument(*proof)};
  throw RunError(fmt::format(
      "--explain {}: that cell is certainly {}, but it would take too long to find the numbers that prove it",
      given, p_mine > 0 ? "a mine" : "safe"));
}

// What the options ask about a position.
struct Answers {
  std::optional<WhatIfDug> what_if;
  std::optional<ExplainedCell> explanation;

  const WhatIfDug* dug() const { return what_if ? &*what_if : nullptr; }
  const ExplainedCell* explained() const { return explanation ? &*explanation : nullptr; }
  const solvers::Proof* proof() const { return explanation ? &explanation->proof : nullptr; }
};
template <class Position>
Answers answers_of(const AnalyzeOptions& options, const Position& position,
                   const solvers::Analysis& analysis) {
  Answers answers;
  if (options.what_if) answers.what_if = what_if_dug(*options.what_if, position, analysis);
  if (options.explain) answers.explanation = explain(*options.explain, position, analysis);
  return answers;
}

std::string analysis_of(const sim::PositionText& text, const AnalyzeOptions& options, Picture* picture) {
  if (picture != nullptr) picture->claim(text.file, text.mines_place);
  const sim::Position position = sim::make_position_of_any_prior(
      text, options.trusts_flags ? sim::FlagMeaning::evidence : sim::FlagMeaning::mark);
  try {
    const solvers::Analysis analysis =
        position.density
            ? solvers::analyze_without_count(position.view, position.trusted_mines, *position.density)
            : solvers::analyze(position.view, position.trusted_mines, options.seed, options.moves());
    const Answers answers = answers_of(options, AskedOnGrid(position), analysis);
    if (picture != nullptr) {
      picture->write(minesweeper::analysis_svg(position.view, analysis, answers.proof(), position.density));
      if (minesweeper::is_drawn_as_heat_map(*position.grid))
        print_error(fmt::format(
            "{}: drawn as a heat map, since a board of more than {} rows or columns is too large for numbers",
            printable_file(*options.picture), minesweeper::kMaxNumberedSide));
    }
    if (options.json)
      return minesweeper::analysis_json(position.view, analysis, answers.dug(), answers.explained(),
                                        position.density);
    return minesweeper::analysis_drawing(
        position.view, analysis,
        are_colours_wanted() ? minesweeper::ColourMode::on : minesweeper::ColourMode::off,
        static_cast<int>(text_width()), answers.dug(), answers.explained(), position.density);
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
  if (picture != nullptr) {
    picture->claim(placed.file, placed.mines_place);
    if (const std::string why = minesweeper::why_not_drawn(placed); !why.empty())
      throw InputError::at(placed.file, placed.mines_place, why);
  }
  sim::GraphPosition position = placed.position;
  if (options.trusts_flags) position.known_mines = placed.flagged;
  const solvers::CellNames names{minesweeper::names_on(placed),
                                 placed.board ? minesweeper::convention_of(placed) : "cells from 0"};
  try {
    const solvers::Analysis analysis = solvers::analyze_graph(position, names, options.moves(), options.seed);
    const Answers answers = answers_of(options, AskedOnGraph(placed, position), analysis);
    if (picture != nullptr)
      picture->write(minesweeper::graph_analysis_svg(placed, analysis, answers.proof()));
    return options.json
               ? minesweeper::graph_analysis_json(placed, analysis, answers.dug(), answers.explained())
               : minesweeper::graph_analysis_text(placed, analysis, static_cast<int>(text_width()),
                                                  answers.dug(), answers.explained());
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
          "In layers a cell is LAYER,ROW,COL, on a graph its number.\n\n"
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

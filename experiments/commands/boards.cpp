// `sapper boards`: layouts drawn uniformly, all or those that need no guess, as files.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/analysis/board_sheet.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/board_options.hpp"
#include "experiments/commands/resumable.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/figures/image_format.hpp"
#include "experiments/figures/render.hpp"
#include "experiments/figures/svg_conversion.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_files.hpp"
#include "experiments/kinds/minesweeper/boards/board_generator.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_file.hpp"
#include "experiments/kinds/minesweeper/boards/lattice_file.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_steps.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/board_file.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/graph.hpp"
#include "sim/minesweeper/graph_game_rules.hpp"
#include "sim/minesweeper/lattice.hpp"
#include "sim/support/input_text.hpp"
#include "sim/support/standard_error.hpp"

namespace sapper::experiments {
namespace {

using minesweeper::BoardRequest;
using minesweeper::GeneratedBoard;
using minesweeper::Guessing;

constexpr std::uint64_t kMostBoards = 1'000'000'000;

constexpr std::uint64_t kMostOnSheets = 1200;

enum class BoardFormat : std::uint8_t { jsonl, text, mbf, svg, pdf, png };

// The format of a sheet's pages; nullopt of other formats.
std::optional<figures::ImageFormat> sheet_format(BoardFormat format) {
  switch (format) {
    case BoardFormat::svg:
      return figures::ImageFormat::svg;
    case BoardFormat::pdf:
      return figures::ImageFormat::pdf;
    case BoardFormat::png:
      return figures::ImageFormat::png;
    default:
      return std::nullopt;
  }
}

struct BoardsOptions {
  BoardOptions board;
  std::optional<std::string> topology;
  std::optional<int> layers;
  std::optional<std::filesystem::path> graph;
  BoardRequest request;
  bool needs_no_guess = false;
  std::optional<Guessing> method;
  std::optional<std::uint32_t> steps;
  std::uint64_t count = 1;
  std::uint64_t first = 0;
  std::filesystem::path output = "-";
  std::optional<BoardFormat> named_format;
  std::optional<std::uint64_t> per_page;
  std::optional<std::string> title;
  unsigned threads = 0;  // 0: all cores
  ResumeOptions resumed;
  bool is_quiet = false;
  bool force = false;

  // Pictures are known by the file's ending, too.
  BoardFormat format() const {
    if (named_format) return *named_format;
    const std::string ending = lower_case(output.extension().string());
    return ending == ".svg"   ? BoardFormat::svg
           : ending == ".pdf" ? BoardFormat::pdf
           : ending == ".png" ? BoardFormat::png
                              : BoardFormat::jsonl;
  }
};

using minesweeper::Board;

// Lines name files as they are found beside them.
void take_topology(const BoardsOptions& options, Board& board) {
  minesweeper::take_topology(*options.topology, options.board.level.value_or(""), options.layers, board);
  if (!board.file.empty()) board.file = minesweeper::name_beside(board.file, options.output);
}

void take_graph(const BoardsOptions& options, Board& board) {
  if (options.board.level || options.board.rows || options.board.cols || options.topology || options.layers)
    throw InputError(
        "--graph: a graph is a board by itself, without --level, --rows, --cols, --layers or "
        "--topology");
  if (!options.board.mines) throw InputError("--graph needs --mines");
  minesweeper::take_graph(*options.graph, board);
  board.file = minesweeper::name_beside(*options.graph, options.output);
  board.mines = *options.board.mines;
}

// What lattices and graphs do not have.
void refuse_on_graphs(const BoardsOptions& options, const BoardRequest& request) {
  const std::string name = shape_text(request.board);
  if (!sim::is_for_graphs(request.rule))
    throw InputError(
        fmt::format("--rule {}: {} has no corners to keep free", sim::name_of(request.rule), name));
  const bool is_drawn = minesweeper::is_drawn(*request.board.graph_board);
  const bool has_map = options.format() == BoardFormat::text && !request.board.is_graph();
  if (options.format() != BoardFormat::jsonl && !has_map && !(is_drawn && sheet_format(options.format())))
    throw InputError(fmt::format("--format: boards on {} are written as jsonl{}{}", name,
                                 request.board.is_graph() ? "" : ", text",
                                 is_drawn ? ", svg, pdf or png" : ""));
}

// ROW,COL; LAYER,ROW,COL; of a graph a number.
sim::Cell named_cell(const std::string& text, const Board& board) {
  std::vector<std::uint64_t> numbers;
  for (const std::string_view part : split(text, ","))
    numbers.push_back(parse_whole_number(part, sim::Graph::kMaxCells).value_or(sim::Graph::kMaxCells));
  if (const auto cell = cell_at(board, numbers)) return *cell;
  throw InputError::in_value("--cell", text,
                             fmt::format("expected {}, from 0, of a cell of {}",
                                         board.is_graph() ? "a number"
                                         : board.layers() ? "LAYER,ROW,COL"
                                                          : "ROW,COL",
                                         shape_text(board)));
}

BoardRequest checked_request(const BoardsOptions& options) {
  BoardRequest request = options.request;
  if (options.graph) {
    take_graph(options, request.board);
  } else {
    take_board(options.board, request.board);
    if (options.topology)
      take_topology(options, request.board);
    else if (options.layers)
      throw InputError("--layers needs --topology, a lattice in layers");
  }
  if (request.board.graph_board) refuse_on_graphs(options, request);
  request.first = options.board.cell && request.board.graph_board
                      ? named_cell(*options.board.cell, request.board)
                      : first_cell_of(options.board, request.board, request.rule);
  request.board.guessing =
      options.needs_no_guess ? options.method.value_or(Guessing::none) : Guessing::allowed;
  request.walk_steps = options.steps.value_or(minesweeper::kWalkSteps);
  const auto refuse_if = [](bool is_wrong, const std::string& why) {
    if (is_wrong) throw InputError(why);
  };
  const std::string mines = check_mines(request.board, request.rule, request.first);
  refuse_if(options.needs_no_guess && request.board.mines == request.board.cell_count(),
            fmt::format("--no-guess: {} leave no cell to dig", mines));
  refuse_if(options.method && !options.needs_no_guess,
            "--method needs --no-guess: other boards are drawn in one way");
  refuse_if(options.steps && request.board.guessing != Guessing::walked,
            "--steps needs --method walk: other methods take no steps");
  refuse_if(request.is_certified && !options.needs_no_guess,
            "--certificate needs --no-guess: other boards may need a guess");
  refuse_if(request.is_certified && options.format() != BoardFormat::jsonl,
            "--certificate needs --format jsonl: other formats do not hold it");
  refuse_if(options.format() == BoardFormat::mbf && std::max(request.board.rows, request.board.cols) > 255,
            fmt::format("--format mbf: its boards have at most 255 rows and columns, not {} x {}",
                        request.board.rows, request.board.cols));
  const bool is_sheet = sheet_format(options.format()).has_value();
  refuse_if(options.per_page && !is_sheet, "--per-page needs --format svg, pdf or png: sheets have pages");
  refuse_if(options.title && !is_sheet, "--title needs --format svg, pdf or png: sheets have titles");
  refuse_if(
      is_sheet && options.count > kMostOnSheets,
      fmt::format("--count {}: sheets hold at most {} boards", options.count, with_commas(kMostOnSheets)));
  return request;
}

bool is_uniform(const BoardRequest& request) {
  return request.board.guessing == Guessing::allowed || request.board.guessing == Guessing::none;
}

OverwritePolicy existing_of(const BoardsOptions& options) {
  return options.output == "-" ? overwrite_policy(options.force)
                               : existing_output(options.force, options.resumed, options.output);
}

// The files that it writes, if a command that goes on may find them all written; a file of each board is compared with the
// board drawn again.
std::vector<std::filesystem::path> outputs_of(const BoardsOptions& options, const BoardRequest& request) {
  const std::optional<figures::ImageFormat> sheet = sheet_format(options.format());
  const bool has_several =
      sheet ? sheet != figures::ImageFormat::pdf : options.format() == BoardFormat::mbf && options.count > 1;
  if (options.output == "-") return {};
  if (!has_several) return {options.output};
  std::vector<std::filesystem::path> pages;
  if (!sheet || !has_number_sign(options.output)) return pages;
  const minesweeper::BoardSheets sheets(request, options.count, options.per_page, "");
  for (std::uint64_t page = 1; page <= sheets.page_count(options.count); ++page)
    pages.push_back(numbered_file(options.output, page));
  return pages;
}

// Writes boards to one output, to one MBF file each, or to sheets.
class BoardOutput {
 public:
  BoardOutput(const BoardsOptions& options, const BoardRequest& request)
      : options_(options), format_(options.format()), request_(request) {
    if (sheet_format(format_))
      open_sheets();
    else if (format_ != BoardFormat::mbf || options.count == 1)
      output_.emplace(options.output, InputFiles(), existing_of(options));
    else if (options.output == "-")
      throw InputError("--format mbf writes one file per board; expected -o FILE with several boards");
    else
      check_files();
  }

  // line: of the board, as JSON.
  void write(const GeneratedBoard& board, const std::string& line) {
    if (sheets_)
      sheets_->add(board);
    else if (output_)
      output_->write(text_of(board, line));
    else
      write_file(file_of(board.number), text_of(board, line));
    ++count_;
    tries_ += board.tries;
  }
  // Puts what was written in place.
  void finish() {
    if (sheets_ && count_ == 0) return;
    if (sheets_) write_sheets();
    if (output_) output_->commit();
  }

  // Whether a file has the output's own name, and not a number in addition.
  bool is_named() const { return output_.has_value(); }
  std::uint64_t count() const { return count_; }
  std::uint64_t tries() const { return tries_; }

 private:
  // boards-7.mbf, of boards.mbf and of boards.
  std::filesystem::path file_of(std::uint64_t number) const {
    std::filesystem::path file = options_.output;
    const bool has_ending = lower_case(file.extension().string()) == ".mbf";
    const std::string ending = has_ending ? file.extension().string() : ".mbf";
    const std::string name = (has_ending ? file.stem() : file.filename()).string();
    file.replace_filename(fmt::format("{}-{}{}", name, number, ending));
    return file;
  }
  // The pages of a PDF are in one file, others in one each; all are opened before the first board is drawn.
  void open_sheets() {
    sheets_.emplace(request_, options_.count, options_.per_page, options_.title.value_or(""));
    if (format_ == BoardFormat::pdf) {
      output_.emplace(options_.output, InputFiles(), existing_of(options_));
      return;
    }
    const std::uint64_t pages = sheets_->page_count(options_.count);
    if (!has_number_sign(options_.output)) {
      const std::string_view name = figures::name_of(*sheet_format(format_));
      throw InputError(fmt::format(
          "--format {}: there are {} pages, of puzzles and then of solutions; expected -o with %d for their "
          "numbers, such as {}, or --format pdf",
          name, pages,
          options_.output == "-" ? fmt::format("boards-%d.{}", name)
                                 : shell_quoted_file(with_number_sign(options_.output).string())));
    }
    for (std::uint64_t page = 1; page <= pages; ++page)
      pages_.push_back(std::make_unique<OutputFile>(numbered_file(options_.output, page), InputFiles(),
                                                    existing_of(options_)));
  }
  void write_sheets() {
    const std::vector<std::string> drawn = sheets_->pages();
    if (output_) return output_->write(figures::pdf_of_pages(drawn));
    for (std::size_t i = 0; i < drawn.size(); ++i)
      pages_[i]->write_whole(figures::convert_svg(drawn[i], *sheet_format(format_)));
  }
  // An interrupted command has written the first ones.
  void write_file(const std::filesystem::path& file, const std::string& text) const {
    if (options_.resumed.resume && holds_something(file) && sim::read_input(file).content == text) return;
    OutputFile(file, InputFiles(), overwrite_policy(options_.force)).write_whole(text);
  }
  // Refuses before the first board is drawn.
  void check_files() const {
    check_output(file_of(options_.first + options_.count - 1));  // the longest name
    for (std::uint64_t i = 0; !options_.force && !options_.resumed.resume && i < options_.count; ++i) {
      const std::filesystem::path file = file_of(options_.first + i);
      if (holds_something(file))
        throw InputError::in_file(file.string(),
                                  "exists already; choose another output, or add --force to replace it");
    }
  }

  sim::Grid grid() const {
    const Board& board = request_.board;
    return {board.rows, board.cols, board.topology};
  }
  // The rows of a lattice; those of layers follow one another.
  std::string lattice_map(const GeneratedBoard& board) const {
    std::string map;
    for (sim::Cell cell = 0; cell < request_.board.cell_count(); ++cell) {
      map += std::ranges::binary_search(board.mines, cell) ? '*' : '.';
      if ((cell + 1) % static_cast<sim::Cell>(request_.board.cols) == 0) map += '\n';
    }
    return map;
  }
  std::string first_text() const {
    const Board& board = request_.board;
    return board.graph_board ? board.graph_board->name_of(request_.first)
                             : sim::cell_text(board.size(), request_.first);
  }

  std::string text_of(const GeneratedBoard& board, const std::string& line) const {
    if (format_ == BoardFormat::jsonl) return line + '\n';
    std::ostringstream out;
    if (format_ == BoardFormat::mbf) {
      sim::write_mbf(out, grid(), board.mines);
      return std::move(out).str();
    }
    out << fmt::format(
        "{}# board {}: first dig at {}; 3BV {}{}\n", count_ == 0 ? "" : "\n", board.number, first_text(),
        board.statistics.three_bv,
        is_uniform(request_)
            ? ""
            : fmt::format("; method {}, not uniform", minesweeper::row_of(request_.board.guessing).method));
    // The line keeps readers of maps, which take boards for squares, from this one.
    if (request_.board.graph_board)
      out << "topology " << minesweeper::topology_text(request_.board) << '\n' << lattice_map(board);
    else
      sim::write_map(out, grid(), board.mines);
    return std::move(out).str();
  }

  const BoardsOptions& options_;
  BoardFormat format_;
  const BoardRequest& request_;
  std::optional<CommandOutput> output_;  // none: a file for each board or page
  std::optional<minesweeper::BoardSheets> sheets_;
  std::vector<std::unique_ptr<OutputFile>> pages_;
  std::uint64_t count_ = 0;
  std::uint64_t tries_ = 0;
};

StepsOrigin origin_of(const BoardsOptions& options, const BoardRequest& request) {
  return {"sapper boards",
          {{"rows", request.board.rows},
           {"cols", request.board.cols},
           {"mines", request.board.mines},
           {"topology", minesweeper::topology_json(request.board)},
           {"board", request.board.graph_board ? key_of(request.board) : 0},
           {"rule", sim::name_of(request.rule)},
           {"cell", request.first},
           {"method", static_cast<std::uint64_t>(request.board.guessing)},
           {"steps", request.walk_steps},
           {"certificate", request.is_certified},
           {"seed", request.seed},
           {"max-tries", request.most_tries},
           {"first", options.first},
           {"count", options.count}},
          {}};
}

// Draws boards into an output, and into a checkpoint if it is a file or several.
class BoardRun {
 public:
  BoardRun(const BoardsOptions& options, const BoardRequest& request)
      : options_(options), request_(request), output_(options, request) {
    if (options.output == "-") {
      refuse_to_resume_printing("boards", options.resumed);
      return;
    }
    steps_.emplace(origin_of(options, request), [] { return boost::json::value(); });
    kept_.emplace(options.resumed, ResumableWords{"collection of boards", "board", "drawn", ".boards"},
                  CheckpointPlace{resolve_output(options.output), {}, options.force || !output_.is_named()},
                  InputFiles(),
                  [this](const std::filesystem::path& checkpoint) { steps_->write(checkpoint); });
    if (kept_->has_checkpoint(options.is_quiet)) resume();
  }

  // The exit status: 0, or 130 or 143 if a signal ended it, or 1 if the output could not be written, after keeping what was
  // drawn. RunError if a board cannot be drawn; those before it are written.
  int draw(std::size_t threads);

 private:
  class CannotWrite : public RunError {
    using RunError::RunError;
  };
  void resume();
  void take(const GeneratedBoard& board);
  void write(const GeneratedBoard& board, const std::string& line);
  void write_all();
  void say_how_it_went(std::uint64_t count, std::uint64_t tries, double spent_s) const;

  const BoardsOptions& options_;
  const BoardRequest& request_;
  BoardOutput output_;
  std::optional<KeptSteps> steps_;
  std::optional<Resumable> kept_;
};

void BoardRun::resume() {
  steps_->read(kept_->file(), [&](std::string_view line) {
    try {
      const GeneratedBoard board = minesweeper::board_of(request_, boost::json::parse(line));
      if (board.number != options_.first + output_.count()) throw std::invalid_argument("another board");
      write(board, std::string(line));
    } catch (const std::invalid_argument&) {
      throw InputError::in_file(kept_->file().string(),
                                "is not a valid checkpoint of `sapper boards`; delete it and run without "
                                "--resume to start over");
    }
  });
}

void BoardRun::write(const GeneratedBoard& board, const std::string& line) {
  try {
    output_.write(board, line);
  } catch (const OutputError&) {
    throw;
  } catch (const RunError& error) {
    throw CannotWrite(error.what());
  }
}

void BoardRun::write_all() {
  try {
    output_.finish();
  } catch (const OutputError&) {
    throw;
  } catch (const RunError& error) {
    throw CannotWrite(error.what());
  }
}

void BoardRun::take(const GeneratedBoard& board) {
  const std::string line = boost::json::serialize(minesweeper::to_json(request_, board));
  if (kept_) {
    steps_->add(line);
    if (kept_->is_due() || steps_->is_large()) kept_->save();
  }
  write(board, line);
}

void BoardRun::say_how_it_went(std::uint64_t boards, std::uint64_t tries, double spent_s) const {
  const auto count = static_cast<double>(boards);
  std::string note = count_text(boards, "board");
  if (options_.needs_no_guess)
    note += fmt::format(" of {} drawn ({:.3g} %)", with_commas(tries),
                        100 * count / static_cast<double>(std::max<std::uint64_t>(tries, 1)));
  note += fmt::format(", {:.3g} boards per second\n", count / std::max(spent_s, 1e-6));
  if (!is_uniform(request_))
    note += fmt::format("not uniform over the boards that need no guess: drawn by --method {}\n",
                        minesweeper::row_of(request_.board.guessing).method);
  sim::write_to_standard_error(note);
}

int BoardRun::draw(std::size_t threads) {
  const std::uint64_t count_before = output_.count();
  const std::uint64_t tries_before = output_.tries();
  const Interruption interruption;
  const auto begin = std::chrono::steady_clock::now();
  try {
    try {
      minesweeper::generate_boards(request_, options_.first + count_before, options_.count - count_before,
                                   threads, interruption.flag(),
                                   [&](const GeneratedBoard& board) { take(board); });
    } catch (const CannotWrite&) {
      throw;
    } catch (const RunError&) {
      output_.finish();
      if (kept_ && steps_->has_any()) kept_->save();  // the output is not complete
      throw;
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    const bool is_complete = output_.count() == options_.count;
    if (is_complete || !kept_) write_all();
    if (!options_.is_quiet)
      say_how_it_went(output_.count() - count_before, output_.tries() - tries_before, spent.count());
    if (is_complete) {
      if (kept_) kept_->remove();
      return 0;
    }
  } catch (const CannotWrite& error) {
    print_error(error.what());
    if (kept_) kept_->keep("failed");
    return 1;
  }
  if (!kept_)
    print_error(
        fmt::format("interrupted; the boards before {0} were written; the others: --first {0} --count {1}",
                    options_.first + output_.count(), options_.count - output_.count()));
  else if (steps_->has_any())
    kept_->keep("interrupted");
  else
    print_error("interrupted before the first board; the same command starts over");
  return 128 + interruption.signal();
}

int make_boards(const BoardsOptions& options) {
  const BoardRequest request = checked_request(options);
  if (note_if_complete(options.resumed, overwrite_policy(options.force), options.is_quiet, InputFiles(),
                       options.output, outputs_of(options, request)))
    return 0;
  const std::size_t threads = thread_count(options.threads);
  if (!options.is_quiet) note_excess_threads(threads);
  return BoardRun(options, request).draw(threads);
}

void add_boards_options(CommandSyntax& syntax, BoardsOptions& options) {
  BoardRequest& request = options.request;
  add_board(syntax, options.board);
  syntax.option("--topology", "NAME",
                "which cells are neighbours: a topology or lattice of `sapper list`, or its file",
                name_of(options.topology, names_in(minesweeper::shipped_lattices())), "square");
  syntax.option("--layers", "N", "of a lattice in layers",
                whole_number(options.layers, 1, sim::Grid::kMaxSide), "as many as rows");
  syntax.option("--graph", "FILE", "boards on a graph (sapper-graph/1), with --mines", path(options.graph));
  add_rule(syntax, request.rule);
  add_first_cell(syntax, options.board);
  syntax.flag("--no-guess", "only boards that logic alone solves from the first dig", options.needs_no_guess);
  add_method(syntax, options.method);
  syntax.option("--steps", "N", "with --method walk: its steps",
                whole_number(options.steps, 0, 1'000'000'000), std::to_string(minesweeper::kWalkSteps));
  syntax.flag("--certificate", "with --no-guess: the digs in order, each with the numbers that prove it",
              request.is_certified);
  syntax.option("--count", "N", "how many boards", whole_number(options.count, 1, kMostBoards));
  syntax.option("--first", "K", "the number of the first board",
                whole_number(options.first, 0, std::numeric_limits<std::uint32_t>::max()));
  add_seed(syntax, request.seed);
  syntax.option("--max-tries", "N", "with --no-guess: layouts drawn for one board before the command fails",
                whole_number(request.most_tries, 1, 1'000'000'000'000));
  syntax.option("-o, --output", "FILE", "where they go; - is standard output", path(options.output), "-");
  add_force(syntax, options.force);
  add_resume(syntax, options.resumed, "FILE.checkpoint");
  syntax.option(
      "--format", "NAME",
      "JSON lines, text maps, MBF (of several boards one file each: NAME-K.mbf, K the board's number), or "
      "sheets for paper, of puzzles and then of solutions (svg and png one file a page: NAME-%d.png)",
      choice(options.named_format, Choices<std::optional<BoardFormat>>{{"jsonl", BoardFormat::jsonl},
                                                                       {"text", BoardFormat::text},
                                                                       {"mbf", BoardFormat::mbf},
                                                                       {"svg", BoardFormat::svg},
                                                                       {"pdf", BoardFormat::pdf},
                                                                       {"png", BoardFormat::png}}),
      "by the file's ending, .svg, .pdf or .png; else jsonl");
  syntax.option("--per-page", "N", "boards on a sheet",
                whole_number(options.per_page, 1, minesweeper::BoardSheets::kMostPerPage),
                "6, or as many as fit");
  syntax.option("--title", "TEXT", "the title of every sheet", text(options.title),
                "the boards and their first dig");
  add_threads(syntax, options.threads);
  syntax.flag("--quiet", "do not say how many layouts were drawn, and how fast", options.is_quiet);
}

}  // namespace

Command boards_command() {
  return {.name = "boards",
          .summary = "draw boards: uniformly at random, or those that need no guess",
          .details =
              "Boards are uniform over the layouts that the first-click rule allows; with --no-guess, over "
              "those of them that complete inference solves from the first dig. Layouts are drawn until one "
              "is such a board, which takes long on dense or large boards. There --method repair moves mines "
              "where inference gets stuck, as many programs do, and walk then moves random mines as long as "
              "no guess is needed; these boards are not uniform, and their lines say so. Board K depends on "
              "the seed and K alone, whatever the number of threads. Ended by a signal, the command keeps "
              "what it "
              "has drawn in its checkpoint and prints the one that continues.\n\n"
              "Sheets have a title, a line for name and date, and show what the first dig shows, and in the "
              "solutions the order in which the safe cells "
              "are proved: each follows from the numbers shown before it. Where a guess is needed, the cells "
              "that are not proved have a question mark.",
          .examples = {"sapper boards --level Expert --cell 3,3 --no-guess --count 100 -o boards.jsonl",
                       "sapper boards --level Beginner --no-guess --count 6 -o a.pdf --title Proofs",
                       "sapper boards --rows 30 --mines 140 --no-guess --certificate",
                       "sapper boards --rows 16 --cols 30 --mines 120 --no-guess --method walk"},
          .declare = declared(add_boards_options, make_boards)};
}

}  // namespace sapper::experiments

// `sapper clicks FILE...`: the least clicks of boards whose mines are known.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/kinds/minesweeper/boards/board_reader.hpp"
#include "experiments/kinds/minesweeper/boards/board_shapes.hpp"
#include "experiments/review/board_clicks.hpp"
#include "experiments/review/clicks_page.hpp"
#include "experiments/review/game_source.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/terminal_width.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"
#include "solvers/minesweeper/clicks/least_clicks.hpp"

namespace sapper::experiments {
namespace {

constexpr std::size_t kMostClickFiles = 1'000'000;
// ZiNi and the proof scan the whole board repeatedly.
constexpr std::uint32_t kMostClickCells = 1 << 16;
// More boards than threads are in flight, as boards take different times.
constexpr std::size_t kBoardsPerThread = 8;

struct ClicksOptions {
  std::vector<std::string> files;
  std::optional<int> rows;
  std::optional<int> cols;
  sim::Topology topology = sim::Topology::square;
  sim::Reveal reveal = sim::Reveal::flood;
  std::optional<std::string> game;
  double limit_s = 60;
  std::optional<std::filesystem::path> page;  // -o
  std::optional<std::filesystem::path> csv;
  unsigned threads = 0;  // 0: all cores
  bool allow_commands = false;
  bool is_json = false;
  bool force = false;

  std::optional<sim::BoardSize> size() const {
    return rows ? std::optional(sim::BoardSize{*rows, cols.value_or(*rows)}) : std::nullopt;
  }
};

struct CountedClicks {
  std::string refusal;  // why there is no board; empty: there is one
  CountedBoard board;
};

// The boards of files of all kinds: board files, lines of `sapper boards`, and games, whose board is known at their end.
class KnownBoards {
 public:
  explicit KnownBoards(const ClicksOptions& options) : options_(options) {}

  // nullopt after the last one. InputError if a file holds none, or one that has no least clicks; what follows can still
  // be read.
  std::optional<CountedBoard> next() {
    for (;;) {
      if (first_) return std::exchange(first_, std::nullopt);
      if (std::optional<CountedBoard> board = lines_ ? next_line() : games_ ? next_game() : std::nullopt)
        return board;
      lines_.reset();
      games_.reset();
      if (next_file_ == options_.files.size()) return std::nullopt;
      open(options_.files[next_file_++]);
    }
  }

 private:
  void open(const std::string& file) {
    std::uint64_t line = 0;
    try {
      const minesweeper::ReadBoard board =
          minesweeper::read_board(file, options_.size(), &line, minesweeper::LineShapes::all);
      if (line == 0 || sim::parse_numbered_path(file).number != 0) {
        first_ = known_board(file, board);
        return;
      }
      if (file == "-") throw InputError("-: lines of boards are read from a file, not from standard input");
      lines_.emplace(file);
      line_boards_ = 0;
    } catch (const InputError& error) {
      open_games(file, error);
    }
  }

  // A file that is not a board may hold games.
  void open_games(const std::string& file, const InputError& no_board) {
    games_.emplace(std::vector{file}, options_.game, std::nullopt, options_.allow_commands);
    last_game_.reset();
    std::optional<GameSource::Item> first = games_->next();
    if (first && std::holds_alternative<RecordedGame>(*first)) {
      first_ = board_of(std::get<RecordedGame>(*first));
      return;
    }
    const std::string no_game = first ? std::get<GameSource::Refusal>(*first).message : "it holds none";
    if (no_game == no_board.what()) throw InputError(no_game);  // as of a file that cannot be read
    throw InputError(fmt::format("{}; and as a file of games: {}", no_board.what(), no_game));
  }

  std::optional<CountedBoard> next_line() {
    while (const auto line = lines_->next()) {
      if (line->find_first_not_of(" \t\r") == std::string_view::npos) continue;
      ++line_boards_;
      const json::Document document =
          json::Document::parse(std::string(*line), lines_->name(), {}, {lines_->line_number(), 1});
      const minesweeper::ReadBoard board =
          minesweeper::parse_board_line(document, minesweeper::LineShapes::all);
      const std::string name = fmt::format("{}#{}", lines_->name(), line_boards_);
      const sim::BoardSize size{board.file.rows, board.file.cols};
      if (options_.size() && board.on_graph)
        throw InputError::in_file(name, "is on a lattice or graph, whose size --rows and --cols do not give");
      if (options_.size() && *options_.size() != size)
        throw InputError::in_file(
            name, fmt::format("has {} x {} cells, not those of --rows and --cols", size.rows, size.cols));
      return known_board(name, board);
    }
    return std::nullopt;
  }

  // The strategies of a report play a game on the same board, which is counted once.
  std::optional<CountedBoard> next_game() {
    while (std::optional<GameSource::Item> item = games_->next()) {
      if (const auto* refusal = std::get_if<GameSource::Refusal>(&*item)) throw InputError(refusal->message);
      const RecordedGame& game = std::get<RecordedGame>(*item);
      if (!last_game_ || game.file != last_game_->name || game.mines != last_game_->mines)
        return board_of(game);
    }
    return std::nullopt;
  }

  CountedBoard known_board(const std::string& name, const minesweeper::ReadBoard& board) const {
    CountedBoard counted{name, nullptr, board.on_graph, board.file.mines, options_.reveal};
    if (!board.on_graph)
      counted.grid = std::make_shared<sim::Grid>(board.file.rows, board.file.cols,
                                                 board.topology.value_or(options_.topology));
    return checked(std::move(counted));
  }

  CountedBoard board_of(const RecordedGame& game) {
    if (game.rules.motion != sim::MineMotion::fixed)
      throw InputError::in_file(game.file, "least clicks are those of boards whose mines stay");
    last_game_ =
        checked({game.file, game.rules.grid, game.on_graph, game.mines, game.rules.reveal, game.clicks});
    return *last_game_;
  }

  static CountedBoard checked(CountedBoard board) {
    if (const std::string why = refusal_to_count(board); !why.empty())
      throw InputError::in_file(board.name, why);
    const std::uint32_t cells = board.on_graph ? board.on_graph->cell_count() : board.grid->cell_count();
    if (cells > kMostClickCells)
      throw InputError::in_file(board.name, fmt::format("{} cells; least clicks are found on at most {}",
                                                        with_commas(cells), with_commas(kMostClickCells)));
    return board;
  }

  const ClicksOptions& options_;
  std::size_t next_file_ = 0;
  std::optional<LineReader> lines_;
  std::size_t line_boards_ = 0;
  std::optional<GameSource> games_;
  std::optional<CountedBoard> last_game_;  // the board of the games' last one
  std::optional<CountedBoard> first_;      // the board that shows what the file is
};

// `16 x 30`, `triangle 16 x 16`, `g.json, 60 cells`
std::string size_text(const CountedBoard& counted) {
  return counted.on_graph ? shape_text(*counted.on_graph)
                          : fmt::format("{} x {}", counted.grid->rows(), counted.grid->cols());
}

std::string to_text(const CountedClicks& counted) {
  const BoardClicks& clicks = counted.board.clicks;
  const solvers::LeastClicks& least = clicks.least;
  std::string text = fmt::format(
      "{}: {}, {}{}\n  {}, {}\n", printable_file(counted.board.name), size_text(counted.board),
      count_text(counted.board.mines.size(), "mine"),
      row_of(counted.board.reveal).spreads ? "" : fmt::format(", {}", name_of(counted.board.reveal)),
      clicks_text(clicks, std::nullopt), least.is_proven() ? "proven" : "not proven in the time of --limit");
  if (const std::optional<double> efficiency = efficiency_of(clicks))
    text += fmt::format("  efficiency (3BV / clicks): {:.1f} %{}\n", 100 * *efficiency,
                        least.is_proven() ? " at most" : " or more can be reached");
  if (counted.board.player) text += fmt::format("  the player made {}\n", text_of(*counted.board.player));
  const std::size_t width = text_width() > 0 ? text_width() : 80;
  std::string line = " ";
  for (const solvers::Click& click : least.clicks) {
    const bool is_last = &click == &least.clicks.back();
    const std::string word =
        fmt::format(" {} {}{}", name_of(click.kind), counted.board.name_of(click.cell), is_last ? "\n" : ";");
    if (line.size() + word.size() > width) {
      text += line + '\n';
      line = " ";
    }
    line += word;
  }
  return least.clicks.empty() ? text : text + line;
}

// Calls visit(name, value) for each member that JSON and CSV have, in their order; some values may be missing. In JSON other
// members say the shape of a board on a lattice or graph, in CSV those of each_other_column().
template <class Visit>
void each_member(const CountedClicks& counted, Visit visit) {
  const minesweeper::Board board = counted.board.board();
  const auto of_rows = [&](int side) { return board.is_graph() ? std::nullopt : std::optional(side); };
  visit("file", printable_file(counted.board.name));
  visit("rows", of_rows(board.rows));
  visit("cols", of_rows(board.cols));
  visit("mines", counted.board.mines.size());
  visit("topology", board.is_graph() ? std::nullopt : std::optional(topology_text(board)));
  visit("bv3", counted.board.clicks.three_bv);
  visit("zini", counted.board.clicks.zini);
  visit("least", counted.board.clicks.least.least());
  visit("lower", counted.board.clicks.least.at_least);
  visit("upper", counted.board.clicks.least.clicks.size());
  visit("efficiency", efficiency_of(counted.board.clicks));
}

// Columns of boards on lattices and graphs: layers, and the file of a graph, as the board's own file names it.
template <class Visit>
void each_other_column(const CountedClicks& counted, Visit visit) {
  const minesweeper::Board board = counted.board.board();
  visit("layers", board.layers());
  visit("graph", board.is_graph() ? std::optional(printable(board.file)) : std::nullopt);
}

boost::json::object to_json(const CountedClicks& counted) {
  boost::json::object object{{"schema", "sapper-clicks/1"}};
  if (!row_of(counted.board.reveal).spreads) object["reveal"] = name_of(counted.board.reveal);
  each_member(counted, [&](std::string_view name, const auto& value) {
    if constexpr (!kIsOptional<std::decay_t<decltype(value)>>)
      object[name] = value;
    else
      object[name] = value ? boost::json::value(*value) : boost::json::value();
  });
  const minesweeper::Board board = counted.board.board();
  if (board.graph_board) {
    for (const char* const key : {"rows", "cols", "topology"}) object.stable_erase(key);
    add_shape(object, board);
  }
  boost::json::array& sequence = object["sequence"].emplace_array();
  for (const solvers::Click& click : counted.board.clicks.least.clicks) {
    boost::json::array made{button_of(click.kind)};
    const boost::json::value cell = cell_json(board, click.cell);
    if (const auto* const coordinates = cell.if_array())
      made.insert(made.end(), coordinates->begin(), coordinates->end());
    else
      made.push_back(cell);
    sequence.push_back(std::move(made));
  }
  if (counted.board.player) object["player"] = to_json(*counted.board.player);
  return object;
}

std::string clicks_csv_header() {
  CountedClicks none;
  none.board.grid = std::make_shared<const sim::Grid>(1, 1);
  std::string line;
  each_member(none, [&](std::string_view name, const auto&) { (line += line.empty() ? "" : ",") += name; });
  for (const std::string_view prefix : {"", "wasted_"})
    for (const PlayerClickKind& kind : kPlayerClickKinds) line += fmt::format(",{}{}", prefix, kind.name);
  each_other_column(none, [&](std::string_view name, const auto&) { (line += ',') += name; });
  return line + '\n';
}

std::string to_csv(const CountedClicks& counted) {
  std::string line;
  const auto add = [&](std::string_view, const auto& value) {
    if (!line.empty()) line += ',';
    if constexpr (!kIsOptional<std::decay_t<decltype(value)>>)
      line += csv_field(fmt::format("{}", value));
    else if (value)
      line += csv_field(fmt::format("{}", *value));
  };
  each_member(counted, add);
  for (const bool are_wasted : {false, true})
    for (const PlayerClickKind& kind : kPlayerClickKinds) {
      line += ',';
      if (!counted.board.player) continue;
      const ClickTally& tally = *counted.board.player.*kind.tally;
      line += std::to_string(are_wasted ? tally.wasted() : tally.made);
    }
  each_other_column(counted, add);
  return line + '\n';
}

// The sums over several boards.
struct ClickSums {
  std::size_t boards = 0, proven = 0;
  std::uint64_t three_bv = 0, zini = 0, at_least = 0, at_most = 0;
  bool is_flood = true;  // 3BV and ZiNi are known of all

  void add(const CountedClicks& counted) {
    ++boards;
    proven += counted.board.clicks.least.is_proven() ? 1 : 0;
    three_bv += counted.board.clicks.three_bv.value_or(0);
    zini += counted.board.clicks.zini.value_or(0);
    is_flood = is_flood && counted.board.clicks.three_bv.has_value();
    at_least += counted.board.clicks.least.at_least;
    at_most += counted.board.clicks.least.clicks.size();
  }
  std::string text() const {
    const auto mean = [&](std::uint64_t sum) {
      return static_cast<double>(sum) / static_cast<double>(boards);
    };
    return fmt::format("{}, {} proven; means: {}least clicks {:.2f}{}\n", count_text(boards, "board"),
                       with_commas(proven),
                       is_flood ? fmt::format("3BV {:.2f}, ZiNi {:.2f}, ", mean(three_bv), mean(zini)) : "",
                       mean(at_least), at_least == at_most ? "" : fmt::format(" to {:.2f}", mean(at_most)));
  }
};

int clicks(const ClicksOptions& options) {
  if (options.cols && !options.rows) throw InputError("--cols needs --rows");
  std::optional<OutputFile> page;
  if (options.page) {
    require_page_name(*options.page);
    page.emplace(*options.page, InputFiles(options.files), overwrite_policy(options.force));
  }
  std::optional<OutputFile> csv;
  if (options.csv) {
    csv.emplace(*options.csv, InputFiles(options.files), overwrite_policy(options.force));
    csv->write(clicks_csv_header());
  }
  ClickSums sums;
  std::vector<CountedBoard> paged;  // for the page
  bool has_refused = false;
  KnownBoards boards(options);
  const Interruption interruption;
  const std::size_t threads = thread_count(options.threads);
  std::vector<CountedClicks> in_flight(threads * kBoardsPerThread);
  in_order_until(
      interruption.flag(), on_threads(threads), in_flight,
      [&](CountedClicks& counted) {
        counted.refusal.clear();
        try {
          std::optional<CountedBoard> board = boards.next();
          if (board) counted.board = std::move(*board);
          return board.has_value();
        } catch (const InputError& error) {
          counted.refusal = error.what();
          return true;
        }
      },
      [&](CountedClicks& counted, std::size_t) {
        if (!counted.refusal.empty()) return;
        counted.board.clicks =
            count_clicks(counted.board, {.time = std::chrono::duration<double>(options.limit_s)});
      },
      [&](const CountedClicks& counted) {
        if (!counted.refusal.empty()) {
          has_refused = true;
          return print_error(counted.refusal);
        }
        print(options.is_json ? json::to_line(to_json(counted)) : to_text(counted));
        if (csv) csv->write(to_csv(counted));
        if (page && paged.size() <= pages::kMostClickedBoards) paged.push_back(counted.board);
        sums.add(counted);
      });
  if (csv) csv->commit();
  if (page && !paged.empty()) page->write_whole(pages::clicks_page(paged));
  if (!options.is_json && sums.boards > 1) print(sums.text());
  if (!interruption.flag()) return has_refused ? 2 : 0;
  print_error(fmt::format("interrupted; the first {} done",
                          sums.boards == 1 ? "board is" : with_commas(sums.boards) + " boards are"));
  return 128 + interruption.signal();
}

void add_clicks_options(CommandSyntax& syntax, ClicksOptions& options) {
  syntax.option("--rows", "R", "rows of a board that lists its mines",
                whole_number(options.rows, 1, sim::Grid::kMaxSide));
  syntax.option("--cols", "C", "its columns", whole_number(options.cols, 1, sim::Grid::kMaxSide),
                "as many as rows");
  add_topology(syntax, options.topology);
  syntax.option("--reveal", "HOW", "flood (openings spread) or ring (they do not), of boards; games say it",
                choice<sim::Reveal>(options.reveal, choices_in(sim::kReveals, &sim::RevealRow::reveal)));
  syntax.option("--game", "CASE:GAME", "the game of a report or config", text(options.game));
  syntax.option("--limit", "SECONDS", "the time limit of a board, after which its bounds are reported",
                seconds(options.limit_s));
  syntax.option("-o, --output", "PAGE", "a page that steps through the clicks, .html", path(options.page));
  syntax.flag("--json", "print one line of JSON per board (sapper-clicks/1)", options.is_json);
  syntax.option("--csv", "FILE", "a table with one line per board", path(options.csv));
  add_force(syntax, options.force);
  add_threads(syntax, options.threads);
  add_allow_commands(syntax, options.allow_commands);
  syntax.arguments(
      "FILE",
      "boards (a map, a list of mines, MBF, lines of `sapper boards`), or games as `review` reads them",
      more_files(options.files), 1, kMostClickFiles);
}

}  // namespace

Command clicks_command() {
  return {
      .name = "clicks",
      .summary = "find the least clicks that open a board",
      .details =
          "Digs, flags and chords on a board whose mines are known: the fewest that open all free cells, "
          "with a "
          "sequence, proven or between bounds where --limit ends the proof; beside 3BV, the fewest digs "
          "without "
          "flags, and ZiNi (8 ways), the usual greedy estimate.\n\n"
          "A chord opens all cells around a number that are not flagged, and needs the flags of all "
          "mines around "
          "it. Each dig, flag and chord is one click. Openings spread, unless --reveal or the game says "
          "that they do not: then a chord digs its cells in their order by row and column, on a 0 too, and "
          "there are no 3BV and ZiNi. On lattices and graphs a chord digs the cells that its number "
          "counts in their order on the board.\n\n"
          "Beginner boards take some 10 ms, Intermediate about a second; Expert boards mostly end with "
          "bounds, "
          "which depend on the machine.\n\nA file that cannot be read is reported in one line and the "
          "others are counted; the exit status is then 2.",
      .examples = {"sapper clicks board.txt", "sapper clicks board.mbf --json",
                   "sapper clicks won.avf -o clicks.html", "sapper clicks classic.report.json --game 2:17",
                   "sapper clicks boards.jsonl --limit 10 --csv clicks.csv"},
      .declare = declared(add_clicks_options, clicks)};
}

}  // namespace sapper::experiments

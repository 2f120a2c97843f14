#include "experiments/analysis/board_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>

#include "experiments/drawing/svg_board.hpp"
#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/board_colours.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"
#include "sim/minesweeper/game.hpp"
#include "sim/minesweeper/graph_layout.hpp"
#include "sim/minesweeper/layout.hpp"
#include "solvers/minesweeper/choice/board_family.hpp"
#include "solvers/minesweeper/strategies/no_guess.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;

// Lengths are in pixels of 1/96 inch.
constexpr double kShortSide = 793.70;  // A4
constexpr double kLongSide = 1122.52;
constexpr double kMargin = 45;
constexpr double kHead = 84;        // heading and instructions
constexpr double kFoot = 26;        // page number
constexpr double kBoardTitle = 18;  // above a board
constexpr double kRowLabels = 16, kColumnLabels = 12;
constexpr double kBetween = 22;  // boards
constexpr double kMostCell = 45;
constexpr double kLeastCell = 4 * 96 / 25.4;                // 4 mm, so that the order of digs is legible
constexpr double kInstructionLetter = 5.7;                  // the mean width of a letter of the instructions
constexpr double kHeadingSize = 17, kHeadingLetter = 0.62;  // the letter's width, at most, per font size
constexpr double kNameLine = 34;  // of name and date, in the margin, 9 mm below the edge
constexpr std::uint64_t kUsualPerPage = 6;
constexpr double kUprightBonus = 1.1;  // pages stand upright unless this much is gained

template <class Boards>
ProofOrder find_proof_order(const typename Boards::GameRules& rules, const std::vector<Cell>& mines,
                            Cell first) {
  ProofOrder order;
  order.dig.assign(rules.board().cell_count(), ProofOrder::kNotProved);
  if (std::ranges::binary_search(mines, first)) {
    order.is_first_mine = true;
    return order;
  }
  typename Boards::GameRules fixed = rules;
  fixed.fixed_mines = std::make_shared<const std::vector<Cell>>(mines);
  typename Boards::Game game(fixed);
  game.start({});
  game.lay(first);
  game.dig(first);
  const auto number_shown = [&](const typename Boards::View& view) {
    for (Cell cell = 0; cell < order.dig.size(); ++cell)
      if (!view.is_hidden(cell) && order.dig[cell] == ProofOrder::kNotProved) order.dig[cell] = order.digs;
  };
  solvers::CertainPlayOf<Boards> play(fixed.board());
  const bool is_won = play.play(game, [&](const typename Boards::View& view, const solvers::Move&) {
    number_shown(view);
    ++order.digs;
  });
  number_shown(game.view());
  order.needs_guess = !is_won;
  return order;
}

}  // namespace

ProofOrder proof_order(const sim::GameRules& rules, const std::vector<Cell>& mines, Cell first) {
  return find_proof_order<solvers::OnGrids>(rules, mines, first);
}
ProofOrder proof_order(const sim::GraphGameRules& rules, const std::vector<Cell>& mines, Cell first) {
  return find_proof_order<solvers::OnGraphs>(rules, mines, first);
}

BoardSheets::BoardSheets(const BoardRequest& request, std::uint64_t boards,
                         std::optional<std::uint64_t> per_page, std::string title)
    : request_(request), title_(std::move(title)) {
  if (const auto& board = request_.board.graph_board) {
    graph_rules_ = graph_rules_of(request_.board, request_.rule);
    if (board->lattice)
      shapes_.emplace(*board->graph, *board->lattice->lattice, board->lattice->size);
    else
      shapes_.emplace(*board->graph);
  } else {
    rules_ = rules_of(request_.board, request_.rule);
  }
  std::uint64_t most = kMostPerPage;
  while (most > 0 && arrange(most).cell_side < kLeastCell) --most;
  const std::string size =
      shapes_ ? shape_text(request.board) : fmt::format("{} x {}", request.board.rows, request.board.cols);
  if (most == 0)
    throw InputError(fmt::format(
        "boards of {} are too large for a sheet: their cells would be {:.1f} mm wide, but 4 mm are needed; "
        "expected a smaller board, or --format {}",
        size, arrange(1).cell_side * 25.4 / 96,
        !shapes_                   ? "jsonl, text or mbf"
        : request.board.is_graph() ? "jsonl"
                                   : "jsonl or text"));
  if (per_page && *per_page > most)
    throw InputError::in_value(
        "--per-page", std::to_string(*per_page),
        fmt::format("at most {} of {} fit on a page with cells of 4 mm", count_text(most, "board"), size));
  per_page_ = std::clamp<std::uint64_t>(boards, 1, per_page.value_or(std::min(most, kUsualPerPage)));
  arrangement_ = arrange(per_page_);
}

BoardSheets::Extent BoardSheets::extent() const {
  if (shapes_)
    return {shapes_->width() / CellShapes::kCellPixels, shapes_->height() / CellShapes::kCellPixels};
  return {request_.board.cols + (rules_.grid->has_shifted_rows() ? 0.5 : 0),
          static_cast<double>(request_.board.rows)};
}

BoardSheets::Arrangement BoardSheets::arrange(std::uint64_t boards) const {
  const auto [cols, rows] = extent();
  const auto count = static_cast<int>(boards);
  Arrangement best;
  for (const bool is_upright : {true, false}) {
    Arrangement tried;
    tried.width = is_upright ? kShortSide : kLongSide;
    tried.height = is_upright ? kLongSide : kShortSide;
    for (tried.across = 1; tried.across <= count; ++tried.across) {
      tried.down = (count + tried.across - 1) / tried.across;
      const double width = tried.width - 2 * kMargin - (tried.across - 1) * kBetween;
      const double height = tried.height - 2 * kMargin - kHead - kFoot - (tried.down - 1) * kBetween;
      tried.cell_side = std::min({kMostCell, (width / tried.across - kRowLabels) / cols,
                                  (height / tried.down - kBoardTitle - kColumnLabels) / rows});
      if (tried.cell_side > best.cell_side * (is_upright || best.width > best.height ? 1 : kUprightBonus))
        best = tried;
    }
  }
  return best;
}

std::uint64_t BoardSheets::page_count(std::uint64_t boards) const {
  return 2 * ((boards + per_page_ - 1) / per_page_);
}

void BoardSheets::add(const GeneratedBoard& board) {
  boards_.push_back({board.number, board.mines, static_cast<std::uint32_t>(board.statistics.three_bv),
                     shapes_ ? proof_order(graph_rules_, board.mines, request_.first)
                             : proof_order(rules_, board.mines, request_.first)});
}

std::vector<std::string> BoardSheets::pages() const {
  std::vector<std::string> pages;
  for (const Kind kind : {Kind::puzzles, Kind::solutions})
    for (std::uint64_t number = 0; number < page_count(boards_.size()) / 2; ++number)
      pages.push_back(page(kind, number));
  return pages;
}

std::string BoardSheets::subject() const {
  Board board = request_.board;
  board.guessing = Guessing::allowed;
  return fmt::format(
      "Minesweeper: {}, first dig at {}", name_of(board),
      shapes_ ? board.graph_board->name_of(request_.first) : sim::cell_text(*rules_.grid, request_.first));
}

std::string BoardSheets::heading(Kind kind) const {
  return (title_.empty() ? subject() : title_) + (kind == Kind::puzzles ? "" : ": solutions");
}

std::string BoardSheets::instructions(Kind kind) const {
  std::string text = title_.empty() ? "" : subject() + ". ";
  if (kind == Kind::puzzles) {
    text += "Which grey cells are certainly safe, and which are mines? The framed cell was dug first. ";
    text += request_.board.guessing == Guessing::allowed
                ? "Some boards may need a guess: their solutions say where. "
                : "No board needs a guess. ";
    text += "Once you have proved that a cell is safe, ask for its number: it is in the solution.";
  } else {
    text +=
        "A dot is a mine. The small number in a cell is its place in the order of proof: the numbers shown "
        "before it, and where they do not suffice the mine count, prove that it is safe (several cells with "
        "the same number were shown by one dig, of an empty area). White cells without one were shown by "
        "the first dig, of the framed cell.";
  }
  const sim::FirstClickRuleRow& rule = sim::row_of(request_.rule);
  if (rule.protection == sim::Protection::whole_game) text += fmt::format(" {}", rule.explanation);
  if (shapes_)
    text += request_.board.is_graph()
                ? " Lines join cells whose numbers count one another."
                : fmt::format(" The board: {}.", request_.board.graph_board->lattice->lattice->description);
  else if (const std::string_view topology = sim::row_of(request_.board.topology).explanation;
           !topology.empty())
    text += fmt::format(" {}", topology);
  return text;
}

std::string BoardSheets::page(Kind kind, std::uint64_t number) const {
  const auto [width, height, across, down, side] = arrangement_;
  const std::uint64_t begin = number * per_page_;
  const std::uint64_t end = std::min<std::uint64_t>(begin + per_page_, boards_.size());
  std::string body;
  const std::string head = heading(kind);
  append_format(body, "<text x=\"{0}\" y=\"{1}\" font-size=\"{2:.3g}\" font-weight=\"bold\">{3}</text>\n",
                kMargin, kMargin + 14,
                std::min(kHeadingSize,
                         (width - 2 * kMargin) / (kHeadingLetter * static_cast<double>(display_width(head)))),
                escaped(head));
  if (kind == Kind::puzzles)
    for (const auto& [name, from, to] : {std::tuple("Name", 0.38, 0.74), std::tuple("Date", 0.78, 1.0)}) {
      const double left = kMargin + from * (width - 2 * kMargin),
                   right = kMargin + to * (width - 2 * kMargin);
      append_format(body,
                    "<text x=\"{0:.1f}\" y=\"{1}\" font-size=\"11\">{2}</text>\n<line x1=\"{3:.1f}\" "
                    "y1=\"{4}\" x2=\"{5:.1f}\" y2=\"{4}\" stroke=\"#000000\" stroke-width=\"0.7\"/>\n",
                    left, kNameLine, name, left + 34, kNameLine + 2, right);
    }
  double line = kMargin + 18;
  const std::string text =
      wrapped(instructions(kind), static_cast<std::size_t>((width - 2 * kMargin) / kInstructionLetter));
  for (const std::string_view words : split_lines(text))
    append_format(body, "<text x=\"{}\" y=\"{:.1f}\" font-size=\"11\">{}</text>\n", kMargin, line += 14,
                  escaped(words));

  const auto [cols, rows] = extent();
  const double tile_width = kRowLabels + cols * side;
  const double tile_height = kBoardTitle + kColumnLabels + rows * side;
  // Boards are spread over the page.
  const double step_x = tile_width + std::max(kBetween, (width - 2 * kMargin - across * tile_width) / across);
  const double free_y = height - 2 * kMargin - kHead - kFoot - down * tile_height;
  const double step_y = tile_height + std::min(std::max(kBetween, free_y / down), 3 * kBetween);
  for (std::uint64_t i = begin; i < end; ++i) {
    const auto place = static_cast<int>(i - begin);
    const int column = place % across, row = place / across;
    draw(boards_[i], kind, kMargin + column * step_x, kMargin + kHead + row * step_y, body);
  }
  append_format(body,
                "<text x=\"{0:.1f}\" y=\"{1:.1f}\" font-size=\"10\" fill=\"#333333\" "
                "text-anchor=\"end\">{2} {3} of {4}; seed {5}, first-click rule {6}; cells are {7} from "
                "0{8}</text>\n",
                width - kMargin, height - kMargin, kind == Kind::puzzles ? "puzzles" : "solutions",
                number + 1, page_count(boards_.size()) / 2, request_.seed, sim::name_of(request_.rule),
                request_.board.is_graph() ? "numbers"
                : request_.board.layers() ? "layer,row,col"
                                          : "row,col",
                kind == Kind::puzzles ? "; 3BV: the fewest digs that solve a board" : "");
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
      "width=\"{0:.2f}\" height=\"{1:.2f}\" viewBox=\"0 0 {0:.2f} {1:.2f}\" font-family=\"Helvetica, Arial, "
      "sans-serif\">\n<title>{2}</title>\n<rect width=\"100%\" height=\"100%\" "
      "fill=\"#FFFFFF\"/>\n{3}</svg>\n",
      width, height, escaped(heading(kind)), body);
}

void BoardSheets::draw(const Entry& entry, Kind kind, double left, double top, std::string& body) const {
  const bool is_solution = kind == Kind::solutions;
  const ProofOrder& order = entry.order;

  std::string title = fmt::format("Board {}", entry.number + 1);  // as FILE#K counts
  std::string facts = fmt::format("3BV {}", entry.three_bv);
  if (order.is_first_mine)
    facts = "the first cell is a mine: nothing is shown";
  else if (is_solution)
    facts = fmt::format("{} more dig{}{}", order.digs, order.digs == 1 ? "" : "s",
                        order.needs_guess ? ", then a guess is needed" : "");
  append_format(body,
                "<g aria-label=\"board {0}, {1}\">\n<text x=\"{2:.1f}\" y=\"{3:.1f}\" "
                "font-size=\"12\"><tspan font-weight=\"bold\">{4}</tspan>  {5}</text>\n",
                entry.number + 1, is_solution ? "solution" : "puzzle", left + kRowLabels, top + 12, title,
                facts);
  if (shapes_)
    draw_shapes(entry, kind, left + kRowLabels, top + kBoardTitle + kColumnLabels, body);
  else
    draw_grid(entry, kind, left, top, body);
  body += "</g>\n";
}

void BoardSheets::draw_shapes(const Entry& entry, Kind kind, double left, double top,
                              std::string& body) const {
  const sim::Graph& graph = *graph_rules_.graph;
  sim::GraphLayout layout(graph);
  layout.set_mines(entry.mines);
  append_format(body, "<g transform=\"translate({:.2f} {:.2f}) scale({:.4f})\">\n{}", left, top,
                arrangement_.cell_side / CellShapes::kCellPixels, shapes_->edges());
  for (Cell cell = 0; cell < graph.cell_count(); ++cell) {
    const PictureCell picture = picture_of(
        entry.order, layout.is_mine(cell) ? std::nullopt : std::optional(layout.numbers()[cell]), kind, cell);
    const auto center = shapes_->center(cell);
    append_format(body, "<g><title>{}: {}</title>{} fill=\"{}\" stroke=\"#777777\" stroke-width=\"0.7\"/>",
                  request_.board.graph_board->name_of(cell), picture.note, shapes_->shape(cell),
                  picture.background);
    if (picture.sign == CellSign::mine)
      append_format(body, "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>", center.x, center.y);
    if (picture.sign == CellSign::number && picture.number > 0)
      append_format(body,
                    "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"14\" "
                    "font-weight=\"bold\">{}</text>",
                    center.x, center.y + 5, picture.number);
    if (!picture.corner.empty()) {
      const auto corner = shapes_->beside_center(cell, CellShapes::Beside::above_right);
      append_format(body, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"8\">{}</text>",
                    corner.x, corner.y + 3, picture.corner);
    }
    body += "</g>\n";
  }
  append_format(body, "{} fill=\"none\" stroke=\"#000000\" stroke-width=\"2.5\"/>\n</g>\n",
                shapes_->shape(request_.first));
}

void BoardSheets::draw_grid(const Entry& entry, Kind kind, double left, double top, std::string& body) const {
  const sim::Grid& grid = *rules_.grid;
  const double side = arrangement_.cell_side;
  sim::Layout layout(grid);
  layout.set_mines(entry.mines);
  const BoardPicture picture{&grid, [&](Cell cell) {
                               return picture_of(
                                   entry.order,
                                   layout.is_mine(cell)
                                       ? std::nullopt
                                       : std::optional(static_cast<std::uint8_t>(layout.number(cell))),
                                   kind, cell);
                             }};
  const SvgBoard board(picture, {.left = left + kRowLabels,
                                 .top = top + kBoardTitle + kColumnLabels,
                                 .cell_width = side,
                                 .cell_height = side,
                                 .line = "#777777",
                                 .line_width = 0.7,
                                 .label_size = std::min(9.0, 0.5 * side)});
  body += board.labels() + board.cells();
  append_format(body,
                "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" fill=\"none\" "
                "stroke=\"#000000\" stroke-width=\"{:.2f}\"/>\n",
                board.x_of(request_.first), board.y_of(request_.first), side, side,
                std::max(1.8, 0.09 * side));
}

PictureCell BoardSheets::picture_of(const ProofOrder& order, std::optional<std::uint8_t> number, Kind kind,
                                    Cell cell) {
  const bool is_solution = kind == Kind::solutions;
  const std::uint32_t dig = order.dig[cell];
  PictureCell picture;
  picture.background = "#DEDEDE";
  if (!number) {
    if (is_solution) picture.sign = CellSign::mine;
    picture.note = is_solution ? "a mine" : "hidden";
    return picture;
  }
  if (dig != 0 && !is_solution) {
    picture.note = "hidden";
    return picture;
  }
  picture.sign = CellSign::number;
  picture.number = *number;
  picture.note = std::to_string(picture.number);
  if (dig == 0) {
    picture.background = "#FFFFFF";
    picture.note += ", shown by the first dig";
  } else if (dig == ProofOrder::kNotProved) {
    picture.corner = "?";
    picture.note += ", not proved";
  } else {
    picture.background = "#F4F4F4";
    picture.corner = std::to_string(dig);
    picture.note += fmt::format(", dig {}", dig);
  }
  return picture;
}

}  // namespace sapper::experiments::minesweeper

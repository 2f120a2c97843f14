#include "experiments/analysis/graph_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/analysis/graph_analysis_text.hpp"
#include "experiments/drawing/board_picture.hpp"
#include "experiments/drawing/cell_shapes.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/board_colours.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using Point = sim::Graph::Point;
namespace colours = board_colours;

constexpr double kAroundGraph = 14;
constexpr double kTextLine = 16;    // of the text below
constexpr double kLetterWidth = 6;  // the mean of its letters
constexpr double kLeastPageWidth = 360;

CellShapes shapes_of(const PlacedGraphPosition& placed) {
  if (placed.board) return {*placed.position.graph, *placed.board->lattice, placed.board->size};
  return CellShapes(*placed.position.graph);
}

class GraphDrawing {
 public:
  GraphDrawing(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
               const solvers::Proof* proof)
      : placed_(placed),
        graph_(*placed.position.graph),
        shapes_(shapes_of(placed)),
        analysis_(analysis),
        proof_(proof),
        name_of_(names_on(placed)) {
    certainty_.assign(graph_.cell_count(), CellCertainty::none);
    for (const Cell cell : analysis.safe) certainty_[cell] = CellCertainty::safe;
    for (const Cell cell : analysis.mine) certainty_[cell] = CellCertainty::mine;
  }

  std::string draw() {
    body_ += shapes_.edges();
    for (Cell cell = 0; cell < graph_.cell_count(); ++cell) draw_cell(cell);
    for (const auto& [cell, letter] : move_letters(analysis_))
      mark(cell, CellShapes::Beside::above_right, "#000000", letter);
    draw_proof();
    const double width = std::max(shapes_.width(), kLeastPageWidth);
    double bottom = shapes_.height();
    for (const NoteLine& note : notes()) {
      const double left = kAroundGraph + note.indent;
      const std::string text =
          wrapped(note.text, static_cast<std::size_t>((width - left - kAroundGraph) / kLetterWidth));
      for (const std::string_view line : split_lines(text))
        append_format(body_, "<text x=\"{}\" y=\"{:.0f}\">{}</text>\n", left, bottom += kTextLine,
                      escaped(line));
    }
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, "
        "Arial, "
        "sans-serif\" font-size=\"11\">\n<title>{2}</title>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "fill=\"#FFFFFF\"/>\n{3}</svg>\n",
        width, bottom + kAroundGraph, escaped(facts()), body_);
  }

 private:
  // The text below the drawing.
  std::vector<NoteLine> notes() const {
    std::vector<NoteLine> lines{{facts()},
                                {fmt::format("Cells are {}.", convention_of(placed_))},
                                {"In hidden cells: P(mine) in percent; ring: safe; dot: a mine."}};
    for (NoteLine& line : move_notes(analysis_, name_of_)) lines.push_back(std::move(line));
    if (proof_ != nullptr) lines.push_back({proof_text(placed_.position, *proof_, name_of_) + " (circled)"});
    return lines;
  }
  std::string facts() const {
    const auto hidden =
        static_cast<std::uint64_t>(std::ranges::count(placed_.position.shown, sim::GraphPosition::kHidden));
    return fmt::format("{}, {}, {}", board_text(placed_), mines_text(placed_.position.prior),
                       count_text(hidden, "hidden cell"));
  }

  // A letter on a square.
  void mark(Cell cell, CellShapes::Beside side, std::string_view colour, char letter) {
    constexpr double kMarkSide = 11;
    const Point middle = shapes_.beside_center(cell, side);
    const double x = middle.x - kMarkSide / 2;
    const double y = middle.y - kMarkSide / 2;
    append_format(body_,
                  "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2}\" height=\"{2}\" fill=\"{3}\"/><text "
                  "x=\"{4:.1f}\" y=\"{5:.1f}\" text-anchor=\"middle\" font-size=\"10\" "
                  "font-weight=\"bold\" fill=\"#FFFFFF\">{6}</text>\n",
                  x, y, kMarkSide, colour, x + kMarkSide / 2, y + 9, letter);
  }

  // The numbers that prove a cell are circled; the cell is marked with a star.
  void draw_proof() {
    if (proof_ == nullptr) return;
    for (const Cell number : proof_->numbers)
      append_format(body_,
                    "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"12\" fill=\"none\" stroke=\"{}\" "
                    "stroke-width=\"2.5\"/>\n",
                    shapes_.center(number).x, shapes_.center(number).y, colours::kProof);
    mark(proof_->cell, CellShapes::Beside::below_left, colours::kProof, '*');
  }

  std::string background(Cell cell) const {
    if (!placed_.position.is_hidden(cell)) return std::string(colours::kShown);
    if (certainty_[cell] == CellCertainty::safe) return std::string(colours::kSafe);
    if (certainty_[cell] == CellCertainty::mine) return std::string(colours::kMine);
    return colours::risk_background(analysis_.p_mine[cell]);
  }

  void draw_cell(Cell cell) {
    const Point center = shapes_.center(cell);
    append_format(body_, "<g>{} fill=\"{}\" stroke=\"{}\"/>", shapes_.shape(cell), background(cell),
                  CellShapes::kLines);
    const bool is_hidden = placed_.position.is_hidden(cell);
    append_format(body_, "<title>{}{}</title>", name_of_(cell),
                  is_hidden ? fmt::format(": P(mine) {:.6g}", analysis_.p_mine[cell]) : std::string());
    body_ += is_hidden ? risk_sign(cell, center) : number_sign(placed_.position.shown[cell], center);
    body_ += "</g>\n";
  }

  std::string number_sign(std::uint8_t number, const Point& center) const {
    if (number == 0) return "";
    const std::size_t colour = std::min<std::size_t>(number, colours::kNumbers.size()) - 1;
    return fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"14\" font-weight=\"bold\" "
        "fill=\"{}\">{}</text>",
        center.x, center.y + 5, colours::kNumbers[colour], number);
  }

  std::string risk_sign(Cell cell, const Point& center) const {
    if (certainty_[cell] == CellCertainty::safe)
      return fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4.5\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
          center.x, center.y, colours::kSafeSign);
    if (certainty_[cell] == CellCertainty::mine)
      return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\" fill=\"{}\"/>", center.x, center.y,
                         colours::kMineSign);
    std::string percent = risk_text({CellCertainty::none, analysis_.p_mine[cell]});
    if (percent.ends_with('%')) percent.pop_back();
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
                       center.x, center.y + 4, colours::risk_text_colour(analysis_.p_mine[cell]),
                       escaped(percent));
  }

  const PlacedGraphPosition& placed_;
  const sim::Graph& graph_;
  CellShapes shapes_;
  const solvers::Analysis& analysis_;
  const solvers::Proof* proof_;  // may be null
  NameCell name_of_;
  std::vector<CellCertainty> certainty_;  // [cell]
  std::string body_;
};

}  // namespace

std::string why_not_drawn(const PlacedGraphPosition& placed) {
  if (placed.position.graph->places().empty())
    return placed.board ? "a lattice without \"outlines\"; -o needs them to draw it"
                        : "a graph without \"places\"; -o needs them to draw it";
  if (placed.position.graph->cell_count() > CellShapes::kMostCells)
    return fmt::format("{}; -o draws at most {} of a lattice or graph",
                       count_text(placed.position.graph->cell_count(), "cell"),
                       with_commas(CellShapes::kMostCells));
  return "";
}

std::string graph_analysis_svg(const PlacedGraphPosition& placed, const solvers::Analysis& analysis,
                               const solvers::Proof* proof) {
  return GraphDrawing(placed, analysis, proof).draw();
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/analysis/graph_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/analysis/graph_analysis_text.hpp"
#include "experiments/drawing/board_picture.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/board_colours.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using Point = sim::Graph::Point;
namespace colours = board_colours;

constexpr std::uint32_t kMostDrawnCells = 65'536;
constexpr double kCellPixels = 28;  // the side of a square of a usual size
constexpr double kAroundGraph = 14;
constexpr double kTextLine = 16;  // of the text below
constexpr double kLeastPageWidth = 360;
constexpr double kMostDrawnPixels = 30'000;  // of the longer side
constexpr std::string_view kBetweenCells = "#9A9A9A";

double area_of(const std::vector<Point>& outline) {
  double twice = 0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Point& next = outline[(i + 1) % outline.size()];
    twice += outline[i].x * next.y - next.x * outline[i].y;
  }
  return std::abs(twice) / 2;
}

class GraphDrawing {
 public:
  GraphDrawing(const PlacedGraphPosition& placed, const solvers::Analysis& analysis)
      : placed_(placed), graph_(*placed.position.graph), analysis_(analysis) {
    certainty_.assign(graph_.cell_count(), CellCertainty::none);
    for (const Cell cell : analysis.safe) certainty_[cell] = CellCertainty::safe;
    for (const Cell cell : analysis.mine) certainty_[cell] = CellCertainty::mine;
    fit();
  }

  std::string draw() {
    if (!is_outlined()) draw_edges();
    for (Cell cell = 0; cell < graph_.cell_count(); ++cell) draw_cell(cell);
    const std::array<std::string, 3> lines{facts(), fmt::format("Cells are {}.", convention_of(placed_)),
                                           "In hidden cells: P(mine) in percent; ring: safe; dot: a mine."};
    double bottom = height_;
    for (const std::string& line : lines)
      append_format(body_, "<text x=\"{}\" y=\"{:.0f}\">{}</text>\n", kAroundGraph, bottom += kTextLine,
                    escaped(line));
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
        "width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica, "
        "Arial, "
        "sans-serif\" font-size=\"11\">\n<title>{2}</title>\n<rect width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "fill=\"#FFFFFF\"/>\n{3}</svg>\n",
        std::max(width_, kLeastPageWidth), bottom + kAroundGraph, escaped(lines.front()), body_);
  }

 private:
  bool is_outlined() const { return placed_.board.has_value(); }
  std::vector<Point> outline(Cell cell) const {
    return sim::outline_of(*placed_.board->lattice, placed_.board->size, cell);
  }
  std::string name_of(Cell cell) const {
    return placed_.board ? placed_.board->name_of(cell) : std::to_string(cell);
  }
  std::string facts() const {
    const auto hidden =
        static_cast<std::uint64_t>(std::ranges::count(placed_.position.shown, sim::GraphPosition::kHidden));
    return fmt::format("{}, {}, {}", board_text(placed_), mines_text(placed_.position.prior),
                       count_text(hidden, "hidden cell"));
  }

  // The scale, and where the drawing begins.
  void fit() {
    Point least{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
    Point most{-least.x, -least.y};
    const auto include = [&](const Point& point) {
      least = {std::min(least.x, point.x), std::min(least.y, point.y)};
      most = {std::max(most.x, point.x), std::max(most.y, point.y)};
    };
    double side = 0;  // of a square of a usual size, in the units of the points
    if (is_outlined()) {
      // Between the mean and the smallest, whose text is to fit.
      double sum = 0;
      double smallest = std::numeric_limits<double>::max();
      for (const auto& of_unit : placed_.board->lattice->outlines) {
        sum += area_of(of_unit);
        smallest = std::min(smallest, area_of(of_unit));
      }
      side = std::pow(smallest * sum / static_cast<double>(placed_.board->lattice->outlines.size()), 0.25);
      for (Cell cell = 0; cell < graph_.cell_count(); ++cell)
        for (const Point& corner : outline(cell)) include(corner);
    } else {
      for (const Point& place : graph_.places()) include(place);
      // The mean distance to the cells that are seen; that of a row where there are none.
      double distances = 0;
      double edges = 0;
      for (Cell cell = 0; cell < graph_.cell_count(); ++cell)
        for (const Cell seen : graph_.sees(cell)) {
          distances += std::hypot(graph_.places()[cell].x - graph_.places()[seen].x,
                                  graph_.places()[cell].y - graph_.places()[seen].y);
          edges += 1;
        }
      side = edges > 0 ? distances / edges / 1.7 : 1;
    }
    const double longest = std::max({most.x - least.x, most.y - least.y, side});
    scale_ = side > 0 ? std::min(kCellPixels / side, kMostDrawnPixels / longest) : 1;
    const double around = kAroundGraph + (is_outlined() ? 0 : kCellPixels / 2);
    origin_ = {around - least.x * scale_, around - least.y * scale_};
    width_ = (most.x - least.x) * scale_ + 2 * around;
    height_ = (most.y - least.y) * scale_ + 2 * around;
  }
  Point on_page(const Point& point) const {
    return {origin_.x + point.x * scale_, origin_.y + point.y * scale_};
  }

  void draw_edges() {
    for (Cell cell = 0; cell < graph_.cell_count(); ++cell)
      for (const Cell seen : graph_.sees(cell)) {
        const bool is_mutual = std::ranges::find(graph_.sees(seen), cell) != graph_.sees(seen).end();
        if (is_mutual && seen < cell) continue;
        const Point from = on_page(graph_.places()[cell]);
        const Point to = on_page(graph_.places()[seen]);
        append_format(body_, "<path d=\"M{:.1f},{:.1f} L{:.1f},{:.1f}\" stroke=\"{}\"/>\n", from.x, from.y,
                      to.x, to.y, kBetweenCells);
      }
  }

  std::string background(Cell cell) const {
    if (!placed_.position.is_hidden(cell)) return std::string(colours::kShown);
    if (certainty_[cell] == CellCertainty::safe) return std::string(colours::kSafe);
    if (certainty_[cell] == CellCertainty::mine) return std::string(colours::kMine);
    return colours::risk_background(analysis_.p_mine[cell]);
  }

  void draw_cell(Cell cell) {
    const Point center = on_page(graph_.places()[cell]);
    std::string shape;
    if (is_outlined()) {
      shape = "<path d=\"";
      for (const Point& corner : outline(cell)) {
        const Point at = on_page(corner);
        append_format(shape, "{}{:.1f},{:.1f}", shape.ends_with('"') ? "M" : " L", at.x, at.y);
      }
      shape += " z\"";
    } else {
      shape = fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"", center.x, center.y,
                          0.43 * kCellPixels);
    }
    append_format(body_, "<g>{} fill=\"{}\" stroke=\"{}\"/>", shape, background(cell), kBetweenCells);
    const bool is_hidden = placed_.position.is_hidden(cell);
    append_format(body_, "<title>{}{}</title>", name_of(cell),
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
  const solvers::Analysis& analysis_;
  std::vector<CellCertainty> certainty_;  // [cell]
  double scale_ = 1;
  Point origin_;
  double width_ = 0, height_ = 0;
  std::string body_;
};

}  // namespace

std::string why_not_drawn(const PlacedGraphPosition& placed) {
  if (placed.position.graph->places().empty())
    return placed.board ? "a lattice without \"outlines\"; -o needs them to draw it"
                        : "a graph without \"places\"; -o needs them to draw it";
  if (placed.position.graph->cell_count() > kMostDrawnCells)
    return fmt::format("{}; -o draws at most {} of a lattice or graph",
                       count_text(placed.position.graph->cell_count(), "cell"), with_commas(kMostDrawnCells));
  return "";
}

std::string graph_analysis_svg(const PlacedGraphPosition& placed, const solvers::Analysis& analysis) {
  return GraphDrawing(placed, analysis).draw();
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/analysis/board_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "experiments/analysis/analysis_words.hpp"
#include "experiments/drawing/svg_board.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/board_colours.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/png_image.hpp"
#include "experiments/support/text.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;

constexpr int kSide = 28;  // of a cell with a number, pixels
// The longer side of a heat map has at most this many pixels, a short one at least kSide.
constexpr int kHeatMapSide = 4096;
constexpr int kMostHeatMapCellSide = 13;
constexpr int kLeft = 34;
constexpr int kTop = 24;
constexpr int kLine = 16;
constexpr int kLeastWidth = 500;
constexpr double kLetter = 6.4;  // the mean width of a letter of the text, pixels
// Distance from the sides of a cell, so that neighbouring outlines do not hide each other.
constexpr double kOutlineInset = 2;

// Outlines of components differ in colour and dash, which distinguishes twelve.
constexpr std::array<std::string_view, 4> kOutlineColours{"#0057B8", "#7A00A8", "#006B5B", "#1B1B1B"};
constexpr std::array<std::string_view, 3> kOutlineDashes{"", "6 3", "2 2.5"};

constexpr std::size_t kMostListedComponents = 24;

class PositionDrawing {
 public:
  PositionDrawing(const sim::View& view, const solvers::Analysis& analysis, const solvers::Proof* proof,
                  std::optional<double> density)
      : view_(view),
        density_(density),
        grid_(view.grid()),
        analysis_(analysis),
        proof_(proof),
        is_heat_map_(is_drawn_as_heat_map(view.grid())),
        picture_(picture()),
        frame_(frame()),
        board_(picture_, frame_) {
    component_.assign(grid_.cell_count(), 0);
    for (std::size_t i = 0; i < analysis.components.size(); ++i)
      for (const Cell cell : analysis.components[i].cells) component_[cell] = i + 1;
    letters_ = move_letters(analysis);
  }

  std::string draw() {
    body_ += is_heat_map_ ? board_.heat_map() : board_.cells();
    if (!is_heat_map_) draw_outlines();
    draw_moves();
    draw_proof();
    body_ += board_.labels();
    const int width = std::max(kLeft + static_cast<int>(board_.width()) + 10, kLeastWidth);
    line_length_ = static_cast<std::size_t>((width - kLeft - 10) / kLetter);
    write_text();
    const int height = bottom_ + 8;
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
        "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" font-family=\"Helvetica, Arial, sans-serif\" "
        "font-size=\"12\">\n<title>{2}</title>\n<rect width=\"{0}\" height=\"{1}\" "
        "fill=\"#FFFFFF\"/>\n{3}</svg>\n",
        width, height, escaped(title()), body_);
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    append_format(body_, format, std::forward<Values>(values)...);
  }
  int x_of(Cell cell) const { return static_cast<int>(board_.x_of(cell)); }
  int y_of(Cell cell) const { return static_cast<int>(board_.y_of(cell)); }
  std::string title() const { return facts_text(view_, "×", density_); }

  // The risks, with the words of their titles.
  BoardPicture picture() const {
    BoardPicture picture = picture_of(view_, analysis_);
    if (is_heat_map_) return picture;
    picture.cell = [this, risks = std::move(picture.cell)](Cell cell) {
      PictureCell drawn = risks(cell);
      if (!drawn.risk) return drawn;
      drawn.is_marked = letters_.contains(cell);
      drawn.note = drawn.risk->certainty == CellCertainty::safe ? "safe"
                   : drawn.risk->certainty == CellCertainty::mine
                       ? "a mine"
                       : fmt::format("P(mine) {:.6g}", drawn.risk->p_mine);
      if (component_[cell] != 0) drawn.note += fmt::format(", component {}", component_[cell]);
      return drawn;
    };
    return picture;
  }

  SvgFrame frame() const {
    SvgFrame frame{.left = kLeft, .top = kTop, .least_row_distance = kLine, .least_col_distance = kSide};
    if (!is_heat_map_) return frame;
    const int side = std::clamp(kHeatMapSide / std::max(grid_.rows(), grid_.cols()), 1, kMostHeatMapCellSide);
    const int width = std::max(side, kSide / grid_.cols());
    frame.cell_width = width + (grid_.has_shifted_rows() ? width % 2 : 0);  // shifted by half
    frame.cell_height = std::max(side, kSide / grid_.rows());
    return frame;
  }

  // Draws a stroke of a component's outline.
  void line(std::size_t component, double x1, double y1, double x2, double y2) {
    const std::string_view dash = kOutlineDashes[(component - 1) % kOutlineDashes.size()];
    add("<path d=\"M{},{} L{},{}\" stroke=\"{}\" stroke-width=\"2.5\"{}/>\n", x1, y1, x2, y2,
        kOutlineColours[(component - 1) % kOutlineColours.size()],
        dash.empty() ? std::string() : fmt::format(" stroke-dasharray=\"{}\"", dash));
  }

  // The component of a place on the board, 0 outside.
  std::size_t component_at(int row, int col) const {
    if (row < 0 || row >= grid_.rows() || col < 0 || col >= grid_.cols()) return 0;
    return component_[grid_.at(row, col)];
  }

  // Outlines lie between cells of a component and others, within its cells. On hexagonal boards a cell has two cells above, each
  // overlapping by half.
  void draw_outlines() {
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell) {
      const std::size_t own = component_[cell];
      if (own == 0) continue;
      const int row = grid_.row_of(cell);
      const int col = grid_.col_of(cell);
      const int middle = x_of(cell) + kSide / 2;
      const bool has_left = component_at(row, col - 1) == own;
      const bool has_right = component_at(row, col + 1) == own;
      const double left = x_of(cell) + (has_left ? 0 : kOutlineInset);
      const double right = x_of(cell) + kSide - (has_right ? 0 : kOutlineInset);
      const double top = y_of(cell) + kOutlineInset;
      const double bottom = y_of(cell) + kSide - kOutlineInset;
      if (!has_left) line(own, left, y_of(cell), left, y_of(cell) + kSide);
      if (!has_right) line(own, right, y_of(cell), right, y_of(cell) + kSide);
      for (const int step : {-1, 1}) {
        const double edge = step < 0 ? top : bottom;
        if (!grid_.has_shifted_rows()) {
          if (component_at(row + step, col) != own) line(own, left, edge, right, edge);
          continue;
        }
        const int other = row % 2 == 1 ? col : col - 1;
        if (component_at(row + step, other) != own) line(own, left, edge, middle, edge);
        if (component_at(row + step, other + 1) != own) line(own, middle, edge, right, edge);
      }
    }
  }

  void draw_moves() {
    for (const auto& [cell, letter] : letters_) {
      if (is_heat_map_) {
        mark(cell, letter);
        continue;
      }
      // The cell gets a frame, and the letter in its corner.
      const int x = x_of(cell);
      const int y = y_of(cell);
      add("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"#000000\" "
          "stroke-width=\"2\"/><rect x=\"{3}\" y=\"{1}\" width=\"11\" height=\"11\" fill=\"#000000\"/><text "
          "x=\"{4}\" y=\"{5}\" text-anchor=\"middle\" font-size=\"10\" font-weight=\"bold\" "
          "fill=\"#FFFFFF\">{6}</text>\n",
          x, y, kSide, x + kSide - 11, x + kSide - 5.5, y + 9, letter);
    }
  }

  // Marks a cell of a heat map by a letter beside it and a circle around it.
  void mark(Cell cell, char letter) {
    const int x = x_of(cell) + static_cast<int>(frame_.cell_width) / 2;
    const int y = y_of(cell) + static_cast<int>(frame_.cell_height) / 2;
    add("<circle cx=\"{0}\" cy=\"{1}\" r=\"9\" fill=\"none\" stroke=\"#FFFFFF\" stroke-width=\"4\"/><circle "
        "cx=\"{0}\" cy=\"{1}\" r=\"9\" fill=\"none\" stroke=\"#000000\" stroke-width=\"2\"/><rect x=\"{2}\" "
        "y=\"{3}\" width=\"13\" height=\"13\" fill=\"#000000\"/><text x=\"{4}\" y=\"{5}\" "
        "text-anchor=\"middle\" font-size=\"11\" font-weight=\"bold\" fill=\"#FFFFFF\">{6}</text>\n",
        x, y, x + 8, y - 20, x + 14.5, y - 10, letter);
  }

  // The numbers that prove a cell are circled; the cell is marked with a star in its lower left corner.
  void draw_proof() {
    if (proof_ == nullptr) return;
    for (const Cell number : proof_->numbers)
      add("<circle cx=\"{}\" cy=\"{}\" r=\"12\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\"/>\n",
          x_of(number) + kSide / 2, y_of(number) + kSide / 2, board_colours::kProof);
    const int x = x_of(proof_->cell);
    const int y = y_of(proof_->cell) + kSide - 11;
    add("<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"{}\"/><text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\" font-size=\"13\" font-weight=\"bold\" fill=\"#FFFFFF\">*</text>\n",
        x, y, board_colours::kProof, x + 5.5, y + 13);
  }

  // Adds a line below the board, wrapped between words.
  void write_line(std::string_view text, int indent = 0) {
    while (!text.empty()) {
      std::size_t length = text.size();
      if (display_width(text) > line_length_) {
        length = text.rfind(' ', line_length_);
        if (length == std::string_view::npos || length == 0) length = std::min(text.size(), text.find(' '));
      }
      bottom_ += kLine;
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", kLeft + indent, bottom_, escaped(text.substr(0, length)));
      text.remove_prefix(std::min(length + 1, text.size()));
      if (length == text.size()) break;
      indent = std::max(indent, 16);
    }
  }

  // Shows a sample of each component's outline, with its size.
  void write_components() {
    constexpr int kSample = 26;
    int x = kLeft;
    bottom_ += analysis_.components.empty() ? 0 : kLine;
    const std::size_t listed = std::min(analysis_.components.size(), kMostListedComponents);
    for (std::size_t i = 0; i < listed; ++i) {
      const std::string text =
          fmt::format("component {}: {}", i + 1, component_text(analysis_.components[i]));
      const int needed = kSample + 6 + static_cast<int>(kLetter * static_cast<double>(text.size())) + 12;
      if (x > kLeft && x + needed > kLeft + static_cast<int>(kLetter * static_cast<double>(line_length_))) {
        x = kLeft;
        bottom_ += kLine;
      }
      line(i + 1, x, bottom_ - 4, x + kSample, bottom_ - 4);
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", x + kSample + 6, bottom_, text);
      x += needed;
    }
    if (listed < analysis_.components.size())
      write_line(fmt::format("and {}", count_text(analysis_.components.size() - listed, "more component")));
  }

  // Explains the colours of a heat map.
  void write_colours() {
    constexpr int kSteps = 10;
    int x = kLeft;
    bottom_ += kLine;
    const auto sample = [&](std::string_view colour, std::string_view text) {
      add("<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"11\" fill=\"{}\" stroke=\"#9A9A9A\"/>", x,
          bottom_ - 10, colour);
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", x + 18, bottom_, text);
      x += 18 + static_cast<int>(kLetter * static_cast<double>(text.size())) + (text.empty() ? -4 : 12);
    };
    sample(board_colours::kShown, "shown");
    sample(board_colours::kSafe, "safe");
    sample(board_colours::kMine, "a mine");
    add("<text x=\"{}\" y=\"{}\">P(mine) 0</text>\n", x, bottom_);
    x += 62;
    for (int step = 0; step <= kSteps; ++step)
      sample(board_colours::risk_background(static_cast<double>(step) / kSteps), step == kSteps ? "1" : "");
    write_line(fmt::format("More than {} rows or columns: colours instead of numbers.", kMaxNumberedSide));
    if (frame_.cell_width != frame_.cell_height)
      write_line(fmt::format("A cell is drawn {} high and {} wide.",
                             count_text(static_cast<std::uint64_t>(frame_.cell_height), "pixel"),
                             count_text(static_cast<std::uint64_t>(frame_.cell_width), "pixel")));
  }

  void write_text() {
    bottom_ = kTop + static_cast<int>(board_.height()) + 6;
    write_line(title() + ". Cells are row,col from 0.");
    if (is_heat_map_) {
      write_colours();
    } else {
      write_line("In hidden cells: P(mine) in percent; ring: safe; dot: a mine.");
      write_components();
    }
    for (const NoteLine& line :
         move_notes(analysis_, [this](Cell cell) { return sim::cell_text(grid_, cell); }))
      write_line(line.text, line.indent);
    if (proof_ != nullptr) write_line(proof_text(view_, *proof_) + " (circled)");
  }

  const sim::View& view_;
  std::optional<double> density_;
  const Grid& grid_;
  const solvers::Analysis& analysis_;
  const solvers::Proof* proof_;  // may be null
  bool is_heat_map_;
  BoardPicture picture_;
  SvgFrame frame_;
  SvgBoard board_;
  std::vector<std::size_t> component_;  // [cell], from 1; 0: none
  std::map<Cell, char> letters_;
  std::size_t line_length_ = 0;  // of the text, characters
  int bottom_ = 0;
  std::string body_;
};

}  // namespace

bool is_drawn_as_heat_map(const sim::Grid& grid) {
  return std::max(grid.rows(), grid.cols()) > kMaxNumberedSide;
}

std::string analysis_svg(const sim::View& view, const solvers::Analysis& analysis,
                         const solvers::Proof* proof, std::optional<double> density) {
  return PositionDrawing(view, analysis, proof, density).draw();
}

}  // namespace sapper::experiments::minesweeper

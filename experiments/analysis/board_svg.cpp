#include "experiments/analysis/board_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

#include "experiments/analysis/analysis_text.hpp"
#include "experiments/analysis/risk_table.hpp"
#include "experiments/support/append_format.hpp"
#include "experiments/support/base64.hpp"
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

constexpr std::string_view kProofColour = "#0057B8";
constexpr std::size_t kMostTitledCandidates = 8;
constexpr std::size_t kMostListedComponents = 24;

class Picture {
 public:
  Picture(const sim::View& view, const solvers::Analysis& analysis, const solvers::Proof* proof)
      : view_(view),
        grid_(view.grid()),
        analysis_(analysis),
        proof_(proof),
        is_heat_map_(is_drawn_as_heat_map(view.grid())) {
    certainty_ = certainty_of(analysis);
    component_.assign(grid_.cell_count(), 0);
    for (std::size_t i = 0; i < analysis.components.size(); ++i)
      for (const Cell cell : analysis.components[i].cells) component_[cell] = i + 1;
    for (const auto& move : analysis.moves) moves_at_[move.move.cell].push_back(&move);
    letters_ = move_letters(analysis);
    if (!is_heat_map_) return;
    const int side = std::clamp(kHeatMapSide / std::max(grid_.rows(), grid_.cols()), 1, kMostHeatMapCellSide);
    cell_width_ = std::max(side, kSide / grid_.cols());
    if (is_hexagonal()) cell_width_ += cell_width_ % 2;  // shifted by half
    cell_height_ = std::max(side, kSide / grid_.rows());
  }

  std::string draw() {
    if (is_heat_map_) {
      draw_heat_map();
    } else {
      for (Cell cell = 0; cell < grid_.cell_count(); ++cell) draw_cell(cell);
      draw_outlines();
    }
    draw_moves();
    draw_proof();
    draw_labels();
    const int width = std::max(kLeft + board_width() + 10, kLeastWidth);
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
  bool is_hexagonal() const { return grid_.has_shifted_rows(); }
  int board_width() const { return grid_.cols() * cell_width_ + (is_hexagonal() ? cell_width_ / 2 : 0); }
  int board_height() const { return grid_.rows() * cell_height_; }
  int x_of(Cell cell) const {
    return kLeft + grid_.col_of(cell) * cell_width_ +
           (is_hexagonal() && grid_.row_of(cell) % 2 == 1 ? cell_width_ / 2 : 0);
  }
  int y_of(Cell cell) const { return kTop + grid_.row_of(cell) * cell_height_; }
  std::string name_of(Cell cell) const { return sim::cell_text(grid_, cell); }
  std::string title() const { return facts_text(view_, "×"); }

  // A picture (PNG) whose cells have their size in pixels, so that nothing needs to scale it, which would blur it. Shifted
  // rows begin half a cell further right.
  void draw_heat_map() {
    // Indices of colours: outside, shown, safe, a mine; steps of the risk follow.
    constexpr int kFirstRisk = 4, kRiskSteps = 251;
    std::vector<std::string> palette{"#FFFFFF", std::string(board_colours::kShown),
                                     std::string(board_colours::kSafe), std::string(board_colours::kMine)};
    for (int step = 0; step <= kRiskSteps; ++step)
      palette.push_back(board_colours::risk_background(static_cast<double>(step) / kRiskSteps));
    const auto colour_of = [&](Cell cell) -> int {
      if (view_.is_shown(cell)) return 1;
      if (certainty_[cell] != CellCertainty::none) return certainty_[cell] == CellCertainty::safe ? 2 : 3;
      return kFirstRisk +
             static_cast<int>(std::lround(std::clamp(analysis_.p_mine[cell], 0.0, 1.0) * kRiskSteps));
    };
    std::vector<std::uint8_t> pixels, line(static_cast<std::size_t>(board_width()));
    pixels.reserve(line.size() * static_cast<std::size_t>(board_height()));
    for (int row = 0; row < grid_.rows(); ++row) {
      std::fill(line.begin(), line.end(), std::uint8_t{0});
      auto place = line.begin() + (x_of(grid_.at(row, 0)) - kLeft);
      for (int col = 0; col < grid_.cols(); ++col)
        place = std::fill_n(place, cell_width_, static_cast<std::uint8_t>(colour_of(grid_.at(row, col))));
      for (int i = 0; i < cell_height_; ++i) pixels.insert(pixels.end(), line.begin(), line.end());
    }
    const std::string png = png_image(line.size(), static_cast<std::size_t>(board_height()), pixels, palette);
    add("<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"/>\n", kLeft,
        kTop, board_width(), board_height(), base64(png));
    add("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#9A9A9A\"/>\n", kLeft,
        kTop, board_width(), board_height());
  }

  void draw_cell(Cell cell) {
    const int x = x_of(cell);
    const int y = y_of(cell);
    const int middle_x = x + kSide / 2;
    const bool is_shown = view_.is_shown(cell);
    const CellCertainty certainty = certainty_[cell];
    const double p_mine = is_shown ? 0 : analysis_.p_mine[cell];
    const std::string fill = is_shown                           ? std::string(board_colours::kShown)
                             : certainty == CellCertainty::safe ? std::string(board_colours::kSafe)
                             : certainty == CellCertainty::mine ? std::string(board_colours::kMine)
                                                                : board_colours::risk_background(p_mine);
    add("<g><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#9A9A9A\"/>", x, y, kSide,
        kSide, fill);
    if (is_shown) {
      if (const int number = view_.number(cell); number > 0)
        add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"17\" font-weight=\"bold\" "
            "fill=\"{}\">{}</text>",
            middle_x, y + 20, board_colours::kNumbers[static_cast<std::size_t>(number) - 1], number);
    } else {
      draw_risk(cell, certainty, p_mine);
    }
    body_ += "</g>\n";
  }

  void draw_risk(Cell cell, CellCertainty certainty, double p_mine) {
    std::string percent = risk_text(CellCertainty::none, p_mine);
    if (percent.ends_with('%')) percent.pop_back();
    const int middle_x = x_of(cell) + kSide / 2;
    // It lies below the letter of a move.
    const int middle_y = y_of(cell) + kSide / 2 + (moves_at_.contains(cell) ? 5 : 0);
    const std::string component =
        component_[cell] == 0 ? std::string() : fmt::format(", component {}", component_[cell]);
    if (certainty == CellCertainty::safe)
      add("<title>{}: safe{}</title><circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"{}\" "
          "stroke-width=\"2\"/>",
          name_of(cell), component, middle_x, middle_y, board_colours::kSafeSign);
    else if (certainty == CellCertainty::mine)
      add("<title>{}: a mine{}</title><circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{}\"/>", name_of(cell),
          component, middle_x, middle_y, board_colours::kMineSign);
    else
      add("<title>{}: P(mine) {:.6g}{}</title><text x=\"{}\" y=\"{}\" text-anchor=\"middle\" "
          "fill=\"{}\">{}</text>",
          name_of(cell), p_mine, component, middle_x, middle_y + 5, board_colours::risk_text_colour(p_mine),
          escaped(percent));
    if (view_.is_flagged(cell))
      add("<path d=\"M{0},{1} v9 M{0},{1} l6,2.5 l-6,2.5 z\" stroke=\"#000000\" fill=\"#D00000\"/>",
          x_of(cell) + 4, y_of(cell) + 3);
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
        if (!is_hexagonal()) {
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
    const int x = x_of(cell) + cell_width_ / 2;
    const int y = y_of(cell) + cell_height_ / 2;
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
          x_of(number) + kSide / 2, y_of(number) + kSide / 2, kProofColour);
    const int x = x_of(proof_->cell);
    const int y = y_of(proof_->cell) + kSide - 11;
    add("<rect x=\"{}\" y=\"{}\" width=\"11\" height=\"11\" fill=\"{}\"/><text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\" font-size=\"13\" font-weight=\"bold\" fill=\"#FFFFFF\">*</text>\n",
        x, y, kProofColour, x + 5.5, y + 13);
  }

  // The step between labelled rows or columns that keeps labels at least `least` pixels apart.
  static int label_step(int cell_side, int least) {
    for (int step = 1;; step *= 10)
      for (const int factor : {1, 2, 5})
        if (step * factor * cell_side >= least) return step * factor;
  }

  void draw_labels() {
    for (int row = 0; row < grid_.rows(); row += label_step(cell_height_, kLine))
      add("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#444444\" font-size=\"11\">{}</text>\n",
          kLeft - 5, kTop + row * cell_height_ + cell_height_ / 2 + 4, row);
    for (int col = 0; col < grid_.cols(); col += label_step(cell_width_, kSide))
      add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444444\" font-size=\"11\">{}</text>\n",
          kLeft + col * cell_width_ + cell_width_ / 2, kTop - 6, col);
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
    if (cell_width_ != cell_height_)
      write_line(fmt::format("A cell is drawn {} high and {} wide.",
                             count_text(static_cast<std::uint64_t>(cell_height_), "pixel"),
                             count_text(static_cast<std::uint64_t>(cell_width_), "pixel")));
  }

  // `csp, min_risk (guess); pinv (pinv)`: who digs a cell, grouped by reason.
  static std::string strategies_by_kind(const std::vector<const solvers::StrategyMove*>& moves) {
    std::map<solvers::MoveKind, std::string> names;
    for (const auto* const move : moves) {
      std::string& of_kind = names[move->move.kind];
      of_kind += (of_kind.empty() ? "" : ", ") + move->strategy;
    }
    std::string text;
    for (const auto& [kind, of_kind] : names)
      text += fmt::format("{}{} ({})", text.empty() ? "" : "; ", of_kind,
                          solvers::kMoveKindNames[static_cast<std::size_t>(kind)]);
    return text;
  }

  void write_text() {
    bottom_ = kTop + board_height() + 6;
    write_line(title() + ". Cells are row,col from 0.");
    if (is_heat_map_) {
      write_colours();
    } else {
      write_line("In hidden cells: P(mine) in percent; ring: safe; dot: a mine.");
      write_components();
    }
    for (const auto& [cell, moves] : moves_at_) {
      write_line(fmt::format("{}  {}, P(mine) {:.4g}: {}", letters_.at(cell), name_of(cell),
                             moves.front()->p_mine, strategies_by_kind(moves)));
      for (const auto* const move : moves) write_explanation(*move);
    }
    if (proof_ != nullptr) write_line(proof_text(view_, *proof_) + " (circled)");
  }

  void write_explanation(const solvers::StrategyMove& move) {
    if (move.why.empty()) return;
    write_line(fmt::format("{}: {}", move.strategy, reason_text(move)), 16);
    if (move.candidates.empty()) return;
    std::string text = "cell: value, P(mine)";
    for (const auto& candidate :
         std::span(move.candidates).first(std::min(move.candidates.size(), kMostTitledCandidates)))
      text += fmt::format(
          "; {}: {:.4f}{}, {:.3f}", name_of(candidate.cell), candidate.value,
          candidate.standard_error ? fmt::format(" ± {:.4f}", *candidate.standard_error) : std::string(),
          candidate.p_mine);
    if (move.candidates.size() > kMostTitledCandidates)
      text += fmt::format("; and {} more", move.candidates.size() - kMostTitledCandidates);
    if (move.candidates.front().standard_error) text += " (± standard error)";
    write_line(text, 32);
  }

  const sim::View& view_;
  const Grid& grid_;
  const solvers::Analysis& analysis_;
  const solvers::Proof* proof_;  // may be null
  bool is_heat_map_;
  int cell_width_ = kSide, cell_height_ = kSide;
  std::vector<CellCertainty> certainty_;  // [cell]
  std::vector<std::size_t> component_;    // [cell], from 1; 0: none
  std::map<Cell, std::vector<const solvers::StrategyMove*>> moves_at_;
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
                         const solvers::Proof* proof) {
  return Picture(view, analysis, proof).draw();
}

}  // namespace sapper::experiments::minesweeper

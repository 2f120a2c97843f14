#include "experiments/analysis/board_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>

#include "experiments/analysis/heat_map.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {
namespace {

using sim::Cell;
using sim::Grid;

constexpr int kSide = 28;  // of a cell, pixels
constexpr int kLeft = 34;
constexpr int kTop = 24;
constexpr int kLine = 16;
constexpr int kLeastWidth = 500;
constexpr std::size_t kLineLength = 76;  // of the text, characters

// Of the numbers 1 to 8, as in the game's first editions.
constexpr std::array<std::string_view, 8> kNumberColours{"#0000FF", "#008000", "#FF0000", "#000080",
                                                         "#800000", "#008080", "#000000", "#808080"};

struct Colour {
  double red, green, blue;
};

// From hardly dangerous to nearly a mine: light to dark, so that it reads without colour too.
std::string heat(double p_mine) {
  constexpr std::array<Colour, 4> kStops{{{255, 247, 222}, {253, 204, 138}, {239, 120, 80}, {179, 30, 30}}};
  const double place = std::clamp(p_mine, 0.0, 1.0) * (kStops.size() - 1);
  const auto first = std::min(static_cast<std::size_t>(place), kStops.size() - 2);
  const double share = place - static_cast<double>(first);
  const auto mix = [&](double a, double b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
  const Colour &a = kStops[first], &b = kStops[first + 1];
  return fmt::format("#{:02X}{:02X}{:02X}", mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue));
}

class Picture {
 public:
  Picture(const sim::View& view, const solvers::Analysis& analysis)
      : view_(view), grid_(view.grid()), analysis_(analysis) {
    certainty_.assign(grid_.cell_count(), Certainty::none);
    for (const Cell cell : analysis.safe) certainty_[cell] = Certainty::safe;
    for (const Cell cell : analysis.mine) certainty_[cell] = Certainty::mine;
    component_.assign(grid_.cell_count(), 0);
    for (std::size_t i = 0; i < analysis.components.size(); ++i)
      for (const Cell cell : analysis.components[i].cells) component_[cell] = i + 1;
    for (const auto& move : analysis.moves) moves_at_[move.move.cell].push_back(&move);
  }

  std::string draw() {
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell) draw_cell(cell);
    draw_outlines();
    draw_moves();
    draw_labels();
    write_text();
    const int width =
        std::max(kLeft + grid_.cols() * kSide + (is_hexagonal() ? kSide / 2 : 0) + 10, kLeastWidth);
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
    fmt::format_to(std::back_inserter(body_), format, std::forward<Values>(values)...);
  }
  bool is_hexagonal() const { return grid_.topology() == sim::Topology::hex; }
  int x_of(Cell cell) const {
    return kLeft + grid_.col_of(cell) * kSide +
           (is_hexagonal() && grid_.row_of(cell) % 2 == 1 ? kSide / 2 : 0);
  }
  int y_of(Cell cell) const { return kTop + grid_.row_of(cell) * kSide; }
  std::string name_of(Cell cell) const {
    return fmt::format("{},{}", grid_.row_of(cell), grid_.col_of(cell));
  }
  std::string title() const {
    return fmt::format("{} × {} {}, {}, {}", grid_.rows(), grid_.cols(), sim::name_of(grid_.topology()),
                       counted(view_.mine_count(), "mine"), counted(view_.hidden_count(), "hidden cell"));
  }

  void draw_cell(Cell cell) {
    const int x = x_of(cell);
    const int y = y_of(cell);
    const int middle_x = x + kSide / 2;
    const bool is_shown = view_.is_shown(cell);
    const Certainty certainty = certainty_[cell];
    const double p_mine = is_shown ? 0 : analysis_.p_mine[cell];
    const std::string fill = is_shown                       ? "#E4E4E4"
                             : certainty == Certainty::safe ? "#A6DBA0"
                             : certainty == Certainty::mine ? "#7F1D1D"
                                                            : heat(p_mine);
    add("<g><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"#9A9A9A\"/>", x, y, kSide,
        kSide, fill);
    if (is_shown) {
      if (const int number = view_.number(cell); number > 0)
        add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"17\" font-weight=\"bold\" "
            "fill=\"{}\">{}</text>",
            middle_x, y + 20, kNumberColours[static_cast<std::size_t>(number) - 1], number);
    } else {
      draw_risk(cell, certainty, p_mine);
    }
    body_ += "</g>\n";
  }

  void draw_risk(Cell cell, Certainty certainty, double p_mine) {
    const int middle_x = x_of(cell) + kSide / 2;
    const int middle_y = y_of(cell) + kSide / 2;
    if (certainty == Certainty::safe)
      add("<title>{}: safe</title><circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"none\" stroke=\"#00441B\" "
          "stroke-width=\"2\"/>",
          name_of(cell), middle_x, middle_y);
    else if (certainty == Certainty::mine)
      add("<title>{}: a mine</title><circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"#FFFFFF\"/>", name_of(cell),
          middle_x, middle_y);
    else
      add("<title>{}: P(mine) {:.6g}</title><text x=\"{}\" y=\"{}\" text-anchor=\"middle\" "
          "fill=\"{}\">{}</text>",
          name_of(cell), p_mine, middle_x, middle_y + 5, p_mine > 0.6 ? "#FFFFFF" : "#000000",
          percent(p_mine));
    if (view_.is_flagged(cell))
      add("<path d=\"M{0},{1} v9 M{0},{1} l6,2.5 l-6,2.5 z\" stroke=\"#000000\" fill=\"#D00000\"/>",
          x_of(cell) + 4, y_of(cell) + 3);
  }

  // Percent without the sign, which never reads as certain.
  static std::string percent(double p_mine) {
    std::string text = risk_text(Certainty::none, p_mine);
    if (text.ends_with('%')) text.pop_back();
    return escaped(text);
  }

  void line(int x1, int y1, int x2, int y2) {
    add("<path d=\"M{},{} L{},{}\" stroke=\"#0057B8\" stroke-width=\"2.5\" stroke-linecap=\"round\"/>\n", x1,
        y1, x2, y2);
  }

  // The component of a place on the board, 0 outside.
  std::size_t component_at(int row, int col) const {
    if (row < 0 || row >= grid_.rows() || col < 0 || col >= grid_.cols()) return 0;
    return component_[grid_.at(row, col)];
  }

  // Between cells of a component and others. On hexagonal boards half a cell lies above each of two.
  void draw_outlines() {
    for (Cell cell = 0; cell < grid_.cell_count(); ++cell) {
      const std::size_t own = component_[cell];
      if (own == 0) continue;
      const int row = grid_.row_of(cell);
      const int col = grid_.col_of(cell);
      const int x = x_of(cell);
      const int y = y_of(cell);
      if (component_at(row, col - 1) != own) line(x, y, x, y + kSide);
      if (component_at(row, col + 1) != own) line(x + kSide, y, x + kSide, y + kSide);
      for (const int step : {-1, 1}) {
        const int edge = step < 0 ? y : y + kSide;
        if (!is_hexagonal()) {
          if (component_at(row + step, col) != own) line(x, edge, x + kSide, edge);
          continue;
        }
        const int left = row % 2 == 1 ? col : col - 1;
        if (component_at(row + step, left) != own) line(x, edge, x + kSide / 2, edge);
        if (component_at(row + step, left + 1) != own) line(x + kSide / 2, edge, x + kSide, edge);
      }
    }
  }

  void draw_moves() {
    int number = 0;
    for (const auto& [cell, moves] : moves_at_) {
      const int x = x_of(cell) + kSide - 2;
      const int y = y_of(cell) + 2;
      add("<circle cx=\"{0}\" cy=\"{1}\" r=\"6.5\" fill=\"#FFFFFF\" stroke=\"#000000\"/><text x=\"{0}\" "
          "y=\"{2}\" "
          "text-anchor=\"middle\" font-size=\"9\" font-weight=\"bold\">{3}</text>\n",
          x, y, y + 3, letter(number++));
    }
  }
  static char letter(int number) { return static_cast<char>('A' + number % 26); }

  void draw_labels() {
    for (int row = 0; row < grid_.rows(); ++row)
      add("<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#444444\" font-size=\"11\">{}</text>\n",
          kLeft - 5, kTop + row * kSide + 18, row);
    for (int col = 0; col < grid_.cols(); ++col)
      add("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"#444444\" font-size=\"11\">{}</text>\n",
          kLeft + col * kSide + kSide / 2, kTop - 6, col);
  }

  // Below the board, broken between words.
  void write_line(std::string_view text, int indent = 0) {
    while (!text.empty()) {
      std::size_t length = text.size();
      if (display_width(text) > kLineLength) {
        length = text.rfind(' ', kLineLength);
        if (length == std::string_view::npos || length == 0) length = std::min(text.size(), text.find(' '));
      }
      bottom_ += kLine;
      add("<text x=\"{}\" y=\"{}\">{}</text>\n", kLeft + indent, bottom_, escaped(text.substr(0, length)));
      text.remove_prefix(std::min(length + 1, text.size()));
      if (length == text.size()) break;
      indent = 16;
    }
  }

  void write_text() {
    bottom_ = kTop + grid_.rows() * kSide + 6;
    write_line(title() + ". Cells are row,col from 0.");
    write_line("In hidden cells: P(mine) in percent; ring: safe; dot: a mine. Blue: components.");
    int number = 0;
    for (const auto& [cell, moves] : moves_at_) {
      std::string names;
      for (const auto* const move : moves) names += (names.empty() ? "" : ", ") + move->strategy;
      write_line(fmt::format("{}  {}: {}; P(mine) {:.4g} ({})", letter(number++), name_of(cell), names,
                             moves.front()->p_mine,
                             solvers::kMoveKindNames[static_cast<std::size_t>(moves.front()->move.kind)]));
      for (const auto* const move : moves)
        if (!move->why.empty())
          write_line(
              fmt::format("{}: {}{}", move->strategy, move->why,
                          move->win_probability ? fmt::format("; win chance {:.4g}", *move->win_probability)
                                                : std::string()),
              16);
    }
  }

  const sim::View& view_;
  const Grid& grid_;
  const solvers::Analysis& analysis_;
  std::vector<Certainty> certainty_;    // [cell]
  std::vector<std::size_t> component_;  // [cell], from 1; 0: none
  std::map<Cell, std::vector<const solvers::StrategyMove*>> moves_at_;
  int bottom_ = 0;
  std::string body_;
};

}  // namespace

std::string analysis_svg(const sim::View& view, const solvers::Analysis& analysis) {
  return Picture(view, analysis).draw();
}

}  // namespace sapper::experiments::minesweeper

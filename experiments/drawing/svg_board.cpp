#include "experiments/drawing/svg_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/support/append_format.hpp"
#include "experiments/support/base64.hpp"
#include "experiments/support/board_colours.hpp"
#include "experiments/support/markup.hpp"
#include "experiments/support/png_image.hpp"
#include "sim/minesweeper/cell_text.hpp"

namespace sapper::experiments::minesweeper {

namespace {

using sim::Cell;

constexpr double kUsualSide = 28;  // the side of a cell whose signs have the sizes below

// A length in pixels, to a hundredth.
std::string px(double length) {
  std::string text = fmt::format("{:.2f}", length);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

std::string background_of(const PictureCell& cell) {
  namespace colours = board_colours;
  if (!cell.background.empty()) return std::string(cell.background);
  if (!cell.risk) return std::string(cell.sign == CellSign::number ? colours::kShown : colours::kHidden);
  if (cell.risk->certainty == CellCertainty::safe) return std::string(colours::kSafe);
  if (cell.risk->certainty == CellCertainty::mine) return std::string(colours::kMine);
  return colours::risk_background(cell.risk->p_mine);
}

// The step between labelled rows or columns that keeps labels at least `least` pixels apart.
int label_step(double cell_side, double least) {
  for (int step = 1;; step *= 10)
    for (const int factor : {1, 2, 5})
      if (step * factor * cell_side >= least) return step * factor;
}

}  // namespace

double SvgBoard::width() const {
  return (grid().cols() + (grid().has_shifted_rows() ? 0.5 : 0)) * frame_.cell_width;
}
double SvgBoard::height() const { return grid().rows() * frame_.cell_height; }

double SvgBoard::x_of(Cell cell) const {
  const bool is_shifted = grid().has_shifted_rows() && grid().row_of(cell) % 2 == 1;
  return frame_.left + (grid().col_of(cell) + (is_shifted ? 0.5 : 0)) * frame_.cell_width;
}
double SvgBoard::y_of(Cell cell) const { return frame_.top + grid().row_of(cell) * frame_.cell_height; }

std::string SvgBoard::cells() const {
  const std::string line_width =
      frame_.line_width == 1 ? "" : fmt::format(" stroke-width=\"{}\"", px(frame_.line_width));
  std::string out;
  for (Cell cell = 0; cell < grid().cell_count(); ++cell) {
    const PictureCell drawn = picture_.cell(cell);
    append_format(out, "<g><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"{}\"{}/>",
                  px(x_of(cell)), px(y_of(cell)), px(frame_.cell_width), px(frame_.cell_height),
                  background_of(drawn), frame_.line, line_width);
    if (!drawn.note.empty())
      append_format(out, "<title>{}: {}</title>", sim::cell_text(grid(), cell), drawn.note);
    out += sign(drawn, x_of(cell), y_of(cell)) + "</g>\n";
  }
  return out;
}

std::string SvgBoard::sign(const PictureCell& cell, double x, double y) const {
  namespace colours = board_colours;
  const double unit = frame_.cell_width / kUsualSide;
  const double middle_x = x + frame_.cell_width / 2;
  // A risk lies below the letter of a marked cell.
  const double middle_y = y + frame_.cell_height / 2 + (cell.risk && cell.is_marked ? 5 * unit : 0);
  const auto dot = [&](std::string_view colour) {
    return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"/>", px(middle_x), px(middle_y),
                       px(6 * unit), colour);
  };
  std::string out;
  if (cell.risk && cell.risk->certainty == CellCertainty::safe) {
    out = fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
                      px(middle_x), px(middle_y), px(5 * unit), colours::kSafeSign);
  } else if (cell.risk && cell.risk->certainty == CellCertainty::mine) {
    out = dot(colours::kMineSign);
  } else if (cell.risk) {
    std::string percent = risk_text(*cell.risk);
    if (percent.ends_with('%')) percent.pop_back();
    out =
        fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>", px(middle_x),
                    px(middle_y + 5 * unit), colours::risk_text_colour(cell.risk->p_mine), escaped(percent));
  } else if (cell.sign == CellSign::mine) {
    out = dot("#000000");
  } else if (cell.sign == CellSign::number && cell.number > 0) {
    // It leaves room for the text in the corner.
    const bool is_alone = cell.corner.empty();
    out = fmt::format(
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"{}\" font-weight=\"bold\" "
        "fill=\"{}\">{}</text>",
        px(is_alone ? middle_x : x + 18 * unit), px(y + (is_alone ? 20 : 25) * unit),
        px((is_alone ? 17 : 14.5) * unit), colours::kNumbers[cell.number - 1U], cell.number);
  }
  if (!cell.corner.empty())
    append_format(out, "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"#000000\">{}</text>",
                  px(x + 1.5 * unit), px(y + 10 * unit), px(9.5 * unit), escaped(cell.corner));
  if (cell.sign == CellSign::flag)
    append_format(out,
                  "<path d=\"M{0},{1} v9 M{0},{1} l6,2.5 l-6,2.5 z\" stroke=\"#000000\" fill=\"#D00000\"/>",
                  px(x + 4 * unit), px(y + 3 * unit));
  return out;
}

std::string SvgBoard::heat_map() const {
  // Indices of colours: outside, shown, safe, a mine; steps of the risk follow.
  constexpr int kFirstRisk = 4, kRiskSteps = 251;
  std::vector<std::string> palette{"#FFFFFF", std::string(board_colours::kShown),
                                   std::string(board_colours::kSafe), std::string(board_colours::kMine)};
  for (int step = 0; step <= kRiskSteps; ++step)
    palette.push_back(board_colours::risk_background(static_cast<double>(step) / kRiskSteps));
  const auto colour_of = [&](Cell cell) -> int {
    const std::optional<CellRisk> risk = picture_.cell(cell).risk;
    if (!risk) return 1;
    if (risk->certainty != CellCertainty::none) return risk->certainty == CellCertainty::safe ? 2 : 3;
    return kFirstRisk + static_cast<int>(std::lround(std::clamp(risk->p_mine, 0.0, 1.0) * kRiskSteps));
  };
  std::vector<std::uint8_t> pixels, line(static_cast<std::size_t>(width()));
  pixels.reserve(line.size() * static_cast<std::size_t>(height()));
  for (int row = 0; row < grid().rows(); ++row) {
    std::fill(line.begin(), line.end(), std::uint8_t{0});
    auto place = line.begin() + static_cast<std::ptrdiff_t>(x_of(grid().at(row, 0)) - frame_.left);
    for (int col = 0; col < grid().cols(); ++col)
      place = std::fill_n(place, static_cast<int>(frame_.cell_width),
                          static_cast<std::uint8_t>(colour_of(grid().at(row, col))));
    for (int i = 0; i < static_cast<int>(frame_.cell_height); ++i)
      pixels.insert(pixels.end(), line.begin(), line.end());
  }
  const std::string png = png_image(line.size(), static_cast<std::size_t>(height()), pixels, palette);
  const std::string place = fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", px(frame_.left),
                                        px(frame_.top), px(width()), px(height()));
  return fmt::format(
      "<image {0} href=\"data:image/png;base64,{1}\"/>\n<rect {0} fill=\"none\" stroke=\"{2}\"/>\n", place,
      base64(png), frame_.line);
}

std::string SvgBoard::labels() const {
  const double unit = frame_.label_size / 11;
  std::string out;
  const auto label = [&](double x, double y, std::string_view anchor, int number) {
    append_format(out,
                  "<text x=\"{}\" y=\"{}\" text-anchor=\"{}\" fill=\"#444444\" font-size=\"{}\">{}</text>\n",
                  px(x), px(y), anchor, px(frame_.label_size), number);
  };
  const int rows = label_step(frame_.cell_height, frame_.least_row_distance);
  for (int row = 0; row < grid().rows(); row += rows)
    label(frame_.left - 5 * unit, frame_.top + (row + 0.5) * frame_.cell_height + 4 * unit, "end", row);
  const int cols = label_step(frame_.cell_width, frame_.least_col_distance);
  for (int col = 0; col < grid().cols(); col += cols)
    label(frame_.left + (col + 0.5) * frame_.cell_width, frame_.top - 6 * unit, "middle", col);
  return out;
}

}  // namespace sapper::experiments::minesweeper

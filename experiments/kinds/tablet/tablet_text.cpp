#include "experiments/kinds/tablet/tablet_text.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <cstdlib>
#include <string_view>

namespace sapper::experiments::tablet {

namespace {

std::string_view name_of(sim::tablet::Cut cut) {
  return cut == sim::tablet::Cut::vertical ? "vertical" : "horizontal";
}

}  // namespace

std::string size_of(const sim::tablet::Tablet& tablet) {
  return fmt::format("{} x {}", tablet.cols, tablet.rows);
}

std::string name_of(const sim::tablet::Tablet& tablet) {
  return fmt::format("the {} tablet with its poison at column {}, row {}", size_of(tablet), tablet.poison_col,
                     tablet.poison_row);
}

std::string name_of(const sim::tablet::Move& move) {
  return fmt::format("{} cut before {} {}", name_of(move.cut),
                     move.cut == sim::tablet::Cut::vertical ? "column" : "row", move.where);
}

std::string meaning_of(int value) {
  if (value == 0) return "lost: no move is left";
  const int moves = std::abs(value);
  return fmt::format("{} in {} move{}", value > 0 ? "won" : "lost", moves, moves == 1 ? "" : "s");
}

std::string draw(const sim::tablet::Tablet& tablet) {
  const std::size_t width = std::to_string(tablet.cols - 1).size();
  const std::size_t margin = std::to_string(tablet.rows - 1).size();
  std::string text(margin, ' ');
  for (int col = 0; col < tablet.cols; ++col) text += fmt::format(" {:>{}}", col, width);
  text += '\n';
  for (int row = 0; row < tablet.rows; ++row) {
    text += fmt::format("{:>{}}", row, margin);
    for (int col = 0; col < tablet.cols; ++col) {
      const bool is_poison = col == tablet.poison_col && row == tablet.poison_row;
      text += fmt::format(" {:>{}}", is_poison ? 'X' : '.', width);
    }
    text += '\n';
  }
  return text;
}

boost::json::object to_json(const sim::tablet::Tablet& tablet) {
  return {{"cols", tablet.cols},
          {"rows", tablet.rows},
          {"poison", boost::json::array{tablet.poison_col, tablet.poison_row}}};
}

boost::json::object to_json(const sim::tablet::Move& move) {
  return {{"cut", name_of(move.cut)}, {"before", move.where}};
}

}  // namespace sapper::experiments::tablet

#include "sim/tablet/tablet.hpp"

namespace sapper::sim::tablet {
namespace {

enum Side : std::size_t { kLeft, kRight, kAbove, kBelow };

// The move of Nim that a cut before square `where` of a row is, with the poison at square `poison`.
nim::Move cut_row(int poison, int where, Side before, Side behind) {
  if (where <= poison) return {before, poison - where};
  return {behind, where - 1 - poison};
}

}  // namespace

bool is_over(const Tablet& tablet) { return tablet.cols == 1 && tablet.rows == 1; }

bool is_legal(const Tablet& tablet, const Move& move) {
  return move.where >= 1 && move.where < (move.cut == Cut::vertical ? tablet.cols : tablet.rows);
}

Tablet after(const Tablet& tablet, const Move& move) {
  SAPPER_EXPECT(is_legal(tablet, move));
  return tablet_of(nim::after(distances_of(tablet), as_heap_move(tablet, move)));
}

std::vector<Move> moves_of(const Tablet& tablet) {
  std::vector<Move> moves;
  for (int where = 1; where < tablet.cols; ++where) moves.push_back({Cut::vertical, where});
  for (int where = 1; where < tablet.rows; ++where) moves.push_back({Cut::horizontal, where});
  return moves;
}

nim::Heaps distances_of(const Tablet& tablet) {
  return {tablet.poison_col, tablet.cols - 1 - tablet.poison_col, tablet.poison_row,
          tablet.rows - 1 - tablet.poison_row};
}

Tablet tablet_of(const nim::Heaps& distances) {
  return {distances[kLeft] + 1 + distances[kRight], distances[kAbove] + 1 + distances[kBelow],
          distances[kLeft], distances[kAbove]};
}

nim::Move as_heap_move(const Tablet& tablet, const Move& move) {
  if (move.cut == Cut::vertical) return cut_row(tablet.poison_col, move.where, kLeft, kRight);
  return cut_row(tablet.poison_row, move.where, kAbove, kBelow);
}

Move as_cut(const Tablet& tablet, const nim::Move& move) {
  const bool is_vertical = move.heap == kLeft || move.heap == kRight;
  const int poison = is_vertical ? tablet.poison_col : tablet.poison_row;
  const bool is_before = move.heap == kLeft || move.heap == kAbove;
  return {is_vertical ? Cut::vertical : Cut::horizontal,
          is_before ? poison - move.left : poison + 1 + move.left};
}

}  // namespace sapper::sim::tablet

#include "solvers/minesweeper/bound/ambiguous_patterns.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

namespace sapper::solvers {
namespace {

// Rows of a pattern, separated by slashes: cells of A and of B, and the mines beside them. One of each class of patterns
// that turns and reflections of the board map onto one another.
constexpr std::array<std::string_view, 4> kInside{"*..*/.ab./.ba./*..*", "***/.a./.b./***",
                                                  "***/.a./.b./.../.a./.b./***",
                                                  "*..*/.ab./.ba./..../.ab./.ba./*..*"};
constexpr std::array<std::string_view, 15> kAtTop{".a./.b./***",
                                                  ".ab./.ba./*..*",
                                                  "*ab*/*..*",
                                                  ".a./.b./.../.a./.b./***",
                                                  "*a.b./*.ba./.*..*",
                                                  "*ab.ab*/*.....*",
                                                  ".a./.b./.../.a./.b./.../.a./.b./***",
                                                  ".a.b./.b.a./**.**",
                                                  ".a.ba./.b.ab./**...*",
                                                  ".a.ba./.ba.b./*...**",
                                                  ".a.bab./.ba.ba./*.....*",
                                                  ".aa.bb./.ba.ba./*.....*",
                                                  ".ab./.ba./..../.ab./.ba./*..*",
                                                  ".ab.ab./.ba.ba./*.....*",
                                                  ".aba./.bab./*.*.*"};
constexpr std::array<std::string_view, 28> kInTopLeft{"a./b./**",
                                                      "ab./ba./..*",
                                                      "..a./..b./ba.*/..*.",
                                                      "..a./bab./.*.*",
                                                      "a.*/.b./ba./..*",
                                                      "a./b./../a./b./**",
                                                      ".....a./.....b./ba.ba.*/.....*.",
                                                      ".....a./ba.bab./....*.*",
                                                      "....a./....b*/ba.ba./.....*",
                                                      "...ab*/ab...*/..*...",
                                                      "..a./..b./ab**/..*.",
                                                      ".a*/b.*/**.",
                                                      ".a*/b../ab*/..*",
                                                      ".a*/b../ab./ba./..*",
                                                      "a*/../b*/**",
                                                      "a../b../.../a.*/.b./ba./..*",
                                                      "a./b./../a./b./../a./b./**",
                                                      "a.b*/ba.*/..*.",
                                                      "a.b./b.a./*.**",
                                                      "a.ba./b.ab./*...*",
                                                      "a.ba./ba.b./...**",
                                                      "a.bab./ba.ba./.....*",
                                                      "a.bb./a.ba./*...*",
                                                      "aa.bb./ba.ba./.....*",
                                                      "ab*/b../.a./ab./..*",
                                                      "ab./ba./.../ab*/..*",
                                                      "ab./ba./.../ab./ba./..*",
                                                      "ab./ba./a../.b./ba./..*"};

// Where A and B begin and end; the mines beside them may lie further out.
struct PatternExtent {
  int first_row = 0, last_row = 0, first_col = 0, last_col = 0;
};

using Place = std::pair<int, int>;  // row, column

struct OrientedPattern {
  std::vector<Place> a, b, mines;
  bool is_at_top = false, is_at_bottom = false, is_at_left = false, is_at_right = false;

  auto key() const { return std::tie(a, b, mines, is_at_top, is_at_bottom, is_at_left, is_at_right); }
  bool operator<(const OrientedPattern& other) const { return key() < other.key(); }

  PatternExtent extent() const {
    PatternExtent extent{a.front().first, a.front().first, a.front().second, a.front().second};
    for (const std::vector<Place>* cells : {&a, &b})
      for (const auto& [row, col] : *cells) {
        extent.first_row = std::min(extent.first_row, row);
        extent.last_row = std::max(extent.last_row, row);
        extent.first_col = std::min(extent.first_col, col);
        extent.last_col = std::max(extent.last_col, col);
      }
    return extent;
  }
};

OrientedPattern parse(std::string_view drawing, bool is_at_top, bool is_at_left) {
  OrientedPattern pattern;
  pattern.is_at_top = is_at_top;
  pattern.is_at_left = is_at_left;
  int row = 0;
  int col = 0;
  for (const char letter : drawing) {
    if (letter == 'a') pattern.a.emplace_back(row, col);
    if (letter == 'b') pattern.b.emplace_back(row, col);
    if (letter == '*') pattern.mines.emplace_back(row, col);
    ++col;
    if (letter == '/') {
      ++row;
      col = 0;
    }
  }
  return pattern;
}

// Moves the pattern to the origin; of A and B, which are interchangeable, A has the first cell.
void normalize(OrientedPattern& pattern) {
  int first_row = pattern.a.front().first;
  int first_col = pattern.a.front().second;
  for (const std::vector<Place>* cells : {&pattern.a, &pattern.b, &pattern.mines})
    for (const auto& [row, col] : *cells) {
      first_row = std::min(first_row, row);
      first_col = std::min(first_col, col);
    }
  for (std::vector<Place>* cells : {&pattern.a, &pattern.b, &pattern.mines}) {
    for (auto& [row, col] : *cells) {
      row -= first_row;
      col -= first_col;
    }
    std::sort(cells->begin(), cells->end());
  }
  if (pattern.b < pattern.a) std::swap(pattern.a, pattern.b);
}

OrientedPattern transposed(OrientedPattern pattern) {
  for (std::vector<Place>* cells : {&pattern.a, &pattern.b, &pattern.mines})
    for (auto& [row, col] : *cells) std::swap(row, col);
  std::swap(pattern.is_at_top, pattern.is_at_left);
  std::swap(pattern.is_at_bottom, pattern.is_at_right);
  return pattern;
}

OrientedPattern mirrored(OrientedPattern pattern) {
  for (std::vector<Place>* cells : {&pattern.a, &pattern.b, &pattern.mines})
    for (auto& [row, col] : *cells) col = -col;
  std::swap(pattern.is_at_left, pattern.is_at_right);
  return pattern;
}

const std::set<OrientedPattern>& all_patterns() {
  static const std::set<OrientedPattern> patterns = [] {
    std::set<OrientedPattern> all;
    const auto add = [&](std::string_view drawing, bool is_at_top, bool is_at_left) {
      OrientedPattern pattern = parse(drawing, is_at_top, is_at_left);
      for (int turn = 0; turn < 4; ++turn) {
        for (OrientedPattern image : {pattern, transposed(pattern)}) {
          normalize(image);
          all.insert(std::move(image));
        }
        pattern = mirrored(transposed(std::move(pattern)));
      }
    };
    for (const std::string_view drawing : kInside) add(drawing, false, false);
    for (const std::string_view drawing : kAtTop) add(drawing, true, false);
    for (const std::string_view drawing : kInTopLeft) add(drawing, true, true);
    return all;
  }();
  return patterns;
}

// The first rows (or columns) that a pattern of this extent may have: it touches the borders that it is at, and no other.
std::pair<int, int> starts(int size, int extent, bool is_at_first, bool is_at_last) {
  if (extent >= size) return {0, -1};
  if (is_at_first) return {0, 0};
  return is_at_last ? std::pair(size - extent, size - extent) : std::pair(1, size - extent - 1);
}

}  // namespace

std::vector<PlacedPattern> place_ambiguous_patterns(const sim::Grid& grid) {
  std::vector<PlacedPattern> placed;
  for (const OrientedPattern& pattern : all_patterns()) {
    const PatternExtent extent = pattern.extent();
    const auto [top, bottom] =
        starts(grid.rows(), extent.last_row - extent.first_row + 1, pattern.is_at_top, pattern.is_at_bottom);
    const auto [left, right] =
        starts(grid.cols(), extent.last_col - extent.first_col + 1, pattern.is_at_left, pattern.is_at_right);
    if (top > bottom || left > right) continue;
    PlacedPattern& added = placed.emplace_back();
    const auto offsets = [&](const std::vector<Place>& cells, std::vector<std::uint32_t>& distances) {
      for (const auto& [row, col] : cells)
        distances.push_back(static_cast<std::uint32_t>(row * grid.cols() + col));
    };
    offsets(pattern.a, added.a);
    offsets(pattern.b, added.b);
    offsets(pattern.mines, added.mines);
    for (int row = top - extent.first_row; row <= bottom - extent.first_row; ++row)
      for (int col = left - extent.first_col; col <= right - extent.first_col; ++col)
        insert(added.places, static_cast<sim::Cell>(row * grid.cols() + col));
  }
  return placed;
}

}  // namespace sapper::solvers

// The crossing wires of the NP-completeness proof (Kaye, "Minesweeper is NP-complete", Mathematical Intelligencer 22, 2000):
// n wires across n, each free to carry either signal, whatever the others carry. All layouts have the same number of mines.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "tests/support/position_text.hpp"

namespace sapper::tests {

struct WirePosition {
  Position position;
  std::vector<sim::Cell> trusted_mines;
};

// n >= 2: 2^(2n) layouts, in which each cell of a wire is a mine in half of them.
inline WirePosition crossing_wires(int n) {
  // Two wires across two; the rows and the columns from 7 to 9 are a crossing, which repeats.
  const std::vector<std::string> two{"000000000000000000", "000000000000000000", "000001233332100000",
                                     "000002FFFFFF200000", "000002F.FF.F200000", "000112233332211000",
                                     "0002F32.22.23F2000", "0003F........F3000", "0003F42222224F3000",
                                     "0003F42.22.24F3000", "0003F........F3000", "0002F43444434F2000",
                                     "000113F.FF.F311000", "000002FFFFFF200000", "000001233332100000",
                                     "000000000000000000", "000000000000000000", "000000000000000000"};
  constexpr std::size_t kFirst = 7;
  constexpr std::size_t kPeriod = 3;
  const auto repeat = [n](auto& values) {
    const auto crossing = values.begin() + kFirst;
    const std::decay_t<decltype(values)> tile(crossing, crossing + kPeriod);
    for (int i = 2; i < n; ++i) values.insert(values.begin() + kFirst + kPeriod, tile.begin(), tile.end());
  };
  std::vector<std::string> rows = two;
  for (std::string& row : rows) repeat(row);
  repeat(rows);
  // Two mines in each crossing and one at an end of each wire, besides the flags.
  auto mine_count = static_cast<std::uint32_t>(2 * n * n + 2 * n);
  for (const std::string& row : rows) mine_count += static_cast<std::uint32_t>(std::ranges::count(row, 'F'));
  WirePosition wires{position_from_rows(rows, mine_count), {}};
  for (sim::Cell cell = 0; cell < wires.position.grid->cell_count(); ++cell)
    if (wires.position.view.is_flagged(cell)) wires.trusted_mines.push_back(cell);
  return wires;
}

}  // namespace sapper::tests

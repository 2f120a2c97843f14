// The poisoned tablet from its rules alone: a recursion over rectangles that shares no code with the solvers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <vector>

namespace sapper::tests {

class TabletOracle {
 public:
  // The value of the m x n tablet with its poison at (i, j), as the game's document states it.
  int value(int m, int n, int i, int j) {
    if (m == 1 && n == 1) return 0;
    const auto known = known_.find({m, n, i, j});
    if (known != known_.end()) return known->second;
    std::vector<int> successors;
    for (int cut = 1; cut < m; ++cut)
      successors.push_back(i < cut ? value(cut, n, i, j) : value(m - cut, n, i - cut, j));
    for (int cut = 1; cut < n; ++cut)
      successors.push_back(j < cut ? value(m, cut, i, j) : value(m, n - cut, i, j - cut));
    std::sort(successors.rbegin(), successors.rend());
    int result = -successors.front() - 1;
    for (const int successor : successors) {
      if (successor > 0) continue;
      result = std::abs(successor) + 1;
      break;
    }
    known_[{m, n, i, j}] = result;
    return result;
  }

 private:
  std::map<std::array<int, 4>, int> known_;
};

}  // namespace sapper::tests

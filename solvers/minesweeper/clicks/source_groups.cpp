#include "solvers/minesweeper/clicks/source_groups.hpp"

#include <algorithm>
#include <limits>

namespace sapper::solvers {

namespace {

constexpr std::uint32_t kUnvisited = std::numeric_limits<std::uint32_t>::max();

// Strongly connected groups (R. Tarjan, "Depth-first search and linear graph algorithms", 1972), by an explicit stack.
// successors: [node]; returns the group of each node.
std::vector<std::uint32_t> strong_groups(const std::vector<std::vector<std::uint32_t>>& successors) {
  struct Visit {
    std::uint32_t node;
    std::size_t next;
  };
  const std::size_t count = successors.size();
  std::vector<std::uint32_t> order(count, kUnvisited), low(count), group(count, kUnvisited), open;
  std::vector<Visit> path;
  std::uint32_t visited = 0, groups = 0;
  const auto enter = [&](std::uint32_t node) {
    order[node] = low[node] = visited++;
    open.push_back(node);
    path.push_back({node, 0});
  };
  for (std::uint32_t root = 0; root < count; ++root) {
    if (order[root] != kUnvisited) continue;
    enter(root);
    while (!path.empty()) {
      Visit& visit = path.back();
      const std::uint32_t node = visit.node;
      if (visit.next < successors[node].size()) {
        const std::uint32_t next = successors[node][visit.next++];
        if (order[next] == kUnvisited)
          enter(next);
        else if (group[next] == kUnvisited)
          low[node] = std::min(low[node], order[next]);
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != order[node]) continue;
      for (std::uint32_t member = kUnvisited; member != node;) {
        member = open.back();
        open.pop_back();
        group[member] = groups;
      }
      ++groups;
    }
  }
  return group;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> source_groups(
    const std::vector<std::vector<std::uint32_t>>& successors) {
  const std::vector<std::uint32_t> group = strong_groups(successors);
  const std::uint32_t groups = group.empty() ? 0 : 1 + *std::ranges::max_element(group);
  std::vector<bool> is_entered(groups);
  for (std::uint32_t from = 0; from < successors.size(); ++from)
    for (const std::uint32_t to : successors[from])
      if (group[from] != group[to]) is_entered[group[to]] = true;
  std::vector<std::vector<std::uint32_t>> sources(groups);
  for (std::uint32_t node = 0; node < group.size(); ++node)
    if (!is_entered[group[node]]) sources[group[node]].push_back(node);
  std::erase_if(sources, [](const auto& members) { return members.empty(); });
  return sources;
}

}  // namespace sapper::solvers

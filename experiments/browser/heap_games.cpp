// Nim and the poisoned tablet for JavaScript: values, best moves and what proves them.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <optional>
#include <vector>

#include "experiments/browser/exchange.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/node.hpp"
#include "sim/nim/heaps.hpp"
#include "sim/tablet/tablet.hpp"
#include "solvers/nim/nim_sum.hpp"
#include "solvers/tablet/tablet_values.hpp"

namespace sapper::experiments::browser {
namespace {

namespace bj = boost::json;

// Tables of larger tablets would take a page's memory.
constexpr std::uint64_t kMostStates = 20'000'000;

bj::array list_of(const sim::nim::Heaps& heaps) {
  bj::array list;
  for (const int heap : heaps) list.emplace_back(heap);
  return list;
}

bj::value move_json(const sim::nim::Heaps& heaps, const std::optional<sim::nim::Move>& move) {
  if (!move) return nullptr;
  return bj::object{{"heap", move->heap},
                    {"take", heaps[move->heap] - move->left},
                    {"leaves", list_of(sim::nim::after(heaps, *move))}};
}

bj::object cut_json(const solvers::tablet::ValuedMove& valued) {
  return {{"cut", valued.move.cut == sim::tablet::Cut::vertical ? "vertical" : "horizontal"},
          {"before", valued.move.where},
          {"value", valued.value}};
}

}  // namespace

// Answers with the nim-values of the heaps, their nim-sum, and the move that makes it 0, null where it is 0. `most`, if
// given, is the most objects that a move takes.
SAPPER_EXPORT(sapper_nim) void sapper_nim() {
  const json::Document document = json::Document::parse(input(), "nim");
  const json::Node root(document);
  const json::Node list = root.need("heaps");
  std::vector<int> sizes;
  for (const json::Node& heap : list.items())
    sizes.push_back(static_cast<int>(heap.as_whole(0, sim::nim::kMaxHeap)));
  if (sizes.size() > sim::nim::kMaxHeaps || sizes.empty())
    list.fail(" must hold 1 to " + std::to_string(sim::nim::kMaxHeaps) + " heaps");
  const auto most = root.find("most");
  const int max_taken = most ? static_cast<int>(most->as_whole(1, sim::nim::kMaxHeap)) : sim::nim::kNoLimit;
  const sim::nim::Heaps heaps(sizes);
  bj::array values;
  for (const int heap : heaps) values.emplace_back(solvers::nim::nim_value(heap, max_taken));
  give(bj::object{{"heaps", list_of(heaps)},
                  {"nim_values", std::move(values)},
                  {"nim_sum", solvers::nim::nim_sum(heaps, max_taken)},
                  {"best_move", move_json(heaps, solvers::nim::winning_move(heaps, max_taken))}});
}

// The value of a tablet, its distances with their nim-sum, and every cut with its value for who makes it; the best cut,
// null where there is none.
SAPPER_EXPORT(sapper_tablet) void sapper_tablet() {
  const json::Document document = json::Document::parse(input(), "tablet");
  const json::Node root(document);
  const auto number = [&](const char* key, std::uint64_t least, std::uint64_t most) {
    return static_cast<int>(root.need(key).as_whole(least, most));
  };
  sim::tablet::Tablet tablet;
  tablet.cols = number("cols", 1, sim::tablet::kMaxSide);
  tablet.rows = number("rows", 1, sim::tablet::kMaxSide);
  tablet.poison_col = number("poison_col", 0, static_cast<std::uint64_t>(tablet.cols - 1));
  tablet.poison_row = number("poison_row", 0, static_cast<std::uint64_t>(tablet.rows - 1));
  const auto solver = solvers::tablet::make_solver(tablet, {.max_states = kMostStates});
  const sim::nim::Heaps distances = sim::tablet::distances_of(tablet);
  bj::array moves;
  for (const auto& valued : solvers::tablet::valued_moves(tablet, *solver)) moves.push_back(cut_json(valued));
  const auto best = solvers::tablet::best_move(tablet, *solver);
  give(bj::object{{"value", solvers::tablet::value_of(tablet, *solver)},
                  {"distances", list_of(distances)},
                  {"nim_sum", solvers::nim::nim_sum(distances)},
                  {"moves", std::move(moves)},
                  {"best_move", best ? bj::value(cut_json(*best)) : bj::value()}});
}

}  // namespace sapper::experiments::browser

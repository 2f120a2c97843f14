// The hot path: once everything has its size, games allocate nothing.
#include <cstdlib>
#include <new>

#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/experiment/minesweeper_experiment.hpp"
#include "experiments/kinds/minesweeper/external/player_factory.hpp"
#include "experiments/kinds/minesweeper/game/graph_player.hpp"
#include "experiments/kinds/minesweeper/game/player.hpp"
#include "experiments/run/experiment.hpp"
#include "solvers/minesweeper/strategies/registry.hpp"
#include "tests/support/test.hpp"

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SAPPER_SANITIZED  // sanitizers have an operator new of their own
#endif
#endif

namespace {

thread_local std::uint64_t allocations = 0;

#ifndef SAPPER_SANITIZED

void* allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  if (void* const memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment))
    return memory;
  throw std::bad_alloc();
}
#endif

}  // namespace

#ifndef SAPPER_SANITIZED
// The other forms of new and delete call these. Inlined, GCC 12 takes `free` for the mismatched end of `new`.
void* operator new(std::size_t size) { return allocate(size, __STDCPP_DEFAULT_NEW_ALIGNMENT__); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
#endif

namespace sapper::experiments::minesweeper {
namespace {

// All but those whose libraries allocate (Eigen, CaDiCaL); of `expert`, which is slow, only few games. The same games are
// played again and again: buffers grow to the size that the largest needs, also those that change places.
TEST(Allocations, NoneAfterWarmUp) {
#ifdef SAPPER_SANITIZED
  GTEST_SKIP() << "a sanitizer allocates in its own way";
#endif
  constexpr int kMostPasses = 30;
  const std::vector<std::string> names{"random", "rules", "csp", "min_risk", "pseq", "progress", "expert"};
  for (const std::string& name : names) {
    SCOPED_TRACE(name);
    const auto experiment = parse_experiment(
        R"({"schema": "sapper-config/1", "boards": [{"level": "Expert"}], "strategies": [")" + name + "\"]}",
        "c.json", {});
    const Config& config = *experiment->parts().minesweeper;
    PlayerFactory factory(config, config.strategies.front());
    Player player(config, config.cases.front());
    const auto strategy = factory.make(0, player.game().rules());
    const std::uint64_t games = name == "expert" ? 20 : 1000;
    bool has_allocated = true;
    for (int pass = 0; has_allocated && pass < kMostPasses; ++pass) {
      const std::uint64_t before = allocations;
      for (std::uint64_t game = 0; game < games; ++game) {
        player.play_ahead(game, *strategy);
        if (player.is_far_ahead() || game + 1 == games) player.settle();
      }
      has_allocated = allocations != before;
    }
    EXPECT_FALSE(has_allocated) << "in each of " << kMostPasses << " times " << games << " games";
  }
}

TEST(Allocations, NoneAfterWarmUpOnGraphs) {
#ifdef SAPPER_SANITIZED
  GTEST_SKIP() << "a sanitizer allocates in its own way";
#endif
  constexpr int kMostPasses = 30;
  const sim::GraphGameRules rules{std::make_shared<const sim::Graph>(sim::Grid(16, 30)), 99,
                                  sim::FirstClickRule::opening};
  for (const solvers::StrategyEntry& entry : solvers::strategies()) {
    if (entry.name == "sat" || entry.name == "pinv" || entry.name == "optimal") continue;
    SCOPED_TRACE(entry.name);
    const std::uint64_t games = entry.name == "expert" ? 20 : 500;
    GraphPlayer player(rules, 1, 2, 255);
    const auto strategy = solvers::StrategyChoice(entry).make(rules);
    bool has_allocated = true;
    for (int pass = 0; has_allocated && pass < kMostPasses; ++pass) {
      const std::uint64_t before = allocations;
      for (std::uint64_t game = 0; game < games; ++game) player.play(game, *strategy);
      has_allocated = allocations != before;
    }
    EXPECT_FALSE(has_allocated) << "in each of " << kMostPasses << " times " << games << " games";
  }
}

}  // namespace
}  // namespace sapper::experiments::minesweeper

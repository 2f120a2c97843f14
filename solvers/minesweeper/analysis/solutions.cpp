#include "solvers/minesweeper/analysis/solutions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "solvers/minesweeper/analysis/exact_layouts.hpp"
#include "solvers/minesweeper/counting/big_integer.hpp"
#include "solvers/minesweeper/counting/eliminator.hpp"

namespace sapper::solvers {
namespace {

// Exact ways of components, unless they have too many digits or counting them takes more than a few seconds in total.
class ExactWays {
 public:
  // The ways by extra mines.
  std::optional<std::vector<BigInteger>> of(const CountedComponent& component, double log10_sum) {
    std::vector<BigInteger> ways;
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      const double count = ratio(component.ways<WideNumber>(extra), WideNumber(1));
      // Sums of whole numbers below 2^53 are exact in doubles.
      constexpr double kExact = 9007199254740992.0;
      if (!(count < kExact)) return count_again(component, log10_sum);
      ways.emplace_back(static_cast<std::uint64_t>(count));
    }
    return ways;
  }

 private:
  std::optional<std::vector<BigInteger>> count_again(const CountedComponent& component, double log10_sum) {
    // An addition of big integers takes some tens of nanoseconds, plus about one per word.
    constexpr double kMostWork = 2.5e9;
    constexpr double kDigitsPerWord = 19.3;
    work_ += static_cast<double>(component.entry_count()) * (100 + 2 * log10_sum / kDigitsPerWord);
    if (log10_sum > Count::kMostDigits || work_ > kMostWork) return std::nullopt;
    eliminator_.count_only(component.component());
    return eliminator_.counts().counts;
  }

  double work_ = 0;  // in nanoseconds, about
  Eliminator<BigInteger> eliminator_;
};

bool is_short(double log10) { return log10 < Count::kMostDigits; }

}  // namespace

void count_solutions(const Posterior& posterior, const Frontier& plain, Analysis& analysis) {
  std::vector<std::uint32_t> plain_component_of(posterior.knowledge().grid().cell_count());
  for (std::uint32_t index = 0; index < plain.component_count(); ++index)
    for (const sim::Cell cell : plain.cells_of(plain.component(index))) plain_component_of[cell] = index;

  std::vector<std::optional<BigInteger>> solutions(plain.component_count(), 1);
  ExactWays exact_ways;
  ExactLayouts exact_layouts;
  bool is_exact = true;
  std::int64_t fewest = 0;
  for (const CountedComponent* component : posterior.components()) {
    const std::uint32_t index = plain_component_of[component->cells().front()];
    ComponentAnalysis& owner = analysis.components[index];
    fewest += component->min_mines();
    owner.width = std::max(owner.width, component->width());
    WideNumber sum;
    for (std::size_t extra = 0; extra < component->range(); ++extra)
      sum += component->ways<WideNumber>(extra);
    const auto log10_sum = static_cast<double>(log_of(sum) / std::numbers::ln10_v<long double>);
    owner.solutions.log10 += log10_sum;

    std::optional<std::vector<BigInteger>> ways = exact_ways.of(*component, log10_sum);
    if (!ways || !is_short(owner.solutions.log10))
      solutions[index].reset();
    else if (solutions[index])
      *solutions[index] *= std::accumulate(ways->begin(), ways->end(), BigInteger(0));
    is_exact = is_exact && ways;
    if (is_exact) exact_layouts.add_component(std::move(*ways));
  }
  for (std::size_t index = 0; index < solutions.size(); ++index)
    if (solutions[index]) analysis.components[index].solutions.exact = solutions[index]->str();

  analysis.solutions.log10 = std::max(0.0, posterior.log_layouts() / std::numbers::ln10);
  if (!is_exact || !is_short(analysis.solutions.log10)) return;
  const std::optional<BigInteger> layouts =
      exact_layouts.count(posterior.outside_count(), posterior.knowledge().mines_left() - fewest);
  if (layouts) analysis.solutions.exact = layouts->str();
}

}  // namespace sapper::solvers

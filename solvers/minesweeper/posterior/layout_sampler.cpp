#include "solvers/minesweeper/posterior/layout_sampler.hpp"

#include <algorithm>
#include <array>

#include "sim/support/contracts.hpp"
#include "solvers/minesweeper/counting/layer_walk.hpp"

namespace sapper::solvers {
namespace {

// Moves `count` uniformly chosen values to the front.
void choose(std::span<sim::Cell> values, std::size_t count, sim::Stream& random) {
  for (std::size_t i = 0; i < count; ++i)
    std::swap(values[i], values[i + random.below(static_cast<std::uint32_t>(values.size() - i))]);
}

}  // namespace

void LayoutSampler::start(const Posterior& posterior) {
  posterior_ = &posterior;
  const auto components = posterior.components();
  if (prefixes_.size() < components.size() + 1) prefixes_.resize(components.size() + 1);
  mines_outside_ = posterior.knowledge().mines_left();
  prefixes_[0].assign(1, WideNumber(1));
  for (std::size_t index = 0; index < components.size(); ++index) {
    const CountedComponent& component = *components[index];
    mines_outside_ -= component.min_mines();
    const std::vector<WideNumber>& before = prefixes_[index];
    std::vector<WideNumber>& after = prefixes_[index + 1];
    after.assign(before.size() + component.range() - 1, WideNumber());
    for (std::size_t extra = 0; extra < component.range(); ++extra) {
      const auto ways = component.ways<WideNumber>(extra);
      for (std::size_t i = 0; i < before.size(); ++i) after[i + extra] += before[i] * ways;
    }
  }
  const auto max_extra = static_cast<std::uint32_t>(prefixes_[components.size()].size()) - 1;
  CombinedParts{components, posterior.outside_count(), max_extra, mines_outside_}.fill_outside_ways(
      outside_ways_);
  outside_.clear();
  if (posterior.outside_count() > 0)
    posterior.visit_outside([&](sim::Cell cell) {
      outside_.push_back(cell);
      return true;
    });
  SAPPER_EXPECT(outside_.size() == posterior.outside_count());
  // A draw permutes outside_, which must not carry over between positions: it is rebuilt here.
}

void LayoutSampler::draw(sim::Stream& random, std::vector<sim::Cell>& mines) {
  mines.clear();
  const auto components = posterior_->components();
  const std::vector<WideNumber>& all = prefixes_[components.size()];
  weights_.clear();
  for (std::size_t extra = 0; extra < all.size(); ++extra)
    weights_.push_back(all[extra] * outside_ways_[extra]);
  std::size_t extra_left = draw_index(random);
  const auto mines_outside = static_cast<std::size_t>(mines_outside_ - static_cast<std::int64_t>(extra_left));
  for (std::size_t index = components.size(); index-- > 0;) {
    const CountedComponent& component = *components[index];
    const std::vector<WideNumber>& before = prefixes_[index];
    weights_.assign(component.range(), WideNumber());
    for (std::size_t extra = 0; extra < component.range() && extra <= extra_left; ++extra)
      if (extra_left - extra < before.size())
        weights_[extra] = component.ways<WideNumber>(extra) * before[extra_left - extra];
    const std::size_t extra = draw_index(random);
    extra_left -= extra;
    draw_component(component, extra, random, mines);
  }
  choose(outside_, mines_outside, random);
  mines.insert(mines.end(), outside_.begin(), outside_.begin() + static_cast<std::ptrdiff_t>(mines_outside));
}

std::size_t LayoutSampler::draw_index(sim::Stream& random) {
  WideNumber total;
  for (const WideNumber& weight : weights_) total += weight;
  const double level = random.uniform();
  WideNumber sum;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    if (weights_[i] == WideNumber()) continue;
    last = i;
    sum += weights_[i];
    if (ratio(sum, total) > level) break;
  }
  return last;
}

void LayoutSampler::draw_component(const CountedComponent& component, std::size_t extra, sim::Stream& random,
                                   std::vector<sim::Cell>& mines) {
  mines_in_.assign(component.group_count(), 0);
  component.visit_layers([&](const auto& layers) {
    const auto found = std::ranges::lower_bound(layers.final_mines(), extra);
    SAPPER_EXPECT(found != layers.final_mines().end() && *found == extra);
    draw_assignment(layers, static_cast<std::size_t>(found - layers.final_mines().begin()), random,
                    mines_in_);
  });
  std::array<sim::Cell, sim::kMaxNeighbors> chosen;
  for (std::uint32_t group = 0; group < component.group_count(); ++group) {
    const std::size_t count = mines_in_[group];
    if (count == 0) continue;
    const auto cells = component.cells_of_group(group);
    std::ranges::copy(cells, chosen.begin());
    choose(std::span(chosen).first(cells.size()), count, random);
    mines.insert(mines.end(), chosen.begin(), chosen.begin() + static_cast<std::ptrdiff_t>(count));
  }
}

}  // namespace sapper::solvers

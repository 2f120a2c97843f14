#include "experiments/kinds/minesweeper/boards/mine_prior_json.hpp"

#include <string_view>

namespace sapper::experiments::minesweeper {
namespace {

constexpr std::string_view kAnyMines = "*";

}  // namespace

std::pair<sim::MinePrior, json::Place> read_mine_prior(const json::Node& object, std::uint64_t most) {
  const auto mines = object.find("mines");
  if (const auto density = object.find("density")) {
    if (mines) density->fail(" is given besides \"mines\"; give one of them");
    const double value = density->as_number(0, 1);
    if (value == 0 || value == 1) density->fail_value("expected a number between 0 and 1, both exclusive");
    return {{std::nullopt, value}, density->place()};
  }
  const json::Node count = object.need("mines");
  if (count.is(json::Kind::string)) {
    if (count.text() != kAnyMines) count.fail_value("expected a mine count, or \"*\" for any");
    return {{std::nullopt, sim::MinePrior::kEveryLayoutAlike}, count.place()};
  }
  return {{count.as_whole(0, most)}, count.place()};
}

void add_mine_prior(boost::json::object& object, const sim::MinePrior& prior) {
  if (prior.count) {
    object["mines"] = *prior.count;
    return;
  }
  object.erase("mines");
  if (prior.density == sim::MinePrior::kEveryLayoutAlike) object["mines"] = kAnyMines;
  object["density"] = prior.density;
}

}  // namespace sapper::experiments::minesweeper

#include "experiments/review/reference_maker.hpp"

#include <algorithm>
#include <array>
#include <boost/json/array.hpp>
#include <cmath>

#include "experiments/kinds/minesweeper/boards/levels.hpp"
#include "experiments/review/game_figures.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;

double five_decimals(double value) { return std::round(value * 1e5) / 1e5; }

// The share of each class of losses, and their mean, which keeps the mean of all.
bj::array loss_table(const std::vector<double>& losses) {
  constexpr double kNothing = 1e-12;  // up to rounding
  constexpr std::array<double, 10> kLargest{-kNothing, kNothing, 0.001, 0.003,          0.01,
                                            0.02,      0.05,     0.1,   0.2 - kNothing, kMostCharged};
  std::array<std::pair<std::size_t, double>, kLargest.size()> classes{};
  for (const double loss : losses) {
    const auto found =
        std::find_if(kLargest.begin(), kLargest.end() - 1, [&](double largest) { return loss <= largest; });
    auto& [count, sum] = classes[static_cast<std::size_t>(found - kLargest.begin())];
    ++count;
    sum += loss;
  }
  bj::array table;
  for (const auto& [count, sum] : classes)
    if (count > 0)
      table.push_back(
          bj::array{five_decimals(static_cast<double>(count) / static_cast<double>(losses.size())),
                    five_decimals(sum / static_cast<double>(count))});
  return table;
}

// The means of equal shares of the values in ascending order.
bj::array means_of_shares(std::vector<double> values) {
  constexpr std::size_t kMostShares = 40;
  std::sort(values.begin(), values.end());
  const std::size_t shares = std::min(kMostShares, values.size());
  bj::array means;
  for (std::size_t share = 0; share < shares; ++share) {
    const std::size_t begin = share * values.size() / shares;
    const std::size_t end = (share + 1) * values.size() / shares;
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += values[i];
    means.push_back(five_decimals(sum / static_cast<double>(end - begin)));
  }
  return means;
}

}  // namespace

void ReferenceMaker::add(const ReviewedGame& reviewed) {
  if (reviewed.game.on_graph) return;
  const sim::GameRules& rules = reviewed.game.rules;
  const auto named = std::find_if(
      minesweeper::levels().begin(), minesweeper::levels().end(), [&](const minesweeper::Level& level) {
        return rules.grid->topology() == sim::Topology::square && level.rows == rules.grid->rows() &&
               level.cols == rules.grid->cols() && level.mines == rules.mine_count;
      });
  if (named == minesweeper::levels().end()) return;
  auto level = std::find_if(levels_.begin(), levels_.end(),
                            [&](const Level& other) { return other.name == named->name; });
  if (level == levels_.end())
    level = levels_.insert(level, {named->name,
                                   named->rows,
                                   named->cols,
                                   named->mines,
                                   std::string(sim::name_of(rules.first_click)),
                                   0,
                                   {}});
  auto player = std::find_if(level->players.begin(), level->players.end(),
                             [&](const Player& other) { return other.name == reviewed.game.player; });
  if (player == level->players.end()) player = level->players.insert(player, {reviewed.game.player, {}, {}});
  for (const solvers::JudgedDig& dig : reviewed.judged.digs)
    if (dig.is_decision()) player->losses.push_back(std::min(dig.difference(), kMostCharged));
  player->luck.push_back(figures_of(reviewed.judged).luck);
  level->w_start += reviewed.judged.w_start;
}

bj::object ReferenceMaker::to_json(const std::string& made_by) const {
  bj::array levels;
  for (const Level& level : levels_) {
    bj::array players;
    std::size_t games = 0;
    for (const Player& player : level.players) {
      games += player.luck.size();
      if (player.losses.empty()) continue;  // nothing is known of its decisions
      players.push_back(bj::object{{"player", player.name},
                                   {"games", player.luck.size()},
                                   {"decisions", player.losses.size()},
                                   {"losses", loss_table(player.losses)},
                                   {"luck", means_of_shares(player.luck)}});
    }
    levels.push_back(bj::object{{"level", level.name},
                                {"rows", level.rows},
                                {"cols", level.cols},
                                {"mines", level.mines},
                                {"first_click", level.first_click},
                                {"w_start", five_decimals(level.w_start / static_cast<double>(games))},
                                {"players", std::move(players)}});
  }
  return {{"schema", "sapper-reference-players/1"}, {"made_by", made_by}, {"levels", std::move(levels)}};
}

}  // namespace sapper::experiments

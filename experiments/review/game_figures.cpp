#include "experiments/review/game_figures.hpp"

#include <algorithm>
#include <cmath>

namespace sapper::experiments {

GameFigures& GameFigures::operator+=(const GameFigures& others) {
  games += others.games;
  w_start += others.w_start;
  decisions += others.decisions;
  given_away += others.given_away;
  charged += others.charged;
  luck += others.luck;
  luck_variance += others.luck_variance;
  pluck += others.pluck;
  least_luck += others.least_luck;
  return *this;
}

GameFigures figures_of(const solvers::JudgedGame& judged) {
  GameFigures figures;
  figures.games = 1;
  figures.w_start = judged.w_start;
  figures.luck = (judged.is_won ? 1 : 0) - judged.w_start + judged.difference;
  if (!judged.digs.empty()) {
    const double error = judged.digs.front().w_error;
    figures.luck_variance += error * error;
  }
  for (const solvers::JudgedDig& dig : judged.digs) {
    figures.luck_variance += dig.given_away_error * dig.given_away_error;
    if (dig.is_decision()) {
      ++figures.decisions;
      figures.given_away += dig.difference();
      figures.charged += std::min(dig.difference(), kMostCharged);
    }
    if (dig.number == 1 || dig.cells.empty() || dig.p_mine >= 1) continue;
    figures.pluck -= std::log10(1 - dig.p_mine);
    figures.least_luck -= std::log10(1 - dig.lowest_p_mine);
  }
  return figures;
}

}  // namespace sapper::experiments

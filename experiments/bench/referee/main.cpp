// sapper_referee ROWS COLS MINES RULE ROW,COL SEED FIRST GAMES LAYOUTS STRATEGY STRATEGY...
//
// Plays games FIRST to FIRST + GAMES - 1 with the first strategy. At each of its guesses every strategy says
// where it would guess; where they differ, all their cells are judged on the same LAYOUTS drawn layouts, drawn
// apart from the strategies' own. Prints, for each strategy against the first: the guesses that differ, what
// they gain on average, and the sum over guesses per game, which estimates the gain in win rate were its
// choices made in games of the first strategy (performance-difference lemma: Kakade and Langford,
// "Approximately optimal approximate reinforcement learning", 2002); by phase of the game, by the natural
// logarithm of the number of layouts. STRATEGY is NAME or NAME:setting=value,setting=value.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "experiments/bench/referee/referee.hpp"
#include "experiments/bench/referee/roots.hpp"

namespace sapper::experiments::bench {
namespace {

constexpr std::size_t kPhases = 5;
constexpr std::array<double, kPhases> kPhaseEnds{20, 40, 80, 120, 1e300};
constexpr std::array<const char*, kPhases> kPhaseNames{"to 20", "to 40", "to 80", "to 120", "beyond"};

struct Gain {
  std::uint64_t guesses = 0;
  double sum = 0;
  double squares = 0;  // of single gains
};

struct Match {
  sim::GameRules rules;
  sim::Cell first = 0;
  std::uint64_t seed = 0, first_game = 0, games = 0;
  std::uint32_t layouts = 0;
  std::vector<Opponent> opponents;
};

sim::FirstClickRule rule_of(const std::string& name) {
  for (const auto& rule : sim::kFirstClickRules)
    if (rule.name == name) return rule.rule;
  throw std::invalid_argument("no first-click rule " + name);
}

Match read(const std::vector<std::string>& words) {
  if (words.size() < 11)
    throw std::invalid_argument(
        "sapper_referee ROWS COLS MINES RULE ROW,COL SEED FIRST GAMES LAYOUTS STRATEGY STRATEGY...");
  Match match;
  match.rules.grid = std::make_shared<const sim::Grid>(std::stoi(words[0]), std::stoi(words[1]));
  match.rules.mine_count = static_cast<std::uint32_t>(std::stoul(words[2]));
  match.rules.first_click = rule_of(words[3]);
  match.first = match.rules.grid->at(std::stoi(words[4]), std::stoi(words[4].substr(words[4].find(',') + 1)));
  match.seed = std::stoull(words[5]);
  match.first_game = std::stoull(words[6]);
  match.games = std::stoull(words[7]);
  match.layouts = static_cast<std::uint32_t>(std::stoul(words[8]));
  for (std::size_t i = 9; i < words.size(); ++i)
    match.opponents.push_back(make_opponent(words[i], match.rules));
  return match;
}

// [strategy][phase]
using Gains = std::vector<std::array<Gain, kPhases>>;

void judge_root(Match& match, Referee& referee, const sim::View& view, sim::Cell guess,
                const sim::GameId& root, Gains& gains) {
  std::vector<sim::Cell> cells{guess};
  std::vector<std::size_t> choice(match.opponents.size(), 0);
  std::vector<solvers::Move> digs;
  for (std::size_t i = 1; i < match.opponents.size(); ++i) {
    sim::Stream random(root, sim::Purpose::opponent);
    digs.clear();
    match.opponents[i].strategy->begin(view, random);
    match.opponents[i].strategy->plan({}, digs);
    choice[i] = static_cast<std::size_t>(std::ranges::find(cells, digs.front().cell) - cells.begin());
    if (choice[i] == cells.size()) cells.push_back(digs.front().cell);
  }
  if (cells.size() == 1) return;
  sim::Stream random(root, sim::Purpose::playout);
  referee.judge(view, cells, match.layouts, random);
  const auto phase = static_cast<std::size_t>(
      std::ranges::find_if(kPhaseEnds, [&](double end) { return referee.log_layouts() <= end; }) -
      kPhaseEnds.begin());
  for (std::size_t i = 1; i < match.opponents.size(); ++i) {
    if (choice[i] == 0) continue;
    Gain& gain = gains[i][phase];
    const double value = referee.values()[choice[i]] - referee.values()[0];
    ++gain.guesses;
    gain.sum += value;
    gain.squares += value * value;
  }
}

void print(const Match& match, const Gains& gains) {
  const auto games = static_cast<double>(match.games);
  const auto line = [&](const std::string& name, const Gain& gain) {
    if (gain.guesses == 0) return;
    fmt::print("  {:8} {:8} guesses differ, {:+.4f} each; {:+.3f} +- {:.3f} points of win rate\n", name,
               gain.guesses, gain.sum / static_cast<double>(gain.guesses), 100 * gain.sum / games,
               196 * std::sqrt(gain.squares) / games);
  };
  for (std::size_t i = 1; i < match.opponents.size(); ++i) {
    fmt::print("{} against {}, {} games\n", match.opponents[i].label, match.opponents[0].label, match.games);
    Gain all;
    for (std::size_t phase = 0; phase < kPhases; ++phase) {
      const Gain& gain = gains[i][phase];
      line(kPhaseNames[phase], gain);
      all.guesses += gain.guesses;
      all.sum += gain.sum;
      all.squares += gain.squares;
    }
    line("all", all);
  }
}

int run(const std::vector<std::string>& words) {
  Match match = read(words);
  Referee referee(*match.rules.grid);
  sim::Game game(match.rules);
  Gains gains(match.opponents.size());
  for (std::uint64_t number = match.first_game; number < match.first_game + match.games; ++number) {
    std::uint64_t roots = 0;
    for_each_root(game, *match.opponents[0].strategy, match.first, {match.seed, 0, number},
                  [&](const sim::View& view, sim::Cell guess) {
                    judge_root(match, referee, view, guess, {match.seed, ++roots, number}, gains);
                  });
  }
  print(match, gains);
  return 0;
}

}  // namespace
}  // namespace sapper::experiments::bench

int main(int argc, char** argv) {
  try {
    return sapper::experiments::bench::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << "sapper_referee: " << error.what() << '\n';
    return 2;
  }
}

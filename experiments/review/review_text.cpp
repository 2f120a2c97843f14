// Reviews as text.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "experiments/kinds/minesweeper/boards/board.hpp"
#include "experiments/review/board_clicks.hpp"
#include "experiments/review/review.hpp"
#include "experiments/stats/rate_text.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using sim::Cell;
using solvers::JudgedDig;

constexpr double kHundred = 100;

std::string points(double chance) { return fmt::format("{:.1f}", kHundred * chance); }

std::string cells_text(const minesweeper::Board& board, const std::vector<Cell>& cells) {
  if (cells.empty()) return "gave up";
  std::string text;
  for (const Cell cell : cells) {
    if (!text.empty()) text += ' ';
    text += cell_name(board, cell);
  }
  return text;
}

std::string_view ending_text(GameEnding ending) {
  return ending == GameEnding::won ? "won" : ending == GameEnding::lost ? "lost" : "given up";
}

std::string percent(const PlayerReview::Mean& mean, int digits = 1) {
  return mean.interval ? interval_text(mean.value, *mean.interval, digits)
                       : fmt::format("{:.{}f}", kHundred * mean.value, digits);
}

std::string number(const PlayerReview::Mean& mean) {
  PlayerReview::Mean part{mean.value / kHundred, mean.interval};
  if (part.interval) part.interval = {part.interval->low / kHundred, part.interval->high / kHundred};
  return percent(part, 3);
}

// Texts in columns, the first left-aligned; the first row is the heading.
std::string aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths(rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  std::string text;
  for (const auto& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - display_width(row[i]), ' ');
      line += i == 0 ? "  " + row[i] + blanks : "   " + blanks + row[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

// The rows of ratings: of all games of a player on a level, and of its steps.
std::vector<std::string> rating_row(const std::string& name, const SkillAndLuck& rating) {
  return {
      name,
      rating.level->name + (rating.is_own_level ? "" : " (nearest)"),
      with_commas(rating.figures.games),
      with_commas(rating.figures.decisions),
      rating.given_away_per_decision ? fmt::format("{:.2f}", kHundred * *rating.given_away_per_decision) : "",
      rating.skill ? text_of(*rating.skill) : "",
      rating.word.value_or(""),
      text_of(rating.luck)};
}

std::string ratings_text(std::span<const PlayerReview> players) {
  std::vector<std::vector<std::string>> rows{
      {"player", "level", "games", "decisions", "given away per decision", "skill", "plays", "luck"}};
  for (const PlayerReview& player : players)
    for (const PlayerReview::OfLevel& level : player.levels) {
      const std::string name = player.player.empty() ? "(no name)" : printable(player.player);
      rows.push_back(rating_row(name, level.rating));
      for (const SkillStep& step : level.steps)
        rows.push_back(rating_row(fmt::format("  {} to {}", step.first, step.last), step.rating));
    }
  return aligned(rows) +
         "  skill and luck: percentiles among the reference players of the level, with 95 % ranges; "
         "decisions:\n"
         "  digs after the first that may hit a mine, without forced ones, each charged for skill with at "
         "most "
         "20 points\n";
}

}  // namespace

std::string text_of(const RangedPercentile& percentile) {
  return fmt::format("{:.0f} ({:.0f} to {:.0f})", percentile.value, percentile.low, percentile.high);
}

std::string headline_of(const SkillAndLuck& rating) {
  const std::string skill = rating.skill ? fmt::format("Skill {}, {}", text_of(*rating.skill), *rating.word)
                                         : "Skill: no decision, so none can be told";
  return fmt::format("{}; Luck {}: percentiles among the reference players of {}{}, with 95 % ranges", skill,
                     text_of(rating.luck), rating.level->name,
                     rating.is_own_level ? "" : " (the level nearest in the chance to win)");
}

std::string decisions_of(const SkillAndLuck& rating) {
  if (!rating.given_away_per_decision) return "no decision that matters";
  return fmt::format("{:.2f} points given away per decision, in {}, small losses included",
                     kHundred * *rating.given_away_per_decision,
                     count_text(rating.figures.decisions, "decision"));
}

std::string mistake_of(const JudgedDig& dig) {
  if (dig.cells.empty()) return "gave up";
  constexpr double kSameRisk = 1e-9;
  std::vector<std::string> wrong;
  if (dig.is_claim_wrong()) wrong.emplace_back("wrongly held to be safe");
  if (dig.p_mine == 1) wrong.emplace_back("a certain mine");
  if (dig.missed_safe > 0)
    wrong.push_back(count_text(dig.missed_safe, "safe cell") + " missed");
  else if (dig.given_away > 0 && dig.p_mine < 1)
    wrong.emplace_back(dig.excess_risk() > kSameRisk ? "not of the lowest risk" : "not the best cell");
  if (dig.given_away > 0) wrong.push_back(points(dig.given_away) + " points given away");
  return fmt::format("{}", fmt::join(wrong, ", "));
}

std::string text_of(const ReviewedGame& reviewed) {
  const RecordedGame& game = reviewed.game;
  const solvers::JudgedGame& judged = reviewed.judged;
  const minesweeper::Board board = game.board();
  std::string text = fmt::format(
      "{}{}: {}, {}{}, first click {}; {} after {}{}\n", printable_file(game.file),
      game.player.empty() ? "" : ", " + printable(game.player), shape_text(board),
      count_text(game.mines.size(), "mine"),
      board.topology == sim::Topology::square ? "" : fmt::format(", {}", sim::name_of(board.topology)),
      sim::name_of(game.rules.first_click), ending_text(reviewed.ending), count_text(judged.dig_count, "dig"),
      game.time_s ? fmt::format(", {} s", *game.time_s) : "");
  const SkillAndLuck rating = skill_and_luck_of(reviewed);
  text += fmt::format("  {}\n  {}\n", headline_of(rating), decisions_of(rating));
  std::vector<std::vector<std::string>> rows{
      {"dig", "cell", "P(mine)", "lowest", "best", "W best", "W dig", "given away", "luck", "", "mistake"}};
  for (const JudgedDig* dig : costliest_first(reviewed)) {
    const std::string error = dig->is_exact() ? "" : fmt::format(" ± {}", points(dig->w_error));
    rows.push_back(
        {std::to_string(dig->number), cells_text(board, dig->cells),
         dig->cells.empty() ? "" : fmt::format("{:.4f}", dig->p_mine),
         fmt::format("{:.4f}", dig->lowest_p_mine), cell_name(board, dig->best), points(dig->w_best) + error,
         points(dig->w_dig), points(dig->given_away), fmt::format("{:+.1f}", kHundred * dig->luck),
         std::string(mark_of(*dig).sign),
         dig->is_forced ? (dig->number == 1 ? "given by the config" : "forced") : mistake_of(*dig)});
  }
  text += aligned(rows);
  text += fmt::format("  {} = {} at the start - {} given away {} {} luck, in points of the chance to win{}\n",
                      judged.is_won ? 100 : 0, points(judged.w_start), points(judged.given_away),
                      judged.luck < 0 ? '-' : '+', points(std::abs(judged.luck)),
                      judged.unjudged == 0 ? ""
                                           : fmt::format("; {} not judged: frontier too wide",
                                                         count_text(judged.unjudged, "dig")));
  text +=
      fmt::format("  pluck {:.2f} (-log10 of the probability to survive); these positions demanded {:.2f}\n",
                  rating.figures.pluck, rating.figures.least_luck);
  if (const std::string clicks = clicks_text(reviewed); !clicks.empty())
    text += fmt::format("  {}\n", clicks);
  return text;
}

std::string text_of(std::span<const PlayerReview> players) {
  std::vector<std::vector<std::string>> rows{{"player", "games", "won, %", "W at the start, %", "given away",
                                              "luck", "at even luck, %", "digs that missed safe cells",
                                              "excess risk"}};
  for (const PlayerReview& player : players) {
    rows.push_back({player.player.empty() ? "(no name)" : printable(player.player), with_commas(player.games),
                    percent(player.won), percent(player.w_start), percent(player.given_away, 2),
                    percent(player.luck), percent(player.even_luck), number(player.missed_digs),
                    number(player.excess_risk)});
  }
  return ratings_text(players) + aligned(rows) +
         fmt::format("  per game; given away and luck in points of the chance to win; {}\n", rate_note());
}

std::string selection_warning(std::span<const PlayerReview> players, bool leaves_out_games) {
  constexpr std::uint64_t kFewestAlike = 5;
  constexpr std::string_view kConsequence =
      "win rates, luck and mistakes per game say nothing of the other games";
  for (const PlayerReview& player : players) {
    if (player.games < kFewestAlike || (player.wins != 0 && player.wins != player.games)) continue;
    const std::string_view result = player.wins == 0 ? "lost" : "won";
    return fmt::format("All {} games{} were {}: if they were chosen by their outcome (--games-where {}), {}.",
                       with_commas(player.games),
                       player.player.empty() ? "" : " of " + printable(player.player), result, result,
                       kConsequence);
  }
  if (!leaves_out_games) return {};
  return fmt::format(
      "The records leave out games of their run: if they were chosen by what happened in them "
      "(--games-where), {}.",
      kConsequence);
}

}  // namespace sapper::experiments

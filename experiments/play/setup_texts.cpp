#include "experiments/play/setup_texts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/kinds/minesweeper/boards/graph_board.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments::minesweeper {

std::string explain_rules(const MinesweeperSetup& setup) {
  const Config& config = setup.config;
  const sim::FirstClickRuleRow& rule = row_of(config.first_clicks.front().rule);
  const bool is_first_made = setup.board().first && rule.protection != sim::Protection::whole_game;
  std::string text;
  for (const std::string_view line :
       {is_first_made ? std::string_view() : rule.explanation, row_of(config.reveals.front()).explanation,
        setup.board().graph_board ? std::string_view() : row_of(setup.board().topology).explanation,
        row_of(config.motions.front()).explanation})
    if (!line.empty()) text.append(line) += '\n';
  if (const auto& shape = setup.board().graph_board; shape && shape->lattice)
    text += shape->lattice->lattice->description + '\n';
  if (setup.board().guessing != Guessing::allowed)
    text += "No guess is needed: from the first dig on, some hidden cell is always certain.\n";
  if (setup.board().fixed_mines && !setup.board().first &&
      config.first_clicks.front().rule == sim::FirstClickRule::unprotected)
    text +=
        "The mines lie where the file says, whatever is dug first; in a config the default is the rule "
        "opening at the "
        "centre.\n";
  if (const auto first = first_dig_of_file(setup))
    text += fmt::format("The first dig, at {}, is made: the board was drawn for it.\n",
                        cell_name(setup.board(), *first));
  return text;
}

std::string title(const MinesweeperSetup& setup) {
  return fmt::format("Minesweeper: {}; seed {}\n", name_of(setup.board()), setup.config.seed);
}

std::string introduction(const MinesweeperSetup& setup) {
  const std::uint32_t mines = setup.board().mines;
  const sim::FirstClickRuleRow& rule = row_of(setup.config.first_clicks.front().rule);
  // Under other rules the player cannot tell when the mines were laid.
  const bool are_laid_at_first_dig =
      setup.board().guessing != Guessing::allowed ||
      (rule.protection == sim::Protection::first_dig && rule.make_room == nullptr);
  return title(setup) +
         fmt::format(
             "{} {} {}.\n", count_text(mines, "mine"),
             mines == 1 ? (are_laid_at_first_dig ? "is" : "was") : (are_laid_at_first_dig ? "are" : "were"),
             are_laid_at_first_dig ? "laid at the first dig" : "planted") +
         explain_rules(setup);
}

std::optional<sim::Cell> first_dig_of_file(const MinesweeperSetup& setup) {
  const Board& board = setup.board();
  if (!board.first || std::ranges::binary_search(*board.fixed_mines, *board.first)) return std::nullopt;
  return board.first;
}

std::optional<std::string> first_dig_safety(const MinesweeperSetup& setup) {
  if (setup.board().mines == 0) return "There is no mine.";
  if (setup.board().guessing != Guessing::allowed) return "The mines are laid around your first dig.";
  const sim::FirstClickRuleRow& rule = row_of(setup.config.first_clicks.front().rule);
  if (rule.protection != sim::Protection::first_dig) return std::nullopt;
  return std::string(rule.explanation);
}

}  // namespace sapper::experiments::minesweeper

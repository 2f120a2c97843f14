// `sapper score POSITIONS ANSWERS`: how good a player's answers to labelled positions are.
#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/analysis/position_score.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/lines.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

struct ScoreOptions {
  std::filesystem::path positions;
  std::filesystem::path answers;
  std::optional<std::filesystem::path> other;  // answers of another player
  bool is_json = false;
};

int score(const ScoreOptions& options) {
  minesweeper::PositionScorer scorer;
  json::read_lines(options.positions, json::NumberPolicy::of_a_double,
                   [&](const json::Document& line) { scorer.add_position(line); });
  if (scorer.score().positions == 0)
    throw InputError::in_file(options.positions.string(),
                              "holds no position; expected what `sapper positions` writes");
  std::vector<std::filesystem::path> files{options.answers};
  if (options.other) files.push_back(*options.other);
  for (std::size_t player = 0; player < files.size(); ++player)
    json::read_lines(files[player], json::NumberPolicy::any,
                     [&](const json::Document& line) { scorer.add_answer(line, player); });
  print(options.is_json ? json::to_text(score_json(scorer, files.size())) + "\n"
                        : score_text(scorer, files.size()));
  return 0;
}

void add_score_options(CommandSyntax& syntax, ScoreOptions& options) {
  syntax.argument("POSITIONS", "labelled positions (sapper-positions/2), as `positions` writes them",
                  path(options.positions));
  syntax.argument("ANSWERS", "the player's answers, one JSON object per line; - reads standard input",
                  path(options.answers));
  syntax.option("--other", "ANSWERS",
                "another player's answers, compared with the first position by position",
                path(options.other));
  syntax.flag("--json", "print JSON (sapper-score/1)", options.is_json);
}

}  // namespace

Command score_command() {
  return {
      .name = "score",
      .summary = "score a player's answers to labelled positions",
      .details =
          "An answer is a line of JSON with the id of a position and any of: cells called certainly safe, "
          "cells called mines, and the cell that the player digs.\n\n"
          "  {\"id\": \"classic:0:7:min_risk:3\", \"safe\": [[0,2]], \"mine\": [], \"dig\": [0,2]}\n\n"
          "The score has recall and precision of certain cells by the least inference that finds them, over "
          "the positions whose answer has such a list, and how many lists match exactly; invalid cells; the "
          "risk of digs beyond the lowest one; and, where the end is solved, the win chance that they gave "
          "away; each with its standard error over positions. A key `text` is passed over.\n\n"
          "With --other the answers of two players are compared over the positions that both answered; the "
          "standard errors of the differences are those of pairs.",
      .examples = {"sapper score test.jsonl answers.jsonl", "sapper score test.jsonl answers.jsonl --json",
                   "sapper score test.jsonl new_model.jsonl --other old_model.jsonl"},
      .declare = declared(add_score_options, score)};
}

}  // namespace sapper::experiments

// `sapper positions CONFIG -o FILE`: positions from the games of an experiment, with exact labels.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/analysis/position_collection.hpp"
#include "experiments/analysis/position_score.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/line_reader.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

using minesweeper::PositionKind;

constexpr std::uint64_t kMostPositions = 1'000'000'000;

struct PositionsOptions {
  std::filesystem::path config;
  std::filesystem::path output;
  minesweeper::CollectionOptions collection{.most = 1000};
  Overrides overrides;
  unsigned threads = 0;  // 0: all cores
  bool is_quiet = false;
  bool force = false;
};

int positions(const PositionsOptions& options) {
  const auto experiment = load_experiment(options.config, options.overrides);
  refuse_commands(*experiment, options.config.string());
  const minesweeper::Config& config =
      minesweeper_config(*experiment, "positions", options.config, "only its positions have labels");
  if (options.output.empty())
    throw InputError("positions: -o FILE is missing; expected a file to write, or -");
  minesweeper::CollectionOptions collection = options.collection;
  collection.threads = thread_count(options.threads);
  Output output(options.output, inputs_of(options.config, *experiment), existing(options.force));
  const Interruption interruption;
  const std::uint64_t count = collect_positions(config, collection, interruption.flag(),
                                                [&](std::string_view line) { output.write(line); });
  if (interruption.flag()) {
    print_error("interrupted; no file was written, the same command starts over");
    return 128 + interruption.signal();
  }
  output.commit();
  if (count < collection.most && !options.is_quiet)
    print_error(fmt::format("note: {} in {} of each case; --games N has more games to take them from",
                            counted(count, "position"), counted(config.games, "game")));
  return 0;
}

void add_positions_options(Syntax& syntax, PositionsOptions& options) {
  syntax.argument("CONFIG", "the experiment (sapper-config/1) whose games the positions are of",
                  path(options.config));
  syntax.option("-o, --output", "FILE", "the file to write, JSON lines (sapper-positions/2); - prints them",
                path(options.output));
  add_force(syntax, options.force);
  const Choices<PositionKind> kinds{
      {"guess", PositionKind::guess}, {"forced", PositionKind::forced}, {"all", PositionKind::all}};
  syntax.option("--where", "KIND",
                "guess: no cell is certainly safe; forced: some cell is; all: whatever is certain",
                choice(options.collection.where, kinds));
  syntax.option("--count", "N", "positions, at most",
                whole_number(options.collection.most, 1, kMostPositions));
  syntax.flag("--one-per-game", "one position of each strategy's game, of the kind, chosen at random",
              options.collection.takes_one_per_game);
  syntax.option("--first", "GAME",
                "the number of the first game to judge; splits of different games are disjoint",
                whole_number(options.collection.first_game, 0, std::numeric_limits<std::uint32_t>::max()));
  add_overrides(syntax, options.overrides);
  add_threads(syntax, options.threads);
  add_allow_commands(syntax, options.overrides.allow_commands);
  syntax.flag("--quiet", "no notes", options.is_quiet);
}

}  // namespace

Command positions_command() {
  return {.name = "positions",
          .summary = "write positions of an experiment's games with exact labels",
          .details =
              "The strategies of the experiment play; each of their views is a position. Each line is a "
              "position file that `analyze` reads, with P(mine) of every hidden cell, every certain cell "
              "with the least inference that finds it (given, one_number, two_numbers, component, "
              "mine_count), the best digs, the move of `expert`, and the game that it comes from. Positions "
              "come in the order of games, and depend on the config and the games' numbers alone.\n\n"
              "`score` reads the file together with a player's answers; data/positions.md describes both.",
          .examples = {"sapper positions classic.json --where forced --one-per-game -o test.jsonl",
                       "sapper positions classic.json --first 1000 --games 5000 -o train.jsonl"},
          .declare = declared(add_positions_options, positions)};
}

// `sapper score POSITIONS ANSWERS`: how good a player's answers to labelled positions are.

namespace {

// A million positions of Expert boards take some ten gigabytes. Standard input may never end.
constexpr std::size_t kMaxBytes = std::size_t{1} << 34;

struct ScoreOptions {
  std::filesystem::path positions;
  std::filesystem::path answers;
  std::optional<std::filesystem::path> other;  // answers of another player
  bool is_json = false;
};

// Calls `take` with each line that is not blank.
void read_lines(const std::filesystem::path& path, json::Numbers numbers,
                const std::function<void(const json::Document&)>& take) {
  LineReader lines(path);
  json::Limits limits;
  limits.numbers = numbers;
  std::size_t bytes = 0;
  while (const auto line = lines.next()) {
    bytes += line->size() + 1;
    if (bytes > kMaxBytes)
      throw InputError::at(lines.name(), lines.line_number(), 1,
                           fmt::format("more than {} bytes, the most allowed", kMaxBytes));
    if (line->find_first_not_of(" \t\r") != std::string_view::npos)
      take(json::Document::parse(std::string(*line), lines.name(), limits, {lines.line_number(), 1}));
  }
}

int score(const ScoreOptions& options) {
  minesweeper::PositionScorer scorer;
  read_lines(options.positions, json::Numbers::of_a_double,
             [&](const json::Document& line) { scorer.add_position(line); });
  if (scorer.score().positions == 0)
    throw InputError::in_file(options.positions.string(),
                              "holds no position; expected what `sapper positions` writes");
  std::vector<std::filesystem::path> files{options.answers};
  if (options.other) files.push_back(*options.other);
  for (std::size_t player = 0; player < files.size(); ++player)
    read_lines(files[player], json::Numbers::any,
               [&](const json::Document& line) { scorer.add_answer(line, player); });
  print(options.is_json ? json::to_text(score_json(scorer, files.size())) + "\n"
                        : score_text(scorer, files.size()));
  return 0;
}

void add_score_options(Syntax& syntax, ScoreOptions& options) {
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

// `sapper positions CONFIG -o FILE`: positions from the games of an experiment, with exact labels.
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/analysis/position_collection.hpp"
#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/resumable.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/boards/board_files.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_steps.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/document.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

using minesweeper::PositionKind;

constexpr std::uint64_t kMostPositions = 1'000'000'000;

struct PositionsOptions {
  std::filesystem::path config;
  std::filesystem::path output;
  minesweeper::CollectionOptions collection{.most = 1000};
  ConfigOverrides overrides;
  ResumeOptions resumed;
  unsigned threads = 0;  // 0: all cores
  bool is_quiet = false;
  bool force = false;
};

// Checked, with what it reads.
struct CheckedPositions {
  const minesweeper::Config& config;
  minesweeper::CollectionOptions collection;
  InputFiles inputs;
};

// The exit status of a command that was interrupted after printing.
int end_printing(const minesweeper::CollectedPositions& collected, const CheckedPositions& checked,
                 int signal) {
  const std::uint64_t games = collected.next_game - checked.collection.first_game;
  print_error(collected.count == 0
                  ? "interrupted before the first position; the same command starts over"
                  : fmt::format("interrupted; the {} of the games before {} were written; the others: "
                                "--first {} --games {} --count {}",
                                count_text(collected.count, "position"), collected.next_game,
                                collected.next_game, checked.config.games - games,
                                checked.collection.most - collected.count));
  return 128 + signal;
}

int print_positions(const CheckedPositions& checked, minesweeper::CollectedPositions& collected) {
  const Interruption interruption;
  collect_positions(checked.config, checked.collection, interruption.flag(), collected,
                    [](const auto& lines) {
                      for (const std::string& line : lines) print(line);
                    });
  return collected.is_complete ? 0 : end_printing(collected, checked, interruption.signal());
}

StepsOrigin origin_of(const Experiment& experiment, const PositionsOptions& options) {
  return {"sapper positions",
          {{"config", experiment.config()},
           {"where", static_cast<std::uint64_t>(options.collection.where)},
           {"count", options.collection.most},
           {"one-per-game", options.collection.takes_one_per_game},
           {"first", options.collection.first_game}},
          program_files_of(experiment)};
}

int write_positions(const PositionsOptions& options, const Experiment& experiment,
                    const CheckedPositions& checked, minesweeper::CollectedPositions& collected) {
  OutputFile output(options.output, checked.inputs,
                    existing_output(options.force, options.resumed, options.output));
  KeptSteps steps(origin_of(experiment, options), [&] { return boost::json::value(collected.next_game); });
  Resumable kept(options.resumed, {"collection of positions", "game", "found", ".jsonl"},
                 {output.path(), {}, options.force}, checked.inputs,
                 [&](const std::filesystem::path& checkpoint) { steps.write(checkpoint); });
  const bool is_resumed = kept.has_checkpoint(options.is_quiet);
  const Interruption interruption;
  try {
    if (is_resumed) {
      const boost::json::value next_game = steps.read(kept.file(), [&](std::string_view line) {
        output.write(line);
        output.write("\n");
        ++collected.count;
      });
      read_json(next_game, "next_game", collected.next_game);
    }
    collect_positions(checked.config, checked.collection, interruption.flag(), collected,
                      [&](const auto& lines) {
                        for (std::string_view line : lines) steps.add(line.substr(0, line.size() - 1));
                        if (kept.is_due() || steps.is_large()) kept.save();
                        for (const std::string& line : lines) output.write(line);
                      });
    if (collected.is_complete) output.commit();
  } catch (const RunError& error) {
    print_error(error.what());
    if (steps.has_any()) kept.keep("failed");
    return 1;
  }
  if (!collected.is_complete) {
    if (steps.has_any())
      kept.keep("interrupted");
    else
      print_error("interrupted before the first position; the same command starts over");
    return 128 + interruption.signal();
  }
  kept.remove();
  return 0;
}

int positions(const PositionsOptions& options) {
  const auto experiment = load_experiment(options.config, options.overrides);
  refuse_commands(*experiment, options.config.string());
  minesweeper::Config config =
      minesweeper_config(*experiment, "positions", options.config, "only its positions have labels");
  if (options.output.empty())
    throw InputError("positions: -o FILE is missing; expected a file to write, or -");
  name_files_beside(config.boards, options.config.parent_path(), options.output);
  CheckedPositions checked{config, options.collection, inputs_of(options.config, *experiment)};
  checked.collection.threads = thread_count(options.threads);
  minesweeper::CollectedPositions collected{.next_game = checked.collection.first_game};
  if (options.output == "-") refuse_to_resume_printing("positions", options.resumed);
  if (note_if_complete(options.resumed, overwrite_policy(options.force), options.is_quiet, checked.inputs,
                       options.output, std::span(&options.output, 1)))
    return 0;
  const int status = options.output == "-" ? print_positions(checked, collected)
                                           : write_positions(options, *experiment, checked, collected);
  if (status == 0 && collected.count < checked.collection.most && !options.is_quiet)
    print_error(fmt::format("note: {} in {} of each case; --games N has more games to take them from",
                            count_text(collected.count, "position"), count_text(config.games, "game")));
  return status;
}

void add_positions_options(CommandSyntax& syntax, PositionsOptions& options) {
  syntax.argument("CONFIG", "the experiment (sapper-config/1) whose games the positions are of",
                  path(options.config));
  syntax.option("-o, --output", "FILE", "the file to write, JSON lines (sapper-positions/2); - prints them",
                path(options.output));
  add_force(syntax, options.force);
  add_resume(syntax, options.resumed, "FILE.checkpoint");
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
              "come in the order of games, and depend on the config and the games' numbers alone. A signal "
              "ends the command after whole games; what was found is kept in the checkpoint, and the command "
              "that continues is printed. Where positions are printed, it says how the others are.\n\n"
              "`score` reads the file together with a player's answers; data/positions.md describes both.",
          .examples = {"sapper positions classic.json --where forced --one-per-game -o test.jsonl",
                       "sapper positions classic.json --first 1000 --games 5000 -o train.jsonl"},
          .declare = declared(add_positions_options, positions)};
}

}  // namespace sapper::experiments

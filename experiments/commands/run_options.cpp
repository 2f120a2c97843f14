#include "experiments/commands/run_options.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string_view>

#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_error.hpp"

namespace sapper::experiments {

void add_run_options(CommandSyntax& syntax, RunOptions& options) {
  syntax.argument("CONFIG", "the experiment (sapper-config/1), or a report of it", path(options.config),
                  ArgumentPresence::optional);
  syntax.option("-o, --output", "FILE", "where to write the report; - is standard output",
                path(options.output), "NAME.report.json");
  add_threads(syntax, options.threads);
  add_overrides(syntax, options.overrides);
  syntax.flag("--resume", "continue from the checkpoint of an interrupted run", options.resume);
  syntax.flag("--resume-anyway",
              "as --resume and --extend, but accept a checkpoint or report of another build, or of another "
              "version of "
              "an external player",
              options.resume_anyway);
  add_force(syntax, options.force, "replace existing outputs; never a file that is read");
  syntax.option(
      "--extend", "REPORT",
      "play what a finished report lacks of CONFIG or --games, and replace it (-o: write elsewhere)",
      path(options.extend));
  syntax.option("--shard", "K/N", "play only the K-th of N parts; `sapper merge` merges them",
                text(options.shard), "all of it");
  syntax.option("--checkpoint-every", "S", "seconds between checkpoints",
                seconds(options.checkpoint_every_s));
  syntax.option(
      "--games-out", "FILE",
      "write one line of JSON per game and strategy, compressed where FILE ends in .gz or .zst; records of "
      "another run are replaced with --force only",
      path(options.games_out));
  add_games_where(syntax, options.games_where, "which games are written");
  syntax.option(
      "--judge", "N",
      "judge the first N games of each case and strategy dig by dig: the chance to win that they give away",
      whole_number(options.overrides.judged_games, 0, kMaxGames), "the config's, or none");
  for (std::size_t i = 0; i < kResultsFormats.size(); ++i)
    syntax.option(kResultsFormats[i].option, "FILE", kResultsFormats[i].help, path(options.results[i]));
  syntax.option("--replay", "CASE:GAME",
                "show one game (or the game of a record; CASE:worst: the one with the costliest mistake) "
                "move by move, without writing a report; -o X.html: as a page. next-missed, next-wrong, "
                "next-excess: the next mistake of that kind alone",
                text(options.replay));
  syntax.option("--strategy", "NAME", "the strategy whose game is replayed", text(options.strategy),
                "all of them");
  syntax.flag("--json", "print the replay as JSON", options.json);
  add_allow_commands(syntax, options.overrides.allow_commands);
  add_progress(syntax, options.quiet, options.progress);
}

void check_together(const RunOptions& options) {
  if (options.json && !options.replay) throw InputError("run: --json requires --replay");
  if (options.strategy && !options.replay) throw InputError("run: --strategy requires --replay");
  const auto refuse_with_replay = [&](const char* option, bool is_given) {
    if (options.replay && is_given)
      throw InputError(fmt::format("run: {} cannot be combined with --replay, which plays one game", option));
  };
  for (std::size_t i = 0; i < kResultsFormats.size(); ++i)
    refuse_with_replay(kResultsFormats[i].option, options.results[i].has_value());
  refuse_with_replay("--games-out", options.games_out.has_value());
  refuse_with_replay("--shard", options.shard.has_value());
  refuse_with_replay("--judge", options.overrides.judged_games.has_value());
  refuse_with_replay("--extend", options.extend.has_value());
  const bool is_whole = read_shard(options.shard).is_whole();
  if (!options.extend) return;
  if (!is_whole) throw InputError("run: --extend and --shard are mutually exclusive");
  if (options.overrides.seed)
    throw InputError("run: --extend and --seed are mutually exclusive; the seed is the report's");
  if (options.overrides.judged_games)
    throw InputError("run: --extend and --judge are mutually exclusive; the judged games are the report's");
}

Shard read_shard(const std::optional<std::string>& text) {
  if (!text) return {};
  std::string_view count_text = *text;
  const std::string_view number_text = take_until(count_text, '/');
  const auto count = parse_whole_number(count_text, kMaxShards);
  const auto number = parse_whole_number(number_text, count.value_or(0));
  if (number && *number > 0) return {*number, *count};
  throw InputError::in_value(
      "--shard", *text,
      fmt::format("expected K/N, the shard's number from 1 to N and the number of shards, at most {}",
                  kMaxShards));
}

std::string resume_command(const RunOptions& options, const std::filesystem::path& report,
                           const std::optional<std::filesystem::path>& records) {
  std::string command = called_as() + " run";
  const auto add_file = [&](std::string_view option, const std::filesystem::path& file) {
    command += fmt::format("{} {}", option, shell_quoted_file(file.string()));
  };
  if (options.config) add_file("", *options.config);
  add_file(" -o", report);
  command += " --resume";
  if (options.resume_anyway) command += " --resume-anyway";
  if (options.extend) add_file(" --extend", *options.extend);
  if (options.shard) command += fmt::format(" --shard {}", shell_quoted(*options.shard));
  if (options.force) command += " --force";
  if (options.overrides.seed) command += fmt::format(" --seed {}", *options.overrides.seed);
  if (options.overrides.games) command += fmt::format(" --games {}", *options.overrides.games);
  if (options.overrides.judged_games) command += fmt::format(" --judge {}", *options.overrides.judged_games);
  if (options.threads != 0) command += fmt::format(" --threads {}", options.threads);
  if (records) add_file(" --games-out", *records);
  if (options.overrides.allow_commands) command += " --allow-commands";
  if (options.games_where != RecordFilter::all)
    command +=
        fmt::format(" --games-where {}", kRecordFilterNames[static_cast<std::size_t>(options.games_where)]);
  for (std::size_t i = 0; i < kResultsFormats.size(); ++i)
    if (options.results[i]) add_file(fmt::format(" {}", kResultsFormats[i].option), *options.results[i]);
  return command;
}

}  // namespace sapper::experiments

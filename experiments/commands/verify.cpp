// `sapper verify REPORT`: plays a sample of a report's games again and compares.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/report_input.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/report/verification.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/known_faults.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kUsualGames = 1000;
constexpr double kUsualCoreS = 5;

struct VerifyOptions {
  fs::path report;
  std::optional<fs::path> games;
  RecordFilter games_where = RecordFilter::all;
  std::optional<std::uint64_t> sample;
  std::optional<std::uint64_t> seed;
  unsigned threads = 0;
  bool allow_commands = false;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

// Which step, how far it has come, and how long it will take.
class VerifyLine {
 public:
  explicit VerifyLine(const VerifyOptions& options)
      : line_(options.is_quiet ? ProgressMode::never : options.progress) {}

  void update(VerifyStep step, std::uint64_t done, std::uint64_t games) {
    if (step != step_) {
      step_ = step;
      begin_s_ = line_.elapsed_s();
    }
    if (!line_.is_due()) return;
    const std::string_view what =
        step == VerifyStep::reading_records ? "reading the records" : "playing games again";
    if (games == 0) return line_.show(fmt::format("{}: {}", what, count_text(done, "game")));
    const double share = static_cast<double>(done) / static_cast<double>(games);
    line_.show(fmt::format(
        "{:3.0f} %{}  {}: {} of {}", 100 * share,
        done == 0 ? ""
                  : fmt::format("  {} left", as_duration((line_.elapsed_s() - begin_s_) * (1 / share - 1))),
        what, with_commas(done), count_text(games, "game")));
  }

 private:
  ProgressLine line_;
  std::optional<VerifyStep> step_;
  double begin_s_ = 0;  // of the step
};

std::string chance_text(double chance) {
  if (chance == 0) return "could not have passed";
  return fmt::format("would have passed with a probability of {:.2g}", chance);
}

std::string describe(const Verification& checked, bool has_records) {
  std::string text;
  if (has_records) {
    text += fmt::format(
        "{} read, of {}{}\n", count_text(checked.records, "record"), count_text(checked.games, "game"),
        checked.has_all_games
            ? ", all that the report counts; wins of each strategy and each pair were compared"
            : "");
    if (checked.surplus_records > 0)
      text += fmt::format("{} of games that the report does not count were left out\n",
                          count_text(checked.surplus_records, "record"));
    text += fmt::format("{} of {} drawn and played again\n", with_commas(checked.played_games),
                        count_text(checked.games, "game"));
  } else {
    text += fmt::format(
        "{} of {} {} of games drawn and played again, with {} of {}; all counters were compared\n",
        with_commas(checked.played_parts), with_commas(checked.parts),
        checked.parts == 1 ? "stretch" : "stretches", with_commas(checked.played_games),
        count_text(checked.games, "game"));
  }
  for (const std::string& difference : checked.differences) text += "  " + difference + '\n';
  if (checked.difference_count > checked.differences.size())
    text += fmt::format("  ... and {} more\n",
                        with_commas(checked.difference_count - checked.differences.size()));
  if (!checked.passed()) return text + count_text(checked.difference_count, "difference") + " found\n";
  if (checked.played_games == 0) return text + "there was no game to play again: nothing is verified\n";
  return text + fmt::format("no difference found. Were one game in a hundred false{}, such a check {}\n",
                            has_records ? "" : ", all in as few stretches as can be",
                            chance_text(checked.chance_to_pass));
}

// As many stretches as take kUsualCoreS on average, by the processor time in the report; at least one. How long programs
// take is not in it.
std::uint64_t usual_stretches(const Report& report) {
  const auto all = static_cast<double>(report.tallied.size());
  if (!commands_of(*report.experiment).empty()) return 1;
  double core_s = 0;
  for (const TalliedGames& part : report.tallied)
    core_s += report.experiment->parts().results.core_s(*part.tally);
  const double share = core_s > kUsualCoreS ? kUsualCoreS / core_s : 1;
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(all * share), 1);
}

int verify(const VerifyOptions& options) {
  Report report = open_report(options.report);
  if (options.allow_commands) report.experiment = experiment_of(report, {.allow_commands = true});
  refuse_commands(*report.experiment, options.report.string());
  if (options.games && !report.experiment->parts().has_records)
    throw InputError("verify: --games: this kind of game has no records");
  if (!options.games && options.games_where != RecordFilter::all)
    throw InputError("verify: --games-where goes with --games only");
  const std::uint64_t seed = options.seed ? *options.seed : std::random_device{}();
  const std::string build = report.build_id();
  std::string text = fmt::format("{}: consistent in itself; seed of the sample {}\n",
                                 printable(options.report.string(), sim::kLongestPath), seed);
  if (build != build_id())
    text += fmt::format("the report was written by the build {}, this is {}\n",
                        build.empty() ? "of an earlier version" : printable(build), build_id());
  for (const std::string& played_by : report.versions())
    for (const KnownFault& fault : known_faults_of(*report.experiment, played_by))
      text += fmt::format("by {}, {}\n",
                          played_by.empty() ? "a version before 0.2.0" : "version " + played_by, fault.text);
  if (!options.is_quiet) print(std::exchange(text, {}));
  flush_output();
  const QuickExit quick_exit;  // leaves no player behind
  const std::size_t threads = thread_count(options.threads);
  const auto check = [&] {
    VerifyLine progress(options);
    const VerifyProgress update = [&](auto... values) { progress.update(values...); };
    return options.games
               ? verify_records(report, *options.games, options.games_where,
                                options.sample.value_or(kUsualGames), seed, update)
               : verify_stretches(report, options.sample ? *options.sample : usual_stretches(report), seed,
                                  threads, update);
  };
  const Verification checked = check();
  if (!options.is_quiet || !checked.passed()) print(text + describe(checked, options.games.has_value()));
  return checked.passed() ? 0 : 1;
}

void add_verify_options(CommandSyntax& syntax, VerifyOptions& options) {
  constexpr std::uint64_t kMostSample = 10'000'000;
  syntax.argument("REPORT", "a report of sapper run or merge", path(options.report));
  syntax.option("--games", "FILE", "the records of its games (run --games-out), compressed or not",
                path(options.games));
  add_games_where(syntax, options.games_where, "which games the records are of");
  syntax.option("--sample", "N",
                "how many games are played again; without --games: how many stretches of games",
                whole_number(options.sample, 1, kMostSample), "1000; those of 5 s of one core");
  add_seed(syntax, options.seed, "a new one each time");
  add_threads(syntax, options.threads);
  add_allow_commands(syntax, options.allow_commands);
  add_progress(syntax, options.is_quiet, options.progress, "print only what differs");
}

}  // namespace

Command verify_command() {
  return {.name = "verify",
          .summary = "play a sample of a report's games again and compare",
          .details =
              "Every command that reads a report checks that its results follow from its counters. verify "
              "checks that the counters are those of the games. With --games it reads all records, compares "
              "wins with the report, draws games at random and compares all that their records say with the "
              "games played again. Without records it draws stretches of games whose counters the report "
              "holds, all games of a case, or a shard's part of them, and plays each whole: by default as "
              "many as take some 5 s of one core by "
              "the times in the report, and at least one.\n\n"
              "It says which part was checked, and how likely a report in which one game in a hundred is "
              "false would have passed. The exit status is 1 where something differs.",
          .examples = {"sapper verify classic.report.json --games games.jsonl.zst",
                       "sapper verify classic.report.json --sample 3"},
          .declare = declared(add_verify_options, verify)};
}

}  // namespace sapper::experiments

// `sapper scale CONFIG --threads 1,2,4`: plays an experiment at each thread count and reports how its speed scales.

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/report/scaling_report.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/scaling.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxRepeats = 1'000'000;
constexpr std::uint64_t kMostPredicted = 1'000'000;  // threads

struct ScaleOptions {
  std::filesystem::path config;
  std::optional<std::filesystem::path> output;  // -o; default: NAME.scale.json in the current folder
  std::vector<std::size_t> threads;             // ascending, each once; empty: 1, 2, 4, ... and all cores
  std::vector<std::size_t> predicted;           // --predict: thread counts
  std::size_t repeats = 5;                      // --repeats
  bool is_weak = false;                         // --weak: games grow with the threads
  ConfigOverrides overrides;
  bool force = false;  // replaces an existing file
  bool quiet = false;  // hides progress and the table
  ProgressMode progress = ProgressMode::automatic;
};

// 1, 2, 4, ... and all cores.
std::vector<std::size_t> usual_threads(std::size_t cores) {
  std::vector<std::size_t> threads;
  for (std::size_t count = 1; count < cores; count *= 2) threads.push_back(count);
  threads.push_back(cores);
  return threads;
}

// A terminal gets one line, rewritten for each run; anything else one line per repeat.
class ScaleProgress {
 public:
  ScaleProgress(const Experiment& experiment, const ScaleOptions& options)
      : experiment_(experiment),
        repeats_(options.repeats),
        line_(options.quiet ? ProgressMode::never : options.progress) {}

  void update(std::size_t repeat, std::size_t threads, std::size_t board) {
    if (line_.is_rewritten())
      line_.show(fmt::format("repeat {} of {}: {} on {}", repeat + 1, repeats_, experiment_.case_name(board),
                             count_text(threads, "thread")));
    else if (repeat != repeat_)
      line_.show(fmt::format("repeat {} of {}", repeat + 1, repeats_));
    repeat_ = repeat;
  }

 private:
  const Experiment& experiment_;
  std::size_t repeats_;
  ProgressLine line_;
  std::size_t repeat_ = ~std::size_t{0};
};

Outcome measure(const Experiment& experiment, const ScaleOptions& options, ScalingOptions measured,
                const std::atomic<bool>& interrupt, Scaling& scaling) {
  ScaleProgress progress(experiment, options);
  measured.report_progress = [&](auto... values) { progress.update(values...); };
  return measure_scaling(experiment, measured, interrupt, scaling);
}

// The experiment with as many games per thread as the config has in all. InputError if their number is not fixed or too
// large.
std::unique_ptr<Experiment> grown_experiment(const Experiment& experiment, const ScaleOptions& options,
                                             std::size_t most_threads) {
  const CommonConfig& common = experiment.common();
  if (common.stop)
    throw InputError::in_file(options.config.string(),
                              "has a stop rule, but --weak plays a fixed number of games per thread; remove "
                              "\"stop\"");
  if (common.games > kMaxGames / most_threads)
    throw InputError(
        fmt::format("scale: --weak would play {} games on each of {} threads; expected at most {} in all",
                    with_commas(common.games), most_threads, with_commas(kMaxGames)));
  ConfigOverrides overrides = options.overrides;
  overrides.games = common.games * most_threads;
  return load_experiment(options.config, overrides);
}

// The exit status: 0, or 130 or 143 if a signal ended it, after writing the completed repeats. InputError before
// anything is written; RunError if a game fails or, after everything is written, if results differ between thread
// counts.
int scale(const ScaleOptions& options) {
  RunStart started = start_now();
  const AvailableProcessors processors{processor_count(), physical_core_count()};
  const std::unique_ptr<Experiment> experiment = load_experiment(options.config, options.overrides);
  refuse_commands(*experiment, options.config.string());
  OutputFile file(options.output ? *options.output : fs::path(experiment->common().name + ".scale.json"),
                  inputs_of(options.config, *experiment), overwrite_policy(options.force));
  const fs::path output = file.path();

  ScalingOptions measured;
  measured.threads = options.threads.empty() ? usual_threads(processors.cores) : options.threads;
  measured.repeats = options.repeats;
  std::unique_ptr<Experiment> grown;  // with the games of the most threads
  if (options.is_weak) {
    measured.workload = Workload::per_thread;
    grown = grown_experiment(*experiment, options, measured.threads.back());
  }
  if (!options.quiet) note_excess_threads(measured.threads.back());
  const Interruption interruption;
  Scaling scaling;
  const Outcome outcome =
      measure(grown ? *grown : *experiment, options, measured, interruption.flag(), scaling);

  if (scaling.repeats > 0) {
    end_now(started);
    file.write(json::to_text(scaling_to_json(*experiment, scaling, processors, started, options.predicted)) +
               "\n");
    file.commit();
    if (!options.quiet)
      print(scaling_table(*experiment, scaling, processors, output_width(), options.predicted) +
            fmt::format("Figures: {}\n", printable(output.string(), sim::kLongestPath)));
  }
  if (!scaling.has_same_results()) {
    flush_output();
    throw RunError(fmt::format("results differ between runs that must be identical; see same_results in {}",
                               printable(output.string(), sim::kLongestPath)));
  }
  if (outcome == Outcome::finished) return 0;
  print_error("interrupted; " +
              (scaling.repeats == 0
                   ? "no repeat was completed"
                   : fmt::format("the {} of {} completed repeats are in {}", scaling.repeats, options.repeats,
                                 printable(output.string(), sim::kLongestPath))));
  return 128 + interruption.signal();
}

void add_scale_options(CommandSyntax& syntax, ScaleOptions& options) {
  syntax.argument("CONFIG", "the experiment (sapper-config/1)", path(options.config));
  syntax.option("-o, --output", "FILE", "where to write the figures", path(options.output),
                "NAME.scale.json");
  add_force(syntax, options.force);
  syntax.option("--threads", "LIST", "thread counts, such as 1,2,4",
                whole_numbers(options.threads, 1, kMaxThreads), "1, 2, 4, ... and all cores");
  syntax.option("--predict", "LIST",
                "also predict the speed on these thread counts, which may be more than this machine has",
                whole_numbers(options.predicted, 1, kMostPredicted));
  syntax.option("--repeats", "R", "how often each thread count is measured",
                whole_number(options.repeats, 1, kMaxRepeats));
  syntax.flag("--weak", "play the config's games once per thread, instead of the same games on all",
              options.is_weak);
  add_overrides(syntax, options.overrides);
  add_allow_commands(syntax, options.overrides.allow_commands);
  add_progress(syntax, options.quiet, options.progress);
}

}  // namespace

Command scale_command() {
  return {
      .name = "scale",
      .summary = "measure an experiment's speed at several thread counts",
      .details =
          "Runs of all thread counts are interleaved and repeated, so that other load on the machine "
          "affects all of them alike. Prints games per second, speed-up and efficiency, by wall time and by "
          "processor time, with Amdahl's serial share (--weak: Gustafson's) and the universal scalability "
          "law fitted to them, and writes all as JSON (sapper-scale/1). Where other programs took cores that "
          "the threads needed, it says so and withholds the efficiency by wall time.\n\n"
          "--predict extrapolates that law to more threads, with the interval of the fits to each repeat, "
          "and "
          "says what the driver alone would allow there.",
      .examples = {"sapper scale data/experiments/classic.json --threads 1,2,4",
                   "sapper scale data/experiments/classic.json --weak --games 5000",
                   "sapper scale data/experiments/classic.json --predict 16,64,256"},
      .declare = declared(add_scale_options, scale)};
}

}  // namespace sapper::experiments

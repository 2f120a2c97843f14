// `sapper judge CONFIG`: estimates what the choices of the other strategies would gain in the first one's guesses.
#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/command.hpp"
#include "experiments/cli/command_syntax.hpp"
#include "experiments/cli/console.hpp"
#include "experiments/cli/option_value.hpp"
#include "experiments/commands/resumable.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/kinds/load_experiment.hpp"
#include "experiments/kinds/minesweeper/comparison/judgement.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/interruption.hpp"
#include "experiments/run/kept_steps.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

using minesweeper::Judgement;
using solvers::PlayoutRule;

constexpr std::uint64_t kMostLayouts = 1'000'000;

struct JudgeCommandOptions {
  std::filesystem::path config;
  ConfigOverrides overrides;
  minesweeper::JudgeOptions judged;
  ResumeOptions resumed;
  unsigned threads = 0;  // 0: all cores
  bool is_json = false;
  bool is_quiet = false;
  ProgressMode progress = ProgressMode::automatic;
};

std::string text_of(const minesweeper::Config& config, const std::vector<Judgement>& judgements,
                    const minesweeper::JudgeOptions& judged) {
  std::string text = fmt::format("{}: guesses judged on {} each, continued by {}; seed {}\n", config.name,
                                 count_text(judged.layouts, "sampled layout"),
                                 minesweeper::playout_name(judged.rule), config.seed);
  for (const Judgement& judgement : judgements) text += '\n' + minesweeper::text_of(config, judgement);
  return text;
}

StepsOrigin origin_of(const Experiment& experiment, const minesweeper::JudgeOptions& judged) {
  return {"sapper judge",
          {{"config", experiment.config()},
           {"first", judged.first_game},
           {"layouts", judged.layouts},
           {"continue-by", minesweeper::playout_name(judged.rule)}},
          program_files_of(experiment)};
}

std::vector<Judgement> read_judgements(const std::filesystem::path& checkpoint,
                                       const minesweeper::Config& config, KeptSteps& steps) {
  const boost::json::value state = steps.read(checkpoint, [](std::string_view) {});
  std::vector<Judgement> judgements;
  try {
    if (!state.is_array() || state.get_array().size() > config.cases.size())
      throw WrongField("has other cases");
    for (const boost::json::value& numbers : state.get_array())
      judgements.push_back(minesweeper::judgement_of(config, judgements.size(), numbers));
  } catch (const WrongField& wrong) {
    throw InputError::in_file(checkpoint.string(), std::string(wrong.what()) +
                                                       "; delete it and run without --resume to start over");
  }
  return judgements;
}

// The exit status: 0, or 130 or 143 if a signal ended it, or 1 if a game failed, after keeping what was judged.
int judge(const JudgeCommandOptions& options) {
  const auto experiment = load_experiment(options.config, options.overrides);
  const minesweeper::Config& config =
      minesweeper_config(*experiment, "judge", options.config, "only guesses in Minesweeper can be judged");
  minesweeper::check_judgeable(config);
  refuse_commands(*experiment, options.config.string());
  minesweeper::JudgeOptions judged = options.judged;
  judged.threads = thread_count(options.threads);
  std::vector<Judgement> judgements;
  KeptSteps steps(origin_of(*experiment, judged), [&] {
    boost::json::array state;
    for (const Judgement& judgement : judgements) state.push_back(numbers_of(judgement));
    return state;
  });
  Resumable kept(options.resumed, {"judgement", "game", "judged", ".judge"}, {{}, config.name + ".judge"},
                 inputs_of(options.config, *experiment),
                 [&](const std::filesystem::path& checkpoint) { steps.write(checkpoint); });
  if (kept.has_checkpoint(options.is_quiet)) judgements = read_judgements(kept.file(), config, steps);
  const Interruption interruption;
  std::string failure;
  {
    ProgressLine progress(options.is_quiet ? ProgressMode::never : options.progress);
    try {
      for (std::size_t i = 0; i < config.cases.size() && !interruption.flag(); ++i) {
        if (i == judgements.size()) judgements.push_back(minesweeper::empty_judgement(config, i));
        minesweeper::judge_games(config, judged, interruption.flag(), judgements[i], [&] {
          if (progress.is_due())
            progress.show(fmt::format("{}: {} of {}", experiment->case_name(i),
                                      with_commas(judgements[i].games), count_text(config.games, "game")));
          if (kept.is_due()) kept.save();
        });
      }
    } catch (const RunError& error) {
      failure = error.what();
    }
  }
  if (!failure.empty()) {
    print_error(failure);
    if (judgements.front().games > 0) kept.keep("failed");
    return 1;
  }
  try {
    print(options.is_json ? json::to_text(judgements_json(config, judgements, judged)) + "\n"
                          : text_of(config, judgements, judged));
    flush_output();
  } catch (const OutputError& error) {
    print_error(error.what());
    kept.keep(interruption.flag() ? "interrupted" : "all games are judged, but the result is not printed");
    return interruption.flag() ? 128 + interruption.signal() : 1;
  }
  if (!interruption.flag()) {
    kept.remove();
    return 0;
  }
  kept.keep("interrupted; the games judged so far are shown above");
  return 128 + interruption.signal();
}

void add_judge_options(CommandSyntax& syntax, JudgeCommandOptions& options) {
  syntax.argument("CONFIG", "an experiment with several strategies, or a report of one",
                  path(options.config));
  add_overrides(syntax, options.overrides);
  syntax.option("--first", "GAME", "the number of the first game to judge",
                whole_number(options.judged.first_game, 0, std::numeric_limits<std::uint32_t>::max()));
  syntax.option("--layouts", "N", "sampled layouts on which each guess is judged",
                whole_number(options.judged.layouts, 1, kMostLayouts));
  syntax.option(
      "--continue-by", "RULE", "how play-outs continue: as progress plays, or as expert does at effort 0",
      choice(options.judged.rule,
             Choices<PlayoutRule>{{"progress", PlayoutRule::progress}, {"expert", PlayoutRule::expert}}));
  add_resume(syntax, options.resumed, "NAME.judge.checkpoint");
  add_allow_commands(syntax, options.overrides.allow_commands);
  add_threads(syntax, options.threads);
  syntax.flag("--json", "print JSON (sapper-judge/1)", options.is_json);
  add_progress(syntax, options.is_quiet, options.progress);
}

}  // namespace

Command judge_command() {
  return {
      .name = "judge",
      .summary = "judge strategies' guesses on common sampled layouts",
      .details =
          "The first strategy plays the games that `run` would play. At each of its guesses the other "
          "strategies are asked where they would dig; where the choices differ, each is played out on the "
          "same sampled layouts. The sum of the differences per game estimates how much the other strategy "
          "would gain in win rate. It resolves smaller differences than win rates do, and is unbiased where "
          "play-outs continue as the other strategy plays. Otherwise it tends to overestimate.\n\n"
          "Ended by a signal, it shows what is judged so far, keeps that in its checkpoint, and prints the "
          "command that continues.\n\n"
          "The first strategy may be an external player (--allow-commands): only the others are asked about "
          "positions of its games.",
      .examples = {"sapper judge data/experiments/classic.json --games 1000 --layouts 100",
                   "sapper judge mine.json --allow-commands"},
      .declare = declared(add_judge_options, judge)};
}

}  // namespace sapper::experiments

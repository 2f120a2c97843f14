#include "experiments/python/judging.hpp"

#include <pybind11/stl.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/kinds/minesweeper/comparison/judgement.hpp"
#include "experiments/python/background_result.hpp"
#include "experiments/python/game_names.hpp"
#include "experiments/python/interpreter_lock.hpp"
#include "experiments/python/run_settings.hpp"
#include "experiments/review/board_clicks.hpp"
#include "experiments/review/game_source.hpp"
#include "experiments/review/review_games.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments::python {
namespace {

namespace py = pybind11;
using solvers::PlayoutRule;

// The reviews of the games as lines of JSON, and what is wrong with those that cannot be read.
std::pair<std::vector<std::string>, std::vector<std::string>> review(
    const std::vector<std::string>& files, const std::optional<std::string>& game, int effort,
    std::uint32_t layouts, const std::optional<std::string>& first_click, std::size_t threads,
    bool allow_commands) {
  ReviewSettings settings;
  settings.judged.effort = effort;
  settings.judged.layouts = layouts;
  if (first_click) settings.first_click = row_named(sim::kFirstClickRules, *first_click, "first_click").rule;
  settings.threads = threads != 0 ? threads : processor_count();
  GameSource source(files, game, {}, allow_commands);
  std::pair<std::vector<std::string>, std::vector<std::string>> reviews;
  const bool stops_at_exit = !is_ending();
  BackgroundResult<bool> reviewed([&](std::atomic<bool>& interrupt) {
    const auto take = [&](ReviewedGame&& one) {
      reviews.first.push_back(json::to_line(json_with_clicks(one)));
      if (stops_at_exit && is_ending()) interrupt = true;
    };
    review_games(source, settings, interrupt, take,
                 [&](const std::string& message) { reviews.second.push_back(message); });
    return true;
  });
  reviewed.get([] {});
  return reviews;
}

PlayoutRule playout_named(const std::string& name) {
  for (const PlayoutRule rule : {PlayoutRule::progress, PlayoutRule::expert})
    if (minesweeper::playout_name(rule) == name) return rule;
  throw json::unknown_name("continue_by", name,
                           std::vector<std::string_view>{minesweeper::playout_name(PlayoutRule::progress),
                                                         minesweeper::playout_name(PlayoutRule::expert)});
}

// sapper-judge/1 as text. Meanwhile serves Python as run() does.
std::string judge(std::string config_text, const RunSettings& settings, std::uint64_t first,
                  std::uint32_t layouts, const std::string& continue_by, const py::object& progress) {
  const std::unique_ptr<Experiment> experiment = experiment_of(std::move(config_text), settings);
  const minesweeper::Config& config =
      minesweeper_config(*experiment, settings, "only guesses in Minesweeper can be judged");
  minesweeper::check_judgeable(config);
  minesweeper::JudgeOptions options;
  options.first_game = first;
  options.layouts = layouts;
  options.rule = playout_named(continue_by);
  options.threads = settings.thread_count();
  const std::uint64_t all = config.games * config.cases.size();
  std::vector<minesweeper::Judgement> judgements;
  std::atomic<std::uint64_t> done = 0;
  const bool stops_at_exit = !is_ending();
  BackgroundResult<bool> judged([&](std::atomic<bool>& interrupt) {
    for (std::size_t i = 0; i < config.cases.size() && !interrupt; ++i) {
      judgements.push_back(minesweeper::empty_judgement(config, i));
      minesweeper::judge_games(config, options, interrupt, judgements.back(), [&] {
        ++done;
        if (stops_at_exit && is_ending()) interrupt = true;
      });
    }
    return true;
  });
  judged.get([&] {
    if (!progress.is_none()) call_python(progress, py::make_tuple(done.load(), all));
  });
  return json::to_text(minesweeper::judgements_json(config, judgements, options));
}

}  // namespace

void add_judging(py::module_& module) {
  module.def("review", review);
  module.def("judge", judge);
}

}  // namespace sapper::experiments::python

#include "experiments/run/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {

GameFailed::GameFailed(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
                       std::string_view what)
    : RunError(fmt::format("case {} ({}), game {}: {} (replay it with --replay {}:{})", case_number,
                           experiment.case_name(case_number), game, what, case_number, game)),
      game_(game) {}

void Result::set(std::string_view path, std::optional<double> Result::*number, std::optional<double> value) {
  if (value) value = json::rounded(*value);
  this->*number = value;
  set_path(json, path, value ? boost::json::value(*value) : boost::json::value());
}

void Result::clear(std::string_view path) {
  set_path(json, path, nullptr);
  if (path == "guesses.histogram") guess_histogram.clear();
  if (path == "guess_risk.losses") losses.reset();
}

boost::json::object Experiment::case_facts(std::size_t case_number, const Tally& tally) const {
  const CaseProperties properties = this->properties(case_number);
  return {{"case", case_number},
          {"name", label_of(properties)},
          {"games", tally.games()},
          {"properties", to_json(properties)}};
}

boost::json::object Experiment::replay_json(std::size_t /*case_number*/, std::uint64_t /*game*/,
                                            const std::string* /*label*/) const {
  throw InputError("--replay: games of this kind can be replayed only as text, without -o and --json");
}

bool is_stopped(const Experiment& experiment, const Tally& tally) {
  const auto& stop = experiment.common().stop;
  return stop && is_look(*stop, tally.games()) && is_met(*stop, experiment.stop_evidence(tally));
}

bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range) {
  if (tally.games() >= range.size()) return true;
  return range.first == 0 && is_stopped(experiment, tally);
}

void refuse_commands(const Experiment& experiment, const std::string& config_file) {
  const std::vector<std::string> commands = experiment.commands();
  if (!commands.empty() && !experiment.common().allows_commands)
    throw InputError::in_file(config_file, refusal_of_commands(commands));
}

std::size_t find_label(const Experiment& experiment, const std::string& label) {
  const std::vector<std::string> labels = experiment.labels();
  const auto place = std::find(labels.begin(), labels.end(), label);
  if (place != labels.end()) return static_cast<std::size_t>(place - labels.begin());
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  throw InputError(fmt::format("--strategy is \"{}\"; {}", label, json::suggest(label, known)));
}

}  // namespace sapper::experiments

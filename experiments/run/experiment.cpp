#include "experiments/run/experiment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <stdexcept>

#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/files.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {

GameFailed::GameFailed(const Experiment& experiment, std::size_t case_number, std::uint64_t game,
                       std::string_view what)
    : GameFailed(fmt::format("case {} ({}), game {}: {}", case_number, experiment.case_name(case_number),
                             game, what),
                 fmt::format(" (replay it with --replay {}:{})", case_number, game), game) {}

void Result::set(std::string_view path, std::optional<double> Result::*number, std::optional<double> value) {
  if (value) value = json::rounded(*value);
  this->*number = value;
  set_path(json, path, value ? boost::json::value(*value) : boost::json::value());
}

void Result::clear(std::string_view path) {
  set_path(json, path, nullptr);
  if (path == "guesses.histogram") guess_histogram.clear();
  if (path == "guess_risk.losses") losses.reset();
  if (path == "mean_excess_risk") mean_excess_risk.reset();
}

// Before version 0.4.0 sequential tests took the variance as seen for the true one.
std::vector<KnownFault> Experiment::known_faults(std::string_view version) const {
  const std::optional<StopRule>& stop = common().stop;
  if (!stop || !stop->sprt || !is_before(version, 0, 4)) return {};
  return {
      {"the sequential test erred more often than it says where the players rarely differ; it may have ended "
       "a "
       "case too early",
       {"sprt"},
       true}};
}

std::unique_ptr<Experiment> Experiment::pair_of_variants(const std::string&, std::uint64_t,
                                                         const PlayerVariant&, const PlayerVariant&) const {
  throw std::logic_error("the players of this kind of game have no settings that are numbers");
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

std::unique_ptr<Tally> Experiment::joined(std::span<const PlayedPart> /*parts*/) const {
  throw std::logic_error("games of this kind are not joined");
}

bool is_stopped(const Experiment& experiment, const Tally& tally) {
  const auto& stop = experiment.common().stop;
  return stop && is_look(*stop, tally.games()) && is_met(*stop, experiment.stop_evidence(tally));
}

bool is_finished(const Experiment& experiment, const Tally& tally, const GameRange& range) {
  if (tally.games() >= range.size()) return true;
  return range.first == 0 && is_stopped(experiment, tally);
}

bool keeps_won_games(const Experiment& experiment) {
  const std::uint64_t plays_each = experiment.case_count() * experiment.labels().size();
  return plays_each > 0 && experiment.common().games <= kMostWonBits / plays_each &&
         experiment.paired(*experiment.make_tally(), 0, 0).has_value();
}

void refuse_commands(const Experiment& experiment, const std::string& config_file) {
  const std::vector<std::string> commands = experiment.commands();
  if (!commands.empty() && !experiment.common().allows_commands)
    throw InputError::in_file(config_file, refusal_of_commands(commands));
  if (const std::string missing = experiment.missing_player(); !missing.empty())
    throw InputError::in_file(config_file, missing);
}

std::size_t find_label(const Experiment& experiment, const std::string& label) {
  const std::vector<std::string> labels = experiment.labels();
  const auto place = std::find(labels.begin(), labels.end(), label);
  if (place != labels.end()) return static_cast<std::size_t>(place - labels.begin());
  const std::vector<std::string_view> known(labels.begin(), labels.end());
  throw json::unknown_name("--strategy", label, known);
}

std::string hash_of_file(const std::filesystem::path& file) {
  try {
    const sim::InputFile input(file);
    Hash hash;
    std::vector<char> block(std::size_t{1} << 16);
    while (const std::size_t count = input.read(block)) hash.add({block.data(), count});
    return fmt::format("{:016x}", hash.value());
  } catch (const InputError&) {
    return {};
  }
}

std::string changed_program(const std::vector<ProgramFile>& before, const std::vector<ProgramFile>& now) {
  for (const ProgramFile& file : before) {
    const auto same = std::find_if(now.begin(), now.end(),
                                   [&](const ProgramFile& other) { return file.is_of_same_word(other); });
    if (same != now.end() && same->hash != file.hash)
      return fmt::format("{} (player \"{}\")", printable(same->name, sim::kLongestPath),
                         printable(file.player));
  }
  return {};
}

void add_program_files(const std::vector<ProgramFile>& from, std::vector<ProgramFile>& to) {
  for (const ProgramFile& file : from)
    if (std::none_of(to.begin(), to.end(),
                     [&](const ProgramFile& other) { return file.is_of_same_word(other); }))
      to.push_back(file);
}

std::string another_version(const std::string& program) { return "another version of " + program; }

namespace {

void append(std::string& list, std::string_view text) {
  if (text.empty()) return;
  if (!list.empty()) list += ", ";
  list += text;
}

}  // namespace

std::string label_of(std::span<const CaseProperty> properties) {
  std::string label;
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::board || property.role == CaseProperty::Role::measure)
      append(label, property.text);
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::name) label = property.text + " (" + label + ")";
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::setting && property.varies) append(label, property.text);
  return label;
}

std::string series_label_of(std::span<const CaseProperty> properties) {
  std::string label;
  for (const CaseProperty& property : properties)
    if (property.role == CaseProperty::Role::board ||
        (property.role == CaseProperty::Role::setting && property.varies))
      append(label, property.text);
  return label;
}

const CaseProperty* find_role(std::span<const CaseProperty> properties, CaseProperty::Role role) {
  const auto found = std::find_if(properties.begin(), properties.end(),
                                  [&](const CaseProperty& property) { return property.role == role; });
  return found == properties.end() ? nullptr : &*found;
}

std::string key_of(std::span<const CaseProperty> properties) {
  std::string key;
  for (const CaseProperty& property : properties) {
    if (property.role == CaseProperty::Role::name || property.role == CaseProperty::Role::axis) continue;
    key += property.name;
    key += '=' + boost::json::serialize(property.value) + ';';
  }
  return key;
}

boost::json::object to_json(std::span<const CaseProperty> properties) {
  boost::json::object object;
  for (const CaseProperty& property : properties) object[property.name] = property.value;
  return object;
}

}  // namespace sapper::experiments

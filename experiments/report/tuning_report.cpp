#include "experiments/report/tuning_report.hpp"

#include <fmt/format.h>

#include <boost/json/parse.hpp>
#include <stdexcept>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/config/settings_json.hpp"
#include "experiments/report/results_table.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/stats/sprt.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/difference.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using json::rounded;

bj::array counters_json(const std::vector<std::unique_ptr<Tally>>& tallies) {
  bj::array all;
  for (const auto& tally : tallies) all.push_back(as_json(tally->counters()));
  return all;
}

std::vector<solvers::NamedNumber> found_settings(const Tuning& tuning, std::size_t player) {
  const std::vector<TunedSetting>& settings = tuning.plan().players[player].settings;
  const std::vector<double> found = tuning.found(player);
  std::vector<solvers::NamedNumber> numbers;
  for (std::size_t i = 0; i < found.size(); ++i) numbers.push_back({settings[i].name, found[i]});
  return numbers;
}

bj::value test_json(const Tuning& tuning, std::size_t player) {
  const auto test = tuning.tested(player);
  if (!test) return nullptr;
  const PairedCounts& counts = test->counts;
  bj::object object{
      {"games", counts.games},
      {"both", counts.both},
      {"only_tuned", counts.only_a},
      {"only_before", counts.only_b},
      {"neither", counts.games - counts.both - counts.only_a - counts.only_b},
      {"difference", rounded((static_cast<double>(counts.only_a) - static_cast<double>(counts.only_b)) /
                             static_cast<double>(counts.games))}};
  bj::object verdict = sprt_json(tuning.sprt(player), test->sample);
  object.insert(verdict.begin(), verdict.end());
  return object;
}

bj::object player_json(const Tuning& tuning, std::size_t player, bool is_complete) {
  const TunedGames& played = tuning.played()[player];
  bj::object object{{"player", tuning.plan().players[player].label},
                    {"steps", as_json(played.steps)},
                    {"values", as_json(tuning.values(player))},
                    {"tuned", numbers_json(found_settings(tuning, player))},
                    {"test", test_json(tuning, player)}};
  if (!is_complete) object["test_counters"] = counters_json(played.tested);
  return object;
}

// A part of the file as read; std::invalid_argument or WrongField for anything else.
const bj::value& need(const bj::value& object, std::string_view key) {
  const bj::value* const member = object.is_object() ? object.get_object().if_contains(key) : nullptr;
  if (member == nullptr) throw WrongField(fmt::format("lacks the key \"{}\"", key));
  return *member;
}

// Numbers are rounded before they are written, and may be read one unit in the last place off.
bool is_same_when_rounded(const bj::value& first, const bj::value& second) {
  return first.is_number() && second.is_number()
             ? rounded(first.to_number<double>()) == rounded(second.to_number<double>())
             : first == second;
}

void read_player(const bj::value& value, std::size_t player, Tuning& tuning) {
  std::vector<TuningStep> steps;
  std::vector<std::vector<std::uint64_t>> counters;
  read_json(need(value, "steps"), "steps", steps);
  read_json(need(value, "test_counters"), "test_counters", counters);
  tuning.resume(player, steps, counters);
  if (const auto difference =
          json::first_difference(value, player_json(tuning, player, false),
                                 fmt::format("players[{}]", player), {is_same_when_rounded, {}}))
    throw WrongField(difference->path + " does not follow from the games");
}

std::string range_text(const TunedSetting& setting) {
  return fmt::format("{} to {}", setting.from, setting.to);
}

// `"margin": 0.05, "bonus": 0.04`, for a config.
std::string config_text(const std::vector<solvers::NamedNumber>& settings) {
  std::string text;
  for (const solvers::NamedNumber& setting : settings)
    text += fmt::format("{}\"{}\": {}", text.empty() ? "" : ", ", setting.name, setting.value);
  return text;
}

std::vector<solvers::NamedNumber> settings_before(const TunedPlayer& player) {
  std::vector<solvers::NamedNumber> numbers;
  for (const TunedSetting& setting : player.settings) numbers.push_back({setting.name, setting.start});
  return numbers;
}

// What to do with what was found.
std::string verdict_text(const Tuning& tuning, std::size_t player) {
  const std::string found = config_text(found_settings(tuning, player));
  const auto test = tuning.tested(player);
  if (!test) return "Not tested. In a config: " + found;
  const std::string gain = fmt::format("gain of {:.4g} points", 100 * tuning.plan().d1);
  if (!test->accepted)
    return fmt::format("Undecided after {}: the test can neither confirm nor exclude a {}. In a config: {}",
                       count_text(test->counts.games, "game"), gain, found);
  if (*test->accepted == Hypothesis::d1)
    return fmt::format("Better: the test confirms a {}. In a config: {}", gain, found);
  return fmt::format("Not better: the test finds no {}. Keep the config's {}", gain,
                     config_text(settings_before(tuning.plan().players[player])));
}

}  // namespace

std::string text_of(const Tuning& tuning, const TuningRun& run, TuneFile kind) {
  const bool is_complete = kind == TuneFile::trace;
  bj::array players;
  for (std::size_t i = 0; i < tuning.played().size(); ++i)
    players.push_back(player_json(tuning, i, is_complete));
  bj::object file{{"schema", kTuneSchema},
                  {"name", tuning.experiment().common().name},
                  {"config", tuning.experiment().config()},
                  {"plan", as_json(tuning.plan())},
                  {"complete", is_complete}};
  file["players"] = std::move(players);
  file["timing"] = {{"wall_s", rounded(run.wall_s)}, {"threads", run.threads}};
  bj::object made_with = environment(run.started);
  if (!run.programs.empty()) made_with["programs"] = as_json(run.programs);
  file["environment"] = std::move(made_with);
  std::string text = json::to_text(file);
  if (is_complete) return text + "\n";
  text.resize(text.rfind("\n}"));
  return fmt::format("{}{}{}\"\n}}\n", text, kHashOfCheckpoint, hash_of_checkpoint(text));
}

double resume(const std::filesystem::path& checkpoint, const TuningRun& run, Tuning& tuning) {
  const sim::Input input = sim::read_input(checkpoint);
  const auto refuse = [&](std::string_view wrong) {
    return InputError::in_file(input.name,
                               fmt::format("{}; delete it and run without --resume to start over", wrong));
  };
  bj::error_code error;
  const bj::value file = bj::parse(input.content, error);
  try {
    if (error || need(file, "schema") != bj::value(kTuneSchema) || need(file, "complete") != bj::value(false))
      throw refuse("is not a valid checkpoint of a tuning");
    if (const std::string difference =
            difference_of_stored(need(file, "config"), tuning.experiment(), GameCounts::compared);
        !difference.empty())
      throw refuse(fmt::format("belongs to a different tuning ({})", difference));
    if (json::first_difference(need(file, "plan"), as_json(tuning.plan())))
      throw refuse("belongs to a different tuning (its --parameters or other options differ)");
    const bj::value& made_with = need(file, "environment");
    if (need(made_with, "build_id") != bj::value(build_id()))
      throw refuse(fmt::format("was written by another build, this is {}", build_id()));
    std::vector<ProgramFile> programs;
    if (made_with.get_object().contains("programs"))
      read_json(need(made_with, "programs"), "programs", programs);
    if (const std::string changed = changed_program(programs, run.programs); !changed.empty())
      throw refuse(changed + " has changed since its games were played");
    if (const std::string hash = hash_of_checkpoint(input.content); need(file, "hash") != bj::value(hash))
      throw refuse(fmt::format("is damaged or was edited: its content hashes to {}", hash));
    const bj::value& players = need(file, "players");
    if (!players.is_array() || players.get_array().size() != tuning.plan().players.size())
      throw WrongField("has other players");
    for (std::size_t i = 0; i < tuning.plan().players.size(); ++i)
      read_player(players.get_array()[i], i, tuning);
    double wall_s = 0;
    read_json(need(need(file, "timing"), "wall_s"), "wall_s", wall_s);
    return wall_s;
  } catch (const WrongField&) {
  } catch (const std::invalid_argument&) {
  }
  throw refuse("is not a valid checkpoint of a tuning");
}

std::string tuning_table(const Tuning& tuning, std::size_t width) {
  const TuningPlan& plan = tuning.plan();
  const std::size_t cases = tuning.experiment().case_count();
  ResultsTable table({"player", "setting", "range", "before", "tuned"});
  std::string text;
  for (std::size_t i = 0; i < plan.players.size(); ++i) {
    table.begin_group(plan.players[i].label);
    const std::vector<double> found = tuning.found(i);
    for (std::size_t s = 0; s < found.size(); ++s) {
      const TunedSetting& setting = plan.players[i].settings[s];
      table.add_row(setting.name,
                    {range_text(setting), fmt::format("{}", setting.start), fmt::format("{}", found[s])});
    }
    text += '\n' +
            wrapped(fmt::format("{}: {} of {} iterations, {} a side in each, {} in all.",
                                printable(plan.players[i].label), tuning.played()[i].steps.size(),
                                plan.iterations, count_text(plan.games * cases, "game"),
                                count_text(2 * plan.games * cases * tuning.played()[i].steps.size(), "game")),
                    width) +
            '\n';
    text += wrapped(verdict_text(tuning, i), width) + '\n';
    if (const auto test = tuning.tested(i))
      text += wrapped(sprt_text(tuning.sprt(i),
                                cases == 1 ? tuning.experiment().case_name(0) : count_text(cases, "case"),
                                test->sample, test->counts),
                      width) +
              '\n';
  }
  return table.text(width) + text;
}

}  // namespace sapper::experiments

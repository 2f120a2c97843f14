#include "experiments/commands/run_replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/cli/console.hpp"
#include "experiments/commands/shared_options.hpp"
#include "experiments/pages/replay_page.hpp"
#include "experiments/play/terminal.hpp"
#include "experiments/run/case_display.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/progress_line.hpp"
#include "experiments/run/record_filter.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/node.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/output_file.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;

// The game with the costliest mistake: the dig of the greatest excess risk.
struct Search {
  std::uint64_t games = 0;            // that were searched
  double excess_risk = 0;             // of the dig
  std::set<std::uint64_t> as_costly;  // games with a dig of that excess risk
};

// The game that --replay names: CASE:GAME, both from 0, CASE:worst, or by its record (--games-out), a line of JSON.
struct NamedGame {
  std::size_t case_number = 0;
  std::uint64_t game = 0;
  std::optional<std::string> strategy;  // of a record, or whose mistake it was
  std::optional<Search> search;         // of CASE:worst
};

// A mistake is looked for in the games from `game` on, in the first one after so many digs.
struct MistakeSearch {
  std::size_t case_number = 0;
  RecordFilter kind = RecordFilter::missed;
  std::uint64_t game = 0;
  std::size_t after_dig = 0;
};

// The greatest excess risk of a recorded guess; 0 if it has none that is known.
double worst_excess(const boost::json::object& record) {
  double worst = 0;
  const boost::json::array& guesses = record.at("guesses").as_array();
  const boost::json::array& lowest = record.at("lowest").as_array();
  for (std::size_t i = 0; i < lowest.size(); ++i)
    if (!lowest[i].is_null())
      worst = std::max(worst, guesses[i].to_number<double>() - lowest[i].to_number<double>());
  return worst;
}

// Plays the games of a case that the run would play. Of equally costly mistakes it takes that of the first game, there of
// the first strategy.
NamedGame find_worst(const RunOptions& options, const Experiment& experiment, std::size_t case_number) {
  if (!experiment.parts().has_records)
    throw InputError("--replay: CASE:worst needs exact risks, which this kind of game does not have");
  if (options.strategy) find_label(experiment, *options.strategy);
  NamedGame worst;
  worst.case_number = case_number;
  worst.search.emplace();
  Report played(experiment);
  ProgressLine progress(options.quiet ? ProgressMode::never : options.progress);
  DriverOptions driver;
  driver.threads = thread_count(options.threads);
  driver.games = GameSet(case_number, {0, experiment.common().games});
  driver.record_filter = RecordFilter::excess;
  driver.take_records = [&](std::string_view lines) {
    for (const std::string_view line : split_lines(lines)) {
      const boost::json::object record = boost::json::parse(boost::json::string_view(line)).as_object();
      const std::string label(record.at("strategy").as_string());
      const double excess = worst_excess(record);
      if ((options.strategy && label != *options.strategy) || excess < worst.search->excess_risk) continue;
      const auto game = record.at("game").to_number<std::uint64_t>();
      if (excess > worst.search->excess_risk) {
        worst.search->excess_risk = excess;
        worst.search->as_costly.clear();
        worst.game = game;
        worst.strategy = label;
      }
      if (worst.strategy) worst.search->as_costly.insert(game);
    }
  };
  driver.report_progress = [&](std::size_t) {
    if (progress.is_due())
      progress.show(fmt::format("searching {}: {} of {}", experiment.case_name(case_number),
                                with_commas(played.games_of(case_number)),
                                count_text(experiment.common().games, "game")));
  };
  const std::atomic<bool> never = false;
  [[maybe_unused]] const Outcome outcome = drive(played, never, driver);
  worst.search->games = played.games_of(case_number);
  if (!worst.strategy)
    throw RunError(fmt::format("--replay: no dig was riskier than necessary in {} of case {}",
                               count_text(worst.search->games, "game"), case_number));
  return worst;
}

NamedGame read_record(const Experiment& experiment, const std::string& line) {
  const json::Document document = json::Document::parse(line, "--replay");
  const json::Node record(document);
  NamedGame named;
  named.case_number = record.need("case").as_whole(0, experiment.case_count() - 1);
  named.game = record.need("game").as_whole(0, experiment.common().games - 1);
  if (const auto strategy = record.find("strategy")) named.strategy = strategy->as_string();
  return named;
}

NamedGame read_numbers(const RunOptions& options, const Experiment& experiment, std::string_view text) {
  const auto read = [&](std::string_view part, const char* what, std::uint64_t most) {
    if (const auto number = sim::parse_whole_number(part, most)) return *number;
    throw InputError::in_value(
        "--replay", text,
        fmt::format("expected CASE:GAME, with {} from 0 to {}, CASE:worst, next-missed, next-wrong, "
                    "next-excess, or the record of a game",
                    what, most));
  };
  std::string_view rest = text;
  NamedGame named;
  named.case_number = read(take_until(rest, ':'), "CASE", experiment.case_count() - 1);
  if (rest == "worst") return find_worst(options, experiment, named.case_number);
  named.game = read(rest, "GAME", experiment.common().games - 1);
  return named;
}

// `, dig 7`: the first dig of that excess risk in the replay of the game.
std::string worst_dig_of(const boost::json::object& replay) {
  const boost::json::array& digs = replay.at("players").at(0).at("digs").as_array();
  double worst = 0;
  std::size_t number = 0;
  for (std::size_t i = 0; i < digs.size(); ++i) {
    const boost::json::value* const excess = digs[i].as_object().if_contains("excess_risk");
    if (excess == nullptr || excess->is_null() || excess->to_number<double>() <= worst) continue;
    worst = excess->to_number<double>();
    number = i + 1;
  }
  return number == 0 ? "" : fmt::format(", dig {}", number);
}

// dig: worst_dig_of, where the replay is at hand.
std::string search_text(const NamedGame& named, const std::string& dig = {}) {
  if (!named.search) return {};
  const std::size_t ties = named.search->as_costly.size();
  return fmt::format("the costliest mistake in {}: excess risk {:.6f}, in game {} by {}{}{}\n",
                     count_text(named.search->games, "game"), named.search->excess_risk, named.game,
                     printable(*named.strategy), dig,
                     ties > 1 ? fmt::format("; {} games tie", ties) : std::string());
}

// `next-missed`, `next-missed@CASE`, `next-missed@CASE:GAME:DIG`: after that dig. nullopt for anything else.
std::optional<MistakeSearch> read_search(const Experiment& experiment, std::string_view text) {
  constexpr std::string_view kNext = "next-";
  if (!text.starts_with(kNext)) return std::nullopt;
  std::string_view after = text.substr(kNext.size());
  const std::string_view kind = take_until(after, '@');
  MistakeSearch search;
  const auto read = [&](std::string_view part, std::uint64_t most) {
    if (const auto number = sim::parse_whole_number(part, most)) return *number;
    throw InputError::in_value(
        "--replay", text,
        fmt::format(
            "expected next-{}@CASE:GAME:DIG, with CASE from 0 to {}, GAME from 0 to {} and DIG from 0", kind,
            experiment.case_count() - 1, experiment.common().games - 1));
  };
  if (kind == "missed")
    search.kind = RecordFilter::missed;
  else if (kind == "wrong")
    search.kind = RecordFilter::wrong;
  else if (kind == "excess")
    search.kind = RecordFilter::excess;
  else
    throw InputError::in_value("--replay", text, "expected next-missed, next-wrong or next-excess");
  if (after.empty()) return search;
  search.case_number = read(take_until(after, ':'), experiment.case_count() - 1);
  if (after.empty()) return search;
  search.game = read(take_until(after, ':'), experiment.common().games - 1);
  search.after_dig = after.empty() ? 0 : read(after, 1U << 30U);
  return search;
}

// The first game from `game` on whose record by the player is one of the kind; nullopt if the run plays none. Where a stop
// rule may end the case earlier, the games before are played too.
std::optional<std::uint64_t> find_recorded(const RunOptions& options, const Experiment& experiment,
                                           const MistakeSearch& search, const std::string& label) {
  std::optional<std::uint64_t> found;
  std::atomic<bool> is_enough = false;
  Report played(experiment);
  DriverOptions driver;
  driver.threads = thread_count(options.threads);
  driver.games =
      GameSet(search.case_number, {experiment.common().stop ? 0 : search.game, experiment.common().games});
  driver.record_filter = search.kind;
  driver.take_records = [&](std::string_view lines) {
    for (const std::string_view line : split_lines(lines)) {
      if (found) return;
      const boost::json::object record = boost::json::parse(boost::json::string_view(line)).as_object();
      const auto game = record.at("game").to_number<std::uint64_t>();
      if (game < search.game || record.at("strategy").as_string() != label) continue;
      found = game;
      is_enough = true;
    }
  };
  [[maybe_unused]] const Outcome outcome = drive(played, is_enough, driver);
  return found;
}

// Shows the next mistake of a player, the config's first one unless --strategy names another, and the command that shows the
// one after it.
int show_mistake(const RunOptions& options, const Experiment& experiment, MistakeSearch search) {
  if (!experiment.parts().has_records || experiment.parts().display == nullptr)
    throw InputError("--replay: mistakes need exact risks, which this kind of game does not have");
  if (options.output || options.json)
    throw InputError(
        "--replay: next-missed and the like print text; -o and --json need CASE:GAME or CASE:worst");
  const std::vector<std::string> labels = experiment.labels();
  const std::string& label = labels[options.strategy ? find_label(experiment, *options.strategy) : 0];
  for (; search.case_number < experiment.case_count();
       ++search.case_number, search.game = 0, search.after_dig = 0)
    while (search.game < experiment.common().games) {
      const std::optional<std::uint64_t> game = find_recorded(options, experiment, search, label);
      if (!game) break;
      if (*game != search.game) search.after_dig = 0;
      search.game = *game;
      const std::optional<ShownMistake> mistake = experiment.parts().display->mistake(
          search.case_number, search.game, label, search.kind, search.after_dig);
      if (!mistake) {
        ++search.game;
        search.after_dig = 0;
        continue;
      }
      print(mistake->text);
      const std::string next =
          fmt::format(" --replay next-{}@{}:{}:{}", kRecordFilterNames[static_cast<std::size_t>(search.kind)],
                      search.case_number, search.game, mistake->dig);
      print("next: " + changed_command(std::array<std::string_view, 1>{"--replay"}, {}, next) + '\n');
      return 0;
    }
  throw RunError(fmt::format("--replay: {} has no further mistake of this kind", printable(label)));
}

}  // namespace

int replay_game(const RunOptions& options, const Experiment& experiment) {
  const QuickExit quick_exit;  // ends external players too
  if (const std::optional<MistakeSearch> search = read_search(experiment, *options.replay))
    return show_mistake(options, experiment, *search);
  const NamedGame named = options.replay->starts_with('{')
                              ? read_record(experiment, *options.replay)
                              : read_numbers(options, experiment, *options.replay);
  const std::optional<std::string>& chosen = options.strategy ? options.strategy : named.strategy;
  const std::string* const label = chosen ? &*chosen : nullptr;
  const auto shown_as_json = [&] {
    const CaseDisplay* const display = experiment.parts().display;
    if (display == nullptr)
      throw InputError("--replay: games of this kind can be replayed only as text, without -o and --json");
    boost::json::object shown = display->replay_json(named.case_number, named.game, label);
    if (named.search)
      shown["searched"] = {{"games", named.search->games},
                           {"excess_risk", json::rounded(named.search->excess_risk)}};
    return shown;
  };
  if (!options.output || options.is_to_standard_output()) {
    print(options.json
              ? json::to_text(shown_as_json()) + "\n"
              : search_text(named) + experiment.parts().texts.replay(named.case_number, named.game, label));
    return 0;
  }
  const std::string ending = lower_case(options.output->extension().string());
  if (ending != ".html" && ending != ".json")
    throw InputError::in_file(options.output->string(),
                              "expected a name that ends in .html or .json for a replay");
  InputFiles inputs;
  for (const fs::path& read : files_of(experiment)) inputs.add(read);
  for (const auto& read : {options.config, options.extend})
    if (read) inputs.add(*read);
  OutputFile file(*options.output, inputs, overwrite_policy(options.force));
  const boost::json::object shown = shown_as_json();
  const std::string text = json::to_text(shown) + "\n";
  if (ending == ".html") {
    boost::json::object drawn = shown;
    pages::add_drawing(drawn, experiment, named.case_number);
    file.write_whole(pages::replay_page(drawn));
  } else {
    file.write_whole(text);
  }
  print(options.json ? text
                     : search_text(named, worst_dig_of(shown)) +
                           fmt::format("replay of game {} of case {}: {}\n", named.game, named.case_number,
                                       printable(options.output->string(), sim::kLongestPath)));
  return 0;
}

}  // namespace sapper::experiments

#include "experiments/report/run_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/config/config_difference.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_property.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/game_joining.hpp"
#include "experiments/run/known_faults.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

namespace bj = boost::json;

// The config without what an extension may change.
bj::object terms_of(const Experiment& experiment) {
  bj::object config = experiment.config();
  const SweepKeys keys = experiment.parts().sweep;
  for (const std::string_view key : keys.cases) config.erase(key);
  for (const std::string_view key : {keys.players, std::string_view("stop"), std::string_view("name")})
    config.erase(key);
  return config;
}

std::vector<std::string> players_of(const Experiment& experiment) {
  std::vector<std::string> players;
  const bj::object config = experiment.config();
  for (const bj::value& player : config.at(experiment.parts().sweep.players).as_array())
    players.push_back(json::to_text(player));
  return players;
}

std::optional<std::size_t> index_in(const std::vector<std::string>& list, const std::string& text) {
  const auto found = std::ranges::find(list, text);
  if (found == list.end()) return std::nullopt;
  return static_cast<std::size_t>(found - list.begin());
}

class ExtensionPlanner {
 public:
  explicit ExtensionPlanner(RunPlan& plan)
      : plan_(plan),
        extended_(*plan.extended),
        before_(*extended_.report.experiment),
        now_(*plan.experiment),
        names_before_(players_of(before_)),
        names_(players_of(now_)) {
    for (const std::string& name : names_) extended_.players.push_back(index_in(names_before_, name));
  }

  void plan(const MakeExperiment& make) {
    keep_cases();
    if (has_other_players()) choose_added(make);
    for (std::size_t number = 0; number < now_.case_count(); ++number)
      if (const auto& before = extended_.cases[number])
        plan_.kept.append(number, {0, extended_.report.games_of(*before)});
    std::erase_if(extended_.report.programs,
                  [&](const ProgramFile& file) { return !has_player_before(file.player); });
    describe_lost();
  }

 private:
  InputError refused(const std::string& wrong) const {
    return InputError::in_file(extended_.report.file, wrong);
  }
  bool has_player_before(const std::string& label) const {
    const std::vector<std::string> labels = now_.labels();
    const auto player = index_in(labels, label);
    return player && extended_.players[*player];
  }
  std::size_t count_of_kept_players() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(extended_.players, [](const auto& player) { return player.has_value(); }));
  }
  bool has_all_players_before() const { return count_of_kept_players() == names_before_.size(); }
  bool has_other_players() const { return names_ != names_before_; }

  void keep_cases() {
    std::map<std::string, std::size_t> before;
    for (std::size_t number = 0; number < before_.case_count(); ++number)
      before.try_emplace(key_of(before_.properties(number)), number);
    std::vector<bool> is_matched(before_.case_count());
    extended_.cases.resize(now_.case_count());
    for (std::size_t number = 0; number < now_.case_count(); ++number) {
      const auto found = before.find(key_of(now_.properties(number)));
      if (found == before.end()) continue;
      const std::uint64_t games = extended_.report.games_of(found->second);
      if (games > now_.common().games)
        throw refused(
            fmt::format("has {} already; expected --games to be at least that", count_text(games, "game")));
      is_matched[found->second] = true;
      if (is_kept(found->second, games))
        extended_.cases[number] = found->second;
      else
        ++extended_.played_again;
    }
    matched_ = static_cast<std::size_t>(std::ranges::count(is_matched, true));
    if (matched_ == 0 || count_of_kept_players() == 0)
      throw refused(
          fmt::format("has no {} in common with the config \"{}\"; expected a report of some of its "
                      "cases and strategies",
                      matched_ == 0 ? "case" : "strategy", printable(now_.common().name)));
  }

  // Whether a run from the start plays these games of the case, and what they tell is known.
  bool is_kept(std::size_t number, std::uint64_t games) const {
    if (has_other_players() && !before_.parts().results.paired(*before_.make_tally(), 0, 0)) return false;
    const WonGames& won = extended_.report.of_case(number).front().won;
    // A report may lack them because an earlier version wrote it: then this one will, too.
    if (!won.is_known() && keeps_won_games(now_) && !keeps_won_games(before_)) return false;
    return ends_no_earlier(games);
  }

  // Whether the stop rule ends none of the cases before these games, after which it was ended before.
  bool ends_no_earlier(std::uint64_t games) const {
    const auto& was = before_.common().stop;
    const auto& stop = now_.common().stop;
    if (!stop) return true;
    const bool counts_test = stop->sprt && stop->sprt->is_adjusted;
    if (stop->min_games >= games && !counts_test) return true;
    if (!was || was->min_games != stop->min_games || was->sprt.has_value() != stop->sprt.has_value())
      return false;
    if (stop->sprt)
      return to_json(*was) == to_json(*stop) && has_player_before(stop->sprt->a) &&
             has_player_before(stop->sprt->b) && ended_cases_as_now();
    return was->is_adjusted == stop->is_adjusted && stop->half_width <= was->half_width &&
           has_all_players_before();
  }

  bool ended_cases_as_now() const {
    return std::ranges::none_of(extended_.report.versions(), [&](const std::string& version) {
      return std::ranges::any_of(known_faults_of(before_, version), &KnownFault::ends_cases_otherwise);
    });
  }

  // The experiment of the players that the kept games lack, and of the first one where boards are counted for it.
  void choose_added(const MakeExperiment& make) {
    std::vector<std::size_t> players;
    for (std::size_t player = 0; player < names_.size(); ++player)
      if (!extended_.players[player]) players.push_back(player);
    const bool has_new = !players.empty();
    const bool has_other_first = extended_.players[0] != std::size_t{0};
    bool counts_for_first = false;
    GameSet games;
    for (std::size_t number = 0; number < now_.case_count(); ++number) {
      if (has_new && extended_.cases[number] && !games_before(number).won.is_known()) play_again(number);
      if (!extended_.cases[number]) continue;
      const bool is_for_first = has_other_first && now_.parts().joining->counts_for_first_player(number);
      counts_for_first = counts_for_first || is_for_first;
      if (has_new || is_for_first) games.append(number, {0, games_before(number).games.size()});
    }
    if (games.empty()) return;
    std::uint64_t most = 0;
    for (const GameSet::Range& range : games.ranges()) most = std::max(most, range.games.last);
    if (counts_for_first && extended_.players[0]) players.insert(players.begin(), 0);
    AddedPlayers added{make(config_of(players, most), extended_.report.file), {}, std::move(games)};
    if (has_new && !keeps_won_games(*added.experiment)) {
      for (const GameSet::Range& range : added.games.ranges()) play_again(range.case_number);
      return;
    }
    added.players.resize(names_.size());
    for (std::size_t i = 0; i < players.size(); ++i) added.players[players[i]] = i;
    plan_.added = std::move(added);
  }
  const TalliedGames& games_before(std::size_t number) const {
    return extended_.report.of_case(*extended_.cases[number]).front();
  }
  void play_again(std::size_t number) {
    extended_.cases[number].reset();
    ++extended_.played_again;
  }
  // That of some of the players, who play this many games of each case.
  std::string config_of(const std::vector<std::size_t>& players, std::uint64_t games) const {
    bj::object config = now_.config();
    config.erase("stop");
    config["games"] = games;
    config["name"] = "added-players";  // so that its checkpoint is not that of the whole
    bj::array& list = config.at(now_.parts().sweep.players).as_array();
    bj::array some;
    for (const std::size_t player : players) some.push_back(list[player]);
    list = std::move(some);
    return json::to_text(config, 2);
  }

  void describe_lost() {
    std::vector<std::string> lost;
    const auto add = [&](std::size_t count, const std::string& what) {
      if (count > 0) lost.push_back(count_text(count, what));
    };
    add(before_.case_count() - matched_ + extended_.played_again, "case");
    add(names_before_.size() - count_of_kept_players(), "player");
    extended_.lost = fmt::format("{}", fmt::join(lost, " and "));
  }

  RunPlan& plan_;
  ExtendedReport& extended_;
  const Experiment& before_;
  const Experiment& now_;
  const std::vector<std::string> names_before_, names_;  // the players, as their configs give them
  std::size_t matched_ = 0;                              // cases before
};

// The names of absent counters, `PLAYER:NAME` or `case:NAME`, by the players' present indices.
std::vector<std::string> renumbered(const std::vector<std::string>& absent,
                                    const std::vector<std::optional<std::size_t>>& players_before) {
  std::vector<std::string> names;
  for (const std::string& name : absent) {
    const std::size_t colon = name.find(':');
    const auto index = parse_number<std::size_t>(name.substr(0, colon));
    if (!index) {
      names.push_back(name);
      continue;
    }
    const auto player = std::ranges::find(players_before, index);
    if (player != players_before.end())
      names.push_back(std::to_string(player - players_before.begin()) + name.substr(colon));
  }
  return names;
}

TalliedGames joined(const Experiment& experiment, std::span<const GamesOfSomePlayers> parts) {
  TalliedGames all;
  const GamesOfSomePlayers& first = parts.front();
  all.games.last = first.tally.games();
  if (!experiment.parts().results.paired(first.tally, 0, 0)) {
    all.tally = experiment.make_tally();
    all.tally->add(first.tally);
    return all;
  }
  all.tally = experiment.parts().joining->joined(parts);
  if (!first.won.is_known() || !keeps_won_games(experiment)) return all;
  std::vector<std::vector<std::uint64_t>> words;
  for (std::size_t player = 0; player < first.players.size(); ++player) {
    const auto part =
        std::ranges::find_if(parts, [&](const auto& each) { return each.players[player].has_value(); });
    words.push_back(part->won.words(*part->players[player]));
  }
  all.won = WonGames::of_players(std::move(words), all.games.size());
  return all;
}

}  // namespace

std::string RunPlan::text() const {
  const std::size_t kept_cases = kept.ranges().size();
  const auto is_or_are = [](std::size_t count) { return count == 1 ? "is" : "are"; };
  std::vector<std::string> kept_players;
  for (std::size_t player = 0; player < extended->players.size(); ++player)
    if (extended->players[player]) kept_players.push_back(experiment->labels()[player]);
  std::string text =
      fmt::format("keeps {} of {}", count_text(kept.size(), "game"), count_text(kept_cases, "case"));
  if (!kept.empty()) text += fmt::format(", played by {}", fmt::join(kept_players, ", "));
  if (added) {
    const std::vector<std::string> labels = added->experiment->labels();
    text += fmt::format(
        "; {} {} {} too", fmt::join(labels, ", "), labels.size() == 1 ? "plays" : "play",
        added->games == kept ? "these games" : with_commas(added->games.size()) + " of these games");
  }
  if (const std::size_t again = extended->played_again; again > 0)
    text +=
        fmt::format("; {} {} played again, as the stop rule could end {} earlier or it is not known who won",
                    count_text(again, "case"), is_or_are(again), again == 1 ? "it" : "them");
  if (const std::size_t fresh = extended->cases.size() - kept_cases - extended->played_again; fresh > 0)
    text += fmt::format("; {} {} new", count_text(fresh, "case"), is_or_are(fresh));
  return text;
}

RunPlan plan_extension(Report before, std::shared_ptr<const Experiment> experiment,
                       const MakeExperiment& make) {
  if (const std::string difference =
          difference_of(terms_of(*before.experiment), terms_of(*experiment), GameCounts::ignored);
      !difference.empty())
    throw InputError::in_file(before.file,
                              fmt::format("belongs to a different experiment than the config \"{}\" ({})",
                                          printable(experiment->common().name), difference));
  RunPlan plan{.experiment = std::move(experiment), .shard = {}};
  plan.extended.emplace(ExtendedReport{std::move(before), {}, {}, 0, {}});
  ExtensionPlanner(plan).plan(make);
  return plan;
}

Report first_report(RunPlan& plan, const Report* added) {
  if (!plan.extended) {
    Report report(plan.experiment);
    report.shard = plan.shard;
    report.programs = program_files_of(*plan.experiment);
    return report;
  }
  Report report = std::move(plan.extended->report);
  std::vector<TalliedGames> tallied;
  for (const GameSet::Range& range : plan.kept.ranges()) {
    const std::size_t number = range.case_number;
    const TalliedGames& before = report.of_case(*plan.extended->cases[number]).front();
    std::vector<GamesOfSomePlayers> parts{{*before.tally, before.won, plan.extended->players}};
    if (added != nullptr && !plan.added->games.of_case(number).empty()) {
      const TalliedGames& of_added = added->of_case(number).front();
      parts.push_back({*of_added.tally, of_added.won, plan.added->players});
    }
    tallied.push_back(joined(*plan.experiment, parts));
    tallied.back().case_number = number;
  }
  report.tallied = std::move(tallied);
  report.experiment = plan.experiment;
  report.absent = renumbered(report.absent, plan.extended->players);
  if (added != nullptr) {
    report.wall_s += added->wall_s;
    report.queued_s = sum_of_known(report.queued_s, added->queued_s);
    add_new(added->other_builds, report.other_builds);
  }
  report.is_finished = false;
  return report;
}

}  // namespace sapper::experiments

#include "experiments/run/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "experiments/config/config.hpp"
#include "experiments/config/stop_rule.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/chunk.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/shard.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

const std::string& Report::name() const { return experiment->common().name; }

std::string Report::environment_text(std::string_view key) const {
  const boost::json::value* const value = environment.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::vector<std::string> Report::versions() const {
  std::vector<std::string> versions;
  const auto add_version = [&](std::string_view version) {
    if (std::ranges::find(versions, version) == versions.end()) versions.emplace_back(version);
  };
  for (const std::string& build : other_builds)
    if (!build.starts_with(another_version(""))) add_version(version_of(build));  // a player is not a build
  add_version(environment_text("sapper"));
  return versions;
}

double Report::core_s() const {
  double core_s = 0;
  for (const TalliedGames& part : tallied) core_s += experiment->parts().results.core_s(*part.tally);
  return core_s;
}

double Report::wall_per_core_s() const {
  const double of_games_s = core_s();
  return of_games_s > 0 ? wall_s / of_games_s : 0;
}

std::optional<double> Report::core_share() const {
  const double of_games_s = core_s();
  if (!queued_s || of_games_s <= 0) return std::nullopt;
  return of_games_s / (of_games_s + json::rounded(*queued_s));  // as the file has it
}

bool Report::has_cores() const {
  constexpr double kLeast = 0.9;
  return core_share().value_or(0) >= kLeast;
}

void Report::use_programs(std::vector<ProgramFile> now) {
  if (const std::string changed = changed_program(programs, now); !changed.empty()) {
    other_builds.push_back(another_version(changed));
    programs = std::move(now);
  } else {
    add_program_files(now, programs);
  }
}

void Report::add(const TalliedGames& played) {
  if (played.games.size() == 0) return;
  auto place = std::ranges::upper_bound(tallied, played.case_number, {}, &TalliedGames::case_number);
  const auto& stop = experiment->common().stop;
  const auto goes_on = [&](const TalliedGames& before) {
    if (before.case_number != played.case_number) return false;
    const bool defers_stop = stop && of_case(played.case_number).front().games.first > 0;
    return !defers_stop || !is_look(*stop, before.games.last);
  };
  if (place != tallied.begin() && goes_on(*std::prev(place))) {
    --place;
  } else {
    place = tallied.insert(
        place, {played.case_number, {played.games.first, played.games.first}, experiment->make_tally()});
    place->won.start(played.won.player_count(), 0);
  }
  place->tally->add(*played.tally);
  place->won.append(played.won);
  place->games.last = played.games.last;
}

std::span<const TalliedGames> Report::of_case(std::size_t case_number) const {
  const auto first = std::ranges::lower_bound(tallied, case_number, {}, &TalliedGames::case_number);
  return {first, std::ranges::upper_bound(first, tallied.end(), case_number, {}, &TalliedGames::case_number)};
}

std::uint64_t Report::games_of(std::size_t case_number) const {
  const std::span<const TalliedGames> played = of_case(case_number);
  return played.empty() ? 0 : played.back().games.last - played.front().games.first;
}

std::uint64_t Report::game_count() const {
  std::uint64_t games = 0;
  for (const TalliedGames& part : tallied) games += part.games.size();
  return games;
}

GameSet Report::games() const {
  GameSet games;
  for (const TalliedGames& part : tallied) games.append(part.case_number, part.games);
  return games;
}

std::shared_ptr<const Tally> Report::tally_of(std::size_t case_number) const {
  const std::span<const TalliedGames> played = of_case(case_number);
  if (played.empty()) return nullptr;
  if (played.size() == 1) return {std::shared_ptr<const Tally>(), played.front().tally.get()};
  std::unique_ptr<Tally> sum = experiment->make_tally();
  for (const TalliedGames& part : played) sum->add(*part.tally);
  return sum;
}

void Report::each_case(const std::function<void(std::size_t, const Tally&)>& visit) const {
  for (std::size_t at = 0; at < tallied.size();) {
    const std::size_t number = tallied[at].case_number;
    visit(number, *tally_of(number));
    at += of_case(number).size();
  }
}

std::string Report::summary(std::size_t width) const {
  const std::unique_ptr<Tally> none = experiment->make_tally();
  std::map<std::size_t, std::shared_ptr<const Tally>> tallies;
  return experiment->parts().texts.summary(
      [&](std::size_t number) -> const Tally& {
        const Tally* const tally = (tallies[number] = tally_of(number)).get();
        return tally == nullptr ? *none : *tally;
      },
      has_cores() ? std::optional(wall_per_core_s()) : std::nullopt, width);
}

std::string Report::progress_text() const {
  const std::uint64_t all = experiments::games_of(*experiment, shard).size();
  return fmt::format("{} of {}{}", with_commas(game_count()),
                     with_commas(all) + (all == 1 ? " game" : " games"),
                     experiment->common().stop ? " at most" : "");
}

std::string core_share_text(const Report& report) {
  const std::optional<double> share = report.core_share();
  if (!share) return "";
  return fmt::format(", with a core for {:.0f} % of the time", 100 * *share);
}

void add_new(const std::vector<std::string>& from, std::vector<std::string>& to) {
  for (const std::string& text : from)
    if (std::ranges::find(to, text) == to.end()) to.push_back(text);
}

}  // namespace sapper::experiments

#include "experiments/run/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>

#include "experiments/config/config.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/experiment_texts.hpp"
#include "experiments/run/game_failed.hpp"
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
  for (const Stretch& stretch : stretches) core_s += experiment->parts().results.core_s(*stretch.tally);
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

void Report::add(const Stretch& played) {
  if (played.games.size() == 0) return;
  auto place = std::ranges::upper_bound(stretches, played.case_number, {}, &Stretch::case_number);
  const auto& stop = experiment->common().stop;
  const auto goes_on = [&](const Stretch& before) {
    if (before.case_number != played.case_number) return false;
    const bool defers_stop = stop && of_case(played.case_number).front().games.first > 0;
    return !defers_stop || !is_look(*stop, before.games.last);
  };
  if (place != stretches.begin() && goes_on(*std::prev(place))) {
    --place;
  } else {
    place = stretches.insert(
        place, {played.case_number, {played.games.first, played.games.first}, experiment->make_tally()});
    place->won.start(played.won.player_count(), 0);
  }
  place->tally->add(*played.tally);
  place->won.append(played.won);
  place->games.last = played.games.last;
}

std::span<const Stretch> Report::of_case(std::size_t case_number) const {
  const auto first = std::ranges::lower_bound(stretches, case_number, {}, &Stretch::case_number);
  return {first, std::ranges::upper_bound(first, stretches.end(), case_number, {}, &Stretch::case_number)};
}

std::uint64_t Report::games_of(std::size_t case_number) const {
  const std::span<const Stretch> played = of_case(case_number);
  return played.empty() ? 0 : played.back().games.last - played.front().games.first;
}

std::uint64_t Report::game_count() const {
  std::uint64_t games = 0;
  for (const Stretch& stretch : stretches) games += stretch.games.size();
  return games;
}

GameSet Report::games() const {
  GameSet games;
  for (const Stretch& stretch : stretches) games.append(stretch.case_number, stretch.games);
  return games;
}

std::shared_ptr<const Tally> Report::tally_of(std::size_t case_number) const {
  const std::span<const Stretch> played = of_case(case_number);
  if (played.empty()) return nullptr;
  if (played.size() == 1) return {std::shared_ptr<const Tally>(), played.front().tally.get()};
  std::unique_ptr<Tally> sum = experiment->make_tally();
  for (const Stretch& stretch : played) sum->add(*stretch.tally);
  return sum;
}

void Report::each_case(const std::function<void(std::size_t, const Tally&)>& visit) const {
  for (std::size_t at = 0; at < stretches.size();) {
    const std::size_t number = stretches[at].case_number;
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

namespace {

// It holds the cost of up to 10^6 cases of 10^12 games of 2^24 cells.
__extension__ using Cost = unsigned __int128;

std::uint64_t whole_cost(const Experiment& experiment, std::size_t case_number) {
  return static_cast<std::uint64_t>(std::max(1.0, std::round(experiment.game_cost(case_number))));
}

// The first game at which at least `cost` has been reached.
GamePlace place_at(const Experiment& experiment, Cost cost) {
  const std::uint64_t games = experiment.common().games;
  for (std::size_t number = 0; number < experiment.case_count(); ++number) {
    const Cost of_game = whole_cost(experiment, number);
    const Cost of_case = of_game * games;
    if (cost < of_case) {
      const auto game = static_cast<std::uint64_t>((cost + of_game - 1) / of_game);
      return game < games ? GamePlace{number, game} : GamePlace{number + 1, 0};
    }
    cost -= of_case;
  }
  return {experiment.case_count(), 0};
}

}  // namespace

GameSet games_of(const Experiment& experiment, Shard shard) {
  if (shard.is_whole()) return GameSet::all_of(experiment);
  Cost total = 0;
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    total += Cost{whole_cost(experiment, number)} * experiment.common().games;
  const auto boundary = [&](std::uint64_t number) {
    // total * number would overflow for the largest experiments.
    const Cost part = total / shard.count * number + total % shard.count * number / shard.count;
    return place_at(experiment, part);
  };
  return GameSet::between(experiment, boundary(shard.number - 1), boundary(shard.number));
}

ChunkPlayer::ChunkPlayer(const Experiment& experiment, std::size_t threads,
                         std::optional<RecordFilter> records)
    : experiment_(experiment),
      records_(records),
      keeps_won_(keeps_won_games(experiment)),
      workers_(threads) {}

void ChunkPlayer::play(Chunk& chunk, std::size_t slot, const std::atomic<bool>& abandon) {
  using PlayClock = std::chrono::steady_clock;
  chunk.is_complete = false;
  chunk.failure = nullptr;
  chunk.won.clear();
  if (abandon) return;
  std::unique_ptr<Worker>& worker = workers_[slot];
  if (!worker) worker = experiment_.make_worker(records_);
  const PlayClock::time_point begin = PlayClock::now();
  const std::optional<double> queued_before_s = queued_s();
  // Each player plays the whole chunk in turn, so the first failure found need not be in the earliest game: replays the
  // games before it until they succeed.
  for (bool has_failed = true; has_failed;) {
    chunk.tally->clear();
    chunk.records.clear();
    try {
      chunk.is_complete = worker->play(chunk.case_number, chunk.games, abandon, *chunk.tally, chunk.records);
      has_failed = false;
      if (const WonGames* const won = worker->won_games(); won != nullptr && keeps_won_) chunk.won = *won;
    } catch (const GameFailed& failed) {
      chunk.failure = std::current_exception();
      chunk.games.last = failed.game();
    }
  }
  chunk.seconds = std::chrono::duration<double>(PlayClock::now() - begin).count();
  chunk.starting_s = worker->take_starting_s();
  const std::optional<double> queued_after_s = queued_s();
  chunk.queued_s.reset();
  if (queued_before_s && queued_after_s) chunk.queued_s = *queued_after_s - *queued_before_s;
}

}  // namespace sapper::experiments

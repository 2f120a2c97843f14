#include "experiments/report/estimate.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "experiments/config/config.hpp"
#include "experiments/run/case_results.hpp"
#include "experiments/run/driver.hpp"
#include "experiments/run/expected_games.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/external_inputs.hpp"
#include "experiments/run/in_order.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/support/compression.hpp"
#include "experiments/support/watchdog.hpp"
#include "solvers/support/phase_timer.hpp"

namespace sapper::experiments {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostCases = 200;
constexpr std::size_t kMostRecordText = std::size_t{1} << 20;  // of a case, for the compression

double elapsed_s(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// A case that was played for some time.
struct Pilot {
  std::size_t case_number = 0;
  GameRange games;  // that are to be played
  std::unique_ptr<Tally> tally;
  // The first part has the games before Experiment::analyzed_games(), the second those after.
  struct Part {
    std::uint64_t games = 0;
    double core_s = 0;
    double wall_s = 0;
  };
  std::array<Part, 2> parts;
  std::uint64_t record_bytes = 0;
  std::string records;  // the first of them
};

class PilotRun {
 public:
  PilotRun(const Experiment& experiment, std::span<const GameSet::Range> cases, std::size_t threads,
           double seconds)
      : experiment_(experiment),
        cases_(cases),
        workers_(threads),
        deadline_(std::chrono::duration<double>(4 * seconds), [this] {
          is_late_ = true;
          return false;
        }) {
    const auto played = static_cast<double>(count());
    if (played > 0) seconds_per_case_ = seconds * std::min(static_cast<double>(threads), played) / played;
  }

  std::vector<Pilot> run() {
    std::vector<Pilot> in_flight(workers_.size()), pilots;
    std::size_t next = 0;
    in_order(
        on_threads(workers_.size()), in_flight,
        [&](Pilot& pilot) {
          pilot = {};
          if (next >= count()) return false;
          const GameSet::Range& range = cases_[next++ * cases_.size() / count()];
          pilot.case_number = range.case_number;
          pilot.games = range.games;
          return true;
        },
        [&](Pilot& pilot, std::size_t slot) { play(worker_of(slot), pilot); },
        [&](Pilot& pilot) { pilots.push_back(std::move(pilot)); });
    return pilots;
  }

 private:
  std::size_t count() const { return std::min(cases_.size(), kMostCases); }
  Worker& worker_of(std::size_t slot) {
    const auto records = experiment_.parts().has_records ? std::optional(RecordFilter::all) : std::nullopt;
    if (!workers_[slot]) workers_[slot] = experiment_.make_worker(records);
    return *workers_[slot];
  }

  // A pilot under a stop rule ends where the rule first looks, so that it says what the rule will need.
  void play(Worker& worker, Pilot& pilot) {
    const CommonConfig& common = experiment_.common();
    const auto [first, end] = pilot.games;
    const std::uint64_t last = common.stop ? std::min(end, first + common.stop->min_games) : end;
    const std::uint64_t analyzed = std::clamp(experiment_.parts().analyzed_games, first, last);
    pilot.tally = experiment_.make_tally();
    const double seconds = first < analyzed && analyzed < last ? seconds_per_case_ / 2 : seconds_per_case_;
    if (first < analyzed) play(worker, pilot, {first, analyzed}, seconds, pilot.parts[0]);
    if (analyzed < last) play(worker, pilot, {analyzed, last}, seconds, pilot.parts[1]);
  }

  void play(Worker& worker, Pilot& pilot, GameRange all, double seconds, Pilot::Part& part) {
    const Clock::time_point begin = Clock::now();
    const std::uint64_t core_before = solvers::thread_ns();
    const std::unique_ptr<Tally> chunk = experiment_.make_tally();
    std::string records;
    std::uint64_t next = all.first;
    do {
      const GameRange games{next, std::min(all.last, next + std::max<std::uint64_t>(1, part.games / 4))};
      chunk->clear();
      records.clear();
      if (!worker.play(pilot.case_number, games, is_late_, *chunk, records)) break;
      pilot.tally->add(*chunk);
      part.games += games.size();
      pilot.record_bytes += records.size();
      if (pilot.records.size() < kMostRecordText) pilot.records += records;
      next = games.last;
    } while (next < all.last && elapsed_s(begin) < seconds);
    part.wall_s = elapsed_s(begin);
    part.core_s = static_cast<double>(solvers::thread_ns() - core_before) * 1e-9;
    // Programs that play have processor time of their own.
    if (!commands_of(experiment_).empty()) part.core_s = part.wall_s;
  }

  const Experiment& experiment_;
  std::span<const GameSet::Range> cases_;
  std::vector<std::unique_ptr<Worker>> workers_;  // [slot]
  double seconds_per_case_ = 0;
  std::atomic<bool> is_late_ = false;
  Watchdog deadline_;
};

// The mean over `games` games of what the parts took, the first `analyzed` of which cost what the first part says. A
// part of which no game ended is taken to be like the other; if none ended at all, a game takes at least the longer of
// the two.
double per_game(const Pilot& pilot, std::uint64_t games, std::uint64_t analyzed,
                double Pilot::Part::*seconds) {
  if (pilot.parts[0].games + pilot.parts[1].games == 0)
    return std::max(pilot.parts[0].*seconds, pilot.parts[1].*seconds);
  const auto cost = [&](const Pilot::Part& part, const Pilot::Part& other) {
    const Pilot::Part& known = part.games > 0 ? part : other;
    return known.*seconds / static_cast<double>(known.games);
  };
  const double share =
      games > 0 ? static_cast<double>(std::min(analyzed, games)) / static_cast<double>(games) : 0;
  return share * cost(pilot.parts[0], pilot.parts[1]) + (1 - share) * cost(pilot.parts[1], pilot.parts[0]);
}

CaseEstimate estimate_of(const Experiment& experiment, const Pilot& pilot) {
  CaseEstimate estimate;
  estimate.case_number = pilot.case_number;
  estimate.pilot_games = pilot.tally->games();
  estimate.games_in_the_end =
      std::min(pilot.games.last, expected_games(experiment, *pilot.tally, experiment.common().games));
  estimate.games = estimate.games_in_the_end - std::min(pilot.games.first, estimate.games_in_the_end);
  const std::uint64_t all_analyzed = experiment.parts().analyzed_games;
  const std::uint64_t analyzed = all_analyzed - std::min(pilot.games.first, all_analyzed);
  estimate.core_s_per_game = per_game(pilot, estimate.games, analyzed, &Pilot::Part::core_s);
  estimate.wall_s_per_game = per_game(pilot, estimate.games, analyzed, &Pilot::Part::wall_s);
  if (estimate.pilot_games > 0 && experiment.parts().results.paired(*pilot.tally, 0, 0))
    estimate.half_width =
        experiment
            .stop_evidence(
                *repeat_tally(experiment, *pilot.tally,
                              std::max<std::uint64_t>(1, estimate.games_in_the_end / estimate.pilot_games)))
            .half_width;
  return estimate;
}

std::uint64_t report_size(const Report& report) {
  std::uint64_t bytes = 0;
  write_report([&](std::string_view text) { bytes += text.size(); }, report);
  return bytes;
}

// The records of the pilot's games say how large those of one game are.
RecordSizes record_sizes(const Pilot& pilot) {
  if (pilot.records.empty()) return {};
  const double text = static_cast<double>(pilot.record_bytes) / static_cast<double>(pilot.tally->games());
  const auto shrunk = [&](Compression format) {
    return text * static_cast<double>(compressed(pilot.records, format).size()) /
           static_cast<double>(pilot.records.size());
  };
  return {text, shrunk(Compression::gzip), shrunk(Compression::zstd)};
}

}  // namespace

CostEstimate estimate(const Experiment& experiment, const GameSet& games, std::size_t threads,
                      double seconds) {
  const Clock::time_point begin = Clock::now();
  const std::span<const GameSet::Range> cases = games.ranges();
  const std::vector<Pilot> pilots = PilotRun(experiment, cases, threads, seconds).run();
  CostEstimate estimate;
  estimate.played_cases = cases.size();
  double core_s = 0, wall_s = 0;
  for (const Pilot& pilot : pilots)
    for (const Pilot::Part& part : pilot.parts) {
      core_s += part.core_s;
      wall_s += part.wall_s;
    }
  if (wall_s > 0) estimate.core_share = std::min(1.0, core_s / wall_s);
  estimate.pilot_s = elapsed_s(begin);
  if (experiment.parts().has_records) estimate.records.emplace();

  // A report holds numbers as long as those of all games.
  Report whole(experiment);
  whole.is_finished = true;
  const std::uint64_t empty_size = report_size(whole);
  std::vector<RecordSizes> sizes;  // [pilot]
  for (const Pilot& pilot : pilots) {
    sizes.push_back(record_sizes(pilot));
    const CaseEstimate& known = estimate.cases.emplace_back(estimate_of(experiment, pilot));
    estimate.pilot_games += known.pilot_games;
    if (known.pilot_games == 0) continue;
    auto tally = repeat_tally(experiment, *pilot.tally,
                              std::max<std::uint64_t>(1, known.games_in_the_end / known.pilot_games));
    const GameRange all{0, tally->games()};
    WonGames won;
    if (keeps_won_games(experiment)) won.start(experiment.labels().size(), all.size());
    whole.tallied.push_back({pilot.case_number, all, std::move(tally), std::move(won)});
  }
  const double cases_size = static_cast<double>(report_size(whole) - empty_size) *
                            static_cast<double>(experiment.case_count()) /
                            static_cast<double>(std::max<std::size_t>(1, whole.tallied.size()));
  estimate.report_bytes = empty_size + static_cast<std::uint64_t>(cases_size);

  std::size_t nearest = 0;
  for (const GameSet::Range& range : cases) {
    const std::size_t number = range.case_number;
    while (nearest + 1 < pilots.size() && pilots[nearest + 1].case_number <= number) ++nearest;
    const CaseEstimate& known = estimate.cases[nearest];
    if (known.pilot_games == 0) {
      ++estimate.unknown_cases;
      continue;
    }
    const double ratio = experiment.game_cost(number) / experiment.game_cost(known.case_number);
    const std::uint64_t missing = range.games.size();
    const std::uint64_t count = experiment.common().stop ? std::min(known.games, missing) : missing;
    const auto played = static_cast<double>(count);
    estimate.games += count;
    estimate.core_s += played * known.core_s_per_game * ratio;
    estimate.wall_s += played * known.wall_s_per_game * ratio / static_cast<double>(threads);
    if (!estimate.records) continue;
    estimate.records->text += played * sizes[nearest].text;
    estimate.records->gzip += played * sizes[nearest].gzip;
    estimate.records->zstd += played * sizes[nearest].zstd;
  }
  return estimate;
}

}  // namespace sapper::experiments

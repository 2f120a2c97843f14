#include "experiments/report/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "experiments/report/run_plan.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/file_kind.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {

namespace {

std::string quoted(const Report& report) { return printable(report.file, sim::kLongestPath); }

void refuse_same_shard_twice(std::span<const Report> reports) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, const Report*> seen;
  for (const Report& report : reports) {
    const auto [place, is_new] = seen.try_emplace({report.shard.count, report.shard.number}, &report);
    if (is_new) continue;
    throw InputError(fmt::format(
        "merge: {} and {} both hold {}; each part may appear only once", quoted(*place->second),
        quoted(report),
        report.shard.is_whole() ? "the whole experiment"
                                : fmt::format("shard {} of {}", report.shard.number, report.shard.count)));
  }
}

// `shards 2, 5 to 7 of 9`, if all reports are shards of the same count; else empty.
std::string missing_shards(std::span<const Report> reports) {
  const std::uint64_t count = reports.front().shard.count;
  std::set<std::uint64_t> there;
  for (const Report& report : reports) {
    if (report.shard.count != count) return {};
    there.insert(report.shard.number);
  }
  std::vector<std::string> ranges;
  std::uint64_t missing = 0;
  std::uint64_t next = 1;
  const auto add_up_to = [&](std::uint64_t end) {
    if (next >= end) return;
    missing += end - next;
    ranges.push_back(next + 1 == end ? fmt::format("{}", next) : fmt::format("{} to {}", next, end - 1));
  };
  for (const std::uint64_t number : there) {
    add_up_to(number);
    next = number + 1;
  }
  add_up_to(count + 1);
  if (missing == 0) return {};
  return fmt::format("shard{} {} of {} {} missing", missing == 1 ? "" : "s", fmt::join(ranges, ", "), count,
                     missing == 1 ? "is" : "are");
}

bool is_case_stopped(const Report& joined, std::size_t case_number) {
  const auto tally = joined.tally_of(case_number);
  return tally != nullptr && is_stopped(*joined.experiment, *tally);
}

std::string name_of(const Experiment& experiment, const GameSet::Range& range) {
  return fmt::format("games {} to {} of case {} ({})", range.games.first, range.games.last - 1,
                     range.case_number, experiment.case_name(range.case_number));
}

[[noreturn]] void refuse_double(std::span<const Report> reports, const GameSet::Range& twice) {
  std::vector<std::pair<std::uint64_t, const Report*>> holders;  // with the first game of the case there
  for (const Report& report : reports)
    if (const GameSet held = report.games();
        !held.common(GameSet(twice.case_number, {twice.games.first, twice.games.first + 1})).empty())
      holders.emplace_back(held.range_of(twice.case_number).first, &report);
  std::ranges::stable_sort(holders, {}, &std::pair<std::uint64_t, const Report*>::first);
  throw InputError(fmt::format("merge: {} and {} both hold {}; each game may appear only once",
                               quoted(*holders[0].second), quoted(*holders[1].second),
                               name_of(*reports.front().experiment, twice)));
}

[[noreturn]] void refuse_gap(std::span<const Report> reports, const GameSet::Range& missing) {
  if (const std::string shards = missing_shards(reports); !shards.empty())
    throw InputError(fmt::format("merge: {}; all are needed", shards));
  const auto unfinished = std::ranges::find(reports, false, &Report::is_finished);
  throw InputError(fmt::format(
      "merge: {} are missing; every game is needed once{}", name_of(*reports.front().experiment, missing),
      unfinished == reports.end()
          ? ""
          : fmt::format(" ({}: {}; unfinished)", quoted(*unfinished), unfinished->progress_text())));
}

// Adds the games of the reports to one report, in their order; those beyond the check of the stop rule that ends their case
// are dropped.
void join(std::span<const Report> reports, Report& joined) {
  std::vector<const TalliedGames*> parts;
  for (const Report& report : reports)
    for (const TalliedGames& part : report.tallied) parts.push_back(&part);
  std::ranges::stable_sort(parts, {}, [](const TalliedGames* part) {
    return GamePlace{part->case_number, part->games.first};
  });
  for (const TalliedGames* const part : parts)
    if (!is_case_stopped(joined, part->case_number) &&
        part->games.first == joined.games_of(part->case_number))
      joined.add(*part);
}

}  // namespace

Report merge(std::span<const Report> reports) {
  refuse_same_shard_twice(reports);
  RunPlan plan{.experiment = reports.front().experiment, .shard = {}};
  GameSet twice;
  for (const Report& report : reports) {
    const GameSet games = report.games();
    twice = twice.plus(plan.kept.common(games));
    plan.kept = plan.kept.plus(games);
  }
  Report joined(plan.experiment);
  join(reports, joined);
  const GameSet missing = plan.missing();
  const auto gap = std::ranges::find_if(missing.ranges(), [&](const GameSet::Range& range) {
    return !is_case_stopped(joined, range.case_number);
  });
  const bool has_gap = gap != missing.ranges().end();
  if (!twice.empty() && (!has_gap || twice.ranges().front().case_number <= gap->case_number))
    refuse_double(reports, twice.ranges().front());
  if (has_gap) refuse_gap(reports, *gap);
  joined.is_finished = true;
  for (const Report& report : reports) {
    joined.wall_s += report.wall_s;
    joined.queued_s = sum_of_known(joined.queued_s, report.queued_s);
    joined.threads = std::max(joined.threads, report.threads);
    add_new(report.other_builds, joined.other_builds);
    add_new(report.absent, joined.absent);
    add_program_files(report.programs, joined.programs);
    joined.merged.push_back({{"shard", report.shard.number},
                             {"of", report.shard.count},
                             {"host", report.environment_text("host")},
                             {"started", report.environment_text("started")},
                             {"wall_s", report.wall_s},
                             {"threads", report.threads},
                             {"build_id", report.build_id()}});
  }
  return joined;
}

}  // namespace sapper::experiments

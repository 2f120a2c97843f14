#include "experiments/report/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

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

class Merge {
 public:
  explicit Merge(std::span<Report> reports) : experiment_(*reports.front().experiment), reports_(reports) {
    for (Report& report : reports)
      for (Stretch& stretch : report.stretches)
        stretches_.push_back(
            {stretch.case_number, stretch.games, std::move(stretch.tally), std::move(stretch.won)});
    const auto place = [](const Stretch& stretch) {
      return GamePlace{stretch.case_number, stretch.games.first};
    };
    std::ranges::stable_sort(stretches_, {}, place);
  }

  // Adds all games of the next case to the report.
  void join(std::size_t case_number, Report& joined) {
    GameSet held;
    for (; next_ < stretches_.size() && stretches_[next_].case_number == case_number; ++next_) {
      const Stretch& stretch = stretches_[next_];
      if (!held.empty() && stretch.games.first < stretches_[next_ - 1].games.last)
        refuse_double(stretches_[next_ - 1], stretch);
      held.append(case_number, stretch.games);
      if (!is_case_stopped(case_number, joined) && stretch.games.first == joined.games_of(case_number))
        joined.add(stretch);
    }
    const GameSet missing = GameSet(case_number, {0, experiment_.common().games}).minus(held);
    if (!missing.empty() && !is_case_stopped(case_number, joined))
      refuse_gap(case_number, missing.ranges().front().games);
  }

 private:
  bool is_case_stopped(std::size_t case_number, const Report& joined) const {
    const auto tally = joined.tally_of(case_number);
    return tally != nullptr && is_stopped(experiment_, *tally);
  }
  std::string name_of(std::size_t case_number, const GameRange& games) const {
    return fmt::format("games {} to {} of case {} ({})", games.first, games.last - 1, case_number,
                       experiment_.case_name(case_number));
  }
  // The report with these games, other than `not_this`.
  const Report& holder_of(const Stretch& games, const Report* not_this = nullptr) const {
    for (const Report& report : reports_)
      for (const Stretch& stretch : report.of_case(games.case_number))
        if (&report != not_this && stretch.games == games.games) return report;
    return reports_.front();
  }
  [[noreturn]] void refuse_double(const Stretch& a, const Stretch& b) const {
    const GameRange both{b.games.first, std::min(a.games.last, b.games.last)};
    const Report& first = holder_of(a);
    throw InputError(fmt::format("merge: {} and {} both hold {}; each game may appear only once",
                                 quoted(first), quoted(holder_of(b, &first)), name_of(b.case_number, both)));
  }
  [[noreturn]] void refuse_gap(std::size_t case_number, const GameRange& games) const {
    if (const std::string shards = missing_shards(reports_); !shards.empty())
      throw InputError(fmt::format("merge: {}; all are needed", shards));
    const auto unfinished = std::ranges::find(reports_, false, &Report::is_finished);
    throw InputError(fmt::format(
        "merge: {} are missing; every game is needed once{}", name_of(case_number, games),
        unfinished == reports_.end()
            ? ""
            : fmt::format(" ({}: {}; unfinished)", quoted(*unfinished), unfinished->progress_text())));
  }

  const Experiment& experiment_;
  std::span<const Report> reports_;
  std::vector<Stretch> stretches_;  // in the order of the games
  std::size_t next_ = 0;
};

}  // namespace

Report merge(std::span<Report> reports) {
  refuse_same_shard_twice(reports);
  Merge merging(reports);
  Report joined(reports.front().experiment);
  for (std::size_t number = 0; number < joined.experiment->case_count(); ++number)
    merging.join(number, joined);
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

#include "experiments/report/merge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "experiments/support/errors.hpp"
#include "experiments/support/text.hpp"

namespace sapper::experiments {
namespace {

struct Piece {
  std::size_t report = 0;
  GameRange games;
  std::unique_ptr<Tally> tally;
};

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
  std::vector<std::string> stretches;
  std::uint64_t missing = 0;
  std::uint64_t next = 1;
  const auto add_up_to = [&](std::uint64_t end) {
    if (next >= end) return;
    missing += end - next;
    stretches.push_back(next + 1 == end ? fmt::format("{}", next) : fmt::format("{} to {}", next, end - 1));
  };
  for (const std::uint64_t number : there) {
    add_up_to(number);
    next = number + 1;
  }
  add_up_to(count + 1);
  if (missing == 0) return {};
  return fmt::format("shard{} {} of {} {} missing", missing == 1 ? "" : "s", fmt::join(stretches, ", "),
                     count, missing == 1 ? "is" : "are");
}

class Merge {
 public:
  Merge(const Experiment& experiment, std::span<Report> reports)
      : experiment_(experiment), reports_(reports), pieces_(experiment.case_count()) {
    for (std::size_t i = 0; i < reports.size(); ++i) {
      for (Report::Stretch& stretch : reports[i].stretches)
        pieces_[stretch.case_number].push_back({i, stretch.games, std::move(stretch.tally)});
    }
  }

  std::unique_ptr<Tally> join(std::size_t case_number) {
    std::vector<Piece>& pieces = pieces_[case_number];
    std::sort(pieces.begin(), pieces.end(),
              [](const Piece& a, const Piece& b) { return a.games.first < b.games.first; });
    for (std::size_t i = 1; i < pieces.size(); ++i)
      if (pieces[i].games.first < pieces[i - 1].games.last)
        refuse_double(case_number, pieces[i - 1], pieces[i]);
    std::unique_ptr<Tally> sum = experiment_.make_tally();
    for (const Piece& piece : pieces) {
      if (is_stopped(experiment_, *sum)) return sum;
      if (piece.games.first > sum->games()) refuse_gap(case_number, {sum->games(), piece.games.first});
      sum->add(*piece.tally);
    }
    if (!is_finished(experiment_, *sum, {0, experiment_.common().games}))
      refuse_gap(case_number, {sum->games(), experiment_.common().games});
    return sum;
  }

 private:
  std::string name_of(std::size_t case_number, const GameRange& games) const {
    return fmt::format("games {} to {} of case {} ({})", games.first, games.last - 1, case_number,
                       experiment_.case_name(case_number));
  }
  [[noreturn]] void refuse_double(std::size_t case_number, const Piece& a, const Piece& b) const {
    const GameRange both{b.games.first, std::min(a.games.last, b.games.last)};
    throw InputError(fmt::format("merge: {} and {} both hold {}; each game may appear only once",
                                 quoted(reports_[a.report]), quoted(reports_[b.report]),
                                 name_of(case_number, both)));
  }
  [[noreturn]] void refuse_gap(std::size_t case_number, const GameRange& games) const {
    const std::string shards = missing_shards(reports_);
    if (!shards.empty()) throw InputError(fmt::format("merge: {}; all are needed", shards));
    throw InputError(
        fmt::format("merge: {} are missing; every game is needed once", name_of(case_number, games)));
  }

  const Experiment& experiment_;
  std::span<const Report> reports_;
  std::vector<std::vector<Piece>> pieces_;  // [case]
};

}  // namespace

Played merge(const Experiment& experiment, std::span<Report> reports) {
  refuse_same_shard_twice(reports);
  Merge merging(experiment, reports);
  Played played(experiment.case_count());
  for (std::size_t number = 0; number < experiment.case_count(); ++number)
    played.cases[number] = merging.join(number);
  for (const Report& report : reports) {
    played.wall_s += report.wall_s;
    const auto add_new = [](const std::vector<std::string>& from, std::vector<std::string>& to) {
      for (const std::string& text : from)
        if (std::find(to.begin(), to.end(), text) == to.end()) to.push_back(text);
    };
    add_new(report.other_builds(), played.other_builds);
    add_new(report.absent, played.absent);
    add_program_files(report.programs(), played.programs);
  }
  return played;
}

}  // namespace sapper::experiments

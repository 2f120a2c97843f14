#include "experiments/report/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/report/report_parts.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

using json::to_text;
using Write = std::function<void(std::string_view)>;

// A list of many values, written as they are created rather than held in memory.
class ListWriter {
 public:
  ListWriter(const Write& write, std::size_t indent) : write_(write), indent_(indent) { write_("["); }
  void add(const boost::json::array& objects) {
    for (const boost::json::value& object : objects) add_text(to_text(object, indent_ + 2));
  }
  void add_text(std::string_view text) {
    write_(fmt::format("{}\n{:{}}", is_empty_ ? "" : ",", "", indent_ + 2));
    write_(text);
    is_empty_ = false;
  }
  void close() {
    if (!is_empty_) write_(fmt::format("\n{:{}}", "", indent_));
    write_("]");
  }

 private:
  const Write& write_;
  std::size_t indent_;
  bool is_empty_ = true;
};

template <class ObjectsOf>
void write_list(const Write& write, std::size_t indent, const Played& played, ObjectsOf objects_of) {
  ListWriter list(write, indent);
  for (std::size_t number = 0; number < played.cases.size(); ++number)
    if (played.cases[number]) list.add(objects_of(number, *played.cases[number]));
  list.close();
}

// Calls visit(case number, range, tally) for everything that was played: each case as a whole, or by segments.
template <class Visit>
void each_segment(const Experiment& experiment, const Played& played, const Slice& slice, Visit visit) {
  for (std::size_t number = 0; number < played.cases.size(); ++number) {
    if (!played.cases[number]) continue;
    if (number == slice.begin.case_number && !played.segments.empty()) {
      for (const Segment& segment : played.segments) visit(number, segment.games, *segment.tally);
      continue;
    }
    const std::uint64_t first = slice.range_of(number, experiment.common().games).first;
    visit(number, GameRange{first, first + played.cases[number]->games()}, *played.cases[number]);
  }
}

std::string list_text(const std::vector<std::uint64_t>& values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

std::string list_text(const std::vector<std::string>& names, std::size_t indent) {
  return to_text(boost::json::array(names.begin(), names.end()), indent);
}

void write_counters(const Write& write, const ReportParts& parts, const Played& played, const Slice& slice,
                    ReportHash& hash) {
  const std::vector<std::string> names = parts.counters().names(Counted::reproducible);
  write(fmt::format(",\n  \"counters\": {{\n    \"names\": {},\n    \"cases\": ", list_text(names, 4)));
  ListWriter list(write, 4);
  each_segment(parts.experiment(), played, slice,
               [&](std::size_t number, const GameRange& games, const Tally& tally) {
                 const auto values = parts.counters().values(tally, Counted::reproducible);
                 hash.add(number, games, values);
                 list.add_text(fmt::format("{{\"case\": {}, \"first\": {}, \"last\": {}, \"values\": {}}}",
                                           number, games.first, games.last, list_text(values)));
               });
  list.close();
  write("\n  }");
}

void write_timing_counters(const Write& write, const ReportParts& parts, const Played& played,
                           const Slice& slice) {
  write(fmt::format(",\n    \"counters\": {{\n      \"names\": {},\n      \"values\": ",
                    list_text(parts.counters().names(Counted::timing), 6)));
  ListWriter list(write, 6);
  each_segment(parts.experiment(), played, slice, [&](std::size_t, const GameRange&, const Tally& tally) {
    list.add_text(list_text(parts.counters().values(tally, Counted::timing)));
  });
  list.close();
  write("\n    }");
}

}  // namespace

double wall_per_core_s(const Experiment& experiment, const Played& played) {
  double core_s = 0;
  for (const auto& tally : played.cases)
    if (tally) core_s += experiment.core_s(*tally);
  return core_s > 0 ? played.wall_s / core_s : 0;
}

void write_report(const Write& write, const Experiment& experiment, const Played& played,
                  const Provenance& provenance) {
  const double scale = wall_per_core_s(experiment, played);
  const Slice slice = slice_of(experiment, played.shard);
  write(fmt::format("{{\n  \"schema\": \"{}\",\n", kReportSchema));
  write(fmt::format("  \"name\": {},\n", to_text(boost::json::string(experiment.common().name))));
  if (!played.shard.is_whole())
    write(
        fmt::format("  \"part\": {{\"shard\": {}, \"of\": {}}},\n", played.shard.number, played.shard.count));
  const boost::json::value config = experiment.config();
  const ReportParts parts(experiment, played.shard, played.absent);
  write(fmt::format("  \"config\": {},\n", to_text(config, 2)));
  write(fmt::format("  \"varying\": {},\n", to_text(parts.varying(), 2)));
  write("  \"results\": ");
  write_list(write, 2, played,
             [&](std::size_t number, const Tally& tally) { return parts.results(number, tally); });
  write(",\n  \"cases\": ");
  write_list(write, 2, played,
             [&](std::size_t number, const Tally& tally) { return parts.cases(number, tally); });
  write(",\n  \"comparisons\": ");
  write_list(write, 2, played,
             [&](std::size_t number, const Tally& tally) { return parts.comparisons(number, tally); });
  ReportHash hash(config, played.shard, parts.counters().names(Counted::reproducible));
  write_counters(write, parts, played, slice, hash);
  write(fmt::format(",\n  \"hash\": \"{}\"", hash.text()));
  write(fmt::format(",\n  \"timing\": {{\n    \"wall_s\": {},\n    \"threads\": {},\n    \"results\": ",
                    to_text(json::rounded(played.wall_s)), provenance.threads));
  write_list(write, 4, played, [&](std::size_t number, const Tally& tally) {
    return experiment.timings(number, tally, scale);
  });
  write_timing_counters(write, parts, played, slice);
  boost::json::object made_with = environment(provenance.started);
  if (!played.other_builds.empty())
    made_with["resumed_from"] = boost::json::array(played.other_builds.begin(), played.other_builds.end());
  if (!played.programs.empty()) made_with["programs"] = to_json(played.programs);
  if (!provenance.merged.empty()) made_with["merged"] = provenance.merged;
  write(fmt::format("\n  }},\n  \"environment\": {}\n}}\n", to_text(made_with, 2)));
}

void write_report(const std::filesystem::path& path, const Experiment& experiment, const Played& played,
                  const Provenance& provenance) {
  AtomicFile file(path);
  write_report([&](std::string_view text) { file.write(text); }, experiment, played, provenance);
  file.commit();
}

}  // namespace sapper::experiments

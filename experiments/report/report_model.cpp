#include "experiments/report/report_model.hpp"

#include <algorithm>

#include "experiments/support/environment.hpp"

namespace sapper::experiments {

std::string Report::environment_text(std::string_view key) const {
  const boost::json::value* const value = environment.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::vector<std::string> Report::other_builds() const {
  std::vector<std::string> builds;
  const boost::json::value* const list = environment.if_contains("resumed_from");
  if (list != nullptr && list->is_array())
    for (const boost::json::value& build : list->get_array())
      if (build.is_string()) builds.emplace_back(build.get_string());
  return builds;
}

std::vector<std::string> Report::versions() const {
  std::vector<std::string> versions;
  const auto add = [&](std::string_view version) {
    if (std::ranges::find(versions, version) == versions.end()) versions.emplace_back(version);
  };
  for (const std::string& build : other_builds())
    if (!build.starts_with(another_version(""))) add(version_of(build));  // an external player is not a build
  add(environment_text("sapper"));
  return versions;
}

std::vector<ProgramFile> Report::programs() const {
  const boost::json::value* const list = environment.if_contains("programs");
  return list != nullptr ? program_files_from(*list) : std::vector<ProgramFile>();
}

double Report::wall_per_core_s() const {
  double core_s = 0;
  for (const Stretch& stretch : stretches) core_s += experiment->core_s(*stretch.tally);
  return core_s > 0 ? wall_s / core_s : 0;
}

const Tally& Report::take_case(std::size_t& at, std::unique_ptr<Tally>& sum) const {
  const Stretch& first = stretches[at++];
  const auto goes_on = [&] {
    return at < stretches.size() && stretches[at].case_number == first.case_number;
  };
  if (!goes_on()) return *first.tally;
  sum = experiment->make_tally();
  sum->add(*first.tally);
  while (goes_on()) sum->add(*stretches[at++].tally);
  return *sum;
}

void Report::each_case(const std::function<void(std::size_t, const Tally&)>& visit) const {
  std::unique_ptr<Tally> sum;
  for (std::size_t at = 0; at < stretches.size();) {
    const std::size_t number = stretches[at].case_number;
    visit(number, take_case(at, sum));
  }
}

Played played_of(Report report) {
  const Experiment& experiment = *report.experiment;
  Played played(experiment.case_count());
  played.other_builds = report.other_builds();
  played.programs = report.programs();
  const std::size_t split_case = slice_of(experiment, report.shard).begin.case_number;
  for (Report::Stretch& stretch : report.stretches) {
    std::unique_ptr<Tally>& tally = played.cases[stretch.case_number];
    if (report.shard.is_whole() || stretch.case_number != split_case) {
      tally = std::move(stretch.tally);
      continue;
    }
    if (!tally) tally = experiment.make_tally();
    tally->add(*stretch.tally);
    played.segments.push_back({stretch.games, std::move(stretch.tally)});
  }
  played.shard = report.shard;
  played.wall_s = report.wall_s;
  played.absent = std::move(report.absent);
  return played;
}

}  // namespace sapper::experiments

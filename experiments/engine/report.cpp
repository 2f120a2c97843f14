#include "experiments/engine/report.hpp"

#include <fmt/format.h>

#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

using json::to_text;

// A list of many objects, written as they are made rather than held in memory.
class ListWriter {
 public:
  ListWriter(AtomicFile& file, std::size_t indent) : file_(file), indent_(indent) { file_.write("["); }
  void add(const boost::json::array& objects) {
    for (const boost::json::value& object : objects) {
      file_.write(fmt::format("{}\n{:{}}", is_empty_ ? "" : ",", "", indent_ + 2));
      file_.write(to_text(object, indent_ + 2));
      is_empty_ = false;
    }
  }
  void close() {
    if (!is_empty_) file_.write(fmt::format("\n{:{}}", "", indent_));
    file_.write("]");
  }

 private:
  AtomicFile& file_;
  std::size_t indent_;
  bool is_empty_ = true;
};

template <class ObjectsOf>
void write_list(AtomicFile& file, std::size_t indent, const Played& played, ObjectsOf objects_of) {
  ListWriter list(file, indent);
  for (std::size_t number = 0; number < played.cases.size(); ++number)
    list.add(objects_of(number, *played.cases[number]));
  list.close();
}

}  // namespace

double wall_per_core_s(const Experiment& experiment, const Played& played) {
  double core_s = 0;
  for (const auto& tally : played.cases) core_s += experiment.core_s(*tally);
  return core_s > 0 ? played.wall_s / core_s : 0;
}

void write_report(const std::filesystem::path& path, const Experiment& experiment, const Played& played,
                  std::size_t threads, const std::string& started) {
  const double scale = wall_per_core_s(experiment, played);
  AtomicFile file(path);
  file.write(fmt::format("{{\n  \"schema\": \"{}\",\n", kReportSchema));
  file.write(fmt::format("  \"name\": {},\n", to_text(boost::json::string(experiment.common().name))));
  file.write(fmt::format("  \"config\": {},\n", to_text(experiment.config(), 2)));
  file.write("  \"results\": ");
  write_list(file, 2, played,
             [&](std::size_t number, const Tally& tally) { return experiment.results(number, tally); });
  file.write(",\n  \"comparisons\": ");
  write_list(file, 2, played,
             [&](std::size_t number, const Tally& tally) { return experiment.comparisons(number, tally); });
  file.write(fmt::format(",\n  \"timing\": {{\n    \"wall_s\": {},\n    \"threads\": {},\n    \"results\": ",
                         to_text(json::rounded(played.wall_s)), threads));
  write_list(file, 4, played, [&](std::size_t number, const Tally& tally) {
    return experiment.timings(number, tally, scale);
  });
  boost::json::object made_with = environment(started);
  if (!played.other_builds.empty())
    made_with["resumed_from"] = boost::json::array(played.other_builds.begin(), played.other_builds.end());
  file.write(fmt::format("\n  }},\n  \"environment\": {}\n}}\n", to_text(made_with, 2)));
  file.commit();
}

}  // namespace sapper::experiments

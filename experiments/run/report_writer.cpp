#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/serialize.hpp>

#include "experiments/run/report.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using json::to_text;
using Write = std::function<void(std::string_view)>;

// A list of many values, written as they are created rather than held in memory.
class ListWriter {
 public:
  ListWriter(const Write& write, std::size_t indent) : write_(write), indent_(indent) { write_("["); }
  void add(const bj::array& objects) {
    for (const bj::value& object : objects) add_text(to_text(object, indent_ + 2));
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

std::string list_text(const std::vector<std::uint64_t>& values) {
  return fmt::format("[{}]", fmt::join(values, ","));
}

std::string list_text(const std::vector<std::string>& names, std::size_t indent) {
  return to_text(bj::array(names.begin(), names.end()), indent);
}

bj::value records_json(const KeptRecords& records) {
  bj::object object{{"filter", nullptr}, {"bytes", records.bytes}, {"waiting", records.waiting}};
  if (records.filter) object["filter"] = kRecordFilterNames[static_cast<std::size_t>(*records.filter)];
  return object;
}

// Writes all but the last lines.
class ReportWriter {
 public:
  ReportWriter(const Write& write, const Report& report, bool is_finished)
      : write_(write),
        report_(report),
        is_finished_(is_finished),
        parts_(report),
        config_(report.experiment->config()) {}

  void run() {
    ReportHash hash(config_, report_.shard, parts_.counters().names(Counted::reproducible));
    write_head();
    if (is_finished_) write_what_follows();
    write_counters(hash);
    if (is_finished_) write_(fmt::format(",\n  \"hash\": \"{}\"", hash.text()));
    write_timing();
    write_(fmt::format(",\n  \"environment\": {}", to_text(environment_of_report(), 2)));
    if (!is_finished_)
      write_(fmt::format(",\n  \"records\": {}", bj::serialize(records_json(report_.records))));
  }

 private:
  void write_head() {
    write_(fmt::format("{{\n  \"schema\": \"{}\",\n", kReportSchema));
    write_(fmt::format("  \"name\": {},\n", to_text(bj::string(report_.name()))));
    if (!is_finished_) write_("  \"complete\": false,\n");
    if (!report_.shard.is_whole())
      write_(fmt::format("  \"part\": {{\"shard\": {}, \"of\": {}}},\n", report_.shard.number,
                         report_.shard.count));
    write_(fmt::format("  \"config\": {}", to_text(config_, 2)));
  }

  void write_what_follows() {
    write_(fmt::format(",\n  \"varying\": {}", to_text(parts_.varying(), 2)));
    write_list("results", 2, &ReportParts::results);
    write_list("cases", 2, &ReportParts::cases);
    write_list("comparisons", 2, &ReportParts::comparisons);
  }
  void write_list(std::string_view key, std::size_t indent,
                  bj::array (ReportParts::*items)(std::size_t, const Tally&) const) {
    write_(fmt::format(",\n{:{}}\"{}\": ", "", indent, key));
    ListWriter list(write_, indent);
    report_.each_case(
        [&](std::size_t number, const Tally& tally) { list.add((parts_.*items)(number, tally)); });
    list.close();
  }

  void write_counters(ReportHash& hash) {
    write_(fmt::format(",\n  \"counters\": {{\n    \"names\": {},\n    \"cases\": ",
                       list_text(parts_.counters().names(Counted::reproducible), 4)));
    ListWriter list(write_, 4);
    for (const Stretch& stretch : report_.stretches) {
      const auto values = parts_.counters().values(*stretch.tally, Counted::reproducible);
      hash.add(stretch.case_number, stretch.games, values);
      list.add_text(fmt::format("{{\"case\": {}, \"first\": {}, \"last\": {}, \"values\": {}}}",
                                stretch.case_number, stretch.games.first, stretch.games.last,
                                list_text(values)));
    }
    list.close();
    write_("\n  }");
  }

  void write_timing() {
    write_(fmt::format(",\n  \"timing\": {{\n    \"wall_s\": {},\n    \"threads\": {}",
                       to_text(json::rounded(report_.wall_s)), report_.threads));
    if (is_finished_) {
      write_list("results", 4, &ReportParts::timings);
      write_list("cases", 4, &ReportParts::case_timings);
    }
    write_(fmt::format(",\n    \"counters\": {{\n      \"names\": {},\n      \"values\": ",
                       list_text(parts_.counters().names(Counted::timing), 6)));
    ListWriter list(write_, 6);
    for (const Stretch& stretch : report_.stretches)
      list.add_text(list_text(parts_.counters().values(*stretch.tally, Counted::timing)));
    list.close();
    write_("\n    }\n  }");
  }

  bj::object environment_of_report() const {
    bj::object made_with = environment(report_.started);
    if (!report_.other_builds.empty())
      made_with["resumed_from"] = bj::array(report_.other_builds.begin(), report_.other_builds.end());
    if (!report_.programs.empty()) made_with["programs"] = to_json(report_.programs);
    if (!report_.merged.empty()) made_with["merged"] = report_.merged;
    return made_with;
  }

  const Write& write_;
  const Report& report_;
  const bool is_finished_;
  const ReportParts parts_;
  const bj::value config_;
};

}  // namespace

void write_report(const Write& write, const Report& report) {
  ReportWriter(write, report, true).run();
  write("\n}\n");
}

void write_report(const std::filesystem::path& path, const Report& report) {
  AtomicFile file(path);
  write_report([&](std::string_view text) { file.write(text); }, report);
  file.commit();
}

void write_checkpoint(const std::filesystem::path& path, const Report& report) {
  AtomicFile file(path);
  Hash hash;
  const Write write = [&](std::string_view text) {
    hash.add(text);
    file.write(text);
  };
  ReportWriter(write, report, false).run();
  file.write(fmt::format("{}{}\"\n}}\n", kHashOfCheckpoint, text_of(hash)));
  file.commit();
}

}  // namespace sapper::experiments

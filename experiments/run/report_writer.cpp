#include <fmt/format.h>
#include <fmt/ranges.h>

#include <boost/json/serialize.hpp>

#include "experiments/run/chunk.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
using json::to_text;

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
    ReportHash hash(config_, report_.shard, parts_.names(CounterGroup::reproducible));
    write_head();
    if (is_finished_) write_what_follows();
    write_counters(hash);
    if (is_finished_) write_(fmt::format(",\n  \"hash\": \"{}\"", hash.text()));
    write_timing();
    write_(fmt::format(",\n  \"environment\": {}", to_text(environment_of_report(), 2)));
    if (!is_finished_) write_(fmt::format(",\n  \"records\": {}", bj::serialize(as_json(report_.records))));
  }

 private:
  void write_head() {
    write_(fmt::format("{{\n  \"schema\": \"{}\",\n", kReportSchema));
    write_(fmt::format("  \"name\": {},\n", to_text(bj::string(report_.name()))));
    if (!is_finished_) write_("  \"complete\": false,\n");
    if (!report_.shard.is_whole()) write_(fmt::format("  \"part\": {},\n", to_text(as_json(report_.shard))));
    write_(fmt::format("  \"config\": {}", to_text(config_, 2)));
  }

  void write_what_follows() {
    write_(fmt::format(",\n  \"varying\": {}", to_text(parts_.varying(), 2)));
    for (const ReportParts::List& list : parts_.lists()) write_list(list, 2);
  }
  void write_list(const ReportParts::List& list, std::size_t indent) {
    write_(fmt::format(",\n{:{}}\"{}\": ", "", indent, list.key));
    ListWriter items(write_, indent);
    report_.each_case([&](std::size_t number, const Tally& tally) { items.add(list.items(number, tally)); });
    items.close();
  }

  void write_counters(ReportHash& hash) {
    write_(fmt::format(",\n  \"counters\": {{\n    \"names\": {},\n    \"cases\": ",
                       to_text(as_json(parts_.names(CounterGroup::reproducible)), 4)));
    ListWriter list(write_, 4);
    for (const TalliedGames& part : report_.tallied) {
      const auto values = parts_.values(*part.tally, CounterGroup::reproducible);
      const std::vector<std::string> won = part.won.texts();
      hash.add(part.case_number, part.games, values, won);
      list.add_text(
          fmt::format("{{\"case\": {}, \"first\": {}, \"last\": {}, \"values\": {}{}}}", part.case_number,
                      part.games.first, part.games.last, list_text(values),
                      won.empty() ? "" : fmt::format(R"(, "won": ["{}"])", fmt::join(won, R"(",")"))));
    }
    list.close();
    write_("\n  }");
  }

  void write_timing() {
    write_(fmt::format(",\n  \"timing\": {{\n    \"wall_s\": {},\n    \"threads\": {}",
                       to_text(json::rounded(report_.wall_s)), report_.threads));
    if (report_.queued_s)
      write_(fmt::format(",\n    \"queued_s\": {}", to_text(json::rounded(*report_.queued_s))));
    if (const std::optional<double> share = report_.core_share(); share && is_finished_)
      write_(fmt::format(",\n    \"core_share\": {}", to_text(json::rounded(*share))));
    if (is_finished_)
      for (const ReportParts::List& list : parts_.timing_lists()) write_list(list, 4);
    if (report_.thread_time)
      write_(fmt::format(",\n    \"thread_time\": {}", to_text(as_json(*report_.thread_time), 4)));
    write_(fmt::format(",\n    \"counters\": {{\n      \"names\": {},\n      \"values\": ",
                       to_text(as_json(parts_.names(CounterGroup::timing)), 6)));
    ListWriter list(write_, 6);
    for (const TalliedGames& part : report_.tallied)
      list.add_text(list_text(parts_.values(*part.tally, CounterGroup::timing)));
    list.close();
    write_("\n    }\n  }");
  }

  bj::object environment_of_report() const {
    bj::object made_with = environment(report_.started);
    if (!report_.other_builds.empty()) made_with["resumed_from"] = as_json(report_.other_builds);
    if (!report_.programs.empty()) made_with["programs"] = as_json(report_.programs);
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

std::string text_of(const Report& report, ReportFormat& format) {
  std::string text;
  format([&](std::string_view piece) { text += piece; }, report);
  return text;
}

void save(const std::filesystem::path& path, const Report& report, ReportFormat& format) {
  AtomicFile file(path);
  format([&](std::string_view text) { file.write(text); }, report);
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

#include <fmt/format.h>

#include <boost/json/serialize.hpp>

#include "experiments/run/chunk.hpp"
#include "experiments/run/experiment.hpp"
#include "experiments/run/fields.hpp"
#include "experiments/run/report.hpp"
#include "experiments/run/report_file.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/support/atomic_file.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/json/stream_writer.hpp"
#include "experiments/support/json/writer.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;

// Writes all but the hash of a checkpoint and the end.
class ReportWriter {
 public:
  ReportWriter(const TextSink& write, const Report& report, bool is_finished)
      : json_(write),
        report_(report),
        is_finished_(is_finished),
        parts_(report),
        config_(report.experiment->config()) {}

  void run() {
    ReportHash hash(config_, report_.shard, parts_.names(CounterGroup::reproducible));
    json_.begin_object();
    write_head();
    if (is_finished_) write_what_follows();
    write_counters(hash);
    if (is_finished_) json_.member("hash", hash.text());
    write_timing();
    json_.member("environment", environment_of_report());
    if (is_finished_) return;
    json_.key("records");
    json_.text(bj::serialize(as_json(report_.records)));
  }

 private:
  void write_head() {
    json_.member("schema", kReportSchema);
    json_.member("name", report_.name());
    if (!is_finished_) json_.member("complete", false);
    if (!report_.shard.is_whole()) json_.member("part", as_json(report_.shard));
    json_.member("config", config_);
  }

  void write_what_follows() {
    json_.member("varying", parts_.varying());
    for (const ReportParts::List& list : parts_.lists()) write_list(list);
  }
  void write_list(const ReportParts::List& list) {
    json_.key(list.key);
    json_.begin_list();
    report_.each_case([&](std::size_t number, const Tally& tally) {
      for (const bj::value& item : list.items(number, tally)) json_.value(item);
    });
    json_.end();
  }

  void write_counters(ReportHash& hash) {
    json_.key("counters");
    json_.begin_object();
    json_.member("names", as_json(parts_.names(CounterGroup::reproducible)));
    json_.key("cases");
    json_.begin_list();
    for (const TalliedGames& part : report_.tallied) {
      const auto values = parts_.values(*part.tally, CounterGroup::reproducible);
      const std::vector<std::string> won = part.won.texts();
      hash.add(part.case_number, part.games, values, won);
      json_.begin_line();
      json_.member("case", part.case_number);
      json_.member("first", part.games.first);
      json_.member("last", part.games.last);
      json_.key("values");
      json_.numbers(values);
      if (!won.empty()) {
        json_.key("won");
        json_.text(bj::serialize(as_json(won)));
      }
      json_.end();
    }
    json_.end();
    json_.end();
  }

  void write_timing() {
    json_.key("timing");
    json_.begin_object();
    json_.member("wall_s", json::rounded(report_.wall_s));
    json_.member("threads", report_.threads);
    if (report_.queued_s) json_.member("queued_s", json::rounded(*report_.queued_s));
    if (const std::optional<double> share = report_.core_share(); share && is_finished_)
      json_.member("core_share", json::rounded(*share));
    if (is_finished_)
      for (const ReportParts::List& list : parts_.timing_lists()) write_list(list);
    if (report_.thread_time) json_.member("thread_time", as_json(*report_.thread_time));
    json_.key("counters");
    json_.begin_object();
    json_.member("names", as_json(parts_.names(CounterGroup::timing)));
    json_.key("values");
    json_.begin_list();
    for (const TalliedGames& part : report_.tallied)
      json_.numbers(parts_.values(*part.tally, CounterGroup::timing));
    json_.end();
    json_.end();
    json_.end();
  }

  bj::object environment_of_report() const {
    bj::object made_with = environment(report_.started);
    if (!report_.other_builds.empty()) made_with["resumed_from"] = as_json(report_.other_builds);
    if (!report_.programs.empty()) made_with["programs"] = as_json(report_.programs);
    if (!report_.merged.empty()) made_with["merged"] = report_.merged;
    return made_with;
  }

  json::StreamWriter json_;
  const Report& report_;
  const bool is_finished_;
  const ReportParts parts_;
  const bj::value config_;
};

}  // namespace

void write_report(const TextSink& write, const Report& report) {
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
  const TextSink write = [&](std::string_view text) {
    hash.add(text);
    file.write(text);
  };
  ReportWriter(write, report, false).run();
  file.write(fmt::format("{}{}\"\n}}\n", kHashOfCheckpoint, text_of(hash)));
  file.commit();
}

}  // namespace sapper::experiments

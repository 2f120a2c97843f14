#include "experiments/engine/report_file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <limits>
#include <stdexcept>

#include "experiments/engine/report.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/json/scanner.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace fs = std::filesystem;
using json::Scanner;

// Reports of the largest sweeps hold a config of tens of megabytes.
constexpr json::Limits kConfigLimits{std::size_t{1} << 30, 100'000'000, 64};

void read_part(Scanner& scanner, Shard& shard) {
  scanner.object([&](const std::string& key) {
    if (key == "shard")
      shard.number = scanner.whole();
    else if (key == "of")
      shard.count = scanner.whole();
    else
      scanner.skip();
  });
  if (shard.count == 0 || shard.count > kMaxShards || shard.number == 0 || shard.number > shard.count)
    scanner.fail("expected the number of a shard and their count before this");
}

ReportFile::Counted read_counted(Scanner& scanner) {
  ReportFile::Counted counted;
  scanner.object([&](const std::string& key) {
    if (key == "case")
      counted.case_number = scanner.whole();
    else if (key == "first")
      counted.games.first = scanner.whole();
    else if (key == "last")
      counted.games.last = scanner.whole();
    else if (key == "values")
      counted.values = scanner.wholes();
    else
      scanner.skip();
  });
  return counted;
}

void read_counters(Scanner& scanner, ReportFile& report) {
  scanner.object([&](const std::string& key) {
    if (key == "names")
      report.names = scanner.strings();
    else if (key == "cases")
      scanner.array([&] { report.counted.push_back(read_counted(scanner)); });
    else
      scanner.skip();
  });
}

void read_timing(Scanner& scanner, ReportFile& report, std::vector<std::vector<std::uint64_t>>& values) {
  scanner.object([&](const std::string& key) {
    if (key == "wall_s")
      report.wall_s = scanner.number();
    else if (key == "threads")
      report.threads = scanner.whole();
    else if (key == "counters")
      scanner.object([&](const std::string& inner) {
        if (inner == "names")
          report.timing_names = scanner.strings();
        else if (inner == "values")
          scanner.array([&] { values.push_back(scanner.wholes()); });
        else
          scanner.skip();
      });
    else
      scanner.skip();
  });
}

void read_environment(Scanner& scanner, ReportFile& report) {
  scanner.object([&](const std::string& key) {
    if (key == "build_id")
      report.build_id = scanner.string();
    else if (key == "host" || key == "started") {
      const std::string_view text = scanner.skip();
      if (text.size() >= 2 && text.front() == '"')
        (key == "host" ? report.host : report.started) = text.substr(1, text.size() - 2);
    } else if (key == "resumed_from")
      report.other_builds = scanner.strings();
    else
      scanner.skip();
  });
}

}  // namespace

bool looks_like_report(const fs::path& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return false;
  std::ifstream in(file, std::ios::binary);
  std::string head(256, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.find(fmt::format("\"{}\"", kReportSchema)) != std::string::npos;
}

ReportFile ReportFile::read(const fs::path& file) {
  const sim::Input input = sim::read_input(file, std::numeric_limits<std::size_t>::max() / 2);
  ReportFile report;
  report.name = input.name;
  Scanner scanner(input.content, input.name);
  bool is_report = false;
  std::vector<std::vector<std::uint64_t>> timing;
  scanner.object([&](const std::string& key) {
    if (key == "schema") {
      is_report = scanner.skip() == fmt::format("\"{}\"", kReportSchema);
    } else if (key == "config") {
      const std::string_view text = scanner.skip();
      report.config_text = text;
      report.config_place = scanner.place_of(static_cast<std::size_t>(text.data() - input.content.data()));
    } else if (key == "part") {
      read_part(scanner, report.shard);
    } else if (key == "counters") {
      read_counters(scanner, report);
    } else if (key == "timing") {
      read_timing(scanner, report, timing);
    } else if (key == "environment") {
      read_environment(scanner, report);
    } else {
      scanner.skip();
    }
  });
  scanner.end();
  if (!is_report || report.config_text.empty())
    throw InputError::in_file(input.name, fmt::format("is no report ({})", kReportSchema));
  if (timing.size() == report.counted.size())
    for (std::size_t i = 0; i < timing.size(); ++i) report.counted[i].timing = std::move(timing[i]);
  return report;
}

json::Document ReportFile::config() const {
  return json::Document::parse(config_text, name, kConfigLimits, config_place);
}

std::vector<Segment> ReportFile::segments(const Experiment& experiment,
                                          std::vector<std::size_t>& case_numbers) const {
  const std::vector<CounterName> all = experiment.make_tally()->names();
  std::vector<std::string> expected, expected_timing;
  for (const CounterName& counter : all)
    (counter.is_reproducible ? expected : expected_timing).push_back(counter.name);
  if (names.empty())
    throw InputError::in_file(
        name, "has no counters, as an earlier version wrote it; expected a report of this one");
  if (names != expected || timing_names != expected_timing)
    throw InputError::in_file(name,
                              "has other counters than this build; expected a report of the same build");
  std::vector<Segment> read;
  for (const Counted& counts : counted) {
    const auto refuse = [&](std::string_view wrong) {
      return InputError::in_file(
          name, fmt::format("the counters of case {} {}; the report is damaged", counts.case_number, wrong));
    };
    if (counts.case_number >= experiment.case_count()) throw refuse("are of no case of its config");
    if (counts.values.size() != expected.size() || counts.timing.size() != expected_timing.size())
      throw refuse("have another number");
    std::vector<std::uint64_t> values;
    std::size_t next = 0, next_timing = 0;
    for (const CounterName& counter : all)
      values.push_back(counter.is_reproducible ? counts.values[next++] : counts.timing[next_timing++]);
    Segment segment{counts.games, experiment.make_tally()};
    segment.tally->set_counters(values);
    if (segment.games.last < segment.games.first || segment.tally->games() != segment.games.size() ||
        segment.games.last > experiment.common().games)
      throw refuse("do not fit its games");
    case_numbers.push_back(counts.case_number);
    read.push_back(std::move(segment));
  }
  return read;
}

Played ReportFile::played(const Experiment& experiment) const {
  Played played(experiment.case_count());
  std::vector<std::size_t> numbers;
  std::vector<Segment> all = segments(experiment, numbers);
  const std::size_t split_case = slice_of(experiment, shard).begin.case_number;
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::unique_ptr<Tally>& tally = played.cases[numbers[i]];
    if (!tally) tally = experiment.make_tally();
    tally->add(*all[i].tally);
    if (!shard.is_whole() && numbers[i] == split_case) played.segments.push_back(std::move(all[i]));
  }
  played.shard = shard;
  played.wall_s = wall_s;
  played.other_builds = other_builds;
  return played;
}

}  // namespace sapper::experiments

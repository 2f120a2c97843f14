#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

#include "experiments/run/report.hpp"
#include "experiments/run/report_parts.hpp"
#include "experiments/support/environment.hpp"
#include "experiments/support/errors.hpp"
#include "experiments/support/files.hpp"
#include "experiments/support/json/parts.hpp"
#include "experiments/support/json/writer.hpp"
#include "experiments/support/text.hpp"
#include "sim/support/input_text.hpp"

namespace sapper::experiments {
namespace {

namespace bj = boost::json;
namespace fs = std::filesystem;

constexpr std::string_view kEdited = "the report is damaged, was edited, or comes from another build";

// An error in a part of the report; the file's name is prepended.
class Wrong : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

std::uint64_t whole(const bj::value& value, std::string_view path) {
  if (value.is_uint64()) return value.get_uint64();
  if (value.is_int64() && value.get_int64() >= 0) return static_cast<std::uint64_t>(value.get_int64());
  throw Wrong(fmt::format("{} is not a whole number from 0 to 2^64 - 1", path));
}

std::string text(const bj::value& value, std::string_view path) {
  if (!value.is_string()) throw Wrong(fmt::format("{} is not a string", path));
  return std::string(value.get_string());
}

const bj::value& member(const bj::value& value, std::string_view key, std::string_view path) {
  const bj::object* const object = value.if_object();
  const bj::value* const found = object == nullptr ? nullptr : object->if_contains(key);
  if (found == nullptr) throw Wrong(fmt::format("{} lacks the key \"{}\"", path, key));
  return *found;
}

std::vector<std::uint64_t> wholes(const bj::value& value, std::string_view path) {
  if (!value.is_array()) throw Wrong(fmt::format("{} is not a list", path));
  std::vector<std::uint64_t> values;
  values.reserve(value.get_array().size());
  for (const bj::value& item : value.get_array()) values.push_back(whole(item, path));
  return values;
}

std::vector<std::string> texts(const bj::value& value, std::string_view path) {
  if (!value.is_array()) throw Wrong(fmt::format("{} is not a list", path));
  std::vector<std::string> values;
  for (const bj::value& item : value.get_array()) values.push_back(text(item, path));
  return values;
}

// Counters that this build does not know, or that the file lacks.
class OtherCounters : public Wrong {
  using Wrong::Wrong;
};

// The report as stored in the file.
struct Stored {
  std::string schema, name, hash;
  std::optional<bj::value> config;
  bool is_finished = true;
  Shard shard;
  std::vector<std::string> names, timing_names;
  std::vector<Stretch> stretches;                  // without tallies
  std::vector<std::vector<std::uint64_t>> values;  // [stretch]
  std::vector<std::vector<std::uint64_t>> timing;  // [stretch]
  bj::value records;
  double wall_s = 0;
  std::uint64_t threads = 1;
  bj::object environment;

  std::vector<std::string> builds() const;  // other ones that played a part
  std::vector<ProgramFile> programs() const;
};

std::vector<std::string> Stored::builds() const {
  std::vector<std::string> builds;
  const bj::value* const list = environment.if_contains("resumed_from");
  if (list != nullptr && list->is_array())
    for (const bj::value& build : list->get_array())
      if (build.is_string()) builds.emplace_back(build.get_string());
  return builds;
}

std::vector<ProgramFile> Stored::programs() const {
  const bj::value* const list = environment.if_contains("programs");
  return list != nullptr ? program_files_from(*list) : std::vector<ProgramFile>();
}

void check_schema(const std::string& schema) {
  if (schema == kReportSchema) return;
  if (schema.starts_with("sapper-report/"))
    throw Wrong(fmt::format(
        "is a report of another version ({}); this build reads {}: rerun the experiment (sapper run CONFIG)",
        printable(schema), kReportSchema));
  throw Wrong(fmt::format("is not a report ({})", kReportSchema));
}

Shard read_shard(const bj::value& part) {
  const Shard shard{whole(member(part, "shard", "part"), "part.shard"),
                    whole(member(part, "of", "part"), "part.of")};
  if (shard.count < 2 || shard.count > kMaxShards || shard.number == 0 || shard.number > shard.count)
    throw Wrong("part is not a shard number and a shard count");
  return shard;
}

Stored read_stored(std::string_view content, const std::string& name) {
  Stored stored;
  json::PartReader parts;
  parts.on("schema", [&](bj::value&& value) { check_schema(stored.schema = text(value, "schema")); });
  parts.on("name", [&](bj::value&& value) { stored.name = text(value, "name"); });
  parts.on("complete", [&](bj::value&& value) {
    if (!value.is_bool()) throw Wrong("complete is not true or false");
    stored.is_finished = value.get_bool();
  });
  parts.on("records", [&](bj::value&& value) { stored.records = std::move(value); });
  parts.on("part", [&](bj::value&& value) { stored.shard = read_shard(value); });
  parts.on("config", [&](bj::value&& value) { stored.config = std::move(value); });
  parts.on("hash", [&](bj::value&& value) { stored.hash = text(value, "hash"); });
  parts.on("counters.names", [&](bj::value&& value) { stored.names = texts(value, "counters.names"); });
  parts.on("counters.cases[]", [&](bj::value&& value) {
    const std::string path = fmt::format("counters.cases[{}]", stored.stretches.size());
    stored.stretches.push_back({whole(member(value, "case", path), path + ".case"),
                                {whole(member(value, "first", path), path + ".first"),
                                 whole(member(value, "last", path), path + ".last")},
                                nullptr});
    stored.values.push_back(wholes(member(value, "values", path), path + ".values"));
  });
  parts.on("timing.wall_s", [&](bj::value&& value) {
    if (!value.is_number()) throw Wrong("timing.wall_s is not a number");
    stored.wall_s = std::max(value.to_number<double>(), 0.0);
  });
  parts.on("timing.threads", [&](bj::value&& value) { stored.threads = whole(value, "timing.threads"); });
  parts.on("timing.counters.names",
           [&](bj::value&& value) { stored.timing_names = texts(value, "timing.counters.names"); });
  parts.on("timing.counters.values[]",
           [&](bj::value&& value) { stored.timing.push_back(wholes(value, "timing.counters.values")); });
  parts.on("environment", [&](bj::value&& value) {
    if (value.is_object()) stored.environment = std::move(value.get_object());
  });
  parts.read(content, name);
  check_schema(stored.schema);
  if (!stored.config) throw Wrong("lacks the key \"config\"");
  return stored;
}

void check_hash(const Stored& stored, std::string_view content) {
  std::string hash;
  if (stored.is_finished) {
    ReportHash of_parts(*stored.config, stored.shard, stored.names);
    for (std::size_t i = 0; i < stored.stretches.size(); ++i)
      of_parts.add(stored.stretches[i].case_number, stored.stretches[i].games, stored.values[i]);
    hash = of_parts.text();
  } else {
    Hash of_text;
    of_text.add(content.substr(0, content.rfind(kHashOfCheckpoint)));
    hash = text_of(of_text);
  }
  if (hash != stored.hash)
    throw Wrong(fmt::format("its config and counters hash to {}, not {}; the report is damaged or was edited",
                            hash, printable(stored.hash)));
}

KeptRecords read_records(const bj::value& value) {
  KeptRecords records;
  const bj::value& filter = member(value, "filter", "records");
  if (!filter.is_null()) {
    const auto* const name = std::ranges::find(kRecordFilterNames, text(filter, "records.filter"));
    if (name == kRecordFilterNames.end()) throw Wrong("records.filter is unknown");
    records.filter = static_cast<RecordFilter>(name - kRecordFilterNames.begin());
  }
  records.bytes = whole(member(value, "bytes", "records"), "records.bytes");
  records.waiting = text(member(value, "waiting", "records"), "records.waiting");
  return records;
}

// Moves the counters into tallies, one by one.
void read_tallies(Stored& stored, Report& report) {
  StoredCounters counters(*report.experiment);
  for (const auto& [names, which] :
       {std::pair(&stored.names, Counted::reproducible), std::pair(&stored.timing_names, Counted::timing)})
    if (const std::string wrong = counters.adopt(*names, which); !wrong.empty()) throw OtherCounters(wrong);
  if (stored.timing.size() != stored.stretches.size())
    throw Wrong("timing.counters.values and counters.cases differ in length");
  for (std::size_t i = 0; i < stored.stretches.size(); ++i) {
    Stretch& stretch = report.stretches.emplace_back(std::move(stored.stretches[i]));
    const auto refuse = [&](std::string_view wrong) {
      return Wrong(fmt::format("the counters of case {} {}; {}", stretch.case_number, wrong, kEdited));
    };
    if (stretch.case_number >= report.experiment->case_count())
      throw refuse("refer to a case the config lacks");
    try {
      stretch.tally = counters.tally(stored.values[i], stored.timing[i]);
    } catch (const std::invalid_argument&) {
      throw refuse("have the wrong length");
    }
    stored.values[i] = {};
    stored.timing[i] = {};
    if (stretch.games.last < stretch.games.first || stretch.tally->games() != stretch.games.size())
      throw refuse("do not match its games");
    if (const std::string wrong = report.experiment->contradiction(*stretch.tally); !wrong.empty())
      throw refuse("are impossible: " + printable(wrong));
  }
  report.absent = counters.absent();
}

// Checks that each case of the part appears once, in order, with all its games, or the first ones if the report is not
// finished.
void check_games(const Report& report) {
  const Experiment& experiment = *report.experiment;
  const std::uint64_t games = experiment.common().games;
  const Slice slice = slice_of(experiment, report.shard);
  const auto refuse = [&](std::size_t number, const std::string& wrong) {
    return Wrong(fmt::format("case {} ({}) {}; {}", number, experiment.case_name(number), wrong, kEdited));
  };
  std::size_t next = 0;
  for (std::size_t number = slice.begin.case_number;
       number < experiment.case_count() && number <= slice.end.case_number; ++number) {
    const GameRange range = slice.range_of(number, games);
    if (range.size() == 0) continue;
    const std::unique_ptr<Tally> sum = experiment.make_tally();
    std::uint64_t game = range.first;
    for (; next < report.stretches.size() && report.stretches[next].case_number == number; ++next) {
      const Stretch& stretch = report.stretches[next];
      if (stretch.games.first < game) throw refuse(number, "has games twice");
      if (stretch.games.first > game) throw refuse(number, fmt::format("lacks its game {}", game));
      sum->add(*stretch.tally);
      game = stretch.games.last;
    }
    if (game > range.last) throw refuse(number, fmt::format("has more than its {} games", range.size()));
    if (game == range.last || !report.is_finished) continue;
    if (game == range.first) throw refuse(number, "is missing");
    if (!is_finished(experiment, *sum, range))
      throw refuse(number, fmt::format("has {} of its {} games", sum->games(), range.size()));
  }
  if (next < report.stretches.size())
    throw refuse(report.stretches[next].case_number, "is a duplicate or out of order");
}

std::string shown(const bj::value& value) { return printable(json::to_text(value), 60); }

// Where and how a stored value differs from the one derived from the counters; empty if it does not.
std::string difference_of(const bj::value& stored, const bj::value& expected, const std::string& path) {
  // What depends on an absent counter may be missing.
  const json::Tolerance tolerance{{}, [](const bj::value& wanted) { return wanted.is_null(); }};
  const auto difference = json::first_difference(stored, expected, path, tolerance);
  if (!difference) return {};
  const std::string where = printable(difference->path, sim::kLongestPath);
  if (difference->first == nullptr) return where + " is missing";
  if (difference->second == nullptr) return where + " is unexpected";
  return fmt::format("{} is {}, but {} follows from the counters", where, shown(*difference->first),
                     shown(*difference->second));
}

// Compares the items of one of the report's lists with those derived from the counters, one by one.
class ListCheck {
 public:
  using ItemsOf = bj::array (ReportParts::*)(std::size_t case_number, const Tally& tally) const;
  ListCheck(std::string path, const Report& report, const ReportParts& parts, ItemsOf items_of)
      : path_(std::move(path)), report_(report), parts_(parts), items_of_(items_of) {}

  void take(const bj::value& stored) {
    const bj::value* const expected = next();
    if (expected == nullptr) throw wrong(fmt::format("{} has more than {} items", path_, count_));
    const std::string path = fmt::format("{}[{}]", path_, count_);
    if (const std::string difference = difference_of(stored, *expected, path); !difference.empty())
      throw wrong(difference);
    ++count_;
  }
  void end() {
    if (next() != nullptr) throw wrong(fmt::format("{} ends after {} items", path_, count_));
  }

 private:
  static Wrong wrong(const std::string& what) { return Wrong(fmt::format("{}; {}", what, kEdited)); }
  const bj::value* next() {
    while (at_ == items_.size()) {
      if (stretch_ == report_.stretches.size()) return nullptr;
      const std::size_t number = report_.stretches[stretch_].case_number;
      std::unique_ptr<Tally> sum;
      items_ = (parts_.*items_of_)(number, *report_.tally_of(number, sum));
      stretch_ += report_.of_case(number).size();
      at_ = 0;
    }
    return &items_[at_++];
  }

  std::string path_;
  const Report& report_;
  const ReportParts& parts_;
  ItemsOf items_of_;
  std::size_t stretch_ = 0, count_ = 0, at_ = 0;
  bj::array items_;  // of a case
};

void check_what_follows(std::string_view content, const Report& report) {
  const ReportParts parts(report);
  ListCheck results("results", report, parts, &ReportParts::results);
  ListCheck cases("cases", report, parts, &ReportParts::cases);
  ListCheck comparisons("comparisons", report, parts, &ReportParts::comparisons);
  bj::value varying;
  json::PartReader reader;
  reader.on("varying", [&](bj::value&& value) { varying = std::move(value); });
  reader.on("results[]", [&](bj::value&& value) { results.take(value); });
  reader.on("cases[]", [&](bj::value&& value) { cases.take(value); });
  reader.on("comparisons[]", [&](bj::value&& value) { comparisons.take(value); });
  reader.read(content, report.file);
  results.end();
  cases.end();
  comparisons.end();
  if (const std::string difference = difference_of(varying, parts.varying(), "varying"); !difference.empty())
    throw Wrong(fmt::format("{}; {}", difference, kEdited));
}

// accept: returns the experiment of a file whose hash is right, or throws.
Report parse_report(const sim::Input& input,
                    const std::function<std::shared_ptr<const Experiment>(const Stored&)>& accept) {
  Stored stored = read_stored(input.content, input.name);
  check_hash(stored, input.content);
  Report report(accept(stored));
  if (stored.name != report.name()) throw Wrong(fmt::format("name differs from the config's; {}", kEdited));
  stored.config.reset();
  report.file = input.name;
  report.shard = stored.shard;
  report.is_finished = stored.is_finished;
  if (!report.is_finished) report.records = read_records(stored.records);
  report.wall_s = stored.wall_s;
  report.threads = stored.threads;
  report.other_builds = stored.builds();
  report.programs = stored.programs();
  report.environment = std::move(stored.environment);
  read_tallies(stored, report);
  check_games(report);
  if (report.is_finished) check_what_follows(input.content, report);
  return report;
}

bool is_same_but_for_note(bj::object a, bj::object b) {
  a.stable_erase(kNoteKey);  // it may be written, or corrected, while a run waits to be resumed
  b.stable_erase(kNoteKey);
  return !json::first_difference(a, b);  // a file holds 10.0 as 10
}

// A refusal of a checkpoint that says what to do already.
class Refused : public InputError {
 public:
  explicit Refused(const InputError& error) : InputError(error) {}
};

// Checks whether a run of this experiment and shard may go on from the checkpoint.
class CheckpointCheck {
 public:
  CheckpointCheck(const Experiment& experiment, Shard shard, OtherBuilds others, const sim::Input& input)
      : experiment_(experiment), shard_(shard), others_(others), input_(input) {}

  void check(const Stored& stored) const {
    if (stored.is_finished) throw refusal("is not a valid checkpoint");
    const bj::value* const build = stored.environment.if_contains("build_id");
    const std::string last = build == nullptr ? "" : text(*build, "environment.build_id");
    const std::vector<std::string> before = stored.builds();
    if (last != build_id())
      require_accepted(fmt::format("was written by the build {}, this is {}", printable(last), build_id()));
    if (!before.empty()) require_accepted(fmt::format("holds games of {} too", before.back()));
    const bj::object* const config = stored.config->if_object();
    if (config == nullptr || !is_same_but_for_note(*config, experiment_.config()))
      throw refusal("belongs to a different experiment (config, --seed or --games differ)");
    if (!(stored.shard == shard_))
      throw refusal(
          fmt::format("belongs to a different part (shard {} {})", stored.shard.number, stored.shard.count));
    if (const std::string changed = changed_program(stored.programs(), experiment_.program_files());
        !changed.empty())
      require_accepted(changed + " has changed since its games were played");
  }
  Refused refusal(std::string_view wrong) const {
    return refused(fmt::format("{}; delete it and run without --resume to start over", wrong));
  }

 private:
  Refused refused(const std::string& text) const { return Refused(InputError::in_file(input_.name, text)); }
  void require_accepted(std::string_view other) const {
    if (others_ == OtherBuilds::refused)
      throw refused(fmt::format(
          "{}; add --resume-anyway to continue (the report will say so), or delete it to start over", other));
  }

  const Experiment& experiment_;
  Shard shard_;
  OtherBuilds others_;
  const sim::Input& input_;
};

// `build v0.2.0-1-g2345678`, on one of the first lines of a checkpoint of the format before reports.
void refuse_former_format(const sim::Input& input) {
  constexpr std::string_view kBuild = "\nbuild ";
  if (!input.content.starts_with("sapper-checkpoint/")) return;
  const std::string_view content = input.content;
  const std::size_t begin = std::min(content.rfind(kBuild), content.size() - kBuild.size()) + kBuild.size();
  const std::string_view build = content.substr(begin, content.find('\n', begin) - begin);
  throw InputError::in_file(
      input.name,
      fmt::format("is a checkpoint of an earlier format, which the build that wrote it, {}, can finish; or "
                  "delete it and run without --resume to start over",
                  printable(build)));
}

}  // namespace

bool looks_like_report(const fs::path& file) { return kind_of(file) == FileKind::report; }

Report read_report(const fs::path& file, const MakeExperiment& make) {
  refuse_other_kinds(file, {FileKind::report}, fmt::format("a report ({})", kReportSchema));
  const sim::Input input = sim::read_input(file, sim::kMaxReportBytes);
  try {
    return parse_report(
        input, [&](const Stored& stored) { return make(json::to_text(*stored.config, 2), input.name); });
  } catch (const Wrong& wrong) {
    throw InputError::in_file(input.name, wrong.what());
  }
}

fs::path checkpoint_of(const fs::path& output) { return output.string() + ".checkpoint"; }

Report read_checkpoint(const fs::path& file, std::shared_ptr<const Experiment> experiment, Shard shard,
                       OtherBuilds other_builds) {
  const sim::Input input = sim::read_input(file, sim::kMaxReportBytes);
  refuse_former_format(input);
  const CheckpointCheck check(*experiment, shard, other_builds, input);
  try {
    Report report = parse_report(input, [&](const Stored& stored) {
      check.check(stored);
      return experiment;
    });
    if (report.build_id() != build_id()) report.other_builds.push_back(report.build_id());
    report.use_programs(experiment->program_files());
    return report;
  } catch (const Refused&) {
    throw;
  } catch (const OtherCounters& wrong) {
    throw check.refusal(wrong.what());
  } catch (const Wrong&) {
    throw check.refusal("is not a valid checkpoint");
  } catch (const InputError&) {
    throw check.refusal("is not a valid checkpoint");
  }
}

}  // namespace sapper::experiments
